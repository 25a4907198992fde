import type {
  BothCounts,
  Counts,
  Findings,
  PageFinding,
  PageKind,
  PeriodData,
  VisitorData,
} from "../report-model.ts";
import { changedByFifth, countsIn, hasPath, isBeyondChance, noVisitors } from "./counts.ts";

/** Of fewer visitors in both periods, no change of the site is worth a percentage. */
const fewVisitors = 100;

type ComparedPage = BothCounts & { path: string };

/** What a page is compared with. A change by chance is at most so many standard deviations. */
type Site = { now: Counts; before: Counts; threshold: number; deviations: number };

/** The pages that stand out (docs/report.md), without those that `ignored` names. */
export function findFindings(
  all: Pick<VisitorData, "current" | "previous">,
  ignored: (path: string) => boolean = () => false,
): Findings {
  const current = without(ignored, all.current);
  const previous = all.previous && without(ignored, all.previous);
  const [now, before] = [current.totals, previous?.totals ?? noVisitors];
  const largest = Math.max(now.total, before.total);
  // At least 20 visitors, and on large sites 0.2% of the larger period.
  const threshold = Math.max(20, Math.ceil(largest / 500));
  const pages = previous === undefined ? [] : comparablePages(current, previous);
  // Among several hundred pages, one exceeds three deviations by chance in most weeks, but √(2 ln(10 n)) only about once
  // in fifty weeks (tail of the normal distribution).
  const compared = pages.filter((page) => isInBoth(page) && largerTotal(page) >= threshold).length;
  const deviations = Math.max(3, Math.sqrt(2 * Math.log(10 * Math.max(1, compared))));
  const site: Site = { now, before, threshold, deviations };
  const found = pages.flatMap((page): PageFinding[] => {
    const kind = judge(page, site);
    return kind === undefined ? [] : [{ kind, ...page }];
  });
  return {
    threshold,
    siteThreshold: largest < fewVisitors ? Infinity : threshold,
    // Equal ones by path, so that the order never depends on the service's.
    pages: found.filter(isTold).sort((a, b) => atStake(b) - atStake(a) || (a.path < b.path ? -1 : 1)),
  };
}

/** True for a file for crawlers: there is nothing to write or to link on it. */
export function isForCrawlers(path: string): boolean {
  return /(?:^|\/)(?:llms(?:-full)?\.txt|robots\.txt|sitemap\.xml)$/.test(path);
}

/** Every site has a home page: it is told only that its visitors changed. */
function isTold({ kind, path }: PageFinding): boolean {
  return !isForCrawlers(path) && (path !== "/" || kind === "up" || kind === "down");
}

/** How many visitors came or went. */
function atStake({ previous, current }: PageFinding): number {
  return Math.abs(current.total - previous.total);
}

/** The first of each kind, then the second of each, and so on; within a round in the order of `compare`. */
export function inRounds<T>(kinds: Iterable<readonly T[]>, compare: (a: T, b: T) => number): T[] {
  return [...kinds]
    .flatMap((ofKind) => ofKind.map((one, round) => ({ one, round })))
    .sort((a, b) => a.round - b.round || compare(a.one, b.one))
    .map(({ one }) => one);
}

/** The period without the pages that are ignored or have no path. The totals stay: uniques cannot be subtracted. */
function without(ignored: (path: string) => boolean, period: PeriodData): PeriodData {
  return { ...period, rows: period.rows.filter((row) => hasPath(row) && !ignored(row.path)) };
}

/** The pages whose visitors are known in both periods. None if a period had nobody: every page would be new or gone. */
function comparablePages(current: PeriodData, previous: PeriodData): ComparedPage[] {
  if (current.totals.total <= 0 || previous.totals.total <= 0) return [];
  const isComplete = current.complete && previous.complete;
  const [now, before] = [countsIn(current), countsIn(previous)];
  const paths = new Set([...current.rows, ...previous.rows].map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const page = { path, current: now(path) ?? noVisitors, previous: before(path) ?? noVisitors };
    return isComplete || isInBoth(page) ? [page] : [];
  });
}

function isInBoth({ current, previous }: BothCounts): boolean {
  return current.total > 0 && previous.total > 0;
}

function largerTotal({ current, previous }: BothCounts): number {
  return Math.max(current.total, previous.total);
}

function judge(page: ComparedPage, site: Site): PageKind | undefined {
  const { current, previous } = page;
  if (largerTotal(page) < site.threshold) return undefined;
  if (previous.total <= 0) return "new";
  // A site without a home page is broken, so nobody has removed it.
  if (current.total <= 0) return page.path === "/" ? "down" : "gone";
  if (!hasChanged(page, growthOf(previous, site), site.deviations)) return undefined;
  return current.total > previous.total ? "up" : "down";
}

/** How a page grows if its people and its AI do as the site's. Apart, or each page that AI reads is up when AI triples. */
function growthOf({ human, ai }: Counts, { now, before, threshold }: Site): number {
  const growth = (part: keyof Counts): number => now[part] / before[part];
  // Below the threshold a group's growth is noise, so use the total's.
  if (human + ai <= 0 || Math.min(before.human, before.ai) < threshold) return growth("total");
  return (human * growth("human") + ai * growth("ai")) / (human + ai);
}

/** True if a page changed by a fifth and beyond chance, from what it was and from what the site's growth would make of it. */
function hasChanged({ current, previous }: BothCounts, growth: number, deviations: number): boolean {
  const before = previous.total;
  const now = current.total;
  const expected = before * growth;
  const isChange = (from: number) => changedByFifth(from, now) && isBeyondChance(from, now, deviations);
  return isChange(before) && isChange(expected) && now > before === now > expected;
}
