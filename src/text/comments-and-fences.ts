/** A part of a text, as offsets into it. */
export type Slice = { start: number; end: number };

/** A fenced code block, from its first line to its last one. */
type Fence = Slice & {
  /** Its backticks or tildes. */
  sequence: string;
  /** What stands in front of them. */
  lead: string;
  /** How many marks of quotes are in that. */
  depth: number;
  /** Only the end of the text, or of its quote or list item, ends a fence that is not closed. */
  isClosed: boolean;
};

/** A comment that no line has ended so far. */
type OpenComment = {
  start: number;
  /** As a block of its own, it can go on below a blank line. */
  isBlock: boolean;
  /** How many marks of quotes are in front of it. */
  depth: number;
  endsAtBlank: boolean;
};

/** What the line above ended with, as far as the next line goes on with it. */
type Above = "nothing" | "text" | "html" | "code";

const itemMark = String.raw`(?:[-+*]|\d{1,9}[.)])(?![^ \t])`;
/** White space and the marks of quotes and list items. A vertical tab may stand for `>`. */
export const marks = String.raw`(?:[ \t]*(?:[>\v]|${itemMark}))*[ \t]*`;

const autolink = String.raw`[a-z][\w.+-]*:`;
const commentOnItsLine = String.raw`!--.*-->[ \t]*(?!.)`;
/** Raw HTML, up to a blank line: `<div`, `</p`, `<!x`, `<BR`, but no component of MDX such as `<Card`. */
export const htmlStart = String.raw`<(?!${autolink}|${commentOnItsLine})(?:[!?]|\/?(?:[a-z]|[A-Z]+\b))`;

/** Code with its backticks; nobody needs more than nine. */
export const code = "(?<!`)(?<row>`{1,9})(?!`)[^\n]*?[^`\n]\\k<row>(?!`)";

const leadPattern = new RegExp(`^${marks}`);
const htmlPattern = new RegExp(`^${htmlStart}`);
/** Raw HTML that goes on below a blank line: such an element, or a comment that does not end as most readers think. */
const longHtml = /^<(?:pre|script|style|textarea|\?|!(?!--)|!---?>|!--.*--!>)/i;
const fenceStart = /^(?:`{3,}(?!`)(?!.*`)|~{3,})/s;
const fenceEnd = /^(`+|~+)[ \t]*$/;
const commentEnd = /(?<=--!?>)/;
/** What may begin a comment, and what hides the beginning of one: escaped signs, code and rows of backticks. */
const inline = new RegExp(
  [
    String.raw`\\[\\\x60<]`,
    code,
    String.raw`\x60+`,
    "(?<closed><!--(?:-?>|.*?--!?>))",
    "(?<opened><!--.*)",
  ].join("|"),
  "gs",
);

/**
 * Finds the HTML comments outside of code and the fences of GitHub's Markdown, line by line, each in their order. Behind the
 * offset `certainTo`, GitHub may show as text what looks like code. Behind `shownTo`, browsers show nothing, because a
 * comment or tag does not end with its quote, list item or HTML. Lines end with `\n`.
 */
