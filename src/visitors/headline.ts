import { day, monthName } from "../dates.ts";
import { grouped, list, plural, upperFirst } from "../text/words.ts";
import {
  aiShare,
  changedByFifth,
  comparableTotals,
  hasNoVisitors,
  isBeyondChance,
  lengthRatio,
} from "./counts.ts";
import { boundedPercent, change, joinParts } from "./format.ts";
import { pullLink, siteKinds } from "./kinds.ts";
import { pageLink } from "./markdown-parts.ts";
import { isOld } from "./memory.ts";
import { unreadSources } from "./notices.ts";
import type { Counts, NextRow, NotableFinding, Report } from "./report-model.ts";
import { plainName } from "./site-pages.ts";
import { siteChange } from "./worth-a-look.ts";

/** AI shares that differ by less than half a percentage point count as equal. */
const equalShares = 0.005;
/** People and AI that changed by no more than two percentage points apart changed alike. */
const alike = 0.02;

/** The report in a line of Markdown that ends with what to do. No two counts in it invite adding them up: many are both. */
export function reportHeadline(report: Report, isPlain = false): string {
  const { totals } = report.data.current;
  if (report.isContradictory) return `**${plural(totals.total, "visitor")}.**`;
  if (hasNoVisitors(totals)) return nobody(report);
  const passed = aiPassedPeople(report);
  const during = report.periods.unit === "week" ? " this week" : "";
  const sentences = [
    partedWays(report) ?? together(report),
    monthsDiffer(report),
    siteChange(report) === "more" ? "Growth was site-wide." : "",
    onePage(report, isPlain),
    passed,
    whatToDo(report, isPlain, passed === "" ? `Nothing needs you${during}` : "Nothing to do"),
  ];
  return joinParts(sentences, " ");
}

/** The headline as plain text, which names only paths that are safe in a chat. */
export function plainHeadline(report: Report): string {
  return reportHeadline(report, true).replaceAll("**", "");
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
    return `**${name} ${led}${byDay(report)} (${counts})**${beside}. ${plural(now.total, "visitor")} in all${comparison(report)}.`;
  }
  return undefined;
}

function byDay({ periods }: Report): string {
  return lengthRatio(periods) === 1 ? "" : " per day";
}

/** Why changes are told per day: `October is a day longer than September.` Empty where none is told, or by whole months. */
function monthsDiffer(report: Report): string {
  const { current, previous } = report.periods;
  if (previous === undefined || changeOf(report, "total") === "") return "";
  const days = (current.to - current.from - (previous.to - previous.from)) / day;
  if (days === 0) return "";
  const difference = Math.abs(days) === 1 ? "a day" : `${Math.abs(days)} days`;
  return `${monthName(current.from)} is ${difference} ${days > 0 ? "longer" : "shorter"} than ${monthName(previous.from)}.`;
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
  return percents === "" ? `, after ${grouped(before)} ${then}` : `, ${percents}${byDay(report)}`;
}

/** The share of AI. Empty if there is no AI, or if the counts are small. */
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
  return `AI passed people for the first time in ${plural(data.trend.length, periods.unit)}: ${is} of visitors, ${was} the ${periods.unit} before.`;
}

/** Names the page that lost at least half of what the site lost, if it did so beyond chance. */
function onePage(report: Report, isPlain: boolean): string {
  const now = report.data.current.totals.total;
  const before = comparableTotals(report)?.total ?? 0;
  const lost = before - now;
  if (lost <= 0 || !isBeyondChance(before, now)) return "";
  const loss = (page: { previous: Counts; current: Counts }) => page.previous.total - page.current.total;
  const [worst] = report.findings.pages
    .filter(({ kind }) => kind === "down" || kind === "gone")
    .sort((a, b) => loss(b) - loss(a));
  if (worst === undefined || loss(worst) * 2 < lost) return "";
  const part = loss(worst) > lost ? "more than the whole site" : `of ${grouped(lost)} in all`;
  const page = isPlain ? plainName(worst.path) : pageLink(worst.path, report.siteUrl);
  return `${page} lost ${plural(loss(worst), "visitor")}, ${part}: open it today.`;
}

function whatToDo(report: Report, isPlain: boolean, nothing: string): string {
  const { worthALook, next, docs } = report;
  const rows = [...worthALook.filter((finding) => "path" in finding), ...next];
  // A search term is no page, and a group is several.
  const noun = rows.every((row) => "path" in row && !("group" in row)) ? "page" : "finding";
  const verb = rows.length === 1 ? "wants" : "want";
  const want = `${plural(rows.length, noun)} ${rows.every(isOld) ? "still " : ""}${verb} work${howNew(report, rows)}`;
  const [oldest] = docs?.pulls?.waiting ?? [];
  const calls = [
    ...worthALook.flatMap((finding) => ("path" in finding ? [] : [siteKinds[finding.kind].call])),
    ...(rows.length > 0 ? [want] : []),
  ];
  const unread = list(unreadSources(report));
  const gap = unread && `${unread} could not be read`;
  if (calls.length > 0) {
    if (oldest !== undefined) calls.push("a pull request waits");
    return `**${calls.join("; ")}.**${gap && ` ${upperFirst(gap)}.`}`;
  }
  const end = gap && `; ${gap}`;
  if (docs !== undefined && oldest !== undefined) {
    const pull = isPlain ? `docs pull request ${oldest.number}` : pullLink(oldest.number, docs);
    return `Merge or close ${pull}: it has waited for ${plural(oldest.days, "day")}${end}.`;
  }
  if (!isQuiet(report)) return `No page to act on${end}.`;
  return `${gap === "" ? nothing : "The visitors need nothing from you"}${end}.`;
}

function howNew({ next, memory }: Report, rows: readonly (NotableFinding | NextRow)[]): string {
  const old = rows.filter(isOld).length;
  // No comment remembers a search term, and none an earlier report than the first. What is worth a look is always new.
  if (rows.some((row) => "term" in row) || next.length === 0 || !memory?.to) return "";
  if (old === rows.length) return "";
  if (rows.length === 1) return ", a new one";
  if (old > 0) return `, ${grouped(rows.length - old)} of them new`;
  return rows.length === 2 ? ", both new" : ", all of them new";
}

/** True if both periods were read and compared, nothing is doubtful, and neither people nor AI nor all fell by a fifth. */
function isQuiet(report: Report): boolean {
  const is = report.data.current.totals;
  const was = comparableTotals(report);
  if (was === undefined || hasNoVisitors(was)) return false;
  const fell = (group: keyof Counts) => was[group] > 0 && (was[group] - is[group]) * 5 >= was[group];
  return report.notices.length === 0 && !fell("human") && !fell("ai") && !fell("total");
}
