import { previousCounts } from "../findings/findings.ts";
import { share } from "../findings/shares.ts";
import type { Counts, PageRow, Report } from "../report-model.ts";
import { bar, change, grouped, percent, pointsChange } from "./format.ts";
import {
  type Column,
  detailsBlock,
  furtherRows,
  notListed,
  pageLink,
  tableHead,
  tableRow,
} from "./markdown-parts.ts";
import { periodLabels } from "./period-labels.ts";

/** The fewest rows of top pages that a report is worth having them for. */
const minRows = 10;

/** A line of the key figures. */
type Figure = {
  name: string;
  select(counts: Counts): number | undefined;
  format(value: number): string;
  formatChange(before: number, now: number): string;
};

/** The table of key figures. A column that would be empty, as without a comparison, is left out. */
export function keyFigures(report: Report): string {
  const { current, previous } = report.data;
  const labels = periodLabels(report.periods);
  const columns: Column[] = [
    ["", "left"],
    [labels.currentColumn, "right"],
    [labels.previousColumn, "right"],
    ["Change", "right"],
  ];
  const rows = figures(report).map((figure, index) => {
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

function figures({ data, findings: { threshold } }: Report): Figure[] {
  const count = {
    format: grouped,
    formatChange: (before: number, now: number) => change(before, now, threshold),
  };
  const { current, previous = data.current } = data;
  // A share of a few visitors moves by chance.
  const isChance =
    Math.min(current.totals.total, previous.totals.total) < threshold ||
    Math.max(current.totals.ai, previous.totals.ai) < threshold;
  return [
    { ...count, name: "All visitors", select: ({ total }) => total },
    { ...count, name: "People", select: ({ human }) => human },
    { ...count, name: "AI", select: ({ ai }) => ai },
    {
      name: "AI share",
      // Counts of a service that is approximate may not fit.
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
 * The tables of pages in at most `maxBytes` of UTF-8. Rows that do not fit are left out from the end, and the text
 * says how many. Undefined if not even the first rows fit.
 */
export function topPages(report: Report, maxBytes: number): string | undefined {
  const pages = report.data.current.rows.filter(({ path }) => !report.ignored(path));
  const most = Math.min(pages.length, report.top + furtherRows(report));
  const table = pageTable(report, pages);
  const lines: string[] = [];
  let used = 0;
  for (const [index, page] of pages.slice(0, most).entries()) {
    const line = table.row(page, index < report.top);
    used += bytes(line) + 1;
    if (used > maxBytes) break;
    lines.push(line);
  }
  let text = pageSection(report, table, lines, pages.length);
  while (lines.length > 0 && bytes(text) > maxBytes) {
    lines.pop();
    text = pageSection(report, table, lines, pages.length);
  }
  return bytes(text) <= maxBytes && lines.length >= Math.min(most, minRows) ? text : undefined;
}

/** The section with these rows, the first `top` of them unfolded. */
function pageSection(report: Report, table: PageTable, lines: readonly string[], count: number): string {
  const { top, data } = report;
  const ignored = data.current.rows.length - count;
  const match = ignored === 1 ? "page that matches `ignore-paths` is" : "pages that match `ignore-paths` are";
  const leftOut = ignored > 0 ? [`${grouped(ignored)} ${match} left out.`] : [];
  const parts = ["### Top pages"];
  if (count === 0) return [...parts, ["There are no pages to list.", ...leftOut].join(" ")].join("\n\n");
  const shown = lines.slice(0, top);
  const folded = lines.slice(top);
  const left = count - lines.length;
  if (shown.length > 0) parts.push([table.head(true), ...shown].join("\n"));
  if (folded.length > 0) {
    const which = top > 0 ? "The next" : left > 0 ? "The first" : folded.length === 1 ? "The only" : "All";
    const pageCount = folded.length === 1 ? "page" : `${grouped(folded.length)} pages`;
    const content = [table.head(false), ...folded].join("\n");
    parts.push(detailsBlock(`${which} ${pageCount}`, content));
  }
  const more = left > 0 ? [notListed(left, report.files, "a file")] : [];
  if (more.length + leftOut.length > 0) parts.push([...more, ...leftOut].join(" "));
  return parts.join("\n\n");
}

/** The layout of the page tables; only the unfolded one has bars. */
type PageTable = { head(withBar: boolean): string; row(page: PageRow, withBar: boolean): string };

function pageTable(report: Report, pages: readonly PageRow[]): PageTable {
  const changeOfPage = pageChanges(report);
  const compared = pages.some((page) => changeOfPage(page) !== "");
  const largest = pages.reduce((most, { total }) => Math.max(most, total), 0);
  return {
    head(withBar) {
      const columns: Column[] = [
        ["Page", "left"],
        ["Visitors", "right"],
      ];
      if (compared) columns.push(["Change", "right"]);
      columns.push(["People", "right"], ["AI", "right"]);
      if (withBar) columns.push(["█ people ▒ only AI", "left"]);
      return tableHead(columns);
    },
    row(page, withBar) {
      const cells = [pageLink(page.path, report.siteUrl), grouped(page.total)];
      if (compared) cells.push(changeOfPage(page));
      cells.push(grouped(page.human), grouped(page.ai));
      if (withBar) cells.push(bar(page, largest));
      return tableRow(cells);
    },
  };
}

/** The change of a page; empty if it is chance or unknown. A page with a new path is compared with its old one. */
function pageChanges({ data, findings }: Report): (page: PageRow) => string {
  const previous = previousCounts(data);
  const appeared = new Set(findings.new.map(({ path }) => path));
  const moved = new Map(findings.moved.map((page) => [page.to, page.previous]));
  return ({ path, total }) => {
    if (appeared.has(path)) return "new";
    const before = (moved.get(path) ?? previous(path))?.total ?? 0;
    return change(before, total, findings.threshold);
  };
}

/** The length of a text in bytes of UTF-8. */
export function bytes(text: string): number {
  return Buffer.byteLength(text);
}
