import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainHeadline, reportHeadline } from "../../../src/visitors/headline.ts";
import type { MissingSignal, SignalData } from "../../../src/visitors/signals-model.ts";
import { runs } from "../../runs.ts";
import { anyCounts } from "../arbitraries.ts";
import { rowOf } from "../next-fixture.ts";
import { counts, noSignals, period, periodsOf, reportOf, sampleData, siteReport } from "../report-fixture.ts";

const { worthALook } = reportOf();

describe("the headline", () => {
  it("is bold up to the change of all visitors, and has a plain form", () => {
    const report = reportOf();
    expect(reportHeadline(report)).toBe(
      "**11,528 visitors, +8%.** People 9,866 (+8%), AI 2,104 (+6%): 18% of all, as before. More people than in any of the 7 weeks before.",
    );
    expect(plainHeadline(report)).toBe(reportHeadline(report).replaceAll("**", ""));
  });

  it.each([
    [
      "the same",
      [80, 20],
      [80, 20],
      "100 visitors, ±0%. People 80 (±0%), AI 20 (±0%): 20% of all, as before.",
    ],
    [
      "hardly another number",
      [8000, 2000],
      [8000, 2004],
      "10,004 visitors, ±0%. People 8,000 (±0%), AI 2,004 (±0%): 20% of all, as before.",
    ],
    [
      "people down and AI up",
      [15_906, 3977],
      [11_611, 8272],
      "People −27% (15,906 → 11,611), AI +108% (3,977 → 8,272). Together 19,883 visitors, ±0%.",
    ],
    [
      "AI down",
      [100, 50],
      [80, 20],
      "100 visitors, −33%. People 80 (−20%), AI 20 (−60%): 20% of all, down from 33%.",
    ],
    [
      "threefold people, and the first AI",
      [100, 0],
      [300, 10],
      "310 visitors, ×3.1. People 300 (×3.0), AI 10: 3% of all.",
    ],
    [
      "the first AI above the threshold",
      [100, 0],
      [300, 20],
      "320 visitors, ×3.2. People 300 (×3.0), AI 20: 6% of all, up from 0%.",
    ],
    ["a few AI visitors", [21, 4], [25, 7], "32 visitors, +28%. People 25 (+19%), AI 7: 22% of all."],
    [
      "just enough for a share",
      [16, 4],
      [16, 4],
      "20 visitors, ±0%. People 16, AI 4: 20% of all, as before.",
    ],
    ["a share of one point more", [99, 1], [98, 2], "100 visitors, ±0%. People 98 (−1%), AI 2: 2% of all."],
    ["too few for a percentage", [12, 1], [8, 2], "10 visitors, after 13 the week before. People 8, AI 2."],
    ["one visitor", [1, 1], [1, 0], "1 visitor, after 2 the week before. People 1, AI 0."],
    ["few before", [2, 0], [900, 1], "901 visitors, ×451. People 900 (×450), AI 1: under 1% of all."],
    ["few left", [30, 5], [1, 0], "1 visitor, −97%. People 1 (−97%), AI 0."],
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
      "1,200 visitors, none the week before. People 900, AI 300: 25% of all.",
    ],
    ["only AI", [0, 50], [0, 60], "60 visitors, +20%. People 0, AI 60 (+20%): 100% of all, as before."],
    ["no AI", [50, 0], [60, 0], "60 visitors, +20%. People 60 (+20%), AI 0."],
    ["no AI any more", [50, 50], [60, 0], "60 visitors, −40%. People 60 (+20%), AI 0 (−100%)."],
    [
      "little AI left",
      [90, 30],
      [60, 15],
      "75 visitors, −38%. People 60 (−33%), AI 15 (−50%): 20% of all, down from 25%.",
    ],
    [
      "nearly only AI",
      [50, 50],
      [1, 999],
      "People −98% (50 → 1), AI ×20 (50 → 999). Together 1,000 visitors, ×10.",
    ],
    [
      "more AI than visitors",
      [50, 50],
      [50, 120, 100],
      "100 visitors, ±0%. People 50 (±0%), AI 120 (+140%). The counts are approximate: a part is larger than the total.",
    ],
    [
      "more people than visitors",
      [50, 50],
      [101, 3, 100],
      "People +102% (50 → 101), AI −94% (50 → 3). Together 100 visitors, ±0%. The counts are approximate: a part is larger than the total.",
    ],
    [
      "parts of nothing",
      [0, 0, 0],
      [5, 3, 0],
      "0 visitors, and none the week before either. People 5, AI 3. The counts are approximate: a part is larger than the total.",
    ],
    [
      "no previous period that was read",
      undefined,
      [90, 10],
      "100 visitors. People 90, AI 10: 10% of all. There is nothing to compare with: the week before was not read.",
    ],
  ])("for %s", (_, was, is, text) => {
    const of = ([human = 0, ai = 0, total = human + ai]: number[]) => counts(human, ai, total);
    // With something to look at, so that no sentence follows.
    expect(plainHeadline({ ...siteReport(was && of(was), of(is)), worthALook })).toBe(text);
  });

  it.each([
    ["people down and AI up", [100, 100], [55, 150], true],
    ["people up and AI down", [100, 100], [150, 55], true],
    ["both up", [100, 100], [150, 150], false],
    ["both down", [150, 150], [100, 100], false],
    ["people within chance", [100, 100], [62, 150], false],
    ["AI within chance", [100, 100], [55, 145], false],
    ["people down by less than a tenth", [10_000, 1000], [9001, 2000], false],
    ["people down by a tenth", [10_000, 1000], [9000, 2000], true],
    ["AI up by less than a tenth", [1000, 10_000], [500, 10_999], false],
    ["AI up by a tenth", [1000, 10_000], [500, 11_000], true],
    ["the first AI", [100, 0], [55, 150], false],
    ["the last AI", [100, 50], [150, 0], true],
    ["AI as before", [100, 100], [200, 100], false],
    ["too few for a percentage", [19, 0], [0, 19], false],
  ] as const)("names people and AI first and bold only where they parted ways: %s", (_, was, is, parted) => {
    const report = siteReport(counts(was[0], was[1]), counts(is[0], is[1]));
    expect(/^\*\*People .* AI .*\*\* Together /.test(reportHeadline(report))).toBe(parted);
    expect(/^\*\*[\d,]+ visitors.*\.\*\* People /.test(reportHeadline(report))).toBe(!parted);
  });

  describe("ends with “Nothing needs you this week.”", () => {
    const says = (report: Parameters<typeof plainHeadline>[0]) =>
      / Nothing needs you(?: this week)?\.$/.exec(plainHeadline(report))?.[0].trim();
    const steady = siteReport(counts(100, 20), counts(100, 20));
    const { data } = steady;

    it("if there is nothing to act on", () => {
      expect(reportHeadline(steady)).toBe(
        "**120 visitors, ±0%.** People 100 (±0%), AI 20 (±0%): 17% of all, as before. Nothing needs you this week.",
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

    const withMissing = (item: MissingSignal, read: Partial<SignalData> = {}) => ({
      ...data,
      signals: { ...noSignals, ...read, missing: [item] },
    });
    const feedback = {
      votes: [{ page: "/", up: 1, down: 0 }],
      exampleReports: undefined,
      agentReports: undefined,
    };
    const report = { page: "/", reportedAt: 1 };
    const term = { term: "csv", hits: 1, clicks: 1 };
    const question = { conversation: "1", askedAt: 1, page: "/", answered: true };
    it.each<[MissingSignal["signal"], Partial<SignalData>]>([
      ["feedback", { feedback: { ...feedback, exampleReports: [report], agentReports: [report] } }],
      ["questions", { questions: { asked: [question, question, question], isCut: false }, feedback }],
      ["searches", { searches: { recent: [term, term], before: [term] }, feedback }],
    ])("also without rows of %s that made no sense, but not without most of them", (signal, read) => {
      const without = (count: number) => withMissing({ signal, why: "malformed", count }, read);
      expect(says({ ...steady, data: without(3) })).toBe("Nothing needs you this week.");
      expect(says({ ...steady, data: without(4) })).toBeUndefined();
    });

    it.each<[string, Parameters<typeof plainHeadline>[0]]>([
      ["something is worth a look", { ...steady, worthALook }],
      ["there is a row to document", { ...steady, next: [rowOf["rated-down"]] }],
      ["people fell by a fifth", siteReport(counts(100, 20), counts(80, 40))],
      ["nobody came", siteReport(counts(100, 20), counts(0, 0))],
      ["nobody came before", siteReport(counts(0, 0), counts(100, 20))],
      ["there is no comparison", siteReport(undefined, counts(100, 20))],
      [
        "part of the trend was not read",
        { ...steady, data: { ...data, missing: [{ what: "trend", why: "time" }] } },
      ],
      [
        "the plan allows no feedback",
        { ...steady, data: withMissing({ signal: "feedback", why: "failure", reason: "forbidden" }) },
      ],
      [
        "not all pages were read",
        { ...steady, data: { ...data, current: { ...data.current, complete: false } } },
      ],
      [
        "not all pages of the week before were read",
        { ...steady, data: { ...data, previous: period(counts(100, 20), [], false) } },
      ],
    ])("but not if %s", (_, report) => {
      expect(says(report)).toBeUndefined();
    });

    it("if people fell by less than a fifth, or there were none", () => {
      expect(says(siteReport(counts(100, 20), counts(81, 40)))).toBeDefined();
      expect(says(siteReport(counts(0, 20), counts(0, 20)))).toBeDefined();
    });
  });

  it.each<[string, (number | undefined)[], boolean]>([
    ["each exceeded beyond chance", [800, 900, 1000, 1145], true],
    ["one exceeded by chance", [1000, 800, 800, 1130], false],
    ["one higher", [1500, 800, 800, 1145], false],
    ["one exceeded by less than a twentieth", [100_000, 80_000, 80_000, 104_999], false],
    ["each exceeded by a twentieth", [100_000, 80_000, 80_000, 105_000], true],
    ["one not read", [undefined, 800, 800, 1145], false],
    ["one before the site opened", [0, 800, 800, 1145], false],
    ["too few", [800, 1000, 1145], false],
    ["few people", [1, 1, 1, 19], false],
    ["just enough people", [1, 1, 1, 20], true],
  ])("says that more people came than in each period of the trend: %s", (_, people, isSaid) => {
    const trend = people.map((human) => (human === undefined ? undefined : counts(human, 0)));
    const [before = counts(0, 0), now = counts(0, 0)] = trend.slice(-2);
    const data = { ...sampleData(), trend, current: period(now), previous: period(before) };
    const headline = plainHeadline(reportOf({ data }));
    expect(headline.includes("More people than in any of the 3 weeks before.")).toBe(isSaid);
    expect(headline.includes("More people")).toBe(isSaid);
  });

  const few = { ...siteReport(counts(3, 0), counts(2, 0)), worthALook };
  it.each([
    [{ compare: false }, "2 visitors. People 2, AI 0."],
    [{ period: "1d" }, "2 visitors, after 3 the day before. People 2, AI 0."],
    [{ period: "last-month" }, "2 visitors, after 3 in September. People 2, AI 0."],
    [{ period: "365d" }, "2 visitors, after 3 the 365 days before. People 2, AI 0."],
    [
      { "date-from": "2026-11-01T09:00", "date-to": "2026-11-02" },
      "2 visitors, after 3 the period before. People 2, AI 0.",
    ],
  ])("names the periods of %j", (given, text) => {
    const previous = "compare" in given ? undefined : few.data.previous;
    const report = reportOf({ periods: periodsOf(given), data: { ...few.data, previous } });
    expect(plainHeadline(report)).toBe(text);
  });

  it("says nothing about a previous period that nobody asked for", () => {
    const data = { ...sampleData(), previous: undefined };
    expect(plainHeadline(reportOf({ periods: periodsOf({ compare: false }), data }))).toBe(
      "11,528 visitors. People 9,866, AI 2,104: 18% of all.",
    );
  });

  it("has no percentage of nothing and none of a few, whatever the numbers", () => {
    fc.assert(
      fc.property(anyCounts, fc.option(anyCounts, { nil: undefined }), (now, before) => {
        const report = siteReport(before, now);
        const text = plainHeadline(report);
        expect(text).toMatch(/^(?:People .* Together )?(?:No|[\d,]+) visitors?\b[^\n]*[.?]$/);
        expect(text).not.toMatch(/NaN|Infinity|undefined|-/);
        const largest = Math.max(...[now, before].flatMap((one) => (one ? Object.values(one) : [])));
        if (largest < report.findings.threshold) expect(text).not.toMatch(/[%×]/);
        if ((before?.total ?? 0) === 0) expect(/visitors?[^.]*/.exec(text)?.[0]).not.toMatch(/[%×]/);
      }),
      runs(1000),
    );
  });
});
