import { visibleCharacters } from "./characters.ts";
import { shorten, shortenMiddle } from "./shorten.ts";

export { codeSpan } from "./code-span.ts";
export { link, plainUrl } from "./link.ts";
export { shorten, shortenMiddle };

// Stands for a break that is not seen; foreign text cannot hold one, since invisible characters are gone.
const gap = "\u200b";

// Entities rather than backslashes: they mean the same in a table cell, in a link's label and inside HTML.
const entities: Readonly<Record<string, string>> = {
  [gap]: "&#8203;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
};

const quotedLines = 12;

/**
 * Foreign text as one line of GFM that renders as that text and nothing else: no construct of Markdown or
 * HTML, no mention, reference or autolink (docs.github.com, "Autolinked references and URLs"). Fits a table
 * cell, a link's label, a heading and the start of a line. Cut to `maxLength` visible UTF-16 units with `…`.
 */
export function inlineText(text: string, maxLength?: number): string {
  return inert(cut(oneLine(text), maxLength));
}

/**
 * Foreign text as a block quote whose lines are as inert as `inlineText`: at most 12 lines and `maxLength`
 * visible UTF-16 units, then `…`. Line breaks are hard ones, runs of blank lines become one. Empty for a
 * text without anything to see.
 */
export function quoteBlock(text: string, maxLength = 1000): string {
  const all = visibleLines(text);
  const shown: string[] = [];
  let left = maxLength;
  for (const line of all) {
    if (shown.length === quotedLines || left <= 0) {
      return quoted([...shown, "\u2026"]);
    }
    shown.push(cut(line, left));
    if (line.length > left) break;
    left -= line.length;
  }
  return quoted(shown);
}

function quoted(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      if (line === "") return ">";
      const breaks = (lines[index + 1] ?? "") !== "";
      return `> ${inert(line)}${breaks ? "\\" : ""}`;
    })
    .join("\n");
}

function visibleLines(text: string): string[] {
  const lines = text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/u).map(oneLine);
  const kept = lines.filter((line, index) => line !== "" || (index > 0 && lines[index - 1] !== ""));
  if (kept.at(-1) === "") kept.pop();
  return kept;
}

function cut(text: string, maxLength: number | undefined): string {
  return maxLength === undefined ? text : shorten(text, maxLength);
}

function oneLine(text: string): string {
  // White space first, so that a line break parts words even where it is a control character too.
  return visibleCharacters(text.replace(/[\s\u0085]+/gu, " "))
    .replace(/ +/g, " ")
    .trim();
}

function inert(line: string): string {
  return line
    .replace(/[@#](?=[\p{L}\p{N}_])/gu, `$&${gap}`)
    .replace(/:(?=\/\/|[\w+-]+:)/g, `$&${gap}`)
    .replace(/\b(?:mailto|xmpp):/gi, `$&${gap}`)
    .replace(/www(?=\.)/gi, `$&${gap}`)
    .replace(/\bgh-(?=\d)/gi, `$&${gap}`)
    .replace(/(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/gi, (word) => word.replace(/.{6}(?=.)/g, `$&${gap}`))
    .replace(/^\d{1,9}(?=[.)])/, `$&${gap}`)
    .replace(/^[-+=:]|[&<>\u200b\\`*_~|[\]#$^]/g, entity);
}

function entity(character: string): string {
  return entities[character] ?? `&#${character.charCodeAt(0)};`;
}
