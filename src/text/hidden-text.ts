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

/** The visible part of a slice of a text. The hidden parts come in their order. */
export function stripSlice(text: string, { start, end }: Slice, hidden: readonly Slice[]): string {
  const starts = [start, ...hidden.map((part) => Math.max(part.end, start))];
  const seen = starts.map((from, index) => text.slice(from, Math.min(hidden[index]?.start ?? end, end)));
  return stripInvisibleCharacters(seen.join(""));
}

// Patterns for what others wrote. What is `kept` stays. A vertical tab stands for the mark of a quote.
const pattern = (source: string) => new RegExp(source, "gis");
const line = `(?<![^\n])${marks.source.slice(1)}`;
const lineEnd = String.raw`[ \t\v]*(?![^\n])`;
const inParagraph = String.raw`(?:[^\n]|\n(?!${lineEnd}))`;
const title = String.raw`\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))`;
const address = String.raw`(?:<(?:[^<>\\\n]|\\.)*>|(?!<)\(*(?:[^\s\\()]|\\.|\((?:[^\s\\()]|\\.)*\))*)`;
const definition = String.raw`(?<kept>${line})\[(?:[^\\[\]]|\\.)*\]:[ \t\v]*\n?[ \t\v]*(?=\S)${address}(?:${title})?${lineEnd}`;
/** The description of an image, with simple brackets. */
const alt = String.raw`(?:[^[\]\\\x60]|\[[^[\]\\\x60]*\])*`;
/** What follows the first word behind an opening fence. */
const info = String.raw`(?<kept>${line}(?:\x60{3,}(?!\x60)(?![^\n]*\x60)|~{3,})[ \t]*[\w.+#-]*)[^\n]*`;
const hidden = [
  info,
  // To browsers, a comment goes on below what ends its quote, its list item or its paragraph.
  String.raw`(?<=(?<![^\n])[ \t\v]*(?:\v|[-+*]|\d{1,9}[.)])[ \t]*)<!--(?:(?!--!?>|<!--).)*?\n ?[^ \t\v\n].*`,
  `<!--(?:-?>|(?:(?!--!?>)${inParagraph})*(?:--!?>|.*))`,
  // A footnote, with its further paragraphs
  String.raw`(?<kept>${line})\[\^[^\]\s]+\]:${inParagraph}*(?:\s*\n[ \v]*(?: {4}|\t)${inParagraph}*)*`,
  definition,
  String.raw`(?<kept>\]\(\s*${address})${title}(?=\s*\))`,
  String.raw`(?<kept>!\[)(?:${alt}(?=\]\()|(?!${alt}\])${inParagraph}*)`,
  // What browsers take for a comment
  String.raw`(?<kept>${line})<(?:\?|![a-z[])[^>]*>?`,
  `<(?:[!?]|/(?![a-z>]))(?:(?!>)${inParagraph})*>?`,
  // A tag as browsers read it. If nothing closes it or its value, it hides all below it.
  String.raw`(?<kept></?[a-z](?![\w.+-]*:[^\s>]*>)[^\s/>]*)(?<attributes>(?:=\s*(?:"[^"]*"|'[^']*')|(?!=\s*["']|>)${inParagraph})*)(?:(?=>)|.*)`,
].map(pattern);
/** Where the text has definitions. */
const labels = [String.raw`(?<kept>!\[)${alt}(?=\])`, String.raw`(?<kept>\])\[[^[\]]*\]`].map(pattern);
/** An address up to white space, or any other attribute. */
const attribute = String.raw`([\s/]*(?:href|src)\s*=\s*(?:(["'])(?:(?!\2)\S)*|[^\s"']\S*))(?:(?!\2).)*(\2?)|[\s/]*(?:[^\s=/]+(?:\s*=\s*(?:"[^"]*"?|'[^']*'?|\S*))?|=)`;
/** Alone on its lines, a comment is a blank line to what is around it. */
const commentAlone = String.raw`(?<![^\n])([ \t]*(?![ \t])(?=(?<quote>\v?))[ \t\v]*)<!--(?:-?>|(?:(?!--!?>)[^\n]|\n(?=[ \t]*\k<quote>)(?![ \t\v]*<!--))*--!?>)${lineEnd}`;
const htmlLine = new RegExp(line + htmlStart.source.slice(1));
const tableLine = /^[ \t\v]*[|:-][ \t|:-]*$/m;
const tag = String.raw`</?[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?)*\s*/?>`;
const link = String.raw`\]\((?:[^()\x60]|\((?:[^()\x60]*\))?)*|(?:://|www\.)[^\s<\x60]*`;
/** A group each for what is code or text, and for what makes code uncertain. */
const pieces = String.raw`${tag}|<!--(?!-?>)(?:(?!--)[^\n])*-->|(\\[\\\x60<[\]!]|${code}|<(?![!?]))|((?:${link})?\x60+|<|!\[(?!${alt}\]))|${link}`;

/**
 * Like `stripHidden`, for text that anyone may have written: without what GitHub does not show, and without comments in
 * code. What may be read as code or as text counts as text, and what may be read as hidden is hidden.
 */
export function stripHiddenContext(text: string): string {
  const source = normalizeLines(text).replace(/[\0\ufdd0\v]/g, (mark) => (mark === "\v" ? " " : "\ufdd1"));
  const { fences, doubt } = findCommentsAndFences(source);
  const stash: string[] = [];
  const keep = (piece: string) => `\0${stash.push(piece.replace(/<!--(?:-?>|.*?(?:--!?>|$))/gs, "")) - 1}\0`;
  let view = "";
  let place = 0;
  for (const { start, end } of fences.filter(({ start }) => start < doubt)) {
    view += source.slice(place, start) + keep(source.slice(start, end).replace(new RegExp(info), "$<kept>"));
    place = end;
  }
  const known = view.length + doubt - place;
  view = (view + source.slice(place))
    .replace(pattern(line), (lead) => lead.replaceAll(">", "\v"))
    .replace(pattern(commentAlone), (piece, lead) => lead + "\ufdd0".repeat(piece.length - lead.length))
    .replace(pattern(`${inParagraph.replace("[^", "[^\0\ufdd0")}+`), (paragraph, offset) => {
      let isPlain = offset + paragraph.length <= known && !htmlLine.test(paragraph);
      const isTable = tableLine.test(paragraph);
      const plain = paragraph.replace(pattern(pieces), (piece, certain, _row, doubt) => {
        isPlain &&= doubt === undefined && !(isTable && /(?<!\\)\|/.test(certain));
        return certain === undefined ? piece : keep(piece);
      });
      return isPlain ? plain : paragraph;
    });
  const hasLabels = view.search(pattern(definition)) !== -1;
  for (const each of hasLabels ? [...hidden, ...labels] : hidden)
    view = view.replace(each, (...match) => {
      const { kept = "", attributes = "" } = match.at(-1);
      return `${kept}${attributes.replace(pattern(attribute), "$1$3")}\0\0`;
    });
  const seen = view.replaceAll("\v", ">").replace(/\0(\d*)\0/g, (_, place) => stash[place] ?? "");
  return stripInvisibleCharacters(seen);
}
