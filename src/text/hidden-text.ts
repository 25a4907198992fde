import { findCommentsAndFences, type Slice } from "./comments-and-fences.ts";

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
  return stripSlice(source, { start: 0, end: source.length }, findCommentsAndFences(source).comments);
}

/** What looks like a comment, wherever it is. One that begins with `<!x`, `<?x` or `</ x` is none without a `>`. */
const commentLike =
  /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<(?:[!?]|\/(?![a-z>]))(?:[^<>\n]|<(?!!--)|\n(?![ \t]*\n))*(>?)/gi;
/** What looks like the opening line of a fence, in quotes, lists and footnotes too. The group is what follows its first word. */
const fenceLike =
  /(?<![^\n])[ \t>]*(?:(?:[-+*]|\d{1,9}[.)]|\[\^[^\]\n]+\]:)[ \t>]*)*(?:`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[ \t]*[^\s]*([^\n]*)/g;

/**
 * Like `stripHidden`, for text that anyone may have written: what looks like a comment is removed from code too, so that
 * nothing can be hidden where GitHub reads Markdown in another way, and what follows the first word of a fence's opening
 * line, which GitHub does not show.
 */
export function stripHiddenContext(text: string): string {
  const source = normalizeLines(text);
  const hidden = [...findCommentsAndFences(source).comments];
  for (const { 0: comment, 1: end, index } of source.matchAll(commentLike))
    if (end !== "") hidden.push({ start: index, end: index + comment.length });
  for (const { 0: line, 1: rest = "", index } of source.matchAll(fenceLike))
    hidden.push({ start: index + line.length - rest.length, end: index + line.length });
  return stripSlice(
    source,
    { start: 0, end: source.length },
    hidden.sort((a, b) => a.start - b.start),
  );
}

/** The visible part of a slice of a text. `hidden` is sorted by `start`. */
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

/** Printable ASCII with line breaks and tabs. */
const plain = /^[\n\t -~]*$/;

// Patterns with Unicode properties are slow to compile, so they are compiled only where they are used.

// Joiners and variation selectors have patterns of their own below; everything else here is always invisible.
const unseen = () =>
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]--[\t\n\u200c\u200d\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]]/gv;

// A selector stays where Unicode has a use for it; elsewhere a row of them can carry a hidden message. What stays is
// the first group, and of a row at most one selector and no joiner.
const selectors = () =>
  /((?<=[\p{Emoji}--[0-9#*]])[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=[\p{Sm}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}])[\ufe00-\ufe02]|(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]|(?<=[\p{Script=Mongolian}--[\u180b-\u180f]])[\u180b-\u180d\u180f])[\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]*|[\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]+/gv;

const joiners = () =>
  /((?<=[[\p{L}\p{M}]--[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=[[\p{Emoji}--[0-9#*]]\ufe0f])\u200d(?=\p{Extended_Pictographic}))|[\u200c\u200d]+/gv;

/**
 * The text without invisible characters: zero-width, bidirectional, tag and control characters
 * (tab and newline stay), surplus variation selectors, joiners that join nothing. Line ends become `\n`,
 * lone surrogates U+FFFD. Categories are those of the Unicode Character Database.
 */
export function stripInvisibleCharacters(text: string): string {
  // Most prompts are plain.
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(unseen(), "")
    .replace(selectors(), "$1")
    .replace(joiners(), "$1");
}
