import { share } from "../findings/shares.ts";
import type { Counts, Report } from "../report-model.ts";
import { boundedPercent, change, counted, grouped } from "./format.ts";
import { periodLabels } from "./period-labels.ts";

/** AI shares that differ by less than one percentage point count as equal. */
const equalShares = 0.01;

type Facts = Pick<Report, "periods" | "data" | "findings">;

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
  const isEmpty = Math.max(now.human, now.ai, now.total) === 0;
  const isUnread = periods.previous !== undefined && data.previous === undefined;
  const labels = periodLabels(periods);
  const rest = [
    ...(isEmpty ? [] : [peopleAndAi(report)]),
    ...(Math.max(now.human, now.ai) > now.total
      ? ["The counts are approximate: a part is larger than the total."]
      : []),
    ...(isUnread ? [`There is nothing to compare with: ${labels.previous} was not read.`] : []),
  ];
  const visitors = isEmpty ? "No visitors" : counted(now.total, "visitor");
  return { lead: `${visitors}${comparison(report, labels.duringPrevious)}.`, rest };
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
