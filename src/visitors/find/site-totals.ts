import {
  type Counts,
  hasNoVisitors,
  noVisitors,
  type Page,
  type PageName,
  type PeriodData,
  type Periods,
  type Range,
  type VisitorData,
} from "../read/data.ts";

/** The totals of the site, and what a change of a count is worth there. */
export type SiteTotals = {
  now: Counts;
  /** True if nobody came in any period before, as far as those were read. */
  isFirst: boolean;
  /** The period before. Undefined if it was not read, or if nobody came in any period before. */
  was: Counts | undefined;
  /** The same as it would be in as many days as this period has. Undefined is what nothing can be compared with. */
  before: Readonly<Record<keyof Counts, number | undefined>>;
  /** M of docs/report.md: changes of counts below this number of visitors are treated as chance. */
  threshold: number;
  /** Totals that contradict each other: then nothing else is told. */
  contradiction: Counts | undefined;
  /** Missing where no address that is no page was flooded. */
  flood: Flood | undefined;
};

/** An address that is no page, and the period in which it was flooded. */
type Flood = { data: PeriodData; address: Page };

/** The totals of both periods. Months have 28 to 31 days, so the one before is scaled; all others are equally long. */
export function totalsOf(data: VisitorData, periods: Periods): SiteTotals {
  const { current, previous, trend } = data;
  const now = current.totals;
  const earlier = [previous?.totals, ...trend.slice(0, -1)];
  const isFirst =
    previous !== undefined && earlier.every((totals = noVisitors) => hasNoVisitors(totals));
  const was = isFirst ? undefined : previous?.totals;
  const lengthOf = ({ from, to }: Range) => to - from;
  // Without a period before, nothing is scaled.
  const ratio = lengthOf(periods.current) / lengthOf(periods.previous ?? periods.current);
  const largest = Math.max(now.total, was?.total ?? 0);
  // At least 20 visitors, and on large sites 0.2% of the larger period.
  const threshold = Math.max(20, Math.ceil(largest / 500));
  const contradiction = [now, previous?.totals].find(contradicts);
  const floodOf = (part: keyof Counts) => floodIn(data, part, threshold);
  const beforeOf = (part: keyof Counts) => {
    const doubtful = contradiction ?? floodOf(part);
    return was && doubtful === undefined ? was[part] * ratio : undefined;
  };
  return {
    now,
    isFirst,
    was,
    before: {
      human: beforeOf("human"),
      ai: beforeOf("ai"),
      total: beforeOf("total"),
    },
    threshold,
    contradiction,
    flood: floodOf("total") ?? floodOf("human") ?? floodOf("ai"),
  };
}

/** Counts are approximate, so a part may be larger than the whole, and the whole than its parts, by this factor. */
const tolerance = 1.05;

function contradicts({ human, ai, total }: Counts = noVisitors): boolean {
  return Math.max(human, ai) > total * tolerance || total > (human + ai) * tolerance;
}

/** What the service serves beside the pages: feeds, site maps, and files for AI. Their readers are real ones. */
const served = /well-known|\.(?:md|txt|xml)$/;

/** True for an address that is no page, and that no reader asks for. */
const isFlood = ({ page }: PageName) => !served.test(page);

/**
 * An address that is no page, for which more than a fifth of this part, and more than `threshold`, asked in one period and not
 * in the other; undefined if there is none.
 */
function floodIn(
  { current, previous = current }: VisitorData,
  part: keyof Counts,
  threshold: number,
): Flood | undefined {
  const periods = [
    { flooded: current, other: previous },
    { flooded: previous, other: current },
  ];
  for (const { flooded, other } of periods) {
    const elsewhere = new Map(other.noPages.map(({ page, counts }) => [page, counts[part]]));
    const least = Math.max(threshold, flooded.totals[part] / 5);
    const address = flooded.noPages.find(
      (one) => isFlood(one) && one.counts[part] - (elsewhere.get(one.page) ?? 0) > least,
    );
    if (address !== undefined) {
      return { data: flooded, address };
    }
  }
  return undefined;
}
