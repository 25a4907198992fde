import type { Way } from "./ways.ts";

/** One line of the benchmark: a promise, the number to reach, and what was measured of each way to do the job. */
export type Row = { what: string; goal: string } & Record<Way, string>;

/** The middle of the values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
