import { previousCounts } from "./findings.ts";
import { type Column, detailsBlock, fileList, pageLink, tableHead, tableRow } from "./markdown-parts.ts";
import { bar, change, counted, grouped, percent, pointsChange, share, sparkLine } from "./numbers.ts";
import { periodLabels } from "./period.ts";
import type { Counts, PageRow, Report } from "./types.ts";

/** Two counts of a trend are level within this part of the larger one. */
export const flatPart = 0.05;
/** Two shares are level within this distance. */
export const flatShare = 0.01;

/** A line of the key figures. */
type Figure = {
  name: string;
  select(counts: Counts): number | undefined;
  format(value: number): string;
  formatChange(before: number, now: number): string;
  /** The difference up to which a trend is level. */
  flat(highest: number): number;
};

/** The table of key figures. A column that would be empty, as without a comparison, is left out. */
export function keyFigures(report: Report): string {
  const { data, periods } = report;
  const { current, previous } = data;
  const labels = periodLabels(periods);
  const columns: Column[] = [
    ["", "left"],
    [labels.currentColumn, "right"],
    [labels.previousColumn, "right"],
    ["Change", "right"],
    [labels.trendColumn(data.trend.length), "left"],
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
      trendOf(figure, data.trend),
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
    // The change of a few visitors is chance.
    formatChange: (before: number, now: number) =>
      Math.max(before, now) < threshold ? "" : change(before, now),
    flat: (highest: number) => highest * flatPart,
  };
  const fewest = Math.min(data.current.totals.total, data.previous?.totals.total ?? 0);
  return [
    { ...count, name: "All visitors", select: ({ total }) => total },
    { ...count, name: "People", select: ({ human }) => human },
    { ...count, name: "AI", select: ({ ai }) => ai },
    {
      name: "AI share",
      select: ({ ai, total }) => share(ai, total),
      format: (value) => percent(value, 1),
      formatChange: (before, now) => (fewest < threshold ? "" : pointsChange(before, now, 1)),
      flat: () => flatShare,
    },
    { ...count, name: "Counted as both", select: ({ human, ai, total }) => Math.max(0, human + ai - total) },
  ];
}

function changeOf({ select, formatChange }: Figure, previous: Counts, current: Counts): string {
  const before = select(previous);
  const now = select(current);
  return now === undefined || before === undefined ? "" : formatChange(before, now);
}

function trendOf({ select, flat }: Figure, trend: readonly (Counts | undefined)[]): string {
  const values = trend.map((point) => (point === undefined ? undefined : select(point)));
  const highest = Math.max(0, ...values.filter((value) => value !== undefined));
  return sparkLine(values, flat(highest));
}

/**
 * The tables of pages in at most `maxBytes` of UTF-8. Rows that do not fit are left out from the end, and the text
 * says how many. Undefined if not even that text fits.
 */
export function topPages(report: Report, maxBytes: number): string | undefined {
  const { rows } = report.data.current;
  const table = pageTable(report);
  const lines: string[] = [];
  let used = 0;
  for (const [index, page] of rows.entries()) {
    const line = table.row(page, index < report.top);
    used += bytes(line) + 1;
    if (used > maxBytes) break;
    lines.push(line);
  }
  let text = pageSection(report, table, lines);
  while (lines.length > 0 && bytes(text) > maxBytes) {
    lines.pop();
    text = pageSection(report, table, lines);
  }
  return bytes(text) <= maxBytes ? text : undefined;
}

/** The section with these rows, the first `top` of them unfolded. */
function pageSection({ data, top, files }: Report, table: PageTable, lines: readonly string[]): string {
  const { length } = data.current.rows;
  const title = "### Top pages";
  if (length === 0) return `${title}\n\nThere are no pages to list.`;
  const shown = lines.slice(0, top);
  const folded = lines.slice(top);
  const left = length - lines.length;
  const parts = [title];
  if (shown.length > 0) parts.push([table.head(true), ...shown].join("\n"));
  if (folded.length > 0) {
    const which = top > 0 ? "The next" : left > 0 ? "The first" : "All";
    const content = [table.head(false), ...folded].join("\n");
    parts.push(detailsBlock(`${which} ${counted(folded.length, "page")}`, content));
  }
  if (left > 0) {
    const more = counted(left, lines.length > 0 ? "more page" : "page");
    const where = files.length > 0 ? `see ${fileList(files)}` : "set `report-file` to write them to a file";
    parts.push(`${more} did not fit here: ${where}.`);
  }
  return parts.join("\n\n");
}

/** The layout of the page tables; only the unfolded one has bars. */
type PageTable = { head(withBar: boolean): string; row(page: PageRow, withBar: boolean): string };

function pageTable(report: Report): PageTable {
  const { rows } = report.data.current;
  const changeOfPage = pageChanges(report);
  const compared = rows.some((page) => changeOfPage(page) !== "");
  const largest = rows.reduce((most, { total }) => Math.max(most, total), 0);
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
      const cells = [pageLink(page.path, undefined), grouped(page.total)];
      if (compared) cells.push(changeOfPage(page));
      cells.push(grouped(page.human), grouped(page.ai));
      if (withBar) cells.push(bar(page, largest));
      return tableRow(cells);
    },
  };
}

/** The change of a page; empty if it is chance or unknown. */
function pageChanges({ data, findings }: Report): (page: PageRow) => string {
  const previous = previousCounts(data);
  const appeared = new Set(findings.new.map(({ path }) => path));
  return ({ path, total }) => {
    if (appeared.has(path)) return "new";
    const before = previous(path)?.total ?? 0;
    return Math.max(before, total) < findings.threshold ? "" : change(before, total);
  };
}

/** The length of a text in bytes of UTF-8. */
export function bytes(text: string): number {
  return Buffer.byteLength(text);
}
