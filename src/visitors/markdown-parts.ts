import { codeSpan } from "../text/markdown.ts";

/** A table column: words are aligned left, numbers right. */
export type Column = readonly [name: string, align: "left" | "right"];

const maxPathLength = 48;
const maxFileLength = 80;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A page's path, which strangers choose, as inert code that keeps both of its ends. */
export function pathCode(path: string): string {
  return path === "" ? "(no path)" : codeSpan(path, maxPathLength);
}

/** A path in a line of text. A right-to-left path must not change the direction of the numbers after it. */
export function pathInLine(path: string): string {
  return rightToLeft.test(path) ? `${pathCode(path)}&lrm;` : pathCode(path);
}

/** File names as code. */
export function fileList(files: readonly string[]): string {
  return list(files.map((file) => codeSpan(file, maxFileLength)));
}

/** The first two lines of a table. */
export function tableHead(columns: readonly Column[]): string {
  const rule = columns.map(([, align]) => (align === "left" ? ":--" : "--:"));
  return `${tableRow(columns.map(([name]) => name))}\n${tableRow(rule)}`;
}

/** A row of a table; the cells must be inert. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Content that is folded away below a summary. */
export function detailsBlock(summary: string, content: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** Items in a sentence: `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
