import { findCommentsAndFences, type Slice } from "./comments-and-fences.ts";
import { stripInvisibleCharacters } from "./invisible-characters.ts";

/** The first bytes of every comment of this action. A text that begins with it is never a command. */
export const ownMarker = "<!-- docs-agent:v1 -->";

/** The text without a byte order mark and with `\n` at the end of its lines, as `findCommentsAndFences` expects it. */
export function normalizeLines(text: string): string {
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

/**
 * A prompt as people see it: without HTML comments, unless they are in code, and without invisible characters.
 * Comments are removed first, so that removing a character cannot end a comment or begin code.
 */
export function stripHidden(text: string): string {
  const source = normalizeLines(text);
  const whole = { start: 0, end: source.length };
  const { comments } = findCommentsAndFences(source);
  return stripSlice(source, whole, comments);
}

/** The visible part of a slice of a text. The hidden parts come in their order. */
export function stripSlice(text: string, { start, end }: Slice, hidden: readonly Slice[]): string {
  let seen = "";
  let from = start;
  for (const part of hidden) {
    seen += text.slice(from, Math.min(part.start, end));
    from = Math.max(part.end, start);
  }
  seen += text.slice(from, end);
  return stripInvisibleCharacters(seen);
}
