import { InlineHtml, space } from "./inline-html.ts";

/** How a block of raw HTML ends: with the line that matches, or before a blank line. */
export type HtmlEnd = RegExp | "blank";

/** The marker of a list item. */
export interface ListMarker {
  readonly width: number;
  /** A list may break into a paragraph only with a bullet or a 1, and with text behind it. */
  readonly interrupts: boolean;
}

const blockNames =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|" +
  "div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|" +
  "legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|" +
  "tbody|td|tfoot|th|thead|title|tr|track|ul";

const htmlStarts: ReadonlyArray<readonly [RegExp, HtmlEnd]> = [
  [new RegExp(`^<(?:script|pre|textarea|style)(?:${space}|>|$)`, "i"), /<\/(?:script|pre|textarea|style)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(String.raw`^<\/?(?:${blockNames})(?:${space}|\/?>|$)`, "i"), "blank"],
];

/** Whether the line begins a block of raw HTML, and how that block ends (CommonMark 0.31, section 4.6). */
export function htmlStart(line: string, inParagraph: boolean): HtmlEnd | undefined {
  for (const [start, end] of htmlStarts) {
    if (start.test(line)) return end;
  }
  if (inParagraph) return undefined;
  const tag = new InlineHtml(line).tag(0);
  return tag !== undefined && line.slice(tag.to).trim() === "" ? "blank" : undefined;
}

/** The characters that open a fence of code, if the line does. */
export function fenceStart(line: string): string | undefined {
  return /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0];
}

/** Whether the line closes the code that the fence opened. */
export function closesFence(line: string, fence: string): boolean {
  return line.startsWith(fence) && /^(?:`+|~+)[ \t]*$/.test(line);
}

/** The marker that the line begins with; one that a thematic break begins with looks the same. */
export function listMarker(line: string): ListMarker | undefined {
  const found = /^(?:[*+-]|(\d{1,9})[.)])(?=$|[ \t]+([^ \t])?)/.exec(line);
  if (found === null) return undefined;
  return { width: found[0].length, interrupts: found[2] !== undefined && Number(found[1] ?? 1) === 1 };
}

/** The width of a footnote's label, which opens a container of its own in GFM (cmark-gfm, scanners.re). */
export function footnoteMarker(line: string): number | undefined {
  return /^\[\^[^\]\s]+\]:[ \t]*/.exec(line)?.[0].length;
}

/** Whether the line is a heading that begins with `#`. */
export function isHeading(line: string): boolean {
  return /^#{1,6}(?:[ \t]|$)/.test(line);
}

/** Whether the line makes the paragraph before it a heading. */
export function isUnderline(line: string): boolean {
  return /^(?:=+|-+)[ \t]*$/.test(line);
}

/** Whether the line is a thematic break. */
export function isThematicBreak(line: string): boolean {
  return /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/.test(line);
}
