import type { findCommentsAndFences, Slice } from "../text/comments-and-fences.ts";
import { stripHiddenContext } from "../text/hidden-context.ts";

/** A line that holds a command. `end` is where its phrase ends; `isFirst`: nothing stands above it. */
type OwnLine = Slice & { isFirst: boolean };

/** In a list item, too. */
const quoteMark = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*>/;

const blank = String.raw`[ \t]*(?:\n|$)`;
const heading = String.raw`#{1,6}(?![^ \t\n])`;
const rule = String.raw`(?<sign>[-*_])(?:[ \t]*\k<sign>){2,}${blank}`;
/** A line that ends a paragraph, also within a quote: a blank one, a heading or a rule. */
const divider = `(?: {0,3}>)*(?:${blank}| {0,3}(?:${heading}|${rule}))`;
const dividerPattern = new RegExp(`^${divider}`);
/** What begins a block of its own: a quote, a list item, or the HTML that people put around quotes and code. */
const opening = (number: string) =>
  String.raw` {0,3}(?:>|(?:[-+*]|${number}[.)])(?![^ \t\n])|<(?:!--|(?:pre|\/?(?:blockquote|details))[\s>]))`;
const openingPattern = new RegExp(`^${opening(String.raw`\d{1,9}`)}`, "i");

/** Escaped signs, code with all of its lines, and backticks that are left. Below text, a list begins with the number 1. */
const codeOverLines = new RegExp(
  [
    String.raw`\\(?:[\\<]|\x60+)`,
    String.raw`(?<row>\x60{1,9})(?!\x60)(?:[^\n]|\n(?!${divider}|${opening("1")}))*?[^\x60]\k<row>(?!\x60)`,
    String.raw`\x60+`,
  ].join("|"),
  "gi",
);

/**
 * The lines of a text that begin with a phrase and that GitHub shows as words of its author: outside of comments and code,
 * indented by less than four columns, not in a quote, whose paragraph a line directly below goes on with, and not in an HTML
 * element that quotes or hides. `phraseEnd` tells where the phrase ends, if a line begins with it.
 */
export function findOwnLines(
  text: string,
  { comments, fences, shownTo }: ReturnType<typeof findCommentsAndFences>,
  phraseEnd: (lineStart: number) => number | undefined,
): OwnLine[] {
  const outsideFences = blankOut(text, fences);
  const outside = blankOut(outsideFences, comments);
  const outsideCode = outside.replace(codeOverLines, (span) => " ".repeat(span.length));
  const lines: OwnLine[] = [];
  const elements: string[] = [];
  /** Where the paragraph begins. */
  let top = 0;
  /**
   * Whether GitHub shows the first line of the paragraph that begins with the phrase. The others share its answer: each look
   * takes time, and a text may have thousands of them.
   */
  let isShown: boolean | undefined;
  /** Whether the line above is text in a quote. */
  let isQuoteOpen = false;
  let isFirst = true;
  for (const { 0: line, index: start } of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    const lineEnd = start + line.length;
    // The end of the line above is blank where it is inside of something.
    const isInside = start > 0 && outsideCode[start - 1] !== "\n";
    const isBlank = line.trim() === "";
    if (isBlank) {
      if (hidesBelow(outside.slice(top, start))) {
        break;
      }
      top = lineEnd;
      isShown = undefined;
    }
    const isParagraph = !dividerPattern.test(outsideFences.slice(start, lineEnd));
    const goesOn = isParagraph && !openingPattern.test(line);
    const isQuoted = quoteMark.test(line);
    const inQuote: boolean = isQuoted || (isQuoteOpen && goesOn);
    isQuoteOpen = inQuote && isParagraph;
    const isOfAuthor = !isInside && !inQuote && elements.length === 0;
    const isText = /^ {0,3}[^ \t\n]/.test(line);
    const end = isOfAuthor && isText && start < shownTo ? phraseEnd(start) : undefined;
    if (end !== undefined) {
      const [below = ""] = outside.slice(start).split(/\n[ \t]*(?:\n|$)/, 1);
      isShown ??= isShownAt(outside.slice(top, start) + below, start - top);
      if (isShown) {
        lines.push({ start, end, isFirst });
      }
    }
    // Other HTML than is known above may have ended the quote, too.
    if (!isQuoted) {
      enterElements(outsideCode.slice(start, lineEnd), elements);
    }
    isFirst &&= isBlank;
  }
  return lines;
}

/** The text with spaces in these places. */
function blankOut(text: string, slices: readonly Slice[]): string {
  let outside = "";
  for (const { start, end } of slices) {
    outside += text.slice(outside.length, start);
    outside += " ".repeat(end - start);
  }
  return outside + text.slice(outside.length);
}

/**
 * Elements that quote, or that browsers do not show. People write `<code>` in prose, where it would silence all below, so it
 * is none of them.
 */
const element = /<(?<slash>\/?)(?<name>pre|blockquote|rp)(?![^\s/>])/gi;

/** Adds to the open elements what a line opens, and removes what it closes, with what is inside. */
function enterElements(line: string, elements: string[]): void {
  if (/^(?: {4}|\t)/.test(line)) {
    return;
  }
  for (const { groups } of line.matchAll(element)) {
    const name = groups?.["name"]?.toLowerCase();
    if (name === undefined) {
      continue;
    }
    if (groups?.["slash"] === "") {
      elements.push(name);
    } else if (elements.includes(name)) {
      elements.length = elements.lastIndexOf(name);
    }
  }
}

/** True for raw HTML that ends within a quoted attribute or a declaration: browsers hide what is below, too. */
function hidesBelow(paragraph: string): boolean {
  const isRaw = /^ {0,3}<(?:[a-z][^>]*=\s*["']|[?!])/i.test(paragraph);
  return isRaw && !isShownAt(paragraph, paragraph.length);
}

/** A character for private use, which no text needs. */
const mark = "\ue000";

/** Whether GitHub shows what is at this place: not in a tag, a title, a description or a definition. */
function isShownAt(text: string, place: number): boolean {
  const unmarked = text.replaceAll(mark, " ");
  const marked = unmarked.slice(0, place) + mark + unmarked.slice(place);
  return stripHiddenContext(marked).includes(mark);
}
