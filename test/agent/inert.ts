import { expect } from "vitest";
import { render, tagsOf, textOf } from "../text/rendered.ts";

const allowedTags = ["p", "h3", "strong", "code", "sub", "a", "table", "thead", "tbody", "tr", "th", "td"];
const live = /@[\p{L}\p{N}_]|#\d|\bGH-\d|[a-z]:\/\/|\bwww\.|[\u202a-\u202e\u2066-\u2069]/iu;

/** Fails when Markdown of ours holds anything live besides links to these addresses. Code may hold any text. */
export function expectInert(markdown: string, ...addresses: readonly (string | undefined)[]): void {
  const html = render(markdown.replace(/^<!-- docs-agent:v1 -->/, ""));
  expect(markdown.lastIndexOf("<!--")).toBeLessThan(1);
  expect(tagsOf(html).filter((tag) => !allowedTags.includes(tag.replace("/", "")))).toEqual([]);
  const origins = addresses.map((address) => URL.parse(address ?? "")?.origin);
  for (const [, href = ""] of html.matchAll(/<a href="([^"]*)"/g))
    expect(origins).toContain(new URL(textOf(href)).origin);
  expect(textOf(html.replace(/<code>[\s\S]*?<\/code>/g, "code"))).not.toMatch(live);
}
