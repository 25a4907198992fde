/** A part of a text, as offsets into it. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** The result of a scan. */
export interface ScannedText {
  /**
   * The lines that can hold a command: outside of fences, indented by less than four columns, without a `>` in front,
   * and not begun inside a comment.
   */
  readonly ownLines: readonly Slice[];
  /** What people do not see. Sorted and disjoint. */
  readonly hidden: readonly Slice[];
  /** The line that closes a fence that is still open at the end. Missing for one in a quote or list, which ends by itself. */
  readonly fenceEnd: string | undefined;
  /** The fences that a line closes, from their first line to that line. */
  readonly closedFences: readonly Slice[];
}

/**
 * Scans a text once, line by line, in linear time. Lines end with `\n`. HTML comments are hidden; with `hidesInCode`,
 * also those in code and the rest of a fence's opening line after its first word.
 *
 * It knows fences, code spans on one line, and HTML comments as browsers read them, but no other Markdown. Where other
 * Markdown could make a difference (raw HTML, a link, a table, a backtick without a partner), it does not trust what
 * looks like code, so a comment in it is hidden.
 */
export function scanLines(text: string, hidesInCode = false): ScannedText {
  return new LineScanner(text, hidesInCode).scan();
}

interface Fence {
  readonly start: number;
  /** The backticks or tildes that open it. */
  readonly run: string;
  /** What each of its lines begins with: the marks of quotes, and spaces in place of those of list items. */
  readonly margin: string;
  /** Whether its first line has such marks. Otherwise it may belong to the list above it, by its indent alone. */
  readonly isMarked: boolean;
}

// All patterns are sticky or global and start at a given place, so that none searches the same text twice.
const blankLines = /(?:[ \t]*\n)+/y;
const blankLine = /\n[ \t]*(?=\n)/g;
const blankRest = /[ \t]*(?:\n|$)/y;
/** White space, and the marks of quotes and list items. */
const linePrefix = /[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+[ \t>]*|(?=\n|$)))*/y;
/** With this much white space, a line is indented code, or continues the paragraph above. It opens no fence. */
const deep = /\t|^ {4}|[^ ] {5}/;
const outdented = /^ ?(?![ \t])/;
const ownLine = / {0,3}(?![ \t>])/y;
const fenceOpening = /(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[ \t]*[^\s<]*/y;
const fenceClosing = / {0,3}(`{3,}|~{3,})[ \t]*(?:\n|$)/y;
/** The kinds of blocks of raw HTML: how each begins and where it ends (CommonMark 0.31, section 4.6). */
const htmlBlocks = [
  { start: /<(?:pre|script|style|textarea)(?=[\s>]|$)/iy, end: /<\/(?:pre|script|style|textarea)>/gi },
  { start: /<!--/y, end: /-->/g },
  { start: /<\?/y, end: /\?>/g },
  { start: /<!\[/y, end: /\]\]>/g },
  { start: /<![a-z]/iy, end: />/g },
  { start: /<\/?[a-z][a-z\d-]*(?=[\s/>]|$)/iy, end: blankLine },
];
const commentEnd = /--!?>/g;
/** Browsers also read these as the start of a comment, which ends at the next `>`. */
const bogusComment = /<(?:!|\/[^a-z>])/iy;
const angle = />/g;
const special = /\\[\\`]|`+|<|\][([]|\/\/|www\./gi;
/** A tag, the target of a link, or an address. On one line and without a backtick, it surely hides no code span. */
const simple =
  /(?<!\\)(?:<\/?[a-z](?:"[^"<`\n]*"|'[^'<`\n]*'|[^"'<>`\n])*>|\]\([^()`\\"'<>\n]*(?:"[^"`\\<\n]*"|'[^'`\\<\n]*')?[ \t]*\)|\]\[[^[\]`\\<\n]*\]|(?:\/\/|www\.)[^\s<`]*(?![^\s<]))/iy;

class LineScanner {
  readonly #text: string;
  readonly #hidesInCode: boolean;
  readonly #ownLines: Slice[] = [];
  readonly #hidden: Slice[] = [];
  readonly #closedFences: Slice[] = [];
  #fence: Fence | undefined;
  /** Set once something cannot be placed. From then on, comments are hidden even in what looks like code. */
  #unclear: boolean;
  /** For each kind of raw HTML, where its last block may end. */
  readonly #htmlEnds = htmlBlocks.map(() => 0);
  /** Set when a code span, a tag or a link may go on past its line, until the paragraph ends. */
  #openInline = false;
  /** Set while a list may continue: an indented line may belong to one of its items. */
  #inList = false;
  #afterBlank = true;
  /** The latest match of each pattern (see `#next`). */
  readonly #found = new Map<RegExp, Slice>();

