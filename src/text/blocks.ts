import {
  closesFence,
  fenceStart,
  footnoteMarker,
  type HtmlEnd,
  htmlStart,
  isHeading,
  isThematicBreak,
  isUnderline,
  listMarker,
} from "./block-start.ts";
import { Line } from "./line.ts";
import { delimiterColumns, type Slice, tableCells } from "./table.ts";

/** What a leaf has of one line, behind the marks of its containers and the indentation. */
export interface LeafSlice extends Slice {
  /** Where that line starts in the source; the further cells of a table's row have none. */
  readonly line?: number;
}

/** Source that is read as one piece: inline Markdown, raw HTML, or what stands behind the opening of a fence. */
export interface Leaf {
  readonly kind: "inline" | "html" | "info";
  readonly slices: readonly LeafSlice[];
  /** Whether it is in a quote. */
  readonly quoted: boolean;
  /** Whether it is in a footnote. */
  readonly footnote: boolean;
}

/** How a source is read. */
export interface Reading {
  /** Whether a line without `>` goes on with a quote's paragraph, as it does by CommonMark. */
  readonly lazyQuotes: boolean;
}

interface Container {
  /** How far the further lines of a list item or footnote are indented; a quote's lines have a mark instead. */
  readonly indent: number | undefined;
  /** How many quotes there are from the outermost container to this one. */
  readonly quotes: number;
  /** Whether it is a footnote or in one. */
  readonly footnote: boolean;
  /** Whether nothing is in it so far, which only matters to a list item. */
  empty?: boolean;
}

type Open =
  | { readonly kind: "paragraph"; readonly slices: LeafSlice[] }
  | { readonly kind: "html"; readonly end: HtmlEnd; readonly slices: LeafSlice[] }
  | { readonly kind: "fence"; readonly fence: string }
  | { readonly kind: "table" };

// What cmark-gfm allows one line to open before it takes list markers for text; a bound on the work, too.
const maxOpened = 99;

/**
 * The leaves of a GFM text, in order, after the block algorithm of CommonMark 0.31 with GFM's tables and footnotes.
 * Indented and fenced code is left out; link reference definitions count as paragraphs.
 */
export function leaves(source: string, reading: Reading): Leaf[] {
  const reader = new BlockReader(source, reading);
  let start = 0;
  for (const { 0: lineEnd, index } of source.matchAll(/\r\n?|\n|$/g)) {
    reader.read(new Line(source, start, index));
    start = index + lineEnd.length;
  }
  return reader.finish();
}

/** The text of a leaf, its lines joined by `\n`. */
export function leafText(source: string, leaf: Leaf): string {
  return leaf.slices.map(({ start, end }) => source.slice(start, end)).join("\n");
}

class BlockReader {
  readonly #source: string;
  readonly #reading: Reading;
  readonly #leaves: Leaf[] = [];
  readonly #containers: Container[] = [];
  #open: Open | undefined;
  /** How many containers the current line is in. */
  #depth = 0;

  constructor(source: string, reading: Reading) {
    this.#source = source;
    this.#reading = reading;
  }

  finish(): Leaf[] {
    this.#close(0);
    return this.#leaves;
  }

