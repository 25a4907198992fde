import { grouped, plural } from "../../text/words.ts";
import { isClearChange } from "../find/chance.ts";
import { isAnyRead } from "../find/next.ts";
import type { Report } from "../find/report.ts";
import { hasNoVisitors } from "../read/data.ts";
import { changeOf, joinParts, type Parts } from "./format.ts";
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
function sentencesOf(report: Report): Parts {
  const { contradiction, now } = report.totals;
  if (contradiction !== undefined) {
    return [];
  }
  const visitors = visitorsOf(report);
  if (hasNoVisitors(now)) {
    return [visitors, ...unreadSentences(report)];
  }
  return [visitors, groupsOf(report), workOf(report)];
}

function visitorsOf({ totals, periods }: Report): string {
  const { now, was, before } = totals;
  const after =
    was && before.total !== undefined
      ? `, after ${grouped(was.total)} the ${periods.unit} before`
      : "";
  if (hasNoVisitors(now)) {
    return `**No visitors**${after}. Is the site up, and does the dashboard count visits?`;
  }

  const visitors = plural(now.total, "visitor");
  const changed = changeOf(totals, "total");
  const perDay = periods.unit === "month" ? " (daily average)" : "";
  if (changed !== "") {
    return `**${visitors}, ${changed}${perDay}.**`;
  }
  return `**${visitors}**${after}.`;
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
function workOf(report: Report): string {
  const { data, moves, next, periods, isResting } = report;
  const { now, before, isFirst } = report.totals;
  // Only votes, reports, questions and searches say that something wants work: a popular page does not.
  const pages = new Set(next.flatMap((row) => ("page" in row ? row.page : []))).size;
  const searches = next.filter(({ kind }) => kind === "searched-unclicked").length;
  const told = joinParts(
    [
      isFirst && "Nothing to compare with yet.",
      pages > 0 && `**${plural(pages, "page")} ${pages === 1 ? "wants" : "want"} work.**`,
      searches > 0 && `**${plural(searches, "search term")} got few or no clicks.**`,
      ...unreadSentences(report),
    ],
    " ",
  );
  const isQuiet = moves.length === 0 && told === "";
  if (!isQuiet || before.human === undefined) {
    return told;
  }
  const fell = now.human < before.human && isClearChange(before.human, now.human);
  if (fell) {
    return "No page stands out.";
  }
  if (!isAnyRead(data.signals)) {
    return "";
  }
  const nothing = isResting ? "Nothing new needs you" : "Nothing needs you";
  return `${nothing} this ${periods.unit}.`;
}
