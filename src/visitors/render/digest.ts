import { writtenRange } from "../../dates.ts";
import type { Report } from "../report-model.ts";
import type { NextRow } from "../signals-model.ts";
import { counted, grouped } from "./format.ts";
import { plainHeadline } from "./headline.ts";
import { nothingMoved } from "./what-moved.ts";
import { describeFinding, isPlainPath } from "./worth-a-look.ts";

const maxTopPages = 5;
const unusualName = "a page with an unusual name";

/** A word. `_word_` and `__word__` would be emphasis in a chat, so `_` stands only single and inside. */
const word = "[A-Za-z0-9]+(?:(?:_|-+)[A-Za-z0-9]+)*";
/** A version such as `v1.2` or `1.2.3`. Four numbers would be an IP address, which chats link. */
const version = String.raw`v?\d+(?:\.\d+){1,2}`;
/** A file name. Without types such as `sh` and `md`, which are also top-level domains: chats link `install.sh`. */
const file = String.raw`${word}\.(?:csv|html?|json|jsx?|mdx|pdf|svg|tsx?|txt|xml|ya?ml)`;
const chatSegment = new RegExp(`^(?:${word}|${version}|${file})?$`);

/**
 * True for a path that no chat shows as a mention, a link or formatting: a plain path in which no segment looks like a
 * domain.
 */
export function isChatPath(path: string): boolean {
  return isPlainPath(path) && path.split("/").every((segment) => chatSegment.test(segment));
}

/** The report as at most ten lines of plain text for a chat. Paths that are not safe there are not named. */
export function toDigest(report: Report): string {
  const isMissing = report.data.missing.length > 0;
  return [
    title(report),
    plainHeadline(report),
    ...(isMissing ? ["Some data is missing; the report says what."] : []),
    ...findingLines(report),
    ...nextLine(report),
    ...pageCounts(report),
    ...topPages(report),
  ].join("\n");
}

function title({ periods, siteUrl }: Report): string {
  const days = writtenRange(periods.current);
  // Without the port: a chat could show text between two colons as an emoji.
  return siteUrl === undefined ? `Docs visitors, ${days}` : `${siteUrl.hostname}: visitors, ${days}`;
}

function findingLines(report: Report): string[] {
  const style = {
    strong: (words: string) => words,
    page: (path: string) => (isChatPath(path) ? path : unusualName),
  };
  return report.worthALook.map((finding) => {
    const text = describeFinding(finding, report, style);
    return `• ${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  });
}

/** What to document next, without search terms. */
function nextLine({ next }: Report): string[] {
  const items = next.map((row) => {
    if (row.kind === "searched-unclicked")
      return `a search that is never opened (${counted(row.hits, "time")})`;
    return `${isChatPath(row.path) ? row.path : unusualName} (${evidence(row)})`;
  });
  return items.length > 0 ? [`Next: ${items.join(", ")}`] : [];
}

function evidence(row: Exclude<NextRow, { kind: "searched-unclicked" }>): string {
  switch (row.kind) {
    case "rated-down":
      return `${grouped(row.down)} of ${counted(row.votes, "vote")} down`;
    case "examples-reported":
      return `${counted(row.reports, "report")} on its examples`;
    case "asked-unanswered":
      return `${grouped(row.unanswered)} of ${counted(row.asked, "question")} unanswered`;
    case "reported-by-agents":
      return `${counted(row.reports, "report")} by AI agents, not verified`;
  }
}

function pageCounts(report: Report): string[] {
  const { data, findings } = report;
  const { up, down, new: appeared, gone, moved, aiShareUp } = findings;
  const counts = { up, down, new: appeared, gone, moved, "with a larger AI share": aiShareUp };
  const items = Object.entries(counts).flatMap(([name, { length }]) =>
    length > 0 ? [`${grouped(length)} ${name}`] : [],
  );
  if (items.length > 0) return [`Pages that changed: ${items.join(", ")}.`];
  // If there is nothing to compare, the headline already says so.
  const isComparable = (data.previous?.totals.total ?? 0) > 0 && data.current.totals.total > 0;
  return isComparable ? [nothingMoved(report)] : [];
}

function topPages({ data, ignored }: Report): string[] {
  const top = data.current.rows
    .filter(({ path, total }) => total > 0 && !ignored(path))
    .slice(0, maxTopPages);
  const named = top.filter(({ path }) => isChatPath(path));
  const others = top.length - named.length;
  const items = [
    ...named.map(({ path, total }) => `${path} ${grouped(total)}`),
    ...(others > 0 ? [`${others} with ${others === 1 ? "an unusual name" : "unusual names"}`] : []),
  ];
  return items.length > 0 ? [`Top pages: ${items.join(" · ")}`] : [];
}