export function findCommentsAndFences(text: string) {
  const comments: Slice[] = [];
  const fences: Fence[] = [];
  let fence: Fence | undefined;
  let comment: OpenComment | undefined;
  // With a declared type alone, TypeScript would take it for "nothing" in all of the loop.
  let above = "nothing" as Above;
  /** What is in front of the text of the list items around the line. */
  const items: string[] = [];
  let certainTo = text.length;
  let shownTo = text.length;
  const doubtFrom = (place: number) => {
    certainTo = Math.min(certainTo, place);
  };
  const hideFrom = (place: number) => {
    shownTo = Math.min(shownTo, place);
  };

  let end = -1;
  for (const line of text.split("\n")) {
    const start = end + 1;
    end = start + line.length;
    // Below the first line of a fence, only as many marks as are in front of it count.
    const { indent, depth, column } = indentOf(line, fence?.depth);
    const isBlank = indent === line;
    const itemsAbove = items.length;
    while (!isIn(items.at(-1) ?? "", line)) {
      items.pop();
    }
    const isInItem = items.length === itemsAbove;
    const item = items.at(-1) ?? "";
    const isCodeIndent = column - width(item) - 2 * (depth - depthOf(item)) > 3;

    if (fence !== undefined) {
      const isInside = depth >= fence.depth && isInItem;
      // Whatever list it is in, a fence is one if its lines begin at its column or behind it.
      const isLeft = !isBlank && column < width(fence.lead);
      if (!isInside || isLeft) {
        doubtFrom(fence.start);
      }
      if (isInside) {
        const [, sequence = ""] = fenceEnd.exec(line.slice(indent.length)) ?? [];
        fence.isClosed = !isCodeIndent && sequence.startsWith(fence.sequence);
        fence.end = end;
        if (fence.isClosed) {
          fence = undefined;
        }
        continue;
      }
      fence = undefined;
    }

    if (comment?.isBlock) {
      const goesOn = isBlank ? !comment.endsAtBlank : isInItem;
      if (!goesOn || depth < comment.depth) {
        hideFrom(comment.start);
      }
    }
    const [lead = ""] = leadPattern.exec(line) ?? [];
    const rest = line.slice(lead.length);
    const [sequence] = fenceStart.exec(rest) ?? [];
    /** Where the open comment ends in the line; 0 where it does not. */
    let from = 0;
    if (comment !== undefined) {
      from = Math.max(0, line.search(commentEnd));
      // A blank line or a fence ends the paragraph, in which a comment without an end is none.
      const goesOn = comment.isBlock || (!isBlank && sequence === undefined);
      if (from > 0) {
        comments.push({ start: comment.start, end: start + from });
      } else if (goesOn) {
        continue;
      }
    }

    // What stands behind a comment is raw HTML, which ends with the line.
    const isBelowHtml = above === "html";
    const isComment = rest.startsWith("<!--");
    const isRawLine = comment?.isBlock === true || (isComment && !isBelowHtml);
    comment = undefined;

    if (isBlank) {
      above = "nothing";
    } else if (from > 0) {
      above = "text";
    } else {
      const isDeep = isCodeIndent || /\S(?: {5}|\t\t)/.test(lead);
      const hasMark = indent !== lead;
      if (hasMark && !isDeep) {
        items.push(itemIn(lead));
      }
      // Which column is the item's depends on the space behind the mark of the quote.
      if (hasMark && />[^ \t>]/.test(lead)) {
        doubtFrom(start);
      }
      const isFence = sequence !== undefined;
      if (longHtml.test(rest) || (isFence && isBelowHtml)) {
        doubtFrom(start);
      }
      if (isFence && !isDeep) {
        fence = { start, end, lead, sequence, depth: depthOf(lead), isClosed: false };
        fences.push(fence);
        above = "nothing";
        continue;
      }
      if (htmlPattern.test(rest)) {
        above = "html";
      } else if (!isBelowHtml) {
        above = isDeep && above !== "text" ? "code" : "text";
      }
    }
    if (above === "code") {
      continue;
    }

    for (const { 0: piece, index, groups } of line.slice(from).matchAll(inline)) {
      const place = start + from + index;
      if (groups?.["closed"] !== undefined) {
        comments.push({ start: place, end: place + piece.length });
      }
      if (groups?.["opened"] === undefined) {
        continue;
      }
      const isBlock = above === "html" || isComment;
      const isWholeLine = place === start + lead.length;
      const endsAtBlank = isBelowHtml || !isWholeLine;
      comment = { start: place, isBlock, depth: depthOf(lead), endsAtBlank };
    }
    const isWholeLine = comment?.start === start + lead.length;
    const lastTag = line.lastIndexOf("<");
    const hasOpenTag = lastTag > line.lastIndexOf(">");
    if (isRawLine && !isWholeLine && hasOpenTag) {
      hideFrom(start + lastTag);
    }
  }
  if (comment?.isBlock) {
    comments.push({ start: comment.start, end: text.length });
  }
  return { comments, fences, certainTo, shownTo };
}

/** What stands in front of a line, with at most so many marks of quotes: the text, how many they are, the column behind. */
function indentOf(line: string, maxDepth = Number.POSITIVE_INFINITY) {
  const [all = ""] = /^[ \t>]*/.exec(line) ?? [];
  const parts = all.split(">").slice(0, maxDepth + 1);
  const indent = parts.join(">");
  return { indent, depth: parts.length - 1, column: width(indent) };
}

/** The lead up to the text of its last list item; an empty one has its text a column behind its mark. */
function itemIn(lead: string): string {
  const [item = ""] = /^.*(?:[-+*]|\d[.)])[ \t]*/.exec(lead) ?? [];
  return item === lead.trimEnd() ? `${item} ` : item;
}

/** Whether a line is in the list item with this lead. */
function isIn(item: string, line: string): boolean {
  const { indent, depth, column } = indentOf(line, depthOf(item));
  return depth === depthOf(item) && (column >= width(item) || indent === line);
}

/** How many marks of quotes are in this lead. */
function depthOf(lead: string): number {
  return lead.split(">").length - 1;
}

/** The column behind white space and marks, where a tab goes on to the next multiple of four. */
function width(lead: string): number {
  return lead.replace(/.{0,3}\t|.{4}/g, "    ").length;
}
