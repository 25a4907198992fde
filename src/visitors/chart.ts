import { day, isMidnight, isoMoment, monthName, writtenMoment } from "../dates.ts";
import { hasNoVisitors } from "./counts.ts";
import { grouped, periodLabels } from "./format.ts";
import { type Column, detailsBlock, tableHead, tableRow } from "./markdown-parts.ts";
import type { Counts, Periods, Range, Report } from "./report-model.ts";

/** Two points show no trend. */
const minPoints = 3;
// GitHub shrinks a wider chart on a phone until its labels are too small to read.
const width = 480;
const height = 260;
// The width without the y-axis and the padding.
const plotWidth = 400;
// Pixels of the chart's font, and the least space between two labels.
const characterWidth = 7.5;
const labelGap = 16;

type Point = { range: Range; totals: Counts | undefined };

/**
 * The trend of people and AI as a Mermaid chart, with its figures in a folded table. Undefined with fewer than three
 * points. Mermaid cannot draw gaps, so the chart begins after the newest period that was not read, and with the
 * last before the first that had visitors.
 */
export function trendChart({ periods, data }: Report): string | undefined {
  const points = periods.trend.map((range, index): Point => ({ range, totals: data.trend[index] }));
  const afterGap = points.slice(points.findLastIndex(({ totals }) => totals === undefined) + 1);
  const opened = afterGap.findIndex(({ totals }) => totals !== undefined && !hasNoVisitors(totals));
  const read = afterGap
    .slice(Math.max(0, opened - 1))
    .flatMap(({ range, totals }) => (totals === undefined ? [] : [{ range, totals }]));
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

// The background is transparent; both colours are readable on GitHub's white and dark pages.
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
  ];
  const rows = points.map(({ totals }, index) => {
    const name = names[index] ?? "";
    if (totals === undefined) return tableRow([name, "not read", ""]);
    return tableRow([name, grouped(totals.human), grouped(totals.ai)]);
  });
  return detailsBlock("The figures of the chart", [tableHead(columns), ...rows.reverse()].join("\n"));
}

/** Names for periods, oldest first, in the shortest form that tells them apart; with years if they span a year. */
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
 * The labels of the x-axis, so few that they do not overlap; the newest is always among them. Mermaid needs a label for
 * every point and merges points with equal labels, so the other labels are different invisible texts.
 */
function axisLabels(names: readonly string[]): string[] {
  const longest = Math.max(...names.map(({ length }) => length));
  const room = Math.max(1, Math.floor(plotWidth / (longest * characterWidth + labelGap)));
  const step = Math.ceil(names.length / room);
  return names.map((name, index) =>
    (names.length - 1 - index) % step === 0 ? margin + name + margin : unseen(index),
  );
}

// On a phone Mermaid measures the labels in the shrunken chart and cuts off the last one; spaces around a label prevent
// that. Mermaid trims spaces at the ends of a label, but not inside zero-width characters.
const margin = "\u2060\u00a0\u00a0\u2060";

/** A number in binary, in characters of no width. */
function unseen(index: number): string {
  return index.toString(2).replaceAll("0", "\u200b").replaceAll("1", "\u2060");
}

// 3 is missing because Mermaid would draw fifteen ticks, whose labels overlap.
const roundSteps = [1, 1.2, 1.5, 2, 2.5, 4, 5, 6, 8, 10] as const;

/** The next round number that is not below a value, at least 10, so that every tick of the axis is a whole number. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const step = roundSteps.find((factor) => factor * power >= value) ?? 10;
  return Math.max(10, Math.round(step * power));
}
