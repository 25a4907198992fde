import { type ErrorReason, errorRowOf } from "../outcomes.ts";
import { grouped, list, lowerFirst, plural } from "../text/words.ts";
import type {
  Gap,
  Missing,
  MissingSignal,
  Periods,
  Report,
  ReportBasis,
  SignalData,
  VisitorData,
} from "./report-model.ts";

/** The errors that say that the plan or the key does not allow a request. */
const refusals: ReadonlySet<ErrorReason> = new Set(["api-key", "payment", "forbidden"]);

/** Counts are approximate, so a part may be larger than the whole, and the whole than its parts, by this factor. */
const tolerance = 1.05;

/** The counts that contradict each other, in a sentence; undefined if they fit. */
export function contradictionNotice({ data, service }: Pick<Report, "data" | "service">): string | undefined {
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
export function noticesOf({ data, periods }: ReportBasis): string[] {
  const doubts = data.missing.filter(({ what }) => isDoubt(what));
  if (doubts.length === 0) return [];
  const isListed = doubts.some(({ what }) => what !== "previous");
  const lists = isListed ? "The totals are complete; page findings cover only the most-read pages. " : "";
  return [`${lists}${notRead(gapsOf(doubts, data, periods))}.`];
}

function isDoubt(what: Missing["what"]): boolean {
  return what === "pages" || what === "previous-pages" || what === "previous";
}

/** What else was not read, for the small print: no figure depends on it. */
export function smallGaps(report: Report): string | undefined {
  const { data, periods } = report;
  const trend = data.missing.filter(({ what }) => what === "trend");
  // A line of its own says that they are refused.
  const others = sourceGaps(report, areRefused(data.signals) ? [] : data.signals.missing);
  const gaps = [...gapsOf(trend, data, periods), ...others];
  return gaps.length === 0 ? undefined : notRead(gaps);
}

/** The sources that were asked for and not read, as plain words: what they would have said, nobody knows. */
export function unreadSources(report: Report): string[] {
  return [...new Set(sourceGaps(report).map(({ part }) => part))];
}

/** What else the findings are made from, and was not read. */
function sourceGaps({ data, periods, docs }: Report, signals = data.signals.missing): Gap[] {
  const rows = data.missing.filter(({ what }) => what === "rows");
  const parts = signals.map((item) => ({
    part: item.why === "malformed" ? `some ${item.signal}` : item.signal,
    reason: reasonOf(item),
  }));
  return [...gapsOf(rows, data, periods), ...parts, ...(docs?.missing ?? [])];
}

/** The line that stands instead of suggestions where plan or key allow none of the signals that were asked for. */
export function refusedSignals({ signals }: Pick<VisitorData, "signals">): string | undefined {
  if (!areRefused(signals)) return undefined;
  const names = list([...new Set(signals.missing.map(({ signal }) => signal))]);
  return `The plan or the key does not include ${names}. \`signals: none\` hides this line.`;
}

function areRefused({ feedback, questions, searches, missing }: SignalData): boolean {
  const isRefusal = (item: MissingSignal) => item.why === "failure" && refusals.has(item.reason);
  return missing.length > 0 && !(feedback ?? questions ?? searches) && missing.every(isRefusal);
}

/** A sentence without its point, in which parts with one reason share it. */
function notRead(gaps: readonly Gap[]): string {
  const parts = Array.from(
    Map.groupBy(gaps, ({ reason }) => reason),
    ([reason, same]) => `${list([...new Set(same.map(({ part }) => part))])} (${reason})`,
  );
  return `Not read: ${parts.join("; ")}`;
}

function gapsOf(missing: readonly Missing[], data: VisitorData, { unit }: Periods): Gap[] {
  return missing.map((item) => ({ part: partOf(item.what, data, unit), reason: reasonOf(item) }));
}

function partOf(what: Missing["what"], data: VisitorData, unit: Periods["unit"]): string {
  switch (what) {
    case "pages":
      return `the pages of this ${unit} beyond ${grouped(data.current.rows.length)}`;
    case "previous-pages":
      return `the pages of the period before beyond ${grouped(data.previous?.rows.length ?? 0)}`;
    case "previous":
      return "the period before";
    case "trend": {
      const gaps = data.trend.filter((point) => point === undefined).length;
      return `${grouped(gaps)} of the ${plural(data.trend.length, unit)} of the trend`;
    }
    case "rows": {
      const count = data.missing.reduce((sum, item) => sum + (item.what === "rows" ? item.count : 0), 0);
      return plural(count, "row");
    }
  }
}

const reasons = {
  budget: "`max-requests` left too few requests; raise it to read more",
  time: "`timeout-minutes` was reached; raise it to read more",
  pagination: "the service kept announcing more pages that were empty, repeated or short",
  malformed: "wrong shape or impossible numbers",
} as const;

function reasonOf(item: Missing | MissingSignal): string {
  if (item.why !== "failure") return reasons[item.why];
  return refusals.has(item.reason) ? "plan or key" : lowerFirst(errorRowOf(item.reason).headline);
}
