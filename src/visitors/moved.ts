import { trimEndOf } from "../text/words.ts";
import type { PageFinding, PageGroup } from "./report-model.ts";

/** Fewer pages are named one by one. */
const fewestPages = 3;

/** No deeper folder is considered: strangers choose paths, and one can have thousands of segments. */
const maxDepth = 10;

/**
 * Pairs a page that is gone with a new one: the last segment of their paths is the same, no other page that is gone or new
 * has it, and the smaller count is at least half the larger.
 */
export function movedPages(found: readonly PageFinding[]): PageFinding[] {
  const candidates = found.filter(({ kind }) => kind === "new" || kind === "gone");
  const bySegment = Map.groupBy(candidates, ({ path }) => segmentsOf(path).at(-1) ?? "");
  return [...bySegment].flatMap(([segment, pages]): PageFinding[] => {
    const was = pages.find(({ kind }) => kind === "gone");
    const is = pages.find(({ kind }) => kind === "new");
    if (segment === "" || pages.length !== 2 || was === undefined || is === undefined) return [];
    const [before, now] = [was.previous.total, is.current.total];
    if (Math.min(before, now) * 2 < Math.max(before, now)) return [];
    return [{ kind: "moved", path: is.path, from: was.path, current: is.current, previous: was.previous }];
  });
}

/**
 * Findings of one kind, given with most at stake first, with groups in their place. Pages that moved are a group if three
 * went from one folder to another. Others are if there are three and at least half of them are below one folder, unless
 * half of all `sitePaths` are, which would say nothing.
 */
export function withGroups(pages: readonly PageFinding[], sitePaths: readonly string[]): PageFinding[] {
  const [first] = pages;
  if (first === undefined || pages.length < fewestPages) return [...pages];
  if (first.kind === "moved") return groupedMoves(pages);
  const found = mostFrequent(pages.flatMap(({ path }) => foldersOf(path)))
    .filter(([, count]) => count * 2 >= pages.length)
    .find(([folder]) => sitePaths.filter((path) => path.startsWith(folder)).length * 2 < sitePaths.length);
  if (found === undefined) return [...pages];
  return [{ ...first, group: { pages: pages.length, below: found[1], folder: found[0] } }];
}

function groupedMoves(pages: readonly PageFinding[]): PageFinding[] {
  const byFolders = Map.groupBy(pages, ({ from = "", path }) => foldersOfMove(from, path).join("\n"));
  return [...byFolders.values()].flatMap((moves): PageFinding[] => {
    const [first] = moves;
    if (first === undefined || moves.length < fewestPages) return moves;
    const [fromFolder, folder] = foldersOfMove(first.from ?? "", first.path);
    const visitors = moves.reduce((sum, { previous }) => sum + previous.total, 0);
    const group: PageGroup = { pages: moves.length, below: moves.length, folder, fromFolder, visitors };
    return [{ ...first, group }];
  });
}

/** All folders that a path is below, without the root: `/a/` and `/a/b/` for `/a/b/c`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/", 1); end > 0 && folders.length < maxDepth; end = path.indexOf("/", end + 1))
    folders.push(path.slice(0, end + 1));
  return folders;
}

/** What differs between two paths before their common end: `/guides/` and `/learn/` for `/guides/a/b` and `/learn/a/b`. */
function foldersOfMove(from: string, to: string): [from: string, to: string] {
  const [before, after] = [segmentsOf(from), segmentsOf(to)];
  while (before.length > 1 && after.length > 1 && before.at(-1) === after.at(-1)) {
    before.pop();
    after.pop();
  }
  return [`${before.join("/")}/`, `${after.join("/")}/`];
}

function segmentsOf(path: string): string[] {
  return trimEndOf(path, "/").split("/");
}

/** Texts with how often each occurs, the most frequent first, of equally frequent ones the longest. */
function mostFrequent(texts: readonly string[]): [text: string, count: number][] {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, all]): [string, number] => [text, all.length])
    .sort(([a, countA], [b, countB]) => countB - countA || b.length - a.length || (a < b ? -1 : 1));
}
