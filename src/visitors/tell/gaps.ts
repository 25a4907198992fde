import { type ErrorReason, errorRowOf } from "../../outcomes.ts";
import { grouped, list, lowerFirst, plural } from "../../text/words.ts";
import type { Gap, Missing, ReportParts, VisitorData } from "../report-model.ts";

/** The errors that say that the plan or the key does not allow a request. */
const refusals: ReadonlySet<ErrorReason> = new Set(["api-key", "payment", "forbidden"]);

/** Counts are approximate, so a part may be larger than the whole, and the whole than its parts, by this factor. */
const tolerance = 1.05;

/** The counts that contradict each other, in a sentence; undefined if they fit. */
export function contradictionNotice({ data, service }: ReportParts): string | undefined {
  for (const [period, when] of [
    [data.current, ""],
    [data.previous, "the period before: "],
  ] as const) {
    if (period === undefined) continue;
    const { human, ai, total } = period.totals;
    const page = period.rows.reduce((max, row) => Math.max(max, row.human, row.ai, row.total), 0);
    const fits = Math.max(human, ai) <= total * tolerance && total <= (human + ai) * tolerance;
    if (fits && page <= total * tolerance) continue;
    const figures = fits
      ? `a page ${grouped(page)}, the site ${grouped(total)}`
      : `people ${grouped(human)}, AI ${grouped(ai)}, all ${grouped(total)}`;
    return `These counts contradict each other (${when}${figures}). Don't decide on them. Try again tomorrow; if it stays, ask ${service}.`;
  }
  return undefined;
}

/** What makes figures or findings doubtful, a sentence or two: what the reader must know before them. */
export function noticesOf(report: ReportParts): string[] {
  const doubts = report.data.missing.filter(({ what }) => /^(?:pages|previous|previous-pages)$/.test(what));
  if (doubts.length === 0) return [];
  const isListed = doubts.some(({ what }) => what !== "previous");
  const lists = isListed ? "The totals are complete; page findings cover only the most-read pages. " : "";
  return [`${lists}${notRead(gapsOf(doubts, report))}.`];
}

/** What else was not read, for the small print: no figure depends on it. */
export function smallGaps(report: ReportParts): string | undefined {
  const { data } = report;
  const trend = data.missing.filter(({ what }) => what === "trend");
  // A line of its own says that they are refused.
  const others = sourceGaps(report, refusedSignals(data) === undefined ? data.signals.missing : []);
  const gaps = [...gapsOf(trend, report), ...others];
  return gaps.length === 0 ? undefined : notRead(gaps);
}

/** The sources that were asked for and not read, as plain words: what they would have said, nobody knows. */
export function unreadSources(report: ReportParts): string[] {
  return [...new Set(sourceGaps(report).map(({ part }) => part))];
}

/** What else the findings are made from, and was not read. */
function sourceGaps(report: ReportParts, signals = report.data.signals.missing): Gap[] {
  const rows = report.data.missing.filter(({ what }) => what === "rows");
  return gapsOf([...rows, ...signals], report);
}

/** The line that stands instead of suggestions where plan or key allow none of the signals that were asked for. */
export function refusedSignals({ signals }: VisitorData): string | undefined {
  const { feedback, questions, searches, missing } = signals;
  if (missing.length === 0 || feedback || questions || searches || !missing.every(isRefusal))
    return undefined;
  const names = list([...new Set(missing.map(({ what }) => what))]);
  return `The plan or the key does not include ${names}. \`signals: none\` hides this line.`;
}

function isRefusal({ reason }: Missing): boolean {
  return reason !== undefined && refusals.has(reason);
}

/** A sentence without its point, in which parts with one reason share it. */
function notRead(gaps: readonly Gap[]): string {
  const parts = Array.from(
    Map.groupBy(gaps, ({ reason }) => reason),
    ([reason, same]) => `${list([...new Set(same.map(({ part }) => part))])} (${reason})`,
  );
  return `Not read: ${parts.join("; ")}`;
}

function gapsOf(missing: readonly Missing[], report: ReportParts): Gap[] {
  return missing.map((item) => ({ part: partOf(item, report), reason: reasonOf(item) }));
}

function partOf({ what, why, count = 0 }: Missing, { data, periods }: ReportParts): string {
  switch (what) {
    case "pages":
      return `pages of this ${periods.unit} beyond the first ${grouped(data.current.rows.length)}`;
    case "previous-pages":
      return `pages of the ${periods.unit} before beyond the first ${grouped(data.previous?.rows.length ?? 0)}`;
    case "previous":
      return "the period before";
    case "trend": {
      const gaps = data.trend.filter((point) => point === undefined).length;
      return `${grouped(gaps)} of the ${plural(data.trend.length, periods.unit)} of the trend`;
    }
    case "rows":
      return plural(count, "row");
    default:
      return why === "malformed" ? `some ${what}` : what;
  }
}

const reasons = {
  budget: "`max-requests` left too few requests; raise it to read more",
  time: "`timeout-minutes` was reached; raise it to read more",
  pagination: "the service kept announcing more pages that were empty, repeated or short",
  malformed: "wrong shape or impossible numbers",
} as const;

function reasonOf(item: Missing): string {
  if (item.why !== "failure") return reasons[item.why];
  return isRefusal(item) ? "plan or key" : lowerFirst(errorRowOf(item.reason).headline);
}
