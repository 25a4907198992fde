import { isMidnight, writtenMoment, writtenRange } from "../dates.ts";
import { grouped } from "../text/words.ts";
import { type Column, detailsBlock, table } from "./markdown-parts.ts";
import type { Counts, Report, VisitorGroup } from "./report-model.ts";

/** Two points show no trend. */
const minPoints = 3;
// GitHub shrinks a wider chart on a phone until its labels are too small to read.
const width = 480;
const height = 260;

/**
 * The points that are drawn; none if they are fewer than three. A gap cannot be drawn, so they begin after the newest
 * period that was not read.
 */
function drawnPoints(trend: Report["data"]["trend"]): Counts[] {
  const read = trend.slice(trend.lastIndexOf(undefined) + 1).filter((totals) => totals !== undefined);
  return read.length < minPoints ? [] : read;
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

/**
 * The trend of people and AI as a Mermaid chart, with its figures in a folded table. Undefined with fewer than three
 * points.
 */
export function trendChart({ periods, data }: Report): string | undefined {
  const read = drawnPoints(data.trend);
  const highest = Math.max(0, ...read.flatMap(({ human, ai }) => [human, ai]));
  if (highest === 0) return undefined;
  const first = periods.trend.at(-read.length);
  const line = (group: "human" | "ai") => `  line [${read.map((totals) => totals[group]).join(", ")}]`;
  const chart = [
    "```mermaid",
    ...frontMatter,
    "xychart-beta",
    `  title "Visitors per ${periods.unit} (blue: people, amber: AI)"`,
    // Mermaid draws a label for every point, and those of eight weeks would overlap. So the axis has only its title.
    `  x-axis "${writtenRange({ ...periods.current, from: first?.from ?? 0 })}" 1 --> ${read.length}`,
    `  y-axis 0 --> ${Math.max(10, highest)}`,
    line("human"),
    line("ai"),
    "```",
  ].join("\n");
  const columns: Column[] = [
    ["From", "left"],
    ["People", "right"],
    ["AI", "right"],
  ];
  const rows = data.trend.map((totals, index) => {
    const figures = totals === undefined ? ["not read", ""] : [grouped(totals.human), grouped(totals.ai)];
    const from = periods.trend[index]?.from ?? 0;
    return [writtenMoment(from, { year: true, clock: !isMidnight(from) }), ...figures];
  });
  return `${chart}\n\n${detailsBlock("The figures of the chart", table(columns, rows.reverse()))}`;
}

// The background is transparent; both colours are readable on GitHub's white and dark pages.
const frontMatter = [
  "---",
  "config:",
  "  xyChart:",
  `    width: ${width}`,
  `    height: ${height}`,
  "    xAxis:",
  "      showLabel: false",
  "      showTick: false",
  "    yAxis:",
  "      labelPadding: 10",
  "  themeVariables:",
  "    xyChart:",
  '      backgroundColor: "transparent"',
  '      plotColorPalette: "#0969da, #bf8700"',
  "---",
];
