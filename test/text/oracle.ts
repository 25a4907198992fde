import { render, withoutEntities } from "./rendered.ts";

// What a browser does not show of HTML (html.spec.whatwg.org, "Tokenization"): comments, what it takes for one, tags with
// their attributes, and all of these up to the end where nothing ends them.
const comment = String.raw`<!--(?:-?>|[\s\S]*?(?:--!?>|$))`;
const bogusComment = "</>|<(?:[!?]|/[^a-z>])[^>]*(?:>|$)";
const value = String.raw`"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s>"'][^\s>]*`;
const attribute = String.raw`[^\s/>][^\s/>=]*(?:\s*=\s*(?:${value})?)?`;
const tag = String.raw`</?(?<name>[a-z][^\s/>]*)(?:[\s/]+|${attribute})*(?:>|$)`;
const markup = new RegExp(`${comment}|${bogusComment}|${tag}`, "gi");
/** What may be inside of `<rp>`, which browsers do not show. Any other tag ends it. */
const inFallback = /^(?:a|b|code|em|img|strong|sup|x)$/i;

/**
 * The text that GitHub shows of Markdown: what a browser shows of the HTML that CommonMark with GFM makes of it. `between`
 * takes the place of each tag.
 */
export function shownOf(markdown: string, between = ""): string {
  const html = render(markdown);
  let shown = "";
  let place = 0;
  let isFallback = false;
  for (const { 0: piece, index, groups } of html.matchAll(markup)) {
    if (!isFallback) shown += withoutEntities(html.slice(place, index)) + between;
    place = index + piece.length;
    const name = groups?.["name"];
    if (name !== undefined)
      isFallback = isStart(piece, name) || (isFallback && inFallback.test(name));
  }
  return isFallback ? shown : shown + withoutEntities(html.slice(place));
}

function isStart(tag: string, name: string): boolean {
  return /^rp$/i.test(name) && !tag.startsWith("</");
}

/** The words of a text that fill slots, such as `w12w`. */
export function slotsIn(text: string): Set<string> {
  return new Set(text.match(/w\d+w/g));
}

/** The words of slots that GitHub does not show, and that are in the text all the same. */
export function leaks(markdown: string, sent: string): string[] {
  const shown = slotsIn(shownOf(markdown));
  return [...slotsIn(sent)].filter((word) => !shown.has(word));
}

/** The words of slots that GitHub shows, and that the text does not have. */
export function losses(markdown: string, sent: string): string[] {
  const kept = slotsIn(sent);
  return [...slotsIn(shownOf(markdown))].filter((word) => !kept.has(word));
}

const withoutEnd = /^(?:br|hr|img|input)$/i;

/** The elements that GitHub shows words of Markdown in, from the outermost one; `undefined` where it shows them nowhere. */
export function elementsAround(markdown: string, words: string): string[] | undefined {
  const html = render(markdown);
  const open: string[] = [];
  let place = 0;
  for (const { 0: piece, index, groups } of html.matchAll(markup)) {
    if (html.slice(place, index).includes(words)) return open;
    place = index + piece.length;
    const name = groups?.["name"];
    if (name === undefined || withoutEnd.test(name)) continue;
    if (!piece.startsWith("</")) open.push(name);
    else if (open.includes(name)) open.length = open.lastIndexOf(name);
  }
  return html.includes(words, place) ? open : undefined;
}
