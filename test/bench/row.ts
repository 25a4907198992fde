/** One line of the benchmark: what was measured, the figure, and the number to reach. */
export type Row = { what: string; measured: string; goal: string };

/** The middle of the values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
