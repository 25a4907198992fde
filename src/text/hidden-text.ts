import { stripInvisibleCharacters } from "./invisible-characters.ts";
import { type Slice, scanLines } from "./line-scanner.ts";

/** The first bytes of every comment of this action. A text that begins with it is never a command. */
export const ownMarker = "<!-- docs-agent:v1 -->";

/** The text without a byte order mark and with `\n` at the end of its lines, as `scanLines` expects it. */
export function normalizeLines(text: string): string {
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

/**
 * A prompt as people see it: without HTML comments, unless they are in code, and without invisible characters.
 * Comments are removed first, so that removing a character cannot end a comment or begin code.
 */
export function stripHidden(text: string): string {
  return stripAll(text, false);
}

/**
 * Like `stripHidden`, for text that anyone may have written: comments in code are removed too, and what stands behind
 * the first word of a fence's opening line.
 */
export function stripHiddenContext(text: string): string {
  return stripAll(text, true);
}

/** The visible part of a slice of a text; `hidden` is what the scan of the whole text found. */
export function stripSlice(text: string, { start, end }: Slice, hidden: readonly Slice[]): string {
  const kept: string[] = [];
  let from = start;
  for (const comment of hidden) {
    if (comment.end <= from) continue;
    if (comment.start >= end) break;
    kept.push(text.slice(from, comment.start));
    from = comment.end;
  }
  return stripInvisibleCharacters([...kept, text.slice(from, Math.max(from, end))].join(""));
}

function stripAll(text: string, hidesInCode: boolean): string {
  const source = normalizeLines(text);
  return stripSlice(source, { start: 0, end: source.length }, scanLines(source, hidesInCode).hidden);
}
