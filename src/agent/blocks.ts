/** One line of a block: where the source line starts, where its text starts behind the containers, and its end. */
export interface Line {
  start: number;
  text: number;
  end: number;
}

/** A leaf block whose text people may see: code and quotes' frames are already gone. */
export interface Block {
  /** `text` is parsed for inline Markdown, `html` stands as it is. */
  kind: "text" | "html";
  lines: Line[];
  quoted: boolean;
}

/** A quote, or a list item or footnote, whose further lines are indented by a width. */
type Container = { width?: number; empty?: boolean };
/** The innermost block; code has a fence, or else is indented, and HTML that has no end goes to a blank line. */
type Leaf = { kind: Block["kind"] | "code" | "table"; lines: Line[]; fence?: string; end?: RegExp };

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
const FOOTNOTE = /^\[\^[^\]\s]+\]:[ \t]*/;
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const DELIMITERS = /^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*\|?$/;
const MARKER = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;

/** How many cells a table's row has. */
const cells = (row: string): number => (row.trim().match(/(?<!^|\\)\|(?!$)/g)?.length ?? 0) + 1;

/** Splits Markdown into the blocks that show text, nested as GitHub does it, but no quote goes on lazily. */
export function blocks(markdown: string): Block[] {
  return new Reader().read(markdown);
}

class Reader {
  #source = "";
  readonly #blocks: Block[] = [];
  readonly #stack: Container[] = [];
  /** Where in the stack the quotes are. */
  readonly #quotes: number[] = [];
  #leaf: Leaf | undefined;
  #start = 0;
  #end = 0;
  #at = 0;
  #column = 0;
  /** How many containers the line has gone into so far. */
  #depth = 0;
  /** The next character that is not white space: its place, the columns to it, itself (empty at the line's end). */
  #next = 0;
  #indent = 0;
  #char = "";
  /** No thematic break begins before this place. */
  #noRuleBefore = 0;

  read(source: string): Block[] {
    this.#source = source;
    let start = 0;
    for (const { 0: lineEnd, index } of source.matchAll(/\r\n|\n|\r|$/g)) {
      this.#readLine(start, index);
      start = index + lineEnd.length;
    }
    this.#unwind(0);
    return this.#blocks;
  }

