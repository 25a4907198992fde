import { type Leaf, leafText, leaves } from "./blocks.ts";
import { InlineHtml } from "./inline-html.ts";
import { inlineSpans } from "./inline-spans.ts";
import { DefinedLabels } from "./link-end.ts";
import type { Slice } from "./table.ts";

const commentEnd = "-->";

/**
 * Where a GFM text holds HTML comments, in order. A comment inside code is none. One that
 * its block leaves open reaches to the next `-->`, or to the end. (GFM shows it as text inside a paragraph;
 * whoever opened it meant to hide something.)
 */
export function commentRanges(source: string): Slice[] {
  if (!/<[!?]/.test(source)) return [];
  const ranges: Slice[] = [];
  let covered = 0;
  // A block of raw HTML can leave its comment open for the browser, which then ends it at the next real end.
  let open: number | undefined;
  const context = new Context(source);
  for (const leaf of leaves(source, { lazyQuotes: true })) {
    const rawEnd = rawCommentEnd(leaf, source);
    if (open !== undefined && rawEnd !== undefined) {
      ranges.push({ start: open, end: rawEnd });
      covered = rawEnd;
      open = undefined;
    }
    for (const found of commentsOf(leaf, source, context)) {
      if (found.end <= covered || (open !== undefined && !found.real)) continue;
      const start = open ?? Math.max(covered, found.start);
      open = start;
      if (found.end > source.length) continue;
      ranges.push({ start, end: found.end });
      covered = found.end;
      open = undefined;
    }
  }
  if (open !== undefined) ranges.push({ start: open, end: source.length });
  return ranges;
}

/** Where raw HTML would end a comment that was opened before it. */
function rawCommentEnd(leaf: Leaf, source: string): number | undefined {
  if (leaf.kind !== "html") return undefined;
  for (const { start, end } of leaf.slices) {
    const found = source.slice(start, end).indexOf(commentEnd);
    if (found !== -1) return start + found + commentEnd.length;
  }
  return undefined;
}

/** What is known of the whole source, looked up once however many leaves ask. */
class Context {
  readonly #source: string;
  readonly labels: DefinedLabels;
  #commentEnd = 0;

  constructor(source: string) {
    this.#source = source;
    this.labels = new DefinedLabels(source);
  }

  /** The next end of a comment, or past the end of the source; positions come in rising order. */
  commentEnd(from: number): number {
    if (this.#commentEnd <= from) {
      const found = this.#source.indexOf(commentEnd, from);
      this.#commentEnd = found === -1 ? this.#source.length + 1 : found + commentEnd.length;
    }
    return this.#commentEnd;
  }
}

interface Comment extends Slice {
  /** Whether its end is one in the rendered HTML too. */
  readonly real: boolean;
}

function commentsOf(leaf: Leaf, source: string, context: Context): Comment[] {
  const text = leafText(source, leaf);
  if (!/<[!?]/.test(text)) return [];
  const inSource = positions(leaf.slices);
  const past = source.length + 1;
  const found = leaf.kind === "inline" ? inlineComments(text, context) : htmlComments(text);
  const closed = leaf.kind === "info" ? found.filter(({ end }) => end <= text.length) : found;
  return closed.map(({ start, end }) => {
    const from = inSource(start);
    if (end <= text.length) {
      return {
        start: from,
        end: inSource(end - 1) + 1,
        real: leaf.kind !== "info" && text.endsWith(commentEnd, end),
      };
    }
    return { start: from, end: leaf.kind === "html" ? past : context.commentEnd(from), real: false };
  });
}

/** Maps offsets in the joined slices, asked for in rising order, to offsets in the source. */
function positions(slices: readonly Slice[]): (offset: number) => number {
  let index = 0;
  let base = 0;
  return (offset) => {
    for (let slice = slices[index]; slice !== undefined; slice = slices[index]) {
      const length = slice.end - slice.start + 1;
      if (offset < base + length) return slice.start + offset - base;
      base += length;
      index += 1;
    }
    return offset;
  };
}

/** Raw HTML: there is no code in it, and an open comment ends past the text. */
function htmlComments(text: string): Slice[] {
  const html = new InlineHtml(text);
  const found: Slice[] = [];
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
    const end = html.comment(at) ?? html.openComment(at);
    if (end !== undefined) found.push({ start: at, end });
    at = end ?? at + 1;
  }
  return found;
}

function inlineComments(text: string, context: Context): Slice[] {
  const found: Slice[] = [];
  for (const { from, to, comment } of inlineSpans(text, context.labels)) {
    if (comment === true) found.push({ start: from, end: to });
  }
  return found;
}
