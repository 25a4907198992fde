import { describe, expect, it } from "vitest";
import type { Report, SignalData } from "../../../src/visitors/report-model.ts";
import { renderComment, renderReport, renderWithin } from "../../../src/visitors/tell/report.ts";
import { emptySignals, reportWith, rowOf } from "../next-fixture.ts";
import { counts, dataOf, period, periodsOf, reportOf, siteReport } from "../report-fixture.ts";

it("a report of complete data has the chart, the findings and the tables", async () => {
  await expect(renderReport(reportOf())).toMatchFileSnapshot("sample-report.md.snap");
});

it.each([
  [undefined, "## Docs visitors, 14 – 20 Nov 2026"],
  ["https://docs.example.com/guides/", "## docs.example.com: visitors, 14 – 20 Nov 2026"],
  ["https://www.example.com", "## www&#8203;.example.com: visitors, 14 – 20 Nov 2026"],
])("the heading for the site %s is %s", (site, heading) => {
  const siteUrl = site === undefined ? undefined : new URL(site);
  expect(renderReport(reportOf({ siteUrl })).split("\n")[0]).toBe(heading);
});

it.each([
  ["in both periods", counts(0, 0), 0],
  ["in the only period", undefined, 0],
  ["after somebody had", counts(9, 1), 1],
])("if nobody came %s, no empty section follows the headline", (_, was, tables) => {
  const text = renderReport(siteReport(was, counts(0, 0)));
  expect(text).not.toContain("###");
  expect(text.match(/\*\*All visitors\*\*/g) ?? []).toHaveLength(tables);
});

it("a report is not compared with a period that could not be read", () => {
  const data = dataOf({ current: period(counts(9, 1)) });
  expect(renderReport(reportOf({ data, periods: periodsOf() }))).not.toContain("compared with");
});

describe("the comment", () => {
  it("is one screen: what there is to do, the key figures and a link to the rest", async () => {
    const text = renderComment(reportWith(Object.values(rowOf), { triggerPhrase: "/docs-agent" }));
    await expect(text).toMatchFileSnapshot("sample-comment.md.snap");
    expect(text.length).toBeLessThan(6000);
  });

  it("has fewer findings where all would be longer than a screen, and says how many are left", () => {
    const paths = [1, 2, 3, 4, 5].map((at) => `/${"x".repeat(98)}${at}`);
    const next = paths.map((path) => ({ ...rowOf["asked-unanswered"], path }));
    const siteUrl = new URL(`https://docs.example.com/${"y".repeat(800)}`);
    const text = renderComment(reportWith(next, { triggerPhrase: "/docs-agent", siteUrl }));
    const left = 5 - (text.match(/^- /gm) ?? []).length;
    expect(text.length).toBeLessThanOrEqual(6000);
    expect([left, text]).toEqual([2, expect.stringContaining("\n2 more findings in the [full report](")]);
  });
});

describe("how to read the report", () => {
  const notes = (signals: Partial<SignalData>) => {
    const data = dataOf({ current: period(counts(9, 1)), signals: { ...emptySignals, ...signals } });
    return /How to read this<\/summary>\n\n(.*)\n/.exec(
      renderReport(reportOf({ data, docsUrl: undefined })),
    )?.[1];
  };
  const isOff = "There is no feedback in 90 days; is it switched on?";
  const { feedback } = emptySignals;
  const vote = { page: "/", up: 0, down: 1 };
  const report = { id: "r", page: "/", at: 1 };

  it.each<[string, Partial<SignalData>, boolean]>([
    ["no votes", {}, true],
    ["a vote", { feedback: { ...feedback, votes: [vote] } }, false],
    ["a report on an example", { feedback: { ...feedback, exampleReports: [report] } }, false],
    ["feedback that was not read", { feedback: undefined }, false],
    ["votes that made no sense", { missing: [{ what: "feedback", why: "malformed" }] }, false],
  ])("asks whether feedback is switched on, with %s", (_, signals, expected) => {
    expect(notes(signals)?.includes(isOff)).toBe(expected);
  });
});

describe("a report within a limit of bytes", () => {
  function reportOn(count: number): Report {
    const rows = Array.from({ length: count }, (_, index) => ({
      path: `/${index % 7 === 0 ? "日本語/" : "section/"}page-${index}-${"x".repeat(index % 90)}`,
      ...counts(count - index + 50, index % 40),
    }));
    const previous = rows.map((row, index) => ({ ...row, total: row.total + (index % 9) }));
    const data = dataOf({
      current: period(counts(count, 40), rows),
      previous: period(counts(count, 30), previous),
      trend: periodsOf().trend.map((_, index) => counts(count + index, 40)),
    });
    return reportOf({ data });
  }
  const rowsOf = (text: string) => Array.from(text.matchAll(/^\| \[`\/.*\|$/gm), ([row]) => row);

  it.each([
    [100_000, 112],
    [3700, 7],
    [2120, 0],
  ])("of %i has %i rows: half as many, and half as many again, until it fits", (maxBytes, count) => {
    const whole = reportOn(2500);
    const text = renderWithin(whole, maxBytes);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    expect(rowsOf(text)).toEqual(rowsOf(renderReport(whole)).slice(0, count));
    expect(text).toContain(`\n\n${(2500 - count).toLocaleString("en")} more pages are not listed; `);
  });

  it("is the whole report where it fits", () => {
    const bytes = Buffer.byteLength(renderReport(reportOn(60)));
    expect(renderWithin(reportOn(60), bytes)).toBe(renderReport(reportOn(60)));
  });
});
