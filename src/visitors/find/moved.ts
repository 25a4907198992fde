import { type Counts, noVisitors, type PageName, type VisitorData } from "../read/data.ts";
import { changedByFifth, isBeyondChance } from "./chance.ts";

/** A page in both periods. `before` is undefined if it is unknown. */
export type ComparedPage = PageName & { now: Counts; before: Counts | undefined };

/** A page whose visitors changed beyond chance, and beyond the change of the whole site. */
export type Move = PageName & { kind: "up" | "down" | "new" | "gone"; now: Counts; before: Counts };

/** Several pages that are new or gone. So many are below a folder, which ends with `/`, if most of them have one. */
export type MoveGroup = {
  kind: "new" | "gone";
  pages: number;
  folder: string | undefined;
  below: number;
  /** The page with most visitors. */
  most: Move;
};

/** The pages of this period, then those of the one before. Only in whole lists a page that is not there had no visitors. */
export function comparePages({ current, previous }: VisitorData): ComparedPage[] {
  const isWhole = current.complete && previous?.complete === true;
  const absent = isWhole ? noVisitors : undefined;
  const before = new Map(previous?.pages.map(({ page, path, ...counts }) => [page, { path, counts }]));
  const compared = current.pages.map(({ page, path, ...now }): ComparedPage => {
    const was = before.get(page)?.counts ?? absent;
    before.delete(page);
    return { page, path, now, before: was };
  });
  if (!isWhole) return compared;
  const gone = Array.from(before, ([page, { path, counts }]) => ({
    page,
    path,
    now: noVisitors,
    before: counts,
  }));
  return [...compared, ...gone];
}

/** The pages that moved, most visitors at stake first. */
export function findMoves(
  pages: readonly ComparedPage[],
  { current, previous }: VisitorData,
  threshold: number,
): Move[] {
  // If one of the periods had nobody, every page would be new or gone.
  if (previous === undefined || Math.min(current.totals.total, previous.totals.total) <= 0) return [];

  const isCompared = ({ now, before }: ComparedPage) => {
    const isInBoth = now.total > 0 && before !== undefined && before.total > 0;
    return isInBoth && Math.max(now.total, before.total) >= threshold;
  };
  // Among several hundred pages, one exceeds three deviations by chance in most weeks, but √(2 ln(10 n)) only about once
  // in fifty weeks (tail of the normal distribution).
  const compared = pages.filter(isCompared).length;
  const deviations = Math.max(3, Math.sqrt(2 * Math.log(10 * Math.max(1, compared))));
  const site: Site = { now: current.totals, before: previous.totals, threshold, deviations };

  const moves = pages.flatMap((page): Move[] => {
    const { before } = page;
    const kind = before && judge(page.now, before, site);
    return kind ? [{ ...page, before, kind }] : [];
  });
  const atStake = ({ now, before }: Move) => Math.abs(now.total - before.total);
  return moves.sort((a, b) => atStake(b) - atStake(a));
}

/** What a page is compared with. A change by chance is at most so many standard deviations. */
type Site = { now: Counts; before: Counts; threshold: number; deviations: number };

function judge(now: Counts, before: Counts, site: Site): Move["kind"] | undefined {
  const is = now.total;
  const was = before.total;
  if (Math.max(is, was) < site.threshold) return undefined;
  if (was <= 0) return "new";
  if (is <= 0) return "gone";

  // From what the page was, and from what it would be if it had changed as the site did.
  const expected = was * expectedGrowth(before, site);
  const isChange = (from: number) => changedByFifth(from, is) && isBeyondChance(from, is, site.deviations);
  if (!isChange(was) || !isChange(expected)) return undefined;
  if (is > Math.max(was, expected)) return "up";
  return is < Math.min(was, expected) ? "down" : undefined;
}

/** How a page grows if its people and its AI do as the site's. Apart, or each page that AI reads is up when AI triples. */
function expectedGrowth({ human, ai }: Counts, { now, before, threshold }: Site): number {
  const growth = (part: keyof Counts) => now[part] / before[part];
  // Below the threshold a group's growth is noise, so use the total's.
  const isNoise = Math.min(before.human, before.ai) < threshold;
  if (isNoise || human + ai <= 0) return growth("total");
  return (human * growth("human") + ai * growth("ai")) / (human + ai);
}

/** Fewer pages are named one by one. */
const fewestInGroup = 3;
/** No deeper folder is considered: strangers choose paths, and one can have hundreds of segments. */
const maxDepth = 10;

/** The moves in their order, where three and more pages that are new, or gone, are one. */
export function groupMoves(moves: readonly Move[]): (Move | MoveGroup)[] {
  const byKind = Map.groupBy(moves, ({ kind }) => kind);
  return moves.flatMap((move): (Move | MoveGroup)[] => {
    const { kind } = move;
    const alike = byKind.get(kind) ?? [];
    if (kind === "up" || kind === "down" || alike.length < fewestInGroup) return [move];
    const isFirst = alike[0] === move;
    return isFirst ? [{ kind, pages: alike.length, most: move, ...commonFolder(alike) }] : [];
  });
}

/** The folder that at least half of the pages are below: the one with most of them, of equal ones the deepest. */
function commonFolder(pages: readonly Move[]): Pick<MoveGroup, "folder" | "below"> {
  const byFolder = Map.groupBy(pages.flatMap(foldersAbove), (folder) => folder);
  const folders = Array.from(byFolder, ([folder, all]) => ({ folder, below: all.length }));
  const [common] = folders
    .filter(({ below }) => below * 2 >= pages.length)
    .sort((a, b) => b.below - a.below || b.folder.length - a.folder.length);
  return common ?? { folder: undefined, below: 0 };
}

/** All folders that a page is below, without the root: `/a/` and `/a/b/` for `/a/b/c`. */
function foldersAbove({ path }: PageName): string[] {
  const segments = path.split("/").slice(0, maxDepth + 2);
  return segments.slice(2).map((_, index) => `${segments.slice(0, index + 2).join("/")}/`);
}
