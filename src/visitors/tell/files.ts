import { stringify } from "csv-stringify/sync";
import { signals } from "../../inputs/table.ts";
import type { Report } from "../find/report.ts";
import { hasNoVisitors, isoRange } from "../read/data.ts";
import { isPlainPath } from "../read/pages.ts";
import { renderReport } from "./report.ts";

const columns = ["path", "human", "ai", "total"] as const;
const previousColumns = ["previousHuman", "previousAi", "previousTotal"] as const;
// csv-stringify defuses a sign at the start of a cell, but spreadsheets also skip white space and control characters.
const hiddenFormula = /^[\s\p{C}]+[=+\-@＝＋－＠]/u;

/** The pages as CSV (RFC 4180, lines end in `\n`). A path that a spreadsheet would run as a formula gets an apostrophe. */
export function toCsv({ periods, pages }: Pick<Report, "periods" | "pages">): string {
  const isCompared = periods.previous !== undefined;
  const visited = pages.filter(({ now }) => !hasNoVisitors(now));
  const rows = visited.map(({ path, now, before }) => {
    const cells = [path, now.human, now.ai, now.total];
    if (isCompared) cells.push(before?.human ?? "", before?.ai ?? "", before?.total ?? "");
    return cells;
  });
  const head = isCompared ? [...columns, ...previousColumns] : columns;
  return stringify([head, ...rows], {
    escape_formulas: true,
    // Where the decimal separator is a comma, spreadsheets split cells at semicolons; some split at tabs.
    quoted_match: /[;\t]/,
    cast: { string: (text) => (hiddenFormula.test(text) ? `'${text}` : text) },
  });
}

/** All data as JSON (docs/report.schema.json), one row a page. */
export function toJson(report: Report): string {
  const { periods, data, pages, moves } = report;
  const { current, previous } = data;
  const kinds = new Map(moves.map(({ page, kind }) => [page, kind]));
  const content = {
    ...isoRange(periods.current),
    complete: current.complete,
    missing: data.missing,
    totals: current.totals,
    previous:
      previous && periods.previous
        ? { ...isoRange(periods.previous), complete: previous.complete, totals: previous.totals }
        : null,
    pages: pages.map(({ page, path, now, before = null }) => {
      return {
        path,
        ...now,
        previous: before,
        moved: kinds.get(page) ?? null,
      };
    }),
    noPages: current.noPages.count,
    next: nextData(report) ?? null,
    trend: periods.trend.map((range, index) => {
      return {
        ...isoRange(range),
        totals: data.trend[index] ?? null,
      };
    }),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** What to document next for programs: plain paths and numbers. Undefined if no signal was read. */
export function nextData({ data, next }: Report): readonly object[] | undefined {
  const isAnyRead = signals.some((signal) => data.signals[signal] !== undefined);
  if (!isAnyRead) return undefined;
  return next.map((row) => {
    const { path = "", readers = undefined } = "path" in row ? row : {};
    return {
      kind: row.kind,
      path: isPlainPath(path) ? path : null,
      human: readers?.human ?? null,
      ai: readers?.ai ?? null,
      ...row.evidence,
    };
  });
}

/** The whole report as Markdown, of any length, without a word of a visitor: those are for the summary and the comment. */
export function toMarkdownFile(report: Report): string {
  const next = report.next
    .filter(({ kind }) => kind !== "searched-unclicked")
    .map((row) => ("quotes" in row ? { ...row, quotes: [] } : row));
  return renderReport({ ...report, next, top: Number.POSITIVE_INFINITY });
}
