import { grouped } from "../../text/words.ts";
import type { Move, MoveGroup } from "../find/moved.ts";
import type { Report } from "../find/report.ts";
import { joinParts } from "./format.ts";
import { notListed, pageLinks, table } from "./markdown-parts.ts";
import { foldedRows } from "./tables.ts";

/** In the list; the summary has all. */
const mostListed = 5;

/** *What moved*: before and after, nothing else. Empty if nothing did. */
export function movedList({ moved, siteUrl }: Report): string {
  if (moved.length === 0) return "";

  const listed = moved.slice(0, mostListed);
  const showMove = movesShown(listed.map(pageOf), siteUrl);
  const items = listed.map((row) => {
    const page = showMove(pageOf(row));
    return "most" in row ? groupText(row, page) : moveText(row, page);
  });
  const left = moved.length - listed.length;
  if (left > 0) items.push(`and ${grouped(left)} more`);
  return `### What moved\n\n- ${items.join("\n- ")}`;
}

/** The page that a row names. */
function pageOf(row: Move | MoveGroup): Move {
  return "most" in row ? row.most : row;
}

/** How each move of a list shows its page. A link to a page that nobody visits any more may be broken. */
function movesShown(moves: readonly Move[], siteUrl: URL | undefined): (move: Move) => string {
  const showPage = pageLinks(moves.map(({ path }) => path));
  return ({ path, kind }) => showPage(path, kind === "gone" ? undefined : siteUrl);
}

function moveText({ before, now }: Move, page: string): string {
  return `${page} ${grouped(before.total)} → ${grouped(now.total)}`;
}

function groupText(group: MoveGroup, page: string): string {
  const { kind, pages, most } = group;
  const where = whereIs(group);
  if (kind === "new")
    return `${grouped(pages)} new pages${where}; the most read is ${page} (${grouped(most.now.total)})`;
  return `${grouped(pages)} pages have no visitors any more${where}; the most read was ${page} (${grouped(most.before.total)})`;
}

function whereIs({ pages, folder, below }: MoveGroup): string {
  if (folder === undefined) return "";
  const shown = pageLinks([folder])(folder);
  const some = below === pages ? "all" : `${grouped(below)} of them`;
  return `, ${some} below ${shown}`;
}

/** All that moved, as a table. Empty if the list has all of it. */
export function movedTable({ moves, moved, siteUrl, top }: Report): string {
  const isListed = moved.length <= mostListed && moved.length === moves.length;
  if (isListed || moves.length === 0) return "";

  const listed = moves.slice(0, top + foldedRows);
  const showMove = movesShown(listed, siteUrl);
  const rows = listed.map((move) => [
    showMove(move),
    grouped(move.before.total),
    grouped(move.now.total),
  ]);
  const parts = [
    "### All that moved",
    table(["Page", "Before", "Now"], rows),
    notListed(moves.length - listed.length),
  ];
  return joinParts(parts, "\n\n");
}
