import { describe, expect, it } from "vitest";
import { trendChart } from "../../../src/visitors/chart.ts";
import type { Counts } from "../../../src/visitors/report-model.ts";
import { counts, dataOf, periodsOf, reportOf } from "../report-fixture.ts";

type Given = Parameters<typeof periodsOf>[0];

/** The chart of periods with these totals, oldest first. */
function chart(trend: readonly (Counts | undefined)[], given: Given = {}): string | undefined {
  const periods = periodsOf({ trend: trend.length, ...given });
  return trendChart(reportOf({ periods, data: dataOf({ trend }) }));
}

const points = (count: number) => Array.from({ length: count }, (_, index) => counts(100 + index, 10));

const line = (text: string | undefined, start: string) =>
  text
    ?.split("\n")
    .find((one) => one.trim().startsWith(start))
    ?.trim();

/** The labels of the dates, in order, without those that are not seen. */
const dates = (text: string | undefined) =>
  Array.from(
    line(text, "x-axis")?.matchAll(/"\u2060\u00a0\u00a0\u2060(.+?)\u2060\u00a0\u00a0\u2060"/g) ?? [],
    ([, label]) => label,
  );

describe("the chart", () => {
  it("has a line for people and one for AI, from zero to a round number, over dates", () => {
    const text = chart([counts(900, 100), counts(2000, 130), counts(10_480, 160)]);
    expect(text).toContain('\nxychart-beta\n  title "Visitors per week (blue: people, amber: AI)"\n');
    expect(dates(text)).toEqual(["31 Oct", "7 Nov", "14 Nov"]);
    expect(text).toContain(
      "\n  y-axis 0 --> 12000\n  line [900, 2000, 10480]\n  line [100, 130, 160]\n```\n",
    );
  });

  it("is followed by its figures, folded, the newest first", () => {
    expect(chart([counts(900, 100), counts(2000, 130), counts(10_480, 160)])).toMatch(
      /```\n\n<details>\n<summary>The figures of the chart<\/summary>\n\n\| Week from \| People \| AI \|\n\|.*\n\| 14 Nov \| 10,480 \| 160 \|\n\| 7 Nov \| 2,000 \| 130 \|\n\| 31 Oct \| 900 \| 100 \|\n\n<\/details>$/,
    );
  });

  it.each([
    ["two points", points(2)],
    ["two points that were read", [...points(2), undefined, undefined]],
    ["nobody", [counts(0, 0), counts(0, 0), counts(0, 0)]],
    ["no points", []],
  ])("is left out with %s", (_, trend) => {
    expect(chart(trend)).toBeUndefined();
  });

  it("begins after a period that was not read, and the table says so", () => {
    const text = chart([counts(40, 1), undefined, counts(50, 1), counts(60, 2), counts(70, 3)]);
    expect(dates(text)).toEqual(["31 Oct", "7 Nov", "14 Nov"]);
    expect(line(text, "line")).toBe("line [50, 60, 70]");
    expect(text).toContain("| 31 Oct | 50 | 1 |\n| 24 Oct | not read |  |\n| 17 Oct | 40 | 1 |");
  });

  it("begins with the last period before the site had visitors", () => {
    const none = counts(0, 0);
    const text = chart([none, none, counts(40, 1), counts(60, 2), counts(70, 3)]);
    expect(line(text, "line")).toBe("line [0, 40, 60, 70]");
  });

  it.each([
    [{ period: "1d" }, "per day", "Day", ["18 Nov", "19 Nov", "20 Nov"]],
    [{ period: "14d" }, "per 14 days", "14 days from", ["10 Oct", "24 Oct", "7 Nov"]],
    [{ period: "last-month" }, "per month", "Month", ["Aug", "Sep", "Oct"]],
    [{ period: "365d" }, "per 365 days", "365 days from", ["22 Nov 2023", "21 Nov 2024", "21 Nov 2025"]],
    [
      { "date-from": "2026-11-14T00:00", "date-to": "2026-11-14T09:00" },
      "per period",
      "Period from",
      ["13 Nov 06:00", "13 Nov 15:00", "14 Nov 00:00"],
    ],
    [
      { "date-from": "2026-11-14T06:00:05", "date-to": "2026-11-14T06:00:10" },
      "per period",
      "Period from",
      ["2026-11-14T05:59:55Z", "2026-11-14T06:00:00Z", "2026-11-14T06:00:05Z"],
    ],
  ])("of %j says %s", (given, title, column, labels) => {
    const text = chart(points(3), given) ?? "";
    expect(text).toContain(`"Visitors ${title} (`);
    expect(text).toContain(`| ${column} | People |`);
    const named = Array.from(
      text.matchAll(/^\| (?!Day|Month|\d+ days|Period|:)(.+?) \|/gm),
      ([, name]) => name,
    );
    expect(named.reverse()).toEqual(labels);
    expect(labels).toEqual(expect.arrayContaining(dates(text)));
    expect(dates(text).at(-1)).toBe(labels.at(-1));
  });

  it("tells months of two years apart", () => {
    expect(dates(chart(points(13), { period: "last-month" }))).toEqual([
      "Oct 2025",
      "Jan 2026",
      "Apr 2026",
      "Jul 2026",
      "Oct 2026",
    ]);
  });

  it.each([
    [8, { period: "330d" }, ["25 Jul 2020", "16 May 2022", "6 Mar 2024", "26 Dec 2025"]],
    [8, { period: "90d" }, ["1 Mar 2025", "28 Aug 2025", "24 Feb 2026", "23 Aug 2026"]],
    // From the first to the last are 365 days, and 29 February is one of them.
    [6, { "date-from": "2024-11-01", "date-to": "2025-01-13" }, ["14 Jan 2024", "8 Jun 2024", "1 Nov 2024"]],
  ])("has years in its dates where it covers more than one: %i periods of %j", (count, given, labels) => {
    expect(dates(chart(points(count), given))).toEqual(labels);
  });

  it.each([7, 8, 12, 13, 30, 52])(
    "of %i points has dates that do not overlap, and a text for every point",
    (count) => {
      const text = chart(points(count));
      const labels = line(text, "x-axis")?.match(/"[^"]+"/g) ?? [];
      expect(new Set(labels).size).toBe(count);
      expect(dates(text).length).toBeGreaterThan(3);
      expect(dates(text).length).toBeLessThan(7);
      expect(dates(text).at(-1)).toBe("14 Nov");
      // What is not a date has no width.
      for (const label of labels)
        expect(label).toMatch(/^"(?:[\u200b\u2060]+|\u2060.*\d [A-Z][a-z]{2}.*\u2060)"$/);
    },
  );

  it.each([
    [1, 10],
    [10, 10],
    [11, 12],
    [99, 100],
    [101, 120],
    [9866, 10_000],
    [10_001, 12_000],
    [16_000, 20_000],
    [25_100, 40_000],
    [Number.MAX_SAFE_INTEGER, 10_000_000_000_000_000],
  ])("of at most %i ends at %i", (highest, end) => {
    expect(line(chart([counts(0, highest), counts(1, 0), counts(0, 0)]), "y-axis")).toBe(
      `y-axis 0 --> ${end}`,
    );
  });
});