  #readLine(start: number, end: number): void {
    this.#start = this.#at = start;
    this.#end = end;
    this.#column = 0;
    this.#skipSpace();
    this.#depth = this.#matchContainers();
    // What follows a quote is the writer's own, where CommonMark would let the quote's paragraph go on.
    const leavesQuote = (this.#quotes.at(-1) ?? -1) >= this.#depth;
    const goesOn = this.#depth === this.#stack.length || (this.#leaf?.kind === "text" && !leavesQuote);
    if (!goesOn) this.#unwind(this.#depth);
    if (!this.#continueLeaf()) this.#openBlocks();
  }

  #matchContainers(): number {
    let quotes = 0;
    const top = this.#stack.at(-1);
    for (const [index, container] of this.#stack.entries()) {
      if (this.#char === "") {
        // A blank line stays in every list item, up to the next quote; an item without content ends at it.
        const stop = this.#quotes[quotes] ?? this.#stack.length;
        return stop === this.#stack.length && top?.empty === true ? stop - 1 : stop;
      }
      if (container.width === undefined) {
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
    const { kind, lines, fence, end } = this.#leaf ?? {};
    if (fence !== undefined) {
      const run = /^(`+|~+)[ \t]*$/.exec(this.#rest)?.[1] ?? "";
      if (this.#indent < 4 && run.startsWith(fence)) this.#leaf = undefined;
      return true;
    }
    if (kind === "code") {
      if (this.#char === "" || this.#indent >= 4) return true;
      this.#leaf = undefined;
    }
    if (kind !== "html" || (this.#char === "" && end === undefined)) return false;
    lines?.push(this.#textLine());
    if (end?.test(this.#rest)) this.#close();
    return true;
  }

  #openBlocks(): void {
    /** Whether a new block would interrupt a paragraph, other than one that only goes on lazily. */
    let interrupts = false;
    while (this.#char !== "" && this.#indent < 4) {
      interrupts = this.#leaf?.kind === "text" && this.#depth === this.#stack.length;
      if (this.#openLeaf(interrupts)) return;
      if (!this.#openContainer(interrupts)) break;
    }
    if (this.#char === "") this.#unwind(this.#depth);
    else if (interrupts && this.#indent < 4 && this.#openTable()) return;
    else if (this.#leaf?.kind === "text") this.#leaf.lines.push(this.#textLine());
    else if (this.#indent >= 4) this.#open("code");
    else if (this.#leaf?.kind === "table") this.#addRow(this.#textLine());
    else this.#open("text");
  }

  #openLeaf(interrupts: boolean): boolean {
    const rest = this.#rest;
    const fence = FENCE.exec(rest)?.[0];
    if (fence !== undefined) {
      this.#open("code", { fence });
    } else if (interrupts && /^(?:=+|-+)[ \t]*$/.test(rest)) {
      this.#close();
    } else if (this.#isRule()) {
      this.#open();
    } else if (/^#{1,6}(?:[ \t]|$)/.test(rest)) {
      this.#open("text");
      this.#close();
    } else {
      const [start, end] = (this.#char === "<" && HTML.find((kind) => kind[0].test(rest))) || [];
      if (start === undefined || (interrupts && start === HTML.at(-1)?.[0])) return false;
      this.#open("html", end && { end });
      if (end?.test(rest)) this.#close();
    }
    return true;
  }

  /** Begins a table if this line makes the paragraph's last one its head. */
  #openTable(): boolean {
    const lines = this.#leaf?.lines ?? [];
    const head = lines.at(-1);
    if (head === undefined || !DELIMITERS.test(this.#rest.trimEnd())) return false;
    if (cells(this.#source.slice(head.text, head.end)) !== cells(this.#rest)) return false;
    lines.pop();
    this.#close();
    this.#addRow(head);
    return true;
  }

  /** Each row of a table is a text of its own. */
  #addRow(line: Line): void {
    this.#leaf = { kind: "text", lines: [line] };
    this.#close();
    this.#leaf = { kind: "table", lines: [] };
  }

  #openContainer(interrupts: boolean): boolean {
    const offset = this.#indent;
    if (this.#char === ">") {
      this.#enter({});
      this.#passQuote();
      return true;
    }
    const footnote = this.#char === "[" ? FOOTNOTE.exec(this.#rest)?.[0] : undefined;
    if (footnote !== undefined) {
      this.#enter({ width: 4 });
      this.#advance(offset + footnote.length);
      return true;
    }
    const [marker, number] = MARKER.exec(this.#rest) ?? [];
    if (marker === undefined) return false;
    // One that interrupts a paragraph has to be filled, and be the first.
    if (interrupts && (Number(number ?? 1) !== 1 || this.#rest.trim() === marker)) return false;
    const item: Container = this.#enter({ width: offset + marker.length + 1 });
    this.#advance(offset + marker.length);
    item.empty = this.#char === "";
    const spaces = item.empty || this.#indent > 4 ? 1 : this.#indent;
    this.#advance(spaces);
    item.width = offset + marker.length + spaces;
    return true;
  }

  #enter(container: Container): Container {
    this.#open();
    if (container.width === undefined) this.#quotes.push(this.#depth);
    this.#depth = this.#stack.push(container);
    return container;
  }

  /** Begins a leaf, or none yet, where the line stands; it ends whatever was open deeper. */
  #open(kind?: Leaf["kind"], more?: Partial<Leaf>): void {
    this.#unwind(this.#depth);
    const top = this.#stack.at(-1);
    if (top !== undefined) top.empty = false;
    this.#leaf = kind && { kind, lines: [this.#textLine()], ...more };
  }

  /** Whether a thematic break stands here; deep lists ask again and again, so a "no" is kept. */
  #isRule(): boolean {
    if (this.#next < this.#noRuleBefore || !/[-*_]/.test(this.#char)) return false;
    let count = 0;
    for (let at = this.#next; at < this.#end; at++) {
      const char = this.#source[at];
      if (char === this.#char) count++;
      else if (char !== " " && char !== "\t") {
        this.#noRuleBefore = at;
        return false;
      }
    }
    return count >= 3;
  }

  /** Ends the leaf and whatever is open deeper. */
  #unwind(depth: number): void {
    this.#close();
    this.#stack.length = Math.min(this.#stack.length, depth);
    while ((this.#quotes.at(-1) ?? -1) >= depth) this.#quotes.pop();
  }

  #close(): void {
    const { kind, lines } = this.#leaf ?? {};
    this.#leaf = undefined;
    if (lines === undefined || (kind !== "text" && kind !== "html")) return;
    this.#blocks.push({ kind, lines, quoted: this.#quotes.length > 0 });
  }

  #textLine(): Line {
    return { start: this.#start, text: this.#next, end: this.#end };
  }

  get #rest(): string {
    return this.#source.slice(this.#next, this.#end);
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
      this.#indent -= step;
      left -= step;
      if (step === width) this.#at++;
    }
    if (this.#at > this.#next) this.#skipSpace();
  }

  #skipSpace(): void {
    this.#indent = 0;
    for (this.#next = this.#at; ; this.#next++) {
      this.#char = this.#next < this.#end ? this.#source.charAt(this.#next) : "";
      if (this.#char === "\t") this.#indent += 4 - ((this.#column + this.#indent) % 4);
      else if (this.#char === " ") this.#indent++;
      else return;
    }
  }
}
