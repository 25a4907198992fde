const ellipsis = "\u2026";
/** Enough to hold the longest grapheme people write; a longer one is cut between code points. */
const graphemeReach = 64;

// Made at first use: the segmenter loads its tables, and most runs shorten nothing.
let segmenter: Intl.Segmenter | undefined;

/** The text, cut to at most `max` UTF-16 units at a grapheme boundary; the last one is then `…`. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return "";
  return text.slice(0, boundaryBefore(text, max - 1)).trimEnd() + ellipsis;
}

/** Like `shorten`, but what goes is the middle, so that both ends of a path or an id can be read. */
export function shortenMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 3) return shorten(text, max);
  const head = text.slice(0, boundaryBefore(text, Math.ceil((max - 1) / 2)));
  return head + ellipsis + text.slice(boundaryAfter(text, text.length - Math.floor((max - 1) / 2)));
}

/** The grapheme boundary at or before `index`. */
function boundaryBefore(text: string, index: number): number {
  const start = codePointStart(text, Math.max(0, index - graphemeReach));
  const found = graphemeStart(text, start, index);
  return found > start || start === 0 ? found : codePointStart(text, index);
}

/** The grapheme boundary at or after `index`. */
function boundaryAfter(text: string, index: number): number {
  const start = codePointStart(text, Math.max(0, index - graphemeReach));
  const window = text.slice(start, index + graphemeReach);
  const segment = graphemes()
    .segment(window)
    .containing(index - start);
  if (segment === undefined || start + segment.index === index) return index;
  const end = start + segment.index + segment.segment.length;
  return end < start + window.length ? end : index + (codePointStart(text, index) === index ? 0 : 1);
}

function graphemeStart(text: string, start: number, index: number): number {
  const window = text.slice(start, index + graphemeReach);
  const segment = graphemes()
    .segment(window)
    .containing(index - start);
  return start + (segment?.index ?? index - start);
}

/** `index`, or one less where it would part a surrogate pair. */
function codePointStart(text: string, index: number): number {
  const point = index > 0 ? text.codePointAt(index - 1) : undefined;
  return point !== undefined && point > 0xffff ? index - 1 : index;
}

function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter;
}
