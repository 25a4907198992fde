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
