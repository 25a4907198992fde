import { grouped, plural } from "../../text/words.ts";
import type { Report } from "../find/report.ts";
import { type Counts, hasNoVisitors, noVisitors } from "../read/data.ts";
import { sparkline } from "./chart.ts";
import { change, joinParts, periodLabels } from "./format.ts";
import { detailsBlock, notListed, pageLinks, table } from "./markdown-parts.ts";

/** The key figures; empty if nobody came in either period. A phone cuts off a last column, so trends are below names. */
export function keyFigures({ data, totals, contradiction, periods }: Report): string {
  const { now, leastChanged } = totals;
  const was = data.previous?.totals;
  if (hasNoVisitors(now) && hasNoVisitors(was ?? noVisitors)) return "";
  // Counts that contradict each other cannot be compared.
  const before = contradiction === undefined ? totals.before : undefined;
  const cells = (part: keyof Counts) => [
    grouped(now[part]),
    was ? grouped(was[part]) : "",
    change(before?.[part] ?? 0, now[part], leastChanged),
  ];
  const row = (name: string, group: "human" | "ai") => [
    joinParts([name, sparkline(data.trend, group)], "<br>"),
    ...cells(group),
  ];
  const [all = "", ...others] = cells("total");
  const labels = periodLabels(periods);
  return table(
    ["", labels.current, labels.previous, labels.change],
    [["**All visitors**", `**${all}**`, ...others], row("People", "human"), row("AI", "ai")],
  );
}

/** The rows of a list that are folded away below the first `top`. */
export const foldedRows = 100;

/** The pages with most visitors: `top` in the open, as many as `foldedRows` folded away. Empty if there are none to list. */
export function topPages({ data, listed, siteUrl, top, isIgnored }: Report): string {
  if (listed.length === 0) return "";
  const some = listed.slice(0, top + foldedRows);
  const showPage = pageLinks(some.map(({ path }) => path));
  const cells = some.map(({ path, now, before }) => {
    const was = before === undefined ? "" : grouped(before.total);
    return [showPage(path, siteUrl), grouped(now.total), was, grouped(now.human), grouped(now.ai)];
  });
  const columns = ["Page", "All", "Before", "People", "AI"];
  const shown = cells.slice(0, top);
  const folded = cells.slice(top);
  const name = `${top > 0 ? "The next" : "The first"} ${plural(folded.length, "page")}`;
  const all = data.current.pages.filter((page) => !isIgnored(page)).length;
  const parts = [
    "### Top pages",
    shown.length > 0 && table(columns, shown),
    folded.length > 0 && detailsBlock(name, table(columns, folded)),
    notListed(all - some.length),
  ];
  return joinParts(parts, "\n\n");
}
