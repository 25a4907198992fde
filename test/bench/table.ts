import type { Row } from "./row.ts";

const head = ["What", "Goal", "This action", "A bare `fetch`", "A shell loop of curl and jq"];

/** The rows as a Markdown table whose columns stand below each other in a terminal too. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [
    head,
    ...rows.map(({ what, goal, action, fetch, shell }) => [what, goal, action, fetch, shell]),
  ];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const written = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [written[0], rule, ...written.slice(1)].join("\n");
}
