import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Signal } from "../../src/inputs/table.ts";
import { plainHeadline, reportHeadline } from "../../src/visitors/headline.ts";
import type { Memory } from "../../src/visitors/memory.ts";
import { toDigest } from "../../src/visitors/outputs.ts";
import { renderComment, renderReport } from "../../src/visitors/report.ts";
import type { Counts, PageFinding, Report, SettledRow, SignalData } from "../../src/visitors/report-model.ts";
import { runs } from "../runs.ts";
import { anyCounts } from "./arbitraries.ts";
import { emptySignals, rowOf } from "./next-fixture.ts";
import {
  counts,
  dataOf,
  noDocs,
  noSignals,
  page,
  period,
  periodsOf,
  reportOf,
  siteReport,
} from "./report-fixture.ts";

const { worthALook } = reportOf();

it("the headline is bold up to the change of all visitors, and has a plain form", () => {
  const report = reportOf();
  expect(reportHeadline(report)).toBe(
    "**11,528 visitors, +8%**, 18% of them AI, as before; people and AI alike. **3 pages want work; 4 more stand out.**",
  );
  expect(plainHeadline(report)).toBe(reportHeadline(report).replaceAll("**", ""));
});

it.each([
  [[80, 20], [80, 20], "100 visitors, ±0%, 20% of them AI, as before; people and AI alike."],
  [[15_906, 3977], [11_611, 8272], "People −27% (15,906 → 11,611), AI +108%. 19,883 visitors in all, ±0%."],
  [[100, 50], [80, 20], "100 visitors, −33%, 20% of them AI. People −20%, AI −60%."],
  // A share that rounds to another, but changed by less than a point.
  [[8000, 2000], [7930, 2070], "10,000 visitors, ±0%, 21% of them AI. People −1%, AI +4%."],
  // The first AI, below and above the threshold.
  [[100, 0], [300, 10], "310 visitors, +210%, 3% of them AI. People +200%. Growth was site-wide."],
  [[100, 0], [300, 20], "320 visitors, +220%, 6% of them AI. People +200%. Growth was site-wide."],
  [[21, 4], [25, 7], "32 visitors, after 25 the week before, 22% of them AI."],
  [[12, 1], [8, 2], "10 visitors, after 13 the week before."],
  [
    [30, 5],
    [0, 0],
    "No visitors, after 35 the week before. Is the site up, and does the dashboard count visits?",
  ],
  [
    [0, 0],
    [0, 0],
    "No visitors, and none the week before either. Is this the right project, and is the site published?",
  ],
  [undefined, [0, 0], "No visitors. Is this the right project, and is the site published?"],
  [[0, 0], [900, 300], "1,200 visitors, none the week before, 25% of them AI."],
  [[50, 50], [60, 0], "AI −100% (50 → 0), people +20%. 60 visitors in all, −40%."],
  // Counts that contradict each other.
  [[50, 50], [50, 120, 100], "100 visitors."],
  [[100, 0], [110, 0], "110 visitors, +10%, no AI."],
  [[1000, 3], [700, 5], "People −30% (1,000 → 700). 705 visitors in all, −30%."],
])("the headline after %j for %j", (was, is, text) => {
  const of = ([human = 0, ai = 0, total = human + ai]: number[]) => counts(human, ai, total);
  const report = { ...siteReport(was && of(was), of(is)), worthALook };
  expect(plainHeadline(report).replace(" 3 pages want work.", "")).toBe(text);
});

it.each([
  ["both up alike", [100, 100], [150, 150], undefined],
  ["people within chance", [100, 100], [62, 150], "AI"],
  ["people down by less than a tenth", [10_000, 1000], [9001, 2000], "AI"],
  ["people down by a tenth", [10_000, 1000], [9000, 2000], "People"],
  ["AI up by a third of what people are", [10_000, 10_000], [13_000, 11_000], undefined],
  ["AI up by less than a third of that", [10_000, 10_000], [13_000, 10_900], "People"],
  ["AI as before", [100, 100], [200, 100], "People"],
  ["too few for a percentage", [19, 19], [1, 1], undefined],
] as const)("people or AI lead, in bold, where they parted: %s", (_, was, is, lead) => {
  const report = siteReport(counts(was[0], was[1]), counts(is[0], is[1]));
  const bold = /^\*\*(People|AI|[\d,]+ visitors)/.exec(reportHeadline(report))?.[1];
  expect(bold).toBe(lead ?? `${(is[0] + is[1]).toLocaleString("en-US")} visitors`);
});

