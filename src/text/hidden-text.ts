import { code, findCommentsAndFences, htmlStart, marks, type Slice } from "./comments-and-fences.ts";
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
  return stripSlice(source, { start: 0, end: source.length }, findCommentsAndFences(source).comments);
}

const lineStart = `(?<![^\n])${marks.source.slice(1)}`;
/** A character of a paragraph. */
const inParagraph = String.raw`(?:[^\n]|\n(?![ \t\v]*(?:\n|$)))`;
/** The text of a link or an image, with brackets in it, and brackets in these. */
const label = String.raw`\[(?:[^\\[\]]|\\.)*\]`;
const label2 = String.raw`\[(?:[^\\[\]]|\\.|${label})*\]`;
const label3 = String.raw`\[(?:[^\\[\]]|\\.|${label2})*\]`;
const title = String.raw`\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))`;
const address = String.raw`(?:<(?:[^<>\\\n]|\\.)*>|(?!<)\(*(?:[^\s\\()]|\\.|\((?:[^\s\\()]|\\.)*\))*)`;
/** Browsers look for the end of a quote to the end of the text. */
const openValue = String.raw`=\s*"[^"]*"?|=\s*'[^']*'?`;
const value = String.raw`\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*")`;
const tag = String.raw`(?<kept></?[a-z][a-z0-9-]*)(?<attributes>(?:\s+[a-z_:][\w.:-]*(?:${value})?)*\s*/?)>`;
const image = String.raw`(?<kept>!\[)(?<hidden>(?:[^\\[\]]|\\.|${label3})*)\]`;

// Each pattern below finds one construct, wherever it may begin. What is `hidden` stands behind what is `kept`.
const pattern = (source: string) => new RegExp(source, "gis");

/** Where a comment ends for Markdown with its HTML, its quote or its list item, it goes on for browsers. */
const endless = [
  String.raw`(?<=\S *|(?<![^\n])<[^\n]*\n *)<!--(?:(?!--!?>|\n[ \t\v]*\n).)*\n[ \t\v]*\n`,
  String.raw`(?<=(?<![^\n])[ \t]*\v[ \t\v]*)<!--(?:(?!--!?>|\n[ \t]*[^ \t\v]).)*\n[ \t]*[^ \t\v]`,
  String.raw`(?<=(?<![^\n])[ \t\v]*(?:[-+*]|\d{1,9}[.)])[ \t]+)<!--(?:(?!--!?>|\n\v?[^ \t\v\n]).)*\n\v?[^ \t\v\n]`,
];
const comment = pattern(`(?<hidden>(?:${endless.join("|")}).*|<!--(?:-?>|.*?(?:--!?>|$)))`);
const definition = pattern(
  String.raw`(?<kept>${lineStart})(?<hidden>${label}:[ \t\v]*\n?[ \t\v]*(?=\S)${address}(?:${title})?[ \t\v]*(?![^\n]))`,
);
const hiddenParts = [
  // A footnote, with its further paragraphs.
  String.raw`(?<kept>${lineStart})(?<hidden>\[\^[^\]\s]+\]:${inParagraph}*(?:\s*\n[ \v]*(?: {4}|\t)${inParagraph}*)*)`,
  // What follows the first word behind an opening fence.
  String.raw`(?<kept>${lineStart}(?:\x60{3,}(?!\x60)(?![^\n]*\x60)|~{3,})[ \t]*[\w.+#-]*)(?<hidden>[^\n]*)`,
  // What browsers take for a comment.
  String.raw`(?<kept>${lineStart})(?<hidden><(?:\?|![a-z[])[^>]*>?)`,
  String.raw`(?<hidden><(?:\?|![a-z[])(?:(?!>)${inParagraph})*>?)`,
  tag,
  // In what needs its end tag, a blank line ends nothing.
  String.raw`(?<kept>${lineStart}</?(?:pre|script|style|textarea)\b)(?<attributes>(?:${openValue}|[^>])*)`,
  String.raw`${image}(?=\()`,
  String.raw`(?<kept>\]\(\s*${address})(?<hidden>${title})\s*\)`,
].map(pattern);
/** Where the text has definitions. */
const hiddenByLabels = [image, String.raw`(?<kept>\])(?<hidden>${label})`].map(pattern);
/** In raw HTML, nearly anything is a tag. */
const hiddenInHtml = [
  `(?<hidden><(?:!(?!--)|/(?![a-z>]))[^>]*>?)`,
  String.raw`(?<kept></?[a-z](?![\w.+-]*:[^\s>]*>)[^\s/>]*)(?<attributes>(?:${openValue}|(?!>)${inParagraph})*)`,
].map(pattern);
/** `href` and `src` up to white space, or any other attribute. */
const hiddenAttributes = [
  String.raw`(?<kept>[\s/]*(?:href|src)\s*=\s*(?:(?<quote>["'])(?:(?!\k<quote>)\S)*|[^\s"']\S*))(?<hidden>(?:(?!\k<quote>).)*)\k<quote>?|(?<hidden>[\s/]*(?:[^\s=/]+(?:\s*=\s*(?:"[^"]*"?|'[^']*'?|\S*))?|=))`,
].map(pattern);

