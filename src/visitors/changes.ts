import { noVisitors } from "./counts.ts";
import { change, counted, grouped, periodLabels } from "./format.ts";
import { pageKinds } from "./kinds.ts";
import { detailsBlock, notListed, pageInLine, pageLink, tableHead, tableRow } from "./markdown-parts.ts";
import type { Counts, OneSidedPage, PageFinding, Report } from "./report-model.ts";

const maxShown = 10;
const pagesPerLine = 3;

/**
 * The pages that stand out by a change, not only those with a new path, in at most `rows` rows: ten in the open, the
 * others folded away. Nothing if there is nothing to compare.
 */
export function whatMoved(report: Report, rows: number): string | undefined {
  const title = "### What moved";
  const { current, previous } = report.data;
  // If one of the periods had no visitors, the headline already says so.
  if (previous === undefined || current.totals.total === 0 || previous.totals.total === 0) return undefined;
  const { pages } = report.findings;
  if (pages.length === 0) return `${title}\n\n${noPageStoodOut(report)}`;
  const listed = pages.slice(0, rows);
  const folded = listed.slice(maxShown);
  const left = pages.length - listed.length;
  // A CSV file lists only pages of the current period, so it lacks those that are gone.
  const files = report.files.filter((file) => !/\.csv$/i.test(file));
  return [
    title,
    ...(rows > 0 ? [table(listed.slice(0, maxShown), report)] : []),
    ...(folded.length > 0
      ? [detailsBlock(`${counted(folded.length, "more page")} that moved`, table(folded, report))]
      : []),
    ...(left > 0 ? [notListed(left, files, "a `.json` or `.md` file")] : []),
  ].join("\n\n");
}

function table(findings: readonly PageFinding[], { siteUrl }: Report): string {
  const head = tableHead([
    ["", "left"],
    ["Page", "left"],
    // Next to the page, so that a phone shows it.
    ["Change", "right"],
    ["Before", "right"],
    ["Now", "right"],
  ]);
  const rows = findings.map((finding) => {
    const { kind, path, from } = finding;
    // A link to a page that is gone would be broken.
    const page = pageLink(path, kind === "gone" ? undefined : siteUrl);
    // On two lines, so that the table fits a phone.
    const pages = from === undefined ? page : `${pageLink(from, undefined)}<br>→ ${page}`;
    return tableRow([pageKinds[kind].mark, pages, ...pageKinds[kind].cells(finding)]);
  });
  return [head, ...rows].join("\n");
}

/** If the growth of people and of AI differs by a tenth or more, one number for both would mislead. */
const differentGrowth = 0.1;

/** Says that no page stood out, and by how much the whole site changed. */
function noPageStoodOut({ data, findings }: Report): string {
  const before = data.previous?.totals ?? noVisitors;
  const now = data.current.totals;
  const page = data.current.complete && data.previous?.complete ? "page" : "page that was read";
  const changeOf = (part: keyof Counts) => change(before[part], now[part], findings.siteThreshold);
  const [people, ai, all] = [changeOf("human"), changeOf("ai"), changeOf("total")];
  const difference = Math.abs(now.human / before.human - now.ai / before.ai);
  if (people !== "" && ai !== "" && difference >= differentGrowth)
    return `No ${page} stood out from the site-wide change (people ${people}, AI ${ai}).`;
  const isLevel = all === "" || all === change(1, 1);
  return `No ${page} stood out${isLevel ? "" : ` from the site-wide ${all}`}.`;
}

/**
 * The pages that only AI or only people read; nothing if there are none. Those that were or may have been read so before
 * are folded away: most of them are the same in every report.
 */
export function whoReadsWhat({ data, findings, periods, siteUrl }: Report): string | undefined {
  const { aiOnly, peopleOnly } = findings;
  const linesOf = (isWanted: (page: OneSidedPage) => boolean): string =>
    lines(aiOnly.filter(isWanted), peopleOnly.filter(isWanted), siteUrl);
  const fresh = linesOf(({ asBefore }) => !asBefore);
  const folded = linesOf(({ asBefore }) => asBefore);
  if (fresh === "" && folded === "") return undefined;
  const count = [...aiOnly, ...peopleOnly].filter(({ asBefore }) => asBefore).length;
  const pages = counted(count, fresh === "" ? "page" : "more page");
  // If not all pages of the previous period were read, some only may have been read so.
  const summary = data.previous?.complete ? `${pages}, as ${periodLabels(periods).duringPrevious}` : pages;
  return [
    "### Who reads what",
    ...(fresh === "" ? [] : [fresh]),
    ...(folded === "" ? [] : [detailsBlock(summary, folded)]),
  ].join("\n\n");
}

function lines(
  aiOnly: readonly OneSidedPage[],
  peopleOnly: readonly OneSidedPage[],
  siteUrl: URL | undefined,
): string {
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
  pages: readonly OneSidedPage[],
  figures: (page: OneSidedPage) => string,
): string | undefined {
  if (pages.length === 0) return undefined;
  const items = pages
    .slice(0, pagesPerLine)
    // Non-breaking spaces keep the figures on one line.
    .map((page) => `${pageInLine(page.path, siteUrl)} ${figures(page).replaceAll(" ", "\u00a0")}`);
  if (pages.length > items.length) items.push(`${grouped(pages.length - items.length)} more`);
  return `- **${name}:** ${items.join(" · ")}`;
}
