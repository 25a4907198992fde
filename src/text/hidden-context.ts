import { code, findCommentsAndFences, htmlStart, marks as lead } from "./comments-and-fences.ts";
import { normalizeLines } from "./hidden-text.ts";
import { stripInvisibleCharacters } from "./invisible-characters.ts";

// Each function below removes one construct wherever it may be. A pattern matches once the opening of its construct is
// there: the end is optional, and the replacement decides. If an opening searched for an end that does not come, the time
// would grow with the square of the text's length.

/** Stands for the `>` of a quote. To patterns it is white space, as the mark is to what the quote holds. */
const quoteMark = "\v";
/** Stands for a part that was removed, so that its neighbours do not become something else. */
const removed = "\0\0";
/** Puts a text aside that no function may change, and returns what stands for it. */
type Keep = (text: string) => string;

const pattern = (source: string, flags = "g") => new RegExp(source, flags);
const blankLine = String.raw`[ \t\v]*(?:\n|$)`;
const paragraph = pattern(String.raw`[^\n]+(?:\n(?!${blankLine})[^\n]+)*`);

/**
 * Text that anyone may have written, without what GitHub does not show, and without comments in code. What may be read as
 * code or as text counts as text, and what may be hidden is hidden.
 */
export function stripHiddenContext(text: string): string {
  const kept: string[] = [];
  const keep: Keep = (text) => `\0${kept.push(text) - 1}\0`;
  let view = keepCertain(readable(text), keep);
  view = withoutComments(view);
  view = withoutDeclarations(view);
  view = withoutInfo(view);
  view = withoutTitles(view);
  const withDefinitions = view;
  view = withoutDefinitions(view);
  // Without definitions, `[a][b]` is no link: GitHub shows all of it.
  const hasLabels = view !== withDefinitions;
  view = withoutAttributes(view);
  view = withoutDescriptions(view, hasLabels);
  if (hasLabels) {
    view = withoutLabels(view);
  }
  view = withoutFallbacks(view);
  view = withoutRawAttributes(view);
  view = view.replace(/\0(\d*)\0/g, (_, place) => kept[place] ?? "");
  return stripInvisibleCharacters(view.replaceAll(quoteMark, ">"));
}

/** Without characters that have a meaning here: the two above, and those that end a line for patterns alone. */
function readable(text: string): string {
  return normalizeLines(text)
    .replace(/[\f\v\u2028\u2029]/g, " ")
    .replaceAll("\0", "\u200b");
}

/** Puts aside what is certainly code or text, and removes what is certainly a comment, and all that browsers do not show. */
function keepCertain(source: string, keep: Keep): string {
  const { comments, fences, certainTo, shownTo } = findCommentsAndFences(source);
  const keepFence = (fence: string) => keep(withoutComments(fence.replace(openingLine, "$1")));
  const blocks = [
    ...comments.map((comment) => ({ ...comment, instead: () => removed })),
    ...fences.map((fence) => ({ ...fence, instead: keepFence })),
  ];
  blocks.sort((a, b) => a.start - b.start);
  const marked = markQuotes(source);
  const certain = Math.min(certainTo, shownTo);
  let view = "";
  let place = 0;
  for (const { start, end, instead } of blocks) {
    if (start >= certain) {
      break;
    }
    view += marked.slice(place, start) + instead(marked.slice(start, end));
    place = end;
  }
  view += marked.slice(place, certain);
  view = view.replace(paragraph, (text) => keepText(text, keep));
  return view + marked.slice(certain, shownTo);
}

const leads = pattern(`^${lead}`, "gm");

/** `> a` with its mark as white space: it ends no tag, no declaration and no title. */
function markQuotes(source: string): string {
  return source.replace(leads, (marks) => marks.replaceAll(">", quoteMark));
}

/** A line of raw HTML, or with more behind the end of a comment. */
const htmlLine = pattern(String.raw`^${lead}(?:${htmlStart}|\0\0[ \t]*\S)`, "m");
const value = String.raw`[^\s"'=<>\x60]+|'[^']*'|"[^"]*"`;
/** What follows the `<` of a tag, as Markdown knows it. */
const tag = String.raw`/?[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:${value}))?)*\s*/?>`;
const declaration = String.raw`!--|![a-z]|!\[CDATA\[|\?`;
const opening = pattern(`<(?:(${tag})|(?=(${declaration}))|(?=[a-z/!?]))`, "gi");

/** Puts aside a `<` that opens nothing in its paragraph: `Map<K, V>` stays. */
function keepText(text: string, keep: Keep): string {
  if (htmlLine.test(text)) {
    return text;
  }
  const view = keepCode(text, keep);
  const lastEnd = view.lastIndexOf(">");
  return view.replace(opening, (piece, tag, declaration, offset) => {
    const mayEnd = declaration !== undefined && offset < lastEnd;
    return tag === undefined && !mayEnd ? keep(piece) : piece;
  });
}

