import type { PageRow, Report } from "../report-model.ts";
import { counted, grouped } from "./format.ts";
import { pageInLine } from "./markdown-parts.ts";

const pagesPerLine = 3;

/** The pages that only AI or only people read; nothing if there are none. */
export function whoReadsWhat({ findings, siteUrl }: Report): string | undefined {
  const ai = (count: number) => `${grouped(count)} AI`;
  const people = (count: number) => counted(count, "person", "people");
  const lines = [
    line(
      siteUrl,
      "AI reads, people don’t",
      findings.aiOnly,
      (page) => `${ai(page.ai)}, ${people(page.human)}`,
    ),
    line(
      siteUrl,
      "People read, AI doesn’t",
      findings.peopleOnly,
      (page) => `${people(page.human)}, ${ai(page.ai)}`,
    ),
  ].filter((text) => text !== undefined);
  return lines.length > 0 ? `### Who reads what\n\n${lines.join("\n")}` : undefined;
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
