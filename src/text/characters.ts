/** Everything that some reader takes for the end of a line. */
export const lineBreak = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/;

/** Printable ASCII with line breaks and tabs, which most prompts are. */
const ascii = /^[\n\t -~]*$/;

// Joiners and variation selectors are decided one by one below. Nothing else in this class is ever visible.
const invisible =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]--[\t\n\u200c\u200d\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]]/gv;

// A selector stays where Unicode has a use for it. Elsewhere, a row of selectors can carry a hidden message.
const selector =
  /(?<emoji>(?<=[\p{Emoji}--[0-9#*]])[\ufe0e\ufe0f])|(?<keycap>(?<=[0-9#*])\ufe0f(?=\u20e3))|(?<glyph>(?<=[\p{Sm}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}])[\ufe00-\ufe02])|(?<ideograph>(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}])|(?<mongolian>(?<=[\p{Script=Mongolian}--[\u180b-\u180f]])[\u180b-\u180d\u180f])|[\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]/gv;

const joiner =
  /(?<letters>(?<=[[\p{L}\p{M}]--[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]])[\u200c\u200d](?=[\p{L}\p{M}]))|(?<emoji>(?<=[[\p{Emoji}--[0-9#*]]\ufe0f])\u200d(?=\p{Extended_Pictographic}))|[\u200c\u200d]/gv;

/**
 * The text without characters that nobody sees: zero-width, bidirectional, tag and control characters (tab and newline
 * stay), surplus variation selectors, and joiners that join nothing. Line ends become `\n`, lone surrogates U+FFFD.
 * Categories are those of the Unicode Character Database.
 */
export function stripInvisibleCharacters(text: string): string {
  if (ascii.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(invisible, "")
    .replace(selector, keepNamed)
    .replace(joiner, keepNamed);
}

/** Keeps a match that one of the named groups recognised, and removes any other. */
function keepNamed(match: string, ...rest: unknown[]): string {
  return Object.values(rest.at(-1) ?? {}).some(Boolean) ? match : "";
}
