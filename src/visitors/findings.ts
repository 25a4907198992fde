import { trimEndOf } from "../text/words.ts";
import { aiShare, changedByFifth, countsIn, hasPath, isBeyondChance, noVisitors } from "./counts.ts";
import type {
  Counts,
  CountsByPath,
  Findings,
  OneSidedPage,
  PageFinding,
  PageKind,
  PageRow,
  PeriodData,
  VisitorData,
} from "./report-model.ts";

type BothPeriods = Pick<VisitorData, "current" | "previous">;

/** With 10 expected, 0 is beyond three standard deviations (√10 ≈ 3.2). */
const fewestExpected = 10;
/** The rise of an AI share that stands out: 15 percentage points. */
export const clearRise = 0.15;

/** Of fewer visitors in both periods, no change of the site is worth a percentage. */
const fewVisitors = 100;

/** What a page is compared with: the site. */
type Site = {
  now: Counts;
  before: Counts;
  threshold: number;
  /** The standard deviations beyond which a change is clear. */
  clearly: number;
};

/** A kind that a page stands out by, and whether so clearly that no chance among so many pages explains it. */
type Verdict = { kind: PageKind; isClear: boolean };

/**
 * Finds the pages that stand out (docs/report.md), without those that `ignored` names. A list is empty if its
 * data was not read.
 */
export function findFindings(all: BothPeriods, ignored: (path: string) => boolean = () => false): Findings {
  const current = without(ignored, all.current);
  const previous = all.previous && without(ignored, all.previous);
  const threshold = thresholdOf(all);
  const wasSeen = countsIn(previous);
  const pages = previous === undefined ? [] : comparablePages(current, previous);
  const inBoth = pages.filter((page) => isInBoth(page) && largerTotal(page) >= threshold).length;
  const site: Site = {
    now: current.totals,
    before: previous?.totals ?? noVisitors,
    threshold,
    clearly: clearDeviations(inBoth),
  };
  const clear = new Set<PageFinding>();
  const found = pages.flatMap((page) =>
    judge(page, site).map(({ kind, isClear }) => {
      const finding = { kind, ...page };
      if (isClear) clear.add(finding);
      return finding;
    }),
  );
  const moved = movedPages(found);
  const paths = new Set(moved.flatMap(({ from = "", path }) => [from, path]));
  const others = found.filter(({ kind, path }) => (kind !== "new" && kind !== "gone") || !paths.has(path));
  const previousOf = new Map(moved.map((page) => [page.path, page.previous]));
  const before: CountsByPath = (path) => previousOf.get(path) ?? wasSeen(path);
  for (const finding of moved) clear.add(finding);
  return {
    threshold,
    siteThreshold: Math.max(site.now.total, site.before.total) < fewVisitors ? Infinity : threshold,
    pages: [...others, ...moved].sort((a, b) => stake(b) - stake(a) || byPath(a, b)),
    clear,
    ...oneSided(current, previous && before, threshold),
    before,
  };
}

/** How many visitors a finding is about: those that came or went, of a page that moved those who know its old path. */
export function stake({ kind, current, previous }: PageFinding): number {
  if (kind === "moved") return previous.total;
  if (kind === "aiShareUp") return current.ai - previous.ai;
  return Math.abs(current.total - previous.total);
}

/** The period without the pages that are ignored or have no path. The totals stay: uniques cannot be subtracted. */
function without(ignored: (path: string) => boolean, period: PeriodData): PeriodData {
  return { ...period, rows: period.rows.filter((row) => hasPath(row) && !ignored(row.path)) };
}

/** At least 20 visitors, and on large sites 0.2% of the larger period. */
function thresholdOf({ current, previous }: BothPeriods): number {
  const largest = Math.max(current.totals.total, previous?.totals.total ?? 0);
  return Math.max(20, Math.ceil(largest / 500));
}

/**
 * Among several hundred pages, one exceeds three deviations by chance in most weeks, but √(2 ln(10 n)) only about once in
 * fifty weeks (tail of the normal distribution).
 */
function clearDeviations(pages: number): number {
  return Math.sqrt(2 * Math.log(10 * Math.max(1, pages)));
}

type ComparedPage = Omit<PageFinding, "kind" | "from">;

/**
 * The pages of both periods, without those whose visitors are not known in one of them. None if a period had no visitors
 * at all: every page would be new or gone.
 */
function comparablePages(current: PeriodData, previous: PeriodData): ComparedPage[] {
  if (current.totals.total <= 0 || previous.totals.total <= 0) return [];
  const isComplete = current.complete && previous.complete;
  const [now, before] = [countsIn(current), countsIn(previous)];
  const paths = new Set([...current.rows, ...previous.rows].map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const page = { path, current: counts(now(path)), previous: counts(before(path)) };
    return isComplete || isInBoth(page) ? [page] : [];
  });
}

function isInBoth({ current, previous }: ComparedPage): boolean {
  return current.total > 0 && previous.total > 0;
}

