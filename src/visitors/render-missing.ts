import type { ErrorReason } from "../result.ts";
import { counted } from "./numbers.ts";
import { periodLabels } from "./period-labels.ts";
import type { Report } from "./render.ts";
import { list } from "./render-parts.ts";
import type { Missing } from "./types.ts";

const failures: Partial<Record<ErrorReason, string>> = {
  "api-key": "the service did not take the API key",
  forbidden: "the service said that the API key may not read this",
  "not-found": "the service did not find it",
  "rate-limit": "the service’s rate limit, which an organisation’s requests share",
  refused: "the service refused the request",
  service: "the service had an error of its own",
  unreachable: "the service could not be reached",
  answer: "the service’s answer could not be understood",
};

/** One quoted line that names what is missing; nothing when all is there. */
export function missingLine({ reading, periods }: Report): string | undefined {
  const { missing } = reading;
  if (missing.length === 0) return undefined;
  const words = periodLabels(periods);
  const lacks = (what: Missing["what"]): boolean => missing.some((item) => item.what === what);
  const partly = [
    ...(lacks("pages") ? [words.theCurrent] : []),
    ...(lacks("previous-pages") ? [words.theBefore] : []),
  ];
  const named = [
    ...(partly.length > 0 ? [`not every page of ${list(partly)} was read`] : []),
    ...(lacks("previous") ? [`${words.theBefore} was not read`] : []),
    ...(lacks("trend") ? ["the trend has gaps"] : []),
    ...(lacks("rows") ? [`${counted(droppedRows(missing), "row")} could not be used`] : []),
  ];
  return `> **Incomplete:** ${list(named)}.`;
}

/** What is missing, why, and what to do about it; nothing when all is there. */
export function whatIsMissing(report: Report): string | undefined {
  const { missing } = report.reading;
  if (missing.length === 0) return undefined;
  const lines = Array.from(
    Map.groupBy(missing, ({ what }) => what),
    ([what, items]) => {
      const reasons = new Set(items.flatMap((item) => (item.what === "rows" ? [] : [reason(item)])));
      return `- ${[extent(what, report), ...reasons].join(" ")}`;
    },
  );
  return `### What is missing\n\n${lines.join("\n")}`;
}

function extent(what: Missing["what"], { periods, reading }: Report): string {
  const words = periodLabels(periods);
  switch (what) {
    case "pages":
      return `**Pages of ${words.theCurrent}:** ${read(reading.current.rows.length)}, so pages may be missing from every list here, also from the top; the totals are whole.`;
    case "previous":
      return `**${capital(words.theBefore)}:** nothing of it is here, so there is no comparable data.`;
    case "previous-pages":
      return `**Pages of ${words.theBefore}:** ${read(reading.previous?.rows.length ?? 0)}, so some changes are blank, and pages that are new or gone are not named; the totals are whole.`;
    case "trend": {
      const gaps = reading.trend.filter((point) => point === undefined).length;
      return `**Trend:** ${counted(gaps, words.one, words.many)} of ${reading.trend.length} ${gaps === 1 ? "was" : "were"} not read.`;
    }
    case "rows": {
      const count = droppedRows(reading.missing);
      return `**Rows:** ${counted(count, "row")} of the service’s answers had the wrong shape and ${count === 1 ? "was" : "were"} dropped.`;
    }
  }
}

function reason(item: Exclude<Missing, { what: "rows" }>): string {
  switch (item.why) {
    case "budget":
      return item.what === "trend"
        ? "At most a quarter of `max-requests` goes to the trend; a higher number reads more."
        : "All requests of `max-requests` were spoken for; a higher number reads more.";
    case "failure":
      return `Why: ${failure(item.reason)}.`;
    case "time":
      return "The time of `timeout-minutes` was over; a higher number reads more.";
    case "pagination":
      return "The service kept announcing further pages that brought nothing.";
  }
}

function failure(code: string): string {
  const found = Object.entries(failures).find(([known]) => known === code);
  return found?.[1] ?? "the service did not answer as it should";
}

function droppedRows(missing: readonly Missing[]): number {
  return missing.reduce((sum, item) => sum + (item.what === "rows" ? item.count : 0), 0);
}

function read(pages: number): string {
  return `${counted(pages, "page")} ${pages === 1 ? "was" : "were"} read`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
