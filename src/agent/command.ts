import { type Leaf, type LeafSlice, leafText, leaves } from "../text/blocks.ts";
import { InlineHtml, type Tag } from "../text/inline-html.ts";
import { inlineSpans } from "../text/inline-spans.ts";
import { DefinedLabels, definitionEnd } from "../text/link-end.ts";
import { MailHeads } from "./mail-head.ts";

/** What a person asked for in a comment. */
export type Command =
  | { kind: "prompt"; prompt: string; fresh: boolean }
  | { kind: "status" }
  | { kind: "help" };

const FLAG = /^--(new|status|help)(?=\p{White_Space}|$)/iu;

/** Finds the first command in a comment's Markdown; undefined is ordinary chatter. */
export function findCommand(markdown: string, triggerPhrase: string): Command | undefined {
  const phrase = triggerPhrase.trim().toLowerCase();
  // Most comments hold no command at all and need no look at their structure.
  if (phrase === "" || !markdown.toLowerCase().includes(phrase)) return undefined;
  const mails = new MailHeads(markdown);
  for (const start of ownLines(markdown)) {
    const end = phraseEnd(markdown, start, phrase);
    if (end !== undefined) return read(markdown.slice(end).trim());
    if (mails.found(start)) return undefined;
  }
  return undefined;
}

/** Where the phrase ends, if the line at `start` begins with it as a whole word. */
function phraseEnd(markdown: string, start: number, phrase: string): number | undefined {
  let begin = start;
  while (begin < start + 3 && markdown[begin] === " ") begin++;
  const end = begin + phrase.length;
  if (markdown.slice(begin, end).toLowerCase() !== phrase) return undefined;
  return /^(?:\p{White_Space}|$)/u.test(markdown.slice(end, end + 1)) ? end : undefined;
}

/** Tells apart what stands behind the phrase. */
function read(rest: string): Command {
  const flag = FLAG.exec(rest);
  const name = flag?.[1]?.toLowerCase();
  if (name === "status" || name === "help") return { kind: name };
  const prompt = flag === null ? rest : rest.slice(flag[0].length).trim();
  return prompt === "" ? { kind: "help" } : { kind: "prompt", prompt, fresh: name === "new" };
}

/** HTML blocks that show nothing: instructions, declarations and the like. */
const UNSEEN = /^<(?:\?|!(?!--))/;
/** Elements whose content is code or a quotation, or is not shown. */
const SETS_APART = new Set(["blockquote", "code", "kbd", "pre", "samp", "script", "style", "textarea", "tt"]);

/** The lines, by their offsets, that start with visible text which is neither code nor quoted. */
function* ownLines(markdown: string): Generator<number> {
  const html = new OpenHtml(markdown);
  const labels = new DefinedLabels(markdown);
  // What follows a quote is the writer's own, where CommonMark would let the quote's paragraph go on.
  for (const leaf of leaves(markdown, { lazyQuotes: false })) {
    if (leaf.kind === "info") continue;
    const lines = visibleLines(markdown, leaf, labels, html);
    // A footnote is shown elsewhere, if anything refers to it.
    if (!leaf.quoted && !leaf.footnote) yield* lines;
  }
}

/** What raw HTML left open: like a comment, an element that sets apart and is never closed does so with the rest. */
class OpenHtml {
  /** Up to here a comment hides everything. */
  hiddenUntil = 0;
  readonly #source: string;
  readonly #open: string[] = [];
  readonly #counts = new Map<string, number>();

  constructor(source: string) {
    this.#source = source;
  }

  get setsApart(): boolean {
    return this.#open.length > 0;
  }

  /** A comment that its block does not close hides everything up to the next end, or all the rest. */
  hideFrom(offset: number): void {
    const end = this.#source.indexOf("-->", offset);
    this.hiddenUntil = end < 0 ? Number.POSITIVE_INFINITY : end + 3;
  }

  /** An end closes what was opened inside as well. */
  tag({ name, closing }: Pick<Tag, "name" | "closing">): void {
    if (!SETS_APART.has(name)) return;
    const count = this.#counts.get(name) ?? 0;
    if (!closing) {
      this.#open.push(name);
      this.#counts.set(name, count + 1);
    } else if (count > 0) {
      for (const inner of this.#open.splice(this.#open.lastIndexOf(name)))
        this.#counts.set(inner, (this.#counts.get(inner) ?? 0) - 1);
    }
  }
}

/** The lines of a leaf that start with plain text; notes what its HTML leaves open. */
function visibleLines(markdown: string, leaf: Leaf, labels: DefinedLabels, html: OpenHtml): number[] {
  const text = leafText(markdown, leaf);
  if (leaf.kind === "html" && UNSEEN.test(text)) return [];
  const end = leaf.slices.at(-1)?.end ?? 0;
  const visible: number[] = [];
  let index = 0;
  let next = 0;
  /** From a place in the text to one in the source. */
  let shift = 0;
  /** Takes the lines that start at or before a place; those that start inside a span are passed over. */
  const take = (to: number, plain: boolean): void => {
    for (let slice = leaf.slices[index]; slice !== undefined && (plain ? next <= to : next < to); ) {
      if (plain && !html.setsApart && startsAfter(slice, html.hiddenUntil)) visible.push(slice.line);
      shift = slice.start - next;
      next += slice.end - slice.start + 1;
      slice = leaf.slices[++index];
    }
  };
  for (const span of leaf.kind === "html" ? htmlSpans(text) : hiddenSpans(text, labels)) {
    take(span.from, true);
    const hidden = span.from + shift < html.hiddenUntil;
    take(span.to, false);
    if (hidden) continue;
    if (span.tag !== undefined && !leaf.quoted) html.tag(span.tag);
    // Nothing but a comment that its block does not close ends past the text.
    if (span.to > text.length) html.hideFrom(end);
  }
  take(text.length, true);
  return visible;
}

/** Whether a slice begins a line, and does so outside of what is hidden. */
function startsAfter(slice: LeafSlice, hiddenUntil: number): slice is Required<LeafSlice> {
  return slice.line !== undefined && slice.line >= hiddenUntil;
}

/** A stretch that is no plain text: code, a comment, a tag. */
interface Span {
  from: number;
  to: number;
  tag?: Pick<Tag, "name" | "closing">;
}

/** Reads HTML as a browser does: whatever looks like a tag is one, up to its end. */
function* htmlSpans(text: string): Generator<Span> {
  const html = new InlineHtml(text);
  const token = /<!--|<[!?][^>]*>?|<(\/?)([A-Za-z][^\s/>]*)[^>"']*(?:(?:"[^"]*"?|'[^']*'?)[^>"']*)*>?/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const { 0: all, 2: name, index: from } = found;
    if (all === "<!--") token.lastIndex = html.comment(from) ?? text.length + 1;
    const span = { from, to: token.lastIndex };
    yield name === undefined
      ? span
      : { ...span, tag: { name: name.toLowerCase(), closing: found[1] === "/" } };
  }
}

/** Inline Markdown, behind the definitions that it may begin with, which nobody sees. */
function* hiddenSpans(text: string, labels: DefinedLabels): Generator<Span> {
  let from = 0;
  for (let to = definitionEnd(text, from); to !== undefined; to = definitionEnd(text, from)) {
    yield { from, to };
    from = to;
  }
  yield* inlineSpans(text, labels, from);
}
