import { stringify } from "csv-stringify/sync";
import { type Findings, previousCounts } from "./findings.ts";
import { rangeForService } from "./period.ts";
import { type Report, renderReport } from "./render.ts";
import type { Counts, PageRow, Periods, Range, VisitorData } from "./types.ts";

/** What the files hold: the ranges, what was read of them, and what stands out. */
export type Exported = { periods: Periods; reading: VisitorData; findings: Findings };

const columns = ["path", "human", "ai", "total"] as const;
const previousColumns = ["previousHuman", "previousAi", "previousTotal"] as const;
// The writer sees to signs in front; spreadsheets may skip white space and control characters before one.
const hiddenFormula = /^[\s\p{C}]+[=+\-@＝＋－＠]/u;

/**
 * The period's pages as CSV (RFC 4180, lines end in `\n`), with the columns of the previous period when a comparison
 * was asked for; these are empty where they are not known. A path that a spreadsheet would run as a formula has an
 * apostrophe in front.
 */
export function toCsv({ periods, reading }: Exported): string {
  const before = previousCounts(reading);
  const compared = periods.previous !== undefined;
  const rows = reading.current.rows.map((row) => {
    const cells = [row.path, row.human, row.ai, row.total];
    if (!compared) return cells;
    const earlier = before(row.path);
    return [...cells, earlier?.human ?? "", earlier?.ai ?? "", earlier?.total ?? ""];
  });
  return stringify([compared ? [...columns, ...previousColumns] : columns, ...rows], {
    escape_formulas: true,
    // Where a comma is the decimal sign, spreadsheets part cells at semicolons, and some do at tabs.
    quoted_match: /[;\t]/,
    cast: { string: (text) => (hiddenFormula.test(text) ? `'${text}` : text) },
  });
}

/** Everything that was read as JSON, with every path exactly as the service named it. */
export function toJson({ periods, reading, findings }: Exported): string {
  const { current, previous } = reading;
  const { up, down, new: appeared, gone, aiShareUp } = findings;
  const content = {
    ...rangeForService(periods.current),
    complete: current.complete,
    missing: reading.missing,
    totals: counts(current.totals),
    visitors: current.rows.map(page),
    previous:
      previous === undefined || periods.previous === undefined
        ? null
        : {
            ...rangeForService(periods.previous),
            complete: previous.complete,
            totals: counts(previous.totals),
            visitors: previous.rows.map(page),
          },
    moved: { up, down, new: appeared, gone, aiShareUp },
    trend: periods.trend.map((range, index) => point(range, reading.trend[index])),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** The whole report as Markdown, however long. */
export function toMarkdown(report: Report): string {
  const files = report.files.filter((file) => !/\.md$/i.test(file));
  return renderReport({ ...report, files, maxBytes: Number.POSITIVE_INFINITY });
}

function point(range: Range, totals: Counts | undefined) {
  return { ...rangeForService(range), totals: totals === undefined ? null : counts(totals) };
}

function page(row: PageRow): PageRow {
  return { path: row.path, ...counts(row) };
}

function counts({ human, ai, total }: Counts): Counts {
  return { human, ai, total };
}
