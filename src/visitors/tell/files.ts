import { stringify } from "csv-stringify/sync";
import { writtenRange } from "../../dates.ts";
import { isAnyRead } from "../find/next.ts";
import type { Report } from "../find/report.ts";
import { hasNoVisitors, isoRange } from "../read/data.ts";
import { isPlainPath } from "../read/pages.ts";
import { changeFraction, joinParts } from "./format.ts";
import { headlineText } from "./headline.ts";
import { briefly, requestOn } from "./next.ts";
import { renderReport } from "./report.ts";
import { movedBriefly } from "./tables.ts";

const columns = ["path", "human", "ai", "total", "previousHuman", "previousAi", "previousTotal"];

/** The pages as CSV (RFC 4180, lines end in `\n`). All paths begin with a slash, so none is a formula. */
export function toCsv({ pages }: Report): string {
  const visited = pages.filter(({ now }) => !hasNoVisitors(now));
  const rows = visited.map(({ path, now, before }) => [
    path,
    now.human,
    now.ai,
    now.total,
    before?.human ?? "",
    before?.ai ?? "",
    before?.total ?? "",
  ]);
  // Where the decimal separator is a comma, spreadsheets split cells at semicolons; some split at tabs.
  return stringify([columns, ...rows], { quoted_match: /[;\t]/ });
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
        ? {
            ...isoRange(periods.previous),
            complete: previous.complete,
            totals: previous.totals,
          }
        : null,
    pages: pages.map(({ page, path, now, before = null }) => ({
      path,
      ...now,
      previous: before,
      moved: kinds.get(page) ?? null,
    })),
    noPages: current.noPages.length,
    next: nextData(report) ?? null,
    trend: periods.trend.map((range, index) => ({
      ...isoRange(range),
      totals: data.trend[index] ?? null,
    })),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** What to document next for programs: plain paths and numbers. Undefined if no signal was read. */
function nextData({ data, next }: Report): readonly object[] | undefined {
  if (!isAnyRead(data.signals)) {
    return undefined;
  }
  return next.map((row) => {
    const page = "path" in row ? row : undefined;
    return {
      kind: row.kind,
      path: page && isPlainPath(page.path) ? page.path : null,
      human: page?.readers?.human ?? null,
      ai: page?.readers?.ai ?? null,
      ...row.evidence,
    };
  });
}

/** The whole report as Markdown, of any length, without a word of a visitor: those are for the summary and the comment. */
export function toMarkdownFile(report: Report): string {
  const next = report.next.map((row) =>
    "page" in row ? { ...row, quotes: [] } : { ...row, term: "" },
  );
  return renderReport({
    ...report,
    next,
    top: Number.POSITIVE_INFINITY,
  });
}

/** The outputs by name. One that does not apply is empty. */
export function outputsOf(report: Report): Record<string, string> {
  const { data, periods, prompted, totals } = report;
  const { human, ai, total } = data.current.totals;
  const before = data.previous?.totals;
  // The counts are approximate, so a part may be larger than all.
  const aiShare = total > 0 ? Math.min(1, ai / total) : undefined;
  const next = nextData(report);
  const values = {
    ...isoRange(periods.current),
    human,
    ai,
    total,
    // The service's counts are approximate, so more than four decimals mean nothing.
    aiShare: aiShare && Math.round(aiShare * 10_000) / 10_000,
    previousHuman: before?.human,
    previousAi: before?.ai,
    previousTotal: before?.total,
    humanChange: changeFraction(totals.before.human, human),
    aiChange: changeFraction(totals.before.ai, ai),
    totalChange: changeFraction(totals.before.total, total),
    pages: data.current.pages.length,
    complete: data.current.complete,
    digest: toDigest(report),
    next: next && JSON.stringify(next),
    nextCount: next?.length,
    nextPrompt: prompted && requestOn(prompted),
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value = ""]) => [name, String(value)]),
  );
}

/** The report as at most three lines of plain text for a chat. `address` is where the whole report is. */
export function toDigest(report: Report, address = report.runUrl): string {
  const { next, periods, siteUrl } = report;
  // Without the port: a chat could show text between two colons as an emoji.
  const name = siteUrl?.hostname ?? "Docs visitors";
  const [first] = next;
  const moved = movedBriefly(report);
  const lines = [
    `${name}, ${writtenRange(periods.current)}: ${headlineText(report)}`,
    first ? `Next: ${briefly(first)}` : moved && `Moved most: ${moved}`,
    address,
  ];
  return joinParts(lines, "\n");
}
