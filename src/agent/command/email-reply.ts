import type { Slice } from "../../text/line-scanner.ts";

/** `From: …`, in any language, also in bold. */
const header = /^ {0,3}\*{0,2}\p{L}[\p{L} -]{0,20}\*{0,2}[:：]/u;
/** `-----Original Message-----`, in any language. */
const separator = /^\s*-{4,} ?\p{L}.*-{4}[\s\p{Cf}]*$/u;
/** An address in brackets, as mail programs write it, or what GitHub makes of one in a reply by email. */
const address = /[\w*]@[^\s@>\]]*[>\]]|\*@\*/;
const date = /\b20\d\d\b|\d[./-]\d{1,2}[./-]\d/;
const time = /\d[:.h]\d\d/;
/** In lines that look like headers, `1.10` is more often a version than a time. */
const headerTime = /\d:\d\d|^\W*Sent\b/;
/** Every head of an email has one of these, so no other line is looked at. */
const mark = /[:：]|----/g;
/** A colon at the end. Mail in Arabic or Hebrew has characters for the direction of writing after it. */
const colonEnd = /[:：][\s\p{Cf}]*$/u;
const englishStart = /^[^\w\n]*On\b/;
const englishEnd = /\bwrote[:：][\s\p{Cf}]*$/u;

/** How many lines an attribution such as `On … wrote:` can have. */
const maxAttributionLines = 3;

/**
 * Where a reply by email begins to repeat the email that it answers. Everything below was written by others, and not
 * every mail program marks it as a quote. `lines` are the lines of the text that can belong to the head of that email.
 */
export function findEmailReply(text: string, lines: readonly Slice[]): number | undefined {
  /** The run of header lines just above; `isEmail` once one of them has an address or a date. */
  let headers: { readonly start: number; readonly end: number; readonly isEmail: boolean } | undefined;
  let index = 0;
  let lastEnd = -1;
  for (const { index: at } of text.matchAll(mark)) {
    while (at >= (lines[index]?.end ?? Number.POSITIVE_INFINITY)) index++;
    const { start, end } = lines[index] ?? { start: text.length, end: text.length };
    if (at < start || end === lastEnd) continue;
    lastEnd = end;
    const line = text.slice(start, end);
    if (separator.test(line)) return start;
    if (header.test(line)) {
      const above = headers?.end === start - 1 ? headers : undefined;
      const isEmail = above?.isEmail || address.test(line) || (date.test(line) && headerTime.test(line));
      if (above !== undefined && isEmail) return above.start;
      headers = { start: above?.start ?? start, end, isEmail };
    }
    const attribution = colonEnd.test(line) ? attributionStart(text, lines, index) : undefined;
    if (attribution !== undefined) return attribution;
  }
  return undefined;
}

/** Where the attribution starts whose last line is `lines[last]`, such as `On … wrote:` in any language. */
function attributionStart(text: string, lines: readonly Slice[], last: number): number | undefined {
  const { start: lastStart, end } = lines[last] ?? { start: 0, end: 0 };
  const lastLine = text.slice(lastStart, end);
  const isEnglish = englishEnd.test(lastLine);
  let addressed: number | undefined;
  let below = end + 1;
  for (const line of lines.slice(Math.max(0, last + 1 - maxAttributionLines), last + 1).reverse()) {
    // An attribution has no gap: a line that is missing in `lines`, such as a quote, ends it.
    if (line.start < lastStart && line.end !== below - 1) break;
    below = line.start;
    const words = text.slice(line.start, end);
    if (isEnglish && englishStart.test(words) && /\d/.test(words)) return line.start;
    if (address.test(words)) addressed ??= line.start;
  }
  return addressed ?? (date.test(lastLine) && time.test(lastLine) ? lastStart : undefined);
}
