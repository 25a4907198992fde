import { grouped } from "../../text/words.ts";
import { groupMoves, type Move } from "../find/moved.ts";
import type { Report } from "../find/report.ts";
import { type Counts, hasNoVisitors } from "../read/data.ts";
import { sparkline } from "./chart.ts";
import { changeOf, joinParts, noBreak } from "./format.ts";
import { inertCode, nameInChat, pageLinks, table } from "./markdown-parts.ts";

/** The key figures; empty if nobody ever came. The heading has the days: a phone would wrap them here. */
export function keyFigures({ totals, data, periods }: Report): string {
  const { now, was, threshold } = totals;
  if (was === undefined && hasNoVisitors(now)) {
    return "";
  }

  const row = (name: string, part: keyof Counts, trend = "") => [
    // A phone cuts off a last column, so the trend is below the name.
    joinParts([name, trend], "<br>"),
    grouped(now[part]),
    was ? grouped(was[part]) : "",
    changeOf(totals, part),
  ];
  return table(
    ["", "Now", "Before", periods.unit === "month" ? "Change (daily average)" : "Change"],
    [
      row("All visitors", "total"),
      row("People", "human", sparkline(data.trend, "human", threshold)),
      row("AI", "ai", sparkline(data.trend, "ai", threshold)),
    ],
  );
}

/** The `top` pages with most visitors, by people. Empty if there are none to list. */
export function topPages({ listed, siteUrl, top }: Report): string {
  const some = listed.toSorted((a, b) => b.now.human - a.now.human).slice(0, top);
  const showPage = pageLinks(some.map(({ path }) => path));
  const rows = some.map(({ path, now }) => [
    grouped(now.human),
    grouped(now.ai),
    showPage(path, siteUrl),
  ]);
  // The figures come first: a long path would move them out of a phone's view.
  return rows.length > 0 ? `### Top pages\n\n${table(["People", "AI", "Page"], rows, 2)}` : "";
}

/** In the list; the summary has all. */
const mostListed = 5;

/** *What moved*: before and after, nothing else. Empty if nothing did. */
export function movedList({ moves, siteUrl }: Report): string {
  const rows = groupMoves(moves);
  if (rows.length === 0) {
    return "";
  }

  const listed = rows.slice(0, mostListed);
  const showMove = movesShown(moves, siteUrl);
  const items = listed.flatMap((row) => {
    const [most] = row;
    return most === undefined ? [] : rowText(row, most, showMove(most));
  });
  const left = rows.length - listed.length;
  if (left > 0) {
    items.push(`and ${grouped(left)} more`);
  }
  return `### What moved\n\n- ${items.join("\n- ")}`;
}

/** How each move of a list shows its page. A link to a page that nobody visits any more may be broken. */
function movesShown(moves: readonly Move[], siteUrl: URL | undefined) {
  const showPage = pageLinks(moves.map(({ path }) => path));
  return ({ path, kind }: Move) => showPage(path, kind === "gone" ? undefined : siteUrl);
}

/** What moved most in a few plain words for a chat. Empty if nothing did. */
export function movedBriefly({ moves }: Report): string {
  const [row = []] = groupMoves(moves);
  const [most] = row;
  return most === undefined ? "" : rowText(row, most, nameInChat(most.path), "");
}

/** A page, or several that are new or gone, of which the first has `most` visitors. */
function rowText(row: readonly Move[], most: Move, page: string, where = whereAre(row)): string {
  const before = grouped(most.before.total);
  const now = grouped(most.now.total);
  if (row.length === 1) {
    return `${page} ${before}${noBreak}→${noBreak}${now}`;
  }

  if (most.kind === "new") {
    return `${grouped(row.length)} new pages${where}; the most read is ${page} (${now})`;
  }
  return `${grouped(row.length)} pages have no visitors any more${where}; the most read was ${page} (${before})`;
}

/** The folder, `/a/b/` of `/a/b/c`, that at least half of the pages are in. Empty for the root. */
function whereAre(pages: readonly Move[]): string {
  const byFolder = Map.groupBy(pages, ({ path }) => path.slice(0, path.lastIndexOf("/") + 1));
  for (const [folder, { length }] of byFolder) {
    const some = length === pages.length ? "all" : `${grouped(length)} of them`;
    const isCommon = folder !== "/" && length * 2 >= pages.length;
    if (isCommon) {
      return `, ${some} below ${inertCode(folder)}`;
    }
  }
  return "";
}

/** In the table, or the `top` pages where these are more: in a file, all. */
const mostInTable = 100;

/** All that moved, as a table. Empty if the list has all of it. */
export function movedTable({ moves, siteUrl, top }: Report): string {
  const rows = groupMoves(moves);
  if (rows.length <= mostListed && rows.length === moves.length) {
    return "";
  }

  const listed = moves.slice(0, Math.max(mostInTable, top));
  const showMove = movesShown(listed, siteUrl);
  const cells = listed.map((move) => [
    grouped(move.now.total),
    grouped(move.before.total),
    showMove(move),
  ]);
  return `### Pages that moved most\n\n${table(["Now", "Before", "Page"], cells, 2)}`;
}
