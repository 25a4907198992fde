import { describe, expect, it } from "vitest";
import { Line } from "../../src/text/line.ts";

/** The line in the middle of a text. */
function middle(text: string): Line {
  return new Line(`x\n${text}\ny`, 2, 2 + text.length);
}

describe("a line", () => {
  it.each([
    ["a b ", 0, "a b "],
    ["   a", 3, "a"],
    ["\ta", 4, "a"],
    [" \ta", 4, "a"],
    ["   \ta", 4, "a"],
    ["    \ta", 8, "a"],
    ["\t \ta", 8, "a"],
    // Only spaces and tabs indent.
    ["\u00a0a", 0, "\u00a0a"],
    ["\va", 0, "\va"],
    [" \t ", 5, ""],
    ["", 0, ""],
  ])("%j is indented by %i columns and then holds %j", (text, indent, rest) => {
    const line = middle(text);
    expect([line.indent, line.rest, line.blank]).toEqual([indent, rest, rest === ""]);
    expect([line.start, line.next, line.end]).toEqual([2, 2 + text.length - rest.length, 2 + text.length]);
  });

  it("ends with the text", () => {
    const line = new Line("x\n  ", 2, 4);
    expect([line.indent, line.rest, line.blank]).toEqual([2, "", true]);
  });

  it("gives no more white space than it has", () => {
    const line = middle("  a");
    line.takeColumns(3);
    expect([line.indent, line.rest]).toEqual([0, "a"]);
  });

  it("lets a tab be used up in parts", () => {
    const line = middle("\ta");
    line.takeColumns(1);
    expect(line.indent).toBe(3);
    line.takeColumns(2);
    expect([line.indent, line.rest]).toEqual([1, "a"]);
  });

  it.each([
    [">\ta", 1, 0, 3, "a"],
    [" >\ta", 1, 0, 2, "a"],
    ["  >\ta", 1, 2, 1, "a"],
    ["   10)\ta", 3, 1, 2, "a"],
    ["> \ta", 1, 0, 3, "a"],
    ["\t>\ta", 1, 2, 3, "a"],
  ])(
    "of %j, without a mark of %i after %i columns, is indented by %i",
    (text, mark, columns, indent, rest) => {
      const line = middle(text);
      line.takeColumns(columns);
      line.takeCharacters(mark);
      expect([line.indent, line.rest]).toEqual([indent, rest]);
    },
  );

  it("counts columns from its start, whatever was taken of it", () => {
    const line = middle("> \t-\ta");
    line.takeCharacters(1);
    line.takeColumns(1);
    expect([line.indent, line.rest]).toEqual([2, "-\ta"]);
    line.takeCharacters(1);
    expect([line.indent, line.rest]).toEqual([3, "a"]);
  });
});
