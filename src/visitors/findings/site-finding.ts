import { day } from "../../dates.ts";
import type { Findings, Periods, SiteFinding, VisitorData } from "../report-model.ts";
import { isBeyondChance } from "./chance.ts";
import { hasNoVisitors, hasPath } from "./findings.ts";

type Facts = { periods: Periods; data: VisitorData; findings: Findings };
type Group = "human" | "ai";

/**
 * The fall of people by a fifth or more, or of AI alone, if it is beyond chance and no page is the cause. Only for whole
 * weeks or months: other periods have different numbers of weekends.
 */
export function siteFinding(facts: Facts): SiteFinding | undefined {
  const { periods, data } = facts;
  const now = data.current.totals;
  const before = data.previous?.totals;
  if (before === undefined || hasNoVisitors(now) || !isWeeksOrMonth(periods)) return undefined;
  const finding = (kind: SiteFinding["kind"]): SiteFinding => ({ kind, current: now, previous: before });
  if (fellFar("human", facts)) {
    if (hasCause("human", facts)) return undefined;
    return finding(fell(before.ai, now.ai) ? "fewerPeopleAndAi" : "fewerPeople");
  }
  return fellFar("ai", facts) && !hasCause("ai", facts) ? finding("fewerAi") : undefined;
}

function isWeeksOrMonth({ current: { from, to }, unit }: Periods): boolean {
  return unit.kind === "month" || (to - from) % (7 * day) === 0;
}

function fell(before: number, now: number): boolean {
  return now < before && isBeyondChance(before, now);
}

function fellByFifth(before: number, now: number): boolean {
  return (before - now) * 5 >= before;
}

function fellFar(group: Group, { data, findings }: Facts): boolean {
  const before = data.previous?.totals[group] ?? 0;
  const now = data.current.totals[group];
  return before >= findings.threshold && fellByFifth(before, now) && fell(before, now);
}

/**
 * True if one page lost at least half of what the site lost. A page that most visitors read loses as much whenever the
 * whole site falls; it is the cause only if it stands out, or if those who did not open it stayed.
 */
function hasCause(group: Group, { data: { current, previous }, findings }: Facts): boolean {
  if (previous === undefined) return false;
  const [was, is] = [previous.totals[group], current.totals[group]];
  const standsOut = new Set([...findings.down, ...findings.gone].map(({ path }) => path));
  const visitors = new Map(current.rows.map((row) => [row.path, row[group]]));
  for (const page of findings.moved) visitors.set(page.from, page.current[group]);
  return previous.rows.some((page) => {
    const before = page[group];
    // A page that was not read is not known to have lost anything.
    const now = visitors.get(page.path) ?? (current.complete ? 0 : before);
    if (!hasPath(page) || (before - now) * 2 < was - is) return false;
    return standsOut.has(page.path) || !fellByFifth(Math.max(0, was - before), Math.max(0, is - now));
  });
}
