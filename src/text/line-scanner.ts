/** A part of a text, as offsets into it. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** What the lines of a text are. */
export interface ScannedText {
  /**
   * The lines that can hold a command: outside of fences, indented by less than four columns, without a `>` in front,
   * and not begun inside a comment.
   */
  readonly ownLines: readonly Slice[];
  /** What people do not see: comments, and the opening line of a fence behind its first word. Sorted and disjoint. */
  readonly hidden: readonly Slice[];
  /** The line that closes the fence that is still open at the end. Fences behind marks of quotes and lists need none. */
  readonly fenceEnd: string | undefined;
}

/**
 * Scans a text once, line by line, in linear time. Lines end with `\n`. With `hidesInCode`, comments in code count as
 * hidden too.
 *
 * It knows fences, code spans on one line, and HTML comments as browsers read them, but no other Markdown. Where other
 * Markdown could make a difference (raw HTML, a link, a table, a backtick without a partner), it does not trust what
 * looks like code, so a comment in it is hidden.
 */
export function scanLines(text: string, hidesInCode = false): ScannedText {
  return new LineScanner(text, hidesInCode).scan();
}

/** What the further lines of a block start with. */
interface Margin {
  /** The marks of quotes, and spaces in place of the marks of list items. */
  readonly marks: string;
  /** The same without white space at its end, as on a blank line. */
  readonly blank: string;
  /** White space where there are no marks. It matters only in a list, where the block may belong to an item. */
  readonly indent: string;
}

