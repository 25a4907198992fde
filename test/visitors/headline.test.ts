import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainHeadline, reportHeadline } from "../../src/visitors/headline.ts";
import { runs } from "../runs.ts";
import { anyCounts } from "./arbitraries.ts";
import { rowOf } from "./next-fixture.ts";
import { counts, periodsOf, reportOf, siteReport } from "./report-fixture.ts";

const { worthALook } = reportOf();

it("the headline is bold up to the change of all visitors, and has a plain form", () => {
  const report = reportOf();
  expect(reportHeadline(report)).toBe(
    "**11,528 visitors, +8%**, 18% of them AI, as before. People +8%, AI +6%.",
  );
  expect(plainHeadline(report)).toBe(reportHeadline(report).replaceAll("**", ""));
});

it.each([
  [[80, 20], [80, 20], "100 visitors, ±0%, 20% of them AI, as before. People ±0%, AI ±0%."],
  [[15_906, 3977], [11_611, 8272], "People −27% (15,906 → 11,611), AI +108%. 19,883 visitors in all, ±0%."],
  [[100, 50], [80, 20], "100 visitors, −33%, 20% of them AI. People −20%, AI −60%."],
  // A share that rounds to another, but changed by less than a point.
  [[8000, 2000], [7930, 2070], "10,000 visitors, ±0%, 21% of them AI. People −1%, AI +4%."],
  // The first AI, below and above the threshold.
  [[100, 0], [300, 10], "310 visitors, ×3.1, 3% of them AI. People ×3.0."],
  [[100, 0], [300, 20], "320 visitors, ×3.2, 6% of them AI. People ×3.0."],
  [[21, 4], [25, 7], "32 visitors, after 25 the week before, 22% of them AI."],
  [[12, 1], [8, 2], "10 visitors, after 13 the week before."],
  [[2, 0], [900, 1], "901 visitors, ×451, under 1% of them AI. People ×450."],
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
  [[50, 50], [1, 999], "People −98% (50 → 1), AI ×20. 1,000 visitors in all, ×10."],
  // Counts that contradict each other.
  [[50, 50], [50, 120, 100], "100 visitors."],
  [[0, 0, 0], [5, 3, 0], "0 visitors."],
  [undefined, [90, 10], "100 visitors, 10% of them AI."],
  [[100, 0], [110, 0], "110 visitors, +10%, no AI."],
  [[1000, 3], [700, 5], "People −30% (1,000 → 700). 705 visitors in all, −30%."],
])("the headline after %j for %j", (was, is, text) => {
  const of = ([human = 0, ai = 0, total = human + ai]: number[]) => counts(human, ai, total);
  // With something to look at, so that no sentence follows.
  expect(plainHeadline({ ...siteReport(was && of(was), of(is)), worthALook })).toBe(text);
});

it.each([
  ["people down and AI up", [100, 100], [55, 150], "People"],
  ["both up alike", [100, 100], [150, 150], undefined],
  ["people within chance", [100, 100], [62, 150], "AI"],
  ["people down by less than a tenth", [10_000, 1000], [9001, 2000], "AI"],
  ["people down by a tenth", [10_000, 1000], [9000, 2000], "People"],
  ["AI up by a third of what people are", [10_000, 10_000], [13_000, 11_000], undefined],
  ["AI up by less than a third of that", [10_000, 10_000], [13_000, 10_900], "People"],
  ["the first AI", [100, 0], [55, 150], undefined],
  ["AI as before", [100, 100], [200, 100], "People"],
  ["too few for a percentage", [19, 19], [1, 1], undefined],
] as const)("people or AI lead, in bold, where they parted: %s", (_, was, is, lead) => {
  const report = siteReport(counts(was[0], was[1]), counts(is[0], is[1]));
  const bold = /^\*\*(People|AI|[\d,]+ visitors)/.exec(reportHeadline(report))?.[1];
  expect(bold).toBe(lead ?? `${(is[0] + is[1]).toLocaleString("en-US")} visitors`);
});

describe("“Nothing needs you this week.”", () => {
  const steady = siteReport(counts(100, 20), counts(100, 20));
  const says = (report: Parameters<typeof plainHeadline>[0]) =>
    / Nothing needs you(?: this week)?\.$/.exec(plainHeadline(report))?.[0].trim();

  it.each([
    [{ period: "last-week" }, "Nothing needs you this week."],
    [{ period: "14d" }, "Nothing needs you."],
    [{ period: "last-month" }, "Nothing needs you."],
  ])("ends the headline of a quiet %j", (given, text) => {
    expect(says({ ...steady, periods: periodsOf(given) })).toBe(text);
  });

  it.each<[string, Parameters<typeof plainHeadline>[0]]>([
    ["something is worth a look", { ...steady, worthALook }],
    ["there is a row to document", { ...steady, next: [rowOf["rated-down"]] }],
    ["something makes the report doubtful", { ...steady, notices: ["Not read: a part."] }],
    ["people fell by a fifth", siteReport(counts(100, 20), counts(80, 40))],
    ["AI fell by a fifth", siteReport(counts(100, 20), counts(100, 16))],
    ["nobody came", siteReport(counts(100, 20), counts(0, 0))],
    ["nobody came before", siteReport(counts(0, 0), counts(100, 20))],
    ["there is no comparison", siteReport(undefined, counts(100, 20))],
  ])("is not said if %s", (_, report) => {
    expect(says(report)).toBeUndefined();
  });

  it("is said if people fell by less than a fifth, or there were none", () => {
    expect(says(siteReport(counts(100, 20), counts(81, 40)))).toBeDefined();
    expect(says(siteReport(counts(0, 20), counts(0, 20)))).toBeDefined();
  });
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
