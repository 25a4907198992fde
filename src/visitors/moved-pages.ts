import { largerTotal } from "./counts.ts";
import type { MovedPage, PageChange, PageRow } from "./report-model.ts";

/**
 * Pairs a page that is gone with a new one: the last segment is the same, no other page has it, and the smaller count is
 * at least half the larger. If two such pairs moved between the same two folders, other pages of these folders are paired
 * even if the segment occurs elsewhere.
 */
export function findMoved(
  appeared: readonly PageChange[],
  gone: readonly PageChange[],
  rows: readonly PageRow[],
): MovedPage[] {
  const newBySegment = new Map(appeared.map((page) => [lastSegment(page.path), page]));
  const goneBySegment = new Map(gone.map((page) => [lastSegment(page.path), page]));
  const pathsBySegment = new Map<string, Set<string>>();
  for (const { path } of rows) {
    const segment = lastSegment(path);
    // Other segments cannot make a pair; skipping them saves memory.
    if (!newBySegment.has(segment) || !goneBySegment.has(segment)) continue;
    pathsBySegment.set(segment, (pathsBySegment.get(segment) ?? new Set()).add(path));
  }
  const unique = Array.from(pathsBySegment).flatMap(([segment, paths]) =>
    segment === "" || paths.size !== 2 ? [] : pair(goneBySegment.get(segment), newBySegment.get(segment)),
  );
  return [...unique, ...findMovedWith(unique, appeared, gone)];
}

/** Further pages that moved between the same two folders as at least two of `known`. */
function findMovedWith(
  known: readonly MovedPage[],
  appeared: readonly PageChange[],
  gone: readonly PageChange[],
): MovedPage[] {
  const byFolder = Map.groupBy(known, ({ from }) => folder(from));
  // Once for each folder, not for each page: strangers choose paths, and thousands can be gone from one folder.
  const targets = new Map(
    Array.from(byFolder, ([from, pages]) => [from, firstRepeated(pages.map(({ to }) => folder(to)))]),
  );
  const used = new Set(known.map(({ from }) => from));
  const newByPath = new Map(appeared.map((page) => [page.path, page]));
  return gone.flatMap((page) => {
    const from = folder(page.path);
    const target = targets.get(from);
    if (target === undefined || used.has(page.path)) return [];
    return pair(page, newByPath.get(`${target}${page.path.slice(from.length)}`));
  });
}

/** The first text that occurs a second time. */
function firstRepeated(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const text of texts) {
    if (seen.has(text)) return text;
    seen.add(text);
  }
  return undefined;
}

function pair(from: PageChange | undefined, to: PageChange | undefined): MovedPage[] {
  if (from === undefined || to === undefined) return [];
  const page = { from: from.path, to: to.path, current: to.current, previous: from.previous };
  return Math.min(page.current.total, page.previous.total) * 2 >= largerTotal(page) ? [page] : [];
}

/** The path without its last segment. */
function folder(path: string): string {
  return path.slice(0, path.lastIndexOf(lastSegment(path)));
}

function lastSegment(path: string): string {
  return path.split("/").findLast((segment) => segment !== "") ?? "";
}
