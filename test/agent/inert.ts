import { expect } from "vitest";
import { render, tagsOf, textOf } from "../text/rendered.ts";

const text = [
  "p",
  "h3",
  "strong",
  "code",
  "pre",
  "details",
  "summary",
  "blockquote",
  "sub",
  "a",
  "br",
  "ul",
];
const allowedTags = [...text, "li", "table", "thead", "tbody", "tr", "th", "td"];
const live = [
  ...[/@[\p{L}\p{N}_]/u, /#\d/, /\bGH-\d/i, /[a-z]:\/\//i, /www\./i, /:[\w+-]+:/],
  /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/,
];

/**
 * Fails when Markdown of ours holds anything live besides links to `targets`, or another HTML comment than the mark of
 * our comments and so many markers of jobs. Code may hold any text.
 */
export function expectInert(markdown: string, targets = /^$/, jobMarkers = 0): void {
  const body = markdown.replace(/^<!-- docs-agent:v1 -->/, "");
  expect(body.match(/<!--/g) ?? []).toHaveLength(jobMarkers);
  expect(body.match(/<!-- docs-agent:job /g) ?? []).toHaveLength(jobMarkers);
  expect(body.length).toBeLessThan(65_000);
  const html = render(body).replace(/<!--[\s\S]*?-->/g, "");
  expect(tagsOf(html).filter((tag) => !allowedTags.includes(tag.replace("/", "")))).toEqual([]);
  for (const [, href = ""] of html.matchAll(/<a href="([^"]*)"/g)) expect(href).toMatch(targets);
  const shown = textOf(html.replace(/<code>[\s\S]*?<\/code>/g, "code"));
  for (const pattern of live) expect(shown).not.toMatch(pattern);
}
