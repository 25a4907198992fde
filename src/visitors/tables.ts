import { hasNoVisitors, hasPath, noVisitors, overlap, share } from "./counts.ts";
import { change, grouped, percent, periodLabels, pointsChange } from "./format.ts";
import { leadingGroup } from "./headline.ts";
import { type Column, detailsBlock, notListed, pageLink, tableHead, tableRow } from "./markdown-parts.ts";
import type { Counts, PageRow, Report } from "./report-model.ts";

/** A line of the key figures. */
type Figure = {
  name: string;
  select(counts: Counts): number | undefined;
  format(value: number): string;
  formatChange(before: number, now: number): string;
};

/**
 * The table of key figures; nothing if nobody came in either period. An empty column is left out: without a comparison
 * there is no change.
 */
export function keyFigures(report: Report): string | undefined {
  const { current, previous } = report.data;
  if (hasNoVisitors(current.totals) && hasNoVisitors(previous?.totals ?? noVisitors)) return undefined;
  const labels = periodLabels(report.periods);
  const columns: Column[] = [
    ["", "left"],
    [labels.currentColumn, "right"],
    [labels.previousColumn, "right"],
    ["Change", "right"],
  ];
  // On a site without AI, only all visitors and people say something.
  const hasAi = Math.max(current.totals.ai, previous?.totals.ai ?? 0) > 0;
  const used = hasAi ? figures(report) : figures(report).slice(0, 2);
  const rows = used.map((figure, index) => {
    const value = (totals: Counts): string => {
      const number = figure.select(totals);
      return number === undefined ? "–" : figure.format(number);
    };
    const bold = (text: string): string => (index === 0 ? `**${text}**` : text);
    return [
      bold(figure.name),
      bold(value(current.totals)),
      previous === undefined ? "" : value(previous.totals),
      previous === undefined ? "" : changeOf(figure, previous.totals, current.totals),
    ];
  });
  const isUsed = (_: unknown, column: number): boolean => rows.some((cells) => cells[column] !== "");
  return [tableHead(columns.filter(isUsed)), ...rows.map((cells) => tableRow(cells.filter(isUsed)))].join(
    "\n",
  );
}

function figures({ data, findings: { siteThreshold, threshold } }: Report): Figure[] {
  const count = {
    format: grouped,
    formatChange: (before: number, now: number) => change(before, now, siteThreshold),
  };
  const { current, previous = data.current } = data;
  // With few visitors, or few AI visitors, the share changes by chance.
  const isChance =
    Math.min(current.totals.total, previous.totals.total) < threshold ||
    Math.max(current.totals.ai, previous.totals.ai) < threshold;
  return [
    { ...count, name: "All visitors", select: ({ total }) => total },
    { ...count, name: "People", select: ({ human }) => human },
    { ...count, name: "AI", select: ({ ai }) => ai },
    {
      ...count,
      name: "Both, counted in each",
      select: overlap,
      formatChange: () => "",
    },
    {
      name: "AI share",
      // Approximate counts can have more AI than visitors.
      select: ({ ai, total }) => (ai > total ? undefined : share(ai, total)),
      format: (value) => percent(value, 1),
      formatChange: (before, now) => (isChance ? "" : pointsChange(before, now, 1)),
    },
  ];
}

function changeOf({ select, formatChange }: Figure, previous: Counts, current: Counts): string {
  const before = select(previous);
  const now = select(current);
  return now === undefined || before === undefined ? "" : formatChange(before, now);
}

/**
 * The first `rows` pages in two tables: the first `report.top` in the open, the others folded away. Nothing if nobody
 * came.
 */
export function topPages(report: Report, rows: number): string | undefined {
  const { data, files, ignored } = report;
  if (data.current.rows.length === 0 && hasNoVisitors(data.current.totals)) return undefined;
  const all = data.current.rows.filter(hasPath);
  const pages = all.filter(({ path }) => !ignored(path));
  const listed = pages.slice(0, rows);
  const shown = listed.slice(0, report.top);
  const folded = listed.slice(report.top);
  const left = pages.length - listed.length;
  const notes = [
    ...(pages.length === 0 ? ["There are no pages to list."] : []),
    ...(left > 0 ? [notListed(left, files, "a file")] : []),
    ...leftOut(all.length - pages.length),
  ];
  const table = pageTable(report, pages);
  return [
    "### Top pages",
    ...(shown.length > 0 ? [table(shown)] : []),
    ...(folded.length > 0 ? [detailsBlock(foldedTitle(folded.length, report.top, left), table(folded))] : []),
    ...(notes.length > 0 ? [notes.join(" ")] : []),
  ].join("\n\n");
}

function foldedTitle(count: number, top: number, left: number): string {
  const which = top > 0 ? "The next" : left > 0 ? "The first" : count === 1 ? "The only" : "All";
  return `${which} ${count === 1 ? "page" : `${grouped(count)} pages`}`;
}

/** Says how many pages `ignore-paths` leaves out. */
function leftOut(ignored: number): string[] {
  const match = ignored === 1 ? "page that matches `ignore-paths` is" : "pages that match `ignore-paths` are";
  return ignored > 0 ? [`${grouped(ignored)} ${match} left out.`] : [];
}

/** Returns a function that renders a table of pages. */
function pageTable(report: Report, pages: readonly PageRow[]): (rows: readonly PageRow[]) => string {
  // If people and AI part, the change of all would hide that of the one that leads the headline.
  const group = leadingGroup(report) ?? "total";
  const changeOfPage = pageChanges(report, group);
  const isCompared = pages.some((page) => changeOfPage(page) !== "");
  const cells = (page: PageRow): string[] => [
    pageLink(page.path, report.siteUrl),
    grouped(page.total),
    ...(isCompared ? [changeOfPage(page)] : []),
    grouped(page.human),
    grouped(page.ai),
  ];
  const columns: Column[] = [
    ["Page", "left"],
    // A short name, so that a phone shows the change too.
    ["All", "right"],
    ...(isCompared ? [[changeNames[group], "right"] as const] : []),
    ["People", "right"],
    ["AI", "right"],
  ];
  return (rows) => [tableHead(columns), ...rows.map((page) => tableRow(cells(page)))].join("\n");
}

const changeNames: Record<keyof Counts, string> = {
  total: "Change",
  human: "Change (people)",
  ai: "Change (AI)",
};

/** The change of a page; empty if it may be chance or is unknown. A moved page is compared with its old path. */
function pageChanges(
  { findings: { pages, before, threshold } }: Report,
  group: keyof Counts,
): (page: PageRow) => string {
  const appeared = new Set(pages.flatMap(({ kind, path }) => (kind === "new" ? [path] : [])));
  return (page) =>
    appeared.has(page.path) ? "new" : change(before(page.path)?.[group] ?? 0, page[group], threshold);
}
