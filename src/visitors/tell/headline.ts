import { grouped, list, plural, upperFirst } from "../../text/words.ts";
import { changedByFifth } from "../find/chance.ts";
import type { Report } from "../find/report.ts";
import { type Counts, hasNoVisitors, noVisitors } from "../read/data.ts";
import { change, joinParts, periodLabels } from "./format.ts";
import { unreadParts } from "./gaps.ts";

/** The report in a line of Markdown. It claims nothing that the numbers do not show, and no cause. */
export function headlineMarkdown(report: Report): string {
  return joinParts([visitorsOf(report), groupsOf(report), ...workOf(report)], " ");
}

/** The same as plain text. */
export function headlineText(report: Report): string {
  return withoutBold(headlineMarkdown(report));
}

/** How many came and what there is to do, as plain text for a chat. */
export function briefHeadline(report: Report): string {
  const doubt = report.contradiction && "These counts contradict each other.";
  return withoutBold(joinParts([visitorsOf(report), doubt, ...workOf(report)], " "));
}

function bold(text: string): string {
  return `**${text}**`;
}

/** No sentence of a headline holds other asterisks. */
function withoutBold(markdown: string): string {
  return markdown.replaceAll("**", "");
}

function visitorsOf(report: Report): string {
  const { totals, periods, contradiction } = report;
  const earlier = totals.was && `, after ${grouped(totals.was.total)} the ${periods.unit} before`;
  if (hasNoVisitors(totals.now))
    return `${bold("No visitors")}${earlier ?? ""}. Is the site up, and does the dashboard count visits?`;

  const visitors = plural(totals.now.total, "visitor");
  const changed = changeOf(report, "total");
  if (changed !== "") return bold(`${visitors}, ${changed}${periodLabels(periods).perDay}.`);
  const isComparable = earlier !== undefined && contradiction === undefined;
  return isComparable ? `${bold(visitors)}${earlier}.` : bold(`${visitors}.`);
}

/** True if nothing more is told than how many came. */
function isSilent({ contradiction, totals }: Report): boolean {
  return contradiction !== undefined || hasNoVisitors(totals.now);
}

/** Nobody can add the two up: many visitors are both. */
function groupsOf(report: Report): string {
  if (isSilent(report)) return "";
  return `People ${countOf(report, "human")}, AI ${countOf(report, "ai")}.`;
}

/** Empty where it may be chance, or if there is nothing to compare with. */
function changeOf({ totals, contradiction }: Report, part: keyof Counts): string {
  const { now, before = noVisitors, leastChanged } = totals;
  if (contradiction !== undefined) return "";
  return change(before[part], now[part], leastChanged);
}

function countOf(report: Report, group: "human" | "ai"): string {
  const changed = changeOf(report, group);
  return grouped(report.totals.now[group]) + (changed && ` (${changed})`);
}

/** What wants work, what could not be read, or that nothing needs the reader. */
function workOf(report: Report): string[] {
  const { data, totals, next, moves, periods } = report;
  if (isSilent(report)) return [];
  const work = next.length > 0 ? [bold(whatWantsWork(report))] : [];
  const unread = list(unreadParts(report));
  if (unread !== "") return [...work, `${upperFirst(unread)} could not be read.`];

  if (totals.isFirst) return ["Nothing to compare with yet.", ...work];

  const { feedback, questions, searches } = data.signals;
  const isAnythingKnown = feedback ?? questions ?? searches;
  if (next.length > 0 || isAnythingKnown === undefined) return work;
  if (moves.length > 0 || fell(report)) return ["No page wants work."];
  return [`Nothing needs you${periods.unit === "week" ? " this week" : ""}.`];
}

/** Only votes, reports, questions and searches say that something wants work: a popular page does not. */
function whatWantsWork({ next }: Report): string {
  const pages = new Set(next.flatMap((row) => ("page" in row ? row.page : []))).size;
  const searches = next.filter(({ kind }) => kind === "searched-unclicked").length;
  const counted = [
    pages > 0 && plural(pages, "page"),
    searches > 0 && plural(searches, "search", "searches"),
  ];
  return `${joinParts(counted, " and ")} ${pages + searches === 1 ? "wants" : "want"} work.`;
}

/** True if people, AI or all fell by a fifth or more, as far as that is no chance, or if it is unknown. */
function fell({ totals: { now, before, leastChanged } }: Report): boolean {
  if (before === undefined) return true;
  const parts = ["human", "ai", "total"] as const;
  return parts.some((part) => {
    const [is, was] = [now[part], before[part]];
    return is < was && was >= leastChanged && changedByFifth(was, is);
  });
}
