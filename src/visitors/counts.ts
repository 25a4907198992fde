import type { Counts, CountsByPath, PeriodData } from "./report-model.ts";

/** The counts of a page or a period that nobody visited. */
export const noVisitors: Counts = { human: 0, ai: 0, total: 0 };

/** True if all counts are 0; approximate parts can be larger than a total of 0. */
export function hasNoVisitors({ human, ai, total }: Counts): boolean {
  return Math.max(human, ai, total) === 0;
}

/** Looks up visitors in a period. A page that is not there had none, if all pages were read. */
export function countsIn(period: PeriodData | undefined): CountsByPath {
  const known = new Map<string, Counts>(period?.rows.map((row) => [row.path, row]));
  return (path) => known.get(path) ?? (period?.complete ? noVisitors : undefined);
}

/** False for visits that the service counts without a path: they are no page. */
export function hasPath({ path }: { path: string }): boolean {
  return path.trim() !== "";
}

/** `part / whole`, limited to 0 to 1 because the counts are approximate. Undefined if `whole` is 0. */
export function share(part: number, whole: number): number | undefined {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : undefined;
}

/** The share of AI in all visitors; 0 without visitors. */
export function aiShare({ ai, total }: { ai: number; total: number }): number {
  return share(ai, total) ?? 0;
}

/** True if a count changed by a fifth or more, up or down. */
export function changedByFifth(before: number, now: number): boolean {
  return Math.abs(now - before) * 5 >= before;
}

/** The visitors who are both people and AI. Unknown if the approximate counts do not fit together. */
export function overlap({ human, ai, total }: Counts): number | undefined {
  const both = human + ai - total;
  return both >= 0 && Math.max(human, ai) <= total ? both : undefined;
}

/** Counts are approximate, so a part may be larger than the whole by this factor. */
const tolerance = 1.05;

/** How the counts of a period contradict each other, in figures; undefined if they fit. */
export function contradiction({
  totals,
  rows,
}: PeriodData): { part: "site" | "page"; largest: number } | undefined {
  const most = totals.total * tolerance;
  if (Math.max(totals.human, totals.ai) > most)
    return { part: "site", largest: Math.max(totals.human, totals.ai) };
  const largest = rows.reduce((max, row) => Math.max(max, row.human, row.ai, row.total), 0);
  return largest > most ? { part: "page", largest } : undefined;
}
