import { describe, expect, it } from "vitest";
import {
  bar,
  boundedPercent,
  change,
  counted,
  grouped,
  percent,
  pointsChange,
  share,
  sparkLine,
} from "../../src/visitors/numbers.ts";

describe("counts", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [123456, "123,456"],
    [1234567, "1,234,567"],
    [999.6, "1,000"],
  ])("%d is %s", (count, text) => {
    expect(grouped(count)).toBe(text);
  });

  it.each([
    [0, "0 pages"],
    [1, "1 page"],
    [2000, "2,000 pages"],
  ])("%d with its noun is %s", (count, text) => {
    expect(counted(count, "page")).toBe(text);
  });
});

describe("changes", () => {
  it.each([
    [100, 108, "▲ 8%"],
    [458, 268, "▼ 41%"],
    [376, 1168, "▲ ×3.1"],
    [100, 299, "▲ 199%"],
    [100, 300, "▲ ×3.0"],
    [100, 994, "▲ ×9.9"],
    [100, 995, "▲ ×10"],
    [2, 5000, "▲ ×2,500"],
    [100, 100, "±0%"],
    [1000, 1004, "±0%"],
    [1000, 1005, "▲ 1%"],
    [1000, 1, "▼ 99%"],
    [1000, 0, "▼ 100%"],
    [0, 5, ""],
    [0, 0, ""],
  ])("from %d to %d are %s", (before, now, text) => {
    expect(change(before, now)).toBe(text);
  });

  it.each([
    [0.185, 0.183, "▼ 0.2 points"],
    [0.1853, 0.1825, "▼ 0.2 points"],
    [0.1, 0.25, "▲ 15.0 points"],
    [0.1, 0.1004, "±0 points"],
  ])("of a share from %d to %d are %s", (before, now, text) => {
    expect(pointsChange(before, now)).toBe(text);
  });
});

describe("shares", () => {
  it.each([
    [1, 4, 0.25],
    [5, 4, 1],
    [-1, 4, 0],
    [0, 0, undefined],
    [3, 0, undefined],
  ])("%d of %d is %d", (part, whole, result) => {
    expect(share(part, whole)).toBe(result);
  });

  it.each([
    [0, "0%"],
    [0.004, "under 1%"],
    [0.006, "1%"],
    [0.5, "50%"],
    [0.996, "over 99%"],
    [1, "100%"],
  ])("%d never says all or nothing unless it is: %s", (ratio, text) => {
    expect(boundedPercent(ratio)).toBe(text);
  });

  it("has decimals where asked for", () => {
    expect(percent(0.18251, 1)).toBe("18.3%");
  });
});

describe("the trend line", () => {
  const gap = undefined;
  it.each([
    ["rises from the lowest to the highest", [10, 20, 30, 40, 50, 60, 70, 80], "▁▂▃▄▅▆▇█"],
    ["keeps the oldest on the left", [80, 10], "█▁"],
    ["shows a gap", [gap, 10, gap, 80], "·▁·█"],
    ["is level where hardly anything changed", [100, 104, 105], "▄▄▄"],
    ["is not level beyond that", [100, 104, 106], "▁▆█"],
    ["lies at the bottom where nobody came", [0, 0, gap], "▁▁·"],
    ["needs two values", [gap, 10, gap], ""],
    ["needs values", [], ""],
  ])("%s", (_, values, line) => {
    expect(sparkLine(values, 5)).toBe(line);
  });
});

describe("bars", () => {
  it.each([
    [{ human: 2184, total: 2618 }, 2618, "█████████████▒▒▒"],
    [{ human: 0, total: 2618 }, 2618, "▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒"],
    [{ human: 250, total: 540 }, 2618, "█▒▒"],
    [{ human: 1, total: 1 }, 100_000, "█"],
    [{ human: 0, total: 0 }, 100, ""],
    [{ human: 0, total: 0 }, 0, ""],
    [{ human: 90, total: 50 }, 100, "████████"],
    [{ human: 50, total: 500 }, 100, "██▒▒▒▒▒▒▒▒▒▒▒▒▒▒"],
  ])("of %j beside %d are %s", (counts, largest, blocks) => {
    expect(bar(counts, largest)).toBe(blocks);
  });
});
