import { code, findCommentsAndFences, htmlStart, marks, type Slice } from "./comments-and-fences.ts";
import { stripInvisibleCharacters } from "./invisible-characters.ts";

/** The first bytes of every comment of this action. A text that begins with it is never a command. */
export const ownMarker = "<!-- docs-agent:v1 -->";

/** The text without a byte order mark and with `\n` at the end of its lines, as `findCommentsAndFences` expects it. */
export function normalizeLines(text: string): string {
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

/** A prompt as people see it: without HTML comments, unless they are in code, and without invisible characters. */
export function stripHidden(text: string): string {
  const source = normalizeLines(text);
  return stripSlice(source, { start: 0, end: source.length }, findCommentsAndFences(source).comments);
}

const lineStart = `(?<![^\n])${marks.source.slice(1)}`;
const html = htmlStart.source.slice(1);
const blankLine = String.raw`\n[ \t\v]*(?:\n|$)`;
const restOfParagraph = String.raw`(?:[^\n]|(?!${blankLine})\n)*`;
const label = String.raw`\[(?:[^\\[\]]|\\.)*\]`;
const title = String.raw`\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))`;
const address = String.raw`(?:<(?:[^<>\\\n]|\\.)*>|(?!<)\(*(?:[^\s\\()]|\\.|\((?:[^\s\\()]|\\.)*\))*)`;
/** The description of an image is plain, or it ends with the last of what may end it in the paragraph. */
const image = (end: string) =>
  String.raw`!\[(?:(?<hidden>(?:[^\\[\]]|\\.)*)(?=${end})|[^\\[\]<\x60]*\]|(?<hidden>${restOfParagraph})(?=${end})|${restOfParagraph})`;

/** Where a comment ends for Markdown with its quote, its list item or its HTML, it goes on for browsers. */
const endlessInBlock = String.raw`(?<=(?<![^\n])(?<lead>[ \t\v]*)[-+*.)\d]* *)(?<=[\v*+.)-] *)<!--(?:(?!--!?>|\n(?!\k<lead>\s)).)*\n(?!\k<lead>\s)`;
const belowHtml = String.raw`(?<![^\n])[-+*.)\d \t\v]*<[^\n]*(?<!-->[ \t]*)\n[ \t\v]*`;
const endlessInText = String.raw`(?<=\S[ \t]*|${belowHtml})<!--(?:(?!--!?>|${blankLine}).)*${blankLine}`;
const comment = `(?<hidden>(?:${endlessInBlock}|${endlessInText}).*|<!--(?:-?>|.*?(?:--!?>|$)))`;
const definition = String.raw`${lineStart}(?<hidden>${label}:[ \t\v]*\n?[ \t\v]*(?=\S)${address}(?:${title})?[ \t\v]*(?![^\n]))`;
const hiddenParts = [
  // A footnote, with its further paragraphs.
  String.raw`${lineStart}(?<hidden>\[\^[^\]\s]+\]:${restOfParagraph}(?:\s*\n[ \v]*(?: {4}|\t)${restOfParagraph})*)`,
  // What follows the first word behind an opening fence.
  String.raw`${lineStart}(?:\x60{3,}(?!\x60)(?![^\n]*\x60)|~{3,})[ \t]*[\w.+#-]*(?<hidden>[^\n]*)`,
  // What browsers take for a comment.
  `${lineStart}(?<hidden><(?:[?!](?!--)|/(?![a-zA-Z>]))[^>]*>?)`,
  `(?<hidden><(?:[?!](?!--)|/(?![a-zA-Z>]))(?:(?!>|${blankLine}).)*>?)`,
  image(String.raw`\]\(`),
  String.raw`\]\(\s*${address}(?<hidden>${title})\s*\)`,
];
/** Where the text has definitions. */
const hiddenByLabels = [image(String.raw`\]`), String.raw`\](?<hidden>${label})`];
/** What stands in tags. In raw HTML, nearly anything is one, and browsers look for the end of a quote to the end of the text. */
const attributes = [
  String.raw`</?[a-zA-Z][a-zA-Z0-9-]*(?<hidden>(?:\s+[a-zA-Z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?)*\s*/?)>`,
  String.raw`${lineStart}${html}[^\s/>]*(?<hidden>(?:=\s*"[^"]*"?|=\s*'[^']*'?|(?!>|${blankLine}).)*)`,
  String.raw`${lineStart}</?(?:pre|script|style|textarea)\b(?<hidden>(?:=\s*"[^"]*"?|=\s*'[^']*'?|[^>])*)`,
];
/** `href` and `src` up to white space, or any other attribute. */
const attribute = String.raw`[\s/]*(?:[hH][rR][eE][fF]|[sS][rR][cC])\s*=\s*(?:(?<quote>["'])(?:(?!\k<quote>)\S)*|[^\s"']\S*)(?<hidden>(?:(?!\k<quote>).)*)\k<quote>?|(?<hidden>[\s/]*(?:[^\s=/]+(?:\s*=\s*(?:"[^"]*"?|'[^']*'?|\S*))?|=))`;

const beforeCode = String.raw`(?:\\.)+|<!--.*?(?:--!?>|$)[^\n]*|${lineStart}${html}${restOfParagraph}`;
/** Code within a line and a cell of a table. */
const codeInCell = String.raw`(?!\x60+(?:[^\x60|\n\\]|\\.)*\|)(?<hidden>${code})`;
/** Where a backtick begins no code, up to it. */
const tagToBacktick = String.raw`<[a-zA-Z/](?:(?![>\x60]|${blankLine}).)*`;
const linkToBacktick = String.raw`\]\((?:\\.|\([^()\x60]*\)|(?![)\x60]|${blankLine}).)*`;
const addressToBacktick = String.raw`(?:://|www\.)[^\s<\x60]*`;
/** Behind a backtick that begins no code, or may begin none, nothing in the paragraph is code. */
const codeInLine = String.raw`${beforeCode}|${codeInCell}|(?:${tagToBacktick}|${linkToBacktick}|${addressToBacktick})(?:\x60${restOfParagraph})?|(?:\x60|<[?!])${restOfParagraph}`;

/** Like `stripHidden`, for text that anyone may have written: without what GitHub may not show, and comments in code. */
export function stripHiddenContext(text: string): string {
  const source = normalizeLines(text).replaceAll("\v", " ");
  const { fences, doubt } = findCommentsAndFences(source);
  const certain = fences.filter(({ start }) => start < doubt);
  const inFences = find([String.raw`\n(?<hidden>.*)`], source, certain);
  // To the patterns, the marks of quotes are white space, and fences are blank lines.
  const marked = source.replace(new RegExp(lineStart, "g"), (lead) => lead.replaceAll(">", "\v"));
  const withCode = cover(marked, inFences, "\n");
  const inLines = find([codeInLine], withCode).filter(({ start }) => start < doubt);
  const view = cover(withCode, inLines, "\0");
  const byLabels = new RegExp(definition).test(view) ? hiddenByLabels : [];
  const hidden = [
    ...find([comment], source, [...inFences, ...inLines]),
    ...find([comment, definition, ...hiddenParts, ...byLabels], view),
    ...find([attribute], view, find(attributes, view)),
  ];
  return stripSlice(source, { start: 0, end: source.length }, hidden);
}

/** What the patterns find hidden in parts of a text. Each finds one construct, wherever it may begin. */
function find(patterns: readonly string[], text: string, parts = [{ start: 0, end: text.length }]): Slice[] {
  return parts.flatMap((part) =>
    patterns.flatMap((each) =>
      Array.from(text.slice(part.start, part.end).matchAll(new RegExp(each, "dgs")), ({ indices }) => {
        const [start, end] = indices?.groups?.["hidden"] ?? [0, 0];
        return { start: part.start + start, end: part.start + end };
      }),
    ),
  );
}

/** The visible part of a slice of a text. */
export function stripSlice(text: string, { start, end }: Slice, hidden: readonly Slice[]): string {
  return stripInvisibleCharacters(cover(text, hidden, "\0").slice(start, end));
}

/** The text with a character where the slices are. */
function cover(text: string, slices: readonly Slice[], character: string): string {
  const characters = text.split("");
  for (const { start, end } of slices) characters.fill(character, start, end);
  return characters.join("");
}
