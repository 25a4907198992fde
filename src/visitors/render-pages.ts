import { type Moved, previousCounts } from "./findings.ts";
import { bar, change, counted, grouped } from "./numbers.ts";
import type { Report } from "./render.ts";
import { type Align, fileList, folded, pathCode, tableHead, tableRow } from "./render-parts.ts";
import type { PageRow } from "./types.ts";

const title = "### Top pages";

/**
 * The tables of pages in at most so many bytes of UTF-8: whole rows are left out from the end, and the text says how
 * many. Undefined when not even that fits.
 */
export function topPages(report: Report, room: number): string | undefined {
  const { rows } = report.reading.current;
  if (rows.length === 0) return within(room, `${title}\n\nNo page had a visitor.`);
  const shown = fitting(report, room);
  return within(room, pages(report, shown));
}

/** How many of the first rows fit, rendered no further than the room reaches. */
function fitting(report: Report, room: number): number {
  const { rows } = report.reading.current;
  const row = rowWriter(report);
  const note = bytes(`${leftOut(report, rows.length, rows.length)}\n\n`);
  let used = frameBytes(report);
  let fits = 0;
  for (const [index, page] of rows.entries()) {
    used += bytes(row(page, index < report.top)) + 1;
    if (used > room) return fits;
    if (used + note <= room) fits = index + 1;
  }
  return rows.length;
}

/** What the tables need beside their rows, at most. */
function frameBytes(report: Report): number {
  const count = report.reading.current.rows.length;
  const fold = folded(foldedTitle(report, count), head(report, false));
  return bytes([title, head(report, true), fold].join("\n\n"));
}

function pages(report: Report, shown: number): string {
  const { rows } = report.reading.current;
  const row = rowWriter(report);
  const top = rows.slice(0, Math.min(report.top, shown));
  const rest = rows.slice(top.length, shown);
  const parts = [title];
  if (top.length > 0) parts.push([head(report, true), ...top.map((page) => row(page, true))].join("\n"));
  if (rest.length > 0) {
    const table = [head(report, false), ...rest.map((page) => row(page, false))].join("\n");
    parts.push(folded(foldedTitle(report, rest.length), table));
  }
  if (shown < rows.length) parts.push(leftOut(report, rows.length - shown, shown));
  return parts.join("\n\n");
}

function foldedTitle({ top }: Report, count: number): string {
  return top > 0 ? `The next ${counted(count, "page")}` : counted(count, "page");
}

function leftOut({ files }: Report, count: number, shown: number): string {
  const where = files.length > 0 ? `see ${fileList(files)}` : "the input `report-file` writes them to a file";
  const more = shown > 0 ? `${counted(count, "more page")}` : counted(count, "page");
  return `${more} did not fit within what GitHub shows: ${where}.`;
}

function head({ reading }: Report, withBar: boolean): string {
  const columns: [string, Align][] = [
    ["Page", "left"],
    ["Visitors", "right"],
  ];
  if (reading.previous !== undefined) columns.push(["Change", "right"]);
  columns.push(["People", "right"], ["AI", "right"]);
  if (withBar) columns.push(["█ people ▒ AI alone", "left"]);
  return tableHead(columns);
}

function rowWriter({ reading, findings }: Report): (page: PageRow, withBar: boolean) => string {
  const changed = changes(findings.threshold, findings.new, previousCounts(reading));
  const largest = reading.current.rows.reduce((most, { total }) => Math.max(most, total), 0);
  return (page, withBar) => {
    const cells = [pathCode(page.path), grouped(page.total)];
    if (reading.previous !== undefined) cells.push(changed(page));
    cells.push(grouped(page.human), grouped(page.ai));
    if (withBar) cells.push(bar(page, largest));
    return tableRow(cells);
  };
}

/** A page's change, left blank where it is chance or not known. */
function changes(
  threshold: number,
  appeared: readonly Moved[],
  before: ReturnType<typeof previousCounts>,
): (page: PageRow) => string {
  const fresh = new Set(appeared.map(({ path }) => path));
  return ({ path, total }) => {
    if (fresh.has(path)) return "new";
    const earlier = before(path)?.total ?? 0;
    return Math.max(earlier, total) < threshold ? "" : change(earlier, total);
  };
}

function within(room: number, text: string): string | undefined {
  return bytes(text) <= room ? text : undefined;
}

/** The length of a text in bytes of UTF-8. */
export function bytes(text: string): number {
  return Buffer.byteLength(text);
}
