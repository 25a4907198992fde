import { describe, expect, it } from "vitest";
import { commentRanges } from "../../src/text/comments.ts";

/** The text with `«` and `»` where each range begins and ends. */
function marked(text: string): string {
  return commentRanges(text).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}«${rest.slice(start, end)}»${rest.slice(end)}`,
    text,
  );
}

describe("commentRanges", () => {
  it.each([
    ["a comment at the end", "a «<!-- b -->»"],
    ["two next to each other", "a«<!-- b -->»«<!-- c -->»"],
    ["one that a paragraph leaves open, to the next end", "a «<!-- b\n\nc -->» d"],
    ["one behind an end of none", "a --> b «<!-- c\n\nd -->» e"],
    ["one directly behind such an end", "a --> «<!-- c\n\n<!-- d -->» e"],
    ["one directly behind the end of another", "a «<!-- b\n\n-->»«<!-- c\n\nd -->» e"],
    ["one, and another inside it that ends with it", "a «<!-- b\n\n<!-- c -->» d"],
    ["one, and an instruction inside it", "a «<!-- b\n\n<? c ?>\n\n-->» d"],
    ["one in raw HTML that looks like code", "<div>`«<!-- a -->»`"],
    ["none in the language of code that it does not end in", "~~~ <!-- a\nb -->\n~~~"],
  ])("are of %s", (_, expected) => {
    expect(marked(expected.replace(/[«»]/g, ""))).toBe(expected);
  });

  // In a browser only what is "-->" in the HTML as well ends a comment that raw HTML leaves open.
  it.each([
    ["by raw HTML of the same block", "<div>«<!-- a\nb -->» c"],
    ["by raw HTML of another", "<div>«<!-- a\n\n<p>\nb -->» c"],
    ["by a comment's end in a paragraph", "<div>«<!-- a\n\nb <!-- c -->» d"],
    ["not by a paragraph's text", "<div>«<!-- a\n\nb --> c»"],
    ["not by a comment that a paragraph leaves open", "<div>«<!-- a\n\nb <!-- c\n\nd --> e»"],
    ["not by an instruction", "<div>«<!-- a\n\n<? b ?>\n\nc»"],
    ["not by the language of code", "<div>«<!-- a\n\n~~~ <!-- b -->\nc\n~~~»"],
  ])("of one that raw HTML leaves open end %s", (_, expected) => {
    expect(marked(expected.replace(/[«»]/g, ""))).toBe(expected);
  });

  it("are none where raw HTML closes what nothing opened", () => {
    expect(commentRanges("<!-- a -->\n\n<p>\nb --> c")).toEqual([{ start: 0, end: 10 }]);
  });
});
