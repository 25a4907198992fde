// Patterns with Unicode properties are slow to compile, so they are compiled only where they are used.

/** Printable ASCII with line breaks and tabs. */
const plain = /^[\n\t -~]*$/;
/** Control characters, what fonts do not draw, what is no character, and marks of annotations. */
const unseen = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb`;
/** Between letters of some scripts, and between the parts of an emoji, these are seen. */
const joiners = String.raw`\u200c\u200d`;
/** Behind some characters, these are seen; elsewhere a row of them can carry a hidden message. */
const selectors = String.raw`\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}`;
const emoji = String.raw`[\p{Emoji}--[0-9#*]]`;

/** A selector where Unicode has a use for it. */
const usefulSelector = [
  // An emoji as a picture or as text
  String.raw`(?<=${emoji})[\ufe0e\ufe0f]`,
  // The cap of a key, as in “1️⃣”
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  // Forms of a sign or letter
  String.raw`(?<=[\p{Sm}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}])[\ufe00-\ufe02]`,
  String.raw`(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[\p{Script=Mongolian}--[\u180b-\u180f]])[\u180b-\u180d\u180f]`,
].join("|");

/** A joiner where it joins something: two letters, or an emoji, with its selector or without, and another one. */
const usefulJoiner = [
  String.raw`(?<=[[\p{L}\p{M}]--[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]])[${joiners}](?=[\p{L}\p{M}])`,
  String.raw`(?<=[${emoji}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
].join("|");

let unseenRun: RegExp | undefined;

/** Where the characters that nobody sees end which begin at `start`. White space is none of them. */
export function skipInvisible(text: string, start: number): number {
  // Most lines have none there.
  if (start >= text.length || plain.test(text.charAt(start))) {
    return start;
  }
  unseenRun ??= new RegExp(String.raw`[[${unseen}]--\p{White_Space}]*`, "vy");
  unseenRun.lastIndex = start;
  return start + (unseenRun.exec(text)?.[0].length ?? 0);
}

/**
 * The text without invisible characters: zero-width, bidirectional, tag and control characters
 * (tab and newline stay), surplus variation selectors, joiners that join nothing. Line ends become `\n`,
 * lone surrogates U+FFFD. Categories are those of the Unicode Character Database.
 */
export function stripInvisibleCharacters(text: string): string {
  // Most prompts are plain.
  if (plain.test(text)) {
    return text;
  }
  const all = (source: string) => new RegExp(source, "gv");
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, "\n")
      .replace(/[\f\v]/g, " ")
      .replace(all(String.raw`[[${unseen}]--[\t\n${joiners}${selectors}]]`), "")
      // Of a row, at most one selector stays, and no joiner.
      .replace(all(`(${usefulSelector})[${selectors}]*|[${selectors}]+`), "$1")
      .replace(all(`(${usefulJoiner})|[${joiners}]+`), "$1")
  );
}
