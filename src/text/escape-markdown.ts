import { stripInvisibleCharacters } from "./characters.ts";
import { shorten } from "./shorten.ts";

// Stands for a break that is not seen; foreign text cannot hold one, since invisible characters are gone.
const gap = "\u200b";

// Entities rather than backslashes: they mean the same in a table cell, in a link's label and inside HTML.
const entities: Readonly<Record<string, string>> = {
  [gap]: "&#8203;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
};

/**
 * Foreign text as one line of GFM that renders as that text and nothing else: no construct of Markdown or
 * HTML, no mention, reference or autolink (docs.github.com, "Autolinked references and URLs"). Fits a table
 * cell, a link's label, a heading and the start of a line. Cut to `maxLength` visible UTF-16 units with `…`.
 */
export function escapeInlineMarkdown(text: string, maxLength?: number): string {
  return escapeMarkdown(
    maxLength === undefined ? collapseLines(text) : shorten(collapseLines(text), maxLength),
  );
}

/** The text on one line, without what is not seen. */
export function collapseLines(text: string): string {
  // White space first, so that a line break parts words even where it is a control character too.
  return stripInvisibleCharacters(text.replace(/[\s\u0085]/gu, " "))
    .replace(/ +/g, " ")
    .trim();
}

/** One line, escaped. */
export function escapeMarkdown(line: string): string {
  return line
    .replace(/@(?=[\p{L}\p{N}_.-])|#(?=[\p{L}\p{N}_])/gu, `$&${gap}`)
    .replace(/:(?=\/\/|[\w+-]+:)/g, `$&${gap}`)
    .replace(/(?:mailto|xmpp):/gi, `$&${gap}`)
    .replace(/www(?=\.|$)/gi, `$&${gap}`)
    .replace(/\bgh-(?=\d)/gi, `$&${gap}`)
    .replace(/(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/gi, (word) => word.replace(/.{6}(?=.)/g, `$&${gap}`))
    .replace(/^\d{1,9}(?=[.)])/, `$&${gap}`)
    .replace(/^[-+=:]|[&<>\u200b\\`*_~|[\]#$^]/g, entity);
}

function entity(character: string): string {
  return entities[character] ?? `&#${character.charCodeAt(0)};`;
}
