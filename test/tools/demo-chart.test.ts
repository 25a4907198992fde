import { describe, expect, it } from "vitest";
import { trendChart } from "../../src/visitors/tell/chart.ts";
import { drawChart } from "../../tools/demo/chart.ts";
import { counts, dataOf, periodsOf, reportOf } from "../visitors/report-fixture.ts";

/** The Mermaid source of the report's chart, for people and AI by week. */
function sourceOf(weeks: readonly (readonly [people: number, ai: number])[]): string {
  const trend = weeks.map(([people, ai]) => counts(people, ai));
  const report = reportOf({ periods: periodsOf({ trend: trend.length }), data: dataOf({ trend }) });
  return /```mermaid\n(.*?)\n```/s.exec(trendChart(report))?.[1] ?? "";
}

/** What the picture shows: its texts, the lines of its grid by height, and its lines as points. */
function seen(svg = "") {
  const grid = Array.from(svg.matchAll(/class="chart-grid" d="M\d+ ([\d.]+)H/g), ([, y]) =>
    Number(y),
  );
  const lines = Array.from(
    svg.matchAll(/<polyline points="(.*?)" stroke="(.*?)"/g),
    ([, points = "", stroke]) => ({
      stroke,
      points: points.split(" ").map((point) => point.split(",").map(Number)),
    }),
  );
  return {
    texts: Array.from(svg.matchAll(/<text [^>]*>(.*?)<\/text>/g), ([, text]) => text),
    grid,
    lines,
  };
}

const example = sourceOf([
  [6000, 500],
  [9000, 1000],
  [12_000, 0],
]);

describe("the demo's picture of a chart", () => {
  it("has each figure in its place and at its height, people in blue and AI in amber", () => {
    const svg = drawChart(example) ?? "";
    const { texts, grid, lines } = seen(svg);
    expect(texts).toEqual([
      "Visitors per week (blue: people, amber: AI)",
      ...["0", "2,000", "4,000", "6,000", "8,000", "10,000", "12,000"],
      "31 Oct – 20 Nov 2026",
    ]);
    expect(lines.map(({ stroke }) => stroke)).toEqual(["#0969da", "#bf8700"]);
    for (const { points } of lines) expect(points.map(([x]) => x)).toEqual([72, 272, 472]);
    const [zero = 0] = grid;
    const top = grid.at(-1) ?? 0;
    const shown = lines.flatMap(({ points }) =>
      points.map(([, y = 0]) => (12_000 * (zero - y)) / (zero - top)),
    );
    for (const [index, figure] of [6000, 9000, 12_000, 500, 1000, 0].entries())
      expect(Math.abs((shown[index] ?? 0) - figure)).toBeLessThan(12);
    expect(shown).toHaveLength(6);
  });

  it.each([
    ["a line that it does not know", example.replace("  line [", "  bar [")],
    ["an axis that does not begin at zero", example.replace("y-axis 0", "y-axis 100")],
    ["a colour that is none", example.replace("#0969da", "url(#x)")],
  ])("leaves out a chart with %s", (_, source) => {
    expect(source).not.toBe(example);
    expect(drawChart(source)).toBeUndefined();
  });

  it("escapes the texts of its source", () => {
    const svg = drawChart(
      example
        .replace("Visitors per week", "<script>&</title>")
        .replace("31 Oct – 20 Nov 2026", "<b>"),
    );
    expect(svg).toContain(">&lt;script&gt;&amp;&lt;/title&gt; (blue");
    expect(svg).toContain(">&lt;b&gt;</text>");
    expect(svg).not.toMatch(/<(?!\/?(?:svg|text|path|polyline)\b)/);
  });
});
