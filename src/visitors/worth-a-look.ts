import { day } from "../dates.ts";
import { changedByFifth, hasNoVisitors, isBeyondChance } from "./counts.ts";
import { stake } from "./findings.ts";
import { withGroups } from "./moved.ts";
import type { NotableFinding, PageFinding, Report, SiteFinding, SiteKind } from "./report-model.ts";

const maxFindings = 3;

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
