/** A part of a text, as offsets into it. */
export type Range = { start: number; end: number };

/** One line, without its end. */
export type Line = Range & {
  /** False for a line inside a fenced block, for the fence itself, and for a line that begins inside a comment. */
  isText: boolean;
};

export type ScannedText = {
  lines: readonly Line[];
  /** What people do not see: HTML comments, and what follows the first word on the opening line of a fence. */
  hidden: readonly Range[];
  /** The fence that is still open at the end of the text, outside of quotes and lists, which close it. */
  openFence: string | undefined;
};

/** A quote or list item that a fence is in. `width` is the indentation of a list item's lines; 0 for a quote. */
type Mark = { width: number };
type Fence = { marks: readonly Mark[]; run: string };

// All patterns are sticky or match one line, so no part of the text is searched twice.
const lineEnd = /\r\n?|\n/g;
const containerMark = /(>)|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/y;
const fenceStart = /(`{3,})(?=[^`]*$)|(~{3,})/y;
const fenceEnd = /^(`{3,}|~{3,})[ \t]*$/;
const commentEnd = /--!?>/g;

/**
 * Scans a text once, line by line. It knows fenced blocks, code spans on one line, and HTML comments as browsers see
 * them, and nothing else of Markdown. With `hidesInCode`, comments in code count as hidden too.
 */
export function scanLines(text: string, hidesInCode = false): ScannedText {
  const lines = splitLines(text);
  const comments = new CommentScanner(text);
  const fenceInfo: Range[] = [];
  let fence: Fence | undefined;
  const scanned = lines.map(({ start, end }): Line => {
    if (start < comments.end) {
      comments.scan(comments.end, end, []);
      return { start, end, isText: false };
    }
    const line = text.slice(start, end);
    const inside = fence === undefined ? undefined : contentOf(line, fence.marks);
    if (fence !== undefined && inside !== undefined) {
      const close = fenceEnd.exec(inside)?.[1];
      if (close?.startsWith(fence.run)) fence = undefined;
      if (hidesInCode) comments.scan(start, end, []);
      return { start, end, isText: false };
    }
    const opening = openFence(line);
    fence = opening?.fence;
    if (opening !== undefined) fenceInfo.push({ start: start + opening.infoStart, end });
    const spans = hidesInCode || !line.includes("`") || !line.includes("<") ? [] : codeSpans(line, start);
    if (opening === undefined || hidesInCode) comments.scan(start, end, spans);
    return { start, end, isText: opening === undefined };
  });
  const hidden = [...comments.found, ...fenceInfo].sort((a, b) => a.start - b.start);
  return { lines: scanned, hidden, openFence: fence?.marks.length === 0 ? fence.run : undefined };
}

/** The columns of white space at the start of a line; a tab reaches to the next multiple of four. */
function indentation(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === " ") columns += 1;
    else if (character === "\t") columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

function splitLines(text: string): Range[] {
  const lines: Range[] = [];
  let start = 0;
  for (const {
    0: { length },
    index,
  } of text.matchAll(lineEnd)) {
    lines.push({ start, end: index });
    start = index + length;
  }
  return [...lines, { start, end: text.length }];
}

/** The fence that a line opens, if it does, also behind the marks of quotes and lists; and where its first word ends. */
function openFence(line: string): { fence: Fence; infoStart: number } | undefined {
  if (!line.includes("```") && !line.includes("~~~")) return undefined;
  const marks: Mark[] = [];
  let at = 0;
  for (;;) {
    const space = /^[ \t]*/.exec(line.slice(at))?.[0] ?? "";
    if (indentation(space) > 3) return undefined;
    at += space.length;
    containerMark.lastIndex = at;
    const mark = containerMark.exec(line);
    if (mark === null) break;
    at += mark[0].length;
    if (line[at] === " " || line[at] === "\t") at += 1;
    marks.push({ width: mark[1] === undefined ? space.length + mark[0].length + 1 : 0 });
  }
  fenceStart.lastIndex = at;
  const run = fenceStart.exec(line)?.[0];
  if (run === undefined) return undefined;
  const info = /^[ \t]*\S*/.exec(line.slice(at + run.length))?.[0] ?? "";
  return { fence: { marks, run }, infoStart: at + run.length + info.length };
}