const codeSpan = pattern(code);
const tableLine = /^[ \t\v]*[|:-][ \t|:-]*$/m;
/** What may begin or end code: a backtick or a backslash that is left, a tag, a link that is not simple. */
const mayHoldCode = /[`\\]|<[a-z!?/]|\]\((?![^\s()\0"']*(?:\s+["'][^"'\0]*["'])?\))/i;

/** Puts `code` aside, with all that is in it, where nothing else in its paragraph may begin or end it. */
function keepCode(text: string, keep: Keep): string {
  let isInCell = false;
  const view = text.replace(codeSpan, (code) => {
    isInCell ||= /(?<!\\)\|/.test(code);
    return keep(withoutComments(code));
  });
  const isInUrl = /:\/\/|www\./i.test(view) && /\S\0\d/.test(view);
  return (isInCell && tableLine.test(text)) || isInUrl || mayHoldCode.test(view) ? text : view;
}

/** `a<!-- b -->c` as `ac`. A comment without an end hides all below it. */
function withoutComments(text: string): string {
  return text.replace(/<!--(?:-?>|[\s\S]*?(?:--!?>|$))/g, removed);
}

/** `a<?b?>c`, `a<!b>c` and `a</ b>c` as `ac`: to browsers, these are comments. */
function withoutDeclarations(text: string): string {
  return text.replace(/<(?:[?!]|\/(?![a-z>]))(?:[^<>]|<(?![a-z/?!]))*>?/gi, removed);
}

const info = String.raw`^(${lead}(?:\x60{3,}(?!\x60)(?!.*\x60)|~{3,})[ \t]*[\w.+#-]*).*`;
const openingLine = pattern(info, "");
const openingLines = pattern(info, "gm");

/** "```js server.js" as "```js". */
function withoutInfo(text: string): string {
  return text.replace(openingLines, `$1${removed}`);
}

const gap = String.raw`[ \t\v]*(?:\n[ \t\v]*)?`;
const title = String.raw`(?=\s)${gap}(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\))`;
const inAngles = String.raw`<(?:[^<>\\\n]|\\.)*>`;
const address = String.raw`${inAngles}|(?:(?!\]\()\S)+`;
const link = pattern(String.raw`(\]\(${gap})(${address})(${title}(?=${gap}\)))?`);

/** `[a](b "c")` as `[a](b)`, and `[a](<b c>)` as `[a](<b>)`. */
function withoutTitles(text: string): string {
  return text.replace(link, (piece, start, address, title) => {
    if (address.startsWith("<")) {
      return start + address.replace(/\s.*/, ">");
    }
    const brackets = address.replace(/\\./g, "");
    const isOver = brackets.split(")").length > brackets.split("(").length;
    return title === undefined || isOver ? piece : start + address;
  });
}

const label = String.raw`\[(?:[^[\]\\]|\\[\s\S])*\]`;
const definition = pattern(
  String.raw`^(${lead})${label}:${gap}(?:${inAngles}|\S+)(?:${title})?[ \t\v]*$`,
  "gm",
);
const inNote = String.raw`(?:.|\n(?!${blankLine}))*`;
const note = pattern(
  String.raw`^(${lead})\[\^[^\]\s]+\]:${inNote}(?:\s*\n[ \v]*(?: {4}|\t)${inNote})*`,
  "gm",
);

/** Without `[a]: b "c"`, and without footnotes. */
function withoutDefinitions(text: string): string {
  return text.replace(note, `$1${removed}`).replace(definition, `$1${removed}`);
}

const labels = pattern(String.raw`\](?:${label})+`);

/** `[a][b]` as `[a]`. */
function withoutLabels(text: string): string {
  return text.replace(labels, "]");
}

const inDescription = String.raw`[^[\]\\\x60]|\\[\s\S]`;
const description = String.raw`(?:${inDescription}|\[(?:${inDescription})*\])*`;
const image = pattern(String.raw`!\[${description}(?:(\]\()|(\])|[\s\S]*)`);

/** `![a](b)` as `![](b)`. Behind a description that is not simple, nothing of its paragraph is left. */
function withoutDescriptions(text: string, hasLabels: boolean): string {
  const strip = (text: string): string =>
    text.replace(image, (piece, address, end) => {
      if (address !== undefined) {
        return "![](";
      }
      if (end === undefined) {
        return "![";
      }
      return hasLabels ? "![]" : `![${strip(piece.slice(2))}`;
    });
  return text.replace(paragraph, strip);
}

const markdownTag = pattern(`<${tag}`, "gi");

/** `<a href="b" title="c">` as `<a href="b">`, where Markdown takes it for a tag. */
function withoutAttributes(text: string): string {
  return text.replace(markdownTag, withAddresses);
}

const fallback = /<rp(?![^\s/>])[\s\S]*?(?=<\/?r[pt]|$)/gi;

/** `<rp>a</rp>`, which only browsers without `<ruby>` show, as `<rp></rp>`. */
function withoutFallbacks(text: string): string {
  return text.replace(fallback, "<rp>");
}

const quoted = String.raw`=\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$))`;
const htmlTag = pattern(
  String.raw`</?[a-z][^\s/>]*(?:${quoted}|(?!\n${blankLine})[^>])*(?:>|[\s\S]*)`,
  "gi",
);

/** The same for what browsers take for a tag in raw HTML. One that its paragraph does not end hides all below it. */
function withoutRawAttributes(text: string): string {
  return text.replace(htmlTag, withAddresses);
}

const attribute = /([^\s/>=]+)(?:\s*=\s*("[^"]*"?|'[^']*'?|[^\s>]*))?/g;

/** A tag with its `href` and `src` alone, each up to white space. */
function withAddresses(tag: string): string {
  const [name = ""] = /^<\/?[^\s/>]*/.exec(tag) ?? [];
  const [end = ""] = /(?:\s\/)?>?$/.exec(tag) ?? [];
  const addresses = Array.from(
    tag.slice(name.length).matchAll(attribute),
    ([, name = "", value = ""]) => {
      const address = value.replace(/\s[\s\S]*?(["']?)$/, "$1");
      return /^(?:href|src)$/i.test(name) ? ` ${name}=${address}` : "";
    },
  );
  return name + addresses.join("") + end;
}
