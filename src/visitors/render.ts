import type { Findings } from "./findings.ts";
import { whatMoved, whoReadsWhat } from "./render-findings.ts";
import { heading, keyFigures, sentence } from "./render-head.ts";
import { missingLine, whatIsMissing } from "./render-missing.ts";
import { howToRead, smallPrint } from "./render-notes.ts";
import { bytes, topPages } from "./render-pages.ts";
import type { Periods, VisitorData } from "./types.ts";

/** All that a report is written from. */
export type Report = {
  periods: Periods;
  reading: VisitorData;
  findings: Findings;
  /** Rows shown before the rest is folded away. */
  top: number;
  /** The report's size limit in bytes of UTF-8. */
  maxBytes: number;
  /** The files that hold the report too. */
  files: readonly string[];
  /** The workflow run's page, where there is one. */
  runUrl: string | undefined;
};

type Section = (report: Report) => string | undefined;

const head: readonly Section[] = [heading, missingLine, sentence];
const tail: readonly Section[] = [whatIsMissing, howToRead, smallPrint];

// What a report can do without, should its limit be tighter than any of GitHub's; the last holds the least.
const forms: readonly { before: readonly Section[]; pages: boolean; after: readonly Section[] }[] = [
  { before: [...head, keyFigures, whatMoved, whoReadsWhat], pages: true, after: tail },
  { before: [...head, keyFigures, whatMoved], pages: true, after: [smallPrint] },
  { before: [...head, keyFigures], pages: false, after: [smallPrint] },
  { before: head, pages: false, after: [] },
];

/**
 * The report as GitHub-flavoured Markdown of at most `maxBytes`, in which nothing that strangers chose is live. Rows of
 * the tables are left out as a whole to stay below it. Empty when not even a sentence fits.
 */
export function renderReport(report: Report): string {
  for (const form of forms) {
    const before = written(form.before, report);
    const after = written(form.after, report);
    // Every section is followed by two line ends, the last one by one.
    const used = [...before, ...after].reduce((sum, section) => sum + bytes(section) + 2, -1);
    const pages = form.pages ? topPages(report, report.maxBytes - used - 2) : "";
    if (pages === undefined || used > report.maxBytes) continue;
    return `${[...before, pages, ...after].filter(Boolean).join("\n\n")}\n`;
  }
  return "";
}

function written(sections: readonly Section[], report: Report): string[] {
  return sections.map((section) => section(report)).filter((text) => text !== undefined);
}
