import type { ErrorReason } from "../outcome.ts";
import { counted } from "./numbers.ts";
import type { Report } from "./render.ts";
import { list } from "./render-parts.ts";
import { type Words, wordsFor } from "./render-words.ts";
import type { Missing } from "./types.ts";

const failures: Partial<Record<ErrorReason, string>> = {
  "api-key": "the service no longer took the API key",
  forbidden: "the service said that the API key may not read this",
  "not-found": "the service did not find it",
  "rate-limit": "the service’s rate limit was reached; an organisation has 100 of these requests an hour",
  refused: "the service refused the request",
  service: "the service had an error of its own",
  unreachable: "the service could not be reached",
  answer: "the service’s answer could not be understood",
};

/** One quoted line that names what is missing; nothing when all is there. */
export function missingLine(report: Report): string | undefined {
  const { missing } = report.reading;
  if (missing.length === 0) return undefined;
  const words = wordsFor(report.periods);
  const named = [...new Set(missing.map((item) => short(item, words)))];
  return `> **Incomplete:** ${list(named)}.`;
}

/** What is missing, why, and what to do about it; nothing when all is there. */
export function whatIsMissing(report: Report): string | undefined {
  const { missing } = report.reading;
  if (missing.length === 0) return undefined;
  const lines = [...new Set(missing.map((item) => `- ${sentence(item, report)}`))];
  return `### What is missing\n\n${lines.join("\n")}`;
}

function short(item: Missing, words: Words): string {
  switch (item.what) {
    case "pages":
      return `not every page of ${words.theCurrent} was read`;
    case "previous":
      return `${words.theBefore} could not be read`;
    case "previous-pages":
      return `not every page of ${words.theBefore} was read`;
    case "trend":
      return "the trend has gaps";
    case "rows":
      return `${counted(item.count, "row")} could not be used`;
  }
}

function sentence(item: Missing, report: Report): string {
  if (item.what === "rows")
    return `**Rows:** ${counted(item.count, "row")} of the service’s answer had the wrong shape and ${item.count === 1 ? "was" : "were"} dropped.`;
  return `${extent(item.what, report)} ${reason(item)}`;
}

function extent(what: Exclude<Missing["what"], "rows">, { periods, reading }: Report): string {
  const words = wordsFor(periods);
  switch (what) {
    case "pages":
      return `**Pages of ${words.theCurrent}:** ${read(reading.current.rows.length)}, so pages may be missing from every list here, also from the top; the totals are whole.`;
    case "previous":
      return `**${capital(words.theBefore)}:** nothing of it is here, so there is no comparable data.`;
    case "previous-pages":
      return `**Pages of ${words.theBefore}:** ${read(reading.previous?.rows.length ?? 0)}, so some changes are blank, and pages that are new or gone are not named; the totals are whole.`;
    case "trend": {
      const gaps = reading.trend.filter((point) => point === undefined).length;
      return `**Trend:** ${counted(gaps, words.one, words.many)} of ${reading.trend.length} could not be read.`;
    }
  }
}

function reason(item: Exclude<Missing, { what: "rows" }>): string {
  switch (item.why) {
    case "budget":
      return "All requests of `max-requests` were spoken for; a higher number reads more.";
    case "failure":
      return `Cause: ${failure(item.reason)}.`;
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

function read(pages: number): string {
  return `${counted(pages, "page")} ${pages === 1 ? "was" : "were"} read`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
