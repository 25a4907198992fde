import { codeSpan, escapeInlineMarkdown, link } from "../../text/markdown.ts";
import type { Report } from "../find/report.ts";
import { feedbackDays } from "../read/data.ts";
import { trendChart } from "./chart.ts";
import { joinParts, type Parts, rangeOnOneLine } from "./format.ts";
import { doubtOf, smallGaps } from "./gaps.ts";
import { headlineMarkdown } from "./headline.ts";
import { detailsBlock } from "./markdown-parts.ts";
import { nextSection } from "./next.ts";
import { keyFigures, movedList, movedTable, topPages } from "./tables.ts";

/**
 * The report as GitHub-flavoured Markdown; empty if it has more than `maxBytes` of UTF-8. Nothing in it that strangers
 * chose is live, except for links to the pages of `siteUrl`.
 */
export function renderReport(report: Report, maxBytes = Number.POSITIVE_INFINITY): string {
  const sections = firstSections(report, nextSection(report));
  // Nothing follows counts that contradict each other.
  if (report.totals.contradiction === undefined) {
    sections.push(trendChart(report), movedTable(report), topPages(report), howToRead(report));
  }
  const text = page([...sections, smallPrint(report, link("workflow run", report.runUrl))]);
  return Buffer.byteLength(text) <= maxBytes ? text : "";
}

/** The report as a comment of about one screen, because it is read in mails and on phones. Its rows have commands. */
export function renderComment(report: Report, triggerPhrase: string): string {
  const { docsUrl, runUrl, totals } = report;
  return page([
    ...firstSections(report, nextSection(report, triggerPhrase)),
    totals.contradiction === undefined && link("Full report", runUrl),
    smallPrint(report, docsUrl && link("how to read this", docsUrl)),
  ]);
}

function page(sections: Parts): string {
  return `${joinParts(sections, "\n\n")}\n`;
}

/** What both forms have, down to the key figures. */
function firstSections(report: Report, next: string): string[] {
  const { periods, siteUrl } = report;
  const name = siteUrl ? `${escapeInlineMarkdown(siteUrl.host, 100)}: visitors` : "Docs visitors";
  const notice = doubtOf(report, true);
  return [
    `## ${name}, ${rangeOnOneLine(periods.current)}`,
    notice && `> ${notice}`,
    headlineMarkdown(report),
    next,
    movedList(report),
    keyFigures(report),
  ];
}

function howToRead({ data, docsUrl }: Report): string {
  const hasNoVotes = data.signals.feedback?.votes.length === 0;
  const notes = [
    "A visitor counts once in each line, however many pages they read. A visitor who is both people and AI counts in both lines, and once among all.",
    "An AI visitor is roughly an IP address and a program. Mintlify changed what it counts as AI in June and July 2026.",
    "A page moved only if it changed beyond chance and more than the whole site did.",
    hasNoVotes && `No votes of ${feedbackDays} days were read; are they switched on?`,
    docsUrl && link("All definitions and thresholds", docsUrl),
  ];
  return detailsBlock("How to read this", joinParts(notes, " "));
}

function smallPrint(report: Report, reference: string | undefined): string {
  const { periods, totals, project } = report;
  const { current, previous } = periods;
  const parts = [
    // A time that is no midnight says UTC itself.
    rangeOnOneLine(current).replace(/(?<! UTC)$/, " (UTC)"),
    totals.was && previous && `compared with ${rangeOnOneLine(previous)}`,
    "approximate counts",
    `project ${codeSpan(project, 80)}`,
    ...smallGaps(report),
    reference,
  ];
  return `<sub>${joinParts(parts, " · ")}</sub>`;
}
