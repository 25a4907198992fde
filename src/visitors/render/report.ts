import { writtenRange } from "../../dates.ts";
import { escapeInlineMarkdown } from "../../text/markdown.ts";
import type { Report } from "../report-model.ts";
import { trendChart } from "./chart.ts";
import { reportHeadline } from "./headline.ts";
import { howToRead, missingLine, missingSection, reportFooter } from "./missing-data.ts";
import { bytes, keyFigures, topPages } from "./report-tables.ts";
import { shortWhatMoved, whatMoved } from "./what-moved.ts";
import { whoReadsWhat } from "./who-reads-what.ts";
import { worthALook } from "./worth-a-look.ts";

/** A part of the report as Markdown; nothing if the report has no such part. */
type Section = (report: Report) => string | undefined;

const head: readonly Section[] = [heading, missingLine, reportHeadline];
const start: readonly Section[] = [...head, worthALook, trendChart, keyFigures];
const tail: readonly Section[] = [missingSection, howToRead, reportFooter];

// From the whole report to its head alone. The first form that fits the limit is used.
const forms: readonly { before: readonly Section[]; pages: boolean; after: readonly Section[] }[] = [
  { before: [...start, whatMoved, whoReadsWhat], pages: true, after: tail },
  { before: [...start, shortWhatMoved, whoReadsWhat], pages: true, after: tail },
  { before: [...head, worthALook, keyFigures, shortWhatMoved], pages: true, after: [reportFooter] },
  { before: [...head, keyFigures], pages: false, after: [reportFooter] },
  { before: head, pages: false, after: [] },
];

/**
 * The report as GitHub-flavoured Markdown of at most `maxBytes`. Nothing in it that strangers chose is live, except for
 * links to the pages of `siteUrl`. Whole rows and sections are left out to stay within the limit. Empty if not even the
 * headline fits.
 */
export function renderReport(report: Report): string {
  for (const form of forms) {
    const before = renderSections(form.before, report);
    const after = renderSections(form.after, report);
    // Two line ends follow every section, one follows the last.
    const used = [...before, ...after].reduce((sum, section) => sum + bytes(section) + 2, -1);
    const pages = form.pages ? topPages(report, report.maxBytes - used - 2) : "";
    if (pages === undefined || used > report.maxBytes) continue;
    return `${[...before, pages, ...after].filter(Boolean).join("\n\n")}\n`;
  }
  return "";
}

function renderSections(sections: readonly Section[], report: Report): string[] {
  return sections.map((section) => section(report)).filter((text) => text !== undefined);
}

function heading({ periods, siteUrl }: Report): string {
  const days = writtenRange(periods.current);
  if (siteUrl === undefined) return `## Docs visitors, ${days}`;
  return `## ${escapeInlineMarkdown(siteUrl.host, 100)}: visitors, ${days}`;
}
