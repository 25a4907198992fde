/** A chart as the report writes it: lines over equal steps of time, and an axis that begins at zero. */
type Chart = {
  width: number;
  height: number;
  /** The colour of each line. */
  palette: readonly string[];
  title: string;
  /** The title of the x-axis, and its number of points. */
  axis: string;
  points: number;
  top: number;
  lines: readonly (readonly number[])[];
};

const margin = { top: 40, right: 8, bottom: 32, left: 72 };
const maxTicks = 6;
const gap = 8;

/**
 * The SVG of a chart, from its Mermaid source. It draws what the report uses of `xychart-beta`, and returns undefined for
 * anything else, rather than a chart that says something different. Texts of the source are escaped, and whatever is not
 * a number or a colour is only ever text.
 */
export function drawChart(source: string): string | undefined {
  const chart = parseChart(source);
  if (chart === undefined) return undefined;
  const { width, height, palette, title, axis, points, top, lines } = chart;
  const bottom = height - margin.bottom;
  const distance = (width - margin.left - margin.right) / (points - 1);
  const x = (index: number) => rounded(margin.left + distance * index);
  const y = (value: number) => rounded(bottom - (value / top) * (bottom - margin.top));
  const text = (content: string, place: string) => `<text ${place}>${escaped(content)}</text>`;
  const parts = [
    text(title, `class="chart-title" x="${width / 2}" y="20" text-anchor="middle"`),
    ...ticks(top).flatMap((value) => [
      `<path class="chart-grid" d="M${margin.left} ${y(value)}H${width - margin.right}"/>`,
      text(
        value.toLocaleString("en-US"),
        `x="${margin.left - gap}" y="${y(value)}" text-anchor="end" dominant-baseline="central"`,
      ),
    ]),
    text(
      axis,
      `x="${(margin.left + width - margin.right) / 2}" y="${height - gap}" text-anchor="middle"`,
    ),
    ...lines.map((values, line) => {
      const places = values.map((value, index) => `${x(index)},${y(value)}`).join(" ");
      return `<polyline points="${places}" stroke="${palette[line]}"/>`;
    }),
  ];
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escaped(title)}">\n${parts.join("\n")}\n</svg>`;
}

const form =
  /^---\n(.*?)\n---\nxychart-beta\n {2}title "([^"\n]*)"\n {2}x-axis "([^"\n]*)" 1 --> ([1-9]\d*)\n {2}y-axis 0 --> ([1-9]\d{0,14})\n((?: {2}line \[\d+(?:, \d+)*\]\n?)+)$/s;
const colours = /^ +plotColorPalette: "(#[\da-f]{6}(?:, #[\da-f]{6})*)"$/m;

/** Reads a chart. Undefined if it has another form, or if its parts do not fit together. */
function parseChart(source: string): Chart | undefined {
  const [, config = "", title = "", axis = "", points = "", top = "", series = ""] =
    form.exec(source) ?? [];
  const size = (name: string) =>
    Number(new RegExp(`^ +${name}: (\\d{3,4})$`, "m").exec(config)?.[1]);
  const chart: Chart = {
    width: size("width"),
    height: size("height"),
    palette: colours.exec(config)?.[1]?.split(", ") ?? [],
    title,
    axis,
    points: Number(points),
    top: Number(top),
    lines: Array.from(series.matchAll(/\[(.*)\]/g), ([, line = ""]) =>
      line.split(", ").map(Number),
    ),
  };
  const { width, height, palette, lines } = chart;
  const fits = (values: readonly number[]) =>
    values.length === chart.points && values.every((value) => value <= chart.top);
  const isWhole = width >= 100 && height >= 100 && lines.length <= palette.length;
  return isWhole && lines.every(fits) ? chart : undefined;
}

/** Whole numbers from zero up to the top, at round distances. */
function ticks(top: number): number[] {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(top / maxTicks)));
  const step = power * ([1, 2, 5].find((factor) => top / (factor * power) <= maxTicks) ?? 10);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
