/** A part of a text, as offsets into it. */
export type Slice = { readonly start: number; readonly end: number };

/** A fenced code block, from its first line to its last one. */
export type Fence = {
  readonly start: number;
  end: number;
  /** What opens it: white space and marks of quotes and list items, then backticks or tildes. */
  readonly lead: string;
  readonly sequence: string;
  /** The column of the list item that it is in. */
  readonly item: number;
  /** False for a fence that only the end of the text, or of its quote or list item, ends. */
  isClosed: boolean;
};

export type CommentsAndFences = ReturnType<typeof findCommentsAndFences>;

/** White space and the marks of quotes and list items. A vertical tab may stand for `>`. */
export const marks = /^(?:[ \t]*(?:[>\v]|(?:[-+*]|\d{1,9}[.)])(?![^ \t])))*[ \t]*/;
/** Raw HTML, up to a blank line. Components of MDX and autolinks begin none. */
export const htmlStart = /^<(?![a-z][\w.+-]*:)(?:[!?]|\/?(?:[a-z]|[A-Z]+\b))/;
/** Raw HTML that goes on below a blank line. */
const longHtml = /^<(?:pre|script|style|textarea|\?|!(?!--)|!---?>|!--.*--!>)/i;
const commentAlone = /^<!--.*-->[ \t]*$/;
const fenceStart = /^(?:`{3,}(?!`)(?!.*`)|~{3,})/s;
const fenceEnd = /^(`+|~+)[ \t]*$/;
/** Code with its backticks; nobody needs more than nine. */
export const code = "(?<!`)(?<row>`{1,9})(?!`).*?[^`]\\k<row>(?!`)";
/** A comment that ends on its line is in a group. */
const codeOrComment = new RegExp(`\\\\[\\\\\`<]|${code}|\`+|(?<closed><!--(?:-?>|.*?--!?>))|<!--.*`, "gs");

/**
 * Finds the HTML comments outside of code and the fences of GitHub's Markdown, line by line, each in their order. From the
 * offset `doubt` on, GitHub may show as text what looks like code. Lines end with `\n`.
 */
export function findCommentsAndFences(text: string) {
  const comments: Slice[] = [];
  const fences: Fence[] = [];
  let fence: Fence | undefined;
  let comment: { start: number; isBlock: boolean } | undefined;
  /** The column of the list item around the line. */
  let item = 0;
  let above = "nothing" as "nothing" | "text" | "html" | "code";
  let doubt = text.length;
  let end = -1;
  for (const line of text.split("\n")) {
    const start = end + 1;
    end = start + line.length;
    // Below the first line of a fence, only as many marks as are in front of it count.
    const outer = (/^[ \t>]*/.exec(line)?.[0] ?? "").split(">").slice(0, fence && quotes(fence.lead) + 1);
    const indent = outer.join(">");
    const column = width(indent);
    const isBlank = indent === line;
    if (fence !== undefined) {
      const isInside = outer.length > quotes(fence.lead) && (isBlank || column >= fence.item);
      // Whatever list it is in, a fence is one if its lines begin at its column or behind it.
      if (!isInside || (!isBlank && column < width(fence.lead))) doubt = Math.min(doubt, fence.start);
      if (isInside) {
        const isDeep = column - Math.max(fence.item, 2 * quotes(fence.lead)) > 3;
        fence.end = end;
        fence.isClosed =
          !isDeep && !!fenceEnd.exec(line.slice(indent.length))?.[1]?.startsWith(fence.sequence);
      }
      if (fence.isClosed || !isInside) fence = undefined;
      if (isInside) continue;
    }
    const [lead = ""] = marks.exec(line) ?? [];
    const rest = line.slice(lead.length);
    const [sequence] = fenceStart.exec(rest) ?? [];
    const commentEnd = comment && /--!?>/.exec(line);
    let from = 0;
    if (comment !== undefined && commentEnd) {
      from = commentEnd.index + commentEnd[0].length;
      comments.push({ start: comment.start, end: start + from });
    } else if (comment?.isBlock || (comment !== undefined && !isBlank && sequence === undefined)) continue;
    // In a paragraph, a comment without an end is none.
    comment = undefined;
    if (isBlank) above = "nothing";
    else if (from > 0) above = "text";
    else {
      item = Math.min(item, column);
      const isDeep = column - Math.max(item, 2 * outer.length - 2) > 3 || /\S(?: {5}|\t\t)/.test(lead);
      if (indent !== lead && !isDeep) item = width(lead);
      if (longHtml.test(rest) || (sequence !== undefined && above === "html")) doubt = Math.min(doubt, start);
      if (sequence !== undefined && !isDeep) {
        fence = { start, end, lead, sequence, item, isClosed: false };
        fences.push(fence);
        above = "nothing";
        continue;
      }
      if (htmlStart.test(rest) && !commentAlone.test(rest)) above = "html";
      else if (above !== "html") above = isDeep && above !== "text" ? "code" : "text";
    }
    if (above === "code") continue;
    for (const { 0: piece, index, groups } of line.slice(from).matchAll(codeOrComment)) {
      const place = start + from + index;
      if (groups?.["closed"] !== undefined) comments.push({ start: place, end: place + piece.length });
      else if (piece.startsWith("<!--"))
        comment = { start: place, isBlock: above === "html" || rest.startsWith("<!--") };
    }
  }
  if (comment?.isBlock) comments.push({ start: comment.start, end: text.length });
  return { comments, fences, doubt };
}

/** The column behind white space and marks, where a tab goes on to the next multiple of four. */
function width(lead: string): number {
  return lead.replace(/.{0,3}\t|.{4}/g, "    ").length;
}

function quotes(lead: string): number {
  return lead.split(">").length - 1;
}
