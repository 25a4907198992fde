import { grouped, plural } from "../../text/words.ts";
import { isClearChange } from "../find/chance.ts";
import { isAnyRead } from "../find/next.ts";
import type { Report } from "../find/report.ts";
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
  // A chat could make a link or a mention of the address.
  const doubt = doubtOf(report, () => "an address that is no page");
  const text = joinParts([visitors, doubt, ...others], " ");
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

/** What wants work, what could not be read, or that nothing did. Empty if something else has to be looked at. */
function workOf(report: Report): string[] {
  const { data, moves, periods } = report;
  const { now, before, isFirst } = report.totals;
  const told = [...whatWantsWork(report), ...unreadSentences(report)];
  if (isFirst) return ["Nothing to compare with yet.", ...told];

  const isQuiet = moves.length + told.length === 0 && doubtOf(report) === "";
  if (!isQuiet || before.human === undefined) return told;
  const fell = now.human < before.human && isClearChange(before.human, now.human);
  if (fell) return ["No page moved more than the site."];
  return isAnyRead(data.signals) ? [`Nothing needs you this ${periods.unit}.`] : [];
}

/** Only votes, reports, questions and searches say that something wants work: a popular page does not. */
function whatWantsWork({ next }: Report): string[] {
  const pages = new Set(next.flatMap((row) => ("page" in row ? row.page : []))).size;
  const searches = next.filter((row) => "term" in row).length;
  const told: string[] = [];
  if (pages > 0) told.push(`**${plural(pages, "page")} ${pages === 1 ? "wants" : "want"} work.**`);
  if (searches > 0)
    told.push(`**Readers opened hardly any result for ${plural(searches, "search term")}.**`);
  return told;
}
