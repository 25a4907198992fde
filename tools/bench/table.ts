/** One line of the benchmark: what is promised, and what was measured of the action and of a baseline. */
export type Row = { what: string; goal: string; action: string; baseline?: string };

/** The middle of the values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The rows as a Markdown table whose columns line up in a terminal too. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [
    ["What", "Goal", "This action", "Baseline"],
    ...rows.map(({ what, goal, action, baseline = "–" }) => [what, goal, action, baseline]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const [head, ...body] = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body].join("\n");
}
