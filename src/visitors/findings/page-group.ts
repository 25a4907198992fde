import { trimEndOf } from "../../text/trim-end.ts";
import type { PageGroup } from "../report-model.ts";

/** Fewer pages are named one by one. */
const fewestPages = 3;

/** No deeper folder is considered: strangers choose paths, and one can have thousands of segments. */
const maxDepth = 10;

/**
 * Groups three or more pages of one kind if at least half of them are below one folder. A folder with half of all pages
 * of the site would say nothing. Pages that moved are grouped by the folders that they moved from and to.
 */
export function groupPages(
  pages: readonly { path: string; from?: string }[],
  sitePaths: readonly string[],
): PageGroup | undefined {
  if (pages.length < fewestPages) return undefined;
  const isHalf = ([, count]: readonly [unknown, number]) => count * 2 >= pages.length;
  const moves = pages.flatMap(({ path, from }) => (from === undefined ? [] : [foldersOfMove(from, path)]));
  if (moves.length > 0) {
    const found = mostFrequent(moves, ({ from, to }) => JSON.stringify([from, to])).find(isHalf);
    if (found === undefined || found[0].from === found[0].to) return undefined;
    const [{ from, to }, below] = found;
    return { pages: pages.length, below, folder: to, fromFolder: from };
  }
  const found = mostFrequent(
    pages.flatMap(({ path }) => foldersOf(path)),
    (folder) => folder,
  )
    .filter(isHalf)
    .find(([folder]) => sitePaths.filter((path) => path.startsWith(folder)).length * 2 < sitePaths.length);
  return found && { pages: pages.length, below: found[1], folder: found[0] };
}

/** All folders that a path is below, without the root: `/a/` and `/a/b/` for `/a/b/c`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/", 1); end > 0 && folders.length < maxDepth; end = path.indexOf("/", end + 1))
    folders.push(path.slice(0, end + 1));
  return folders;
}

/** What differs between two paths before their common end: `/guides/` and `/learn/` for `/guides/a/b` and `/learn/a/b`. */
function foldersOfMove(from: string, to: string): { from: string; to: string } {
  const before = segments(from);
  const after = segments(to);
  while (before.length > 1 && after.length > 1 && before.at(-1) === after.at(-1)) {
    before.pop();
    after.pop();
  }
  return { from: `${before.join("/")}/`, to: `${after.join("/")}/` };
}

function segments(path: string): string[] {
  return trimEndOf(path, "/").split("/");
}

/** Items with how often each occurs, the most frequent first, of equally frequent ones that with the longest key. */
function mostFrequent<T>(items: readonly T[], keyOf: (item: T) => string): [item: T, count: number][] {
  return Array.from(Map.groupBy(items, keyOf))
    .sort(
      ([a, itemsA], [b, itemsB]) => itemsB.length - itemsA.length || b.length - a.length || (a < b ? -1 : 1),
    )
    .flatMap(([, [item, ...others]]) => (item === undefined ? [] : [[item, others.length + 1]]));
}
