import type { Counts, PageRow, VisitorData } from "./types.ts";

/** A page with its visitors in both periods. */
export type PageChange = { path: string; current: Counts; previous: Counts };

/** What stands out in a reading; each list with what matters most first. */
export type Findings = {
  /** Counts below this many visitors are left to chance. */
  threshold: number;
  up: readonly PageChange[];
  down: readonly PageChange[];
  /** Pages with visitors in this period only. */
  new: readonly PageChange[];
  /** Pages with visitors in the previous period only. */
  gone: readonly PageChange[];
  aiShareUp: readonly PageChange[];
  /** Pages that AI reads and people do not. */
  aiOnly: readonly PageRow[];
  /** Pages that people read and AI does not. */
  peopleOnly: readonly PageRow[];
};

type Read = Pick<VisitorData, "current" | "previous">;

const nobody: Counts = { human: 0, ai: 0, total: 0 };

/** Finds what stands out, by the thresholds that the report explains. Lists that need what was not read are empty. */
export function findFindings(reading: Read): Findings {
  const { current, previous } = reading;
  const threshold = thresholdOf(reading);
  const both = inBoth(reading);
  const moved = both.filter((page) => hasMoved(page, reading, threshold));
  const complete = previous !== undefined && current.complete && previous.complete;
  const gained = ({ current, previous }: PageChange) => current.total - previous.total;
  const siteShare = current.totals.total > 0 ? current.totals.ai / current.totals.total : 0;
  return {
    threshold,
    up: sorted(
      moved.filter((page) => gained(page) > 0),
      gained,
    ),
    down: sorted(
      moved.filter((page) => gained(page) < 0),
      (page) => -gained(page),
    ),
    new: complete ? sorted(onlyIn(current.rows, previous.rows, threshold).map(asNew), gained) : [],
    gone: complete
      ? sorted(onlyIn(previous.rows, current.rows, threshold).map(asGone), (page) => -gained(page))
      : [],
    aiShareUp: sorted(
      both.filter((page) => isAiShareUp(page, threshold)),
      ({ current, previous }) => current.ai / current.total - previous.ai / previous.total,
    ),
    aiOnly: sorted(
      current.rows.filter((row) => row.ai >= threshold && row.human * 10 <= row.ai),
      (row) => row.ai,
    ),
    peopleOnly: sorted(
      current.rows.filter(
        (row) => row.human >= threshold && row.ai * 50 <= row.human && row.total * siteShare >= 10,
      ),
      (row) => row.human,
    ),
  };
}

/** Looks up a page's visitors in the previous period: none where it was read to its end, else undefined if unknown. */
export function previousCounts({ previous }: Read): (path: string) => Counts | undefined {
  const known = new Map<string, Counts>(previous?.rows.map((row) => [row.path, row]));
  return (path) => known.get(path) ?? (previous?.complete ? nobody : undefined);
}

/** At least 20 visitors, and on large sites 0.2% of the larger period. */
function thresholdOf({ current, previous }: Read): number {
  const largest = Math.max(current.totals.total, previous?.totals.total ?? 0);
  return Math.max(20, Math.ceil(largest / 500));
}

/** The pages that had visitors in both periods, as far as they were read. */
function inBoth({ current, previous }: Read): PageChange[] {
  const before = new Map(previous?.rows.map((row) => [row.path, row]));
  return current.rows.flatMap((row) => {
    const earlier = before.get(row.path);
    if (earlier === undefined || earlier.total <= 0 || row.total <= 0) return [];
    return [{ path: row.path, current: counts(row), previous: counts(earlier) }];
  });
}

function hasMoved(page: PageChange, { current, previous }: Read, threshold: number): boolean {
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

function onlyIn(rows: readonly PageRow[], others: readonly PageRow[], threshold: number): PageRow[] {
  const seen = new Set(others.filter((row) => row.total > 0).map((row) => row.path));
  return rows.filter((row) => row.total >= threshold && !seen.has(row.path));
}

function asNew(row: PageRow): PageChange {
  return { path: row.path, current: counts(row), previous: nobody };
}

function asGone(row: PageRow): PageChange {
  return { path: row.path, current: nobody, previous: counts(row) };
}

function counts({ human, ai, total }: Counts): Counts {
  return { human, ai, total };
}

/** Largest first, and by path where that is equal, so that the same data always reads the same. */
function sorted<T extends { path: string }>(pages: readonly T[], size: (page: T) => number): T[] {
  return pages.toSorted((a, b) => size(b) - size(a) || (a.path < b.path ? -1 : 1));
}
