import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { share } from "../../../src/visitors/counts.ts";
import {
  boundedPercent,
  change,
  changeFraction,
  counted,
  grouped,
  percent,
  pointsChange,
} from "../../../src/visitors/format.ts";
import { runs } from "../../runs.ts";
import { count } from "../arbitraries.ts";

describe("a count", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [123456, "123,456"],
    [1234567, "1,234,567"],
    [999.6, "1,000"],
  ])("%d is written as %s", (count, text) => {
    expect(grouped(count)).toBe(text);
  });

  it.each([
    [0, "0 pages"],
    [1, "1 page"],
    [2000, "2,000 pages"],
  ])("%d with a noun is %s", (count, text) => {
    expect(counted(count, "page")).toBe(text);
  });
});

describe("a change", () => {
  it.each([
    [100, 108, "+8%"],
    [458, 268, "−41%"],
    [376, 1168, "×3.1"],
    [100, 200, "+100%"],
    [100, 299, "+199%"],
    [100, 300, "×3.0"],
    [100, 994, "×9.9"],
    [100, 995, "×10"],
    [2, 5000, "×2,500"],
    [100, 100, "±0%"],
    [1000, 1004, "±0%"],
    [1000, 1005, "+1%"],
    [1000, 1, "−99%"],
    [1000, 0, "−100%"],
    [0, 5, ""],
    [0, 0, ""],
  ])("from %d to %d is %s", (before, now, text) => {
    expect(change(before, now)).toBe(text);
  });

  it.each([
    [19, 1, 20, ""],
    [20, 1, 20, "−95%"],
    [1, 20, 20, "×20"],
    [0, 20, 20, ""],
  ])("from %d to %d with at least %d is %j", (before, now, least, text) => {
    expect(change(before, now, least)).toBe(text);
  });

  it.each([
    [100, 73, -0.27],
    [100, 310, 2.1],
    [3, 4, 0.3333],
    [100, 100, 0],
    [1_000_000, 999_999, 0],
    [5, 0, -1],
    [0, 5, undefined],
    [0, 0, undefined],
  ])("from %d to %d as a fraction is %d", (before, now, fraction) => {
    expect(changeFraction(before, now)).toBe(fraction);
  });

  it.each([
    [0.185, 0.183, 1, "−0.2 pts"],
    [0.1853, 0.1825, 1, "−0.2 pts"],
    [0.1, 0.25, 1, "+15.0 pts"],
    [0.1, 0.1004, 1, "±0 pts"],
    [0.27, 0.574, 0, "+30 pts"],
    [0.574, 0.27, 0, "−30 pts"],
    [0.104, 0.096, 0, "±0 pts"],
  ] as const)("of a share from %d to %d with %d decimals is %s", (before, now, decimals, text) => {
    expect(pointsChange(before, now, decimals)).toBe(text);
  });

  it("has the sign of the change, and is 100% down only if nothing is left", () => {
    fc.assert(
      fc.property(count, count, (before, now) => {
        const text = change(before, now);
        if (before === 0) expect(text).toBe("");
        else if (now === before) expect(text).toBe("±0%");
        else if (now > before) expect(text).toMatch(/^(?:±0%|\+\d{1,3}%|×\d[\d.,]*)$/);
        else expect(text).toMatch(/^(?:±0%|−\d{1,2}%|−100%)$/);
        if (text === "−100%") expect(now).toBe(0);
        const [a, b] = [share(before, 3000) ?? 0, share(now, 3000) ?? 0];
        const sign = b >= a ? "\\+" : "−";
        expect(pointsChange(a, b)).toMatch(new RegExp(`^(?:±0|${sign}\\d{1,3}) pts$`));
        expect(pointsChange(a, b, 1)).toMatch(new RegExp(`^(?:±0|${sign}\\d{1,3}\\.\\d) pts$`));
        const fraction = changeFraction(before, now);
        expect(fraction === undefined).toBe(before === 0);
        if (fraction !== undefined)
          expect(Math.sign(fraction) * Math.sign(now - before)).toBeGreaterThanOrEqual(0);
      }),
      runs(1000),
    );
  });
});

describe("a share", () => {
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
    [0.005, "1%"],
    [0.5, "50%"],
    [0.995, "over 99%"],
    [1, "100%"],
  ])("of %d is %s", (ratio, text) => {
    expect(boundedPercent(ratio)).toBe(text);
  });

  it("has as many decimals as asked for", () => {
    expect(percent(0.18251, 1)).toBe("18.3%");
  });

  it("is 0% or 100% only if it is nothing or all", () => {
    fc.assert(
      fc.property(count, count, (part, whole) => {
        const ratio = share(part, whole);
        expect(ratio === undefined).toBe(whole === 0);
        if (ratio === undefined) return;
        expect(percent(ratio)).toMatch(/^(?:\d{1,2}|100)%$/);
        expect(boundedPercent(ratio) === "0%").toBe(part === 0);
        expect(boundedPercent(ratio) === "100%").toBe(part >= whole);
      }),
      runs(1000),
    );
  });
});
