import { share } from "./counts.ts";

/**
 * The largest probability that at least `part` of `whole` come about by chance if each has the probability `rate`
 * (Chernoff's bound). Needs no sum, so counts of any size take no time.
 */
export function chanceOfAtLeast(part: number, whole: number, rate: number): number {
  const observed = share(part, whole);
  if (observed === undefined || observed <= rate) return 1;
  return Math.exp(-whole * (surprise(observed, rate) + surprise(1 - observed, 1 - rate)));
}

/** A term of the Kullback–Leibler divergence. */
function surprise(observed: number, expected: number): number {
  return observed === 0 ? 0 : observed * Math.log(observed / expected);
}

/**
 * The lower end of the 95% Wilson score interval: the true share is hardly smaller if `part` of `whole` were observed.
 * Holds for a few observations too; 0 for none.
 */
export function lowerBound(part: number, whole: number): number {
  const observed = share(part, whole);
  if (observed === undefined) return 0;
  // The square of 1.96 standard deviations of the normal distribution.
  const weight = 1.96 ** 2 / whole;
  const reach = Math.sqrt(weight * (observed * (1 - observed) + weight / 4));
  return (observed + weight / 2 - reach) / (1 + weight);
}

/** True if two counts differ by more than `deviations` standard deviations, each √(before + now). */
export function isBeyondChance(before: number, now: number, deviations = 3): boolean {
  return Math.abs(now - before) > deviations * Math.sqrt(before + now);
}
