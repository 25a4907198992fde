import { codeSpan } from "../text/markdown.ts";

/** What a table's column holds: words from the left, numbers from the right. */
export type Align = "left" | "right";

const maxPath = 48;
const maxFile = 80;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A page's path, which strangers choose, as inert code that keeps both of its ends. */
export function pathCode(path: string): string {
  return path === "" ? "(no path)" : codeSpan(path, maxPath);
}

/** A page's path within a line: words read from the right must not turn the numbers that follow them. */
export function pathInLine(path: string): string {
  return rightToLeft.test(path) ? `${pathCode(path)}&lrm;` : pathCode(path);
}

/** Names of files, as code. */
export function fileList(files: readonly string[]): string {
  return list(files.map((file) => codeSpan(file, maxFile)));
}

/** A column of a table, with its cells from the top; they have to be inert. */
export type Column = { name: string; align: Align; cells: readonly string[] };

/** A whole table of columns that are equally long. */
export function table(columns: readonly Column[]): string {
  const rows = columns[0]?.cells.map((_, index) => tableRow(columns.map(({ cells }) => cells[index] ?? "")));
  return [tableHead(columns.map(({ name, align }) => [name, align])), ...(rows ?? [])].join("\n");
}

/** The first two lines of a table. */
export function tableHead(columns: readonly (readonly [name: string, align: Align])[]): string {
  const rule = columns.map(([, align]) => (align === "left" ? ":--" : "--:"));
  return `${tableRow(columns.map(([name]) => name))}\n${tableRow(rule)}`;
}

/** A line of a table; the cells have to be inert. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Something folded away under a line that can be opened. */
export function folded(summary: string, content: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** Things in a sentence: `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