  constructor(text: string, hidesInCode: boolean) {
    this.#text = text;
    this.#hidesInCode = hidesInCode;
    this.#unclear = hidesInCode;
  }

  scan(): ScannedText {
    for (let at = 0; at < this.#text.length; ) {
      // A row of blank lines is passed over at once.
      const behindBlank = past(blankLines, this.#text, at);
      at = behindBlank ?? this.#readLine(at, this.#lineEnd(at));
      if (behindBlank === undefined) continue;
      if (this.#fence?.margin.includes(">")) this.#fence = undefined;
      this.#openInline = false;
      this.#afterBlank = true;
    }
    const fence = this.#fence;
    return {
      ownLines: this.#ownLines,
      hidden: this.#hidden,
      fenceEnd: fence === undefined || fence.isMarked ? undefined : fence.margin + fence.run,
      closedFences: this.#closedFences,
    };
  }

  /** Reads one line, and further ones if a comment goes on there. Returns where the next line starts. */
  #readLine(start: number, end: number): number {
    const text = this.#text;
    const inFence = this.#continuesFence(start, end);
    if (inFence && !this.#unclear) return end + 1;
    const content = past(linePrefix, text, start) ?? start;
    const prefix = text.slice(start, content);
    if (/[^>\s]/.test(prefix)) this.#inList = true;
    else if (this.#afterBlank && outdented.test(prefix)) this.#inList = false;
    // Inside a paragraph, `2. ` is text and begins no list, so there may be no fence behind it.
    const maybeText = !this.#afterBlank && /\d/.test(prefix);
    this.#afterBlank = false;

    fenceOpening.lastIndex = content;
    const run = fenceOpening.exec(text)?.[1];
    if (run !== undefined && this.#hidesInCode) this.#hide(fenceOpening.lastIndex, end);
    const opensFence = run !== undefined && !inFence && !deep.test(prefix);
    if (opensFence) {
      if (maybeText || this.#isRaw(start)) this.#unclear = true;
      this.#fence = { start, run, margin: this.#marginBelow(prefix), isMarked: /[^ \t]/.test(prefix) };
      if (!this.#unclear) return end + 1;
    } else if (!inFence && past(ownLine, text, start) !== undefined) this.#ownLines.push({ start, end });
    this.#readHtml(content);
    return this.#readInline(content, end, prefix);
  }

  /** Whether the line belongs to the open fence. Its closing line does, too. */
  #continuesFence(start: number, end: number): boolean {
    const fence = this.#fence;
    if (fence === undefined) return false;
    if (!this.#isWithin(fence.margin, start)) {
      // Markdown may still count the line in: as no item of a list, or as one of the same quote.
      if (!fence.isMarked || /^ *>/.test(this.#text.slice(start, end))) this.#unclear = true;
      this.#fence = undefined;
      return false;
    }
    fenceClosing.lastIndex = Math.min(start + fence.margin.length, end);
    if (fenceClosing.exec(this.#text)?.[1]?.startsWith(fence.run)) {
      this.#closedFences.push({ start: fence.start, end });
      this.#fence = undefined;
    }
    return true;
  }

  /** What the lines of a block begin with below its first one. Outside of a list, white space alone is no margin. */
  #marginBelow(prefix: string): string {
    return this.#inList || prefix.includes(">") ? prefix.replace(/[^>\s]/g, " ") : "";
  }

  #isWithin(margin: string, start: number): boolean {
    const text = this.#text;
    if (text.startsWith(margin, start)) return true;
    const marks = margin.trimEnd();
    return text.startsWith(marks, start) && past(blankRest, text, start + marks.length) !== undefined;
  }

  /** Notes the block of raw HTML that may begin here. */
  #readHtml(at: number): void {
    if (this.#text[at] !== "<") return;
    for (const [kind, { start, end }] of htmlBlocks.entries()) {
      if (past(start, this.#text, at) !== undefined)
        this.#htmlEnds[kind] = this.#lineEnd(this.#next(end, at).start);
    }
  }

  #isRaw(at: number): boolean {
    return this.#htmlEnds.some((end) => at < end);
  }

  /** Hides the comments that begin on a line, or where one of them ends. Returns where the next line starts. */
  #readInline(content: number, contentEnd: number, prefix: string): number {
    const text = this.#text;
    let end = contentEnd;
    for (let at = content; ; ) {
      const { start, end: specialEnd } = this.#next(special, at);
      if (start >= end) return end + 1;
      at = specialEnd;
      const browserEnd = text[start] === "<" ? this.#commentEnd(start) : undefined;
      if (browserEnd !== undefined) {
        const isBlock = start === content && text.startsWith("<!--", start) && !deep.test(prefix);
        at = this.#hideComment(start, browserEnd, end === contentEnd ? prefix : undefined, isBlock);
        if (at > end) end = this.#lineEnd(at);
        continue;
      }
      if (this.#isRaw(start)) this.#openInline = true;
      if (this.#unclear || this.#openInline || text[start] === "\\") continue;
      const simpleEnd = text[start] === "`" ? this.#codeEnd(start, at, end) : past(simple, text, start);
      if (simpleEnd === undefined) this.#openInline = true;
      else at = simpleEnd;
    }
  }

  /** Where the code span on this line ends that the backticks between two places open. */
  #codeEnd(start: number, contentStart: number, lineEnd: number): number | undefined {
    const rest = this.#text.slice(contentStart, lineEnd);
    for (const { 0: run, index } of rest.matchAll(/`+/g)) {
      if (run.length !== contentStart - start) continue;
      // In a table, a `|` separates two cells, and each backtick is text.
      return rest.slice(0, index).includes("|") ? undefined : contentStart + index + run.length;
    }
    return undefined;
  }

  /** Where a browser ends the comment that begins with this `<`; undefined where none begins. */
  #commentEnd(at: number): number | undefined {
    const text = this.#text;
    if (text.startsWith("<!--", at)) {
      if (text[at + 4] === ">") return at + 5;
      if (text.startsWith("->", at + 4)) return at + 6;
      return Math.min(this.#next(commentEnd, at + 4).end, text.length);
    }
    if (!(text[at + 1] === "?" ? this.#isRaw(at) : past(bogusComment, text, at) !== undefined))
      return undefined;
    const { start, end } = this.#next(angle, at);
    if (start >= this.#next(blankLine, at).start) return undefined;
    // Markdown may show this as text. Then a comment inside of it is hidden up to its own end.
    const nested = text.slice(at, start).indexOf("<!--");
    return nested === -1 ? end : this.#commentEnd(at + nested);
  }

  /**
   * Hides a comment and notes what is not sure behind it. `prefix` is what its line starts with, and missing if that is
   * unknown; `isBlock` says that Markdown surely sees a comment here. Returns where the hidden text ends.
   */
  #hideComment(start: number, browserEnd: number, prefix: string | undefined, isBlock: boolean): number {
    const comment = this.#text.slice(start, browserEnd);
    const lineBreak = comment.indexOf("\n");
    let end = browserEnd;
    if (lineBreak !== -1) {
      const isOpenAgain = !isBlock && comment.includes("<!--", lineBreak);
      if (isOpenAgain || this.#mayLeaveHtml(start, end, prefix)) end = this.#text.length;
      if (!isBlock) {
        // Markdown may see lists, fences and raw HTML on these lines.
        this.#inList = true;
        if (/`{3}|~{3}/.test(comment)) this.#unclear = true;
        for (let at = start + lineBreak; at < end; at++) this.#readHtml(at);
      }
    }
    if (!isBlock && !/^<!--[^`]*-->$/.test(comment)) this.#openInline = true;
    this.#hide(start, end);
    return end;
  }

  /**
   * Whether the raw HTML in which a comment begins may end inside of it. Then Markdown escapes the end of the comment, and
   * browsers hide all the rest.
   */
  #mayLeaveHtml(from: number, to: number, prefix: string | undefined): boolean {
    if (prefix === undefined) return true;
    if (!this.#isRaw(from)) return false;
    if (this.#htmlEnds.some((end) => from < end && end < to)) return true;
    const margin = this.#marginBelow(prefix);
    for (let start = this.#lineEnd(from) + 1; start < to; start = this.#lineEnd(start) + 1) {
      if (!this.#isWithin(margin, start)) return true;
    }
    return false;
  }

  #hide(start: number, end: number): void {
    const from = Math.max(start, this.#hidden.at(-1)?.end ?? 0);
    if (from < end) this.#hidden.push({ start: from, end });
  }

  /** The next match at or behind a place. It is kept until a later one is asked for, so each text is searched once. */
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

/** Where the match of a sticky pattern ends. */
function past(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
