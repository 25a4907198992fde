import { codeSpan } from "../../text/markdown.ts";
import { noVisitors } from "../findings/findings.ts";
import { aiShare } from "../findings/shares.ts";
import type { Counts, Findings, NotableFinding, Report } from "../report-model.ts";
import { boundedPercent, change, grouped, times, wholePercents } from "./format.ts";
import { pageInLine } from "./markdown-parts.ts";

/** At most 100 characters, none of which needs quotes in a command. */
const plainPath = /^\/[A-Za-z0-9/_.-]{0,99}$/;

/**
 * True for a path that a command may name. Strangers choose paths, and a person who copies a command posts it under
 * their own name. `//` and `..` are out because they lead to another address than they show.
 */
export function isPlainPath(path: string): boolean {
  return plainPath.test(path) && !path.includes("//") && !path.split("/").includes("..");
}

/** Up to three findings to act on, as Markdown; nothing if there are none. */
export function worthALook(report: Report): string | undefined {
  const items = report.worthALook.map((finding) => {
    const text = describeFinding(finding, report, {
      strong: (words) => `**${words}**`,
      // A link to a page that is gone would be broken.
      page: (path, isThere) => pageInLine(path, isThere ? report.siteUrl : undefined),
    });
    const command = commandFor(finding, report);
    return `- ${text}${command === undefined ? "" : `<br>\n  ${codeSpan(command)}`}`;
  });
  return items.length > 0 ? `### Worth a look\n\n${items.join("\n")}` : undefined;
}

/** How the text of a finding shows words and pages: as Markdown or as plain text. */
export type FindingStyle = {
  strong(words: string): string;
  /** `isThere` is false for a page that is gone. */
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

/** A command to copy. None without a trigger phrase, or if a path is not plain. */
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

/** The change of the whole site if it is at least 20%: a page at −30% means less on a site at −25%. */
function siteChange({ data, findings }: Pick<Report, "data" | "findings">): string {
  const before = data.previous?.totals.total ?? 0;
  const now = data.current.totals.total;
  const text = change(before, now, findings.threshold);
  return text !== "" && Math.abs(now - before) * 5 >= before ? `; the whole site ${text}` : "";
}

/** The AI share of the whole site if it rose by at least 15 points, as it must for a page to be a finding. */
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
