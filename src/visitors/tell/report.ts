import { writtenRange } from "../../dates.ts";
import { codeSpan, escapeInlineMarkdown, link } from "../../text/markdown.ts";
import type { Report } from "../find/report.ts";
import { feedbackDays, type SignalData } from "../read/data.ts";
import { trendChart } from "./chart.ts";
import { joinParts, type Parts, periodLabels } from "./format.ts";
import { noticeOf, smallGaps } from "./gaps.ts";
import { headlineMarkdown } from "./headline.ts";
import { detailsBlock } from "./markdown-parts.ts";
import { movedList, movedTable } from "./moved.ts";
import { nextSection } from "./next.ts";
import { keyFigures, topPages } from "./tables.ts";

/**
 * The report as GitHub-flavoured Markdown. Nothing in it that strangers chose is live, except for links to the pages of
 * `siteUrl`.
 */
export function renderReport(report: Report): string {
  const sections = firstSections(report, nextSection(report));
  // Nothing follows counts that contradict each other.
  if (report.contradiction === undefined)
    sections.push(trendChart(report), movedTable(report), topPages(report), howToRead(report));
  return page([...sections, smallPrint(report, link("workflow run", report.runUrl))]);
}

/** The report in at most `maxBytes` of UTF-8, if need be without its tables of pages. Empty if it never fits. */
export function renderWithin(report: Report, maxBytes: number): string {
  const short: Report = {
    ...report,
    listed: [],
    moves: [],
  };
  const texts = [renderReport(report), renderReport(short), ""];
  return texts.find((text) => Buffer.byteLength(text) <= maxBytes) ?? "";
}

/** The report as a comment of about one screen, because it is read in mails and on phones. Its rows have commands. */
export function renderComment(report: Report, triggerPhrase: string): string {
  const { docsUrl, runUrl, contradiction } = report;
  return page([
    ...firstSections(report, nextSection(report, triggerPhrase)),
    contradiction === undefined && link("Full report", runUrl),
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
  const notice = noticeOf(report);
  return [
    `## ${name}, ${writtenRange(periods.current)}`,
    notice && `> ${notice}`,
    headlineMarkdown(report),
    next,
    movedList(report),
    keyFigures(report),
  ];
}

function howToRead({ data, docsUrl }: Report): string {
  const notes = [
    "A visitor counts once in each line, however many pages they read. Who is both people and AI counts in both lines, and once among all.",
    "An AI visitor is roughly an address and a program.",
    data.previous &&
      "A page moved only if it changed beyond chance and more than the whole site did.",
    hasNoFeedback(data.signals) &&
      `There is no feedback in ${feedbackDays} days; is it switched on?`,
    docsUrl && link("All definitions and thresholds", docsUrl),
  ];
  return detailsBlock("How to read this", joinParts(notes, " "));
}

/** True if all kinds of feedback were read and nobody gave any. Rows that were dropped are feedback too. */
function hasNoFeedback({ feedback, elsewhere, missing }: SignalData): boolean {
  const isUnknown = elsewhere.length > 0 || missing.some(({ what }) => what === "feedback");
  if (feedback === undefined || isUnknown) return false;
  const { votes, exampleReports } = feedback;
  return votes.every(({ up, down }) => up + down === 0) && exampleReports.length === 0;
}

function smallPrint(report: Report, reference: string | undefined): string {
  const { periods, totals, project } = report;
  const { previous, perDay } = periodLabels(periods);
  const parts = [
    // A time that is no midnight says UTC itself.
    writtenRange(periods.current).replace(/(?<! UTC)$/, " (UTC)"),
    totals.was &&
      `compared with ${previous}${perDay && " by daily average, as months differ in length"}`,
    "approximate counts",
    `project ${codeSpan(project, 80)}`,
    ...smallGaps(report),
    reference,
  ];
  return `<sub>${joinParts(parts, " · ")}</sub>`;
}
