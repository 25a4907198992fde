import {
  closesFence,
  delimiterColumns,
  type Fence,
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

export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** Source that is read as one piece: inline Markdown, raw HTML, or what stands behind the opening of a fence. */
export interface Leaf {
  readonly kind: "inline" | "html" | "info";
  readonly slices: readonly Slice[];
}

type Container =
  | { readonly kind: "quote" }
  | { readonly kind: "item"; readonly indent: number; filled: boolean };

type Open =
  | { readonly kind: "paragraph"; readonly slices: Slice[] }
  | { readonly kind: "html"; readonly end: HtmlEnd; readonly slices: Slice[] }
  | { readonly kind: "fence"; readonly fence: Fence }
  | { readonly kind: "table" };

// What cmark-gfm allows one line to open before it takes list markers for text; a bound on the work, too.
const maxOpened = 99;

/**
 * The leaves of a GFM text (lines end in `\n`), in order, after the block algorithm of CommonMark 0.31 with
 * GFM's tables and footnotes. Link reference definitions count as paragraphs.
 */
export function leaves(source: string): Leaf[] {
  const reader = new BlockReader(source);
  for (let start = 0; start <= source.length; ) {
    const found = source.indexOf("\n", start);
    const end = found === -1 ? source.length : found;
    reader.read(new Line(source, start, end));
    start = end + 1;
  }
  return reader.finish();
}

class BlockReader {
  readonly #source: string;
  readonly #leaves: Leaf[] = [];
  readonly #containers: Container[] = [];
  #open: Open | undefined;
  /** How many containers the current line is in. */
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  finish(): Leaf[] {
    this.#close(0);
    return this.#leaves;
  }

  read(line: Line): void {
    const matched = this.#matchContainers(line);
    const within = matched === this.#containers.length;
    if (within && this.#continueRaw(line)) return;
    if (line.blank) {
      this.#close(matched);
      return;
    }
    if (!this.#startBlock(line, matched)) this.#addText(line);
  }

  #matchContainers(line: Line): number {
    for (const [index, container] of this.#containers.entries()) {
      if (!continues(container, line)) return index;
    }
    return this.#containers.length;
  }

  /** A line of an open fence or HTML block, which nothing else can begin in. */
  #continueRaw(line: Line): boolean {
    const open = this.#open;
    if (open?.kind === "fence") {
      if (line.indent < 4) {
        line.takeIndent();
        if (closesFence(line.rest, open.fence)) this.#open = undefined;
      }
      return true;
    }
    if (open?.kind !== "html" || (open.end === "blank" && line.blank)) return false;
    this.#addHtml(line, open.slices, open.end);
    return true;
  }

  #addHtml(line: Line, slices: Slice[], end: HtmlEnd): void {
    slices.push({ start: line.position, end: line.end });
    if (end !== "blank" && end.test(line.rest)) this.#closeLeaf();
  }

  /** Opens every container that the line begins and the block in it; false where plain text is left. */
  #startBlock(line: Line, matched: number): boolean {
    this.#depth = matched;
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
    const { indent } = line;
    const text = line.rest.trimStart();
    if (text.startsWith(">")) {
      line.takeIndent();
      takeQuoteMarker(line);
      return { kind: "quote" };
    }
    if (opened >= maxOpened) return undefined;
    const footnote = footnoteMarker(text);
    if (footnote !== undefined) {
      line.takeIndent();
      line.takeCharacters(footnote);
      return { kind: "item", indent: 4, filled: true };
    }
    const marker = listMarker(text);
    if (marker === undefined || isThematicBreak(text)) return undefined;
    const empty = text.slice(marker.width).trim() === "";
    if (this.#paragraphHere() && (empty || !marker.first)) return undefined;
    line.takeIndent();
    line.takeCharacters(marker.width);
    // Five columns or more are one column and indented code.
    const gap = empty || line.indent > 4 ? 1 : line.indent;
    line.takeColumns(gap);
    return { kind: "item", indent: indent + marker.width + gap, filled: false };
  }

  #leafStart(line: Line): boolean {
    const rest = line.rest.trimStart();
    const fence = fenceStart(rest);
    const html = htmlStart(rest, this.#paragraphHere());
    if (isHeading(rest)) {
      this.#begin();
      this.#leaves.push({ kind: "inline", slices: [{ start: line.position, end: line.end }] });
    } else if (fence !== undefined) {
      this.#begin();
      this.#open = { kind: "fence", fence };
      this.#leaves.push({ kind: "info", slices: [{ start: line.position, end: line.end }] });
    } else if (html !== undefined) {
      this.#begin();
      const slices: Slice[] = [];
      this.#open = { kind: "html", end: html, slices };
      this.#addHtml(line, slices, html);
    } else if (this.#paragraphHere() && isUnderline(rest)) {
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
    const { indent } = line;
    line.takeIndent();
    const slice = { start: line.position, end: line.end };
    if (open?.kind === "table" && this.#depth === this.#containers.length) {
      this.#addRow(slice);
    } else if (open?.kind !== "paragraph") {
      this.#begin();
      this.#open = { kind: "paragraph", slices: [slice] };
    } else if (!(this.#paragraphHere() && indent < 4 && this.#startTable(line, open.slices))) {
      // This is also where a line goes on with the paragraph of a quote or an item that it is not in.
      open.slices.push(slice);
    }
  }

  #startTable(delimiter: Line, slices: Slice[]): boolean {
    const header = slices.at(-1);
    const columns = delimiterColumns(delimiter.rest);
    if (header === undefined || columns === undefined || this.#cells(header).length !== columns) return false;
    slices.pop();
    this.#closeLeaf();
    this.#addRow(header);
    this.#open = { kind: "table" };
    return true;
  }

  #addRow(row: Slice): void {
    for (const cell of this.#cells(row)) this.#leaves.push({ kind: "inline", slices: [cell] });
  }

  #cells(row: Slice): Slice[] {
    const text = this.#source.slice(row.start, row.end).trimEnd();
    const cells: Slice[] = [];
    const first = text.startsWith("|") ? 1 : 0;
    let start = first;
    for (const { 0: found, index } of text.matchAll(/\\[\\|]|\|/g)) {
      if (found !== "|" || index < first) continue;
      cells.push({ start: row.start + start, end: row.start + index });
      start = index + 1;
    }
    if (start < text.length) cells.push({ start: row.start + start, end: row.start + text.length });
    return cells;
  }

  #paragraphHere(): boolean {
    return this.#open?.kind === "paragraph" && this.#depth === this.#containers.length;
  }

  /** Makes room for a new block at the depth that the line has reached. */
  #begin(): void {
    this.#close(this.#depth);
    const parent = this.#containers.at(-1);
    if (parent?.kind === "item") parent.filled = true;
  }

  #close(depth: number): void {
    this.#closeLeaf();
    this.#containers.length = depth;
  }

  #closeLeaf(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open?.kind === "paragraph" && open.slices.length > 0) {
      this.#leaves.push({ kind: "inline", slices: open.slices });
    }
    if (open?.kind === "html") this.#leaves.push({ kind: "html", slices: open.slices });
  }
}

function continues(container: Container, line: Line): boolean {
  if (container.kind === "quote") {
    if (line.indent > 3 || line.blank || !line.rest.trimStart().startsWith(">")) return false;
    line.takeIndent();
    takeQuoteMarker(line);
    return true;
  }
  if (line.blank) return container.filled;
  if (line.indent < container.indent) return false;
  line.takeColumns(container.indent);
  return true;
}

function takeQuoteMarker(line: Line): void {
  line.takeCharacters(1);
  line.takeColumns(1);
}
