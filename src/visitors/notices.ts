import { type ErrorReason, errorRowOf } from "../outcomes.ts";
import { lowerFirst } from "../text/words.ts";
import { hasPath } from "./counts.ts";
import { counted, grouped, type PeriodLabels, periodLabels } from "./format.ts";
import { list } from "./markdown-parts.ts";
import type { Missing, MissingSignal, Report, ReportBasis } from "./report-model.ts";

/** The errors that say that the plan or the key does not allow a request. */
const refusals: ReadonlySet<ErrorReason> = new Set(["api-key", "payment", "forbidden"]);

/** Counts are approximate, so a part may be larger than the whole, and the whole than its parts, by this factor. */
const tolerance = 1.05;

/** The counts that contradict each other, in a sentence; undefined if they fit. */
export function contradictionNotice({ data, periods }: Omit<ReportBasis, "findings">): string | undefined {
  for (const [period, when] of [
    [data.current, ""],
    [data.previous, `${periodLabels(periods).previous}: `],
  ] as const) {
    if (period === undefined) continue;
    const { human, ai, total } = period.totals;
    const page = period.rows.reduce((max, row) => Math.max(max, row.human, row.ai, row.total), 0);
    const fits = Math.max(human, ai) <= total * tolerance && total <= (human + ai) * tolerance;
    if (fits && page <= total * tolerance) continue;
    const figures = fits
      ? `a page ${grouped(page)}, the site ${grouped(total)}`
      : `people ${grouped(human)}, AI ${grouped(ai)}, all ${grouped(total)}`;
    return `These counts contradict each other (${when}${figures}). Don't decide on them.`;
  }
  return undefined;
}

/** What makes the report doubtful, one sentence or two each: what the reader must know before the figures. */
export function noticesOf(basis: ReportBasis): string[] {
  const { data, periods, findings } = basis;
  const labels = periodLabels(periods);
  const withoutPath = data.current.rows.find((row) => !hasPath(row))?.total ?? 0;
  const notices = [
    contradictionNotice(basis),
    suggestionsNotice(basis, labels),
    ...visitorsNotices(basis, labels),
    withoutPath >= findings.threshold
      ? `Visits without a path (${counted(withoutPath, "visitor")}) are left out of all lists of pages.`
      : undefined,
  ];
  return notices.filter((notice) => notice !== undefined);
}

/** What was not read of the visitors. Parts with one reason share a sentence. */
function visitorsNotices({ data }: ReportBasis, labels: PeriodLabels): string[] {
  const { missing } = data;
  const sentences = Array.from(Map.groupBy(missing, reasonOf), ([reason, items]) => {
    const parts = items.map(({ what }) => partOf(what, data, labels));
    return `${items[0]?.what === "rows" ? "Dropped" : "Not read"}: ${list(parts)} (${reason}).`;
  });
  if (missing.some(({ what }) => what === "pages" || what === "previous-pages"))
    sentences.push("The totals are complete; the lists of pages are not.");
  return sentences;
}

function partOf(what: Missing["what"], data: Report["data"], labels: PeriodLabels): string {
  switch (what) {
    case "pages":
      return `the pages of ${labels.current} beyond ${grouped(data.current.rows.length)}`;
    case "previous-pages":
      return `the pages of ${labels.previous} beyond ${grouped(data.previous?.rows.length ?? 0)}`;
    case "previous":
      return labels.previous;
    case "trend": {
      const gaps = data.trend.filter((point) => point === undefined).length;
      return `${grouped(gaps)} of the ${counted(data.trend.length, labels.one)} of the trend`;
    }
    case "rows": {
      const count = data.missing.reduce((sum, item) => sum + (item.what === "rows" ? item.count : 0), 0);
      return counted(count, "row");
    }
  }
}

function reasonOf(item: Missing | MissingSignal): string {
  switch (item.why) {
    case "budget":
      return "`max-requests` left too few requests; raise it to read more";
    case "time":
      return "`timeout-minutes` was reached; raise it to read more";
    case "failure":
      return lowerFirst(errorRowOf(item.reason).headline);
    case "pagination":
      return "the service kept announcing more pages that were empty, repeated or short";
    case "malformed":
      return "wrong shape or impossible numbers";
  }
}

/** Why there are no suggestions, or not all. Signals with one reason share a part of the sentence. */
function suggestionsNotice({ data: { signals } }: ReportBasis, labels: PeriodLabels): string | undefined {
  if (signals.missing.length === 0) return undefined;
  const isAnyRead = signals.feedback ?? signals.questions ?? signals.searches;
  const isRefused = (item: MissingSignal) => item.why === "failure" && refusals.has(item.reason);
  const byReason = Map.groupBy(signals.missing, (item) => (isRefused(item) ? undefined : reasonOf(item)));
  const parts = Array.from(byReason, ([reason, items]) => {
    const names = list([...new Set(items.map(({ signal }) => signal))]);
    if (reason === undefined) return `the service refused ${names} (plan or key)`;
    return `${items[0]?.why === "malformed" ? `rows of ${names} dropped` : `${names} not read`} (${reason})`;
  });
  const lead = isAnyRead
    ? "Suggestions are incomplete"
    : `No suggestions${labels.one === "week" ? " this week" : ""}`;
  return `${lead}: ${parts.join("; ")}.`;
}
