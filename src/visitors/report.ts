import { writtenRange } from "../dates.ts";
import { escapeInlineMarkdown } from "../text/markdown.ts";
import { trendChart } from "./chart.ts";
import { documentNext } from "./document-next.ts";
import { reportHeadline } from "./headline.ts";
import { missingLine, missingSection } from "./missing-data.ts";
import type { Report } from "./report-model.ts";
import { howToRead, reportFooter } from "./report-notes.ts";
import { keyFigures, topPages } from "./tables.ts";
import { whatMoved } from "./what-moved.ts";
import { whoReadsWhat } from "./who-reads-what.ts";
import { worthALook } from "./worth-a-look.ts";

/** The rows of a list that are folded away below the first `top`. */
const foldedRows = 100;

/**
 * The report as GitHub-flavoured Markdown. No list has more than `rows` rows, folded ones included. Nothing in it that
 * strangers chose is live, except for links to the pages of `siteUrl`.
 */
export function renderReport(report: Report, rows = report.top + foldedRows): string {
  const sections = [
    heading(report),
    missingLine(report),
    reportHeadline(report),
    worthALook(report),
    documentNext(report),
    keyFigures(report),
    // Below the figures, because an email shows the source of the chart.
    trendChart(report),
    whatMoved(report, rows),
    whoReadsWhat(report),
    topPages(report, rows),
    missingSection(report),
    howToRead(report),
    reportFooter(report),
  ];
  return `${sections.filter((section) => section !== undefined).join("\n\n")}\n`;
}

/**
 * The report in at most `maxBytes` of UTF-8. A report that is too long is rendered again with half as many rows, down to
 * none. Empty if even that is too long.
 */
export function renderWithin(report: Report, maxBytes: number): string {
  for (let rows = report.top + foldedRows; ; rows = Math.floor(rows / 2)) {
    const text = renderReport(report, rows);
    if (Buffer.byteLength(text) <= maxBytes) return text;
    if (rows === 0) return "";
  }
}

function heading({ periods, siteUrl }: Report): string {
  const days = writtenRange(periods.current);
  if (siteUrl === undefined) return `## Docs visitors, ${days}`;
  return `## ${escapeInlineMarkdown(siteUrl.host, 100)}: visitors, ${days}`;
}
