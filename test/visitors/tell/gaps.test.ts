import { describe, expect, it } from "vitest";
import type { Counts, Missing, PageRow, Report, SignalData } from "../../../src/visitors/report-model.ts";
import { toDigest } from "../../../src/visitors/tell/outputs.ts";
import { renderComment, renderReport } from "../../../src/visitors/tell/report.ts";
import { emptySignals } from "../next-fixture.ts";
import { counts, dataOf, noSignals, page, period, reportOf, sampleData } from "../report-fixture.ts";
import { reports } from "../said.ts";

it("a report without doubts has no notices; others have them quoted, and in the digest as plain text", () => {
  const report = reportOf();
  expect(report.notices).toEqual([]);
  const doubtful = { ...report, notices: ["Not read: `a`.", "Dropped: b."] };
  expect(renderReport(doubtful)).toContain("Nov 2026\n\n> Not read: `a`.\n>\n> Dropped: b.\n\n**11,528");
  expect(toDigest(doubtful).split("\n")[1]).toBe("Not read: a. Dropped: b.");
});

/** What the small print says between the project and the link. */
const smallPrint = (report: Report) =>
  /`docs-project` · (.*) · \[workflow run/.exec(renderReport(report))?.[1];

it.each<[Missing[], string[], string | undefined]>([
  [
    [
      { what: "pages", why: "time" },
      { what: "previous-pages", why: "time" },
      { what: "trend", why: "time" },
    ],
    [
      "The totals are complete; page findings cover only the most-read pages. Not read: pages of this week beyond the first 24 and pages of the week before beyond the first 23 (`timeout-minutes` was reached; raise it to read more).",
    ],
    "Not read: 1 of the 8 weeks of the trend (`timeout-minutes` was reached; raise it to read more)",
  ],
  [
    [
      { what: "previous", why: "failure", reason: "answer" },
      { what: "trend", why: "failure", reason: "service" },
      { what: "rows", why: "malformed", count: 3 },
    ],
    ["Not read: the period before (invalid response)."],
    "Not read: 1 of the 8 weeks of the trend (service failing); 3 rows (wrong shape or impossible numbers)",
  ],
])("what was not read of the visitors is a doubt only of totals and pages: %j", (missing, notices, small) => {
  const sample = sampleData();
  const current = { ...sample.current, complete: false };
  const data = { ...sample, current, trend: sample.trend.with(0, undefined), missing };
  const report = reportOf({ data });
  expect([report.notices, smallPrint(report)]).toEqual([notices, small]);
});

const refused = { why: "failure", reason: "forbidden" } as const;
const { feedback, questions } = emptySignals;

it.each<[Missing[], Partial<SignalData>, string | undefined]>([
  [[{ what: "feedback", ...refused }], { questions }, "Not read: feedback (plan or key)"],
  [
    [
      { what: "questions", why: "budget" },
      { what: "searches", why: "time" },
    ],
    {},
    "Not read: questions (`max-requests` left too few requests; raise it to read more); searches (`timeout-minutes` was reached; raise it to read more)",
  ],
  [
    [{ what: "feedback", why: "malformed" }],
    { feedback },
    "Not read: some feedback (wrong shape or impossible numbers)",
  ],
  [
    [
      { what: "feedback", ...refused },
      { what: "questions", ...refused },
    ],
    {},
    undefined,
  ],
])(
  "what was not read of the signals is small print, but a line where all are refused: %j",
  (missing, signals, small) => {
    const data = dataOf({ ...sampleData(), signals: { ...noSignals, ...signals, missing } });
    const report = reportOf({ data });
    expect([report.notices, smallPrint(report)]).toEqual([[], small]);
    const line =
      "The plan or the key does not include feedback and questions. `signals: none` hides this line.";
    expect(renderReport(report).includes(`\n\n${line}\n\n`)).toBe(small === undefined);
  },
);

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
      "the period before: people 1, AI 500, all 400",
    ],
  ])("%s", (_, report, figures) => {
    const notice =
      figures &&
      `These counts contradict each other (${figures}). Don't decide on them. Try again tomorrow; if it stays, ask Mintlify.`;
    expect(report.notices[0]).toBe(notice);
    // Such a report ends with the key figures.
    if (notice !== undefined)
      for (const render of [renderReport, renderComment])
        expect(render(report)).toMatch(
          /^## .*\n\n> These .*\n\n\*\*[\d,]+ visitors\.\*\*\n\n(\|.*\n)+\n<sub>.*\n$/,
        );
    else expect(report.next).toHaveLength(1);
  });
});
