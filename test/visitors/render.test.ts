import { describe, expect, it } from "vitest";
import { resolvePeriods } from "../../src/visitors/period.ts";
import { renderReport } from "../../src/visitors/report.ts";
import type { Report, VisitorData } from "../../src/visitors/types.ts";
import { counts, reportOf, sampleData, saturday, siteReport, weekly } from "./report-fixture.ts";

type Periods = Parameters<typeof resolvePeriods>[0];

const periods = (given: Partial<Periods>) => resolvePeriods({ ...weekly, ...given }, saturday);

/** The sentence below the heading. */
function sentence(report: Report): string | undefined {
  return renderReport(report)
    .split("\n\n")
    .find((text) => /^\*\*.*\.$/.test(text));
}

it("writes the sample's report", async () => {
  await expect(renderReport(reportOf())).toMatchFileSnapshot("sample-report.md.snap");
});

it("writes the report of a partial data", async () => {
  const sample = sampleData();
  const data: VisitorData = {
    ...sample,
    current: { ...sample.current, complete: false, rows: sample.current.rows.slice(0, 7) },
    previous: undefined,
    trend: sample.trend.with(1, undefined).with(6, undefined),
    missing: [
      { what: "pages", why: "failure", reason: "rate-limit" },
      { what: "previous", why: "failure", reason: "rate-limit" },
      { what: "trend", why: "failure", reason: "rate-limit" },
      { what: "rows", why: "malformed", count: 1 },
    ],
  };
  const report = reportOf({
    data,
    periods: periods({ period: "last-month" }),
    top: 5,
    files: [],
    runUrl: undefined,
  });
  await expect(renderReport(report)).toMatchFileSnapshot("partial-report.md.snap");
});

describe("the sentence", () => {
  it.each([
    [
      counts(80, 20),
      counts(80, 20),
      "**100 visitors**, as many as the week before; AI was 20% of them, as before.",
    ],
    [
      counts(8000, 2000),
      counts(8000, 2004),
      "**10,004 visitors**, about as many as the week before; AI was 20% of them, as before.",
    ],
    [
      counts(80, 20),
      counts(100, 50),
      "**150 visitors**, 50% more than the week before; AI was 33% of them, up from 20%.",
    ],
    [
      counts(100, 50),
      counts(80, 20),
      "**100 visitors**, 33% fewer than the week before; AI was 20% of them, down from 33%.",
    ],
    [
      counts(100, 0),
      counts(300, 10),
      "**310 visitors**, 3.1 times as many as the week before; AI was 3% of them, up from 0%.",
    ],
    [counts(12, 1), counts(8, 2), "**10 visitors**, after 13 the week before; AI was 20% of them."],
    [
      counts(2, 0),
      counts(900, 1),
      "**901 visitors**, 451 times as many as the week before; AI was under 1% of them.",
    ],
    [counts(10, 5), counts(1, 0), "**1 visitor**, after 15 the week before; none of them was AI."],
    [counts(30, 5), counts(0, 0), "**No visitors**, after 35 the week before."],
    [counts(0, 0), counts(0, 0), "**No visitors**, and none the week before either."],
    [
      counts(0, 0),
      counts(0, 7),
      "**7 visitors**, with no comparable data: the week before had none; AI was all of them.",
    ],
    [
      undefined,
      counts(9, 1),
      "**10 visitors**, with no comparable data for the week before; AI was 10% of them.",
    ],
  ])("after %j says of %j: %s", (was, is, text) => {
    expect(sentence(siteReport(was, is))).toBe(text);
  });

  it.each([
    [{ compare: false }, "**11,528 visitors**; AI was 18% of them."],
    [
      { period: "last-month" },
      "**11,528 visitors**, 8% more than in September; AI was 18% of them, as before.",
    ],
    [
      { period: "30d" },
      "**11,528 visitors**, 8% more than the 30 days before; AI was 18% of them, as before.",
    ],
    [{ period: "1d" }, "**11,528 visitors**, 8% more than the day before; AI was 18% of them, as before."],
    [
      { "date-from": "2026-11-01T09:00", "date-to": "2026-11-02" },
      "**11,528 visitors**, 8% more than the period before; AI was 18% of them, as before.",
    ],
  ])("names the periods of %j", (given, text) => {
    const data = { ...sampleData(), ...("compare" in given ? { previous: undefined } : {}) };
    expect(sentence(reportOf({ periods: periods(given), data }))).toBe(text);
  });
});

describe("the key figures", () => {
  const head = (report: Report) => renderReport(report).match(/^\|.*\|$/m)?.[0];

  it.each([
    [{ period: "7d" }, "|  | This week | Week before | Change | Last 8 weeks |"],
    [{ period: "1d" }, "|  | This day | Day before | Change | Last 8 days |"],
    [{ period: "14d" }, "|  | These 14 days | 14 days before | Change | Last 8 × 14 days |"],
    [{ period: "last-month" }, "|  | October | September | Change | Last 8 months |"],
    [
      { "date-from": "2026-11-01T09:00", "date-to": "2026-11-02" },
      "|  | This period | Period before | Change | Last 8 periods |",
    ],
  ])("of %j have the columns %s", (given, columns) => {
    expect(head(reportOf({ periods: periods(given) }))).toBe(columns);
  });

  it("have no column that would be empty", () => {
    const sample = sampleData();
    expect(head(reportOf({ data: { ...sample, previous: undefined, trend: [] } }))).toBe("|  | This week |");
    expect(head(reportOf({ data: { ...sample, trend: [sample.current.totals] } }))).toBe(
      "|  | This week | Week before | Change |",
    );
    expect(head(siteReport(counts(0, 0), counts(900, 100)))).toBe("|  | This week | Week before |");
  });

  it("show no share of nobody, no change of a few and no negative overlap", () => {
    const text = renderReport(siteReport(counts(0, 0), counts(50, 8, 60)));
    expect(text).toContain("| AI share | 13.3% | – |");
    expect(text).toContain("| Counted as both | 0 | 0 |");
    expect(renderReport(siteReport(counts(100, 3), counts(150, 9)))).toContain("| AI | 9 | 3 |  |");
  });
});
