import { upperFirst } from "../text/words.ts";
import { counted } from "./format.ts";
import { list } from "./markdown-parts.ts";
import { periodLabels } from "./period-labels.ts";
import type { ReadReason } from "./read-reason.ts";
import type { Missing, Report } from "./report-model.ts";
import type { MissingSignal } from "./signals-model.ts";

const failureTexts: Record<ReadReason, string> = {
  "api-key": "the service rejected the API key",
  payment: "the plan or its credits do not allow this",
  forbidden: "the API key may not read this",
  "not-found": "the service did not find it",
  "rate-limit": "the service’s rate limit was reached (all requests of the organisation count)",
  refused: "the service refused the request",
  service: "the service had an internal error",
  unreachable: "the service could not be reached",
  answer: "the service’s response could not be read",
};

/** The errors that say that the plan or the key does not allow a request. */
const refusals: ReadonlySet<ReadReason> = new Set(["api-key", "payment", "forbidden"]);

/** One quoted line that names what is missing; nothing if the report is complete. */
export function missingLine({ data, periods }: Report): string | undefined {
  const { missing } = data;
  if (missing.length === 0) return undefined;
  const { current, previous, many } = periodLabels(periods);
  const parts = new Set<string>(missing.map(({ what }) => what));
  const hasBoth = parts.has("pages") && parts.has("previous-pages");
  const texts: Record<Missing["what"], string | undefined> = {
    pages: `not all pages of ${hasBoth ? list([current, previous]) : current} were read`,
    "previous-pages": hasBoth ? undefined : `not all pages of ${previous} were read`,
    previous: `${previous} was not read`,
    trend: `not all ${many} of the trend were read`,
    rows: `${counted(droppedRows(missing), "row")} could not be used`,
  };
  const items = Object.entries(texts).flatMap(([what, text]) =>
    text !== undefined && parts.has(what) ? [text] : [],
  );
  return `> **Incomplete:** ${items.join("; ")}.`;
}

/** What is missing, why, and what to do about it; nothing if the report is complete. */
export function missingSection(report: Report): string | undefined {
  const { missing, signals } = report.data;
  if (missing.length === 0 && signals.missing.length === 0) return undefined;
  const byPart = Map.groupBy(missing, ({ what }) => what);
  const lines = Array.from(byPart, ([what, items]) => {
    const reasons = new Set(items.flatMap((item) => (item.what === "rows" ? [] : [reasonFor(item)])));
    return `- ${[extent(what, report), ...reasons].join(" ")}`;
  });
  const byReason = Map.groupBy(signals.missing, reasonForSignal);
  const signalLines = Array.from(byReason, ([reason, items]) => {
    const names = list([...new Set(items.map(({ signal }) => signal))]);
    return `- **${upperFirst(names)}**, for what to document next: ${reason}`;
  });
  return `### What is missing\n\n${[...lines, ...signalLines].join("\n")}`;
}

function reasonForSignal(item: MissingSignal): string {
  switch (item.why) {
    case "budget":
      return "`max-requests` was used up by the visitors; raise it to read more.";
    case "time":
      return "the limit of `timeout-minutes` was reached.";
    case "malformed":
      return `${counted(item.count, "row")} had the wrong shape or impossible numbers, and ${item.count === 1 ? "was" : "were"} dropped.`;
    case "failure":
      return refusals.has(item.reason)
        ? "the plan or the API key does not allow this. If it stays so, leave it out of `signals`."
        : `${failureTexts[item.reason]}.`;
  }
}

function extent(what: Missing["what"], { periods, data }: Report): string {
  const { current, previous, one, many } = periodLabels(periods);
  const read = (rows: number) => `${counted(rows, "page")} ${rows === 1 ? "was" : "were"} read`;
  switch (what) {
    case "pages":
      return `**Pages of ${current}:** ${read(data.current.rows.length)}, so every list here may lack pages, the top pages too. The totals are complete.`;
    case "previous":
      return `**${upperFirst(previous)}:** nothing was read, so there is no comparison.`;
    case "previous-pages":
      return `**Pages of ${previous}:** ${read(data.previous?.rows.length ?? 0)}, so some changes are blank, and new or gone pages are not listed. The totals are complete.`;
    case "trend": {
      const gaps = data.trend.filter((point) => point === undefined).length;
      return `**Trend:** ${counted(gaps, one, many)} of ${data.trend.length} ${gaps === 1 ? "was" : "were"} not read.`;
    }
    case "rows": {
      const count = droppedRows(data.missing);
      return `**Rows:** ${counted(count, "row")} of the service’s responses had the wrong shape or impossible numbers, and ${count === 1 ? "was" : "were"} dropped.`;
    }
  }
}

function reasonFor(item: Exclude<Missing, { what: "rows" }>): string {
  switch (item.why) {
    case "budget":
      return item.what === "trend"
        ? "The trend gets at most half of `max-requests`; raise it to read more."
        : "`max-requests` left too few requests for this; raise it to read more.";
    case "failure":
      return `Why: ${failureTexts[item.reason]}.`;
    case "time":
      return "The limit of `timeout-minutes` was reached; raise it to read more.";
    case "pagination":
      return "The service kept announcing more pages that were empty, repeated or short.";
  }
}

function droppedRows(missing: readonly Missing[]): number {
  return missing.reduce((sum, item) => sum + (item.what === "rows" ? item.count : 0), 0);
}
