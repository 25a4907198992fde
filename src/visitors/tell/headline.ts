import { grouped, plural } from "../../text/words.ts";
import { isClearChange } from "../find/chance.ts";
import { isAnyRead } from "../find/next.ts";
import type { Report } from "../find/report.ts";
import type { SiteTotals } from "../find/site-totals.ts";
import { hasNoVisitors } from "../read/data.ts";
import { changeOf, joinParts } from "./format.ts";
import { doubtOf, unreadSentences } from "./gaps.ts";

/** The report in a line of Markdown. It claims nothing that the numbers do not show, and no cause. */
export function headlineMarkdown(report: Report): string {
  return joinParts(sentencesOf(report), " ");
}

/** The same as plain text for a chat, with what makes the figures doubtful. */
export function headlineText(report: Report): string {
  const [visitors, ...others] = sentencesOf(report);
  const text = joinParts([visitors, doubtOf(report), ...others], " ");
  // No sentence of a headline holds other asterisks or backticks.
  return text.replaceAll(/\*\*|`/g, "");
}

/** None if the counts contradict each other. */
function sentencesOf(report: Report): string[] {
  const { contradiction, now } = report.totals;
  if (contradiction !== undefined) return [];
  const visitors = visitorsOf(report);
  if (hasNoVisitors(now)) return [visitors, ...unreadSentences(report)];
  return [visitors, groupsOf(report), ...workOf(report)];
}

function visitorsOf({ totals, periods }: Report): string {
  const { now, was, before } = totals;
  const isKnown = before.total !== undefined;
  const after = was && isKnown ? `, after ${grouped(was.total)} the ${periods.unit} before` : "";
  if (hasNoVisitors(now))
    return `**No visitors**${after}. Is the site up, and does the dashboard count visits?`;

  const visitors = plural(now.total, "visitor");
  const changed = changeOf(totals, "total");
  const perDay = periods.unit === "month" ? " (daily average)" : "";
  if (changed !== "") return `**${visitors}, ${changed}${perDay}.**`;
  return after === "" ? `**${visitors}.**` : `**${visitors}**${after}.`;
}

/** Nobody can add the two up: many visitors are both. */
function groupsOf({ totals }: Report): string {
  const countOf = (group: "human" | "ai") => {
    const changed = changeOf(totals, group);
    return grouped(totals.now[group]) + (changed && ` (${changed})`);
  };
  return `People ${countOf("human")}, AI ${countOf("ai")}.`;
}

/** What wants work, what could not be read, or that nothing needs the reader. Empty if none of these is known. */
function workOf(report: Report): string[] {
  const { data, totals, next, moves, periods } = report;
  const unread = unreadSentences(report);
  if (next.length > 0) unread.unshift(`**${whatWantsWork(report)}**`);
  if (totals.isFirst) return ["Nothing to compare with yet.", ...unread];

  const isAllRead = isAnyRead(data.signals) && data.signals.missing.length === 0;
  if (next.length > 0 || !isAllRead) return unread;
  const isQuiet = moves.length + unread.length === 0 && doubtOf(report) === "";
  const isCalm = isQuiet && !fell(totals);
  return [isCalm ? `Nothing needs you this ${periods.unit}.` : "No page wants work.", ...unread];
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

/** True if a fifth of the people or more did not come again, as far as that is no chance, or if it is unknown. */
function fell({ now, before }: SiteTotals): boolean {
  const { human } = before;
  if (human === undefined) return true;
  return now.human < human && isClearChange(human, now.human);
}
