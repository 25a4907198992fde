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

let invisible: RegExp | undefined;

/** Where the characters that nobody sees end which begin at `start`. White space is none of them. */
export function skipInvisible(text: string, start: number): number {
  // Most lines have none there.
  if (start >= text.length || plain.test(text.charAt(start))) return start;
  invisible ??=
    /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]--\p{White_Space}]*/vy;
  invisible.lastIndex = start;
  return start + (invisible.exec(text)?.[0].length ?? 0);
}

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
    .replace(/[\f\v]/g, " ")
    .replace(unseen(), "")
    .replace(selectors(), "$1")
    .replace(joiners(), "$1");
}
