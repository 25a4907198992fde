import { codeSpan } from "../../text/markdown.ts";
import { aiShare, boundedPercent, change, grouped, times, wholePercents } from "../render/format.ts";
import { pageInLine } from "../render/markdown-parts.ts";
import type { Counts, Findings, PageChange, Report } from "../report-model.ts";
import { noVisitors } from "./findings.ts";

/** A finding that the reader may want to act on. */
export type NotableFinding = PageChange & {
  kind: "up" | "down" | "new" | "gone" | "moved" | "aiShareUp";
  /** The old path of a moved page. */
  from?: string;
};

const maxFindings = 3;

/** The longest path in a command, and the characters of one that needs no quotes. */
const plainPath = /^\/[A-Za-z0-9/_.-]{0,99}$/;

/**
 * True for a path that a command may name: strangers choose paths, and whoever copies a command says it in their own
 * name. `//` and `..` would make another address of it.
 */
export function isPlainPath(path: string): boolean {
  return plainPath.test(path) && !path.includes("//") && !path.split("/").includes("..");
}

/** Up to three findings to act on, as Markdown; nothing if there are none. */
export function worthALook(report: Report): string | undefined {
  const items = notableFindings(report.findings).map((finding) => {
    const text = describeFinding(finding, report, {
      strong: (words) => `**${words}**`,
      // What is gone is no link, because it would lead to nothing.
      page: (path, isThere) => pageInLine(path, isThere ? report.siteUrl : undefined),
    });
    const command = commandFor(finding, report);
    return `- ${text}${command === undefined ? "" : `<br>\n  ${codeSpan(command)}`}`;
  });
  return items.length > 0 ? `### Worth a look\n\n${items.join("\n")}` : undefined;
}

/**
 * The findings to act on, those with the largest change in visitors first. Every kind has its turn before a second of
 * any, and what the team did itself (new and moved pages) comes after what happened to it. No page comes twice, and
 * none that may have changed by chance.
 */
export function notableFindings(findings: Findings): NotableFinding[] {
  const chosen: (NotableFinding & { size: number })[] = [];
  for (const { rank: _, isByTeam: _byTeam, ...finding } of rankedFindings(findings)) {
    if (chosen.length === maxFindings) break;
    if (chosen.every(({ path }) => path !== finding.path)) chosen.push(finding);
  }
  return chosen.sort((a, b) => b.size - a.size).map(({ size: _, ...finding }) => finding);
}

type Ranked = NotableFinding & { size: number; rank: number; isByTeam: boolean };

function rankedFindings({
  up,
  down,
  new: appeared,
  gone,
  moved,
  aiShareUp,
  significant,
}: Findings): Ranked[] {
  const isSignificant = ({ path }: PageChange) => significant.has(path);
  const moves = moved.map(({ to, ...page }) => ({ path: to, ...page }));
  const rank = (
    kind: NotableFinding["kind"],
    pages: readonly (PageChange & { from?: string })[],
    count: (counts: Counts) => number = ({ total }) => total,
  ): Ranked[] =>
    pages
      .map((page) => ({ kind, ...page, size: Math.abs(count(page.current) - count(page.previous)) }))
      .sort((a, b) => b.size - a.size)
      .map((page, index) => ({ ...page, rank: index, isByTeam: kind === "new" || kind === "moved" }));
  return [
    ...rank("up", up.filter(isSignificant)),
    ...rank("down", down.filter(isSignificant)),
    ...rank("gone", gone),
    ...rank("aiShareUp", aiShareUp.filter(isSignificant), ({ ai }) => ai),
    ...rank("new", appeared),
    ...rank("moved", moves),
  ].sort((a, b) => a.rank - b.rank || Number(a.isByTeam) - Number(b.isByTeam) || b.size - a.size);
}

/** How a finding names things: in Markdown or as plain text. */
export type FindingStyle = {
  strong(words: string): string;
  /** A page, which may be gone. */
  page(path: string, isThere: boolean): string;
};

