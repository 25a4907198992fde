import { isMidnight, writtenMoment, writtenRange } from "../../dates.ts";
import { grouped, plural } from "../../text/words.ts";
import {
  aiShare,
  comparableTotals,
  countsIn,
  hasNoVisitors,
  hasPath,
  lengthRatio,
  noVisitors,
} from "../find/counts.ts";
import type { Counts, PageFinding, Report, VisitorGroup } from "../report-model.ts";
import { change, joinParts, percent, periodLabels, pointsChange } from "./format.ts";
import { pageKinds } from "./kinds.ts";
import { detailsBlock, notListed, pageLink, table } from "./markdown-parts.ts";

/** The key figures; nothing if nobody came in either period. A phone cuts off a last column, so trends are below names. */
export function keyFigures(report: Report, withBoth = false): string | undefined {
  const { data, findings, periods } = report;
  const now = data.current.totals;
  const before = data.previous?.totals;
  if (hasNoVisitors(now) && hasNoVisitors(before ?? noVisitors)) return undefined;
  const comparable = report.isContradictory ? undefined : comparableTotals(report);
  const row = (name: string, figure: (counts: Counts) => string, changed = "") => {
    return [name, figure(now), before === undefined ? "" : figure(before), changed];
  };
  const counted = (name: string, part: keyof Counts) => {
    const changed = comparable && change(comparable[part], now[part], findings.siteThreshold);
    return row(name, (counts) => grouped(counts[part]), changed);
  };
  const withTrend = (name: string, group: VisitorGroup) =>
    counted(joinParts([name, sparkline(data.trend, group)], "<br>"), group);
  const [, all = "", ...others] = counted("", "total");
  const rows = [["**All visitors**", `**${all}**`, ...others], withTrend("People", "human")];
  // On a site without AI, only all visitors and people say something.
  const hasAi = Math.max(now.ai, before?.ai ?? 0) > 0;
  if (hasAi) rows.push(withTrend("AI", "ai"));
  // Counts that contradict each other have no share.
  if (hasAi && !report.isContradictory) {
    if (withBoth)
      rows.push(row("Counted as both", (one) => grouped(Math.max(0, one.human + one.ai - one.total))));
    const share = (one: Counts) => (one.total > 0 ? percent(aiShare(one), 1) : "–");
    rows.push(row("AI share", share, shareChange(before, now, findings.siteThreshold)));
  }
  const { currentColumn, previousColumn, changeColumn } = periodLabels(periods);
  return table(["", currentColumn, previousColumn, changeColumn], rows);
}

/** Empty without visitors in one of the periods, or if few let it change by chance. */
function shareChange(before: Counts | undefined, now: Counts, least: number): string {
  if (before === undefined || Math.min(before.total, now.total) <= 0) return "";
  return Math.max(before.total, now.total) < least ? "" : pointsChange(aiShare(before), aiShare(now));
}

const maxShown = 10;

/** The pages that stand out by any change, in ten rows and at most `rows`. Nothing if there is nothing to compare. */
export function whatMoved({ data, findings, siteUrl }: Report, rows: number): string | undefined {
  const { current, previous } = data;
  // If one of the periods had no visitors, the headline already says so.
  if (previous === undefined || current.totals.total === 0 || previous.totals.total === 0) return undefined;
  const { pages } = findings;
  const some = current.complete && previous.complete ? "page" : "page that was read";
  if (pages.length === 0) return `### What moved\n\nNo ${some} stood out from the site as a whole.`;
  const listed = pages.slice(0, Math.min(rows, maxShown)).map((finding) => cellsOf(finding, siteUrl));
  const parts = [
    "### What moved",
    // Here and in the top pages, a phone shows what is next to the page.
    listed.length > 0 && table(["", "Page", "Change", "Before", "Now"], listed, 2),
    notListed(pages.length - listed.length),
  ];
  return joinParts(parts, "\n\n");
}

function cellsOf(finding: PageFinding, siteUrl: URL | undefined): string[] {
  const { kind, path, previous, current } = finding;
  const { mark, change: word } = pageKinds[kind];
  // A link to a page that is gone would be broken.
  const page = pageLink(path, kind === "gone" ? undefined : siteUrl);
  const count = ({ total }: Counts) => (total === 0 ? "–" : grouped(total));
  const changed = word?.(finding) ?? change(previous.total, current.total);
  return [mark, page, changed, count(previous), count(current)];
}

