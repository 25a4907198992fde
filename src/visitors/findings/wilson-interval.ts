import { share } from "./shares.ts";

/** How many standard deviations of the normal distribution a two-sided interval reaches to. */
const deviations = { "95%": 1.96, "99%": 2.576 } as const;

/**
 * Where the true share lies if `part` of `whole` were observed: the Wilson score interval, which holds for a few
 * observations too. 0 to 1; all of it if nothing was observed.
 */
export function wilsonInterval(
  part: number,
  whole: number,
  confidence: keyof typeof deviations,
): { lower: number; upper: number } {
  const observed = share(part, whole);
  if (observed === undefined) return { lower: 0, upper: 1 };
  const z = deviations[confidence];
  // As fractions of `whole`, whose square could be too large for a number.
  const weight = (z * z) / whole;
  const middle = observed + weight / 2;
  const reach = Math.sqrt(weight * (observed * (1 - observed) + weight / 4));
  return { lower: (middle - reach) / (1 + weight), upper: (middle + reach) / (1 + weight) };
}