function largerTotal({ current, previous }: ComparedPage): number {
  return Math.max(current.total, previous.total);
}

/** What a page stands out by: nothing, one kind, or two if it has more visitors and more AI among them. */
function judge(page: ComparedPage, site: Site): Verdict[] {
  const { current, previous } = page;
  if (largerTotal(page) < site.threshold) return [];
  if (previous.total <= 0)
    return current.total * growthOf(current, site.now, site.before, site) >= fewestExpected
      ? [{ kind: "new", isClear: true }]
      : [];
  const growth = growthOf(previous, site.before, site.now, site);
  if (current.total <= 0)
    return previous.total * growth >= fewestExpected ? [{ kind: "gone", isClear: true }] : [];
  const verdicts: Verdict[] = [];
  const kind = current.total > previous.total ? "up" : "down";
  if (hasChanged(page, growth, 3)) verdicts.push({ kind, isClear: hasChanged(page, growth, site.clearly) });
  if (isAiShareUp(page, site, 3))
    verdicts.push({ kind: "aiShareUp", isClear: isAiShareUp(page, site, site.clearly) });
  return verdicts;
}

/**
 * The factor by which a page grows if its people and its AI each grow as on the whole site. Apart, because otherwise
 * every page that AI reads would be up when AI triples.
 */
function growthOf({ human, ai }: Counts, was: Counts, is: Counts, { threshold }: Site): number {
  const growth = (part: keyof Counts): number => is[part] / was[part];
  // Below the threshold a group's growth is noise, so use the total's.
  if (human + ai <= 0 || Math.min(was.human, was.ai) < threshold) return growth("total");
  return (human * growth("human") + ai * growth("ai")) / (human + ai);
}

/** True if a page changed by a fifth and beyond chance, from what it was and from what the site's growth would make of it. */
function hasChanged({ current, previous }: ComparedPage, growth: number, deviations: number): boolean {
  const before = previous.total;
  const now = current.total;
  const expected = before * growth;
  const isChange = (from: number) => changedByFifth(from, now) && isBeyondChance(from, now, deviations);
  return isChange(before) && isChange(expected) && now > before === now > expected;
}

function isAiShareUp({ current, previous }: ComparedPage, site: Site, deviations: number): boolean {
  if (current.ai < site.threshold || Math.min(current.total, previous.total) < site.threshold) return false;
  const isMore = (before: number) => current.ai > before && isBeyondChance(before, current.ai, deviations);
  // Multiplied instead of divided, the whole numbers first, so that a rise of exactly 15 points counts.
  const rise = current.ai * previous.total - previous.ai * current.total;
  if (!isMore(previous.ai) || rise < clearRise * (current.total * previous.total)) return false;
  // If AI rose on the whole site, a page must exceed that as clearly; otherwise every page would be listed.
  const siteGain = aiShare(site.now) - aiShare(site.before);
  if (siteGain <= 0) return true;
  const growth = site.before.ai > 0 ? site.now.ai / site.before.ai : 1;
  return aiShare(current) - aiShare(previous) - siteGain >= clearRise && isMore(previous.ai * growth);
}

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

/** The segments of a path; the first is empty. */
export function segmentsOf(path: string): string[] {
  return trimEndOf(path, "/").split("/");
}

/** The pages that only AI or only people read, most readers first. */
function oneSided(
  { rows, totals }: PeriodData,
  before: CountsByPath | undefined,
  threshold: number,
): Pick<Findings, "aiOnly" | "peopleOnly"> {
  // Before, half of the threshold and half as strict a ratio do, so that a page near the limits is not new every other
  // week. Pages whose earlier visitors were not read may have been so.
  const marked = (page: PageRow, wasSo: (earlier: Counts) => boolean): OneSidedPage => {
    const earlier = before?.(page.path);
    return { ...page, asBefore: before !== undefined && (earlier === undefined || wasSo(earlier)) };
  };
  // The site's AI share must mean at least ten AI visitors of the page.
  const expectsAi = (row: Counts) =>
    totals.total > 0 && row.total * totals.ai >= fewestExpected * totals.total;
  return {
    aiOnly: rows
      .filter(({ human, ai }) => ai >= threshold && human * 10 <= ai)
      .map((row) => marked(row, ({ human, ai }) => ai * 2 >= threshold && human * 5 <= ai))
      .sort((a, b) => b.ai - a.ai || byPath(a, b)),
    peopleOnly: rows
      .filter((row) => row.human >= threshold && row.ai * 50 <= row.human && expectsAi(row))
      .map((row) => marked(row, ({ human, ai }) => human * 2 >= threshold && ai * 25 <= human))
      .sort((a, b) => b.human - a.human || byPath(a, b)),
  };
}

/** The counts alone; none if they are not known. */
function counts({ human, ai, total }: Counts = noVisitors): Counts {
  return { human, ai, total };
}

/** Equal pages by path, so that the order never depends on the service's. */
function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}