const paragraphs = new RegExp(String.raw`[^\n]${inParagraph}*`, "g");
const htmlLine = new RegExp(lineStart + htmlStart.source.slice(1));
const lineComment = /(?<=(?<![^\n])[ \t]*)<!--.*?(?:(?<last>-->[ \t]*(?![^\n]))|-->|$)/gs;
/** Code in a paragraph, and what is read before it. Behind `](`, a piece is empty if that is no link. */
const pieces = pattern(
  String.raw`(?<=\]\()(?:\s*${address}(?:${title})?\s*(?=\)))?|\\.|(?<code>${code})|\x60+|${tag}|<[?!][^>]*>?|<[a-z][\w.+-]*:[^\s<>]*>|(?:://|www\.)[^\s<]*`,
);
/** Behind these pieces, backticks may begin or end no code. */
const doubtful = /^(?:(?!\\).*`|<[?!]|$)/s;

/**
 * Like `stripHidden`, for text that anyone may have written: without what GitHub does not show, and without comments in
 * code. What may be read as code or as text counts as text, and what may be read as hidden is hidden.
 */
export function stripHiddenContext(text: string): string {
  const source = normalizeLines(text).replaceAll("\v", " ");
  const { fences, doubt } = findCommentsAndFences(source);
  const insides = fences
    .filter(({ start }) => start < doubt)
    .map(({ start, end }) => ({ start: start + source.slice(start, end).search(/\n|$/), end }));
  // To the patterns, the marks of quotes are white space, and fences and comments alone on their lines are blank lines.
  const marked = source.replace(new RegExp(lineStart, "g"), (lead) => lead.replaceAll(">", "\v"));
  const withComments = cover(marked, insides, "\n");
  const alone = Array.from(withComments.matchAll(lineComment))
    .filter(({ groups }) => groups?.["last"] !== undefined)
    .map(({ 0: piece, index }) => ({ start: index, end: index + piece.length }));
  const withCode = cover(withComments, alone, "\n");
  const codeInLines: Slice[] = [];
  const others: Slice[] = [];
  const notHtml: Slice[] = [];
  for (const { 0: paragraph, index: offset } of withCode.matchAll(paragraphs)) {
    let isCertain = offset < doubt && !htmlLine.test(paragraph);
    if (isCertain) notHtml.push({ start: offset, end: offset + paragraph.length });
    for (const { 0: piece, index, groups } of paragraph.matchAll(pieces)) {
      const isCode = groups?.["code"] !== undefined;
      // A line break may end code, and so may the end of a table's cell.
      isCertain &&= !(isCode ? /\n|(?<!\\)\|/ : doubtful).test(piece);
      const slice = { start: offset + index, end: offset + index + piece.length };
      (isCode && isCertain ? codeInLines : others).push(slice);
    }
  }
  const view = cover(withCode, codeInLines, "\0");
  const hasLabels = view.search(definition) !== -1;
  const parts = [comment, definition, ...hiddenParts, ...(hasLabels ? hiddenByLabels : [])];
  // Which of two parts that overlap is one, nobody knows: so each is looked for everywhere, and then outside of others.
  const hidden = [
    ...alone,
    ...[...insides, ...codeInLines].flatMap(({ start, end }) =>
      find([comment], source.slice(start, end), start),
    ),
    ...find(parts, view),
    ...find(parts, cover(view, others, "\0")),
    ...find(hiddenInHtml, cover(view, notHtml, "\0")),
  ];
  return stripSlice(source, { start: 0, end: source.length }, hidden);
}

function find(patterns: readonly RegExp[], text: string, offset = 0): Slice[] {
  return patterns.flatMap((each) =>
    Array.from(text.matchAll(each)).flatMap(({ index, groups = {} }) => {
      const start = offset + index + (groups["kept"] ?? "").length;
      if (groups["attributes"] !== undefined) return find(hiddenAttributes, groups["attributes"], start);
      return [{ start, end: start + (groups["hidden"] ?? "").length }];
    }),
  );
}

/** The visible part of a slice of a text. */
export function stripSlice(text: string, { start, end }: Slice, hidden: readonly Slice[]): string {
  return stripInvisibleCharacters(cover(text.slice(0, end), [{ start: 0, end: start }, ...hidden], ""));
}

/** The text with so many of a character, or nothing, where the slices are. */
function cover(text: string, slices: readonly Slice[], character: string): string {
  let covered = "";
  let place = 0;
  for (const { start, end } of slices.toSorted((a, b) => a.start - b.start)) {
    if (end <= place) continue;
    covered += text.slice(place, start) + character.repeat(end - Math.max(start, place));
    place = end;
  }
  return covered + text.slice(place);
}
