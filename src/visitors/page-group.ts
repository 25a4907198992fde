import { trimEndOf } from "../text/words.ts";
import type { MoveGroup, PageGroup } from "./report-model.ts";

/** Fewer pages are named one by one. */
const fewestPages = 3;

/** No deeper folder is considered: strangers choose paths, and one can have thousands of segments. */
const maxDepth = 10;

/**
 * Groups three or more pages of one kind if at least half of them are below one folder. A folder with half of all pages
 * of the site would say nothing.
 */
export function groupPages(
  pages: readonly { path: string }[],
  sitePaths: readonly string[],
): PageGroup | undefined {
  if (pages.length < fewestPages) return undefined;
  const found = mostFrequent(
    pages.flatMap(({ path }) => foldersOf(path)),
    (folder) => folder,
  )
    .filter(([, count]) => count * 2 >= pages.length)
    .find(([folder]) => sitePaths.filter((path) => path.startsWith(folder)).length * 2 < sitePaths.length);
  return found && { pages: pages.length, below: found[1], folder: found[0] };
}

/** Groups three or more pages that moved if at least half of them moved from one folder to another. */
export function groupMoves(moves: readonly { from: string; to: string }[]): MoveGroup | undefined {
  if (moves.length < fewestPages) return undefined;
  const [found] = mostFrequent(moves.map(foldersOfMove), ({ from, to }) => JSON.stringify([from, to]));
  if (found === undefined) return undefined;
  const [{ from, to }, below] = found;
  if (below * 2 < moves.length || from === to) return undefined;
  return { pages: moves.length, below, folder: to, fromFolder: from };
}

/** All folders that a path is below, without the root: `/a/` and `/a/b/` for `/a/b/c`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/", 1); end > 0 && folders.length < maxDepth; end = path.indexOf("/", end + 1))
    folders.push(path.slice(0, end + 1));
  return folders;
}

/** What differs between two paths before their common end: `/guides/` and `/learn/` for `/guides/a/b` and `/learn/a/b`. */
function foldersOfMove({ from, to }: { from: string; to: string }): { from: string; to: string } {
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
