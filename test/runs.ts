const factor = process.env["TEST_RUNS"];

/** True when everything is tried, however long it takes: `npm run test:long` sets `TEST_RUNS`. */
export const isLong = factor !== undefined;

/**
 * How many values a property is tried with. By default `few`, and always the same values, so that the tests are quick
 * and no build fails by chance. `TEST_RUNS=1` tries `full` new values, `TEST_RUNS=10` ten times as many.
 */
export function runs(full: number, few = Math.min(full, 50)): { numRuns: number; seed?: number } {
  return isLong ? { numRuns: Math.ceil(full * Number(factor)) } : { numRuns: few, seed: 1 };
}
