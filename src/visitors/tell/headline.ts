import { grouped, list, plural, upperFirst } from "../../text/words.ts";
import { aiShare, changedByFifth, comparableTotals, hasNoVisitors, isBeyondChance } from "../find/counts.ts";
import type { Counts, Report } from "../report-model.ts";
import { boundedPercent, change, joinParts, periodLabels } from "./format.ts";
import { unreadSources } from "./gaps.ts";

/** AI shares that differ by less than half a percentage point count as equal. */
const equalShares = 0.005;
/** People and AI that changed by no more than two percentage points apart changed alike. */
const alike = 0.02;

/** The report in a line of Markdown that ends with what to do. No two counts in it invite adding them up: many are both. */
export function reportHeadline(report: Report): string {
  const { totals } = report.data.current;
  if (report.isContradictory) return `**${plural(totals.total, "visitor")}.**`;
  if (hasNoVisitors(totals)) return nobody(report);
  const passed = aiPassedPeople(report);
  const during = report.periods.unit === "week" ? " this week" : "";
  const parted = partedWays(report);
  const sentences = [
    parted ?? together(report),
    passed,
    whatToDo(report, passed === "" ? `Nothing needs you${during}` : "Nothing to do"),
  ];
  return joinParts(sentences, " ");
}

/** The headline as plain text, which names only paths that are safe in a chat. */
export function plainHeadline(report: Report): string {
  return reportHeadline(report).replaceAll("**", "");
}

function nobody(report: Report): string {
  const { previous } = report.data;
  const question =
    previous === undefined || hasNoVisitors(previous.totals)
      ? "Is this the right project, and is the site published?"
      : "Is the site up, and does the dashboard count visits?";
  return `**No visitors${comparison(report)}.** ${question}`;
}

function changeOf(report: Report, group: keyof Counts): string {
  const before = comparableTotals(report)?.[group] ?? 0;
  return change(before, report.data.current.totals[group], report.findings.siteThreshold);
}

function together(report: Report): string {
  const now = report.data.current.totals;
  const before = comparableTotals(report);
  const hasNoAi = now.ai === 0 && (before?.ai ?? 0) === 0;
  const all = `**${plural(now.total, "visitor")}${comparison(report)}**${hasNoAi ? ", no AI" : aiPart(report)}`;
  const [people, ai] = [changeOf(report, "human"), changeOf(report, "ai")];
  if (hasNoAi || before === undefined || people === "") return `${all}.`;
  if (ai === "") return `${all}. People ${people}.`;
  const isAlike = Math.abs(now.human / before.human - now.ai / before.ai) <= alike;
  return isAlike ? `${all}; people and AI alike.` : `${all}. People ${people}, AI ${ai}.`;
}

/** People or AI leads where one changed and the other did not follow: their sum would hide it. Undefined elsewhere. */
function partedWays(report: Report): string | undefined {
  const { data } = report;
  const now = data.current.totals;
  const before = comparableTotals(report);
  if (before === undefined || before.human <= 0 || before.ai <= 0) return undefined;
  for (const [lead, other, name, otherName] of [
    ["human", "ai", "People", "AI"],
    ["ai", "human", "AI", "people"],
  ] as const) {
    const difference = now[lead] - before[lead];
    const isClear = Math.abs(difference) * 10 >= before[lead] && isBeyondChance(before[lead], now[lead]);
    // Multiplied instead of divided: a rounded quotient could fall on the wrong side of the third.
    const sameWay = (now[other] - before[other]) * Math.sign(difference);
    const isAlone = 3 * sameWay * before[lead] < Math.abs(difference) * before[other];
    const led = changeOf(report, lead);
    if (!isClear || !isAlone || led === "") continue;
    const followed = changeOf(report, other);
    const beside = followed === "" ? "" : `, ${otherName} ${followed}`;
    const counts = `${grouped(data.previous?.totals[lead] ?? 0)} → ${grouped(now[lead])}`;
    return `**${name} ${led}${periodLabels(report.periods).perDay} (${counts})**${beside}. ${plural(now.total, "visitor")} in all${comparison(report)}.`;
  }
  return undefined;
}

/** The change of all visitors: a percentage, or the earlier count if one of the two is zero or both are small. */
function comparison(report: Report): string {
  const { periods, data } = report;
  const before = data.previous?.totals.total;
  const now = data.current.totals.total;
  const then = `the ${periods.unit} before`;
  if (before === undefined) return "";
  if (before === 0) return now === 0 ? `, and none ${then} either` : `, none ${then}`;
  const percents = now === 0 ? "" : changeOf(report, "total");
  return percents === ""
    ? `, after ${grouped(before)} ${then}`
    : `, ${percents}${periodLabels(report.periods).perDay}`;
}

function aiPart({ data, findings: { threshold } }: Report): string {
  const now = data.current.totals;
  const before = data.previous?.totals;
  if (now.ai === 0 || now.total < threshold) return "";
  const text = `, ${boundedPercent(aiShare(now))} of them AI`;
  // Where the site changed by a fifth, nothing is as before.
  if (before === undefined || before.total < threshold || changedByFifth(before.total, now.total))
    return text;
  return Math.abs(aiShare(now) - aiShare(before)) < equalShares ? `${text}, as before` : text;
}

function aiPassedPeople({ data, periods }: Report): string {
  const now = data.current.totals;
  const earlier = data.trend.slice(0, -1);
  const isFirst = earlier.length >= 2 && earlier.every((totals) => totals && totals.ai < totals.human);
  const before = data.previous?.totals;
  if (!isFirst || before === undefined || now.ai <= now.human) return "";
  const [is, was] = [now, before].map((totals) => boundedPercent(aiShare(totals)));
  return `AI passed people for the first time in the last ${plural(data.trend.length, periods.unit)}: ${is} of visitors, ${was} the ${periods.unit} before.`;
}

function whatToDo(report: Report, nothing: string): string {
  const { next } = report;
  // A search term is no page.
  const noun = next.every((row) => "path" in row) ? "page" : "finding";
  const unread = list(unreadSources(report));
  const gap = unread && `${unread} could not be read`;
  if (next.length > 0)
    return `**${plural(next.length, noun)} ${next.length === 1 ? "wants" : "want"} work.**${gap && ` ${upperFirst(gap)}.`}`;
  if (gap !== "") return `${upperFirst(gap)}.`;
  return isQuiet(report) ? `${nothing}.` : "No page to act on.";
}

/** True if both periods were read and compared, nothing is doubtful, and neither people nor AI nor all fell by a fifth. */
function isQuiet(report: Report): boolean {
  const is = report.data.current.totals;
  const was = comparableTotals(report);
  if (was === undefined || hasNoVisitors(was)) return false;
  const fell = (group: keyof Counts) => was[group] > 0 && (was[group] - is[group]) * 5 >= was[group];
  return report.notices.length === 0 && !fell("human") && !fell("ai") && !fell("total");
}
