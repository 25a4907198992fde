import type { Missing, Periods, Range } from "../report-model.ts";

/** The first requests of a report, which are all sent at once, and the parts that the budget leaves out. */
export type RequestPlan = {
  /** Their first chunks also bring the period's totals. */
  current: Range;
  previous: Range | undefined;
  /** The other periods of the trend, newest first. */
  trend: readonly Range[];
  /** The limit on requests for the trend, retries included. */
  trendRequests: number;
  missing: readonly Missing[];
};

/** Plans the first requests, at most `maxRequests` (which is at least 1). */
export function planRequests(periods: Periods, maxRequests: number): RequestPlan {
  const previous = maxRequests > 1 ? periods.previous : undefined;
  const missing: Missing[] = [];
  if (periods.previous !== previous) missing.push({ what: "previous", why: "budget" });
  // The two newest points of the trend come with the periods themselves. No two ranges start at the same time.
  const withRows = [periods.current, ...(previous === undefined ? [] : [previous])];
  const others = periods.trend.filter(({ from }) => withRows.every((range) => range.from !== from)).reverse();
  const trendRequests = Math.min(Math.floor(maxRequests / 2), maxRequests - withRows.length);
  const trend = others.slice(0, trendRequests);
  if (trend.length < others.length) missing.push({ what: "trend", why: "budget" });
  return { current: periods.current, previous, trend, trendRequests, missing };
}
