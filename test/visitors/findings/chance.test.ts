import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceOfAtLeast, lowerBound } from "../../../src/visitors/counts.ts";
import { runs } from "../../runs.ts";

const partOfWhole = fc
  .integer({ min: 1, max: 60 })
  .chain((whole) => fc.tuple(fc.nat(whole), fc.constant(whole)));

/** The probability that at least `part` of `whole` happen, added up one by one. */
function exactChance(part: number, whole: number, rate: number): number {
  let [sum, ways] = [0, 1];
  for (let count = 0; count <= whole; count++) {
    if (count >= part) sum += ways * rate ** count * (1 - rate) ** (whole - count);
    ways = (ways * (whole - count)) / (count + 1);
  }
  return sum;
}

describe("the chance of at least so many", () => {
  it("is exact for all of them, and sure for as many as expected", () => {
    expect(chanceOfAtLeast(4, 4, 0.3)).toBeCloseTo(0.3 ** 4, 9);
    expect(chanceOfAtLeast(3, 10, 0.3)).toBe(1);
    expect(chanceOfAtLeast(0, 0, 0.3)).toBe(1);
    expect(chanceOfAtLeast(1, 10, 0)).toBe(0);
    expect(chanceOfAtLeast(10, 10, 1)).toBe(1);
  });

  it("is never below the exact probability, and not far above it", () => {
    fc.assert(
      fc.property(partOfWhole, fc.double({ min: 0.01, max: 0.99, noNaN: true }), ([part, whole], rate) => {
        const exact = exactChance(part, whole, rate);
        expect(chanceOfAtLeast(part, whole, rate)).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
        // At least this part of the bound (Ash, Information Theory, lemma 4.7.2).
        if (part > 0 && part < whole && part > whole * rate)
          expect(exact).toBeGreaterThan(
            (chanceOfAtLeast(part, whole, rate) / Math.sqrt(8 * part * (1 - part / whole))) * (1 - 1e-9),
          );
      }),
      runs(500),
    );
  });

  it("is none for a clear difference of very many", () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(chanceOfAtLeast(most / 2, most, 0.4)).toBe(0);
    expect(chanceOfAtLeast(most / 2, most, 0.5)).toBe(1);
  });
});

describe("the lower bound of a share", () => {
  it.each([
    [0, 10, 0],
    [10, 10, 0.7225],
    [8, 10, 0.4902],
    [11, 14, 0.5241],
    [10, 13, 0.4974],
    [4, 4, 0.5101],
    [0, 0, 0],
  ])("of %i of %i is %f", (part, whole, bound) => {
    expect(lowerBound(part, whole)).toBeCloseTo(bound, 4);
  });

  it("is the share from which the observed one is 1.96 standard deviations away", () => {
    fc.assert(
      fc.property(partOfWhole, ([part, whole]) => {
        const bound = lowerBound(part, whole);
        expect((part / whole - bound) ** 2).toBeCloseTo((1.96 ** 2 * bound * (1 - bound)) / whole, 9);
        expect(bound).toBeLessThan(part / whole + 1e-9);
      }),
      runs(200),
    );
  });
});
