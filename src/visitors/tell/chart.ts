import { isMidnight, writtenMoment, writtenRange } from "../../dates.ts";
import { grouped } from "../../text/words.ts";
import { isClearChange } from "../find/chance.ts";
import type { Report } from "../find/report.ts";
import type { Counts, VisitorData } from "../read/data.ts";
import { detailsBlock, table } from "./markdown-parts.ts";

type Trend = VisitorData["trend"];

/** The points of the trend, at least three and all of them read: a gap cannot be drawn. */
function drawnPoints(trend: Trend): Counts[] {
  const points = trend.filter((totals) => totals !== undefined);
  const isWhole = points.length === trend.length;
  return isWhole && points.length >= 3 ? points : [];
}

const bars = [..."▁▂▃▄▅▆▇█"];

/** A phone of 390 px shows no more beside the figures. */
const maxBars = 6;

/**
 * The newest periods of the trend of people or AI as a word, from zero. Empty if none has as many as `least`, or if the
 * lowest and the highest may differ by chance.
 */
export function sparkline(trend: Trend, group: "human" | "ai", least: number): string {
  const counts = drawnPoints(trend)
    .slice(-maxBars)
    .map((totals) => totals[group]);
  const highest = Math.max(...counts);
  const differ = isClearChange(Math.min(...counts), highest);
  if (highest < least || !differ) {
    return "";
  }
  const barOf = (count: number) => bars[Math.round((count / highest) * (bars.length - 1))];
  return counts.map(barOf).join("");
}

/** The trend as a Mermaid chart, with its figures in a folded table. Empty where a point is missing or all are below M. */
export function trendChart({ periods, data, totals }: Report): string {
  const points = drawnPoints(data.trend);
  const people = points.map(({ human }) => human);
  const ai = points.map((point) => point.ai);
  const highest = Math.max(...people, ...ai);
  if (highest < totals.threshold) {
    return "";
  }

  const starts = periods.trend.map(({ from }) => from);
  const range = {
    ...periods.current,
    from: Math.min(...starts),
  };
  const chart = [
    "```mermaid",
    frontMatter,
    "xychart-beta",
    `  title "Visitors per ${periods.unit} (blue: people, amber: AI)"`,
    // Mermaid draws a label for every point, and those of eight weeks would overlap. So the axis has only its title.
    `  x-axis "${writtenRange(range)}" 1 --> ${points.length}`,
    `  y-axis 0 --> ${highest}`,
    `  line [${people.join(", ")}]`,
    `  line [${ai.join(", ")}]`,
    "```",
  ];
  const rows = points.map((point, index) => {
    const from = starts[index] ?? 0;
    const start = writtenMoment(from, { year: true, clock: !isMidnight(from) });
    return [start, grouped(point.human), grouped(point.ai)];
  });
  const figures = table(["From", "People", "AI"], rows.reverse());
  return `${chart.join("\n")}\n\n${detailsBlock("The figures of the chart", figures)}`;
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
