import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/visitors/find/report.ts";
import type { Counts, Missing, SignalData, VisitorData } from "../../../src/visitors/read/data.ts";
import { toDigest } from "../../../src/visitors/tell/files.ts";
import { renderComment, renderReport } from "../../../src/visitors/tell/report.ts";
import {
  counts,
  dataOf,
  emptySignals,
  noSignals,
  page,
  period,
  periodOf,
  reportOf,
  sampleData,
} from "../report-fixture.ts";
import { reports } from "../said.ts";

/** The quoted notice below the heading. */
const noticeIn = (report: Report) => /^> (.*)$/m.exec(renderReport(report))?.[1];
/** What the small print says between the project and the link. */
const smallPrint = (report: Report) =>
  /`docs-project` · (.*?)(?: · )?\[workflow run/.exec(renderReport(report))?.[1];
const ofSample = (given: Partial<VisitorData>) => {
  const { current, ...sample } = sampleData();
  const data = { ...sample, current: { ...current, noPages: { count: 0, most: undefined } } };
  return reportOf({ data: { ...data, ...given } });
};

it.each<[Missing[], string]>([
  [[], ""],
  [
    [
      { what: "pages", why: "time" },
      { what: "previous-pages", why: "time" },
      { what: "trend", why: "time" },
    ],
    "not read: some pages and the trend (`timeout-minutes` was reached; raise it to read more)",
  ],
  [
    [
      { what: "previous", why: "failure", reason: "answer" },
      { what: "trend", why: "failure", reason: "service" },
      { what: "pages", why: "malformed" },
    ],
    "not read: the week before (invalid response); the trend (service failing); some pages (wrong shape or impossible numbers)",
  ],
  [
    [
      { what: "pages", why: "repeated" },
      { what: "previous-pages", why: "repeated" },
    ],
    "not read: the list of pages as a whole (it changed meanwhile, so no page is called new or gone)",
  ],
])("what was not read of the visitors is small print: %j", (missing, small) => {
  const report = ofSample({ missing });
  expect([noticeIn(report), smallPrint(report)]).toEqual([undefined, small]);
});

const refused = { why: "failure", reason: "forbidden" } as const;
const { feedback, questions } = emptySignals;

it.each<[Partial<SignalData>, string]>([
  [
    {
      missing: [
        { what: "feedback", ...refused },
        { what: "questions", ...refused },
      ],
    },
    "not read: feedback and questions (not in the plan, or not allowed to the key; `signals` selects what is read)",
  ],
  [
    {
      missing: [
        { what: "questions", why: "budget" },
        { what: "searches", why: "time" },
      ],
    },
    "not read: questions (`max-requests` left too few requests; raise it to read more); searches (`timeout-minutes` was reached; raise it to read more)",
  ],
  [
    {
      feedback,
      missing: [
        { what: "feedback", why: "malformed" },
        { what: "feedback", why: "malformed" },
      ],
    },
    "not read: some feedback (wrong shape or impossible numbers)",
  ],
  [{ feedback: { ...feedback, areAllVotes: false } }, "votes of 100 pages at most"],
  [
    { questions, elsewhere: ["app.example.com"] },
    "left out: 1 vote, report or question of another site, such as `app.example.com`",
  ],
  [
    { questions, elsewhere: ["a.example", "b.example"] },
    "left out: 2 votes, reports or questions of another site, such as `a.example`",
  ],
])(
  "what was not read of the signals, and what was left out, is small print: %j",
  (signals, small) => {
    const report = ofSample({ signals: { ...noSignals, ...signals } });
    expect([noticeIn(report), smallPrint(report)]).toEqual([undefined, small]);
  },
);

describe("addresses that are no pages", () => {
  const row = (path: string, total: number) => ({ path, ...counts(total, 0) });
  const site = (total: number, ...rows: ReturnType<typeof row>[]) =>
    periodOf(counts(total, 0), rows);

  it("are counted in the small print, with the one that was asked for most", () => {
    const current = site(9000, row("/llms.txt", 300), row("/wp-login.php", 200), row("/a", 100));
    expect(smallPrint(ofSample({ current, previous: undefined }))).toBe(
      "2 addresses that are no pages, such as `/llms.txt` (300 visitors)",
    );
    // It may be made for one person.
    const one = site(9000, row("/jane@example.com", 4));
    expect(smallPrint(ofSample({ current: one, previous: undefined }))).toBe(
      "1 address that is no page",
    );
  });

  it.each<[string, number, number, string | undefined]>([
    ["now", 2001, 0, "2,001 of the 10,000 visitors asked for `/wp-login.php`, which is no page."],
    [
      "before",
      0,
      2501,
      "In the week before, 2,501 of the 12,500 visitors asked for `/wp-login.php`, which is no page.",
    ],
    ["in both periods", 4000, 4000, undefined],
    ["hardly", 2000, 0, undefined],
  ])("are a notice if many visitors of one period asked for one: %s", (_, now, before, notice) => {
    const report = ofSample({
      current: site(10_000, row("/wp-login.php", now)),
      previous: site(before === 0 ? 10_000 : 12_500, row("/wp-login.php", before)),
    });
    expect(noticeIn(report)).toBe(notice && `${notice} So no change is shown.`);
    expect(/\d%/.test(renderReport(report))).toBe(notice === undefined);
  });
});

describe("counts that contradict each other", () => {
  const of = (is: Counts, was = counts(400, 100)) =>
    reportOf({
      data: dataOf({
        ...{ current: period(is, [page("/b", 50)]), previous: period(was, [page("/x", 300)]) },
        signals: { ...noSignals, feedback: { ...feedback, exampleReports: reports("/b", 0, 1) } },
      }),
    });

  it.each<[string, Report, string | undefined]>([
    ["more AI than visitors", of(counts(100, 460, 400)), "people 100, AI 460, all 400"],
    ["more people than visitors", of(counts(421, 0, 400)), "people 421, AI 0, all 400"],
    ["more visitors than both", of(counts(90, 10, 106)), "people 90, AI 10, all 106"],
    ["as approximate as counts are", of(counts(420, 0, 400)), undefined],
    ["the period before", of(counts(400, 0), counts(1, 500, 400)), "people 1, AI 500, all 400"],
  ])("are told, and nothing but the key figures with them: %s", (_, report, figures) => {
    const notice =
      figures && `These counts contradict each other (${figures}). Don't decide on them.`;
    expect(noticeIn(report)).toBe(notice);
    if (notice === undefined) return expect(report.next).toHaveLength(1);
    for (const text of [renderReport(report), renderComment(report, "/docs-agent")])
      expect(text).toMatch(
        /^## .*\n\n> These .*\n\n\*\*[\d,]+ visitors\.\*\*\n\n(\|.*\n)+\n<sub>.*\n$/,
      );
    expect(toDigest(report)).toContain(" visitors. These counts contradict each other.\n");
  });
});
