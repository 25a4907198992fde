import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";

const metadata = z.object({
  inputs: z.record(
    z.string(),
    z.object({ description: z.string(), required: z.boolean().optional(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
});

/**
 * The README with its tables of inputs and outputs made anew from the text of action.yml. Everything outside the two
 * pairs of markers stays as it is. Throws when a pair is missing.
 */
export function withTables(readme: string, actionYaml: string): string {
  const { inputs, outputs } = metadata.parse(parse(actionYaml));
  const inputRows = Object.entries(inputs).map(([name, { required, default: standard, description }]) => [
    `\`${name}\``,
    required === true ? "(required)" : standard === undefined ? "" : `\`${standard}\``,
    description,
  ]);
  const outputRows = Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]);
  const withInputs = replaced(readme, "inputs", table(["Input", "Default", "What it is"], inputRows));
  return replaced(withInputs, "outputs", table(["Output", "What it is"], outputRows));
}

function replaced(readme: string, name: string, content: string): string {
  const start = `<!-- ${name}: made by npm run docs from action.yml -->`;
  const end = `<!-- end of ${name} -->`;
  const from = readme.indexOf(start);
  const to = readme.indexOf(end);
  if (from === -1 || to < from) throw new Error(`README.md misses “${start}” followed by “${end}”`);
  return `${readme.slice(0, from + start.length)}\n\n${content}\n\n${readme.slice(to)}`;
}

/** Columns are as wide as their widest cell, as the formatter wants them. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.trim().replaceAll("|", "\\|")));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  lines.splice(
    1,
    0,
    widths.map((width) => "-".repeat(width)),
  );
  return lines.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  const path = join(root, "README.md");
  writeFileSync(path, withTables(readFileSync(path, "utf8"), readFileSync(join(root, "action.yml"), "utf8")));
}