/** The first `rows` pages: `report.top` in the open, the others folded away. Nothing if nobody came. */
export function topPages(report: Report, rows: number): string | undefined {
  const { periods, data, findings, ignored, siteUrl, top } = report;
  const pages = data.current.rows.filter((row) => hasPath(row) && !ignored(row.path));
  if (pages.length === 0) return undefined;
  const kinds = new Map(findings.pages.map(({ kind, path }) => [path, kind]));
  const before = countsIn(data.previous);
  const listed = pages.slice(0, rows).map(({ path, human, ai, total }) => {
    const kind = kinds.get(path);
    // Empty if it may be chance or is unknown.
    const changed = change((before(path)?.total ?? 0) * lengthRatio(periods), total, findings.threshold);
    const cells = [kind === "new" ? kind : changed, ...[total, human, ai].map(grouped)];
    return [pageLink(path, siteUrl), ...cells];
  });
  const columns = ["Page", periodLabels(periods).changeColumn, "All", "People", "AI"];
  const [shown, folded] = [listed.slice(0, top), listed.slice(top)];
  const name = `${top > 0 ? "The next" : "The first"} ${plural(folded.length, "page")}`;
  const parts = [
    "### Top pages",
    shown.length > 0 && table(columns, shown),
    folded.length > 0 && detailsBlock(name, table(columns, folded)),
    notListed(pages.length - listed.length),
  ];
  return joinParts(parts, "\n\n");
}

/** The points of the chart, at least three. A gap cannot be drawn, so they begin after the newest one. */
function drawnPoints(trend: Report["data"]["trend"]): Counts[] {
  const read = trend.slice(trend.lastIndexOf(undefined) + 1).filter((totals) => totals !== undefined);
  return read.length < 3 ? [] : read;
}

const bars = [..."▁▂▃▄▅▆▇█"];

/** A phone shows no more beside the figures. */
const maxBars = 6;

/** The newest periods of the trend of people or AI as a word, from zero; empty without a trend. */
export function sparkline(trend: Report["data"]["trend"], group: VisitorGroup): string {
  const counts = drawnPoints(trend)
    .slice(-maxBars)
    .map((totals) => totals[group]);
  const highest = Math.max(0, ...counts);
  if (highest === 0) return "";
  return counts.map((count) => bars[Math.round((count / highest) * (bars.length - 1))]).join("");
}

/** The trend as a Mermaid chart, with its figures in a folded table. Undefined with fewer than three points. */
export function trendChart({ periods, data }: Report): string | undefined {
  const read = drawnPoints(data.trend);
  const highest = Math.max(0, ...read.flatMap(({ human, ai }) => [human, ai]));
  if (highest === 0) return undefined;
  const first = periods.trend.at(-read.length);
  const line = (group: "human" | "ai") => `  line [${read.map((totals) => totals[group]).join(", ")}]`;
  const chart = [
    "```mermaid",
    frontMatter,
    "xychart-beta",
    `  title "Visitors per ${periods.unit} (blue: people, amber: AI)"`,
    // Mermaid draws a label for every point, and those of eight weeks would overlap. So the axis has only its title.
    `  x-axis "${writtenRange({ ...periods.current, from: first?.from ?? 0 })}" 1 --> ${read.length}`,
    `  y-axis 0 --> ${Math.max(10, highest)}`,
    line("human"),
    line("ai"),
    "```",
  ].join("\n");
  const rows = data.trend.map((totals, index) => {
    const figures = totals === undefined ? ["not read", ""] : [grouped(totals.human), grouped(totals.ai)];
    const from = periods.trend[index]?.from ?? 0;
    return [writtenMoment(from, { year: true, clock: !isMidnight(from) }), ...figures];
  });
  const figures = table(["From", "People", "AI"], rows.reverse());
  return `${chart}\n\n${detailsBlock("The figures of the chart", figures)}`;
}

// GitHub shrinks a wider chart on a phone until its labels are too small to read. The background is transparent, and both
// colours are readable on white and dark pages.
const frontMatter = `---
config:
  xyChart:
    width: 480
    height: 260
    xAxis:
      showLabel: false
      showTick: false
    yAxis:
      labelPadding: 10
  themeVariables:
    xyChart:
      backgroundColor: "transparent"
      plotColorPalette: "#0969da, #bf8700"
---`;
