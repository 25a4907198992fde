import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/visitors/find/report.ts";
import type { Page, SignalData, VisitorData } from "../../../src/visitors/read/data.ts";
import { headlineText } from "../../../src/visitors/tell/headline.ts";
import { rowOf } from "../next-fixture.ts";
import {
  counts,
  dataOf,
  emptySignals,
  noSignals,
  page,
  period,
  periodsOf,
  reportOf,
  siteReport,
} from "../report-fixture.ts";

type Numbers = readonly number[];
const countsOf = ([human = 0, ai = 0, total = human + ai]: Numbers) => counts(human, ai, total);

const noneMoved = "No page stands out.";

it.each<[Numbers | undefined, Numbers, string]>([
  [[80, 20], [80, 20], "100 visitors, ±0%. People 80 (±0%), AI 20 (±0%)."],
  [
    [15_906, 3977, 18_410],
    [11_611, 8272, 18_520],
    `18,520 visitors, +1%. People 11,611 (−27%), AI 8,272 (+108%). ${noneMoved}`,
  ],
  // Too few AI in both periods for a percentage.
  [[100, 3], [100, 19], "119 visitors, +16%. People 100 (±0%), AI 19."],
  [[100, 1], [100, 20], "120 visitors, +19%. People 100 (±0%), AI 20 (+1,900%)."],
  // Nearly all are not all.
  [[1000, 1000], [1, 0], `1 visitor, −99%. People 1 (−99%), AI 0 (−100%). ${noneMoved}`],
  [[100, 0], [300, 20], "320 visitors, +220%. People 300 (+200%), AI 20."],
  [[11, 4], [12, 7], "19 visitors, after 15 the week before. People 12, AI 7."],
  [[0, 0], [900, 300], "1,200 visitors. People 900, AI 300. Nothing to compare with yet."],
  [undefined, [900, 300], "1,200 visitors. People 900, AI 300."],
  [
    [30, 5],
    [0, 0],
    "No visitors, after 35 the week before. Is the site up, and does the dashboard count visits?",
  ],
  [undefined, [0, 0], "No visitors. Is the site up, and does the dashboard count visits?"],
])("after %j for %j", (was, is, text) => {
  expect(headlineText(siteReport(was && countsOf(was), countsOf(is)))).toBe(text);
});

it("after a period without anyone is compared with it, if the site had visitors before", () => {
  const trend = [counts(500, 100), counts(0, 0), counts(900, 300)];
  const data = dataOf({ current: period(counts(900, 300)), previous: period(counts(0, 0)), trend });
  expect(headlineText(reportOf({ data }))).toMatch(
    /^1,200 visitors, after 0 the week before\. People 900/,
  );
  const first = reportOf({ data: { ...data, trend: [counts(0, 0), undefined, counts(900, 300)] } });
  expect(headlineText(first)).toBe(
    "1,200 visitors. People 900, AI 300. Nothing to compare with yet.",
  );
});

describe("what it ends with", () => {
  const { feedback, questions } = emptySignals;
  const pages = [page("/a", 30), page("/b", 9)];
  const of = (now: Numbers, noPages: readonly Page[] = []) => ({
    current: { ...period(countsOf(now), pages), noPages },
  });
  const flood = (human: number, ai: number) =>
    of([9000, 1000], [{ ...page("/.env", 0), counts: counts(human, ai) }]);
  /** Of data, of its signals and of the report; by default a steady week in which nothing was said. */
  type Given = Partial<VisitorData> & { read?: Partial<SignalData>; parts?: Partial<Report> };
  const endOf = ({ read = emptySignals, parts, ...given }: Given) => {
    const data = dataOf({
      ...of([9000, 1000]),
      previous: period(counts(9000, 1000), [page("/a", 30)]),
      signals: { ...noSignals, ...read },
      ...given,
    });
    const text = headlineText(reportOf({ data, next: [], ...parts }));
    return text.replace(/^.*? AI [\d,]+(?: \([^)]*\))?\. ?/, "");
  };
  const moves = [
    { ...page("/a", 0), kind: "up", now: counts(90, 0), before: counts(30, 0) } as const,
  ];
  const {
    "rated-down": rated,
    "searched-unclicked": searched,
    "examples-reported": reported,
  } = rowOf;
  const refused = { why: "failure", reason: "forbidden" } as const;
  const notAllowed =
    "the plan or the API key does not allow it. To stop asking, change the input signals";

  it.each<[string, Given, string]>([
    ["nothing", {}, "Nothing needs you this week."],
    ["pages that rest", { parts: { isResting: true } }, "Nothing new needs you this week."],
    [
      "nothing in another time",
      { parts: { periods: periodsOf({ period: "30d" }) } },
      "Nothing needs you this period.",
    ],
    [
      "one page twice, and a search",
      { parts: { next: [rated, { ...rowOf["asked-unanswered"], page: rated.page }, searched] } },
      "1 page wants work. 1 search term got few or no clicks.",
    ],
    [
      "several of both",
      { parts: { next: [rated, reported, searched, searched] } },
      "2 pages want work. 2 search terms got few or no clicks.",
    ],
    // What stands below has to be looked at.
    ["a page that moved", { parts: { moves } }, ""],
    ["a fifth fewer people", of([7200, 1000]), noneMoved],
    ["nothing to compare with", { previous: undefined }, ""],
    ["hardly fewer", of([7201, 500]), "Nothing needs you this week."],
    ["a flood of AI", flood(20, 2500), "Nothing needs you this week."],
    // People are not compared.
    ["a flood of people", flood(2500, 20), ""],
    // Nothing that wants work can be known, so nothing is said.
    ["no signals", { read: {} }, ""],
    ["one signal", { read: { questions } }, "Nothing needs you this week."],
    [
      "refused signals",
      {
        read: {
          missing: [
            { what: "feedback", ...refused },
            { what: "questions", ...refused },
          ],
        },
      },
      `Feedback and questions could not be read: ${notAllowed}.`,
    ],
    [
      "a period before that is refused",
      { missing: [{ what: "previous", ...refused }], previous: undefined },
      "The week before could not be read: the plan or the API key does not allow it.",
    ],
    [
      "a part of a signal",
      { read: { feedback, missing: [{ what: "feedback", ...refused }] } },
      `Some feedback could not be read: ${notAllowed}.`,
    ],
    [
      "work, and a signal that failed",
      { parts: { next: [rated] }, read: { missing: [{ what: "questions", why: "time" }] } },
      "1 page wants work. Questions could not be read: timeout-minutes is too short.",
    ],
    [
      "pages that were not read",
      {
        missing: [
          { what: "pages", why: "budget" },
          { what: "previous-pages", why: "malformed" },
        ],
      },
      "Only 2 pages could be read: max-requests is too low. Only 1 page of the week before could be read: wrong shape or impossible numbers.",
    ],
    [
      "no period before",
      {
        missing: [
          { what: "previous", why: "failure", reason: "answer" },
          { what: "pages", why: "failure", reason: "answer" },
        ],
      },
      "The week before could not be read: invalid response. Only 2 pages could be read: invalid response.",
    ],
    // Only which pages are new or gone is unknown.
    [
      "a list that changed",
      {
        missing: [
          { what: "pages", why: "repeated" },
          { what: "previous-pages", why: "repeated" },
        ],
      },
      "This report may lack some pages: their list changed while it was read. The next report reads it anew.",
    ],
  ])("with %s", (_, given, text) => {
    expect(endOf(given)).toBe(text);
  });
});
