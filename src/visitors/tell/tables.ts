import { grouped, plural } from "../../text/words.ts";
import { groupMoves, type Move } from "../find/moved.ts";
import type { Report } from "../find/report.ts";
import type { SiteTotals } from "../find/site-totals.ts";
import { type Counts, hasNoVisitors, noVisitors } from "../read/data.ts";
import { sparkline } from "./chart.ts";
import { changeOf, joinParts } from "./format.ts";
import { detailsBlock, notListed, pageLinks, table } from "./markdown-parts.ts";

/** The key figures; empty if nobody came in either period. The heading has the days: a phone would wrap them here. */
export function keyFigures({ totals, data }: Report): string {
  const { now, was = noVisitors, threshold } = totals;
  if (hasNoVisitors(now) && hasNoVisitors(was)) return "";

  const [all = "", ...others] = figuresOf(totals, "total");
  // A phone cuts off a last column, so the trend is below the name.
  const groupRow = (name: string, group: "human" | "ai") => [
    joinParts([name, sparkline(data.trend, group, threshold)], "<br>"),
    ...figuresOf(totals, group),
  ];
  return table(
    ["", "Now", "Before", "Change"],
    [
      ["**All visitors**", `**${all}**`, ...others],
      groupRow("People", "human"),
      groupRow("AI", "ai"),
    ],
  );
}

/** A count of this period, of the one before, and its change. */
function figuresOf(totals: SiteTotals, part: keyof Counts): string[] {
  const { now, was } = totals;
  return [grouped(now[part]), was === undefined ? "" : grouped(was[part]), changeOf(totals, part)];
}

/** The rows of a list that are folded away below the first `top`. */
const foldedRows = 100;

/** The pages with most visitors: `top` in the open, as many as `foldedRows` folded away. Empty if there are none to list. */
export function topPages({ totals, listed, siteUrl, top }: Report): string {
  if (listed.length === 0) return "";

  const some = listed.slice(0, top + foldedRows);
  const showPage = pageLinks(some.map(({ path }) => path));
  // What is next to the page is what a phone shows.
  const rows = some.map(({ path, now, before }) => [
    showPage(path, siteUrl),
    grouped(now.total),
    before && totals.was ? grouped(before.total) : "",
    grouped(now.human),
    grouped(now.ai),
  ]);
  const columns = ["Page", "All", "Before", "People", "AI"];
  const folded = rows.slice(top);
  const summary = `The next ${plural(folded.length, "page")}`;
  const parts = [
    "### Top pages",
    top > 0 && table(columns, rows.slice(0, top)),
    folded.length > 0 && detailsBlock(summary, table(columns, folded)),
    notListed(listed.length - some.length),
  ];
  return joinParts(parts, "\n\n");
}

/** In the list; the summary has all. */
const mostListed = 5;

/** *What moved*: before and after, nothing else. Empty if nothing did. */
export function movedList({ moves, siteUrl }: Report): string {
  const rows = groupMoves(moves);
  if (rows.length === 0) return "";

  const listed = rows.slice(0, mostListed);
  const showMove = movesShown(moves, siteUrl);
  const items = listed.flatMap((row) => {
    const [most] = row;
    return most === undefined ? [] : rowText(row, most, showMove(most));
  });
  const left = rows.length - listed.length;
  if (left > 0) items.push(`and ${grouped(left)} more`);
  return `### What moved\n\n- ${items.join("\n- ")}`;
}

/** How each move of a list shows its page. A link to a page that nobody visits any more may be broken. */
function movesShown(moves: readonly Move[], siteUrl: URL | undefined) {
  const showPage = pageLinks(moves.map(({ path }) => path));
  return ({ path, kind }: Move) => showPage(path, kind === "gone" ? undefined : siteUrl);
}

/** A page, or several that are new or gone, of which the first has `most` visitors. */
function rowText(row: readonly Move[], most: Move, page: string): string {
  const before = grouped(most.before.total);
  const now = grouped(most.now.total);
  if (row.length === 1) return `${page} ${before} → ${now}`;

  const where = whereAre(row);
  if (most.kind === "new")
    return `${grouped(row.length)} new pages${where}; the most read is ${page} (${now})`;
  return `${grouped(row.length)} pages have no visitors any more${where}; the most read was ${page} (${before})`;
}

/** The folder, `/a/b/` of `/a/b/c`, that at least half of the pages are in. Empty for the root. */
function whereAre(pages: readonly Move[]): string {
  const byFolder = Map.groupBy(pages, ({ path }) => path.slice(0, path.lastIndexOf("/") + 1));
  for (const [folder, { length }] of byFolder) {
    const some = length === pages.length ? "all" : `${grouped(length)} of them`;
    const isCommon = folder !== "/" && length * 2 >= pages.length;
    if (isCommon) return `, ${some} below ${pageLinks([folder])(folder)}`;
  }
  return "";
}

/** All that moved, as a table. Empty if the list has all of it. */
export function movedTable({ moves, siteUrl, top }: Report): string {
  const rows = groupMoves(moves);
  if (rows.length <= mostListed && rows.length === moves.length) return "";

  const listed = moves.slice(0, top + foldedRows);
  const showMove = movesShown(listed, siteUrl);
  const cells = listed.map((move) => [
    showMove(move),
    grouped(move.before.total),
    grouped(move.now.total),
  ]);
  const parts = [
    "### All that moved",
    table(["Page", "Before", "Now"], cells),
    notListed(moves.length - listed.length),
  ];
  return joinParts(parts, "\n\n");
}
