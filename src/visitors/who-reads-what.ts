import { counted, grouped } from "./format.ts";
import { detailsBlock, pageInLine } from "./markdown-parts.ts";
import { periodLabels } from "./period-labels.ts";
import type { PageRow, Report } from "./report-model.ts";

const pagesPerLine = 3;

/**
 * The pages that only AI or only people read; nothing if there are none. Those that were or may have been read so before are
 * folded away: most of them are the same in every report.
 */
export function whoReadsWhat({ data, findings, periods, siteUrl }: Report): string | undefined {
  const { aiOnly, peopleOnly, oneSidedBefore } = findings;
  const wasBefore = ({ path }: PageRow) => oneSidedBefore.has(path);
  const isFresh = (page: PageRow) => !wasBefore(page);
  const fresh = lines(aiOnly.filter(isFresh), peopleOnly.filter(isFresh), siteUrl);
  const folded = lines(aiOnly.filter(wasBefore), peopleOnly.filter(wasBefore), siteUrl);
  if (fresh === "" && folded === "") return undefined;
  const pages = counted(oneSidedBefore.size, fresh === "" ? "page" : "more page");
  // If not all pages of the previous period were read, some only may have been read so.
  const summary = data.previous?.complete ? `${pages}, as ${periodLabels(periods).duringPrevious}` : pages;
  return [
    "### Who reads what",
    ...(fresh === "" ? [] : [fresh]),
    ...(folded === "" ? [] : [detailsBlock(summary, folded)]),
  ].join("\n\n");
}

function lines(aiOnly: readonly PageRow[], peopleOnly: readonly PageRow[], siteUrl: URL | undefined): string {
  const ai = (count: number) => `${grouped(count)} AI`;
  const people = (count: number) => counted(count, "person", "people");
  return [
    line(siteUrl, "AI reads, people don’t", aiOnly, (page) => `${ai(page.ai)}, ${people(page.human)}`),
    line(siteUrl, "People read, AI doesn’t", peopleOnly, (page) => `${people(page.human)}, ${ai(page.ai)}`),
  ]
    .filter((text) => text !== undefined)
    .join("\n");
}

/** The first pages of a list in one line, with their figures; nothing if the list is empty. */
function line(
  siteUrl: URL | undefined,
  name: string,
  pages: readonly PageRow[],
  figures: (page: PageRow) => string,
): string | undefined {
  if (pages.length === 0) return undefined;
  const items = pages
    .slice(0, pagesPerLine)
    // Non-breaking spaces keep the figures on one line.
    .map((page) => `${pageInLine(page.path, siteUrl)} ${figures(page).replaceAll(" ", "\u00a0")}`);
  if (pages.length > items.length) items.push(`${grouped(pages.length - items.length)} more`);
  return `- **${name}:** ${items.join(" · ")}`;
}