/** What happened, and what the reader could do about it. */
export function describeFinding(
  { kind, path, from = "", current, previous }: NotableFinding,
  report: Pick<Report, "data" | "findings">,
  { strong, page }: FindingStyle,
): string {
  const name = strong(page(path, kind !== "gone"));
  const before = grouped(previous.total);
  const now = grouped(current.total);
  const numbers = `${before} → ${now}${siteChange(report)}`;
  switch (kind) {
    case "up":
      return `${name} has ${moreVisitors(previous.total, current.total)} (${numbers}). Is it complete and current?`;
    case "down":
      return `${name} has ${wholePercents(previous.total, current.total)}% fewer visitors (${numbers}). Do the links to it work, and is it easy to find?`;
    case "new":
      return `${name} is new and has ${now} visitors. Do related pages link to it?`;
    case "gone":
      return `${name} had ${before} visitors and is gone. Does the old address redirect?`;
    case "moved":
      return `${strong(page(from, false))} seems to have moved to ${name} (${before} → ${now} visitors)${oneOf(report.findings.moved.length)}. Does the old address redirect?`;
    case "aiShareUp":
      return `${strong("AI")} now makes up ${aiShareText(current)} of the visitors of ${page(path, true)} (${aiShareText(previous)} before${siteAiShare(report)}). Can assistants quote it right?`;
  }
}

/** A command to copy; none without a phrase, or for a path that is not plain. */
function commandFor(finding: NotableFinding, { triggerPhrase, findings }: Report): string | undefined {
  const { path, from = "/" } = finding;
  if (triggerPhrase === undefined || !isPlainPath(path) || !isPlainPath(from)) return undefined;
  return `${triggerPhrase} ${requestFor(finding, findings)}`;
}

function requestFor(
  { kind, path, from = "", current, previous }: NotableFinding,
  { moved }: Findings,
): string {
  const numbers = `its visitors went from ${grouped(previous.total)} to ${grouped(current.total)}.`;
  switch (kind) {
    case "up":
      return `Check that ${path} is complete and current: ${numbers}`;
    case "down":
      return `Check that the links to ${path} work and that it is easy to find: ${numbers}`;
    case "new":
      return `Link ${path} from related pages: it is new.`;
    case "gone":
      return `Add a redirect for ${path} to the page that replaced it.`;
    case "moved":
      return `Check that ${from} redirects to ${path} and add the redirect if it does not${moved.length > 1 ? "; do the same for the other pages that moved" : ""}.`;
    case "aiShareUp":
      return `Put the key facts of ${path} in short sentences or a table near the top, so that AI assistants quote them right.`;
  }
}

function moreVisitors(before: number, now: number): string {
  if (now >= 3 * before) return `${times(now / before)} times as many visitors`;
  return `${wholePercents(before, now)}% more visitors`;
}

/** The change of the whole site where it is large, because a page's change reads differently beside it. */
function siteChange({ data, findings }: Pick<Report, "data" | "findings">): string {
  const before = data.previous?.totals.total ?? 0;
  const now = data.current.totals.total;
  const text = change(before, now, findings.threshold);
  return text !== "" && Math.abs(now - before) * 5 >= before ? `; the whole site ${text}` : "";
}

/** The AI share of the whole site where it rose as much as a page must to be a finding. */
function siteAiShare({ data }: Pick<Report, "data">): string {
  const before = data.previous?.totals ?? noVisitors;
  const now = data.current.totals;
  if (aiShare(now) - aiShare(before) < 0.15) return "";
  return `; the whole site from ${aiShareText(before)} to ${aiShareText(now)}`;
}

function oneOf(moved: number): string {
  return moved > 1 ? `, one of ${grouped(moved)} pages that moved` : "";
}

function aiShareText(counts: Counts): string {
  return boundedPercent(aiShare(counts));
}