describe("“Nothing needs you this week.”", () => {
  const steady = siteReport(counts(100, 20), counts(100, 20));
  const says = (report: Report) =>
    / Nothing needs you(?: this week)?\.$/.exec(plainHeadline(report))?.[0].trim();

  it.each([
    [{ period: "last-week" }, "Nothing needs you this week."],
    [{ period: "last-month" }, "Nothing needs you."],
  ])("ends the headline of a quiet %j", (given, text) => {
    expect(says({ ...steady, periods: periodsOf(given) })).toBe(text);
  });

  it.each<[string, Report]>([
    ["people fell by a fifth", siteReport(counts(100, 20), counts(80, 40))],
    ["AI fell by a fifth", siteReport(counts(100, 20), counts(100, 16))],
    ["nobody came", siteReport(counts(100, 20), counts(0, 0))],
    ["nobody came before", siteReport(counts(0, 0), counts(100, 20))],
  ])("is not said if %s", (_, report) => {
    expect(says(report)).toBeUndefined();
  });

  it("is said if people fell by less than a fifth, or there were none", () => {
    expect(says(siteReport(counts(100, 20), counts(81, 40)))).toBeDefined();
    expect(says(siteReport(counts(0, 20), counts(0, 20)))).toBeDefined();
  });
});

describe("the call that ends the headline", () => {
  const steady = siteReport(counts(1000, 200), counts(1000, 200));
  const missing = (what: Signal) => ({
    ...steady.data,
    signals: { ...noSignals, missing: [{ what, why: "budget" } as const] },
  });
  const read = { ...steady.data, signals: emptySignals };
  const partly: SignalData = { ...emptySignals, missing: [{ what: "feedback", why: "malformed" }] };
  const gone: PageFinding = {
    ...{ kind: "gone", path: "/guides/billing" },
    ...{ current: counts(0, 0), previous: counts(30, 0) },
  };
  const pulls = {
    ...{ days: 28, merged: 0, closed: 0, open: 1, halfMergedWithin: 1 },
    waiting: [{ number: 43, days: 12 }],
  };
  const docs = { ...noDocs, pulls };
  const gap = [{ part: "the documentation's changed pages", reason: "HTTP 403" }];
  const next = [rowOf["rated-down"]];
  const memory = { from: 1, to: 2, notes: [] };
  const earlier = (...kinds: readonly Memory["notes"][number]["kind"][]): Memory => ({
    ...memory,
    notes: kinds.map((kind) => ({ kind, page: "/guides/billing", since: 1, last: 2 })),
  });
  const helped: SettledRow = {
    ...{ ...rowOf["asked-unanswered"], unanswered: 0, asked: 20 },
    ...{ before: { unanswered: 9, asked: 9, conversations: 9 }, changed: { at: 0, pull: 41 } },
  };
  const ofBilling = { ...helped, path: "/guides/billing", page: "/guides/billing" };
  const fall: Report["worthALook"] = [{ kind: "fewerPeople", current: counts(1, 1), previous: counts(2, 2) }];

  it.each<[string, Partial<Report>, string]>([
    ["nothing", {}, "Nothing needs you this week."],
    [
      "a source that was not read",
      { data: missing("feedback") },
      "The visitors need nothing from you; feedback could not be read.",
    ],
    [
      "rows that were dropped",
      { data: { ...steady.data, missing: [{ what: "rows", why: "malformed", count: 2 }] } },
      "The visitors need nothing from you; 2 rows could not be read.",
    ],
    [
      "a repository that was not read",
      { docs: { ...docs, pulls: undefined, missing: gap } },
      "The visitors need nothing from you; the documentation's changed pages could not be read.",
    ],
    ["a pull request", { docs }, "Merge or close docs pull request 43: it has waited for 12 days."],
    [
      "a pull request and a gap",
      { docs: { ...docs, missing: gap } },
      "Merge or close docs pull request 43: it has waited for 12 days; the documentation's changed pages could not be read.",
    ],
    ["a page", { next }, "1 page wants work."],
    [
      "pages, a pull request and a gap",
      { next, worthALook, docs, data: missing("questions") },
      "4 pages want work; a pull request waits. Questions could not be read.",
    ],
    [
      "what is new",
      { memory, next: [{ ...rowOf["rated-down"], nth: 3 }], worthALook },
      "4 pages want work, new: /integrations/mcp-server, /guides/streaming-responses and 1 more.",
    ],
    [
      "a term beside a row that returns, so nobody knows how many are new",
      { memory, next: [rowOf["searched-unclicked"], { ...rowOf["rated-down"], nth: 3 }] },
      "2 findings want work.",
    ],
    [
      "a row whose source was not read",
      { data: missing("feedback"), memory: earlier("rated-down") },
      "The visitors need nothing from you; feedback could not be read, so /guides/billing may still want work.",
    ],
    [
      "a row whose source was not read, and a doubt",
      { data: missing("feedback"), memory: earlier("rated-down"), notices: ["Not read: a part."] },
      "Feedback could not be read, so /guides/billing may still want work.",
    ],
    [
      "rows that have ended, and no prompt",
      { data: read, memory: earlier("rated-down", "prompt", "unchanged") },
      "Nothing needs you this week. Off the list: /guides/billing.",
    ],
    [
      "rows whose signal is no longer asked for",
      { memory: earlier("rated-down") },
      "Nothing needs you this week.",
    ],
    [
      "rows whose signal was read in part",
      { data: { ...read, signals: partly }, memory: earlier("rated-down") },
      "The visitors need nothing from you; some feedback could not be read.",
    ],
    [
      "rows whose pages may not have been read",
      { data: { ...read, current: { ...read.current, complete: false } }, memory: earlier("rated-down") },
      "Nothing needs you this week.",
    ],
    [
      "a row whose page is told otherwise",
      {
        ...{ data: read, memory: earlier("rated-down"), worthALook: [gone] },
        findings: { ...steady.findings, pages: [gone] },
      },
      "1 page wants work.",
    ],
    [
      "rows of pages that are still there",
      { memory: earlier("examples-reported"), next: [{ ...rowOf["rated-down"], nth: 2 }] },
      "1 page still wants work.",
    ],
    [
      "rows for which the list may have no room",
      { memory: earlier("rated-down"), next: Array(5).fill(rowOf["searched-unclicked"]) },
      "5 findings want work.",
    ],
    [
      "what helped",
      { changedSince: [helped] },
      "Nothing needs you this week. The change of /guides/webhooks helped.",
    ],
    [
      "a row of which it is too early to tell whether its change helped",
      {
        ...{ data: read, memory: earlier("asked-unanswered") },
        changedSince: [{ ...ofBilling, asked: 2 }],
      },
      "Nothing needs you this week. Changed: /guides/billing.",
    ],
    [
      "a row whose change helped",
      { data: read, memory: earlier("asked-unanswered"), changedSince: [ofBilling] },
      "Nothing needs you this week. The change of /guides/billing helped.",
    ],
    [
      "findings without room",
      { next, others: worthALook.filter((one) => "path" in one) },
      "1 page wants work; 3 more stand out.",
    ],
    [
      "a term beside a page that is new, as the term may be old",
      { memory, next: [rowOf["searched-unclicked"], ...next] },
      "2 findings want work.",
    ],
    ["a page that is new to the reports", { next, memory }, "1 page wants work, new: /guides/billing."],
    ["a term", { next: [rowOf["searched-unclicked"], ...next] }, "2 findings want work."],
    ["a fall", { next, worthALook: fall }, "Find out why fewer people came; 1 page wants work."],
    ["a doubt", { notices: ["Not read: a part."] }, "No page to act on."],
  ])("is about %s", (_, parts, call) => {
    const report = { ...steady, ...parts };
    const whole = "1,200 visitors, ±0%, 17% of them AI, as before; people and AI alike.";
    expect(plainHeadline(report)).toBe(`${whole} ${call}`);
    expect(toDigest(report).split("\n")).toContain(`${whole} ${call}`);
    for (const render of [renderReport, renderComment])
      expect(render(report).replaceAll(/\*\*|`|\[|\]\(<[^>]*>\)/g, "")).toContain(
        call.replace("docs pull request 43", "#43"),
      );
  });
});

const lost = "today: it lost 250 of its 300 visitors.";
it.each<[string, number, string, number, string]>([
  ["half of all", 500, "/a", 50, `Open /a ${lost}`],
  ["less than half of the fall, but a fifth of the site", 498, "/a", 50, `Open /a ${lost}`],
  ["less than both", 698, "/a", 150, ""],
  ["half of the fall alone", 700, "/a", 150, "Open /a today: it lost 150 of its 300 visitors."],
  ["a page that is gone", 800, "/a", 0, "Open /a today: it lost all its 300 visitors."],
  ["the home page, where the site grew", 2000, "/", 50, `Open / ${lost}`],
  ["less than a fifth, where the site grew", 2000, "/a", 101, ""],
  ["no fall of the site beyond chance", 995, "/a", 101, ""],
  ["an odd path", 800, "/@here", 50, `Open a page with an unusual name ${lost}`],
])("names the page that explains a fall: %s", (_, is, path, now, text) => {
  const [current, previous] = [
    period(counts(is, 0), [page(path, now)]),
    period(counts(1000, 0), [page(path, 300)]),
  ];
  const report = reportOf({ data: dataOf({ current, previous }) });
  expect(/Open [^.]* lost [^.]*\./.exec(plainHeadline(report))?.[0] ?? "").toBe(text);
});

const passed =
  "AI passed people for the first time in the last 4 weeks: 55% of visitors, 49% the week before. Nothing to do.";
it.each<[string, (number | undefined)[], string | undefined]>([
  ["for the first time", [100, 200, 480, 600], passed],
  ["again", [100, 600, 480, 600], undefined],
  ["by no more than people", [100, 200, 480, 500], undefined],
  ["after a week that was not read", [100, undefined, 480, 600], undefined],
])("says that AI passed people %s", (_, ai, text) => {
  const trend = ai.map((count) => (count === undefined ? undefined : counts(500, count)));
  const [was = counts(0, 0), is = counts(0, 0)] = trend.slice(-2);
  const report = reportOf({ data: dataOf({ trend, current: period(is), previous: period(was) }) });
  expect(/AI passed .*/.exec(plainHeadline(report))?.[0]).toBe(text);
});

it("compares months per day, and the small print says why", () => {
  const of = (was: Counts, is: Counts, month: number) => {
    const periods = periodsOf({ period: "last-month" }, Date.UTC(2026, month, 2));
    const report = reportOf({ periods, data: dataOf({ current: period(is), previous: period(was) }) });
    return `${plainHeadline(report)} ${/compared with [^·]*/.exec(renderComment(report))?.[0].trim()}`;
  };
  // 28 days after 31, 31 after 30, and 31 after 31.
  expect(of(counts(3100, 0), counts(2800, 0), 2)).toBe(
    "2,800 visitors, ±0% compared per day, no AI. Nothing needs you. compared with Jan per day, as months differ in length",
  );
  expect(of(counts(3000, 0), counts(3410, 0), 10)).toBe(
    "3,410 visitors, +10% compared per day, no AI. Nothing needs you. compared with Sep per day, as months differ in length",
  );
  expect(of(counts(3100, 0), counts(3100, 0), 8)).toBe(
    "3,100 visitors, ±0%, no AI. Nothing needs you. compared with Jul",
  );
});

it("has no percentage of nothing and none of a few, whatever the numbers", () => {
  fc.assert(
    fc.property(anyCounts, fc.option(anyCounts, { nil: undefined }), (now, before) => {
      const report = siteReport(before, now);
      const text = plainHeadline(report);
      expect(text).toMatch(/^(?:(?:People|AI) .*\. )?(?:No|[\d,]+) visitors?\b[^\n]*[.?]$/);
      expect(text).not.toMatch(/NaN|Infinity|undefined|-/);
      const largest = Math.max(...[now, before].flatMap((one) => (one ? Object.values(one) : [])));
      if (largest < report.findings.threshold) expect(text).not.toMatch(/[%×]/);
      if ((before?.total ?? 0) === 0) expect(/visitors?[^.]*/.exec(text)?.[0]).not.toMatch(/[%×]/);
    }),
    runs(1000),
  );
});
