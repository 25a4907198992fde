import { type Counts, noVisitors, type PageName, type VisitorData } from "../read/data.ts";
import { isClearChange } from "./chance.ts";
import type { SiteTotals } from "./site-totals.ts";

/** A page in both periods. `before` is undefined if it is unknown. */
export type ComparedPage = PageName & {
  now: Counts;
  before: Counts | undefined;
};

/** A page whose visitors changed beyond chance, and beyond the change of the whole site. */
export type Move = ComparedPage & {
  kind: "up" | "down" | "new" | "gone";
  before: Counts;
};

/** The pages of this period, then those of the one before. Only in whole lists a page that is not there had no visitors. */
export function comparePages({ current, previous }: VisitorData): ComparedPage[] {
  const now = new Map(current.pages.map((page) => [page.page, page]));
  const before = new Map(previous?.pages.map((page) => [page.page, page]));
  const isWhole = current.complete && previous?.complete === true;
  const names = new Set([...now.keys(), ...(isWhole ? before.keys() : [])]);
  const absent = isWhole ? noVisitors : undefined;
  return Array.from(names, (page) => {
    const is = now.get(page);
    const was = before.get(page);
    return {
      page,
      path: (is ?? was)?.path ?? page,
      now: is?.counts ?? noVisitors,
      before: was?.counts ?? absent,
    };
  });
}

/** The pages that moved, most visitors at stake first. */
export function findMoves(pages: readonly ComparedPage[], site: SiteTotals): Move[] {
  // If one of the periods had nobody, every page would be new or gone.
  const isKnown = site.was !== undefined && site.was.total > 0 && site.now.total > 0;
  if (!isKnown) {
    return [];
  }

  // Among several hundred pages, one exceeds three standard deviations by chance in most weeks, but √(2 ln(10 n)) only
  // about once in fifty weeks (tail of the normal distribution).
  const deviations = Math.max(3, Math.sqrt(2 * Math.log(10 * pages.length)));
  const moves = pages.flatMap(({ before, ...page }): Move | [] => {
    if (before === undefined) {
      return [];
    }
    const kind = judge(page.now, before, site, deviations);
    return kind === undefined ? [] : { ...page, before, kind };
  });
  const atStake = ({ now, before }: Move) => Math.abs(now.total - before.total);
  return moves.sort((a, b) => atStake(b) - atStake(a));
}

function judge(
  { total: now }: Counts,
  countsBefore: Counts,
  site: SiteTotals,
  deviations: number,
): Move["kind"] | undefined {
  const before = countsBefore.total;
  if (Math.max(now, before) < site.threshold) {
    return undefined;
  }
  if (before <= 0) {
    return "new";
  }
  if (now <= 0) {
    return "gone";
  }

  // From what the page was, and from what it would be if it had changed as the site did.
  const expected = before * expectedGrowth(countsBefore, site);
  const most = Math.max(before, expected);
  const least = Math.min(before, expected);
  if (now > most && isClearChange(most, now, deviations)) {
    return "up";
  }
  return now < least && isClearChange(least, now, deviations) ? "down" : undefined;
}

/** How a page grows if its people and its AI do as the site's. Apart, or each page that AI reads is up when AI triples. */
function expectedGrowth(
  { human, ai }: Counts,
  { now, was = noVisitors, threshold }: SiteTotals,
): number {
  const growthOf = (part: keyof Counts) => now[part] / was[part];
  // Below the threshold a group's growth is noise, so use the total's.
  const isNoise = Math.min(was.human, was.ai) < threshold;
  if (isNoise || human + ai <= 0) {
    return growthOf("total");
  }
  return (human * growthOf("human") + ai * growthOf("ai")) / (human + ai);
}

/** Fewer pages are named one by one. */
const fewestInGroup = 3;

/** The moves in their order, where three and more pages that are new, or gone, are one row. */
export function groupMoves(moves: readonly Move[]): Move[][] {
  const byKind = Map.groupBy(moves, ({ kind }) => kind);
  return moves.flatMap((move) => {
    const { kind } = move;
    const alike = byKind.get(kind) ?? [];
    if (kind === "up" || kind === "down" || alike.length < fewestInGroup) {
      return [[move]];
    }
    // The group stands where its first page does.
    return alike[0] === move ? [alike] : [];
  });
}
