import { type Counts, noVisitors, type PageName, type VisitorData } from "../read/data.ts";
import { changedByFifth, isBeyondChance } from "./chance.ts";

/** A page in both periods. `before` is undefined if it is unknown. */
export type ComparedPage = PageName & { now: Counts; before: Counts | undefined };

/** A page whose visitors changed beyond chance, and beyond the change of the whole site. */
export type Move = ComparedPage & {
  kind: "up" | "down" | "new" | "gone";
  before: Counts;
};

/** Several pages that are new, or gone. */
export type MoveGroup = {
  kind: "new" | "gone";
  pages: number;
  /** The folder that most of them are below, such as `/guides/`, and how many are. */
  folder: string | undefined;
  below: number;
  /** The page with most visitors. */
  most: Move;
};

/** The pages of this period, then those of the one before. Only in whole lists a page that is not there had no visitors. */
export function comparePages({ current, previous }: VisitorData): ComparedPage[] {
  const isWhole = current.complete && previous?.complete === true;
  const absent = isWhole ? noVisitors : undefined;
  const before = new Map<string, PageName & { counts: Counts }>();
  for (const { page, path, ...counts } of previous?.pages ?? []) {
    before.set(page, { page, path, counts });
  }
  const compared = current.pages.map(({ page, path, ...now }): ComparedPage => {
    const was = before.get(page)?.counts ?? absent;
    before.delete(page);
    return { page, path, now, before: was };
  });
  if (!isWhole) return compared;

  for (const { page, path, counts } of before.values()) {
    compared.push({ page, path, now: noVisitors, before: counts });
  }
  return compared;
}

/** What a page is compared with. */
type Site = {
  now: Counts;
  before: Counts;
  /** Fewer visitors are no finding. */
  threshold: number;
  /** How many standard deviations a change by chance has at most. */
  deviations: number;
};

/** The pages that moved, most visitors at stake first. */
export function findMoves(
  pages: readonly ComparedPage[],
  { current, previous }: VisitorData,
  threshold: number,
): Move[] {
  const now = current.totals;
  const before = previous?.totals;
  // If one of the periods had nobody, every page would be new or gone.
  if (before === undefined || before.total <= 0 || now.total <= 0) return [];

  const deviations = largestChance(pages, threshold);
  const site: Site = { now, before, threshold, deviations };
  const moves = pages.flatMap((page): Move[] => {
    if (page.before === undefined) return [];
    const move = { ...page, before: page.before };
    const kind = judge(move, site);
    return kind === undefined ? [] : [{ ...move, kind }];
  });
  return moves.sort((a, b) => atStake(b) - atStake(a));
}

/** How many visitors came or went. */
function atStake({ now, before }: Move): number {
  return Math.abs(now.total - before.total);
}

/**
 * In standard deviations. Among several hundred pages, one exceeds three by chance in most weeks, but √(2 ln(10 n)) only
 * about once in fifty weeks (tail of the normal distribution).
 */
function largestChance(pages: readonly ComparedPage[], threshold: number): number {
  const compared = pages.filter(({ now, before = noVisitors }) => {
    const isInBoth = now.total > 0 && before.total > 0;
    return isInBoth && Math.max(now.total, before.total) >= threshold;
  });
  const count = Math.max(1, compared.length);
  return Math.max(3, Math.sqrt(2 * Math.log(10 * count)));
}

function judge(
  { now, before }: Pick<Move, "now" | "before">,
  site: Site,
): Move["kind"] | undefined {
  const is = now.total;
  const was = before.total;
  if (Math.max(is, was) < site.threshold) return undefined;
  if (was <= 0) return "new";
  if (is <= 0) return "gone";

  // From what the page was, and from what it would be if it had changed as the site did.
  const expected = was * expectedGrowth(before, site);
  for (const from of [was, expected]) {
    const isChange = changedByFifth(from, is) && isBeyondChance(from, is, site.deviations);
    if (!isChange) return undefined;
  }
  if (is > Math.max(was, expected)) return "up";
  return is < Math.min(was, expected) ? "down" : undefined;
}

/** How a page grows if its people and its AI do as the site's. Apart, or each page that AI reads is up when AI triples. */
function expectedGrowth({ human, ai }: Counts, { now, before, threshold }: Site): number {
  const growthOf = (part: keyof Counts) => now[part] / before[part];
  // Below the threshold a group's growth is noise, so use the total's.
  const isNoise = Math.min(before.human, before.ai) < threshold;
  if (isNoise || human + ai <= 0) return growthOf("total");
  return (human * growthOf("human") + ai * growthOf("ai")) / (human + ai);
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
    // The group stands where its first page does.
    if (alike[0] !== move) return [];
    return [{ kind, pages: alike.length, most: move, ...commonFolder(alike) }];
  });
}

/** The folder that at least half of the pages are below: the one with most of them, of equal ones the deepest. */
function commonFolder(pages: readonly Move[]): Pick<MoveGroup, "folder" | "below"> {
  const byFolder = Map.groupBy(pages.flatMap(foldersAbove), (folder) => folder);
  const folders = Array.from(byFolder, ([folder, all]) => ({
    folder,
    below: all.length,
  }));
  const [common] = folders
    .filter(({ below }) => below * 2 >= pages.length)
    .sort((a, b) => b.below - a.below || b.folder.length - a.folder.length);
  return common ?? { folder: undefined, below: 0 };
}

/** All folders that a page is below, without the root: `/a/` and `/a/b/` for `/a/b/c`. */
function foldersAbove({ path }: PageName): string[] {
  const segments = path.split("/").slice(0, maxDepth + 2);
  return segments.slice(2).map((_, index) => {
    const above = segments.slice(0, index + 2);
    return `${above.join("/")}/`;
  });
}
