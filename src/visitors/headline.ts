import type { Signal } from "../service/signal-schemas.ts";
import { isBeyondChance } from "./chance.ts";
import { fellByFifth } from "./changes.ts";
import { hasNoVisitors } from "./counts.ts";
import { boundedPercent, change, counted, grouped } from "./format.ts";
import { periodLabels } from "./period-labels.ts";
import type { Counts, Report } from "./report-model.ts";
import { share } from "./shares.ts";
import type { MissingSignal, SignalData } from "./signals-model.ts";

/** AI shares that differ by less than one percentage point count as equal. */
const equalShares = 0.01;

type Facts = Pick<Report, "periods" | "data" | "findings" | "worthALook" | "next">;

/** The report in one line of Markdown that names people and AI apart, because their sum can hide both. */
export function reportHeadline(report: Facts): string {
  const { lead, rest } = headlineParts(report);
  return [`**${lead}**`, ...rest].join(" ");
}

/** The headline as plain text. */
export function plainHeadline(report: Facts): string {
  const { lead, rest } = headlineParts(report);
  return [lead, ...rest].join(" ");
}

function headlineParts(report: Facts): { lead: string; rest: readonly string[] } {
  const { periods, data } = report;
  const now = data.current.totals;
  const isUnread = periods.previous !== undefined && data.previous === undefined;
  const labels = periodLabels(periods);
  const visitors = hasNoVisitors(now) ? "No visitors" : counted(now.total, "visitor");
  const all = `${visitors}${comparison(report, labels.duringPrevious)}.`;
  const parted = partedWays(report);
  const detail = hasNoVisitors(now) ? whyNobody(data) : peopleAndAi(report);
  const rest = [
    parted === undefined ? detail : `Together ${all}`,
    ...(Math.max(now.human, now.ai) > now.total
      ? ["The counts are approximate: a part is larger than the total."]
      : []),
    ...(isUnread ? [`There is nothing to compare with: ${labels.previous} was not read.`] : []),
    ...record(report),
    ...(needsNothing(report) ? [`Nothing needs you${labels.one === "week" ? " this week" : ""}.`] : []),
  ];
  return { lead: parted ?? all, rest };
}

function whyNobody({ previous }: Report["data"]): string {
  return previous === undefined || hasNoVisitors(previous.totals)
    ? "Is this the right project, and is the site published?"
    : "Is the site up, and does the dashboard count visits?";
}

/** People and AI, if one clearly rose while the other fell: their sum would hide both. */
function partedWays({ data, findings: { threshold } }: Facts): string | undefined {
  const now = data.current.totals;
  const before = data.previous?.totals;
  if (before === undefined || now.human > before.human === now.ai > before.ai) return undefined;
  const part = (select: (counts: Counts) => number): string => {
    const [was, is] = [select(before), select(now)];
    const isClear = Math.abs(is - was) * 10 >= was && isBeyondChance(was, is);
    const percents = isClear ? change(was, is, threshold) : "";
    return percents === "" ? "" : `${percents} (${grouped(was)} → ${grouped(is)})`;
  };
  const [people, ai] = [part(({ human }) => human), part((counts) => counts.ai)];
  return people === "" || ai === "" ? undefined : `People ${people}, AI ${ai}.`;
}

/** The fewest earlier periods of which the best is worth a word. */
const fewestEarlier = 3;

/** Says that more people came than in each earlier period of the trend, by a twentieth and beyond chance. */
function record({ periods, data, findings: { threshold } }: Facts): string[] {
  const now = data.current.totals.human;
  const earlier = data.trend.slice(0, -1);
  // A period before the site opened, without people, is easily exceeded.
  const isExceeded = (point: Counts | undefined) =>
    point !== undefined &&
    point.human > 0 &&
    now * 20 >= point.human * 21 &&
    isBeyondChance(point.human, now);
  const hasEnough = now >= threshold && earlier.length >= fewestEarlier;
  // With `compare: false` the headline compares nothing.
  if (data.previous === undefined || !hasEnough || !earlier.every(isExceeded)) return [];
  return [`More people than in any of the ${earlier.length} ${periodLabels(periods).many} before.`];
}

/** True if everything was read and compared, there is nothing to act on, and people did not fall by a fifth. */
function needsNothing({ data, worthALook, next }: Facts): boolean {
  const { current, previous } = data;
  const isUnread = data.signals.missing.some((item) => isAsUnread(item, data.signals));
  if (previous === undefined || hasNoVisitors(previous.totals) || hasNoVisitors(current.totals)) return false;
  const isComplete = current.complete && previous.complete && data.missing.length === 0 && !isUnread;
  const [was, is] = [previous.totals.human, current.totals.human];
  const keptPeople = was === 0 || !fellByFifth(was, is);
  return isComplete && keptPeople && worthALook.length === 0 && next.length === 0;
}

/** True if a signal was not read, or if more of its rows were dropped than could be used. */
function isAsUnread(item: MissingSignal, signals: SignalData): boolean {
  if (item.why !== "malformed") return true;
  const { feedback, questions, searches } = signals;
  const lists: Record<Signal, readonly (readonly unknown[] | undefined)[]> = {
    feedback: [feedback?.votes, feedback?.exampleReports, feedback?.agentReports],
    questions: [questions?.asked],
    searches: [searches?.recent, searches?.before],
  };
  return item.count > lists[item.signal].flatMap((list) => list ?? []).length;
}

/** The change of all visitors: a percentage, or the earlier count if one of the two is zero or both are small. */
function comparison({ data, findings }: Facts, duringPrevious: string): string {
  const before = data.previous?.totals.total;
  const now = data.current.totals.total;
  if (before === undefined) return "";
  if (before === 0) return now === 0 ? `, and none ${duringPrevious} either` : `, none ${duringPrevious}`;
  const percents = now === 0 ? "" : change(before, now, findings.threshold);
  return percents === "" ? `, after ${grouped(before)} ${duringPrevious}` : `, ${percents}`;
}

function peopleAndAi({ data, findings: { threshold } }: Facts): string {
  const now = data.current.totals;
  const before = data.previous?.totals;
  const part = (select: (counts: Counts) => number): string => {
    const percents = before === undefined ? "" : change(select(before), select(now), threshold);
    return `${grouped(select(now))}${percents === "" ? "" : ` (${percents})`}`;
  };
  const people = `People ${part(({ human }) => human)}, AI ${part(({ ai }) => ai)}`;
  const aiShare = now.total < threshold ? "" : aiPart(now, before, threshold);
  return `${people}${aiShare}.`;
}

/** The share of AI. Empty if there is no AI, or if the approximate counts have more AI than visitors. */
function aiPart(now: Counts, before: Counts | undefined, threshold: number): string {
  const shareNow = share(now.ai, now.total);
  if (shareNow === undefined || now.ai === 0 || now.ai > now.total) return "";
  const text = `: ${boundedPercent(shareNow)} of all`;
  const shareBefore = before && share(before.ai, before.total);
  if (shareBefore === undefined || (before?.total ?? 0) < threshold) return text;
  if (Math.abs(shareNow - shareBefore) < equalShares) return `${text}, as before`;
  // With few AI visitors, the share changes by chance.
  if (Math.max(now.ai, before?.ai ?? 0) < threshold) return text;
  return `${text}, ${shareNow > shareBefore ? "up" : "down"} from ${boundedPercent(shareBefore)}`;
}
