import {
  type Counts,
  hasNoVisitors,
  noVisitors,
  type Periods,
  type VisitorData,
} from "../read/data.ts";

/** Of fewer visitors in both periods, no change of the site is worth a percentage. */
const fewVisitors = 100;

/** The totals of the site, and what a change of a count is worth there. */
export type SiteTotals = {
  now: Counts;
  /** True if nobody came in any period before, as far as those were read. */
  isFirst: boolean;
  /** The period before. Undefined if there is nothing to compare with. */
  was: Counts | undefined;
  /** The same as it would be in as many days as this period has. */
  before: Counts | undefined;
  /** M of docs/report.md: changes of counts below this number of visitors are treated as chance. */
  threshold: number;
  /** The least count whose change is worth a percentage; infinite on a site with few visitors. */
  leastChanged: number;
};

/** The totals of both periods. Months have 28 to 31 days, so the one before is scaled; all others are equally long. */
export function totalsOf({ current, previous, trend }: VisitorData, periods: Periods): SiteTotals {
  const now = current.totals;
  const earlier = [previous?.totals, ...trend.slice(0, -1)];
  const isFirst =
    previous !== undefined && earlier.every((totals = noVisitors) => hasNoVisitors(totals));
  const was = isFirst ? undefined : previous?.totals;
  const ratio = lengthRatio(periods);
  const largest = Math.max(now.total, was?.total ?? 0);
  // At least 20 visitors, and on large sites 0.2% of the larger period.
  const threshold = Math.max(20, Math.ceil(largest / 500));
  return {
    now,
    isFirst,
    was,
    before: was && { human: was.human * ratio, ai: was.ai * ratio, total: was.total * ratio },
    threshold,
    leastChanged: largest < fewVisitors ? Number.POSITIVE_INFINITY : threshold,
  };
}

/** How much longer this period is than the one before. */
export function lengthRatio({ current, previous = current }: Periods): number {
  return (current.to - current.from) / (previous.to - previous.from);
}

/** Counts are approximate, so a part may be larger than the whole, and the whole than its parts, by this factor. */
const tolerance = 1.05;

/** The first totals that contradict each other; undefined if all fit. */
export function contradictionIn({ current, previous }: VisitorData): Counts | undefined {
  return [current.totals, previous?.totals].find((totals) => {
    if (totals === undefined) return false;
    const { human, ai, total } = totals;
    return Math.max(human, ai) > total * tolerance || total > (human + ai) * tolerance;
  });
}
