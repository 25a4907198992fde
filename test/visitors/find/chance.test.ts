import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chanceOfAtLeast,
  isClearChange,
  lowerBound,
  standsOut,
} from "../../../src/visitors/find/chance.ts";
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

it.each([
  // Three standard deviations, and more.
  [35, 65, false],
  [34, 65, true],
  // A fifth of what was before.
  [10_000, 12_000, true],
  [10_000, 11_999, false],
  [10_000, 8000, true],
  [10_000, 8001, false],
])("a change from %i to %i is clear: %s", (before, now, expected) => {
  expect(isClearChange(before, now)).toBe(expected);
});

describe("the chance of at least so many", () => {
  it.each([
    [3, 10, 0.3, 1],
    [1, 10, 0, 0],
    [10, 10, 1, 1],
    [Number.MAX_SAFE_INTEGER / 2, Number.MAX_SAFE_INTEGER, 0.4, 0],
  ])("%d of %d at a rate of %d is %d", (part, whole, rate, chance) => {
    expect(chanceOfAtLeast(part, whole, rate)).toBeCloseTo(chance, 9);
  });

  it("is never below the exact probability, and not far above it", () => {
    const rates = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(partOfWhole, rates, ([part, whole], rate) => {
        const bound = chanceOfAtLeast(part, whole, rate) * (1 - 1e-9);
        const exact = exactChance(part, whole, rate);
        expect(bound).toBeGreaterThanOrEqual(exact * (1 - 2e-9));
        // At least this part of the bound (Ash, Information Theory, lemma 4.7.2).
        if (part > 0 && part < whole && part > whole * rate)
          expect(exact).toBeGreaterThan(bound / Math.sqrt(8 * part * (1 - part / whole)));
      }),
      runs(500),
    );
  });
});

it("the lower bound of a share is 1.96 standard deviations away from the observed one", () => {
  fc.assert(
    fc.property(partOfWhole, ([part, whole]) => {
      const bound = lowerBound(part, whole);
      expect((part / whole - bound) ** 2).toBeCloseTo((1.96 ** 2 * bound * (1 - bound)) / whole, 9);
      expect(bound).toBeLessThan(part / whole + 1e-9);
    }),
    runs(200),
  );
});

it.each([
  // The probabilities of 11 of 14 are 0.498% and 0.64%.
  ["below 0.5%", 36, 100, 1, true],
  ["above 0.5%", 37, 100, 1, false],
  // Among 20, 0.498% each are below 10% together.
  ["among 20", 36, 100, 20, true],
  ["among 21", 36, 100, 21, false],
  ["beside 20", 0, 20, 1, true],
  ["beside 19, which are too few to compare with", 0, 19, 1, false],
])("a share stands out %s: %i of %i, %i compared", (_, part, whole, compared, expected) => {
  expect(standsOut({ part: 11, whole: 14 }, { part, whole }, compared)).toBe(expected);
});
