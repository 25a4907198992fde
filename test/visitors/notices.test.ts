import { describe, expect, it } from "vitest";
import { toDigest } from "../../src/visitors/outputs.ts";
import { renderReport } from "../../src/visitors/report.ts";
import type {
  Counts,
  Missing,
  MissingSignal,
  PageRow,
  Report,
  SignalData,
} from "../../src/visitors/report-model.ts";
import { emptySignals } from "./next-fixture.ts";
import { counts, dataOf, noSignals, page, period, reportOf, sampleData } from "./report-fixture.ts";
import { reports } from "./said.ts";

it("a report without doubts has no notices; others have them quoted, and in the digest as plain text", () => {
  const report = reportOf();
  expect(report.notices).toEqual([]);
  const doubtful = { ...report, notices: ["Not read: `a`.", "Dropped: b."] };
  expect(renderReport(doubtful)).toContain("Nov 2026\n\n> Not read: `a`.\n>\n> Dropped: b.\n\n**11,528");
  expect(toDigest(doubtful).split("\n")[1]).toBe("Not read: a. Dropped: b.");
});

const totals = "The totals are complete; the lists of pages are not.";

it.each<[Missing[], string[]]>([
  [
    [
      { what: "pages", why: "time" },
      { what: "previous-pages", why: "time" },
      { what: "trend", why: "time" },
    ],
    [
      "Not read: the pages of this week beyond 24, the pages of the week before beyond 23 and 1 of the 8 weeks of the trend (`timeout-minutes` was reached; raise it to read more).",
      totals,
    ],
  ],
  [
    [{ what: "previous-pages", why: "pagination" }],
    [
      "Not read: the pages of the week before beyond 23 (the service kept announcing more pages that were empty, repeated or short).",
      totals,
    ],
  ],
  [
    [
      { what: "previous", why: "failure", reason: "api-key" },
      { what: "trend", why: "failure", reason: "service" },
      { what: "rows", why: "malformed", count: 3 },
    ],
    [
      "Not read: the week before (API key not accepted).",
      "Not read: 1 of the 8 weeks of the trend (service failing).",
      "Dropped: 3 rows (wrong shape or impossible numbers).",
    ],
  ],
])("what was not read of the visitors: %j", (missing, notices) => {
  const sample = sampleData();
  const current = { ...sample.current, complete: false };
  const data = { ...sample, current, trend: sample.trend.with(0, undefined), missing };
  expect(reportOf({ data }).notices).toEqual(notices);
});

const refused = { why: "failure", reason: "forbidden" } as const;
const { feedback, questions } = emptySignals;

it.each<[MissingSignal[], Partial<SignalData>, string]>([
  [
    [
      { signal: "feedback", ...refused },
      { signal: "questions", ...refused },
    ],
    {},
    "No suggestions this week: the service refused feedback and questions (plan or key).",
  ],
  [
    [{ signal: "feedback", ...refused }],
    { questions },
    "Suggestions are incomplete: the service refused feedback (plan or key).",
  ],
  [
    [
      { signal: "questions", why: "budget" },
      { signal: "searches", why: "time" },
    ],
    {},
    "No suggestions this week: questions not read (`max-requests` left too few requests; raise it to read more); searches not read (`timeout-minutes` was reached; raise it to read more).",
  ],
  [
    [{ signal: "feedback", why: "malformed" }],
    { feedback },
    "Suggestions are incomplete: rows of feedback dropped (wrong shape or impossible numbers).",
  ],
])("what was not read of the signals: %j", (missing, signals, notice) => {
  const data = dataOf({ ...sampleData(), signals: { ...noSignals, ...signals, missing } });
  expect(reportOf({ data }).notices).toEqual([notice]);
});

describe("counts that contradict each other", () => {
  const of = (is: Counts, rows: readonly PageRow[] = [], was = counts(400, 100)) =>
    reportOf({
      data: dataOf({
        ...{ current: period(is, [...rows, page("/b", 50)]), previous: period(was, [page("/x", 300)]) },
        signals: { ...noSignals, feedback: { votes: [], exampleReports: reports("/b", 0, 1) } },
      }),
    });

  it.each<[string, Report, string | undefined]>([
    ["more AI than visitors", of(counts(100, 460, 400)), "people 100, AI 460, all 400"],
    ["more people than visitors", of(counts(421, 0, 400)), "people 421, AI 0, all 400"],
    ["as approximate as counts are", of(counts(420, 0, 400)), undefined],
    ["a page above the site", of(counts(400, 0), [page("/a", 421)]), "a page 421, the site 400"],
    ["a page hardly above the site", of(counts(400, 0), [page("/a", 420)]), undefined],
    [
      "the period before",
      of(counts(400, 0), [], counts(1, 500, 400)),
      "the week before: people 1, AI 500, all 400",
    ],
  ])("%s", (_, report, figures) => {
    const notice = figures && `These counts contradict each other (${figures}). Don't decide on them.`;
    expect(report.notices[0]).toBe(notice);
    // Such a report gives no advice.
    if (notice !== undefined) expect([...report.worthALook, ...report.next]).toEqual([]);
    else expect([report.worthALook.length > 0, report.next.length]).toEqual([true, 1]);
  });
});

it.each([
  [20, ["Visits without a path (20 visitors) are left out of all lists of pages."]],
  [19, []],
])("%i visitors without a path", (visitors, notices) => {
  const current = period(counts(900, 0), [page("/", 800), page("", visitors)]);
  expect(reportOf({ data: dataOf({ current }) }).notices).toEqual(notices);
});
