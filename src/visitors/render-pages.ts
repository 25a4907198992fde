import { type Findings, previousCounts } from "./findings.ts";
import { bar, change, counted, grouped } from "./numbers.ts";
import type { Report } from "./render.ts";
import { type Align, fileList, folded, pathCode, tableHead, tableRow } from "./render-parts.ts";
import type { Counts, PageRow } from "./types.ts";

const title = "### Top pages";

/** The layout of the tables: both have the same columns, but for the bar. */
type PageTable = { head(withBar: boolean): string; row(page: PageRow, withBar: boolean): string };

/**
 * The tables of pages in at most so many bytes of UTF-8: whole rows are left out from the end, and the text says how
 * many. Undefined when not even that fits.
 */
export function topPages(report: Report, room: number): string | undefined {
  const { rows } = report.reading.current;
  const layout = pageTable(report);
  const text =
    rows.length === 0
      ? `${title}\n\nThere is no page to list.`
      : pages(report, layout, fitting(report, layout, room));
  return bytes(text) <= room ? text : undefined;
}

/** How many of the first rows fit, rendered no further than the room reaches. */
function fitting(report: Report, { head, row }: PageTable, room: number): number {
  const { rows } = report.reading.current;
  const fold = folded(foldedTitle(report, rows.length), head(false));
  const note = bytes(`${leftOut(report, rows.length, rows.length)}\n\n`);
  let used = bytes([title, head(true), fold].join("\n\n"));
  let fits = 0;
  for (const [index, page] of rows.entries()) {
    used += bytes(row(page, index < report.top)) + 1;
    if (used > room) return fits;
    if (used + note <= room) fits = index + 1;
  }
  return rows.length;
}

function pages(report: Report, { head, row }: PageTable, shown: number): string {
  const { rows } = report.reading.current;
  const top = rows.slice(0, Math.min(report.top, shown));
  const rest = rows.slice(top.length, shown);
  const parts = [title];
  if (top.length > 0) parts.push([head(true), ...top.map((page) => row(page, true))].join("\n"));
  if (rest.length > 0) {
    const table = [head(false), ...rest.map((page) => row(page, false))].join("\n");
    parts.push(folded(foldedTitle(report, rest.length), table));
  }
  if (shown < rows.length) parts.push(leftOut(report, rows.length - shown, shown));
  return parts.join("\n\n");
}

function foldedTitle({ top, reading }: Report, count: number): string {
  if (top > 0) return `The next ${counted(count, "page")}`;
  const all = count === reading.current.rows.length;
  return `${all ? "All" : "The first"} ${counted(count, "page")}`;
}

function leftOut({ files }: Report, count: number, shown: number): string {
  const where = files.length > 0 ? `see ${fileList(files)}` : "the input `report-file` writes them to a file";
  const more = counted(count, shown > 0 ? "more page" : "page");
  return `${more} did not fit within what GitHub shows: ${where}.`;
}

function pageTable({ reading, findings }: Report): PageTable {
  const { rows } = reading.current;
  const changed = changes(findings, previousCounts(reading));
  const compared = rows.some((page) => changed(page) !== "");
  const largest = rows.reduce((most, { total }) => Math.max(most, total), 0);
  return {
    head(withBar) {
      const columns: [string, Align][] = [
        ["Page", "left"],
        ["Visitors", "right"],
      ];
      if (compared) columns.push(["Change", "right"]);
      columns.push(["People", "right"], ["AI", "right"]);
      if (withBar) columns.push(["█ people ▒ AI alone", "left"]);
      return tableHead(columns);
    },
    row(page, withBar) {
      const cells = [pathCode(page.path), grouped(page.total)];
      if (compared) cells.push(changed(page));
      cells.push(grouped(page.human), grouped(page.ai));
      if (withBar) cells.push(bar(page, largest));
      return tableRow(cells);
    },
  };
}

/** Writes a page's change; blank where it is chance or not known. */
function changes(
  findings: Findings,
  before: (path: string) => Counts | undefined,
): (page: PageRow) => string {
  const fresh = new Set(findings.new.map(({ path }) => path));
  return ({ path, total }) => {
    if (fresh.has(path)) return "new";
    const earlier = before(path)?.total ?? 0;
    return Math.max(earlier, total) < findings.threshold ? "" : change(earlier, total);
  };
}

/** The length of a text in bytes of UTF-8. */
export function bytes(text: string): number {
  return Buffer.byteLength(text);
}
