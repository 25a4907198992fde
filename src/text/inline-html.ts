/** The white space of Markdown, as part of a regular expression (cmark-gfm, scanners.re, "spacechar"). */
export const space = String.raw`[ \t\n\v\f\r]`;

const commentEnd = "-->";

// What an HTML parser takes for a comment: real ones, and the "bogus" ones (processing instructions,
// declarations, CDATA), whose text is no more seen than that of a real one.
const comments: ReadonlyArray<readonly [RegExp, string]> = [
  [/<!--/y, commentEnd],
  [/<\?/y, "?>"],
  [/<!\[CDATA\[/y, "]]>"],
  [/<![a-z]/iy, ">"],
];
// CommonMark 0.31 has the two shortest comments end at once, as HTML does.
const shortComment = /<!---?>/y;

const autolink = /<(?:[a-z][a-z\d+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+)>/iy;

const opening = /<([a-z][a-z\d-]*)/iy;
const closing = new RegExp(String.raw`<\/([a-z][a-z\d-]*)${space}*>`, "iy");
const tagEnd = new RegExp(String.raw`${space}*\/?>`, "y");
const attribute = new RegExp(String.raw`${space}+[a-z_:][\w.:-]*`, "iy");
const equals = new RegExp(`${space}*=${space}*`, "y");
const bareValue = /[^ \t\n\v\f\r"'=<>`]+/y;

/** A tag, with its name in lower case and the place behind it. */
export interface Tag {
  readonly to: number;
  readonly name: string;
  readonly closing: boolean;
}

/**
 * Answers where HTML ends that begins at a place of a text (CommonMark 0.31, sections 6.5 and 6.6). Remembers what
 * it looked for in vain, so that all answers for one text together take linear time.
 */
export class InlineHtml {
  readonly #text: string;
  readonly #absent = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the comment that begins here and is closed. */
  comment(at: number): number | undefined {
    for (const [start, close] of comments) {
      const from = past(start, this.#text, at);
      if (from !== undefined) return past(shortComment, this.#text, at) ?? this.#find(close, from);
    }
    return undefined;
  }

  /** Past the end of the text, if a comment of any kind begins here. */
  openComment(at: number): number | undefined {
    const begins = comments.some(([start]) => past(start, this.#text, at) !== undefined);
    return begins ? this.#text.length + 1 : undefined;
  }

  autolinkEnd(at: number): number | undefined {
    return past(autolink, this.#text, at);
  }

  /** The complete tag that begins here. */
  tag(at: number): Tag | undefined {
    const text = this.#text;
    closing.lastIndex = opening.lastIndex = at;
    const closed = closing.exec(text)?.[1]?.toLowerCase();
    if (closed !== undefined) return { to: closing.lastIndex, name: closed, closing: true };
    const name = opening.exec(text)?.[1]?.toLowerCase();
    if (name === undefined) return undefined;
    for (let from = opening.lastIndex; ; ) {
      const to = past(tagEnd, text, from);
      if (to !== undefined) return { to, name, closing: false };
      const behind = past(attribute, text, from);
      if (behind === undefined) return undefined;
      const value = past(equals, text, behind);
      const next = value === undefined ? behind : this.#valueEnd(value);
      if (next === undefined) return undefined;
      from = next;
    }
  }

  #valueEnd(at: number): number | undefined {
    const quote = this.#text.charAt(at);
    if (quote !== '"' && quote !== "'") return past(bareValue, this.#text, at);
    // Linear without a memory: as "<" ends every tag that it is not quoted in, no two of them get to the same quote.
    const end = this.#text.indexOf(quote, at + 1);
    return end === -1 ? undefined : end + 1;
  }

  #find(close: string, from: number): number | undefined {
    if (this.#absent.has(close)) return undefined;
    const found = this.#text.indexOf(close, from);
    if (found === -1) this.#absent.add(close);
    return found === -1 ? undefined : found + close.length;
  }
}

/** Where the match of a sticky pattern at a place ends, if there is one. */
export function past(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
