import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainHeadline, reportHeadline } from "../../../src/visitors/headline.ts";
import { runs } from "../../runs.ts";
import { anyCounts } from "../arbitraries.ts";
import { rowOf } from "../next-fixture.ts";
import { counts, periodsOf, reportOf, sampleData, siteReport } from "../report-fixture.ts";

const { worthALook } = reportOf();

describe("the headline", () => {
  it("is bold up to the change of all visitors, and has a plain form", () => {
    const report = reportOf();
    expect(reportHeadline(report)).toBe(
      "**11,528 visitors, +8%.** People 9,866 (+8%), AI 2,104 (+6%), 18% of all as before.",
    );
    expect(plainHeadline(report)).toBe(reportHeadline(report).replaceAll("**", ""));
  });

  it.each([
    [
      "the same",
      [80, 20],
      [80, 20],
      "100 visitors, ±0%. People 80 (±0%), AI 20 (±0%), 20% of all as before.",
    ],
    [
      "hardly another number",
      [8000, 2000],
      [8000, 2004],
      "10,004 visitors, ±0%. People 8,000 (±0%), AI 2,004 (±0%), 20% of all as before.",
    ],
    [
      "people down and AI up",
      [15_906, 3977],
      [11_611, 8272],
      "People −27% (15,906 → 11,611), AI +108% (3,977 → 8,272). Together 19,883 visitors, ±0%. AI is 42% of all, up from 20%.",
    ],
    [
      "AI down",
      [100, 50],
      [80, 20],
      "100 visitors, −33%. People 80 (−20%), AI 20 (−60%), 20% of all, down from 33%.",
    ],
    [
      "threefold people, and the first AI",
      [100, 0],
      [300, 10],
      "310 visitors, ×3.1. People 300 (×3.0), AI 10, 3% of all.",
    ],
    [
      "the first AI above the threshold",
      [100, 0],
      [300, 20],
      "320 visitors, ×3.2. People 300 (×3.0), AI 20, 6% of all, up from 0%.",
    ],
    [
      "a few AI visitors",
      [21, 4],
      [25, 7],
      "32 visitors, after 25 the week before. People 25, AI 7, 22% of all.",
    ],
    [
      "just enough for a share",
      [16, 4],
      [16, 4],
      "20 visitors, after 20 the week before. People 16, AI 4, 20% of all as before.",
    ],
    ["a share of one point more", [99, 1], [98, 2], "100 visitors, ±0%. People 98 (−1%), AI 2, 2% of all."],
    ["too few for a percentage", [12, 1], [8, 2], "10 visitors, after 13 the week before. People 8, AI 2."],
    ["one visitor", [1, 1], [1, 0], "1 visitor, after 2 the week before. People 1, AI 0."],
    ["few before", [2, 0], [900, 1], "901 visitors, ×451. People 900 (×450), AI 1, under 1% of all."],
    ["few left", [30, 5], [1, 0], "1 visitor, after 35 the week before. People 1, AI 0."],
    [
      "nobody left",
      [30, 5],
      [0, 0],
      "No visitors, after 35 the week before. Is the site up, and does the dashboard count visits?",
    ],
    [
      "nobody at all",
      [0, 0],
      [0, 0],
      "No visitors, and none the week before either. Is this the right project, and is the site published?",
    ],
    [
      "nobody, and a period before that was not read",
      undefined,
      [0, 0],
      "No visitors. Is this the right project, and is the site published? There is nothing to compare with: the week before was not read.",
    ],
    ["the first visitors", [0, 0], [0, 7], "7 visitors, none the week before. People 0, AI 7."],
    [
      "the first week",
      [0, 0],
      [900, 300],
      "1,200 visitors, none the week before. People 900, AI 300, 25% of all.",
    ],
    [
      "only AI",
      [0, 50],
      [0, 60],
      "60 visitors, after 50 the week before. People 0, AI 60, 100% of all as before.",
    ],
    ["no AI", [50, 0], [60, 0], "60 visitors, after 50 the week before. People 60, no AI."],
    [
      "no AI any more",
      [50, 50],
      [60, 0],
      "AI −100% (50 → 0), people +20% (50 → 60). Together 60 visitors, −40%.",
    ],
    [
      "little AI left",
      [90, 30],
      [60, 15],
      "75 visitors, −38%. People 60 (−33%), AI 15 (−50%), 20% of all, down from 25%.",
    ],
    [
      "nearly only AI",
      [50, 50],
      [1, 999],
      "People −98% (50 → 1), AI ×20 (50 → 999). Together 1,000 visitors, ×10. AI is over 99% of all, up from 50%.",
    ],
    [
      "more AI than visitors",
      [50, 50],
      [50, 120, 100],
      "AI +140% (50 → 120), people ±0% (50 → 50). Together 100 visitors, ±0%.",
    ],
    [
      "more people than visitors",
      [50, 50],
      [101, 3, 100],
      "People +102% (50 → 101), AI −94% (50 → 3). Together 100 visitors, ±0%. AI is 3% of all, down from 50%.",
    ],
    [
      "parts of nothing",
      [0, 0, 0],
      [5, 3, 0],
      "0 visitors, and none the week before either. People 5, AI 3.",
    ],
    [
      "no previous period that was read",
      undefined,
      [90, 10],
      "100 visitors. People 90, AI 10, 10% of all. There is nothing to compare with: the week before was not read.",
    ],
  ])("for %s", (_, was, is, text) => {
    const of = ([human = 0, ai = 0, total = human + ai]: number[]) => counts(human, ai, total);
    // With something to look at, so that no sentence follows.
    expect(plainHeadline({ ...siteReport(was && of(was), of(is)), worthALook })).toBe(text);
  });

  it.each([
    ["people down and AI up", [100, 100], [55, 150], "People"],
    ["people up and AI down", [100, 100], [150, 55], "People"],
    ["both up alike", [100, 100], [150, 150], undefined],
    ["both down alike", [150, 150], [100, 100], undefined],
    ["people within chance", [100, 100], [62, 150], "AI"],
    ["both within chance", [100, 100], [90, 110], undefined],
    ["people down by less than a tenth", [10_000, 1000], [9001, 2000], "AI"],
    ["AI alone down", [12_040, 4310], [12_160, 830], "AI"],
    ["AI up by a third of what people are", [10_000, 10_000], [13_000, 11_000], undefined],
    ["AI up by less than a third of that", [10_000, 10_000], [13_000, 10_900], "People"],
    ["the first AI", [100, 0], [55, 150], undefined],
    ["AI as before", [100, 100], [200, 100], "People"],
    ["too few for a percentage", [19, 19], [1, 1], undefined],
  ] as const)("leads with people or AI, in bold, where they parted: %s", (_, was, is, lead) => {
    const report = siteReport(counts(was[0], was[1]), counts(is[0], is[1]));
    const bold = /^\*\*(People|AI|[\d,]+ visitors)/.exec(reportHeadline(report))?.[1];
    expect(bold).toBe(lead ?? `${(is[0] + is[1]).toLocaleString("en-US")} visitors`);
    expect(reportHeadline(report).includes(" Together ")).toBe(lead !== undefined);
  });

  describe("ends with “Nothing needs you this week.”", () => {
    const says = (report: Parameters<typeof plainHeadline>[0]) =>
      / Nothing needs you(?: this week)?\.$/.exec(plainHeadline(report))?.[0].trim();
    const steady = siteReport(counts(100, 20), counts(100, 20));

    it("if there is nothing to act on", () => {
      expect(reportHeadline(steady)).toBe(
        "**120 visitors, ±0%.** People 100 (±0%), AI 20 (±0%), 17% of all as before. Nothing needs you this week.",
      );
      expect(says({ ...steady, next: [] })).toBe("Nothing needs you this week.");
    });

    it.each([
      [{ period: "last-week" }, "Nothing needs you this week."],
      [{ period: "14d" }, "Nothing needs you."],
      [{ period: "last-month" }, "Nothing needs you."],
      [{ "date-from": "2026-11-01T09:00", "date-to": "2026-11-08T09:00" }, "Nothing needs you."],
    ])("but names no week for %j", (given, text) => {
      expect(says({ ...steady, periods: periodsOf(given) })).toBe(text);
    });

    it.each<[string, Parameters<typeof plainHeadline>[0]]>([
      ["something is worth a look", { ...steady, worthALook }],
      ["there is a row to document", { ...steady, next: [rowOf["rated-down"]] }],
      ["people fell by a fifth", siteReport(counts(100, 20), counts(80, 40))],
      ["nobody came", siteReport(counts(100, 20), counts(0, 0))],
      ["nobody came before", siteReport(counts(0, 0), counts(100, 20))],
      ["there is no comparison", siteReport(undefined, counts(100, 20))],
      ["AI fell by a fifth", siteReport(counts(100, 20), counts(100, 16))],
      ["something makes the report doubtful", { ...steady, notices: ["Not read: a part."] }],
    ])("but not if %s", (_, report) => {
      expect(says(report)).toBeUndefined();
    });

    it("if people fell by less than a fifth, or there were none", () => {
      expect(says(siteReport(counts(100, 20), counts(81, 40)))).toBeDefined();
      expect(says(siteReport(counts(0, 20), counts(0, 20)))).toBeDefined();
    });
  });

  const few = { ...siteReport(counts(3, 0), counts(2, 0)), worthALook };
  it.each([
    [{ compare: false }, "2 visitors. People 2, no AI."],
    [{ period: "1d" }, "2 visitors, after 3 the day before. People 2, no AI."],
    [{ period: "last-month" }, "2 visitors, after 3 in September. People 2, no AI."],
    [{ period: "365d" }, "2 visitors, after 3 the 365 days before. People 2, no AI."],
    [
      { "date-from": "2026-11-01T09:00", "date-to": "2026-11-02" },
      "2 visitors, after 3 the period before. People 2, no AI.",
    ],
  ])("names the periods of %j", (given, text) => {
    const previous = "compare" in given ? undefined : few.data.previous;
    const report = reportOf({ periods: periodsOf(given), data: { ...few.data, previous } });
    expect(plainHeadline(report)).toBe(text);
  });

  it("says nothing about a previous period that nobody asked for", () => {
    const data = { ...sampleData(), previous: undefined };
    expect(plainHeadline(reportOf({ periods: periodsOf({ compare: false }), data }))).toBe(
      "11,528 visitors. People 9,866, AI 2,104, 18% of all.",
    );
  });

  it("has no percentage of nothing and none of a few, whatever the numbers", () => {
    fc.assert(
      fc.property(anyCounts, fc.option(anyCounts, { nil: undefined }), (now, before) => {
        const report = siteReport(before, now);
        const text = plainHeadline(report);
        expect(text).toMatch(/^(?:(?:People|AI) .* Together )?(?:No|[\d,]+) visitors?\b[^\n]*[.?]$/);
        expect(text).not.toMatch(/NaN|Infinity|undefined|-/);
        const largest = Math.max(...[now, before].flatMap((one) => (one ? Object.values(one) : [])));
        if (largest < report.findings.threshold) expect(text).not.toMatch(/[%×]/);
        if ((before?.total ?? 0) === 0) expect(/visitors?[^.]*/.exec(text)?.[0]).not.toMatch(/[%×]/);
      }),
      runs(1000),
    );
  });
});
