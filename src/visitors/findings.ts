import { isBeyondChance, roseByDeviations } from "./chance.ts";
import { changedByFifth, clearRise } from "./changes.ts";
import { countsBefore, countsIn, hasPath, largerTotal, noVisitors } from "./counts.ts";
import { findMoved } from "./moved-pages.ts";
import type {
  Counts,
  Findings,
  MovedPage,
  PageChange,
  PageRow,
  PeriodData,
  VisitorData,
} from "./report-model.ts";
import { aiShare } from "./shares.ts";

type BothPeriods = Pick<VisitorData, "current" | "previous">;

/** With 10 expected, 0 is beyond three standard deviations (√10 ≈ 3.2). */
const fewestExpected = 10;

/**
 * Finds the pages that stand out (docs/report.md), without those that `ignored` names. A list is empty if its
 * data was not read.
 */
export function findFindings(all: BothPeriods, ignored: (path: string) => boolean = () => false): Findings {
  const data = {
    current: without(ignored, all.current),
    previous: all.previous && without(ignored, all.previous),
  };
  const { current } = data;
  const threshold = thresholdOf(data);
  const both = pagesInBoth(data);
  const changed = both.filter((page) => hasChanged(page, data, threshold));
  const aiShareUp = both.filter((page) => isAiShareUp(page, data, threshold));
  const { appeared, gone, moved } = findNewAndGone(data, threshold);
  const deviations = significantDeviations(both.filter((page) => largerTotal(page) >= threshold).length);
  const gained = (page: PageChange) => page.current.total - page.previous.total;
  const lost = (page: PageChange) => -gained(page);
  const aiOnly = current.rows.filter((row) => row.ai >= threshold && row.human * 10 <= row.ai);
  const peopleOnly = current.rows.filter(
    (row) => row.human >= threshold && row.ai * 50 <= row.human && expectsAi(row, current.totals),
  );
  const before = countsBefore(data.previous, moved);
  const wasSo = ({ path }: PageRow, test: (counts: Counts) => boolean): boolean => {
    const earlier = before(path);
    // If the earlier visitors were not read, they may have been so.
    return data.previous !== undefined && (earlier === undefined || test(earlier));
  };
  return {
    threshold,
    up: sorted(
      changed.filter((page) => gained(page) > 0),
      gained,
    ),
    down: sorted(
      changed.filter((page) => lost(page) > 0),
      lost,
    ),
    appeared: sorted(appeared, gained),
    gone: sorted(gone, lost),
    moved: sorted(moved, largerTotal),
    aiShareUp: sorted(aiShareUp, (page) => aiShare(page.current) - aiShare(page.previous)),
    aiOnly: sorted(aiOnly, (row) => row.ai),
    peopleOnly: sorted(peopleOnly, (row) => row.human),
    // With half of the threshold and half as strict a ratio, so that a page near the limits is not new every other week.
    oneSidedBefore: new Set([
      ...aiOnly
        .filter((page) => wasSo(page, ({ human, ai }) => ai * 2 >= threshold && human * 5 <= ai))
        .map(pathOf),
      ...peopleOnly
        .filter((page) => wasSo(page, ({ human, ai }) => human * 2 >= threshold && ai * 25 <= human))
        .map(pathOf),
    ]),
    significant: {
      change: new Set(changed.filter((page) => hasChanged(page, data, threshold, deviations)).map(pathOf)),
      aiShare: new Set(
        aiShareUp.filter((page) => isAiShareUp(page, data, threshold, deviations)).map(pathOf),
      ),
    },
  };
}

/** True if the site's AI share would mean at least ten AI visitors of the page. */
function expectsAi(page: Counts, site: Counts): boolean {
  // Multiplied instead of divided: a rounded quotient could fall on the wrong side of the boundary.
  return site.total > 0 && page.total * site.ai >= fewestExpected * site.total;
}

/** The pages of the period without the ignored ones. The totals stay: uniques cannot be subtracted. */
function without(ignored: (path: string) => boolean, period: PeriodData): PeriodData {
  return { ...period, rows: period.rows.filter((row) => hasPath(row) && !ignored(row.path)) };
}

/** At least 20 visitors, and on large sites 0.2% of the larger period. */
function thresholdOf({ current, previous }: BothPeriods): number {
  const largest = Math.max(current.totals.total, previous?.totals.total ?? 0);
  return Math.max(20, Math.ceil(largest / 500));
}

/** The pages with visitors in both periods. */
function pagesInBoth({ current, previous }: BothPeriods): PageChange[] {
  const before = countsIn(previous);
  return current.rows.flatMap((row) => {
    const earlier = before(row.path);
    if (earlier === undefined || earlier.total <= 0 || row.total <= 0) return [];
    return [{ path: row.path, current: counts(row), previous: counts(earlier) }];
  });
}

