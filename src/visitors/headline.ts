import { grouped, plural } from "../text/words.ts";
import { aiShare, changedByFifth, hasNoVisitors, isBeyondChance } from "./counts.ts";
import { boundedPercent, change, periodLabels } from "./format.ts";
import type { Counts, Report, ReportBasis, VisitorGroup } from "./report-model.ts";

type HeadlineBasis = ReportBasis &
  Pick<Report, "isContradictory" | "notices" | "worthALook" | "next" | "docs">;

/** AI shares that differ by less than half a percentage point count as equal. */
const equalShares = 0.005;

/** The report in a line of Markdown. It never has two counts side by side that invite adding them up: many are both. */
export function reportHeadline(report: HeadlineBasis): string {
  const { totals } = report.data.current;
  if (report.isContradictory) return `**${plural(totals.total, "visitor")}.**`;
  const headline = hasNoVisitors(totals) ? nobody(report) : (partedWays(report) ?? together(report));
  if (!needsNothing(report)) return headline;
  return `${headline} Nothing needs you${periodLabels(report.periods).one === "week" ? " this week" : ""}.`;
}

/** The headline as plain text. */
export function plainHeadline(report: HeadlineBasis): string {
  return reportHeadline(report).replaceAll("**", "");
}

function nobody(report: ReportBasis): string {
  const { previous } = report.data;
  const question =
    previous === undefined || hasNoVisitors(previous.totals)
      ? "Is this the right project, and is the site published?"
      : "Is the site up, and does the dashboard count visits?";
  return `**No visitors${comparison(report)}.** ${question}`;
}

function together(report: ReportBasis): string {
  const { data, findings } = report;
  const now = data.current.totals;
  const before = data.previous?.totals;
  const hasNoAi = now.ai === 0 && (before?.ai ?? 0) === 0;
  const ofAll = hasNoAi ? "no AI" : aiPart(report);
  const changes = [
    ["People", "human"],
    ["AI", "ai"],
  ] as const;
  const changed = changes.flatMap(([name, group]) => {
    const percents = before && change(before[group], now[group], findings.siteThreshold);
    return percents && !hasNoAi ? [`${name} ${percents}`] : [];
  });
  const all = `**${plural(now.total, "visitor")}${comparison(report)}**${ofAll && `, ${ofAll}`}.`;
  return [all, ...(changed.length > 0 ? [`${changed.join(", ")}.`] : [])].join(" ");
}

/**
 * People or AI leads, if they part: one changed by a tenth and beyond chance, and the other by less than a third as much or
 * the other way. Their sum would hide it. Undefined if they do not.
 */
function partedWays(report: ReportBasis): string | undefined {
  const { data, findings } = report;
  const now = data.current.totals;
  const before = data.previous?.totals;
  if (before === undefined || before.human <= 0 || before.ai <= 0) return undefined;
  const changeOf = (group: VisitorGroup) => change(before[group], now[group], findings.siteThreshold);
  for (const [lead, other, name, otherName] of [
    ["human", "ai", "People", "AI"],
    ["ai", "human", "AI", "people"],
  ] as const) {
    const difference = now[lead] - before[lead];
    const isClear = Math.abs(difference) * 10 >= before[lead] && isBeyondChance(before[lead], now[lead]);
    // Multiplied instead of divided: a rounded quotient could fall on the wrong side of the third.
    const sameWay = (now[other] - before[other]) * Math.sign(difference);
    const isAlone = 3 * sameWay * before[lead] < Math.abs(difference) * before[other];
    if (!isClear || !isAlone || changeOf(lead) === "") continue;
    const beside = changeOf(other) === "" ? "" : `, ${otherName} ${changeOf(other)}`;
    const counts = `${grouped(before[lead])} → ${grouped(now[lead])}`;
    return `**${name} ${changeOf(lead)} (${counts})**${beside}. ${plural(now.total, "visitor")} in all${comparison(report)}.`;
  }
  return undefined;
}

/** True if both periods were read, nothing was found, nothing fell by a fifth, and no pull request waits. */
function needsNothing({ data, notices, worthALook, next, docs }: HeadlineBasis): boolean {
  const { current, previous } = data;
  if (previous === undefined || hasNoVisitors(previous.totals) || hasNoVisitors(current.totals)) return false;
  const [was, is] = [previous.totals, current.totals];
  const fell = (group: keyof Counts) => was[group] > 0 && (was[group] - is[group]) * 5 >= was[group];
  const waiting = docs?.pulls?.waiting ?? [];
  const isQuiet = notices.length + worthALook.length + next.length + waiting.length === 0;
  return isQuiet && !fell("human") && !fell("ai") && !fell("total");
}

/** The change of all visitors: a percentage, or the earlier count if one of the two is zero or both are small. */
function comparison({ periods, data, findings }: ReportBasis): string {
  const before = data.previous?.totals.total;
  const now = data.current.totals.total;
  const { duringPrevious } = periodLabels(periods);
  if (before === undefined) return "";
  if (before === 0) return now === 0 ? `, and none ${duringPrevious} either` : `, none ${duringPrevious}`;
  const percents = now === 0 ? "" : change(before, now, findings.siteThreshold);
  return percents === "" ? `, after ${grouped(before)} ${duringPrevious}` : `, ${percents}`;
}

/** The share of AI. Empty if there is no AI, or if the counts are small. */
function aiPart({ data, findings: { threshold } }: ReportBasis): string {
  const now = data.current.totals;
  const before = data.previous?.totals;
  if (now.ai === 0 || now.total < threshold) return "";
  const text = `${boundedPercent(aiShare(now))} of them AI`;
  // Where the site changed by a fifth, nothing is as before.
  if (before === undefined || before.total < threshold || changedByFifth(before.total, now.total))
    return text;
  return Math.abs(aiShare(now) - aiShare(before)) < equalShares ? `${text}, as before` : text;
}
