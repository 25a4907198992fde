import { lineBreak } from "./characters.ts";
import { collapseLines, escapeMarkdown } from "./escape-markdown.ts";
import { shorten } from "./shorten.ts";

const maxLines = 12;

/**
 * Foreign text as a block quote whose lines are as inert as `inlineText`: at most 12 lines and `maxLength`
 * visible UTF-16 units, then `…`. Line breaks are hard ones, runs of blank lines become one. Empty for a
 * text without anything to see.
 */
export function quoteBlock(text: string, maxLength = 1000): string {
  const lines = visibleLines(text);
  const shown: string[] = [];
  let left = maxLength;
  for (const line of lines) {
    if (shown.length === maxLines || left <= 0) return quoted([...shown, "\u2026"]);
    const part = shorten(line, left);
    shown.push(part);
    if (part !== line) break;
    left -= line.length;
  }
  return quoted(shown);
}

function visibleLines(text: string): string[] {
  const lines = text.split(lineBreak).map(collapseLines);
  const kept = lines.filter((line, index) => line !== "" || (index > 0 && lines[index - 1] !== ""));
  if (kept.at(-1) === "") kept.pop();
  return kept;
}

function quoted(lines: readonly string[]): string {
  return lines.map((line, index) => quotedLine(line, lines[index + 1] ?? "")).join("\n");
}

/** A backslash makes the break a hard one; two spaces would not survive every editor. */
function quotedLine(line: string, next: string): string {
  if (line === "") return ">";
  return `> ${escapeMarkdown(line)}${next === "" ? "" : "\\"}`;
}
