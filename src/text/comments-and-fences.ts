/** A part of a text, as offsets into it. */
export type Slice = { readonly start: number; readonly end: number };

/** A fenced code block. It starts with its first line and ends with its last one. */
export type Fence = Slice & {
  /** Its first line up to the backticks or tildes that open it. */
  readonly opening: string;
  /** False for a fence that only the end of the text, or of its quote or list item, ends. */
  readonly isClosed: boolean;
};

/** The HTML comments outside of code and the fences of a text, each in their order. */
export type CommentsAndFences = {
  readonly comments: readonly Slice[];
  readonly fences: readonly Fence[];
  /** Where the first fence is that GitHub may read in another way, else the end of the text. */
  readonly doubt: number;
};

/** White space and the marks of quotes and list items. */
export const marks = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?![^ \t])))*[ \t]*/;
export const tag = String.raw`<(?:/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?)*\s*/?)>`;
/** A tag that is alone on its line begins raw HTML, but not below text. */
const tagLine = new RegExp(`^${tag}[ \t]*$`, "i");
const fenceStart = /^(?:`{3,}(?!`)(?!.*`)|~{3,})/s;
const codeOrComment = /\\[\\`<]|`+|<!--/g;
// `<!-->` and `<!--->` are whole comments for browsers.
const commentEnd = /-->|(?<!<!)--!>/g;
/** Raw HTML in any place, up to a blank line (CommonMark, "HTML blocks"). What is in the group goes on to its end tag. */
export const rawHtml =
  /^<(?:pre|script|style|textarea|\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul))(?![^\s/>])/;

const longHtml = /^<(?:pre|script|style|textarea)(?![^\s>])/;

/** What is open below a line: in how many quotes, and at which column of a list item. */
type Open = {
  kind: "fence" | "comment of a block" | "comment in HTML" | "comment in a paragraph";
  start: number;
  quotes: number;
  column: number;
};

/** Finds the HTML comments and the fences of GitHub's Markdown, line by line. Lines end with `\n`. */
export function findCommentsAndFences(text: string): CommentsAndFences {
  const comments: Slice[] = [];
  const fences: { start: number; end: number; opening: string; isClosed: boolean }[] = [];
  let open: Open | undefined;
  /** The column of the list item that the line may be in. */
  let item = 0;
  let html: "block" | "component" | undefined;
  let above = "nothing" as "nothing" | "text" | "code";
  let doubt = text.length;
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    const [outer = ""] = (open?.quotes === 0 ? /^[ \t]*/ : /^[ \t>]*/).exec(line) ?? [];
    const quotes = outer.split(">").length - 1;
    const column = width(outer);
    const isBlank = outer === line;
    const fence = fences.at(-1);
    if (open !== undefined && (quotes < open.quotes || (!isBlank && column < open.column))) {
      // The end of a quote or list item ends what is open in it. Nothing below closes such a comment.
      if (open.kind !== "fence") break;
      open = undefined;
    }
    if (open?.kind === "fence" && fence !== undefined) {
      fence.end = end;
      fence.isClosed =
        column - Math.max(open.column, 2 * quotes) < 4 && closes(line.slice(outer.length), fence.opening);
      if (fence.isClosed) open = undefined;
      start = end + 1;
      continue;
    }
    let from = 0;
    let isRaw = html !== undefined;
    if (open !== undefined) {
      from = endOfComment(line, 0);
      isRaw = open.kind !== "comment in a paragraph";
      if (from > 0) comments.push({ start: open.start, end: start + from });
      else if (isBlank && open.kind === "comment in HTML") break;
      // Outside of HTML, a comment that its paragraph does not close is none.
      const isNone = !isRaw && (isBlank || fenceStart.test(line.slice(outer.length)));
      if (from > 0 || isNone) open = undefined;
    }
    if (open === undefined) {
      const [lead = ""] = marks.exec(line) ?? [];
      const rest = line.slice(lead.length);
      const sequence = fenceStart.exec(rest)?.[0];
      let depth = 0;
      if (from > 0) above = isRaw ? "nothing" : "text";
      else if (isBlank) {
        html = undefined;
        above = "nothing";
      } else {
        const goesOn = above === "text" && outer === lead && sequence === undefined;
        if (column < item && !goesOn) item = column;
        depth = column - Math.max(item, 2 * quotes);
        if (outer !== lead && depth < 4) item = width(lead);
        if ((sequence !== undefined && (depth > 3 || html === "block")) || longHtml.test(rest))
          doubt = Math.min(doubt, start);
        const isTag = above !== "text" && tagLine.test(rest);
        // In MDX, a fence may stand directly below a component.
        if (rawHtml.test(rest) || (isTag && !/^<\/?[A-Z]/.test(rest))) html = "block";
        else if (isTag) html ??= "component";
        isRaw = html !== undefined || rest.startsWith("<!--");
        above = depth > 3 && above !== "text" ? "code" : isRaw ? "nothing" : "text";
        from = lead.length;
      }
      if (sequence !== undefined && depth < 4 && from === lead.length) {
        fences.push({ start, end, opening: lead + sequence, isClosed: false });
        open = { kind: "fence", start, quotes, column: item };
        html = undefined;
        above = "nothing";
      } else if (above !== "code" && !isBlank) {
        const found = findComments(line, from, isRaw);
        comments.push(...found.closed.map((each) => ({ start: start + each.start, end: start + each.end })));
        if (found.unclosed !== undefined) {
          const isBlock = found.unclosed === lead.length && depth < 4 && html === undefined;
          const kind = isBlock ? "comment of a block" : isRaw ? "comment in HTML" : "comment in a paragraph";
          // Lines of a paragraph need no marks.
          const indent = isBlock ? { quotes, column: item } : { quotes: -1, column: 0 };
          open = { kind, start: start + found.unclosed, ...indent };
        }
      }
    }
    start = end + 1;
  }
  if (open?.kind === "comment of a block" || open?.kind === "comment in HTML")
    comments.push({ start: open.start, end: text.length });
  return { comments, fences, doubt };
}

/** The comments of a line from a place on, and where one begins that the line does not close. */
function findComments(line: string, from: number, isRaw: boolean): { closed: Slice[]; unclosed?: number } {
  const closed: Slice[] = [];
  const ends = codeEnds(line);
  let behind = from;
  for (const { 0: token, index } of line.matchAll(isRaw ? /<!--/g : codeOrComment)) {
    if (index < behind) continue;
    if (token !== "<!--") {
      behind = ends.get(index) ?? index;
      continue;
    }
    behind = endOfComment(line, index + 2);
    if (behind === 0) return { closed, unclosed: index };
    closed.push({ start: index, end: behind });
  }
  return { closed };
}

/** Where a comment ends that is open at a place in a line; 0 if it goes on. */
function endOfComment(line: string, place: number): number {
  commentEnd.lastIndex = place;
  return commentEnd.test(line) ? commentEnd.lastIndex : 0;
}

/** For each run of backticks in a line, where the next one of its length ends. */
export function codeEnds(line: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const next = new Map<string, number>();
  for (const { 0: run, index } of Array.from(line.matchAll(/`+/g)).reverse()) {
    const end = next.get(run);
    if (end !== undefined) ends.set(index, end);
    next.set(run, index + run.length);
  }
  return ends;
}

/** True for a line that closes a fence. */
function closes(line: string, opening: string): boolean {
  const [sequence = ""] = /(?:`+|~+)$/.exec(opening) ?? [];
  const run = line.trimEnd();
  return run.startsWith(sequence) && run.replaceAll(sequence.charAt(0), "") === "";
}

/** The column behind white space and marks. */
function width(lead: string): number {
  let column = 0;
  for (const character of lead) column += character === "\t" ? 4 - (column % 4) : 1;
  return column;
}
