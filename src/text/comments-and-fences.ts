import { parse, postprocess, preprocess } from "micromark";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { gfmTable } from "micromark-extension-gfm-table";

/** A part of a text, as offsets into it. */
export type Slice = { readonly start: number; readonly end: number };

/** A fenced code block. It starts with its first line and ends with its last one. */
export type Fence = Slice & {
  /** Its first line up to the backticks or tildes that open it. */
  readonly opening: string;
  /** False for a fence that only the end of the text, or of its quote or list item, ends. */
  readonly isClosed: boolean;
};

/** The HTML comments and the fences of a text, each in their order. */
export type CommentsAndFences = { readonly comments: readonly Slice[]; readonly fences: readonly Fence[] };

// All of these decide where code and raw HTML begin: a backtick in a link's target or in an address opens no code.
// Switched off is what cannot.
const extensions = [
  gfmTable(),
  gfmAutolinkLiteral(),
  gfmFootnote(),
  { disable: { null: ["attention", "characterReference", "hardBreakEscape"] } },
];

/** Without one of these, a text holds neither HTML nor a code span or a fence. */
const codeOrHtml = /[<`]|~~~/;

/**
 * Finds the HTML comments and the fences of GitHub's Markdown. Lines end with `\n`. A comment is what browsers take for
 * one, outside of code; one that they see no end of goes on to the end of the text. A text that takes seconds to parse
 * counts as a comment from its first code or HTML on.
 */
export function findCommentsAndFences(text: string): CommentsAndFences {
  const first = text.search(codeOrHtml);
  if (first === -1) return { comments: [], fences: [] };
  if (isSlow(text)) return { comments: [{ start: first, end: text.length }], fences: [] };
  const html: Slice[][] = [];
  const fences: { start: number; end: number; opening: string; isClosed: boolean }[] = [];
  // The parser drops a byte order mark in front without counting it. With this one, any other is counted. For GitHub's own
  // parser, `<!` begins a declaration only before a capital letter.
  const chunks = preprocess()(`\ufeff${text.replace(/<!(?=[a-z])/g, "<.")}`, undefined, true);
  for (const [kind, { type, start, end }] of postprocess(parse({ extensions }).document().write(chunks))) {
    if (kind === "exit") continue;
    if (type === "htmlFlow" || type === "htmlText") html.push([]);
    // One for each line, without the marks of quotes in front of it.
    if (type === "htmlFlowData" || type === "htmlTextData")
      html.at(-1)?.push({ start: start.offset, end: end.offset });
    if (type === "codeFenced") {
      const lineStart = text.lastIndexOf("\n", start.offset - 1) + 1;
      fences.push({ start: lineStart, end: end.offset, opening: "", isClosed: false });
    }
    const fence = fences.at(-1);
    if (type !== "codeFencedFenceSequence" || fence === undefined) continue;
    if (fence.opening === "") fence.opening = text.slice(fence.start, end.offset);
    else fence.isClosed = true;
  }
  return { comments: findComments(text, html), fences };
}

/** `<!x`, `<?x` and `</ x` begin comments too, which end at the next `>` (HTML standard, "bogus comment"). */
const commentStart = /<!--|<[!?]|<\/(?![a-z>])/gi;
/** `<!-->` and `<!--->` are whole comments. */
const commentEnd = /(?<=<!--)-?>|--!?>/g;
const bogusCommentEnd = />/g;

/**
 * The comments in pieces of raw HTML, each a list of its lines. Behind a piece Markdown escapes each `>`, so a comment that
 * is open there hides the text below. What could end it in another piece is not looked for.
 */
function findComments(text: string, html: readonly (readonly Slice[])[]): Slice[] {
  const comments: Slice[] = [];
  for (const lines of html) {
    let open: { start: number; ending: RegExp } | undefined;
    for (const line of lines) {
      const source = text.slice(line.start, line.end);
      for (let at = 0; ; ) {
        if (open === undefined) {
          commentStart.lastIndex = at;
          const found = commentStart.exec(source);
          if (found === null) break;
          at = commentStart.lastIndex;
          const ending = found[0] === "<!--" ? commentEnd : bogusCommentEnd;
          open = { start: line.start + found.index, ending };
        }
        open.ending.lastIndex = at;
        if (!open.ending.test(source)) break;
        at = open.ending.lastIndex;
        comments.push({ start: open.start, end: line.start + at });
        open = undefined;
      }
    }
    if (open !== undefined) return [...comments, { start: open.start, end: text.length }];
  }
  return comments;
}

// The parser's time grows with the square of each of these counts, and with depth times lines. Below all of them,
// 65,536 characters take at most two seconds. People write far below.
const maxLines = 5000;
/** Of quotes and list items, by their marks in front of a line. */
const maxDepth = 50;
const maxContainers = 3000;
/** What may be code or raw HTML up to the end of its paragraph, in the whole text. */
const maxOpenings = 1000;
/** Of one paragraph. */
const maxBrackets = 2000;

function isSlow(text: string): boolean {
  const lines = text.split("\n");
  if (lines.length > maxLines || count(text, /<[!?]|\\`/g) > maxOpenings) return true;
  let containers = 0;
  let brackets = 0;
  return lines.some((line) => {
    const [marks = ""] = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?![^ \t])))*/.exec(line) ?? [];
    const depth = count(marks, /[>*+-]|\d[.)]/g);
    containers += depth;
    brackets = /[^ \t]/.test(line) ? brackets + count(line, /[[\]]/g) : 0;
    return depth > maxDepth || containers > maxContainers || brackets > maxBrackets;
  });
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
