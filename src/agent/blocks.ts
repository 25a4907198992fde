/** One line of a block: where the source line starts, where its text starts behind the containers, and its end. */
export interface Line {
  start: number;
  text: number;
  end: number;
}

/** A leaf block whose text people may see: code and quotes' frames are already gone. */
export interface Block {
  /** `text` is parsed for inline Markdown, `html` stands as it is, `raw` is HTML that shows nothing. */
  kind: "text" | "html" | "raw";
  lines: Line[];
  quoted: boolean;
  /** How many quotes, list items and headings enclose it. */
  depth: number;
  /** The least depth there was since the block before. */
  floor: number;
}

type Container = { quote: true } | { quote: false; width: number; empty: boolean };
type Leaf =
  | { kind: "text"; lines: Line[] }
  | { kind: "html" | "raw"; lines: Line[]; end: RegExp | undefined }
  | { kind: "fence"; char: string; length: number }
  | { kind: "indented" };

const HTML_NAMES =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|" +
  "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|" +
  "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|" +
  "track|ul";
const ATTRIBUTE = "[ \\t]+[A-Za-z_:][\\w.:-]*(?:[ \\t]*=[ \\t]*(?:[^ \\t\"'=<>`]+|'[^']*'|\"[^\"]*\"))?";
const COMPLETE_TAG = `(?:<[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*[ \\t]*/?>|</[A-Za-z][A-Za-z0-9-]*[ \\t]*>)[ \\t]*$`;

