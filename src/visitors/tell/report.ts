import { writtenRange } from "../../dates.ts";
import { codeSpan, escapeInlineMarkdown, link } from "../../text/markdown.ts";
import { plural } from "../../text/words.ts";
import { hasPath } from "../find/counts.ts";
import { findFindings, isForCrawlers } from "../find/moved.ts";
import { findNextRows } from "../find/next.ts";
import { feedbackDays, type Report, type ReportParts, type SignalData } from "../report-model.ts";
import { adviceSections } from "./advice.ts";
import { joinParts, type Parts, periodLabels } from "./format.ts";
import { contradictionNotice, noticesOf, smallGaps } from "./gaps.ts";
import { reportHeadline } from "./headline.ts";
import { detailsBlock } from "./markdown-parts.ts";
import { keyFigures, topPages, trendChart, whatMoved } from "./tables.ts";

/** Finds what the report says. If its counts contradict each other, it gives no advice. */
export function composeReport(parts: ReportParts): Report {
  const { data, ignored } = parts;
  const findings = findFindings(data, ignored);
  const contradiction = contradictionNotice(parts);
  if (contradiction !== undefined) {
    return { ...parts, next: [], findings, isContradictory: true, notices: [contradiction] };
  }
  const isLeftOut = (path: string) => ignored(path) || isForCrawlers(path);
  return {
    ...parts,
    next: findNextRows(data, { ...parts, threshold: findings.threshold, ignored: isLeftOut }),
    findings,
    isContradictory: false,
    notices: noticesOf(parts),
  };
}

/** The rows of a list that are folded away below the first `top`. */
const foldedRows = 100;

/**
 * The report as GitHub-flavoured Markdown. No list has more than `rows` rows, folded ones included. Nothing in it that
 * strangers chose is live, except for links to the pages of `siteUrl`.
 */
export function renderReport(report: Report, rows = report.top + foldedRows): string {
  // Nothing follows counts that contradict each other.
  const rest = report.isContradictory
    ? []
    : [trendChart(report), whatMoved(report, rows), topPages(report, rows), howToRead(report)];
  const footer = reportFooter(report, link("workflow run", report.runUrl));
  return page([...firstSections(report), keyFigures(report, true), ...rest, footer]);
}

function firstSections(report: Report, next = report.next) {
  const advice = adviceSections({ ...report, next });
  // Each notice is a paragraph of its own in the quote.
  const { periods, siteUrl } = report;
  const name = siteUrl ? `${escapeInlineMarkdown(siteUrl.host, 100)}: visitors` : "Docs visitors";
  const heading = `## ${name}, ${writtenRange(periods.current)}`;
  const notices = report.notices.length > 0 && `> ${report.notices.join("\n>\n> ")}`;
  return [heading, notices, reportHeadline(report), advice];
}

/** In characters. A comment is one screen, because it is read in mails and on phones. */
const longestComment = 6000;

/** The report as a comment of one screen: if it is longer, the last findings are left to the summary. */
export function renderComment(report: Report): string {
  const { next, docsUrl } = report;
  for (let left = 0; ; left++) {
    const more = left > 0 ? `${plural(left, "more finding")} in the ` : "";
    const text = page([
      ...firstSections(report, next.slice(0, next.length - left)),
      keyFigures(report),
      !report.isContradictory && `${more}${link(left > 0 ? "full report" : "Full report", report.runUrl)}`,
      reportFooter(report, docsUrl && link("how to read this", docsUrl)),
    ]);
    if (text.length <= longestComment || left === next.length) return text;
  }
}

function page(sections: Parts): string {
  return `${joinParts(sections, "\n\n")}\n`;
}

/** The report in at most `maxBytes` of UTF-8, with half as many rows until it fits. Empty if it never does. */
export function renderWithin(report: Report, maxBytes: number): string {
  for (let rows = report.top + foldedRows; ; rows = Math.floor(rows / 2)) {
    const text = renderReport(report, rows);
    if (Buffer.byteLength(text) <= maxBytes) return text;
    if (rows === 0) return "";
  }
}

function howToRead({ data, docsUrl }: Report): string {
  const notes = [
    "A visitor counts once in each line, however many pages they read. Who is both people and AI counts in both lines, and once among all.",
    data.previous &&
      "▲ and ▼ mark only changes that go beyond chance and beyond the change of the whole site.",
    hasNoFeedback(data.signals) && `There is no feedback in ${feedbackDays} days; is it switched on?`,
    docsUrl && link("All definitions and thresholds", docsUrl),
  ];
  return detailsBlock("How to read this", joinParts(notes, " "));
}

/** True if all kinds of feedback were read and nobody gave any. Rows that were dropped are feedback too. */
function hasNoFeedback({ feedback, missing }: SignalData): boolean {
  if (feedback === undefined || missing.some(({ what }) => what === "feedback")) return false;
  const { votes, exampleReports } = feedback;
  return votes.every(({ up, down }) => up + down === 0) && exampleReports.length === 0;
}

function reportFooter(report: Report, reference: string | undefined): string {
  const { periods, data, project, isContradictory } = report;
  const { human, ai, total } = data.current.totals;
  const { previousColumn, perDay } = periodLabels(periods);
  const nameless = data.current.rows.find((row) => !hasPath(row));
  const parts = [
    // A time that is no midnight says UTC itself.
    writtenRange(periods.current).replace(/(?<! UTC)$/, " (UTC)"),
    data.previous && `compared with ${previousColumn}${perDay && " per day, as months differ in length"}`,
    "approximate counts",
    !isContradictory && human + ai > total && "people and AI add up to more than all, as some count as both",
    nameless && `${plural(nameless.total, "visit")} without a path belong to no page`,
    `project ${codeSpan(project, 80)}`,
    smallGaps(report),
    reference,
  ];
  return `<sub>${joinParts(parts, " · ")}</sub>`;
}
