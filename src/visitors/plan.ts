import type { Missing, Periods, Range } from "./types.ts";

/** What is asked first of a report, all at the same time, and what is left out because of the budget. */
export type Plan = {
  /** The period whose first page is read, and the one before; each page brings its totals too. */
  current: Range;
  previous: Range | undefined;
  /** The trend's other points, newest first, each with its place in `Periods.trend`. */
  trend: readonly { at: number; range: Range }[];
  /** How many requests the trend's points may take in all, repeats included. */
  trendRequests: number;
  /** What was asked for and is left out from the start. */
  missing: readonly Missing[];
};

/** Plans the requests that are known before the first one, so that they never exceed `maxRequests` (at least 1). */
export function planRequests(periods: Periods, maxRequests: number): Plan {
  const { current } = periods;
  const previous = maxRequests > 1 ? periods.previous : undefined;
  const missing: Missing[] = [];
  if (periods.previous !== undefined && previous === undefined)
    missing.push({ what: "previous", why: "budget" });
  const others = periods.trend
    .map((range, at) => ({ at, range }))
    .filter(({ range }) => !isSame(range, current) && !isSame(range, previous))
    .reverse();
  const trendRequests = Math.floor(maxRequests / 4);
  const trend = others.slice(0, trendRequests);
  if (trend.length < others.length) missing.push({ what: "trend", why: "budget" });
  return { current, previous, trend, trendRequests, missing };
}

/** True when both name the same span of time. */
export function isSame(one: Range, other: Range | undefined): boolean {
  return one.from === other?.from && one.to === other.to;
}
