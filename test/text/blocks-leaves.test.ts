import { describe, expect, it } from "vitest";
import { leafText, leaves } from "../../src/text/blocks.ts";

/** The leaves of a text, each with its kind, a `>` before it if it is quoted, and `/` between its lines. */
function read(source: string, lazyQuotes = true): string[] {
  return leaves(source, { lazyQuotes }).map((leaf) => {
    const text = leafText(source, leaf).replaceAll("\n", "/");
    return `${leaf.quoted ? "> " : ""}${leaf.kind} ${text}`;
  });
}

describe("a line that opens many containers", () => {
  it("opens 99 items and no more, as in cmark-gfm", () => {
    expect(read(`${"- ".repeat(99)}a`)).toEqual(["inline a"]);
    expect(read(`${"- ".repeat(100)}a`)).toEqual(["inline - a"]);
    expect(read(`${"- ".repeat(99)}[^a]: b`)).toEqual(["inline [^a]: b"]);
  });

  it("opens as many again in those that it goes on with", () => {
    const inside = " ".repeat(2 * 60);
    expect(read(`${"- ".repeat(60)}a\n\n${inside}${"- ".repeat(99)}b`)).toEqual(["inline a", "inline b"]);
    expect(read(`${"- ".repeat(60)}a\n\n${inside}${"- ".repeat(100)}b`)).toEqual(["inline a", "inline - b"]);
  });

  it("opens any number of quotes", () => {
    expect(read(`${">".repeat(500)} a`)).toEqual(["> inline a"]);
  });
});

describe("the stretches of a leaf", () => {
  const slicesOf = (source: string) => leaves(source, { lazyQuotes: true }).map(({ slices }) => slices);

  it("say where their lines start", () => {
    expect(slicesOf("a\r\n> - b \r\n>     c")).toEqual([
      [{ line: 0, start: 0, end: 1 }],
      [
        { line: 3, start: 7, end: 9 },
        { line: 11, start: 17, end: 18 },
      ],
    ]);
  });

  it("do so for the first cell of a row only, which the line begins with", () => {
    expect(slicesOf("|a|b|\n|-|-|\n c | d")).toEqual([
      [{ line: 0, start: 1, end: 2 }],
      [{ start: 3, end: 4 }],
      [{ line: 12, start: 13, end: 15 }],
      [{ start: 16, end: 18 }],
    ]);
  });
});
