import type { Counts, PageChange, VisitorData } from "./report-model.ts";

/** The counts of a page or a period that nobody visited. */
export const noVisitors: Counts = { human: 0, ai: 0, total: 0 };

/** True if all counts are 0; approximate parts can be larger than a total of 0. */
export function hasNoVisitors({ human, ai, total }: Counts): boolean {
  return Math.max(human, ai, total) === 0;
}

/** Looks up a page's visitors in the previous period. A page that is not there had none, if all pages were read. */
export function previousCounts({
  previous,
}: Pick<VisitorData, "previous">): (path: string) => Counts | undefined {
  const known = new Map<string, Counts>(previous?.rows.map((row) => [row.path, row]));
  return (path) => known.get(path) ?? (previous?.complete ? noVisitors : undefined);
}

/** False for visits that the service counts without a path: they are no page. */
export function hasPath({ path }: { path: string }): boolean {
  return path.trim() !== "";
}

/** The visitors of a page in the period in which it had more. */
export function largerTotal({ current, previous }: Pick<PageChange, "current" | "previous">): number {
  return Math.max(current.total, previous.total);
}