/**
 * How many standard deviations make a change significant, by the number of pages; at least three. Among several hundred
 * pages, one exceeds three deviations by chance in most weeks, but √(2 ln(10 n)) only about once in fifty weeks (tail of
 * the normal distribution).
 */
function significantDeviations(pages: number): number {
  return Math.max(3, Math.sqrt(2 * Math.log(10 * Math.max(1, pages))));
}

function hasChanged(page: PageChange, data: BothPeriods, threshold: number, deviations = 3): boolean {
  const before = page.previous.total;
  const now = page.current.total;
  if (Math.max(before, now) < threshold || (data.previous?.totals.total ?? 0) <= 0) return false;
  const expected = before * expectedGrowth(page.previous, data, threshold);
  const isChange = (from: number) => changedByFifth(from, now) && isBeyondChance(from, now, deviations);
  return isChange(before) && isChange(expected) && now > before === now > expected;
}

/** The factor by which a page grows if its people and its AI each grow as on the whole site. */
function expectedGrowth({ human, ai }: Counts, site: BothPeriods, threshold: number): number {
  const was = site.previous?.totals ?? noVisitors;
  const is = site.current.totals;
  const growth = (part: keyof Counts): number => is[part] / was[part];
  // Below the threshold a group's growth is noise, so use the total's.
  if (human + ai <= 0 || Math.min(was.human, was.ai) < threshold) return growth("total");
  return (human * growth("human") + ai * growth("ai")) / (human + ai);
}

function isAiShareUp(page: PageChange, data: BothPeriods, threshold: number, deviations = 3): boolean {
  const { current, previous } = page;
  if (current.ai < threshold || Math.min(current.total, previous.total) < threshold) return false;
  const isMore = (before: number) => roseByDeviations(before, current.ai, deviations);
  // Multiplied as in `expectsAi`, the whole numbers first, so that a rise of exactly 15 points counts.
  const rise = current.ai * previous.total - previous.ai * current.total;
  if (!isMore(previous.ai) || rise < clearRise * (current.total * previous.total)) return false;
  // If AI rose on the whole site, a page must exceed that as clearly; otherwise every page would be listed.
  const site = data.current.totals;
  const siteBefore = data.previous?.totals ?? noVisitors;
  const siteGain = aiShare(site) - aiShare(siteBefore);
  if (siteGain <= 0) return true;
  const growth = siteBefore.ai > 0 ? site.ai / siteBefore.ai : 1;
  return aiShare(current) - aiShare(previous) - siteGain >= clearRise && isMore(previous.ai * growth);
}

/**
 * The pages with visitors in one period only. None unless both periods were read completely and both had visitors:
 * otherwise every page would be new or gone.
 */
function findNewAndGone(
  { current, previous }: BothPeriods,
  threshold: number,
): { appeared: PageChange[]; gone: PageChange[]; moved: MovedPage[] } {
  const isComparable = previous !== undefined && current.complete && previous.complete;
  if (!isComparable || current.totals.total <= 0 || previous.totals.total <= 0)
    return { appeared: [], gone: [], moved: [] };
  const appeared = pagesOnlyIn(current, previous, threshold);
  const gone = pagesOnlyIn(previous, current, threshold).map(swapped);
  const moved = findMoved(appeared, gone, [...current.rows, ...previous.rows]);
  const oldPaths = new Set(moved.map(({ from }) => from));
  const newPaths = new Set(moved.map(({ to }) => to));
  return {
    appeared: appeared.filter(({ path }) => !newPaths.has(path)),
    gone: gone.filter(({ path }) => !oldPaths.has(path)),
    moved,
  };
}

/**
 * The pages with enough visitors in `period` and none in `other`. A page is left out if it would have had fewer than ten
 * in `other` by the site's growth: then none may be chance.
 */
function pagesOnlyIn(period: PeriodData, other: PeriodData, threshold: number): PageChange[] {
  const inOther = countsIn(other);
  const isOnlyHere = ({ path }: PageRow) => (inOther(path)?.total ?? 0) <= 0;
  const expected = (row: PageRow) =>
    row.total * expectedGrowth(row, { current: other, previous: period }, threshold);
  return period.rows
    .filter((row) => row.total >= threshold && isOnlyHere(row) && expected(row) >= fewestExpected)
    .map((row) => ({ path: row.path, current: counts(row), previous: noVisitors }));
}

function swapped({ path, current, previous }: PageChange): PageChange {
  return { path, current: previous, previous: current };
}

function counts({ human, ai, total }: Counts): Counts {
  return { human, ai, total };
}

/** Largest first. Equal ones by path, so that the order never depends on the service's. */
function sorted<T extends { path: string } | { to: string }>(
  pages: readonly T[],
  size: (page: T) => number,
): T[] {
  return pages.toSorted((a, b) => size(b) - size(a) || (pathOf(a) < pathOf(b) ? -1 : 1));
}

function pathOf(page: { path: string } | { to: string }): string {
  return "to" in page ? page.to : page.path;
}
