import { writtenRange } from "../../dates.ts";
import { notableFindings } from "../findings/notable-findings.ts";
import type { Report } from "../report-model.ts";
import { grouped } from "./format.ts";
import { plainHeadline } from "./headline.ts";
import { nothingMoved } from "./what-moved.ts";
import { describeFinding, isPlainPath } from "./worth-a-look.ts";

const maxTopPages = 5;

/** A word; no `_` at its ends and no two in a row, which chats read as emphasis. */
const word = "[A-Za-z0-9]+(?:(?:_|-+)[A-Za-z0-9]+)*";
/** A version such as `v1.2`. With four numbers it would be an IP address. */
const version = String.raw`v?\d+(?:\.\d+){1,2}`;
/** A file whose type is no top-level domain: chats link `install.sh` and `readme.md`. */
const file = String.raw`${word}\.(?:csv|html?|json|jsx?|mdx|pdf|svg|tsx?|txt|xml|ya?ml)`;
const chatSegment = new RegExp(`^(?:${word}|${version}|${file})?$`);

/**
 * True for a path that no chat takes for a mention, an address or formatting: a plain path, none of whose segments looks
 * like a domain.
 */
export function isChatPath(path: string): boolean {
  return isPlainPath(path) && path.split("/").every((segment) => chatSegment.test(segment));
}

/** The report as at most ten lines of plain text for a chat. Of the paths it names only those that are safe there. */
export function toDigest(report: Report): string {
  const isMissing = report.data.missing.length > 0;
  return [
    title(report),
    plainHeadline(report),
    ...(isMissing ? ["Some data is missing; the report says what."] : []),
    ...findingLines(report),
    ...pageCounts(report),
    ...topPages(report),
  ].join("\n");
}

function title({ periods, siteUrl }: Report): string {
  const days = writtenRange(periods.current);
  // Without a port, whose colons a chat could take for an emoji.
  return siteUrl === undefined ? `Docs visitors, ${days}` : `${siteUrl.hostname}: visitors, ${days}`;
}

function findingLines(report: Report): string[] {
  const style = {
    strong: (words: string) => words,
    page: (path: string) => (isChatPath(path) ? path : "a page with an unusual name"),
  };
  return notableFindings(report.findings).map((finding) => {
    const text = describeFinding(finding, report, style);
    return `• ${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  });
}

function pageCounts(report: Report): string[] {
  const { data, findings } = report;
  const { up, down, new: appeared, gone, moved, aiShareUp } = findings;
  const counts = { up, down, new: appeared, gone, moved, "with a larger AI share": aiShareUp };
  const items = Object.entries(counts).flatMap(([name, { length }]) =>
    length > 0 ? [`${grouped(length)} ${name}`] : [],
  );
  if (items.length > 0) return [`Pages that changed: ${items.join(", ")}.`];
  // Where there is nothing to compare, the headline says it.
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
