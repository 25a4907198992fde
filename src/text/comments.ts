import { tag } from "./block-start.ts";
import { type Leaf, leaves, type Slice } from "./blocks.ts";
import { Brackets, definedLabels } from "./link-end.ts";

const commentEnd = "-->";

// What an HTML parser takes for a comment: real ones, and the "bogus" ones (processing instructions,
// declarations, CDATA), whose text is no more seen than that of a real one.
const kinds: ReadonlyArray<readonly [RegExp, string]> = [
  [/<!--/y, commentEnd],
  [/<\?/y, "?>"],
  [/<!\[CDATA\[/y, "]]>"],
  [/<![a-z]/iy, ">"],
];

const autolink = /<(?:[a-z][a-z\d+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+)>/iy;
// A bare address takes backticks for its own, up to white space or "<" (cmark-gfm, extensions/autolink.c).
const bareHost = /(?:(?:https?|ftp):\/\/|(?=www\.))(?:[^\s\p{P}\p{S}]|[-_.])+/iuy;
const bareRest = /[^\s<]*/y;
const special = /\\[!-/:-@[-`{-~]|`+|<|!?\[|\]|(?<![a-z])(?:https?|ftp):\/\/|(?<![^\s*_~([\]])www\./gi;
const anyTag = new RegExp(tag, "iy");

/**
 * Where a GFM text (lines end in `\n`) holds HTML comments, in order. A comment inside code is none. One that
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
  for (const leaf of leaves(source)) {
    const rawEnd = open === undefined ? undefined : rawCommentEnd(leaf, source);
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

/** Where raw HTML ends a comment that was opened before it. */
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
  #labels: ReadonlySet<string> | undefined;
  #commentEnd = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get labels(): ReadonlySet<string> {
    this.#labels ??= definedLabels(this.#source);
    return this.#labels;
  }

  /** The next end of a comment, or past the end of the source; positions come in rising order. */
  commentEnd(from: number): number {
    if (this.#commentEnd < from + commentEnd.length) {
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
  const text = leaf.slices.map(({ start, end }) => source.slice(start, end)).join("\n");
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
    return { start: from, end: leaf.kind === "html" ? past : context.commentEnd(from + 4), real: false };
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
  const scanner = new Scanner(text);
  const found: Slice[] = [];
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
    const end = scanner.comment(at) ?? scanner.openComment(at);
    if (end !== undefined) found.push({ start: at, end });
    at = end ?? at + 1;
  }
  return found;
}

function inlineComments(text: string, context: Context): Slice[] {
  const scanner = new Scanner(text);
  const brackets = new Brackets(text, () => context.labels);
  const found: Slice[] = [];
  special.lastIndex = 0;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const { 0: token, index: at } = match;
    const after = special.lastIndex;
    if (token.startsWith("\\")) continue;
    if (token.startsWith("`")) {
      special.lastIndex = scanner.codeEnd(at, token.length) ?? after;
    } else if (token === "]") {
      special.lastIndex = brackets.close(after) ?? after;
    } else if (token.endsWith("[")) {
      brackets.open(token.startsWith("!"));
    } else if (token === "<") {
      const comment = scanner.comment(at) ?? (text.startsWith("<!--", at) ? text.length + 1 : undefined);
      if (comment !== undefined) found.push({ start: at, end: comment });
      special.lastIndex = comment ?? scanner.otherEnd(at) ?? after;
    } else if (!brackets.within) {
      special.lastIndex = bareAddressEnd(text, at) ?? after;
    }
  }
  return found;
}

function bareAddressEnd(text: string, at: number): number | undefined {
  bareHost.lastIndex = at;
  const host = bareHost.exec(text)?.[0];
  if (host === undefined) return undefined;
  const end = at + host.length;
  // An underscore in the last two parts of the host makes it plain text; so it does for a "www." inside it.
  if (host.split(".").slice(-2).join().includes("_")) return /^w/i.test(host) ? end : undefined;
  return matchesAt(bareRest, text, end) ? bareRest.lastIndex : undefined;
}

/** Answers where constructs end. Remembers what it looked for in vain, so that no text is read twice over. */
class Scanner {
  readonly #text: string;
  readonly #absent = new Set<string>();
  #runs: Map<number, number[]> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the comment that begins here and is closed. */
  comment(at: number): number | undefined {
    for (const [start, close] of kinds) {
      start.lastIndex = at;
      if (!start.test(this.#text)) continue;
      // CommonMark 0.31 has the two shortest comments end at once, as HTML does.
      const short = /<!--(?:-?>)/y;
      short.lastIndex = at;
      if (short.test(this.#text)) return short.lastIndex;
      return this.#find(close, start.lastIndex);
    }
    return undefined;
  }

  /** Past the end of the text, if a comment begins here. */
  openComment(at: number): number | undefined {
    return /[!?]/.test(this.#text.charAt(at + 1)) && kinds.some(([start]) => matchesAt(start, this.#text, at))
      ? this.#text.length + 1
      : undefined;
  }

  /** The end of the autolink or tag that begins here; what is in it is neither code nor a comment. */
  otherEnd(at: number): number | undefined {
    for (const pattern of [autolink, anyTag]) {
      if (matchesAt(pattern, this.#text, at)) return pattern.lastIndex;
    }
    return undefined;
  }

  /** The end of the code span that a run of backticks opens: after the next run of the same length. */
  codeEnd(at: number, length: number): number | undefined {
    this.#runs ??= this.#backtickRuns();
    const runs = this.#runs.get(length);
    while (runs !== undefined) {
      const next = runs.pop();
      if (next === undefined) return undefined;
      if (next > at) return next + length;
    }
    return undefined;
  }

  /** Where each length of run begins, the last first. */
  #backtickRuns(): Map<number, number[]> {
    const runs = new Map<number, number[]>();
    for (const { 0: run, index } of this.#text.matchAll(/`+/g)) {
      const same = runs.get(run.length);
      if (same === undefined) runs.set(run.length, [index]);
      else same.push(index);
    }
    for (const same of runs.values()) same.reverse();
    return runs;
  }

  #find(close: string, from: number): number | undefined {
    if (this.#absent.has(close)) return undefined;
    const found = this.#text.indexOf(close, from);
    if (found === -1) this.#absent.add(close);
    return found === -1 ? undefined : found + close.length;
  }
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