/** What a line holds of the block inside these marks; `undefined` where the line is outside of them. */
function contentOf(line: string, marks: readonly Mark[]): string | undefined {
  let rest = line;
  for (const { width } of marks) {
    if (width === 0) {
      const quote = /^ {0,3}>[ \t]?/.exec(rest)?.[0];
      if (quote === undefined) return undefined;
      rest = rest.slice(quote.length);
    } else {
      if (rest.trim() === "") return "";
      if (indentation(rest) < width) return undefined;
      rest = rest.slice(Math.min(width, /^[ \t]*/.exec(rest)?.[0].length ?? 0));
    }
  }
  return indentation(rest) < 4 ? rest.trimStart() : ` ${rest}`;
}

/** The code spans that begin and end on a line (CommonMark 0.31, section 6.1). */
function codeSpans(line: string, offset: number): Range[] {
  const runs = Array.from(line.matchAll(/(\\*)(`+)/g), ({ 1: slashes = "", 2: ticks = "", index }) => ({
    start: index + slashes.length,
    length: ticks.length,
    isEscaped: slashes.length % 2 === 1,
  }));
  const byLength = new Map<number, { start: number; length: number }[]>();
  for (const run of runs.toReversed()) {
    const known = byLength.get(run.length);
    if (known === undefined) byLength.set(run.length, [run]);
    else known.push(run);
  }
  const spans: Range[] = [];
  let end = 0;
  for (const { start, length, isEscaped } of runs) {
    // A backslash escapes the first backtick of an opening run only; inside of code it means nothing.
    const open = isEscaped ? { start: start + 1, length: length - 1 } : { start, length };
    if (open.start < end || open.length === 0) continue;
    const candidates = byLength.get(open.length) ?? [];
    while ((candidates.at(-1)?.start ?? Number.POSITIVE_INFINITY) <= start) candidates.pop();
    const close = candidates.at(-1);
    if (close === undefined) continue;
    end = close.start + close.length;
    spans.push({ start: offset + open.start, end: offset + end });
  }
  return spans;
}

/** Finds HTML comments, and what browsers treat as such, from the start of a text to its end. */
class CommentScanner {
  readonly found: Range[] = [];
  /** Where the last comment ends. */
  end = 0;
  readonly #text: string;
  /** The last `<`, `<!--`, `>` and blank line that were searched for, so that none is searched for twice. */
  #open = -1;
  #inner = -1;
  #angle = -1;
  #blank = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Finds the comments that begin in a part of a line, outside of its code spans. */
  scan(start: number, end: number, spans: readonly Range[]): void {
    const startsWithAngle = /^ {0,3}</.test(this.#text.slice(start, Math.min(end, start + 4)));
    let span = 0;
    for (let at = this.#next(start); at < end; at = this.#next(at + 1)) {
      if (at < this.end) continue;
      while ((spans[span]?.end ?? Number.POSITIVE_INFINITY) <= at) span++;
      if ((spans[span]?.start ?? Number.POSITIVE_INFINITY) <= at) continue;
      const commentEnd = this.#commentEnd(at, startsWithAngle);
      if (commentEnd === undefined) continue;
      this.found.push({ start: at, end: commentEnd });
      this.end = commentEnd;
    }
  }

  #next(from: number): number {
    if (this.#open < from) this.#open = indexOrEnd(this.#text, "<", from);
    return this.#open;
  }

  /** Where the comment that begins at a `<` ends (WHATWG HTML, section 13.2.5); `undefined` where none begins. */
  #commentEnd(at: number, startsWithAngle: boolean): number | undefined {
    const text = this.#text;
    if (text.startsWith("<!--", at)) {
      if (text.startsWith(">", at + 4)) return at + 5;
      if (text.startsWith("->", at + 4)) return at + 6;
      commentEnd.lastIndex = at + 4;
      return commentEnd.test(text) ? commentEnd.lastIndex : text.length;
    }
    const next = text.charAt(at + 1);
    const isComment =
      next === "!" ||
      (next === "?" && startsWithAngle) ||
      (next === "/" && !/[a-z]/i.test(text.charAt(at + 2)));
    if (!isComment) return undefined;
    if (this.#angle < at) this.#angle = indexOrEnd(text, ">", at);
    if (this.#blank < at) this.#blank = nextBlankLine(text, at);
    if (this.#angle >= this.#blank || this.#angle === text.length) return undefined;
    // Markdown shows some of these as text, and then the comment inside of them is one.
    if (this.#inner < at) this.#inner = indexOrEnd(text, "<!--", at + 1);
    return this.#inner < this.#angle ? this.#commentEnd(this.#inner, false) : this.#angle + 1;
  }
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index === -1 ? text.length : index;
}

const blankLine = /(?:\r\n?|\n)[ \t]*(?=[\r\n])/g;

function nextBlankLine(text: string, from: number): number {
  blankLine.lastIndex = from;
  return blankLine.exec(text)?.index ?? text.length + 1;
}
