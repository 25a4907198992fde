import type { Counts, PeriodData, Periods, Report } from "../report-model.ts";

/** The counts of a page or a period that nobody visited. */
export const noVisitors: Counts = { human: 0, ai: 0, total: 0 };

/** True if all counts are 0; approximate parts can be larger than a total of 0. */
export function hasNoVisitors({ human, ai, total }: Counts): boolean {
  return Math.max(human, ai, total) === 0;
}

/** How much longer this period is than the one before: months have 28 to 31 days, all others are equally long. */
export function lengthRatio({ current, previous }: Periods): number {
  return previous === undefined ? 1 : (current.to - current.from) / (previous.to - previous.from);
}

/** The totals of the period before, as they would be in as many days as this month has. Undefined without such a period. */
export function comparableTotals({ periods, data }: Pick<Report, "periods" | "data">): Counts | undefined {
  const ratio = lengthRatio(periods);
  const before = data.previous?.totals;
  return before && { human: before.human * ratio, ai: before.ai * ratio, total: before.total * ratio };
}

/** Looks up visitors in a period. A page that is not there had none, if all pages were read. */
export function countsIn(period: PeriodData | undefined): (path: string) => Counts | undefined {
  const known = new Map<string, Counts>(period?.rows.map(({ path, ...counts }) => [path, counts]));
  return (path) => known.get(path) ?? (period?.complete ? noVisitors : undefined);
}

/** False for visits that the service counts without a path: they are no page. */
export function hasPath({ path }: { path: string }): boolean {
  return path.trim() !== "";
}

/** `part / whole`, limited to 0 to 1 because the counts are approximate. Undefined if `whole` is 0. */
export function share(part: number, whole: number): number | undefined {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : undefined;
}

/** The share of AI in all visitors; 0 without visitors. */
export function aiShare({ ai, total }: { ai: number; total: number }): number {
  return share(ai, total) ?? 0;
}

/** True if a count changed by a fifth or more, up or down. */
export function changedByFifth(before: number, now: number): boolean {
  return Math.abs(now - before) * 5 >= before;
}

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

/** The lower end of the 95% Wilson score interval of `part` in `whole`. Holds for a few observations too; 0 for none. */
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
