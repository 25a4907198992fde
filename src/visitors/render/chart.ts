import { day, isMidnight, isoMoment, monthName, writtenMoment } from "../../dates.ts";
import type { Counts, Periods, Range, Report } from "../report-model.ts";
import { grouped } from "./format.ts";
import { type Column, detailsBlock, tableHead, tableRow } from "./markdown-parts.ts";
import { periodLabels } from "./period-labels.ts";

/** Fewer points are no trend. */
const minPoints = 3;
// A wider chart would have labels on a phone that are too small to read.
const width = 480;
const height = 260;
// What the axis of values and the paddings leave of the width.
const plotWidth = 400;
// Of the chart's font, with the space to the next label.
const characterWidth = 7.5;
const labelGap = 16;

type Point = { range: Range; totals: Counts | undefined };

/**
 * The trend of people and AI as a chart that GitHub draws, with its figures in a folded table. Nothing with fewer than
 * three points. Mermaid draws no gaps, so a period that was not read is left out of the chart, and the table says so.
 */
export function trendChart({ periods, data }: Report): string | undefined {
  const points = periods.trend.map((range, index): Point => ({ range, totals: data.trend[index] }));
  const read = points.flatMap(({ range, totals }) => (totals === undefined ? [] : [{ range, totals }]));
  const highest = Math.max(0, ...read.flatMap(({ totals }) => [totals.human, totals.ai]));
  if (read.length < minPoints || highest === 0) return undefined;
  const values = (select: (totals: Counts) => number) =>
    read.map(({ totals }) => Math.round(select(totals))).join(", ");
  const names = pointNames(
    read.map(({ range }) => range),
    periods.unit,
  );
  const chart = [
    "```mermaid",
    ...frontMatter,
    "xychart-beta",
    `  title "Visitors per ${periodLabels(periods).length} (blue: people, amber: AI)"`,
    `  x-axis [${axisLabels(names)
      .map((label) => `"${label}"`)
      .join(", ")}]`,
    `  y-axis 0 --> ${roundedUp(highest)}`,
    `  line [${values(({ human }) => human)}]`,
    `  line [${values(({ ai }) => ai)}]`,
    "```",
  ].join("\n");
  return `${chart}\n\n${figuresTable(points, periods)}`;
}

// Both colours are readable on white and on GitHub's dark page, which shows through.
const frontMatter = [
  "---",
  "config:",
  "  xyChart:",
  `    width: ${width}`,
  `    height: ${height}`,
  "    yAxis:",
  "      labelPadding: 10",
  "  themeVariables:",
  "    xyChart:",
  '      backgroundColor: "transparent"',
  '      plotColorPalette: "#0969da, #bf8700"',
  "---",
];

function figuresTable(points: readonly Point[], periods: Periods): string {
  const names = pointNames(
    points.map(({ range }) => range),
    periods.unit,
  );
  const columns: Column[] = [
    [periodLabels(periods).trendColumn, "left"],
    ["People", "right"],
    ["AI", "right"],
    ["All visitors", "right"],
  ];
  const rows = points.map(({ totals }, index) => {
    const name = names[index] ?? "";
    if (totals === undefined) return tableRow([name, "not read", "", ""]);
    return tableRow([name, ...[totals.human, totals.ai, totals.total].map(grouped)]);
  });
  return detailsBlock("The figures of the chart", [tableHead(columns), ...rows.reverse()].join("\n"));
}

/** Names for periods, oldest first: the shortest form that tells them all apart, with years over more than one. */
function pointNames(ranges: readonly Range[], unit: Periods["unit"]): string[] {
  const isLong = (ranges.at(-1)?.from ?? 0) - (ranges[0]?.from ?? 0) >= 365 * day;
  const clock = ranges.some(({ from }) => !isMidnight(from));
  const forms: ((time: number) => string)[] =
    unit.kind === "month"
      ? [shortMonth, (time) => `${shortMonth(time)} ${new Date(time).getUTCFullYear()}`]
      : [(time) => writtenMoment(time, { clock }), (time) => writtenMoment(time, { year: true, clock })];
  const named = forms.slice(isLong ? 1 : 0).map((form) => ranges.map(({ from }) => form(from)));
  const distinct = named.find((names) => new Set(names).size === names.length);
  return distinct ?? ranges.map(({ from }) => isoMoment(from));
}

function shortMonth(time: number): string {
  return monthName(time).slice(0, 3);
}

/**
 * The labels of the axis, thinned out so that they do not overlap; the newest stays. Mermaid wants a text for each point
 * and draws points with the same text in the same place, so the others get texts that differ and are not seen.
 */
function axisLabels(names: readonly string[]): string[] {
  const longest = Math.max(...names.map(({ length }) => length));
  const room = Math.max(1, Math.floor(plotWidth / (longest * characterWidth + labelGap)));
  const step = Math.ceil(names.length / room);
  return names.map((name, index) =>
    (names.length - 1 - index) % step === 0 ? margin + name + margin : unseen(index),
  );
}

// Mermaid leaves half a label of room at both ends, but measures it when a phone has shrunk the chart already, and would
// cut off the last one. It trims the spaces of a text, so that these need something around them.
const margin = "\u2060\u00a0\u00a0\u2060";

/** A number in binary digits that have no width. */
function unseen(index: number): string {
  return index.toString(2).replaceAll("0", "\u200b").replaceAll("1", "\u2060");
}

// Without 3, which Mermaid divides into fifteen parts whose labels overlap.
const roundSteps = [1, 1.2, 1.5, 2, 2.5, 4, 5, 6, 8, 10] as const;

/** The next round number that is not below a value, at least 10, so that every tick of the axis is a whole number. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const step = roundSteps.find((factor) => factor * power >= value) ?? 10;
  return Math.max(10, Math.round(step * power));
}
