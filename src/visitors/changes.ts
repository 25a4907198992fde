import { counted, grouped } from "./format.ts";
import { pageKinds } from "./kinds.ts";
import { type Column, detailsBlock, notListed, pageLink, table } from "./markdown-parts.ts";
import type { PageFinding, PageRow, Report } from "./report-model.ts";

const maxShown = 10;
const pagesPerLine = 3;

const columns: readonly Column[] = [
  ["", "left"],
  ["Page", "left"],
  // Next to the page, so that a phone shows it.
  ["Change", "right"],
  ["Before", "right"],
  ["Now", "right"],
];

/**
 * The pages that stand out by a change, not only those with a new path, in at most `rows` rows: ten in the open, the
 * others folded away. Nothing if there is nothing to compare.
 */
export function whatMoved({ data, findings, siteUrl }: Report, rows: number): string | undefined {
  const { current, previous } = data;
  // If one of the periods had no visitors, the headline already says so.
  if (previous === undefined || current.totals.total === 0 || previous.totals.total === 0) return undefined;
  const { pages } = findings;
  const listed = pages.slice(0, rows).map((finding) => cellsOf(finding, siteUrl));
  const shown = listed.slice(0, maxShown);
  const folded = listed.slice(maxShown);
  const left = pages.length - listed.length;
  const some = current.complete && previous.complete ? "page" : "page that was read";
  return [
    "### What moved",
    ...(pages.length === 0 ? [`No ${some} stood out from the site as a whole.`] : []),
    ...(shown.length > 0 ? [table(columns, shown)] : []),
    ...(folded.length > 0
      ? [detailsBlock(`${counted(folded.length, "more page")} that moved`, table(columns, folded))]
      : []),
    ...(left > 0 ? [notListed(left)] : []),
  ].join("\n\n");
}

function cellsOf(finding: PageFinding, siteUrl: URL | undefined): string[] {
  const { kind, path, from } = finding;
  // A link to a page that is gone would be broken.
  const page = pageLink(path, kind === "gone" ? undefined : siteUrl);
  // On two lines, so that the table fits a phone.
  const pages = from === undefined ? page : `${pageLink(from)}<br>→ ${page}`;
  return [pageKinds[kind].mark, pages, ...pageKinds[kind].cells(finding)];
}

/** The pages that only AI or only people read; nothing if there are none. */
export function whoReadsWhat({ findings: { aiOnly, peopleOnly }, siteUrl }: Report): string | undefined {
  const ai = (page: PageRow) => `${grouped(page.ai)} AI`;
  const people = (page: PageRow) => counted(page.human, "person", "people");
  const lines = [
    { name: "AI reads, people don’t", pages: aiOnly, figures: [ai, people] },
    { name: "People read, AI doesn’t", pages: peopleOnly, figures: [people, ai] },
  ].flatMap(({ name, pages, figures }) => {
    const items = pages.slice(0, pagesPerLine).map((page) => {
      const text = figures.map((figure) => figure(page)).join(", ");
      // Non-breaking spaces keep the figures on one line.
      return `${pageLink(page.path, siteUrl)} ${text.replaceAll(" ", "\u00a0")}`;
    });
    const left = pages.length - items.length;
    if (left > 0) items.push(`${grouped(left)} more`);
    return items.length === 0 ? [] : [`- **${name}:** ${items.join(" · ")}`];
  });
  return lines.length === 0 ? undefined : `### Who reads what\n\n${lines.join("\n")}`;
}
