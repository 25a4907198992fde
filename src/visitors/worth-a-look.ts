import { day } from "../dates.ts";
import { changedByFifth, comparableTotals, hasNoVisitors, isBeyondChance } from "./counts.ts";
import { atStake, inRounds, segmentsOf } from "./findings.ts";
import type { NotableFinding, PageFinding, Report, SiteKind, VisitorGroup } from "./report-model.ts";

type Basis = Pick<Report, "periods" | "data" | "findings">;

const maxFindings = 3;
/** Fewer pages are named one by one. */
const fewestPages = 3;
/** No deeper folder is considered: strangers choose paths, and one can have thousands of segments. */
const maxDepth = 10;

/** Up to three findings: the site first, then pages, most at stake first, one of each kind before a second of any. */
export function notableFindings(basis: Basis): Pick<Report, "worthALook" | "others"> {
  const { data, findings } = basis;
  const kind = siteChange(basis);
  const [now, before] = [data.current.totals, data.previous?.totals];
  // A rise asks for nothing: the headline has it.
  const isFall = kind !== undefined && kind !== "more" && kind !== "newPages" && before !== undefined;
  const ofSite: NotableFinding[] = isFall ? [{ kind, current: now, previous: before }] : [];
  const kinds = Map.groupBy(findings.pages, ({ kind }) => kind);
  const grouped = Array.from(kinds.values(), withGroups);
  const byStake = (a: PageFinding, b: PageFinding) => atStake(b) - atStake(a);
  const ofPages = inRounds(grouped, byStake);
  const chosen = ofPages.splice(0, maxFindings - ofSite.length).sort(byStake);
  return { worthALook: [...ofSite, ...chosen], others: ofPages };
}

/**
 * Findings of one kind, most at stake first, in groups: three that moved from one folder to another, or three that are new
 * or gone, with the folder that at least half of them are below. Pages that are up or down are told one by one.
 */
export function withGroups(pages: readonly PageFinding[]): PageFinding[] {
  const [first] = pages;
  if (first === undefined || pages.length < fewestPages) return [...pages];
  if (first.kind === "moved") return groupedMoves(pages);
  if (first.kind === "up" || first.kind === "down") return [...pages];
  // The folder with most of the pages, of equal ones the deepest.
  const [found] = [...Map.groupBy(pages.flatMap(foldersAbove), (folder) => folder)]
    .map(([folder, all]) => ({ folder, below: all.length }))
    .filter(({ below }) => below * 2 >= pages.length)
    .sort((a, b) => b.below - a.below || b.folder.length - a.folder.length || (a.folder < b.folder ? -1 : 1));
  return [{ ...first, group: { pages: pages.length, ...found } }];
}

/** All folders that a page is below, without the root: `/a/` and `/a/b/` for `/a/b/c`. */
function foldersAbove({ path }: PageFinding): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf("/", 1); end > 0 && folders.length < maxDepth; end = path.indexOf("/", end + 1))
    folders.push(path.slice(0, end + 1));
  return folders;
}

function groupedMoves(pages: readonly PageFinding[]): PageFinding[] {
  const byFolders = Map.groupBy(pages, (page) => JSON.stringify(foldersOfMove(page)));
  return [...byFolders.values()].flatMap((moves): PageFinding[] => {
    const [first] = moves;
    if (first === undefined || moves.length < fewestPages) return moves;
    const visitors = moves.reduce((sum, { previous }) => sum + previous.total, 0);
    return [{ ...first, group: { pages: moves.length, ...foldersOfMove(first), visitors } }];
  });
}

/** What differs between two paths before their common end: `/guides/` and `/learn/` for `/guides/a/b` and `/learn/a/b`. */
function foldersOfMove({ from = "", path }: PageFinding): { folder: string; fromFolder: string } {
  const [before, after] = [segmentsOf(from), segmentsOf(path)];
  while (before.length > 1 && after.length > 1 && before.at(-1) === after.at(-1)) {
    before.pop();
    after.pop();
  }
  return { folder: `${after.join("/")}/`, fromFolder: `${before.join("/")}/` };
}

/**
 * What happened to the whole site: people or AI changed by a fifth or more and beyond chance, and no page that stands out
 * has half of it. Only for whole weeks or four of them and more: in other periods, the number of weekends decides.
 */
export function siteChange(report: Basis): SiteKind | "more" | "newPages" | undefined {
  const { findings } = report;
  const now = report.data.current.totals;
  const before = comparableTotals(report);
  const { from, to } = report.periods.current;
  const days = (to - from) / day;
  if (before === undefined || hasNoVisitors(now) || (days % 7 !== 0 && days < 28)) return undefined;
  const changed = (group: VisitorGroup, sign: number): boolean =>
    Math.sign(now[group] - before[group]) === sign && isBeyondChance(before[group], now[group]);
  const isFar = (group: VisitorGroup): boolean =>
    before[group] >= findings.threshold && changedByFifth(before[group], now[group]);
  // A fall is told first.
  for (const sign of [-1, 1]) {
    const group = (["human", "ai"] as const).find((one) => changed(one, sign) && isFar(one));
    if (group === undefined) continue;
    const changeOf = ({ current, previous }: PageFinding) => (current[group] - previous[group]) * sign;
    const pages = [...findings.pages, ...findings.untold];
    // A visitor counts on each new page, so together they may be why.
    const ofNew = pages.reduce((sum, page) => sum + (page.kind === "new" ? changeOf(page) : 0), 0);
    const half = ((now[group] - before[group]) * sign) / 2;
    if (ofNew >= half) return sign === 1 ? "newPages" : undefined;
    if (pages.some((page) => changeOf(page) >= half)) return undefined;
    if (sign === 1) return "more";
    const isAlsoAi = changed("ai", sign) && Math.abs(now.ai - before.ai) * 10 >= before.ai;
    return group === "ai" ? "fewerAi" : isAlsoAi ? "fewerPeopleAndAi" : "fewerPeople";
  }
  return undefined;
}
