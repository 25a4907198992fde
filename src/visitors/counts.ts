import type { Counts, MovedPage, PageChange, PeriodData } from "./report-model.ts";

/** The counts of a page or a period that nobody visited. */
export const noVisitors: Counts = { human: 0, ai: 0, total: 0 };

/** True if all counts are 0; approximate parts can be larger than a total of 0. */
export function hasNoVisitors({ human, ai, total }: Counts): boolean {
  return Math.max(human, ai, total) === 0;
}

/** A page's visitors; undefined if they are not known. */
export type CountsByPath = (path: string) => Counts | undefined;

/** Looks up visitors in a period. A page that is not there had none, if all pages were read. */
export function countsIn(period: PeriodData | undefined): CountsByPath {
  const known = new Map<string, Counts>(period?.rows.map((row) => [row.path, row]));
  return (path) => known.get(path) ?? (period?.complete ? noVisitors : undefined);
}

/** Looks up earlier visitors: for a page that moved, those of its old path. */
export function countsBefore(previous: PeriodData | undefined, moved: readonly MovedPage[]): CountsByPath {
  const known = countsIn(previous);
  const movedTo = new Map(moved.map((page) => [page.to, page.previous]));
  return (path) => movedTo.get(path) ?? known(path);
}

/** False for visits that the service counts without a path: they are no page. */
export function hasPath({ path }: { path: string }): boolean {
  return path.trim() !== "";
}

/** The visitors of a page in the period in which it had more. */
export function largerTotal({ current, previous }: Pick<PageChange, "current" | "previous">): number {
  return Math.max(current.total, previous.total);
}