const VERBATIM = "script|pre|style|textarea";
/** The kinds of HTML block: how one starts and how it ends, else at a blank line. The last interrupts no paragraph. */
const HTML: readonly (readonly [start: RegExp, end?: RegExp])[] = [
  [new RegExp(`^<(?:${VERBATIM})(?:[ \\t>]|$)`, "i"), new RegExp(`</(?:${VERBATIM})>`, "i")],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${HTML_NAMES})(?:[ \\t]|/?>|$)`, "i")],
  [new RegExp(`^${COMPLETE_TAG}`)],
];
/** HTML that a browser drops without a trace. */
const DROPPED = /^<(?:\?|!(?!--))/;
const FOOTNOTE = /^\[\^[^\]\s]+\]:[ \t]*/;

/** Splits Markdown into the blocks that show text, as GitHub's flavour nests them, but no quote goes on lazily. */
export function blocks(markdown: string): Block[] {
  const reader = new Reader(markdown);
  const breaks = /\r\n|\n|\r|$/g;
  for (let start = 0; start < markdown.length; start = breaks.lastIndex) {
    const match = breaks.exec(markdown);
    reader.line(start, match?.index ?? markdown.length);
    if (match === null || match[0] === "") break;
  }
  return reader.finish();
}

class Reader {
  readonly #source: string;
  readonly #blocks: Block[] = [];
  readonly #stack: Container[] = [];
  /** Where in the stack the quotes are. */
  readonly #quotes: number[] = [];
  #leaf: Leaf | undefined;
  #floor = 0;

  #start = 0;
  #end = 0;
  #at = 0;
  #column = 0;
  /** The next character that is not white space, and its column. */
  #next = 0;
  #nextColumn = 0;
  #rule: { from: number; last: number } | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  finish(): Block[] {
    this.#unwind(0);
    return this.#blocks;
  }

  line(start: number, end: number): void {
    this.#start = this.#at = this.#next = start;
    this.#end = end;
    this.#column = this.#nextColumn = 0;
    this.#rule = undefined;
    this.#skipSpace();

    const matched = this.#matchContainers();
    // What follows a quote is the writer's own, where CommonMark would let the quote's paragraph go on.
    const inQuote = (this.#quotes.at(-1) ?? -1) >= matched;
    if (inQuote || (matched < this.#stack.length && this.#leaf?.kind !== "text")) this.#unwind(matched);
    if (this.#continueLeaf()) return;
    this.#openBlocks(matched);
  }

  #matchContainers(): number {
    let quotes = 0;
    const top = this.#stack.at(-1);
    for (let index = 0; index < this.#stack.length; index++) {
      const container = this.#stack[index];
      if (container === undefined) break;
      if (this.#blank) {
        // A blank line stays in every list item, up to the next quote; an item without content ends at it.
        const stop = this.#quotes[quotes] ?? this.#stack.length;
        return stop === this.#stack.length && top?.quote === false && top.empty ? stop - 1 : stop;
      }
      if (container.quote) {
        if (this.#indent > 3 || this.#char !== ">") return index;
        this.#passQuote();
        quotes++;
      } else {
        if (this.#indent < container.width) return index;
        this.#advance(container.width);
        container.empty = false;
      }
    }
    return this.#stack.length;
  }

  /** Whether the line belongs to the open code or HTML block, and is done with. */
  #continueLeaf(): boolean {
    const leaf = this.#leaf;
    if (leaf?.kind === "fence") {
      const run = this.#rest.match(/^(`+|~+)[ \t]*$/)?.[1];
      if (this.#indent <= 3 && run?.[0] === leaf.char && run.length >= leaf.length) this.#leaf = undefined;
      return true;
    }
    if (leaf?.kind === "indented") {
      if (this.#blank || this.#indent >= 4) return true;
      this.#leaf = undefined;
    }
    if (leaf?.kind === "html" || leaf?.kind === "raw") {
      if (this.#blank && leaf.end === undefined) {
        this.#close();
        return false;
      }
      leaf.lines.push(this.#textLine());
      if (leaf.end?.test(this.#rest)) this.#close();
      return true;
    }
    return false;
  }

  #openBlocks(matched: number): void {
    let depth = matched;
    /** A paragraph that this line may go on with, or must interrupt. */
    let paragraph = this.#leaf?.kind === "text" ? this.#leaf : undefined;
    const open = (): void => {
      this.#unwind(depth);
      paragraph = undefined;
      const top = this.#stack.at(-1);
      if (top?.quote === false) top.empty = false;
    };
    while (!this.#blank) {
      const direct = paragraph !== undefined && depth === this.#stack.length;
      if (this.#indent >= 4) {
        if (paragraph !== undefined) break;
        open();
        this.#leaf = { kind: "indented" };
        return;
      }
      if (this.#char === ">") {
        open();
        this.#passQuote();
        this.#quotes.push(this.#stack.length);
        this.#stack.push({ quote: true });
        depth++;
        continue;
      }
      const rest = this.#char === undefined || !/[#`~<=+*_\d-]/.test(this.#char) ? "" : this.#rest;
      const fence =
        this.#char === "`" || this.#char === "~" ? /^(?:(`{3,})[^`]*|(~{3,}).*)$/s.exec(rest) : null;
      const run = fence?.[1] ?? fence?.[2];
      if (run !== undefined) {
        open();
        this.#leaf = { kind: "fence", char: run.charAt(0), length: run.length };
        return;
      }
      if (this.#char === "#" && /^#{1,6}(?:[ \t]|$)/.test(rest)) {
        open();
        this.#leaf = { kind: "text", lines: [this.#textLine()] };
        this.#close(true);
        return;
      }
      if (this.#char === "<") {
        const [start, end] = HTML.find((kind) => kind[0].test(rest)) ?? [];
        if (start !== undefined && !(direct && start === HTML.at(-1)?.[0])) {
          open();
          this.#leaf = { kind: DROPPED.test(rest) ? "raw" : "html", lines: [this.#textLine()], end };
          if (end?.test(rest)) this.#close();
          return;
        }
      }
      if (direct && (this.#char === "=" || this.#char === "-") && /^(?:=+|-+)[ \t]*$/.test(rest)) {
        this.#close(true);
        return;
      }
      if (this.#isRule()) {
        open();
        return;
      }
      const footnote = this.#char === "[" ? FOOTNOTE.exec(this.#rest)?.[0].length : undefined;
      if (footnote !== undefined) {
        open();
        this.#advance(this.#indent + footnote);
        this.#stack.push({ quote: false, width: 4, empty: false });
        depth++;
        continue;
      }
      const marker = this.#marker(direct);
      if (marker === undefined) break;
      open();
      this.#enterItem(marker);
      depth++;
    }
    if (this.#blank) {
      this.#unwind(depth);
      this.#close();
    } else if (paragraph !== undefined) {
      paragraph.lines.push(this.#textLine());
    } else {
      open();
      this.#leaf = { kind: "text", lines: [this.#textLine()] };
    }
  }

  /** The length of a list marker here; one that would interrupt a paragraph has to be filled, and be the first. */
  #marker(interrupts: boolean): number | undefined {
    if (this.#char === undefined || !/[-+*\d]/.test(this.#char)) return undefined;
    const head = this.#source.slice(this.#next, Math.min(this.#end, this.#next + 11));
    const match = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(head);
    if (match === null) return undefined;
    if (interrupts) {
      if (match[1] !== undefined && Number(match[1]) !== 1) return undefined;
      if (this.#source.slice(this.#next + match[0].length, this.#end).trim() === "") return undefined;
    }
    return match[0].length;
  }

  #enterItem(marker: number): void {
    const offset = this.#indent;
    this.#advance(offset + marker);
    const spaces = this.#indent;
    const empty = this.#blank;
    const padding = empty || spaces > 4 ? 1 : spaces;
    if (!empty) this.#advance(padding);
    this.#stack.push({ quote: false, width: offset + marker + padding, empty });
  }

  /** Whether a thematic break stands here; looked up once per line, as deep lists ask again and again. */
  #isRule(): boolean {
    const char = this.#char;
    if (char !== "-" && char !== "*" && char !== "_") return false;
    if (this.#rule === undefined) {
      let from = this.#end;
      let last = -1;
      for (let count = 0; from > this.#next; from--) {
        const before = this.#source[from - 1];
        if (before === char) {
          if (++count === 3) last = from - 1;
        } else if (before !== " " && before !== "\t") break;
      }
      this.#rule = { from, last };
    }
    return this.#next >= this.#rule.from && this.#next <= this.#rule.last;
  }

  #unwind(depth: number): void {
    this.#close();
    if (this.#stack.length <= depth) return;
    this.#stack.length = depth;
    while ((this.#quotes.at(-1) ?? -1) >= depth) this.#quotes.pop();
    this.#floor = Math.min(this.#floor, depth);
  }

  #close(heading = false): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (leaf === undefined || !("lines" in leaf)) return;
    const floor = this.#floor;
    this.#floor = this.#stack.length;
    const depth = this.#floor + (heading ? 1 : 0);
    this.#blocks.push({ kind: leaf.kind, lines: leaf.lines, quoted: this.#quotes.length > 0, depth, floor });
  }

  #textLine(): Line {
    return { start: this.#start, text: this.#next, end: this.#end };
  }

  get #blank(): boolean {
    return this.#next >= this.#end;
  }

  get #char(): string | undefined {
    return this.#blank ? undefined : this.#source[this.#next];
  }

  get #rest(): string {
    return this.#source.slice(this.#next, this.#end);
  }

  get #indent(): number {
    return this.#nextColumn - this.#column;
  }

  #passQuote(): void {
    this.#advance(this.#indent + 1);
    if (this.#indent > 0) this.#advance(1);
  }

  /** Goes on by columns; a tab may be used up in parts. */
  #advance(columns: number): void {
    for (let left = columns; left > 0 && this.#at < this.#end; ) {
      const width = this.#source[this.#at] === "\t" ? 4 - (this.#column % 4) : 1;
      const step = Math.min(left, width);
      this.#column += step;
      left -= step;
      if (step === width) this.#at++;
    }
    if (this.#at > this.#next) this.#skipSpace();
  }

  #skipSpace(): void {
    this.#next = this.#at;
    this.#nextColumn = this.#column;
    for (; this.#next < this.#end; this.#next++) {
      const char = this.#source[this.#next];
      if (char === "\t") this.#nextColumn += 4 - (this.#nextColumn % 4);
      else if (char === " ") this.#nextColumn++;
      else break;
    }
  }
}
