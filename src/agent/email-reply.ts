import type { Slice } from "../text/line-scanner.ts";

/** `From: …`, in any language, also in bold. */
const header = /^ {0,3}\*{0,2}\p{L}[\p{L} -]{0,20}\*{0,2}[:：]/u;
/** `-----Original Message-----`, in any language. */
const separator = /^\s*-{4,} ?\p{L}.*-{4}[\s\p{Cf}]*$/u;
/** An address in brackets, as mail programs write it, or what GitHub makes of one in a reply by email. */
const address = /[\w*]@[^\s@>\]]*[>\]]|\*@\*/;
const day = /\b20\d\d\b|\d[./-]\d{1,2}[./-]\d/;
const time = /\d[:.h]\d\d/;
/** In lines that look like headers, `1.10` is more often a version than a time. */
const headerTime = /\d:\d\d|^\W*Sent\b/;
/** Without one of these a line is no part of a head that could be its end. */
const mark = /[:：]|----/;
/** Some languages have signs of direction behind the colon. */
const colonEnd = /[:：][\s\p{Cf}]*$/u;

/** How many lines an attribution such as `On … wrote:` can have. */
const maxAttributionLines = 3;

/**
 * Where the head of an email starts that a reply repeats below its own text. `lines` are the lines of the text that can
 * belong to a head. What is below the head was written by others, and not every mail program marks it as a quote.
 */
export function findEmailReply(text: string, lines: readonly Slice[]): number | undefined {
  /** The first of the lines just above that have no other line in between. */
  let first = 0;
  /** The lines just above that look like headers: where they start, and whether one has an address or a date. */
  let headers: { readonly start: number; readonly isEmail: boolean } | undefined;
  for (const [index, { start, end }] of lines.entries()) {
    if (lines[index - 1]?.end !== start - 1) {
      first = index;
      headers = undefined;
    }
    const line = text.slice(start, end);
    if (!mark.test(line)) {
      headers = undefined;
      continue;
    }
    if (separator.test(line)) return start;
    if (header.test(line)) {
      const isEmail = headers?.isEmail || address.test(line) || (day.test(line) && headerTime.test(line));
      if (headers !== undefined && isEmail) return headers.start;
      headers = { start: headers?.start ?? start, isEmail };
    } else {
      headers = undefined;
    }
    const near = lines.slice(Math.max(first, index + 1 - maxAttributionLines), index + 1);
    const attribution = colonEnd.test(line) ? attributionStart(text, near, line) : undefined;
    if (attribution !== undefined) return attribution;
  }
  return undefined;
}

/** Where an attribution starts that ends with the last of these lines, such as `On … wrote:` in any language. */
function attributionStart(text: string, lines: readonly Slice[], lastLine: string): number | undefined {
  const end = lines.at(-1)?.end;
  const ends = (matches: (words: string) => boolean) =>
    lines.findLast(({ start }) => matches(text.slice(start, end)))?.start;
  const isEnglish = /\bwrote[:：][\s\p{Cf}]*$/u.test(lastLine);
  return (
    (isEnglish ? ends((words) => /^[^\w\n]*On\b/.test(words) && /\d/.test(words)) : undefined) ??
    ends((words) => address.test(words)) ??
    (day.test(lastLine) && time.test(lastLine) ? lines.at(-1)?.start : undefined)
  );
}
