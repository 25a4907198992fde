// What is chance and what is not.

/** True if a count changed by a fifth or more, and by more than `deviations` standard deviations, each √(before + now). */
export function isClearChange(before: number, now: number, deviations = 3): boolean {
  const change = Math.abs(now - before);
  return change * 5 >= before && change > deviations * Math.sqrt(before + now);
}

/**
 * The largest probability that at least `part` of `whole`, which is not 0, come about by chance if each has the
 * probability `rate` (Chernoff's bound). Needs no sum, so counts of any size take no time.
 */
export function chanceOfAtLeast(part: number, whole: number, rate: number): number {
  const observed = part / whole;
  if (observed <= rate) {
    return 1;
  }
  const divergence = surprise(observed, rate) + surprise(1 - observed, 1 - rate);
  return Math.exp(-whole * divergence);
}

/** A term of the Kullback–Leibler divergence. */
function surprise(observed: number, expected: number): number {
  return observed === 0 ? 0 : observed * Math.log(observed / expected);
}

/** The lower end of the 95% Wilson score interval of `part` in `whole`, which is not 0. Holds for a few observations too. */
export function lowerBound(part: number, whole: number): number {
  const observed = part / whole;
  // The square of 1.96 standard deviations of the normal distribution.
  const weight = 1.96 ** 2 / whole;
  const reach = Math.sqrt(weight * (observed * (1 - observed) + weight / 4));
  return (observed + weight / 2 - reach) / (1 + weight);
}

/** With fewer votes, conversations or searches on the rest of the site, there is nothing to compare with. */
export const smallestRest = 20;

/** So many of all, such as unanswered conversations of all conversations. */
export type Part = {
  part: number;
  whole: number;
};

/**
 * True if a share is larger than that of the rest of the site beyond chance: for one the probability is below 0.5%, and for
 * all that are `compared` together below 10%. Among several hundred pages, one would exceed the 0.5% in most reports.
 */
export function standsOut({ part, whole }: Part, rest: Part, compared: number): boolean {
  if (rest.whole < smallestRest) {
    return false;
  }
  const chance = chanceOfAtLeast(part, whole, rest.part / rest.whole);
  return chance * Math.max(20, compared) < 0.1;
}
