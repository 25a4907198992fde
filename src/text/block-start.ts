/** How a block of raw HTML ends: with the line that matches, or before a blank line. */
export type HtmlEnd = RegExp | "blank";

export interface ListMarker {
  readonly width: number;
  /** A list may break into a paragraph only with a bullet or a 1. */
  readonly first: boolean;
}

export interface Fence {
  readonly character: string;
  readonly length: number;
}

const blockNames =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|" +
  "div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|" +
  "legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|" +
  "tbody|td|tfoot|th|thead|title|tr|track|ul";

const attribute = String.raw`\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^"'=<>${"`"}\s]+|'[^']*'|"[^"]*"))?`;

/** An opening or closing tag as CommonMark 0.31 section 6.6 has it. */
export const tag = String.raw`<(?:[a-z][a-z\d-]*(?:${attribute})*\s*\/?|\/[a-z][a-z\d-]*\s*)>`;

const htmlStarts: ReadonlyArray<readonly [RegExp, HtmlEnd]> = [
  [/^<(?:script|pre|textarea|style)(?=[\s>]|$)/i, /<\/(?:script|pre|textarea|style)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(String.raw`^<\/?(?:${blockNames})(?=[\s>]|\/>|$)`, "i"), "blank"],
];

const loneTag = new RegExp(String.raw`^${tag}\s*$`, "i");

/** Whether the line begins a block of raw HTML, and how that block ends (CommonMark 0.31, section 4.6). */
export function htmlStart(line: string, inParagraph: boolean): HtmlEnd | undefined {
  if (!line.startsWith("<")) return undefined;
  for (const [start, end] of htmlStarts) {
    if (start.test(line)) return end;
  }
  return !inParagraph && loneTag.test(line) ? "blank" : undefined;
}

export function fenceStart(line: string): Fence | undefined {
  const run = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0];
  return run === undefined ? undefined : { character: run.charAt(0), length: run.length };
}

export function closesFence(line: string, fence: Fence): boolean {
  const run = /^(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1] ?? "";
  return run.startsWith(fence.character) && run.length >= fence.length;
}

export function listMarker(line: string): ListMarker | undefined {
  const found = /^(?:[*+-]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(line);
  if (found === null) return undefined;
  return { width: found[0].length, first: found[1] === undefined || Number(found[1]) === 1 };
}

/** The width of a footnote definition's label, which opens a container of its own in GFM. */
export function footnoteMarker(line: string): number | undefined {
  return /^\[\^[^\s[\]]+\]:/.exec(line)?.[0].length;
}

export function isHeading(line: string): boolean {
  return /^#{1,6}(?:[ \t]|$)/.test(line);
}

export function isUnderline(line: string): boolean {
  return /^(?:=+|-+)[ \t]*$/.test(line);
}

export function isThematicBreak(line: string): boolean {
  return /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/.test(line);
}

/** The number of columns that a table's delimiter row declares. */
export function delimiterColumns(line: string): number | undefined {
  if (!/^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*(?:[ \t]*\|)?$/.test(line.trimEnd())) return undefined;
  return line.match(/-+/g)?.length;
}
