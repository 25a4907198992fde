/** A part of a text, as offsets into it. */
export type Slice = { start: number; end: number };

/** A fenced code block, from its first line to its last one. White space and marks lead to the sequence that opens it. */
export type Fence = Slice & {
  readonly lead: string;
  readonly sequence: string;
  /** False for a fence that only the end of the text, or of its quote or list item, ends. */
  isClosed: boolean;
};

/** White space and the marks of quotes and list items. A vertical tab may stand for `>`. */
export const marks = /^(?:[ \t]*(?:[>\v]|(?:[-+*]|\d{1,9}[.)])(?![^ \t])))*[ \t]*/;
/** Raw HTML, up to a blank line. Components of MDX, autolinks and comments begin none. */
export const htmlStart = /^<(?![a-z][\w.+-]*:|!--)(?:[!?]|\/?(?:[a-z]|[A-Z]+\b))/;
/** Raw HTML that goes on below a blank line. */
const longHtml = /^<(?:pre|script|style|textarea|\?|!(?!--)|!---?>|!--.*--!>)/i;
const fenceStart = /^(?:`{3,}(?!`)(?!.*`)|~{3,})/s;
const fenceEnd = /^(`+|~+)[ \t]*$/;
/** Code in one line, with its backticks; nobody needs more than nine. */
export const code = "(?<!`)(?<row>`{1,9})(?!`)[^\\n]*?[^`\\n]\\k<row>(?!`)";
const codeOrComment = new RegExp(`\\\\[\\\\\`<]|${code}|\`+|(?<closed><!--(?:-?>|.*?--!?>))|<!--.*`, "gs");

/** The column behind white space and marks, where a tab goes on to the next multiple of four. */
const width = (lead: string) => lead.replace(/.{0,3}\t|.{4}/g, "    ").length;

/**
 * Finds the HTML comments outside of code and the fences of GitHub's Markdown, line by line, each in their order. From the
 * offset `doubt` on, GitHub may show as text what looks like code. Lines end with `\n`.
 */
export function findCommentsAndFences(text: string) {
  const comments: Slice[] = [];
  const fences: Fence[] = [];
  let fence: Fence | undefined;
  let comment: { start: number; isBlock: boolean } | undefined;
  let itemColumn = 0;
  let above = "nothing" as "nothing" | "text" | "html" | "code";
  let doubt = text.length;
  for (const { 0: line, index: start } of text.matchAll(/(?<![^\n])[^\n]*/g)) {
    const end = start + line.length;
    // Below the first line of a fence, only as many marks as are in front of it count.
    const depth = fence?.lead.split(">").length;
    const outer = (/^[ \t>]*/.exec(line)?.[0] ?? "").split(">").slice(0, depth);
    const indent = outer.join(">");
    const column = width(indent);
    const isBlank = indent === line;
    const isDeep = column - Math.max(itemColumn, 2 * outer.length - 2) > 3;
    if (fence !== undefined && outer.length === depth && (isBlank || column >= itemColumn)) {
      fence.end = end;
      // Whatever list it is in, a fence is one if its lines begin at its column or behind it.
      if (!isBlank && column < width(fence.lead)) doubt = Math.min(doubt, fence.start);
      fence.isClosed = !isDeep && !!fenceEnd.exec(line.slice(indent.length))?.[1]?.startsWith(fence.sequence);
      if (fence.isClosed) fence = undefined;
      continue;
    }
    doubt = Math.min(doubt, fence?.start ?? doubt);
    fence = undefined;
    const [lead = ""] = marks.exec(line) ?? [];
    const rest = line.slice(lead.length);
    const [sequence] = fenceStart.exec(rest) ?? [];
    const [ended = ""] = (comment && /^.*?--!?>/s.exec(line)) ?? [];
    if (comment && !ended && (comment.isBlock || !(isBlank || sequence))) continue;
    if (comment && ended) comments.push({ start: comment.start, end: start + ended.length });
    // In a paragraph, a comment without an end is none.
    comment = undefined;
    if (isBlank) above = "nothing";
    else if (!ended) {
      itemColumn = Math.min(itemColumn, column);
      const isCode = isDeep || /\S(?: {5}|\t\t)/.test(lead);
      if (indent !== lead && !isCode) itemColumn = width(lead);
      if (longHtml.test(rest) || (sequence && above === "html")) doubt = Math.min(doubt, start);
      if (sequence && !isCode) {
        fence = { start, end, lead, sequence, isClosed: false };
        fences.push(fence);
        above = "nothing";
        continue;
      }
      if (htmlStart.test(rest)) above = "html";
      else if (above !== "html") above = isCode && above !== "text" ? "code" : "text";
    }
    if (above === "code") continue;
    for (const { 0: piece, index, groups } of line.slice(ended.length).matchAll(codeOrComment)) {
      const place = start + ended.length + index;
      if (groups?.["closed"]) comments.push({ start: place, end: place + piece.length });
      else if (piece.startsWith("<!--"))
        comment = { start: place, isBlock: above === "html" || rest.startsWith("<!--") };
    }
  }
  if (comment?.isBlock) comments.push({ start: comment.start, end: text.length });
  return { comments, fences, doubt };
}
