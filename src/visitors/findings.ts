import type { Counts, Findings, MovedPage, PageChange, PageRow, PeriodData, VisitorData } from "./types.ts";

type BothPeriods = Pick<VisitorData, "current" | "previous">;

const noVisitors: Counts = { human: 0, ai: 0, total: 0 };

/**
 * Finds the pages that stand out (docs/report.md), without those that `ignored` names. A list is empty if the data for
 * it was not read.
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
  const { appeared, gone, moved } = findNewAndGone(data, threshold);
  const siteAiShare = current.totals.total > 0 ? current.totals.ai / current.totals.total : 0;
  const gained = (page: PageChange) => page.current.total - page.previous.total;
  const lost = (page: PageChange) => -gained(page);
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
    new: sorted(appeared, gained),
    gone: sorted(gone, lost),
    moved: sorted(moved, largerTotal),
    aiShareUp: sorted(
      both.filter((page) => isAiShareUp(page, threshold)),
      (page) => page.current.ai / page.current.total - page.previous.ai / page.previous.total,
    ),
    aiOnly: sorted(
      current.rows.filter((row) => row.ai >= threshold && row.human * 10 <= row.ai),
      (row) => row.ai,
    ),
    peopleOnly: sorted(
      current.rows.filter(
        (row) => row.human >= threshold && row.ai * 50 <= row.human && row.total * siteAiShare >= 10,
      ),
      (row) => row.human,
    ),
  };
}

/** Looks up a page's visitors in the previous period: zero if all its pages were read, undefined if unknown. */
export function previousCounts({ previous }: BothPeriods): (path: string) => Counts | undefined {
  const known = new Map<string, Counts>(previous?.rows.map((row) => [row.path, row]));
  return (path) => known.get(path) ?? (previous?.complete ? noVisitors : undefined);
}

/** The period without the ignored pages; its totals stay, because visitors cannot be taken out of them. */
function without(ignored: (path: string) => boolean, period: PeriodData): PeriodData {
  return { ...period, rows: period.rows.filter(({ path }) => !ignored(path)) };
}

/** At least 20 visitors, and on large sites 0.2% of the larger period. */
function thresholdOf({ current, previous }: BothPeriods): number {
  const largest = Math.max(current.totals.total, previous?.totals.total ?? 0);
  return Math.max(20, Math.ceil(largest / 500));
}

/** The pages with visitors in both periods. */
function pagesInBoth({ current, previous }: BothPeriods): PageChange[] {
  const rowsBefore = new Map(previous?.rows.map((row) => [row.path, row]));
  return current.rows.flatMap((row) => {
    const before = rowsBefore.get(row.path);
    if (before === undefined || before.total <= 0 || row.total <= 0) return [];
    return [{ path: row.path, current: counts(row), previous: counts(before) }];
  });
}

function hasChanged(page: PageChange, { current, previous }: BothPeriods, threshold: number): boolean {
  const before = page.previous.total;
  const now = page.current.total;
  const siteBefore = previous?.totals.total ?? 0;
  if (Math.max(before, now) < threshold || siteBefore <= 0) return false;
  const expected = before * (current.totals.total / siteBefore);
  return isChange(before, now) && isChange(expected, now) && now > before === now > expected;
}

/** At least a fifth, and beyond three standard deviations of the difference of two counts. */
function isChange(before: number, now: number): boolean {
  const difference = Math.abs(now - before);
  return difference * 5 >= before && difference > 3 * Math.sqrt(before + now);
}

function isAiShareUp({ current, previous }: PageChange, threshold: number): boolean {
  if (current.ai < threshold || Math.min(current.total, previous.total) < threshold) return false;
  const gained = current.ai - previous.ai;
  // Fifteen points are 3/20; multiplied out, so that rounding cannot move the boundary.
  const points = 20 * (current.ai * previous.total - previous.ai * current.total);
  return gained >= 3 * Math.sqrt(current.ai + previous.ai) && points >= 3 * current.total * previous.total;
}

/**
 * The pages with visitors in one period only. Needs two periods that were read completely, and a site with visitors in
 * both: else each page would be new, or gone.
 */
function findNewAndGone(
  { current, previous }: BothPeriods,
  threshold: number,
): { appeared: PageChange[]; gone: PageChange[]; moved: MovedPage[] } {
  const isComparable = previous !== undefined && current.complete && previous.complete;
  if (!isComparable || current.totals.total <= 0 || previous.totals.total <= 0)
    return { appeared: [], gone: [], moved: [] };
  const appeared = newPages(current.rows, previous.rows, threshold);
  const gone = newPages(previous.rows, current.rows, threshold).map(swapped);
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
 * Pairs a page that is gone with a new one: the last segment is the same, no other page has it, and the smaller count is
 * at least half the larger.
 */
function findMoved(
  appeared: readonly PageChange[],
  gone: readonly PageChange[],
  rows: readonly PageRow[],
): MovedPage[] {
  const newBySegment = new Map(appeared.map((page) => [lastSegment(page.path), page]));
  const goneBySegment = new Map(gone.map((page) => [lastSegment(page.path), page]));
  const pathsBySegment = new Map<string, Set<string>>();
  for (const { path } of rows) {
    const segment = lastSegment(path);
    // Only pages that may have moved need to be unique.
    if (!newBySegment.has(segment) || !goneBySegment.has(segment)) continue;
    pathsBySegment.set(segment, (pathsBySegment.get(segment) ?? new Set()).add(path));
  }
  return Array.from(pathsBySegment).flatMap(([segment, paths]) => {
    const from = goneBySegment.get(segment);
    const to = newBySegment.get(segment);
    if (segment === "" || paths.size !== 2 || from === undefined || to === undefined) return [];
    const page = { from: from.path, to: to.path, current: to.current, previous: from.previous };
    const smaller = Math.min(page.current.total, page.previous.total);
    return smaller * 2 >= largerTotal(page) ? [page] : [];
  });
}

function lastSegment(path: string): string {
  return path.split("/").findLast((segment) => segment !== "") ?? "";
}

function largerTotal({ current, previous }: Pick<MovedPage, "current" | "previous">): number {
  return Math.max(current.total, previous.total);
}

/** The pages with enough visitors in `rows` and none in `before`. */
function newPages(rows: readonly PageRow[], before: readonly PageRow[], threshold: number): PageChange[] {
  const known = new Set(before.filter((row) => row.total > 0).map((row) => row.path));
  return rows
    .filter((row) => row.total >= threshold && !known.has(row.path))
    .map((row) => ({ path: row.path, current: counts(row), previous: noVisitors }));
}

function swapped({ path, current, previous }: PageChange): PageChange {
  return { path, current: previous, previous: current };
}

function counts({ human, ai, total }: Counts): Counts {
  return { human, ai, total };
}

/** Largest first, equal ones by path, so that the same data always gives the same report. */
function sorted<T extends { path: string } | { to: string }>(
  pages: readonly T[],
  size: (page: T) => number,
): T[] {
  return pages.toSorted((a, b) => size(b) - size(a) || (pathOf(a) < pathOf(b) ? -1 : 1));
}

function pathOf(page: { path: string } | { to: string }): string {
  return "to" in page ? page.to : page.path;
}
