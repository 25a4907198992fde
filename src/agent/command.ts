import { type Block, blocks, type Line } from "./blocks.ts";

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
  for (const start of ownLines(markdown)) {
    const end = phraseEnd(markdown, start, phrase);
    if (end !== undefined) return read(markdown.slice(end).trim());
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

const INLINE = /[`<\\\]]/g;
/** A link's address and title, which nobody sees. */
const LINK =
  /\][(:]\s*(?:(?:<[^<>\n]*>|[^\s<"'()[\]]+)\s+)?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))/sy;
const AUTOLINK = /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+)>/y;
/** What HTML within a line hides up to an end of its own. */
const RAW = [
  [/<\?/y, "?>"],
  [/<![A-Za-z]/y, ">"],
  [/<!\[CDATA\[/y, "]]>"],
] as const;
/** The parts of a tag. */
const OPEN = /<([A-Za-z][A-Za-z0-9-]*)/y;
const CLOSE = /<\/([A-Za-z][A-Za-z0-9-]*)\s*>/y;
const END = /\s*\/?>/y;
const NAME = /\s+[A-Za-z_:][\w.:-]*/y;
const EQUALS = /\s*=\s*/y;
const BARE = /[^\s"'=<>`]+/y;
/** HTML blocks that show nothing: instructions, declarations and the like. */
const UNSEEN = /^<(?:\?|!(?!--))/;
/** Elements whose content is code or a quotation, or is not shown. */
const SETS_APART = new Set(["blockquote", "code", "kbd", "pre", "samp", "script", "style", "textarea", "tt"]);

/** The lines, by their offsets, that start with visible text which is neither code nor quoted. */
function* ownLines(markdown: string): Generator<number> {
  const html = new OpenHtml(markdown);
  for (const block of blocks(markdown)) {
    const lines = visibleLines(markdown, block, html);
    if (!block.quoted) for (const line of lines) yield line.start;
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
  tag(name: string, closing: boolean): void {
    if (!SETS_APART.has(name)) return;
    const count = this.#counts.get(name) ?? 0;
    if (!closing) {
      this.#open.push(name);
      this.#counts.set(name, count + 1);
    } else if (count > 0) {
      let last: string | undefined;
      do {
        last = this.#open.pop();
        if (last !== undefined) this.#counts.set(last, (this.#counts.get(last) ?? 0) - 1);
      } while (last !== undefined && last !== name);
    }
  }
}

/** The lines of a block that start with plain text; notes what its HTML leaves open. */
function visibleLines(markdown: string, block: Block, html: OpenHtml): Line[] {
  const text = block.lines.map((line) => markdown.slice(line.text, line.end)).join("\n");
  if (block.kind === "html" && UNSEEN.test(text)) return [];
  const end = block.lines.at(-1)?.end ?? 0;
  const visible: Line[] = [];
  let index = 0;
  let next = 0;
  /** From a place in the text to one in the source. */
  let shift = 0;
  /** Takes the lines that start at or before a place; those that start inside a span are passed over. */
  const take = (to: number, plain: boolean): void => {
    for (let line = block.lines[index]; line !== undefined && (plain ? next <= to : next < to); ) {
      if (plain && !html.setsApart && line.start >= html.hiddenUntil) visible.push(line);
      shift = line.text - next;
      next += line.end - line.text + 1;
      line = block.lines[++index];
    }
  };
  for (const span of block.kind === "html" ? htmlSpans(text) : inlineSpans(text)) {
    take(span.from, true);
    const hidden = span.from + shift < html.hiddenUntil;
    take(span.to, false);
    if (hidden) continue;
    if (span.name !== undefined && !block.quoted) html.tag(span.name, span.closing === true);
    if (span.unclosed === true) html.hideFrom(end);
  }
  take(text.length, true);
  return visible;
}

/** A stretch that is no plain text: code, a comment, a tag. */
interface Span {
  from: number;
  to: number;
  name?: string | undefined;
  closing?: boolean;
  unclosed?: boolean;
}

/** Reads HTML as a browser does: whatever looks like a tag is one, up to its end. */
function* htmlSpans(text: string): Generator<Span> {
  const token = /<!--|<[!?][^>]*>?|<(\/?)([A-Za-z][^\s/>]*)[^>"']*(?:(?:"[^"]*"?|'[^']*'?)[^>"']*)*>?/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const from = found.index;
    if (found[0] === "<!--") {
      const span = comment(text, from);
      yield span;
      token.lastIndex = span.to;
    } else yield { from, to: token.lastIndex, name: found[2]?.toLowerCase(), closing: found[1] === "/" };
  }
}

