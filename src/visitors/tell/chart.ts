import { isMidnight, writtenMoment, writtenRange } from "../../dates.ts";
import { grouped } from "../../text/words.ts";
import type { Report } from "../find/report.ts";
import type { Counts, VisitorData } from "../read/data.ts";
import { detailsBlock, table } from "./markdown-parts.ts";

type Trend = VisitorData["trend"];

/** The points of the chart, at least three. A gap cannot be drawn, so they begin after the newest one. */
function drawnPoints(trend: Trend): Counts[] {
  const afterGap = trend.slice(trend.lastIndexOf(undefined) + 1);
  const read = afterGap.filter((totals) => totals !== undefined);
  return read.length < 3 ? [] : read;
}

const bars = [..."▁▂▃▄▅▆▇█"];

/** A phone shows no more beside the figures. */
const maxBars = 8;

/** The newest periods of the trend of people or AI as a word, from zero; empty without a trend. */
export function sparkline(trend: Trend, group: "human" | "ai"): string {
  const points = drawnPoints(trend).slice(-maxBars);
  const counts = points.map((totals) => totals[group]);
  const highest = Math.max(0, ...counts);
  if (highest === 0) return "";
  const barOf = (count: number) => bars[Math.round((count / highest) * (bars.length - 1))];
  return counts.map(barOf).join("");
}

/** The trend as a Mermaid chart, with its figures in a folded table. Empty with fewer than three points. */
export function trendChart({ periods, data }: Report): string {
  const points = drawnPoints(data.trend);
  const highest = Math.max(0, ...points.flatMap(({ human, ai }) => [human, ai]));
  if (highest === 0) return "";
  const first = periods.trend.at(-points.length);
  const range = {
    ...periods.current,
    from: first?.from ?? 0,
  };
  const line = (group: "human" | "ai") =>
    `  line [${points.map((totals) => totals[group]).join(", ")}]`;
  const chart = [
    "```mermaid",
    frontMatter,
    "xychart-beta",
    `  title "Visitors per ${periods.unit} (blue: people, amber: AI)"`,
    // Mermaid draws a label for every point, and those of eight weeks would overlap. So the axis has only its title.
    `  x-axis "${writtenRange(range)}" 1 --> ${points.length}`,
    `  y-axis 0 --> ${Math.max(10, highest)}`,
    line("human"),
    line("ai"),
    "```",
  ];
  return `${chart.join("\n")}\n\n${detailsBlock("The figures of the chart", chartFigures(periods, data.trend))}`;
}

function chartFigures(periods: Report["periods"], trend: Trend): string {
  const rows = trend.map((totals, index) => {
    const from = periods.trend[index]?.from ?? 0;
    const moment = writtenMoment(from, { year: true, clock: !isMidnight(from) });
    if (totals === undefined) return [moment, "not read", ""];
    return [moment, grouped(totals.human), grouped(totals.ai)];
  });
  return table(["From", "People", "AI"], rows.reverse());
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
