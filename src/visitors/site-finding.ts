import { day } from "../dates.ts";
import { isBeyondChance } from "./chance.ts";
import { fellByFifth } from "./changes.ts";
import { hasNoVisitors, hasPath } from "./counts.ts";
import type { Findings, Periods, SiteFinding, VisitorData } from "./report-model.ts";

type Facts = { periods: Periods; data: VisitorData; findings: Findings };
type Group = "human" | "ai";

/**
 * The fall of people by a fifth or more, or of AI alone, if it is beyond chance, most pages fell and none is the cause.
 * Only for whole weeks or months: other periods have different numbers of weekends.
 */
export function siteFinding(facts: Facts): SiteFinding | undefined {
  const { periods, data } = facts;
  const now = data.current.totals;
  const before = data.previous?.totals;
  if (before === undefined || hasNoVisitors(now) || !isWeeksOrMonth(periods)) return undefined;
  const finding = (kind: SiteFinding["kind"]): SiteFinding => ({ kind, current: now, previous: before });
  const isGeneral = (group: Group) => !hasCause(group, facts) && isOnMostPages(group, facts);
  if (fellFar("human", facts)) {
    if (!isGeneral("human")) return undefined;
    const alsoAi = fell(before.ai, now.ai) && isOnMostPages("ai", facts);
    return finding(alsoAi ? "fewerPeopleAndAi" : "fewerPeople");
  }
  return fellFar("ai", facts) && isGeneral("ai") ? finding("fewerAi") : undefined;
}

function isWeeksOrMonth({ current: { from, to }, unit }: Periods): boolean {
  return unit.kind === "month" || (to - from) % (7 * day) === 0;
}

function fell(before: number, now: number): boolean {
  return now < before && isBeyondChance(before, now);
}

function fellFar(group: Group, { data, findings }: Facts): boolean {
  const before = data.previous?.totals[group] ?? 0;
  const now = data.current.totals[group];
  return before >= findings.threshold && fellByFifth(before, now) && fell(before, now);
}

/** The pages of the previous period with their people or AI in both. Without those of which the present is not known. */
function pagesBefore(
  group: Group,
  { data: { current, previous }, findings }: Facts,
): { path: string; before: number; now: number }[] {
  const visitors = new Map(current.rows.map((row) => [row.path, row[group]]));
  for (const page of findings.moved) visitors.set(page.from, page.current[group]);
  return (previous?.rows ?? []).filter(hasPath).flatMap((row) => {
    const now = visitors.get(row.path) ?? (current.complete ? 0 : undefined);
    return now === undefined ? [] : [{ path: row.path, before: row[group], now }];
  });
}

/**
 * True if one page lost at least half of what the site lost. A page that most visitors read loses as much whenever the
 * whole site falls; it is the cause only if it stands out, or if those who did not open it stayed.
 */
function hasCause(group: Group, facts: Facts): boolean {
  const { data, findings } = facts;
  const [was, is] = [data.previous?.totals[group] ?? 0, data.current.totals[group]];
  const standsOut = new Set([...findings.down, ...findings.gone].map(({ path }) => path));
  return pagesBefore(group, facts).some(({ path, before, now }) => {
    if ((before - now) * 2 < was - is) return false;
    return standsOut.has(path) || !fellByFifth(Math.max(0, was - before), Math.max(0, is - now));
  });
}

/**
 * True if pages with three quarters of the visitors fell at least half as far as the site. Looks only at pages large
 * enough to tell such a fall from chance; if there are none, nothing speaks against it.
 */
function isOnMostPages(group: Group, facts: Facts): boolean {
  const { data, findings } = facts;
  const was = data.previous?.totals[group] ?? 0;
  const halfAsFar = 1 - (was - data.current.totals[group]) / was / 2;
  const sum = { all: 0, fallen: 0 };
  for (const { before, now } of pagesBefore(group, facts)) {
    if (before < findings.threshold || !isBeyondChance(before, before * halfAsFar, 1)) continue;
    sum.all += before;
    if (now <= before * halfAsFar) sum.fallen += before;
  }
  return sum.fallen * 4 >= sum.all * 3;
}
