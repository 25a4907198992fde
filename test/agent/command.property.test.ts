import fc from "fast-check";
import { parse, postprocess, preprocess } from "micromark";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { findCommand } from "../../src/agent/command.ts";
import { runs } from "../runs.ts";

interface Token {
  type: string;
  from: number;
  to: number;
}

const extensions = [gfm()];

/** What a real parser of GitHub's Markdown makes of a text, as stretches of the source. */
function tokenize(markdown: string): Token[] {
  const chunks = preprocess()(markdown, undefined, true);
  const events = postprocess(parse({ extensions }).document().write(chunks));
  return events
    .filter(([kind]) => kind === "enter")
    .map(([, token]) => ({ type: token.type, from: token.start.offset, to: token.end.offset }));
}

const inside = (token: Token, offset: number): boolean => token.from <= offset && offset < token.to;

/** The first line that goes on with a quote's paragraph without a mark of its own. */
function lazyLine(markdown: string, tokens: Token[]): number | undefined {
  const quotes = tokens.filter((token) => token.type === "blockQuote");
  if (quotes.length === 0) return undefined;
  const marks = tokens.filter((token) => token.type === "blockQuoteMarker");
  for (const { index } of markdown.matchAll(/(?<=\n|\r(?!\n))[^\r\n]*[^\r\n \t][^\r\n]*/g)) {
    const end = /[\r\n]|$/.exec(markdown.slice(index))?.index ?? 0;
    const text = index + end - 1;
    const around = quotes.filter((quote) => inside(quote, text)).length;
    const marked = marks.filter((mark) => mark.from >= index && mark.from <= text).length;
    if (around > marked) return index;
  }
  return undefined;
}

/** Whether raw HTML before the place opened something that sets it apart: a comment, or an element for code. */
function setApart(source: string, tokens: Token[], place: number): boolean {
  const quotes = tokens.filter((token) => token.type === "blockQuote");
  let hidden = 0;
  let open = 0;
  for (const { type, from, to } of tokens) {
    const text = source.slice(from, to);
    const html = type === "htmlText" || (type === "htmlFlow" && !/^\s*<(?:\?|![A-Z[])/.test(text));
    if (!html && type !== "data") continue;
    const pattern = html ? /<!--(?:.*?-->)?|<[!?][^>]*>?|<\/?pre>|<[bi] (?:[^">]|"[^"]*"?)*>?/gs : /<!--/g;
    for (const { 0: mark, index } of text.matchAll(pattern)) {
      const at = from + index;
      if (at < hidden || at >= place) continue;
      if (mark.startsWith("<!--")) {
        const end = source.indexOf("-->", at + 2);
        hidden = end < 0 ? source.length : end + 3;
      } else if (!quotes.some((quote) => inside(quote, at))) {
        if (mark === "<pre>") open++;
        else if (mark === "</pre>") open = Math.max(0, open - 1);
      }
    }
  }
  return open > 0 || place < hidden;
}

/**
 * Where this parser reads otherwise than GitHub's own: lists that are empty or start late, when nested or after code,
 * and a tag alone on a line that follows a list item's paragraph.
 */
function misread(markdown: string, tokens: Token[]): boolean {
  if (/^[ \t]*(?:[-+*>]|\d[.)])[ \t>\d.)*+-]*(?:2\)|(?:[-+*]|1\.)[ \t]*$)/m.test(markdown)) return true;
  const late = /^[ \t]*(?:2\)|(?:[-+*]|1\.)[ \t]*$)/m.test(markdown);
  const types = new Set(tokens.map((token) => token.type));
  if (late && types.has("codeIndented")) return true;
  return types.has("listItemPrefix") && /^[ \t]*<(?:\/pre|img)/m.test(markdown);
}

/** Tells of a place whether the parser shows it as plain text, or within HTML that shows its text. */
function parser(markdown: string): (place: number) => boolean {
  let source = markdown;
  let tokens = tokenize(source);
  const breaks: number[] = [];
  for (let lazy = lazyLine(source, tokens); lazy !== undefined; lazy = lazyLine(source, tokens)) {
    // The one deviation: what follows a quote is not part of it, as if there were an empty line between.
    source = `${source.slice(0, lazy)}\n${source.slice(lazy)}`;
    breaks.push(lazy);
    tokens = tokenize(source);
  }
  fc.pre(!misread(source, tokens));
  return (place) => {
    const offset = breaks.reduce((at, lazy) => (lazy <= at ? at + 1 : at), place);
    if (setApart(source, tokens, offset)) return false;
    const around = tokens.filter((token) => inside(token, offset));
    if (around.some((token) => token.type === "blockQuote")) return false;
    const html = around.find((token) => token.type === "htmlFlow");
    return html === undefined
      ? around.at(-1)?.type === "data"
      : showsText(source.slice(html.from, offset).trimStart());
  };
}

