/** A span of ms as people say it: `8 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0
    ? `${Math.floor(minutes / 60)} h`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A count with its noun: `1 file`, `2 files`. */
export function plural(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

const ellipsis = "\u2026";
/** In UTF-16 units. A longer grapheme, which nobody types, is cut between code points. */
const graphemeReach = 64;

/** Made when a text is cut for the first time: it takes 10 ms, and most runs cut nothing. */
let segmenter: Intl.Segmenter | undefined;

/** The text, cut to at most `max` UTF-16 units at a grapheme boundary; the last one is then `…`. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return "";
  return text.slice(0, boundaryBefore(text, max - 1)).trimEnd() + ellipsis;
}

/** Like `shorten`, but removes the middle, so that both ends of a path or an id can be read. */
export function shortenMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 3) return shorten(text, max);
  const head = text.slice(0, boundaryBefore(text, Math.ceil((max - 1) / 2)));
  return head + ellipsis + text.slice(boundaryAfter(text, text.length - Math.floor((max - 1) / 2)));
}

/** The grapheme boundary at or before `index`. */
function boundaryBefore(text: string, index: number): number {
  const found = boundariesAround(text, index).findLast((boundary) => boundary <= index);
  return found ?? codePointStart(text, index);
}

/** The grapheme boundary at or after `index`. */
function boundaryAfter(text: string, index: number): number {
  const found = boundariesAround(text, index).find((boundary) => boundary >= index);
  return found ?? index + (index - codePointStart(text, index));
}

/** The grapheme boundaries near `index`, found without segmenting the whole text. */
function boundariesAround(text: string, index: number): number[] {
  const from = codePointStart(text, Math.max(0, index - graphemeReach));
  const to = Math.min(index + graphemeReach, text.length);
  segmenter ??= new Intl.Segmenter("en");
  const starts = Array.from(segmenter.segment(text.slice(from, to)), (segment) => from + segment.index);
  // The part may begin or end inside a grapheme, unless the text does so there too.
  const known = starts.slice(from === 0 ? 0 : 1);
  return to === text.length ? [...known, to] : known;
}

/** `index`, or one less where it would split a surrogate pair. */
function codePointStart(text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}

/**
 * The text without these characters at its end. The pattern `/[characters]+$/` would do the same, but searches a long
 * run that does not reach the end again from each of its characters, which takes quadratic time.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text with its first letter in upper case, for the start of a sentence. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
