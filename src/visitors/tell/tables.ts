import { grouped, plural } from "../../text/words.ts";
import type { ComparedPage } from "../find/moved.ts";
import type { Report } from "../find/report.ts";
import type { SiteTotals } from "../find/site-totals.ts";
import { type Counts, hasNoVisitors, noVisitors } from "../read/data.ts";
import { sparkline } from "./chart.ts";
import { change, joinParts, periodLabels } from "./format.ts";
import { detailsBlock, notListed, pageLinks, table } from "./markdown-parts.ts";

/** The key figures; empty if nobody came in either period. */
export function keyFigures(report: Report): string {
  const { totals, periods } = report;
  if (hasNoVisitors(totals.now) && hasNoVisitors(totals.was ?? noVisitors)) return "";

  const labels = periodLabels(periods);
  const [all = "", ...others] = figuresOf(report, "total");
  return table(
    ["", labels.current, labels.previous, labels.change],
    [
      ["**All visitors**", `**${all}**`, ...others],
      groupRow(report, "People", "human"),
      groupRow(report, "AI", "ai"),
    ],
  );
}

/** People or AI. A phone cuts off a last column, so the trend is below the name. */
function groupRow(report: Report, name: string, group: "human" | "ai"): string[] {
  const { data, totals } = report;
  // On a small site it would show chance.
  const trend = Number.isFinite(totals.leastChanged) && sparkline(data.trend, group);
  return [joinParts([name, trend], "<br>"), ...figuresOf(report, group)];
}

/** A count of this period, of the one before, and its change. */
function figuresOf({ totals, contradiction }: Report, part: keyof Counts): string[] {
  const { now, was, before, leastChanged } = totals;
  // Counts that contradict each other cannot be compared.
  const comparable = contradiction === undefined ? before : undefined;
  return [
    grouped(now[part]),
    was === undefined ? "" : grouped(was[part]),
    change(comparable?.[part] ?? 0, now[part], leastChanged),
  ];
}

/** The rows of a list that are folded away below the first `top`. */
export const foldedRows = 100;

/** The pages with most visitors: `top` in the open, as many as `foldedRows` folded away. Empty if there are none to list. */
export function topPages({ data, totals, listed, siteUrl, top, isIgnored }: Report): string {
  if (listed.length === 0) return "";

  const some = listed.slice(0, top + foldedRows);
  const showPage = pageLinks(some.map(({ path }) => path));
  const rows = some.map((page) => [showPage(page.path, siteUrl), ...countsOf(page, totals)]);
  const shown = rows.slice(0, top);
  const folded = rows.slice(top);
  const columns = ["Page", "All", "Before", "People", "AI"];
  const summary = `${top > 0 ? "The next" : "The first"} ${plural(folded.length, "page")}`;
  const all = data.current.pages.filter((page) => !isIgnored(page));
  const parts = [
    "### Top pages",
    shown.length > 0 && table(columns, shown),
    folded.length > 0 && detailsBlock(summary, table(columns, folded)),
    notListed(all.length - some.length),
  ];
  return joinParts(parts, "\n\n");
}

/** What is next to the page is what a phone shows. */
function countsOf({ now, before }: ComparedPage, { was }: SiteTotals): string[] {
  const isCompared = before !== undefined && was !== undefined;
  return [
    grouped(now.total),
    isCompared ? grouped(before.total) : "",
    grouped(now.human),
    grouped(now.ai),
  ];
}
