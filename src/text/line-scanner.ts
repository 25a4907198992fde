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

/** How the lines of a block continue below its first one. */
interface Margin {
  /** The marks of quotes, and spaces in place of the marks of list items. */
  readonly marks: string;
  /** The same without white space at its end, as on a blank line. */
  readonly blank: string;
  /** The white space in front of a block without marks. In a list, it shows that the block belongs to an item. */
  readonly indent: string;
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
const quoteMark = / *>/y;
const fenceOpening = /(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[ \t]*[^\s<]*/y;
const fenceClosing = / {0,3}(`{3,}|~{3,})[ \t]*(?:\n|$)/y;
const htmlStart = /<[a-z/!?]/iy;
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
const backticks = /`+/g;
/** A tag, the target of a link, or an address. On one line and without a backtick, it surely hides no code span. */
const simple =
  /<\/?[a-z](?:"[^"<`\n]*"|'[^'<`\n]*'|[^"'<>`\n])*>|\]\([^()`\\"'<>\n]*(?:"[^"`\\<\n]*"|'[^'`\\<\n]*')?[ \t]*\)|\]\[[^[\]`\\<\n]*\]|(?:\/\/|www\.)[^\s<`]*(?![^\s<])/iy;

class LineScanner {
  readonly #text: string;
  readonly #hidesInCode: boolean;
  readonly #ownLines: Slice[] = [];
  readonly #hidden: Slice[] = [];
  readonly #closedFences: Slice[] = [];
  #fence: (Margin & { readonly run: string; readonly start: number }) | undefined;
  /** Set once something cannot be placed. From then on, comments are hidden even in what looks like code. */
  #unclear: boolean;
  /** For each kind of raw HTML, where its last block may end; `#lastHtmlEnd` is the last of these places. */
  readonly #htmlEnds = htmlBlocks.map(() => 0);
  #lastHtmlEnd = 0;
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
      const next = mayBePrefix(this.#text, at) ? past(blankLines, this.#text, at) : undefined;
      if (next !== undefined) this.#readBlank();
      at = next ?? this.#readLine(at, this.#lineEnd(at));
    }
    const fence = this.#fence;
    const fenceEnd = fence?.marks === "" ? (this.#inList ? fence.indent : "") + fence.run : undefined;
    return { ownLines: this.#ownLines, hidden: this.#hidden, fenceEnd, closedFences: this.#closedFences };
  }

  #readBlank(): void {
    if (this.#fence?.marks.includes(">")) this.#fence = undefined;
    this.#openInline = false;
    this.#afterBlank = true;
  }

  /** Reads one line, and further ones if a comment goes on there. Returns where the next line starts. */
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
      if (this.#hidesInCode) this.#hide(fenceOpening.lastIndex, end);
      if (!inFence && !deep.test(prefix)) {
        // Inside a paragraph, `2. ` is text and begins no list, so there may be no fence behind it.
        const maybeText = /\d/.test(prefix) && !wasBlank;
        if (maybeText || start < this.#lastHtmlEnd) this.#unclear = true;
        this.#fence = { ...marginBelow(prefix), run, start };
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
      // The line lacks the indent or quote mark of the fence, and Markdown may still count it in.
      if (fence.marks === "" || past(quoteMark, this.#text, start) !== undefined) this.#unclear = true;
      this.#fence = undefined;
      return false;
    }
    fenceClosing.lastIndex = Math.min(start + fence.marks.length, end);
    if (fenceClosing.exec(this.#text)?.[1]?.startsWith(fence.run)) {
      this.#closedFences.push({ start: fence.start, end });
      this.#fence = undefined;
    }
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

  /** Hides the comments that begin on a line, or where one of them ends. Returns where the next line starts. */
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
      // In a table, a `|` separates two cells, and each backtick is text.
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
    // Markdown may show this as text. Then a comment inside of it is hidden up to its own end.
    const nested = text.slice(at, start).indexOf("<!--");
    return nested === -1 ? end : this.#commentEnd(at + nested, inHtml);
  }

  /**
   * Hides a comment and notes what is not sure behind it. `prefix` is what its line starts with, and missing if that is
   * unknown; `isBlock` says that Markdown surely sees a comment here. Returns where the hidden text ends.
   */
  #hideComment(start: number, browserEnd: number, prefix: string | undefined, isBlock: boolean): number {
    const comment = this.#text.slice(start, browserEnd);
    let end = browserEnd;
    const lineBreak = comment.indexOf("\n");
    if (lineBreak !== -1) {
      // If the block of raw HTML ends inside the comment, Markdown escapes its `-->`, and browsers hide all the rest.
      const isRaw = prefix === undefined || start < this.#lastHtmlEnd;
      const isOpenAgain = !isBlock && comment.includes("<!--", lineBreak);
      if (isOpenAgain || (isRaw && this.#leavesBlock(prefix, start, end))) end = this.#text.length;
      if (!isBlock) this.#skipLines(start, end);
    }
    if (!isBlock && !/^<!--[^`]*-->$/.test(comment)) this.#openInline = true;
    this.#hide(start, end);
    return end;
  }

  /** True when a block of raw HTML whose line starts with this prefix may end between two places. */
  #leavesBlock(prefix: string | undefined, from: number, to: number): boolean {
    if (prefix === undefined || this.#htmlEnds.some((end) => from < end && end < to)) return true;
    const margin = marginBelow(prefix);
    for (let start = this.#lineEnd(from) + 1; start < to; start = this.#lineEnd(start) + 1) {
      if (!this.#isWithin(margin, start)) return true;
    }
    return false;
  }

  /** Notes the fences and blocks of raw HTML that Markdown may see inside a comment over several lines. */
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

/** True for the characters that a prefix can begin with. For most lines this spares a pattern. */
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