/** Whether HTML shows what follows it: it is neither in a tag nor in a declaration. */
function showsText(before: string): boolean {
  if (/^<[!?]/.test(before)) return false;
  const whole = /<!--.*?-->|<[!?][^>]*>|<[/a-z](?:[^"'>]|"[^"]*"|'[^']*')*>/gis;
  return !/<(?!!--)/.test(before.replace(whole, ""));
}

const PREFIXES = [
  "",
  "",
  "",
  " ",
  "  ",
  "   ",
  "    ",
  "\t",
  "> ",
  ">",
  "- ",
  "-\t",
  "1. ",
  "2) ",
  "+   ",
  "*     ",
];
const TEXTS = [
  "",
  "",
  "text",
  "```",
  "````",
  "~~~",
  "~~~~ `x`",
  "``` a`b",
  "```js",
  "`a",
  "b`",
  "``x",
  "y `` z",
  "# h",
  "---",
  "===",
  "* * *",
  "<!-- a",
  "b -->",
  "<!-- c -->",
  "d <!-- e",
  "<div>",
  "</div>",
  "<pre>",
  "</pre>",
  "<img src=x>",
  "<?php",
  "?>",
  '<b title="',
  '">',
  'f <i title="',
  "\\`",
  "\\\\`",
  "<https://a.b/`>",
  "<![CDATA[",
  "]]>",
  "<!A",
  "-",
  "1.",
];
const EOLS = ["\n", "\n", "\n", "\r\n", "\r"];
const PHRASES = ["/one go", "/two go", "/three go"];

/** Random lines around the phrases, each of which stands at the start of a line more often than not. */
function documentsOf(prefixes: string[], texts: string[], marks: string[]): fc.Arbitrary<string> {
  const line = fc
    .tuple(
      fc.array(fc.constantFrom(...prefixes), { maxLength: 3 }),
      fc.constantFrom(...texts),
      fc.constantFrom(...EOLS),
    )
    .map(([before, text, eol]) => before.join("") + text + eol);
  const part = (phrase: string) =>
    fc
      .tuple(
        fc.constantFrom("", "", "", "", " ", "  ", "   ", "    ", "\t", ...marks),
        fc.constantFrom(...EOLS),
        fc.array(line, { maxLength: 4 }),
      )
      .map(([before, eol, more]) => before + phrase + eol + more.join(""));
  return fc
    .tuple(fc.array(line, { maxLength: 6 }), ...PHRASES.map(part))
    .map(([head, ...parts]) => head.join("") + parts.join(""));
}

// Apart from each other, so that few documents have what this parser misreads.
const LIST = /[-+*\d]/;
const documents = fc.oneof(
  documentsOf(
    PREFIXES.filter((prefix) => !LIST.test(prefix)),
    TEXTS.filter((text) => !/^(?:-|1\.)$/.test(text)),
    ["> "],
  ),
  documentsOf(
    PREFIXES.filter((prefix) => prefix !== "2) "),
    TEXTS.filter((text) => !/^(?:-|1\.|<img.*|<\/pre>)?$/.test(text)),
    ["> ", "- "],
  ),
  documentsOf(
    PREFIXES.filter((prefix) => !/^(?: {4}|\t|> ?)$/.test(prefix)),
    TEXTS.filter((text) => !/^<(?:img|\/pre)/.test(text)),
    ["- ", "2) "],
  ),
);

describe("findCommand beside a parser of GitHub's Markdown", () => {
  it("finds a command exactly where the parser shows plain text at the start of a line", () => {
    fc.assert(
      fc.property(documents, (markdown) => {
        const shown = parser(markdown);
        for (const phrase of PHRASES) {
          const place = markdown.indexOf(phrase);
          const starts = /(?:^|[\r\n]) {0,3}$/.test(markdown.slice(0, place));
          const found = findCommand(markdown, phrase.slice(0, -3)) !== undefined;
          expect([phrase, found]).toEqual([phrase, starts && shown(place)]);
        }
      }),
      runs(3000),
    );
  });

  it("never fails, whatever the text and the phrase", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), documents);
    fc.assert(
      fc.property(text, fc.string(), (markdown, phrase) => {
        findCommand(markdown, phrase);
        findCommand(`${markdown}\n${phrase}\n${markdown}`, phrase);
      }),
      runs(100),
    );
  });
});
