import type { ScannedText, Slice } from "../../text/line-scanner.ts";

/** What a reply by mail repeats of the mail that it answers. */
export type EmailReply = {
  /** Nothing counts from here on: others wrote it. */
  readonly start: number;
  /** Set where the mail marks no quote: then only this line, the first that is not blank, can hold a command. */
  readonly onlyLine: number | undefined;
  /** True when text between the first paragraph and the repeated mail does not count, which may be the author's own. */
  readonly cutsParagraphs: boolean;
};

const separator = /^\s*-{3,}\s*(?:original|forwarded) message\s*-{3,}[\s\p{Cf}]*$/iu;
const headers = [/^from:/i, /^(?:sent|date):/i, /^to:/i, /^subject:/i];
/** Outlook writes the names of headers in bold. */
const bold = /^[ *]+/;
const wroteEnd = /\bwrote:[\s\p{Cf}]*$/u;
const wroteStart = /^\s*On\b.*\d/;
/** How many lines above the `wrote:` its `On` may be. */
const maxLinesAbove = 2;
const quoted = /^[^\S\n]*>/;
const firstQuote = new RegExp(quoted, "m");
/** Mail in Arabic or Hebrew has characters for the direction of writing after the colon. */
const colonEnd = /[:：][\s\p{Cf}]*$/u;
/** The end of GitHub's notifications, which are in English only. Mail programs quote it and wrap its lines. */
const footer =
  /you[\s>]+are[\s>]+receiving[\s>]+this[\s>]+because|reply[\s>]+to[\s>]+this[\s>]+email[\s>]+directly/gi;

/**
 * Finds what a reply by mail repeats (docs/how-it-works.md, “What counts as a command”). It is told by marks that only
 * mails have, because people write lines such as `From: staging` in requests.
 */
export function findEmailReply(
  text: string,
  { ownLines, closedFences }: ScannedText,
): EmailReply | undefined {
  const head = findHead(text, ownLines);
  const footers = findFooters(text, closedFences);
  if (footers.length === 0)
    return head === undefined ? undefined : { start: head, onlyLine: undefined, cutsParagraphs: false };
  const quote = firstQuote.exec(text)?.index ?? text.length;
  const repeated = Math.min(head ?? text.length, attributionStart(text, quote));
  if (footers.every((at) => quoted.test(text.slice(lineStart(text, at), at))))
    return { start: repeated, onlyLine: undefined, cutsParagraphs: false };
  const first = /\S/.exec(text)?.index ?? 0;
  const start = Math.min(repeated, paragraphEnd(text, first));
  const cut = text.slice(start, Math.max(start, Math.min(repeated, ...footers)));
  return { start, onlyLine: lineStart(text, first), cutsParagraphs: /\S/.test(cut) };
}

/** Where the head of a mail begins: a separator, the lines `From:` to `Subject:`, or `On … wrote:` above a quote. */
function findHead(text: string, lines: readonly Slice[]): number | undefined {
  /** For each of the `headers`, whether the paragraph holds it. */
  let found = new Set<number>();
  let firstHeader: number | undefined;
  for (const [index, { start, end }] of lines.entries()) {
    const line = text.slice(start, end);
    if (separator.test(line)) return start;
    if (lines[index - 1]?.end !== start - 1) {
      found = new Set();
      firstHeader = undefined;
    }
    const header = headers.findIndex((name) => name.test(line.replace(bold, "")));
    if (header !== -1) {
      firstHeader ??= start;
      found.add(header);
      if (found.size === headers.length) return firstHeader;
    }
    if (wroteEnd.test(line) && quoted.test(text.slice(end).trimStart())) {
      const above = lines.slice(Math.max(0, index - maxLinesAbove), index + 1);
      const on = above.find((one) => wroteStart.test(text.slice(one.start, one.end)));
      if (on !== undefined) return on.start;
    }
  }
  return undefined;
}

/** The places of GitHub's footer. Nobody who answers a mail closes a fence below it, but a stranger may have opened one. */
function findFooters(text: string, closedFences: readonly Slice[]): number[] {
  return [...text.matchAll(footer)]
    .map(({ index }) => index)
    .filter((at) => !closedFences.some(({ start, end }) => start <= at && at < end));
}

/**
 * Where the paragraph above a quote begins, if it is its attribution, such as `Le lun. 16 nov., … a écrit :`. It holds the
 * name that a stranger gave themselves, which may be a command at the start of a wrapped line.
 */
function attributionStart(text: string, quote: number): number {
  const above = text.slice(0, quote).trimEnd();
  if (!colonEnd.test(above)) return quote;
  let start = lineStart(text, above.length);
  while (start > 0 && text.slice(lineStart(text, start - 1), start).trim() !== "")
    start = lineStart(text, start - 1);
  return start;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function paragraphEnd(text: string, at: number): number {
  const blank = /\n[^\S\n]*(?:\n|$)/g;
  blank.lastIndex = at;
  return blank.exec(text)?.index ?? text.length;
}
