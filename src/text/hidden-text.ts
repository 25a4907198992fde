import { stripInvisibleCharacters } from "./characters.ts";
import { commentRanges } from "./comments.ts";

// More passes than honest text can need; each nested level of a hostile one would cost another.
const maxPasses = 8;
const marker = /<!--\s*docs-agent:/gi;

/**
 * The text as people see it on GitHub: without HTML comments (those in code stay, one that is never closed
 * hides the rest), without the action's own marker wherever it stands, and without characters that are not
 * seen. Line ends become `\n`. Idempotent, and linear in time: a text that still yields comments after eight
 * passes ends where the next one begins.
 */
export function stripHidden(text: string): string {
  let current = text;
  for (let pass = 0; pass < maxPasses; pass++) {
    const next = onePass(current);
    if (next === current) return next;
    current = next;
  }
  const next = onePass(current);
  return next === current ? next : stripInvisibleCharacters(current.slice(0, current.search(/<[!?]/)));
}

/**
 * Like `withoutInvisible`, for text that is shown as code, such as a patch: HTML comments are seen there and stay, but
 * for the action's own marker.
 */
export function stripHiddenInCode(text: string): string {
  let current = stripInvisibleCharacters(text);
  for (let pass = 0; pass < maxPasses; pass++) {
    const next = withoutMarkers(current);
    if (next === current) return next;
    current = next;
  }
  // Nested more deeply than any honest text: no opening is left whole, and none can come of its parts.
  return current.replaceAll("<!--", "<! --");
}

function onePass(text: string): string {
  return withoutMarkers(withoutComments(stripInvisibleCharacters(text)));
}

function withoutComments(text: string): string {
  let kept = "";
  let from = 0;
  for (const { start, end } of commentRanges(text)) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

/** Takes out markers in code: each up to its end on the same line, or else what makes it one. */
function withoutMarkers(text: string): string {
  let kept = "";
  let from = 0;
  let close = 0;
  let lineEnd = 0;
  for (const { 0: opening, index } of text.matchAll(marker)) {
    const after = index + opening.length;
    if (lineEnd < after) lineEnd = endOf(text, "\n", after);
    if (close < after) close = endOf(text, "-->", after);
    kept += text.slice(from, index);
    from = close < lineEnd ? close + 3 : after;
  }
  return kept + text.slice(from);
}

function endOf(text: string, found: string, from: number): number {
  const index = text.indexOf(found, from);
  return index === -1 ? text.length : index;
}
