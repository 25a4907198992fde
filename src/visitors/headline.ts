import { grouped, list, plural, upperFirst } from "../text/words.ts";
import { verdictOn } from "./advice.ts";
import { aiShare, changedByFifth, comparableTotals, hasNoVisitors, isBeyondChance } from "./counts.ts";
import { boundedPercent, change, firstTwo, joinParts, periodLabels } from "./format.ts";
import { pullLink, siteKinds } from "./kinds.ts";
import { pageLink } from "./markdown-parts.ts";
import { absentPages, isOld } from "./memory.ts";
import { maxRows } from "./next.ts";
import { unreadSources } from "./notices.ts";
import type { Counts, Report } from "./report-model.ts";
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
  const parted = partedWays(report);
  const growth = parted === undefined && siteChange(report);
  const helped = report.changedSince.filter((row) => verdictOn(row, report).startsWith("**It helped"));
  const ended = report.next.length < maxRows ? absentPages(report, false) : [];
  // Of a page that was changed, the verdict below says what became of it.
  const off = ended.filter(({ path }) => report.changedSince.every(({ page }) => page !== path));
  const hasEnded = ({ page }: { page: string }) => ended.some(({ path }) => path === page);
  const changed = report.changedSince.filter((row) => hasEnded(row) && !helped.includes(row));
  const sentences = [
    parted ?? together(report),
    growth === "more" && "Growth was site-wide.",
    growth === "newPages" && "The growth came from new pages.",
    onePage(report, isPlain),
    passed,
    whatToDo(report, isPlain, passed === "" ? `Nothing needs you${during}` : "Nothing to do"),
    helped.length > 0 && `The change of ${namesOf(helped, report, isPlain)} helped.`,
    changed.length > 0 && `Changed: ${namesOf(changed, report, isPlain)}.`,
    off.length > 0 && `Off the list: ${namesOf(off, report, isPlain)}.`,
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

/** Names the page that lost half of what the site lost beyond chance, or a fifth of all that the site had. */
function onePage(report: Report, isPlain: boolean): string {
  const now = report.data.current.totals.total;
  const before = comparableTotals(report)?.total ?? 0;
  const lost = before - now;
  const loss = (page: { previous: Counts; current: Counts }) => page.previous.total - page.current.total;
  const [worst] = report.findings.pages.toSorted((a, b) => loss(b) - loss(a));
  if (worst === undefined) return "";
  const isCause = lost > 0 && isBeyondChance(before, now) && loss(worst) * 2 >= lost;
  if (!isCause && loss(worst) * 5 < before) return "";
  const part = worst.current.total === 0 ? "all" : `${grouped(loss(worst))} of`;
  const visitors = plural(worst.previous.total, "visitor");
  return `Open ${namesOf([worst], report, isPlain)} today: it lost ${part} its ${visitors}.`;
}

function namesOf(pages: readonly { path: string }[], { siteUrl }: Report, isPlain: boolean): string {
  return firstTwo(pages.map(({ path }) => (isPlain ? plainName(path) : pageLink(path, siteUrl))));
}

function whatToDo(report: Report, isPlain: boolean, nothing: string): string {
  const { worthALook, others, next, memory, docs } = report;
  const rows = [...worthALook.filter((finding) => "path" in finding), ...next];
  // A search term is no page, and a group is several.
  const noun = rows.every((row) => "path" in row && !("group" in row)) ? "page" : "finding";
  const verb = rows.length === 1 ? "wants" : "want";
  // No comment remembers a search term, and none an earlier report than the first. What is worth a look is always new.
  const isKnown = rows.every((row) => "path" in row) && next.length > 0 && memory?.to;
  const fresh = rows.filter((row) => "path" in row).filter((row) => !isOld(row));
  const news = isKnown && fresh.length > 0 ? `, new: ${namesOf(fresh, report, isPlain)}` : "";
  const want = `${plural(rows.length, noun)} ${rows.every(isOld) ? "still " : ""}${verb} work${news}`;
  const [oldest] = docs?.pulls?.waiting ?? [];
  const calls = [
    ...worthALook.flatMap((finding) => ("path" in finding ? [] : [siteKinds[finding.kind].call])),
    ...(rows.length > 0 ? [want] : []),
    ...(others.length > 0 ? [plural(others.length, "more stands out", "more stand out")] : []),
  ];
  const unread = list(unreadSources(report));
  const open = namesOf(absentPages(report, true), report, isPlain);
  const gap = unread && `${unread} could not be read${open && `, so ${open} may still want work`}`;
  if (calls.length > 0) {
    if (oldest !== undefined) calls.push("a pull request waits");
    return `**${calls.join("; ")}.**${gap && ` ${upperFirst(gap)}.`}`;
  }
  const end = gap && `; ${gap}`;
  if (docs !== undefined && oldest !== undefined) {
    const pull = isPlain ? `docs pull request ${oldest.number}` : pullLink(oldest.number, docs);
    return `Merge or close ${pull}: it has waited for ${plural(oldest.days, "day")}${end}.`;
  }
  if (!isQuiet(report)) return open === "" ? `No page to act on${end}.` : `${upperFirst(gap)}.`;
  return `${gap === "" ? nothing : "The visitors need nothing from you"}${end}.`;
}

/** True if both periods were read and compared, nothing is doubtful, and neither people nor AI nor all fell by a fifth. */
function isQuiet(report: Report): boolean {
  const is = report.data.current.totals;
  const was = comparableTotals(report);
  if (was === undefined || hasNoVisitors(was)) return false;
  const fell = (group: keyof Counts) => was[group] > 0 && (was[group] - is[group]) * 5 >= was[group];
  return report.notices.length === 0 && !fell("human") && !fell("ai") && !fell("total");
}