function comment(text: string, from: number): Span {
  const end = text.indexOf("-->", from + 2);
  return { from, to: end < 0 ? text.length + 1 : end + 3, unclosed: end < 0 };
}

/** Finds the code, HTML and hidden parts of links in a text; every part of it is looked at a few times at most. */
function* inlineSpans(text: string): Generator<Span> {
  /** Where backtick runs of each length are, the nearest last. */
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const length = match[0].length;
    const places = runs.get(length);
    if (places === undefined) runs.set(length, [match.index]);
    else places.push(match.index);
  }
  for (const places of runs.values()) places.reverse();
  const failed = new Set<number | string>();
  let at = 0;
  for (;;) {
    INLINE.lastIndex = at;
    const from = INLINE.exec(text)?.index;
    if (from === undefined) return;
    at = from + 1;
    if (text[from] === "\\") {
      if (text[at] !== "\n") at++;
    } else if (text[from] === "`") {
      while (text[at] === "`") at++;
      const places = runs.get(at - from) ?? [];
      while ((places.at(-1) ?? text.length) < at) places.pop();
      const close = places.pop();
      if (close !== undefined) {
        const to = close + at - from;
        yield { from, to };
        at = to;
      }
    } else {
      const span = text[from] === "<" ? inlineHtml(text, from, failed) : link(text, from);
      if (span === undefined) continue;
      yield span;
      at = span.to;
    }
  }
}

/** The part of a link behind its text, if it has a title. */
function link(text: string, from: number): Span | undefined {
  return match(LINK, text, from) === null ? undefined : { from, to: LINK.lastIndex };
}

function inlineHtml(text: string, from: number, failed: Set<number | string>): Span | undefined {
  if (text.startsWith("<!--", from)) return comment(text, from);
  const end = RAW.find(([start]) => match(start, text, from) !== null)?.[1];
  if (end !== undefined && !failed.has(end)) {
    const to = text.indexOf(end, from + 2);
    if (to >= 0) return { from, to: to + end.length };
    failed.add(end);
  }
  if (match(AUTOLINK, text, from) !== null) return { from, to: AUTOLINK.lastIndex };
  return inlineTag(text, from, failed);
}

/** A complete tag; quotes that led to no tag before lead to none again, which keeps this linear. */
function inlineTag(text: string, from: number, failed: Set<number | string>): Span | undefined {
  const close = match(CLOSE, text, from);
  if (close?.[1] !== undefined) {
    return { from, to: CLOSE.lastIndex, name: close[1].toLowerCase(), closing: true };
  }
  const name = match(OPEN, text, from)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  for (let at = OPEN.lastIndex; ; ) {
    if (match(END, text, at) !== null) return { from, to: END.lastIndex, name };
    if (match(NAME, text, at) === null) return undefined;
    at = NAME.lastIndex;
    if (match(EQUALS, text, at) === null) continue;
    at = EQUALS.lastIndex;
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      if (failed.has(at)) return undefined;
      failed.add(at);
      const end = text.indexOf(quote, at + 1);
      if (end < 0) return undefined;
      at = end + 1;
    } else if (match(BARE, text, at) !== null) at = BARE.lastIndex;
    else return undefined;
  }
}

/** Tries a sticky pattern at a place. */
function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
