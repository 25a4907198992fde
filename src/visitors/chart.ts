import { day, isMidnight, monthName, writtenMoment, writtenRange } from "../dates.ts";
import { hasNoVisitors } from "./counts.ts";
import { grouped, periodLabels } from "./format.ts";
import { type Column, detailsBlock, table } from "./markdown-parts.ts";
import type { Periods, Report } from "./report-model.ts";

/** Two points show no trend. */
const minPoints = 3;
// GitHub shrinks a wider chart on a phone until its labels are too small to read.
const width = 480;
const height = 260;

/**
 * The trend of people and AI as a Mermaid chart, with its figures in a folded table. Undefined with fewer than three
 * points. Mermaid cannot draw gaps, so the chart begins after the newest period that was not read, and with the last
 * before the first that had visitors.
 */
export function trendChart({ periods, data }: Report): string | undefined {
  const names = pointNames(periods);
  const opened = data.trend.findIndex((totals) => totals !== undefined && !hasNoVisitors(totals));
  const start = Math.max(data.trend.lastIndexOf(undefined) + 1, opened - 1);
  const read = data.trend.slice(start).filter((totals) => totals !== undefined);
  const highest = Math.max(0, ...read.flatMap(({ human, ai }) => [human, ai]));
  if (read.length < minPoints || highest === 0) return undefined;
  const labels = periodLabels(periods);
  const line = (group: "human" | "ai") => `  line [${read.map((totals) => totals[group]).join(", ")}]`;
  const chart = [
    "```mermaid",
    ...frontMatter,
    "xychart-beta",
    `  title "Visitors per ${labels.length} (blue: people, amber: AI)"`,
    // Mermaid draws a label for every point, and those of eight weeks would overlap. So the axis has only its title.
    `  x-axis "${writtenRange({ ...periods.current, from: periods.trend[start]?.from ?? 0 })}" 1 --> ${read.length}`,
    `  y-axis 0 --> ${roundedUp(highest)}`,
    line("human"),
    line("ai"),
    "```",
  ].join("\n");
  const columns: Column[] = [
    [labels.trendColumn, "left"],
    ["People", "right"],
    ["AI", "right"],
  ];
  const rows = data.trend.map((totals, index) => {
    const figures = totals === undefined ? ["not read", ""] : [grouped(totals.human), grouped(totals.ai)];
    return [names[index] ?? "", ...figures];
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

/** Names for the periods of the trend, with years if they span a year. */
function pointNames({ trend, unit }: Periods): string[] {
  const [first, last] = [trend[0]?.from ?? 0, trend.at(-1)?.from ?? 0];
  const year = last - first >= 365 * day;
  const clock = trend.some(({ from }) => !isMidnight(from));
  return trend.map(({ from }) => {
    if (unit.kind !== "month") return writtenMoment(from, { year, clock });
    const month = monthName(from).slice(0, 3);
    return year ? `${month} ${new Date(from).getUTCFullYear()}` : month;
  });
}

// 3 is missing because Mermaid would draw fifteen ticks, whose labels overlap.
const roundSteps = [1, 1.2, 1.5, 2, 2.5, 4, 5, 6, 8, 10] as const;

/** The next round number that is not below a value, at least 10, so that every tick of the axis is a whole number. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const step = roundSteps.find((factor) => factor * power >= value) ?? 10;
  return Math.max(10, Math.round(step * power));
}
