import { stringify } from "csv-stringify/sync";
import { signals } from "../../inputs/table.ts";
import { countsIn } from "../find/counts.ts";
import { isPlainPath } from "../read/pages.ts";
import { isoRange, type NextRow, type PeriodData, type Report } from "../report-model.ts";
import { pageKinds } from "./kinds.ts";
import { renderReport } from "./report.ts";

const columns = ["path", "human", "ai", "total"] as const;
const previousColumns = ["previousHuman", "previousAi", "previousTotal"] as const;
// csv-stringify defuses a sign at the start of a cell, but spreadsheets also skip white space and control characters.
const hiddenFormula = /^[\s\p{C}]+[=+\-@＝＋－＠]/u;

/** The pages as CSV (RFC 4180, lines end in `\n`). A path that a spreadsheet would run as a formula gets an apostrophe. */
export function toCsv({ periods, data }: Pick<Report, "periods" | "data">): string {
  const before = countsIn(data.previous);
  const compared = periods.previous !== undefined;
  const rows = data.current.rows.map(({ path, human, ai, total }) => {
    const cells = [path, human, ai, total];
    if (!compared) return cells;
    const was = before(path);
    return [...cells, was?.human ?? "", was?.ai ?? "", was?.total ?? ""];
  });
  return stringify([compared ? [...columns, ...previousColumns] : columns, ...rows], {
    escape_formulas: true,
    // Where the decimal separator is a comma, spreadsheets split cells at semicolons; some split at tabs.
    quoted_match: /[;\t]/,
    cast: { string: (text) => (hiddenFormula.test(text) ? `'${text}` : text) },
  });
}

/** All data as JSON (docs/report.schema.json), with every path exactly as the service named it. */
export function toJson(report: Report): string {
  const { periods, data, findings } = report;
  const { current, previous } = data;
  const ofKind = (wanted: string) =>
    findings.pages
      .filter(({ kind }) => kind === wanted)
      .map(({ path, current, previous }) => ({ path, current, previous }));
  const pagesOf = ({ totals, rows }: PeriodData) => ({ totals, visitors: rows });
  const content = {
    ...isoRange(periods.current),
    complete: current.complete,
    missing: data.missing,
    ...pagesOf(current),
    previous:
      previous === undefined || periods.previous === undefined
        ? null
        : { ...isoRange(periods.previous), complete: previous.complete, ...pagesOf(previous) },
    moved: Object.fromEntries(Object.keys(pageKinds).map((kind) => [kind, ofKind(kind)])),
    next: nextData(report) ?? null,
    trend: periods.trend.map((range, index) => ({
      ...isoRange(range),
      totals: data.trend[index] ?? null,
    })),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** What to document next for programs, without search terms and with plain paths only. Undefined if no signal was read. */
export function nextData({ data, next }: Report): readonly object[] | undefined {
  const isAnyRead = signals.some((signal) => data.signals[signal] !== undefined);
  return isAnyRead ? next.map(withoutWords) : undefined;
}

function withoutWords(row: NextRow): object {
  if (row.kind === "searched-unclicked") {
    const { term: _, kind, ...evidence } = row;
    return { kind, path: null, human: null, ai: null, ...evidence };
  }
  const { kind, path, readers, page: _, ...evidence } = row;
  const { human = null, ai = null } = readers ?? {};
  return { kind, path: isPlainPath(path) ? path : null, human, ai, ...evidence };
}

/** The whole report as Markdown, of any length, without the rows on search terms: those are for the summary and the comment. */
export function toMarkdownFile(report: Report): string {
  const next = report.next.filter(({ kind }) => kind !== "searched-unclicked");
  return renderReport({ ...report, next }, Number.POSITIVE_INFINITY);
}
