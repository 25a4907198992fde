import { writtenRange } from "../dates.ts";
import { reportHeadline } from "./headline.ts";
import { pageInLine } from "./markdown-parts.ts";
import { change, counted, grouped, percent, share } from "./numbers.ts";
import { periodLabels } from "./period.ts";
import { howToRead, missingLine, missingSection, reportFooter } from "./report-notes.ts";
import { bytes, keyFigures, topPages } from "./report-tables.ts";
import type { Counts, PageChange, Report } from "./types.ts";
import { worthALook } from "./worth-a-look.ts";

const pagesPerLine = 3;

type Section = (report: Report) => string | undefined;

const head: readonly Section[] = [heading, missingLine, reportHeadline];
const tail: readonly Section[] = [missingSection, howToRead, reportFooter];

// From the whole report to its head alone. The first form that fits the limit is used.
const forms: readonly { before: readonly Section[]; pages: boolean; after: readonly Section[] }[] = [
  { before: [...head, worthALook, keyFigures, whatMoved, whoReadsWhat], pages: true, after: tail },
  { before: [...head, worthALook, keyFigures, whatMoved], pages: true, after: [reportFooter] },
  { before: [...head, worthALook, keyFigures], pages: false, after: [reportFooter] },
  { before: head, pages: false, after: [] },
];

/**
 * The report as GitHub-flavoured Markdown of at most `maxBytes`. Nothing in it that strangers chose is live. Whole
 * rows and sections are left out to stay within the limit. Empty if not even the headline fits.
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

function heading({ periods }: Report): string {
  return `## Docs visitors, ${writtenRange(periods.current)}`;
}

/** What moved between the two periods; nothing without a comparison. */
function whatMoved(report: Report): string | undefined {
  const { data, findings } = report;
  if (data.previous === undefined) return undefined;
  const shares = ({ previous, current }: PageChange) => `${aiShare(previous)} → ${aiShare(current)}`;
  const lines = [
    findingLine("Up", findings.up, totalsAndChange),
    findingLine("Down", findings.down, totalsAndChange),
    findingLine("New", findings.new, ({ current }) => grouped(current.total)),
    findingLine("Gone", findings.gone, ({ previous }) => `${grouped(previous.total)} before`, goneAdvice),
    findingLine("AI share up", findings.aiShareUp, shares),
  ].filter((line) => line !== undefined);
  return `### What moved\n\n${lines.length > 0 ? lines.join("\n") : nothingMoved(report)}`;
}

/** The pages that only AI or only people read; nothing if there are none. */
function whoReadsWhat({ findings }: Report): string | undefined {
  const ai = (count: number) => `${grouped(count)} AI`;
  const people = (count: number) => counted(count, "person", "people");
  const lines = [
    findingLine("AI reads, people don’t", findings.aiOnly, (page) => `${ai(page.ai)}, ${people(page.human)}`),
    findingLine(
      "People read, AI doesn’t",
      findings.peopleOnly,
      (page) => `${people(page.human)}, ${ai(page.ai)}`,
    ),
  ].filter((line) => line !== undefined);
  return lines.length > 0 ? `### Who reads what\n\n${lines.join("\n")}` : undefined;
}

function nothingMoved({ periods, data }: Report): string {
  const { previous } = periodLabels(periods);
  if (data.previous?.totals.total === 0) return `There is no comparable data: ${previous} had no visitors.`;
  const page = data.current.complete && data.previous?.complete ? "page" : "page that was read";
  return `No ${page} stood out from the site-wide change.`;
}

/** The first pages of a list in one line, with their figures; nothing if the list is empty. */
function findingLine<T extends { path: string }>(
  name: string,
  pages: readonly T[],
  figures: (page: T) => string,
  advice: (pages: readonly T[]) => string = () => "",
): string | undefined {
  if (pages.length === 0) return undefined;
  const items = pages
    .slice(0, pagesPerLine)
    // Non-breaking spaces keep the figures on one line.
    .map((page) => `${pageInLine(page.path, undefined)} ${figures(page).replaceAll(" ", "\u00a0")}`);
  if (pages.length > items.length) items.push(`${grouped(pages.length - items.length)} more`);
  return `- **${name}:** ${items.join(" · ")}${advice(pages)}`;
}

function totalsAndChange({ previous, current }: PageChange): string {
  return `${grouped(previous.total)} → ${grouped(current.total)} (${change(previous.total, current.total)})`;
}

function goneAdvice({ length }: readonly PageChange[]): string {
  return length === 1
    ? " – if it moved, does its old address redirect?"
    : " – if they moved, do the old addresses redirect?";
}

function aiShare({ ai, total }: Counts): string {
  return percent(share(ai, total) ?? 0);
}
