import { describe, expect, it } from "vitest";
import type { Counts } from "../../../src/visitors/read/data.ts";
import { sparkline, trendChart } from "../../../src/visitors/tell/chart.ts";
import { counts, dataOf, periodsOf, reportOf } from "../report-fixture.ts";

/** The chart of periods with these totals, oldest first. */
function chart(
  trend: readonly (Counts | undefined)[],
  given: Parameters<typeof periodsOf>[0] = {},
) {
  const periods = periodsOf({ trend: trend.length, ...given });
  return trendChart(reportOf({ periods, data: dataOf({ trend }) }));
}

const points = (count: number) =>
  Array.from({ length: count }, (_, index) => counts(100 + index, 10));

describe("the chart", () => {
  it.each([
    ["two points", points(2)],
    ["few visitors", [counts(0, 19), counts(19, 0), counts(9, 9)]],
    ["a point that was not read", [undefined, ...points(3)]],
  ])("is left out with %s", (_, trend) => {
    expect(chart(trend)).toBe("");
  });

  it.each([
    [{ period: "last-month" }, "month", "1 Aug – 31 Oct 2026", "1 Aug 2026"],
    [
      { "date-from": "2026-11-14T00:00", "date-to": "2026-11-14T09:00" },
      "period",
      "13 Nov 2026 06:00 – 14 Nov 2026 09:00 UTC",
      "13 Nov 2026 06:00",
    ],
  ])("of three periods of %j: a %s, %s, from %s on", (given, unit, axis, first) => {
    const text = chart(points(3), given);
    expect(text).toContain(`"Visitors per ${unit} (`);
    expect(text).toContain(`\n  x-axis "${axis}" 1 --> 3\n`);
    expect(text).toContain(`\n| ${first} | 100 | 10 |\n\n</details>`);
  });
});

it.each([
  [[100, 8187, 8706, 8894, 8650, 8998, 9866], "▇▇▇▇▇█"],
  // From zero: a loss of a quarter, of half and of all differ.
  [[100, 73, 55, 0], "█▆▅▁"],
  // What may be chance.
  [[35, 65, 65], ""],
  [[90, undefined, 10, 20, 30], ""],
  [[10, 20], ""],
  [[6, 6, 6], ""],
])("the sparkline of %j is %s", (trend, text) => {
  const totals = trend.map((human) => (human === undefined ? undefined : counts(human, 1)));
  expect(sparkline(totals, "human", 7)).toBe(text);
});
