import { InlineHtml, past, type Tag } from "./inline-html.ts";
import { Brackets, type DefinedLabels } from "./link-end.ts";

/** A stretch of inline Markdown that is no plain text; a tag or comment also says which it is. */
export interface InlineSpan {
  readonly from: number;
  readonly to: number;
  /** Whether an HTML parser takes it for a comment; one that is not closed ends past the text. */
  readonly comment?: boolean;
  readonly tag?: Tag;
}

// A bare address takes backticks for its own, up to white space or "<" (cmark-gfm, extensions/autolink.c).
const bareHost = /(?:(?:https?|ftp):\/\/|(?=www\.))(?:[^\s\p{P}\p{S}]|[-_.])+/iuy;
const bareRest = /[^\s<]*/y;
const special = /\\[!-/:-@[-`{-~]|`+|<|!?\[|\]|(?<![a-z])(?:https?|ftp):\/\/|(?<![^\s*_~([\]])www\./gi;

/**
 * Where inline Markdown holds code, HTML, bare addresses, and the destinations, titles and labels of links, in order
 * from a place on. `labels` are those that the whole source defines. Takes linear time.
 */
export function* inlineSpans(text: string, labels: DefinedLabels, start = 0): Generator<InlineSpan> {
  const code = new CodeSpans(text);
  const html = new InlineHtml(text);
  const brackets = new Brackets(text, labels);
  // The pattern is not left where it stands: another text may be looked at between two spans.
  for (let at = start; ; ) {
    special.lastIndex = at;
    const match = special.exec(text);
    if (match === null) return;
    const { 0: token, index: from } = match;
    at = special.lastIndex;
    let span: InlineSpan | undefined;
    if (token.startsWith("\\")) continue;
    if (token.endsWith("[")) {
      brackets.open(token.startsWith("!"));
    } else if (token === "<") {
      span = htmlSpan(text, html, from);
    } else {
      let to: number | undefined;
      if (token[0] === "`") to = code.end(from, token.length);
      else if (token === "]") to = brackets.close(at);
      else if (!brackets.within) to = bareAddressEnd(text, from);
      span = to === undefined ? undefined : { from, to };
    }
    if (span === undefined) continue;
    yield span;
    at = span.to;
  }
}

/** What is in an autolink or a tag is neither code nor a comment. */
function htmlSpan(text: string, html: InlineHtml, from: number): InlineSpan | undefined {
  const comment = html.comment(from) ?? (text.startsWith("<!--", from) ? text.length + 1 : undefined);
  if (comment !== undefined) return { from, to: comment, comment: true };
  const autolink = html.autolinkEnd(from);
  if (autolink !== undefined) return { from, to: autolink };
  const tag = html.tag(from);
  return tag === undefined ? undefined : { from, to: tag.to, tag };
}

function bareAddressEnd(text: string, at: number): number | undefined {
  const end = past(bareHost, text, at);
  if (end === undefined) return undefined;
  const host = text.slice(at, end);
  // An underscore in the last two parts of the host makes it plain text, unless it is just before a "www.". Any other
  // "www." inside has the same two parts and need not be looked at; but another address may begin with the last one.
  const plain = host.split(".").slice(-2).join().includes("_") && !/_www\.[^._]*$/i.test(host);
  return plain ? at + host.search(/(?:https?|ftp)?$/i) : past(bareRest, text, end);
}

/** The runs of backticks in a text, from which spans of code are made. */
class CodeSpans {
  readonly #text: string;
  /** Where each length of run begins, the last first. */
  #runs: Map<number, number[]> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the span that a run opens: after the next run of the same length. Places come in rising order. */
  end(at: number, length: number): number | undefined {
    this.#runs ??= this.#allRuns();
    const runs = this.#runs.get(length);
    for (let next = runs?.pop(); next !== undefined; next = runs?.pop()) {
      if (next > at) return next + length;
    }
    return undefined;
  }

  #allRuns(): Map<number, number[]> {
    const runs = new Map<number, number[]>();
    for (const { 0: run, index } of this.#text.matchAll(/`+/g)) {
      const same = runs.get(run.length);
      if (same === undefined) runs.set(run.length, [index]);
      else same.push(index);
    }
    for (const same of runs.values()) same.reverse();
    return runs;
  }
}
