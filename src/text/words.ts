import { stripInvisibleCharacters } from "./invisible-characters.ts";

/** A span of ms as people say it: `8 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const parts = hours > 0 ? { h: hours, min: minutes % 60 } : { min: minutes, s: seconds % 60 };
  const said = Object.entries(parts).filter(([, count]) => count > 0);
  return said.map(([unit, count]) => `${count} ${unit}`).join(" ") || "0 s";
}

/** A count, rounded, with its digits in groups of three. Not by `Intl`, whose first use takes a tenth of the start. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A count with its noun: `1 file`, `2,300 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  const noun = Math.round(count) === 1 ? one : many;
  return `${grouped(count)} ${noun}`;
}

/** Items in a sentence: `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  // `en-US` would write a comma before the "and".
  return new Intl.ListFormat("en-GB").format(items);
}

const ellipsis = "\u2026";

/** The text, cut to at most `max` UTF-16 units between two characters; the last one is then `…`. `max` is at least 1. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  return startOf(text, max - 1).trimEnd() + ellipsis;
}

/** Foreign text on one line, without characters that cannot be seen, and shortened like `shorten`. */
export function oneLine(text: string, max: number): string {
  // White space first: some line breaks are control characters, and without them two words would become one.
  const spaced = text.replace(/[\s\u0085]/g, " ");
  const line = stripInvisibleCharacters(spaced).replace(/ +/g, " ").trim();
  return shorten(line, max);
}

/** Like `shorten`, but removes the middle, so that both ends of a path or an id can be read. `max` is at least 3. */
export function shortenMiddle(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const half = (max - 1) / 2;
  const head = startOf(text, Math.ceil(half));
  const tail = text.slice(-Math.floor(half)).replace(/^[\udc00-\udfff]/, "");
  return head + ellipsis + tail;
}

/** At most so many UTF-16 units, without half a character at the end. */
export function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

/**
 * The text without these characters at its end. The pattern `/[characters]+$/` would do the same, but searches a long
 * run that does not reach the end again from each of its characters, which takes quadratic time.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) {
    end--;
  }
  return text.slice(0, end);
}

/** The text with its first letter in upper case, for the start of a sentence. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text with its first letter in lower case, unless the first word is an abbreviation or a name such as “API” or “GitHub”. */
export function lowerFirst(text: string): string {
  return text.replace(/^.(?=[a-z])(?!\w*[A-Z])/, (letter) => letter.toLowerCase());
}
