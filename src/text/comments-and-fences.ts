/** A part of a text, as offsets into it. */
export type Slice = { start: number; end: number };

/**
 * A fenced code block, from its first line to its last one. In front of its backticks or tildes stands `lead`, with `depth`
 * marks of quotes. Only the end of the text, or of its quote or list item, ends a fence that is not closed.
 */
type Fence = Slice & { lead: string; sequence: string; depth: number; isClosed: boolean };

/** White space and the marks of quotes and list items. A vertical tab may stand for `>`. */
export const marks = /^(?:[ \t]*(?:[>\v]|(?:[-+*]|\d{1,9}[.)])(?![^ \t])))*[ \t]*/;
/** Raw HTML, up to a blank line. Comments alone on their line, components of MDX and autolinks begin none. */
export const htmlStart = /^<(?![a-z][\w.+-]*:|!--.*-->[ \t]*(?!.))(?:[!?]|\/?(?:[a-z]|[A-Z]+\b))/;
/** Raw HTML that goes on below a blank line. */
const longHtml = /^<(?:pre|script|style|textarea|\?|!(?!--)|!---?>|!--.*--!>)/i;
const fenceStart = /^(?:`{3,}(?!`)(?!.*`)|~{3,})/s;
const fenceEnd = /^(`+|~+)[ \t]*$/;
/** Code with its backticks; nobody needs more than nine. */
export const code = "(?<!`)(?<row>`{1,9})(?!`)[^\n]*?[^`\n]\\k<row>(?!`)";
const codeOrComment = new RegExp(
  `\\\\[\\\\\`<]|${code}|\`+|(?<closed><!--(?:-?>|.*?--!?>))|<!--.*`,
  "gs",
);

/**
 * Finds the HTML comments outside of code and the fences of GitHub's Markdown, line by line, each in their order. From the
 * offset `doubt` on, GitHub may show as text what looks like code. From `open` on, browsers show nothing, because a comment
 * or tag does not end with its quote, list item or HTML. Lines end with `\n`.
 */
export function findCommentsAndFences(text: string) {
  const comments: Slice[] = [];
  const fences: Fence[] = [];
  let fence: Fence | undefined;
  let comment: { start: number; isBlock: boolean; depth: number; endsAtBlank: boolean } | undefined;
  /** The column of the list item around the line. */
  let item = 0;
  let above = "nothing" as "nothing" | "text" | "html" | "code";
  let doubt = text.length;
  let open = text.length;
  let end = -1;
  for (const line of text.split("\n")) {
    const start = end + 1;
    end = start + line.length;
    // Below the first line of a fence, only as many marks as are in front of it count.
    const outer = (/^[ \t>]*/.exec(line)?.[0] ?? "").split(">").slice(0, fence && fence.depth + 1);
    const indent = outer.join(">");
    const column = width(indent);
    const isBlank = indent === line;
    let isDeep = column - Math.max(item, 2 * outer.length - 2) > 3;
    if (fence !== undefined) {
      const isInside = outer.length > fence.depth && (isBlank || column >= item);
      // Whatever list it is in, a fence is one if its lines begin at its column or behind it.
      if (!isInside || (!isBlank && column < width(fence.lead)))
        doubt = Math.min(doubt, fence.start);
      if (isInside) {
        const [, sequence] = fenceEnd.exec(line.slice(indent.length)) ?? [];
        fence.isClosed = !isDeep && sequence?.startsWith(fence.sequence) === true;
        fence.end = end;
      }
      if (fence.isClosed || !isInside) fence = undefined;
      if (isInside) continue;
    }
    if (comment?.isBlock) {
      const isInside = isBlank ? !comment.endsAtBlank : column >= item;
      if (!isInside || outer.length <= comment.depth) open = Math.min(open, comment.start);
    }
    const [lead = ""] = marks.exec(line) ?? [];
    const rest = line.slice(lead.length);
    const [sequence] = fenceStart.exec(rest) ?? [];
    const from = comment === undefined ? 0 : Math.max(0, line.search(/(?<=--!?>)/));
    if (comment !== undefined && from > 0)
      comments.push({ start: comment.start, end: start + from });
    else if (comment?.isBlock || (comment !== undefined && !isBlank && sequence === undefined))
      continue;
    const isBelowHtml = above === "html";
    // What stands behind a comment is raw HTML, which ends with the line.
    const isRawLine = comment?.isBlock === true || (rest.startsWith("<!--") && !isBelowHtml);
    // In a paragraph, a comment without an end is none.
    comment = undefined;
    if (isBlank) above = "nothing";
    else if (from > 0) above = "text";
    else {
      isDeep ||= /\S(?: {5}|\t\t)/.test(lead);
      item = indent !== lead && !isDeep ? width(lead) : Math.min(item, column);
      // Which column is the item's depends on the space behind the mark of the quote.
      if (indent !== lead && />[^ \t>]/.test(lead)) doubt = Math.min(doubt, start);
      if (longHtml.test(rest) || (sequence !== undefined && above === "html"))
        doubt = Math.min(doubt, start);
      if (sequence !== undefined && !isDeep) {
        fence = { start, end, lead, sequence, depth: lead.split(">").length - 1, isClosed: false };
        fences.push(fence);
        above = "nothing";
        continue;
      }
      if (htmlStart.test(rest)) above = "html";
      else if (above !== "html") above = isDeep && above !== "text" ? "code" : "text";
    }
    if (above === "code") continue;
    for (const { 0: piece, index, groups } of line.slice(from).matchAll(codeOrComment)) {
      const place = start + from + index;
      if (groups?.["closed"] !== undefined)
        comments.push({ start: place, end: place + piece.length });
      else if (piece.startsWith("<!--")) {
        const isBlock = above === "html" || rest.startsWith("<!--");
        const depth = lead.split(">").length - 1;
        const isFirst = place === start + lead.length;
        comment = { start: place, isBlock, depth, endsAtBlank: isBelowHtml || !isFirst };
      }
    }
    const isWholeLine = comment?.start === start + lead.length;
    const lastTag = line.lastIndexOf("<");
    if (isRawLine && !isWholeLine && lastTag > line.lastIndexOf(">"))
      open = Math.min(open, start + lastTag);
  }
  if (comment?.isBlock) comments.push({ start: comment.start, end: text.length });
  return { comments, fences, doubt, open };
}

/** The column behind white space and marks, where a tab goes on to the next multiple of four. */
function width(lead: string): number {
  return lead.replace(/.{0,3}\t|.{4}/g, "    ").length;
}