  read(line: Line): void {
    this.#depth = this.#matchContainers(line);
    if (this.#within && this.#continueRaw(line)) return;
    const leavesQuote = this.#quotesAt(this.#depth) < this.#quotes;
    if (line.blank || (leavesQuote && !this.#reading.lazyQuotes)) this.#close(this.#depth);
    if (!line.blank && !this.#startBlock(line)) this.#addText(line);
  }

  #matchContainers(line: Line): number {
    for (const [index, container] of this.#containers.entries()) {
      // A blank line stays in every item, unless it is empty so far, which only the innermost can be.
      if (line.blank && this.#quotesAt(index) === this.#quotes) {
        return this.#containers.length - (this.#containers.at(-1)?.empty ? 1 : 0);
      }
      if (!continues(container, line)) return index;
    }
    return this.#containers.length;
  }

  /** A line of an open fence or HTML block, which nothing else can begin in. */
  #continueRaw(line: Line): boolean {
    const open = this.#open;
    if (open?.kind === "fence") {
      if (line.indent < 4 && closesFence(line.rest, open.fence)) this.#open = undefined;
      return true;
    }
    if (open?.kind !== "html" || (open.end === "blank" && line.blank)) return false;
    this.#addHtml(line, open.slices, open.end);
    return true;
  }

  #addHtml(line: Line, slices: LeafSlice[], end: HtmlEnd): void {
    slices.push(sliceOf(line));
    if (end !== "blank" && end.test(line.rest)) this.#closeLeaf();
  }

  /** Opens every container that the line begins and the block in it; false where plain text is left. */
  #startBlock(line: Line): boolean {
    const matched = this.#depth;
    while (!line.blank) {
      if (line.indent >= 4) {
        if (this.#open?.kind === "paragraph") return false;
        this.#begin();
        return true;
      }
      const container = this.#containerStart(line, this.#depth - matched);
      if (container === undefined) return this.#leafStart(line);
      this.#begin();
      this.#containers.push(container);
      this.#depth += 1;
    }
    return true;
  }

  #containerStart(line: Line, opened: number): Container | undefined {
    const { indent, rest } = line;
    const quotes = this.#quotesAt(this.#depth);
    const footnote = this.#containers[this.#depth - 1]?.footnote === true;
    if (rest.startsWith(">")) {
      takeQuoteMarker(line);
      return { indent: undefined, quotes: quotes + 1, footnote };
    }
    if (opened >= maxOpened) return undefined;
    const width = footnoteMarker(rest);
    if (width !== undefined) {
      line.takeCharacters(width);
      return { indent: 4, quotes, footnote: true };
    }
    const marker = listMarker(rest);
    if (marker === undefined || isThematicBreak(rest)) return undefined;
    if (this.#inParagraph && !marker.interrupts) return undefined;
    line.takeCharacters(marker.width);
    // Five columns or more are one column and indented code.
    const gap = line.blank || line.indent > 4 ? 1 : line.indent;
    line.takeColumns(gap);
    return { indent: indent + marker.width + gap, quotes, footnote, empty: true };
  }

  #leafStart(line: Line): boolean {
    const { rest } = line;
    const fence = fenceStart(rest);
    const html = htmlStart(rest, this.#inParagraph);
    if (isHeading(rest)) {
      this.#begin();
      this.#addLeaf("inline", [sliceOf(line)]);
    } else if (fence !== undefined) {
      this.#begin();
      this.#open = { kind: "fence", fence };
      this.#addLeaf("info", [sliceOf(line)]);
    } else if (html !== undefined) {
      this.#begin();
      const slices: LeafSlice[] = [];
      this.#open = { kind: "html", end: html, slices };
      this.#addHtml(line, slices, html);
    } else if (this.#inParagraph && isUnderline(rest)) {
      this.#closeLeaf();
    } else if (isThematicBreak(rest)) {
      this.#begin();
    } else {
      return false;
    }
    return true;
  }

  #addText(line: Line): void {
    const open = this.#open;
    const slice = sliceOf(line);
    if (open?.kind === "table" && this.#within) {
      this.#addRow(slice);
    } else if (open?.kind !== "paragraph") {
      this.#begin();
      this.#open = { kind: "paragraph", slices: [slice] };
    } else if (!(this.#within && line.indent < 4 && this.#startTable(line, open.slices))) {
      // This is also where a line goes on with the paragraph of a quote or an item that it is not in.
      open.slices.push(slice);
    }
  }

  /** Begins a table if this line makes the paragraph's last one its head. */
  #startTable(delimiter: Line, slices: LeafSlice[]): boolean {
    const header = slices.at(-1);
    const columns = delimiterColumns(delimiter.rest);
    if (header === undefined || columns !== tableCells(this.#source, header).length) return false;
    slices.pop();
    this.#closeLeaf();
    this.#addRow(header);
    this.#open = { kind: "table" };
    return true;
  }

  #addRow(row: LeafSlice): void {
    for (const [index, cell] of tableCells(this.#source, row).entries()) {
      this.#addLeaf("inline", [index === 0 ? { ...row, ...cell } : cell]);
    }
  }

  get #within(): boolean {
    return this.#depth === this.#containers.length;
  }

  get #inParagraph(): boolean {
    return this.#open?.kind === "paragraph" && this.#within;
  }

  get #quotes(): number {
    return this.#quotesAt(this.#containers.length);
  }

  #quotesAt(depth: number): number {
    return this.#containers[depth - 1]?.quotes ?? 0;
  }

  /** Makes room for a new block at the depth that the line has reached. */
  #begin(): void {
    this.#close(this.#depth);
    const parent = this.#containers.at(-1);
    if (parent !== undefined) parent.empty = false;
  }

  #close(depth: number): void {
    this.#closeLeaf();
    this.#containers.length = depth;
  }

  #closeLeaf(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open?.kind === "paragraph" && open.slices.length > 0) this.#addLeaf("inline", open.slices);
    if (open?.kind === "html") this.#addLeaf("html", open.slices);
  }

  #addLeaf(kind: Leaf["kind"], slices: readonly LeafSlice[]): void {
    const footnote = this.#containers.at(-1)?.footnote === true;
    this.#leaves.push({ kind, slices, quoted: this.#quotes > 0, footnote });
  }
}

function sliceOf(line: Line): LeafSlice {
  return { line: line.start, start: line.next, end: line.end };
}

function continues({ indent }: Container, line: Line): boolean {
  if (indent === undefined) {
    if (line.indent > 3 || !line.rest.startsWith(">")) return false;
    takeQuoteMarker(line);
    return true;
  }
  if (!line.blank && line.indent < indent) return false;
  line.takeColumns(indent);
  return true;
}

function takeQuoteMarker(line: Line): void {
  line.takeCharacters(1);
  line.takeColumns(1);
}
