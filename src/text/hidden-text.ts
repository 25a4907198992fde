import { codeOnLine, findCommentsAndFences, htmlStart, marks, type Slice } from "./comments-and-fences.ts";

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

/** What looks like an HTML comment. One that is not closed goes on to the end. */
const anyComment = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))/g;
/** Browsers take these for comments, too. */
const bogusComment = String.raw`<(?:\?[\s\S]*?(?:\?>|$)|![a-z[][^>]*>?)`;
const lineStart = `(?<![^\n])${marks.source.slice(1)}`;
const marksOfLine = new RegExp(lineStart, "g");
const bogusBlock = new RegExp(`(?<=${lineStart})${bogusComment}`, "gi");
const htmlLine = new RegExp(`${lineStart}(?:\0[\0 \t]*)?${htmlStart.source.slice(1)}`);
const label = String.raw`\[(?:[^\\[\]]|\\.)*\]`;
const title = String.raw`\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))`;
const definition = String.raw`(?<kept>${lineStart})${label}:\s*(?:<[^<>\n]*>|[^\s<]\S*)(?:${title})?[ \t]*(?![^\n])`;
/** Footnotes, definitions, and what follows the first word behind an opening fence. What is kept is in a group. */
const hiddenLine = String.raw`(?<kept>${lineStart})\[\^[^\]\s]+\]:[\s\S]*|${definition}|(?<kept>${lineStart}(?:\x60{3,}(?!.*\x60)|~{3,})[ \t]*[\w.+#-]*).*`;
const tag = String.raw`(?<name></?[a-z][a-z0-9-]*)(?<attributes>(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?)*\s*/?)>`;
const image = String.raw`(?<kept>!\[)(?:[^\\[\]]|\\.|${label})*(?=\]`;
/** Behind the text of a link: an address and a title. */
const target = String.raw`(?<kept>\]\(\s*(?:<[^<>\n]*>|(?=[^\s<)])[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)?)(?:${title})?(?<end>\s*\))`;
/** What is read before anything else in a paragraph: escapes, code, tags, comments, addresses, and with it parts of links. */
const inline = (links: string) =>
  new RegExp(
    String.raw`${hiddenLine}|\\[!-/:-@[-\x60{-~]|${codeOnLine}|\x60+|${tag}|(?<!${lineStart})${bogusComment}|${links}|(?:://|www\.)[^\s<[\]()]*`,
    "gi",
  );
const pieces = inline(`${image}\\()|${target}`);
const piecesWithLabels = inline(`${image})|${target}|(?<kept>\\])${label}`);
/** In raw HTML, browsers find a tag or a comment in nearly anything. */
const tagInHtml = new RegExp(
  String.raw`<(?:(?<!${lineStart}<)!|/(?![a-z>]))[^>]*>?|(</?[a-z](?![\w.+-]*:[^\s>]*>)[^\s/>]*)((?:=\s*"[^"]*"|=\s*'[^']*'|[^>])*)`,
  "gi",
);
const attribute = /[\s/]*(?:([^\s=>/]+)(?:\s*=\s*("[^"]*"?|'[^']*'?|[^\s>]*))?|=)/g;

/**
 * Like `stripHidden`, for text that anyone may have written: without what GitHub does not show, and without comments in
 * code. What may be read as code or as text counts as text.
 */
export function stripHiddenContext(text: string): string {
  const source = normalizeLines(text).replaceAll("\v", " ");
  const { fences, doubt } = findCommentsAndFences(source);
  // To the patterns, the marks of quotes are white space, and what is removed is an invisible character.
  const marked = source.replace(marksOfLine, (lead) => lead.replaceAll(">", "\v"));
  const hasLabels = new RegExp(definition).test(marked);
  let seen = "";
  let place = 0;
  const code = fences.filter((fence) => fence.start < doubt);
  for (const { start, end } of [...code, { start: Infinity, end: Infinity }]) {
    // The first line of a fence is no code.
    const lineEnd = marked.indexOf("\n", start);
    const text = marked
      .slice(place, lineEnd === -1 ? Infinity : lineEnd)
      .replace(anyComment, (comment) => "\0".repeat(comment.length));
    let stripped = "";
    for (const paragraph of text.split(/(?=\n[ \t\v]*\n)/)) {
      stripped += stripParagraph(paragraph, place < doubt, hasLabels);
      place += paragraph.length;
    }
    seen += stripped.replace(bogusBlock, "") + marked.slice(place, end).replace(anyComment, "");
    place = end;
  }
  return stripInvisibleCharacters(seen.replaceAll("\v", ">"));
}

function stripParagraph(text: string, mayHoldCode: boolean, hasLabels: boolean): string {
  const isHtml = !mayHoldCode || htmlLine.test(text);
  let isCertain = !isHtml;
  const inline = hasLabels ? piecesWithLabels : pieces;
  let seen = "";
  let place = 0;
  inline.lastIndex = 0;
  for (let found = inline.exec(text); found !== null; found = inline.exec(text)) {
    const { 0: piece, index, groups: { row = piece, name, attributes = "", kept, end = "" } = {} } = found;
    seen += text.slice(place, index);
    if (piece.startsWith("`")) {
      // A line break may end the code, and so may the end of a table's cell.
      isCertain &&= piece !== row && !piece.includes("|");
      if (!isCertain && kept === undefined) inline.lastIndex = index + row.length;
      // What holds a backtick may end before it.
    } else if (piece.includes("`") && !piece.startsWith("\\")) isCertain = false;
    place = inline.lastIndex;
    if (name !== undefined) seen += `${name}${stripAttributes(attributes)}>`;
    else if (kept !== undefined) seen += `${kept}\0${end}`;
    else if (!piece.startsWith("<")) seen += text.slice(index, place);
  }
  seen += text.slice(place);
  if (!isHtml) return seen;
  return seen.replace(tagInHtml, (_, name = "", attributes = "") => name + stripAttributes(attributes));
}

/** The attributes of a tag that are sent: `href` and `src`, up to white space. */
function stripAttributes(attributes: string): string {
  return attributes.replace(attribute, (whole: string, name = "", value = "") => {
    if (!/^(?:href|src)$/i.test(name)) return "";
    return whole.slice(0, whole.length - value.length) + value.replace(/^(["'])(\S*)\s.*/s, "$1$2$1");
  });
}

/** The visible part of a slice of a text. `hidden` is sorted by `start`. */
export function stripSlice(text: string, { start, end }: Slice, hidden: readonly Slice[]): string {
  let seen = "";
  let from = start;
  for (const each of hidden) {
    seen += text.slice(from, Math.min(each.start, end));
    from = Math.max(from, each.end);
  }
  return stripInvisibleCharacters(seen + text.slice(from, end));
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
    .replace(/[\f\v]/g, " ")
    .replace(unseen(), "")
    .replace(selectors(), "$1")
    .replace(joiners(), "$1");
}
