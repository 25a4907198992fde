import { codeEnds, findCommentsAndFences, marks, rawHtml, type Slice, tag } from "./comments-and-fences.ts";

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

/** What looks like an HTML comment, wherever it is. One that is not closed goes on to the end of the text. */
const anyComment = /<!--(?:-?>|[\s\S]*?(?:-->|(?<!<!)--!>|$))/g;
/** Browsers take these for comments, too. */
const bogusComment = String.raw`<(?:\?[\s\S]*?(?:\?>|$)|(?:!|/(?![a-z>]))(?:[^>\n]|\n[ \t>]*)*(?:>|$))`;
const label = String.raw`\[((?:[^\\[\]]|\\.)*)\]`;
const title = String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)|"[^"]*"|'[^']*')`;

const lineStart = "(?<![^\n])";
const marksOfLine = new RegExp(lineStart + marks.source.slice(1), "g");
const bogusBlock = new RegExp(`${lineStart}(${marks.source.slice(1)})(?!</)${bogusComment}`, "gi");
const bogusInText = new RegExp(bogusComment, "gi");
const footnote = new RegExp(String.raw`${marks.source}\[\^[^\]\s]+\]:`);
/** Where a block begins: below a heading, a rule or a comment, at a blank line, a list item, a heading, a fence, a footnote or raw HTML. */
const blockStart = new RegExp(
  String.raw`((?<=${lineStart}[ \t>]*(?:(?:#{1,6}[ \t]|\0)[^\n]*|[-*_ \t]{3,}))\n|\n(?=[ \t>]*(?:\n|(?:[-+*]|\d{1,9}[.)])[ \t]|#{1,6}[ \t]|\x60{3}|~{3}|\[\^|${rawHtml.source.slice(1)})))`,
);
const fenceLine = /^\s*(?:`{3,}(?!`)(?!.*`)|~{3,})[ \t]*[A-Za-z0-9.+#-]*/s;
const tagAlone = new RegExp(String.raw`^\s*${tag}[ \t]*(?:\n|$)`, "i");
const definition = new RegExp(
  String.raw`${lineStart}[ \t]*${label}:\s*(?:<[^<>\n]*>|[^\s<]\S*)(?:\s+${title})?[ \t]*(?=\n|$)`,
  "gs",
);
/** In raw HTML, browsers find a tag in anything. */
const inHtml = new RegExp(
  String.raw`${bogusComment}|<\/?[a-z](?:=\s*"[^"]*"|=\s*'[^']*'|[^>])*(?:>|$)`,
  "gi",
);
const inText = new RegExp(
  String.raw`\\[!-/:-@[-\x60{-~]|\x60+|<[a-z][\w.+-]+:[^\s<>]*>|${tag}|!?\[|\]|(?:https?://|ftp://|www\.)[^\s<\x60[\]()]*`,
  "gi",
);
const attribute = /[\s/]*(?:([^\s=>/]+)(?:\s*=\s*("[^"]*"?|'[^']*'?|[^\s>]*))?|=)/y;
/** What makes a link of the text in front: an address, and a title in the second group. */
const target = new RegExp(
  String.raw`(\(\s*(?:<[^<>\n]*>|(?=[^\s<)])[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)?)(\s+${title})?\s*\)`,
  "sy",
);
const secondLabel = new RegExp(label, "sy");

type Hide = (start: number, end: number) => void;

/**
 * Like `stripHidden`, for text that anyone may have written: without what GitHub does not show, and without comments in
 * code. What may be read as code or as text counts as text.
 */
export function stripHiddenContext(text: string): string {
  const source = normalizeLines(text);
  const { comments, fences, doubt } = findCommentsAndFences(source);
  const hidden: Slice[] = [...comments];
  const hide: Hide = (start, end) => void hidden.push({ start, end });
  const seen = source.replace(anyComment, (comment, start: number) => {
    hide(start, start + comment.length);
    return blank(comment);
  });
  const labels = new Set(
    Array.from(source.matchAll(/\\.|\[((?:[^\\[\]]|\\.)+)\]:/gs), ([, name = ""]) => fold(name)),
  );
  const all = { start: 0, end: source.length };
  let inFootnote = false;
  let place = 0;
  for (const { start, end, opening } of [
    ...fences.filter((fence) => fence.start < doubt),
    { start: all.end, end: all.end, opening: "" },
  ]) {
    // With the first line of the fence.
    const lineEnd = seen.indexOf("\n", start + opening.length);
    const text = seen
      .slice(place, lineEnd === -1 ? all.end : lineEnd)
      .replace(bogusBlock, (comment, lead: string, index: number) => {
        const from = place + index + lead.length;
        hide(from, comment.endsWith(">") ? place + index + comment.length : all.end);
        return lead + blank(comment.slice(lead.length));
      });
    for (const block of text.split(blockStart)) {
      inFootnote = footnote.test(block) || (inFootnote && /^(?:\s*$|[\s>]*(?: {4}|\t))/.test(block));
      if (inFootnote) hide(place, place + block.length);
      else hideInBlock(block, place, place < doubt, labels, hide);
      place += block.length;
    }
    place = end;
  }
  return stripSlice(
    source,
    all,
    hidden.sort((a, b) => a.start - b.start),
  );
}

function hideInBlock(
  block: string,
  place: number,
  mayHoldCode: boolean,
  labels: ReadonlySet<string>,
  hide: Hide,
): void {
  const text = block.replace(marksOfLine, (lead) => " ".repeat(lead.length));
  const fence = fenceLine.exec(text)?.[0];
  if (fence !== undefined) {
    hide(place + fence.length, place + block.length);
    return;
  }
  for (const { 0: whole, index } of text.matchAll(definition))
    hide(place + index, place + index + whole.length);
  const isHtml = rawHtml.test(text.trimStart()) || tagAlone.test(text);
  // What follows a comment on its last line is raw HTML, too.
  const html = isHtml || !mayHoldCode ? text : (/^\s*\0[^\n]*/.exec(text)?.[0] ?? "");
  for (const { 0: piece, index } of html.matchAll(inHtml)) {
    hideInTag(piece, place + index, hide);
    // Browsers look for its end in all that follows.
    if (isHtml && !piece.endsWith(">")) hide(place + index, Number.POSITIVE_INFINITY);
  }
  if (!isHtml || !mayHoldCode) hideInText(text, place, mayHoldCode, labels, hide);
}
/** Hides what belongs to images, links and tags, outside of backticks as long as it is certain that these are code. */
function hideInText(
  text: string,
  place: number,
  mayHoldCode: boolean,
  labels: ReadonlySet<string>,
  hide: Hide,
): void {
  const open: { index: number; isImage: boolean }[] = [];
  const codeEnd = codeEnds(text);
  let isCertain = mayHoldCode;
  for (const { 0: comment, index } of text.matchAll(bogusInText))
    hide(place + index, place + index + comment.length);
  inText.lastIndex = 0;
  for (let found = inText.exec(text); found !== null; found = inText.exec(text)) {
    const { 0: piece, index } = found;
    const behind = index + piece.length;
    if (piece.startsWith("`")) {
      const end = codeEnd.get(index) ?? behind;
      // A line break may end the code, and so may the end of a table's cell.
      isCertain &&= end > behind && !/[\n|]/.test(text.slice(index, end));
      if (isCertain) inText.lastIndex = end;
    } else if (piece.startsWith("<")) {
      if (!/^<[^\s>]*:/.test(piece)) hideInTag(piece, place + index, hide);
    } else if (piece.endsWith("[")) open.push({ index: behind, isImage: piece === "![" });
    else if (piece === "]") {
      const opening = open.pop() ?? { index, isImage: false };
      const end = hideTarget(text, opening.index, index, place, labels, hide);
      if (end === undefined) continue;
      if (opening.isImage) hide(place + opening.index, place + index);
      inText.lastIndex = end;
    } else if (text[behind] === "`" && !piece.startsWith("\\")) isCertain = false;
  }
}

/** Hides the title or the second label of a link, and tells where it ends; `undefined` for brackets that are no link. */
function hideTarget(
  text: string,
  start: number,
  end: number,
  place: number,
  labels: ReadonlySet<string>,
  hide: Hide,
): number | undefined {
  const behind = end + 1;
  target.lastIndex = behind;
  const [whole, before = "", title = ""] = target.exec(text) ?? [];
  if (whole !== undefined) {
    hide(place + behind + before.length, place + behind + before.length + title.length);
    return behind + whole.length;
  }
  const isLabel = labels.has(fold(text.slice(start, Math.min(end, start + 1000))));
  secondLabel.lastIndex = behind;
  const [second = "", name = ""] = secondLabel.exec(text) ?? [];
  if (!(name === "" ? isLabel : labels.has(fold(name)))) return isLabel ? behind : undefined;
  hide(place + behind, place + behind + second.length);
  return behind + second.length;
}

/** Hides a comment, or the attributes of a tag but `href` and `src`, of which it hides what follows white space. */
function hideInTag(tag: string, place: number, hide: Hide): void {
  const [name] = /^<\/?[a-z][^\s/>]*/i.exec(tag) ?? [];
  if (name === undefined) hide(place, place + tag.length);
  if (name === undefined) return;
  attribute.lastIndex = name.length;
  for (let start = name.length, found = attribute.exec(tag); found !== null; found = attribute.exec(tag)) {
    const [whole, name = "", value = ""] = found;
    const valueStart = start + whole.length - value.length;
    const kept = /^(?:href|src)$/i.test(name) ? value.search(/(?<=.)\s/s) : 0;
    if (kept === 0) hide(place + start, place + start + whole.length);
    else if (kept > 0)
      hide(place + valueStart + kept, place + valueStart + value.length - (/["']$/.test(value) ? 1 : 0));
    start += whole.length;
  }
}

function fold(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}

/** A text of the same length that holds no Markdown. */
function blank(text: string): string {
  return "\0".repeat(text.length);
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
    .replace(/[\f\v]/g, " ")
    .replace(unseen(), "")
    .replace(selectors(), "$1")
    .replace(joiners(), "$1");
}