// The patterns are compiled once, and all are sticky or global: none searches the same text twice.
const blankLines = /(?:[ \t]*\n)+/y;
const blankLine = /\n[ \t]*(?=\n)/g;
const blankRest = /[ \t]*(?:\n|$)/y;
/** White space, and the marks of quotes and list items. */
const linePrefix = /[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+[ \t>]*|(?=\n|$)))*/y;
/** Too much white space for anything but indented code, or text that continues. */
const deep = /\t|^ {4}|[^ ] {5}/;
const outdented = /^ ?(?![ \t])/;
const ownLine = / {0,3}(?![ \t>])/y;
const quoteMark = / *>/y;
const fenceOpening = /(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[ \t]*[^\s<]*/y;
const fenceClosing = / {0,3}(`{3,}|~{3,})[ \t]*(?:\n|$)/y;
const htmlStart = /<[a-z/!?]/iy;
/** How a block of raw HTML may begin, and where it ends (CommonMark 0.31, section 4.6). */
const htmlBlocks = [
  { start: /<(?:pre|script|style|textarea)(?=[\s>]|$)/iy, end: /<\/(?:pre|script|style|textarea)>/gi },
  { start: /<!--/y, end: /-->/g },
  { start: /<\?/y, end: /\?>/g },
  { start: /<!\[/y, end: /\]\]>/g },
  { start: /<![a-z]/iy, end: />/g },
  { start: /<\/?[a-z][a-z\d-]*(?=[\s/>]|$)/iy, end: blankLine },
];
const commentEnd = /--!?>/g;
/** What browsers also take for a comment, up to the next `>`. */
const bogusComment = /<(?:!|\/[^a-z>])/iy;
const angle = />/g;
const special = /\\[\\`]|`+|<|\][([]|\/\/|www\./gi;
const backticks = /`+/g;
/** A tag, the target of a link or an address that ends on its line and holds no backtick. */
const simple =
  /<\/?[a-z](?:"[^"<`\n]*"|'[^'<`\n]*'|[^"'<>`\n])*>|\]\([^()`\\"'<>\n]*(?:"[^"`\\<\n]*"|'[^'`\\<\n]*')?[ \t]*\)|\]\[[^[\]`\\<\n]*\]|(?:\/\/|www\.)[^\s<`]*(?![^\s<])/iy;

class LineScanner {
  readonly #text: string;
  readonly #ownLines: Slice[] = [];
  readonly #hidden: Slice[] = [];
  #fence: (Margin & { readonly run: string }) | undefined;
  /** Whether nothing is surely code any more. */
  #unclear: boolean;
  /** Where blocks of raw HTML may end, for each kind, and the last of these places. */
  readonly #htmlEnds = htmlBlocks.map(() => 0);
  #lastHtmlEnd = 0;
  /** Whether a code span, a tag or a link of this paragraph may continue. */
  #openInline = false;
  /** Whether a list may continue, so that an indented line may belong to an item. */
  #inList = false;
  #afterBlank = true;
  readonly #found = new Map<RegExp, Slice>();

  constructor(text: string, hidesInCode: boolean) {
    this.#text = text;
    this.#unclear = hidesInCode;
  }

  scan(): ScannedText {
    for (let at = 0; at < this.#text.length; ) {
      const next = mayBePrefix(this.#text, at) ? past(blankLines, this.#text, at) : undefined;
      if (next !== undefined) this.#readBlank();
      at = next ?? this.#readLine(at, this.#lineEnd(at));
    }
    const fence = this.#fence;
    const fenceEnd = fence?.marks === "" ? (this.#inList ? fence.indent : "") + fence.run : undefined;
    return { ownLines: this.#ownLines, hidden: this.#hidden, fenceEnd };
  }

  #readBlank(): void {
    if (this.#fence?.marks.includes(">")) this.#fence = undefined;
    this.#openInline = false;
    this.#afterBlank = true;
  }

  /** Reads one line, and those that its comments reach. Returns where the next line starts. */
  #readLine(start: number, end: number): number {
    const text = this.#text;
    const inFence = this.#continuesFence(start, end);
    if (inFence && !this.#unclear) return end + 1;
    const content = (mayBePrefix(text, start) ? past(linePrefix, text, start) : undefined) ?? start;
    const prefix = text.slice(start, content);
    const canCount = !inFence && (prefix === "" || past(ownLine, text, start) !== undefined);
    const wasBlank = this.#afterBlank;
    this.#afterBlank = false;
    if (/[^>\s]/.test(prefix)) this.#inList = true;
    else if (wasBlank && outdented.test(prefix)) this.#inList = false;

    fenceOpening.lastIndex = content;
    const run = "`~".includes(text.charAt(content) || " ") ? fenceOpening.exec(text)?.[1] : undefined;
    if (run !== undefined) {
      this.#hide(fenceOpening.lastIndex, end);
      if (!inFence && !deep.test(prefix)) {
        // In a paragraph, few numbers begin a list.
        const maybeText = /\d/.test(prefix) && !wasBlank;
        if (maybeText || start < this.#lastHtmlEnd) this.#unclear = true;
        this.#fence = { ...marginBelow(prefix), run };
        if (!this.#unclear) return end + 1;
      }
    }
    if (canCount && this.#fence === undefined) this.#ownLines.push({ start, end });
    this.#readHtmlBlock(content);
    return this.#readInline(content, end, prefix);
  }

  /** Whether the line belongs to the open fence. Its closing line does, too. */
  #continuesFence(start: number, end: number): boolean {
    const fence = this.#fence;
    if (fence === undefined) return false;
    if (!this.#isWithin(fence, start)) {
      // In some of these lines Markdown still sees the fence.
      if (fence.marks === "" || past(quoteMark, this.#text, start) !== undefined) this.#unclear = true;
      this.#fence = undefined;
      return false;
    }
    fenceClosing.lastIndex = Math.min(start + fence.marks.length, end);
    if (fenceClosing.exec(this.#text)?.[1]?.startsWith(fence.run)) this.#fence = undefined;
    return true;
  }

  #isWithin({ marks, blank, indent }: Margin, start: number): boolean {
    const text = this.#text;
    const isBlank =
      text.startsWith(blank, start) && past(blankRest, text, start + blank.length) !== undefined;
    return isBlank || (text.startsWith(marks, start) && (!this.#inList || text.startsWith(indent, start)));
  }

  #readHtmlBlock(at: number): void {
    if (past(htmlStart, this.#text, at) === undefined) return;
    for (const [kind, { start, end }] of htmlBlocks.entries()) {
      if (past(start, this.#text, at) === undefined) continue;
      const lineEnd = this.#lineEnd(this.#next(end, at).start);
      this.#htmlEnds[kind] = lineEnd;
      this.#lastHtmlEnd = Math.max(this.#lastHtmlEnd, lineEnd);
    }
  }

  /** Hides the comments on a line, and on the line that the last of them ends on. Returns where the next line starts. */
  #readInline(content: number, contentEnd: number, prefix: string): number {
    const text = this.#text;
    const startsWithHtml = text[content] === "<";
    let end = contentEnd;
    for (let at = content; ; ) {
      const found = this.#next(special, at);
      const { start } = found;
      if (start >= end) return end + 1;
      at = found.end;
      const inHtml = start < this.#lastHtmlEnd;
      const browserEnd = text[start] === "<" ? this.#commentEnd(start, startsWithHtml || inHtml) : undefined;
      if (browserEnd !== undefined) {
        const isBlock = start === content && text.startsWith("<!--", start) && !deep.test(prefix);
        at = this.#hideComment(start, browserEnd, end === contentEnd ? prefix : undefined, isBlock);
        if (at > end) end = this.#lineEnd(at);
        continue;
      }
      if (inHtml) this.#openInline = true;
      if (this.#unclear || this.#openInline || text[start] === "\\") continue;
      const simpleEnd = text[start] === "`" ? this.#codeEnd(start, at, end) : this.#simpleEnd(start);
      if (simpleEnd === undefined) this.#openInline = true;
      else at = simpleEnd;
    }
  }

  /** Where the code span on this line ends that the backticks open. */
  #codeEnd(start: number, contentStart: number, lineEnd: number): number | undefined {
    for (let at = contentStart; ; ) {
      const run = this.#next(backticks, at);
      if (run.start >= lineEnd) return undefined;
      at = run.end;
      if (run.end - run.start !== contentStart - start) continue;
      // A `|` may separate two cells of a table, and then there is no code span.
      return this.#text.slice(contentStart, run.start).includes("|") ? undefined : run.end;
    }
  }

  #simpleEnd(start: number): number | undefined {
    return this.#text[start - 1] === "\\" ? undefined : past(simple, this.#text, start);
  }

  /** Where a browser ends the comment that begins with this `<`; undefined where none begins. */
  #commentEnd(at: number, inHtml: boolean): number | undefined {
    const text = this.#text;
    if (text.startsWith("<!--", at)) {
      if (text[at + 4] === ">") return at + 5;
      if (text.startsWith("->", at + 4)) return at + 6;
      return Math.min(this.#next(commentEnd, at + 4).end, text.length);
    }
    if (!(text[at + 1] === "?" ? inHtml : past(bogusComment, text, at) !== undefined)) return undefined;
    const { start, end } = this.#next(angle, at);
    if (start >= this.#next(blankLine, at).start) return undefined;
    // Markdown shows some of these as text, and then a comment inside of them is one.
    const nested = text.slice(at, start).indexOf("<!--");
    return nested === -1 ? end : this.#commentEnd(at + nested, inHtml);
  }

  /**
   * Hides a comment and notes what it makes unclear. `prefix` is what its line starts with, and missing where that is
   * unknown; `isBlock` says that Markdown surely sees a comment here. Returns where the hidden text ends.
   */
  #hideComment(start: number, browserEnd: number, prefix: string | undefined, isBlock: boolean): number {
    const comment = this.#text.slice(start, browserEnd);
    let end = browserEnd;
    const lineBreak = comment.indexOf("\n");
    if (lineBreak !== -1) {
      // Outside of raw HTML, Markdown escapes the end of a comment, so that browsers do not see it.
      const isRaw = prefix === undefined || start < this.#lastHtmlEnd;
      const isOpenAgain = !isBlock && comment.includes("<!--", lineBreak);
      if (isOpenAgain || (isRaw && this.#leavesBlock(prefix, start, end))) end = this.#text.length;
      if (!isBlock) this.#skipLines(start, end);
    }
    if (!isBlock && !/^<!--[^`]*-->$/.test(comment)) this.#openInline = true;
    this.#hide(start, end);
    return end;
  }

  /** Whether the block of raw HTML on a line that starts with this prefix ends between two places. */
  #leavesBlock(prefix: string | undefined, from: number, to: number): boolean {
    if (prefix === undefined || this.#htmlEnds.some((end) => from < end && end < to)) return true;
    const margin = marginBelow(prefix);
    for (let start = this.#lineEnd(from) + 1; start < to; start = this.#lineEnd(start) + 1) {
      if (!this.#isWithin(margin, start)) return true;
    }
    return false;
  }

  /** Notes the blocks that Markdown may see in what looks like a comment over several lines. */
  #skipLines(start: number, end: number): void {
    this.#inList = true;
    const lines = this.#text.slice(start, end);
    if (/`{3}|~{3}/.test(lines)) this.#unclear = true;
    for (let at = lines.indexOf("<", 1); at !== -1; at = lines.indexOf("<", at + 1))
      this.#readHtmlBlock(start + at);
  }

  #hide(start: number, end: number): void {
    const from = Math.max(start, this.#hidden.at(-1)?.end ?? 0);
    if (from < end) this.#hidden.push({ start: from, end });
  }

  /** The next match at or behind a place. It is kept, so that nothing is looked for twice. */
  #next(pattern: RegExp, at: number): Slice {
    const known = this.#found.get(pattern);
    if (known !== undefined && known.start >= at) return known;
    pattern.lastIndex = at;
    const start = pattern.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
    const found = { start, end: start === Number.POSITIVE_INFINITY ? start : pattern.lastIndex };
    this.#found.set(pattern, found);
    return found;
  }

  #lineEnd(at: number): number {
    const end = this.#text.indexOf("\n", at);
    return end === -1 ? this.#text.length : end;
  }
}

/** Tells most lines apart by their first character, which is quicker than a pattern. */
function mayBePrefix(text: string, at: number): boolean {
  return " \t\n>-+*0123456789".includes(text.charAt(at));
}

function marginBelow(prefix: string): Margin {
  const isMarked = /[^ \t]/.test(prefix);
  const marks = isMarked ? prefix.replace(/[^>\s]/g, " ") : "";
  return { marks, blank: marks.trimEnd(), indent: isMarked ? "" : prefix };
}

/** Where the match of a sticky pattern ends. */
function past(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
