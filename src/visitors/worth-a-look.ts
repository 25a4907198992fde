import { day } from "../dates.ts";
import { changedByFifth, hasNoVisitors, isBeyondChance } from "./counts.ts";
import { segmentsOf, stake } from "./findings.ts";
import type {
  NotableFinding,
  PageFinding,
  PageGroup,
  Report,
  SiteFinding,
  SiteKind,
} from "./report-model.ts";

const maxFindings = 3;
/** Fewer pages are named one by one. */
const fewestPages = 3;

/** No deeper folder is considered: strangers choose paths, and one can have thousands of segments. */
const maxDepth = 10;

type Facts = Pick<Report, "periods" | "data" | "findings">;

/**
 * Up to three findings to act on: the site first, then its pages, most visitors at stake first. One finding of each kind
 * is chosen before a second of any. No page is named twice, and none whose change may be chance.
 */
export function notableFindings(facts: Facts): NotableFinding[] {
  const ofSite = siteFinding(facts);
  const room = maxFindings - (ofSite === undefined ? 0 : 1);
  const chosen: PageFinding[] = [];
  for (const finding of candidates(facts)) {
    if (chosen.length === room) break;
    if (chosen.every(({ path }) => path !== finding.path)) chosen.push(finding);
  }
  const ofPages = chosen.sort((a, b) => atStake(b) - atStake(a));
  return ofSite === undefined ? ofPages : [ofSite, ...ofPages];
}

/** How many visitors a finding is about; of a group that moved, those of all its pages. */
function atStake(finding: PageFinding): number {
  return finding.group?.visitors ?? stake(finding);
}

/** The first finding of each kind, then the second of each, and so on, most at stake first. */
function candidates({ data, findings: { pages, clear } }: Facts): PageFinding[] {
  const rows = [...data.current.rows, ...(data.previous?.rows ?? [])];
  const sitePaths = [...new Set(rows.map(({ path }) => path))];
  const clearPages = pages.filter((page) => clear.has(page));
  return [...Map.groupBy(clearPages, ({ kind }) => kind).values()]
    .flatMap((ofKind) => {
      const findings = withGroups(ofKind, sitePaths).sort((a, b) => atStake(b) - atStake(a));
      return findings.map((finding, round) => ({ finding, round }));
    })
    .sort((a, b) => a.round - b.round || atStake(b.finding) - atStake(a.finding))
    .map(({ finding }) => finding);
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

/** Texts with how often each occurs, the most frequent first, of equally frequent ones the longest. */
function mostFrequent(texts: readonly string[]): [text: string, count: number][] {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, all]): [string, number] => [text, all.length])
    .sort(([a, countA], [b, countB]) => countB - countA || b.length - a.length || (a < b ? -1 : 1));
}

type Group = "human" | "ai";

/** The kinds for a fall and for a rise; a fall is told first. */
const siteKinds: readonly [sign: number, people: SiteKind, ai: SiteKind, both: SiteKind][] = [
  [-1, "fewerPeople", "fewerAi", "fewerPeopleAndAi"],
  [1, "morePeople", "moreAi", "morePeopleAndAi"],
];

/**
 * What happened to the whole site: people or AI changed by a fifth or more and beyond chance, and no page that stands out
 * has half of it. Only for whole weeks or four of them and more: in other periods, the number of weekends decides.
 */
function siteFinding({ periods, data, findings }: Facts): SiteFinding | undefined {
  const now = data.current.totals;
  const before = data.previous?.totals;
  const { from, to } = periods.current;
  const days = (to - from) / day;
  if (before === undefined || hasNoVisitors(now) || (days % 7 !== 0 && days < 28)) return undefined;
  /** −1 for a fall, 1 for a rise, 0 for what may be chance. */
  const direction = (group: Group): number =>
    isBeyondChance(before[group], now[group]) ? Math.sign(now[group] - before[group]) : 0;
  const isFar = (group: Group): boolean =>
    before[group] >= findings.threshold && changedByFifth(before[group], now[group]);
  const isOnePage = (group: Group): boolean =>
    findings.pages.some(({ kind, current, previous }) => {
      // A page with a new path kept its readers, and a higher share of AI is no cause.
      if (kind === "moved" || kind === "aiShareUp") return false;
      const part = (current[group] - previous[group]) * direction(group);
      return part * 2 >= Math.abs(now[group] - before[group]);
    });
  for (const [sign, people, ai, both] of siteKinds) {
    const far = (["human", "ai"] as const).find((group) => direction(group) === sign && isFar(group));
    if (far === undefined) continue;
    if (isOnePage(far)) return undefined;
    const isAlsoAi = direction("ai") === sign && Math.abs(now.ai - before.ai) * 10 >= before.ai;
    const kind = far === "ai" ? ai : isAlsoAi ? both : people;
    return { kind, current: now, previous: before };
  }
  return undefined;
}
