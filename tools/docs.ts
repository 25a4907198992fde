import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";

const root = join(import.meta.dirname, "..");
const metadata = z.object({
  inputs: z.record(
    z.string(),
    z.object({
      description: z.string(),
      required: z.boolean().optional(),
      default: z.string().optional(),
    }),
  ),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
});
/** This repository as `owner/name`, which `repository` of package.json says once for README, pages and examples. */
export const repositoryName = z
  .object({ repository: z.string().regex(/^github:[\w-]+\/docs-agent$/) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")))
  .repository.slice("github:".length);
/** What the description of an input or output of the visitor report begins with. Its own tables leave it out. */
const reportPrefix = "With `mode: visitors`: ";

/** What pages say as long as nobody has published this action. */
const howToReplace =
  " Replace `OWNER` with the account in this page's address: `acme` in `github.com/acme/docs-agent`.";

/** What the blocks of a page are made from: action.yml, and the examples by their path. */
export type Sources = { actionYaml: string; examples: ReadonlyMap<string, string> };

/** The paths of the README and of the pages in docs/. */
export function listPages(): string[] {
  const inDocs = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...inDocs.map((name) => `docs/${name}`)];
}

/** The paths of the examples. */
export function listExamples(): string[] {
  return readdirSync(join(root, "examples")).map((name) => `examples/${name}`);
}

/** Reads the sources from this repository. */
export function readSources(): Sources {
  const examples = listExamples();
  return {
    actionYaml: readFileSync(join(root, "action.yml"), "utf8"),
    examples: new Map(examples.map((path) => [path, readFileSync(join(root, path), "utf8")])),
  };
}

/**
 * The text with this name wherever it names this action's repository: in `uses:`, and after `--repo`. Once that is no
 * placeholder any more, readers are no longer told to replace it.
 */
export function nameRepository(text: string, name: string): string {
  const named = text.replace(/(?<=uses: |unpinned-uses`: `|--repo )[\w-]+\/docs-agent\b/g, name);
  return dirname(name) === "OWNER" ? named : named.replaceAll(howToReplace, "");
}

/**
 * The page with its blocks made again. A block starts with `<!-- NAME: made by npm run docs -->` and ends with
 * `<!-- end of NAME -->`. NAME is `inputs`, `report inputs`, `outputs` or `report outputs` for a table, or the path of
 * an example to quote. Throws when a block has no end, or when nothing has its name.
 */
export function fillBlocks(page: string, sources: Sources): string {
  let filled = page;
  for (const [start, name = ""] of page.matchAll(/^<!-- (.+): made by npm run docs -->$/gm)) {
    const end = `<!-- end of ${name} -->`;
    const from = filled.indexOf(start) + start.length;
    const to = filled.indexOf(end, from);
    if (to === -1) throw new Error(`“${start}” is not followed by “${end}”`);
    filled = `${filled.slice(0, from)}\n${contentOf(name, sources)}\n${filled.slice(to)}`;
  }
  return filled;
}

function contentOf(name: string, { actionYaml, examples }: Sources): string {
  const example = examples.get(name);
  if (example !== undefined) return `\`\`\`yaml\n${example.trimEnd()}\n\`\`\``;
  const { inputs, outputs } = metadata.parse(parse(actionYaml));
  const inputRows = Object.entries(inputs).map(
    ([id, { required, default: value, description }]) => [
      `\`${id}\``,
      required === true ? "(required)" : value === undefined ? "" : `\`${value}\``,
      description,
    ],
  );
  const outputRows = Object.entries(outputs).map(([id, { description }]) => [
    `\`${id}\``,
    description,
  ]);
  switch (name) {
    case "inputs":
      return table(["Input", "Default", "What it does"], inputRows.filter(isGeneral));
    case "report inputs":
      return table(["Input", "Default", "What it does"], ofReport(inputRows));
    case "outputs":
      return table(["Output", "What it holds"], outputRows.filter(isGeneral));
    case "report outputs":
      return table(["Output", "What it holds"], ofReport(outputRows));
    default:
      throw new Error(`Nothing is called “${name}”: neither a table nor an example`);
  }
}

function isGeneral(row: readonly string[]): boolean {
  return row.at(-1)?.startsWith(reportPrefix) === false;
}

/** The rows of the visitor report, without what all their descriptions begin with. */
function ofReport(rows: readonly (readonly string[])[]): string[][] {
  return rows
    .filter((row) => !isGeneral(row))
    .map((row) => {
      const text = row.at(-1)?.slice(reportPrefix.length) ?? "";
      return [...row.slice(0, -1), `${text.charAt(0).toUpperCase()}${text.slice(1)}`];
    });
}

/** A table with columns as wide as their widest cell, as the formatter wants them. */
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
  const write = (path: string, change: (text: string) => string) =>
    writeFileSync(join(root, path), change(readFileSync(join(root, path), "utf8")));
  // Whoever publishes this action gives the owner's name once: npm run docs -- acme
  const names = z.array(z.string().regex(/^[\w-]+$/)).max(1);
  const [owner = dirname(repositoryName)] = names.parse(process.argv.slice(2));
  const name = `${owner}/docs-agent`;
  write("package.json", (text) => text.replace(`"github:${repositoryName}"`, `"github:${name}"`));
  write(".github/CODEOWNERS", (text) => text.replaceAll("@OWNER", `@${owner}`));
  for (const path of listExamples()) write(path, (text) => nameRepository(text, name));
  const sources = readSources();
  for (const path of listPages())
    write(path, (page) => nameRepository(fillBlocks(page, sources), name));
}
