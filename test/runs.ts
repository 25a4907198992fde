/**
 * How often a property is tried: always with the same values, so that no build fails by chance; or, with the variable
 * `RUNS`, with so many others. Mutated code is tried less often, as there are thousands of it.
 */
export function runs(numRuns: number): { numRuns: number; seed?: number } {
  const { RUNS: wanted, MUTATED_PART: mutated } = process.env;
  if (wanted !== undefined) return { numRuns: Number(wanted) };
  return { numRuns: mutated === undefined ? numRuns : Math.min(numRuns, 50), seed: 1 };
}
