import { describe, expect, it } from "vitest";
import { stripHidden, stripHiddenInCode } from "../../src/text/hidden-text.ts";

/** A comment whose removal makes another one of what was around it, and so on; each costs one more pass. */
function nested(comments: number, words: string): string {
  const more = comments - 1;
  return `x ${"<!".repeat(more)}<!--${words} -->${`--${words} -->`.repeat(more)} y`;
}

describe("comments that come of others", () => {
  it.each([1, 2, 8])("are taken out to the last: %i", (comments) => {
    expect(stripHidden(nested(comments, "a"))).toBe("x  y");
    expect(stripHidden(nested(comments, " docs-agent:a"))).toBe("x  y");
    expect(stripHiddenInCode(nested(comments, " docs-agent:a"))).toBe("x  y");
  });

  it("end the text where they are more than eight", () => {
    expect(stripHidden(nested(9, "a"))).toBe("x ");
    expect(stripHidden(nested(12, "a"))).toBe("x ");
  });

  it("are made harmless in code where they are more than eight", () => {
    expect(stripHiddenInCode(nested(9, " docs-agent:a"))).toBe("x <! -- docs-agent:a --> y");
    expect(stripHiddenInCode(`${nested(10, " docs-agent:a")} <!-- b -->`)).toBe(
      "x <!<! -- docs-agent:a -->-- docs-agent:a --> y <! -- b -->",
    );
  });
});

describe("a marker of ours in code", () => {
  it.each([
    ["a <!-- docs-agent:v1 {} --> b", "a  b"],
    ["<!--docs-agent:-->", ""],
    ["<!--docs-agent:a-->b<!-- \n\tDocs-Agent:c-->d", "bd"],
    // One that its line does not close loses only what makes it one.
    ["<!-- docs-agent:v1", "v1"],
    ["<!-- docs-agent:v1\n-->", "v1\n-->"],
    ["<!-- docs-agent:v1\n<!-- docs-agent:v2 -->\nb", "v1\n\nb"],
    ["<!-- docs-agent:<!-- docs-agent:v1 -->a-->", "a-->"],
    ["<!-- docs-agent:a <!-- docs-agent:b\n<!-- docs-agent:c", "a b\nc"],
    ["<!-- docs-agent -->", "<!-- docs-agent -->"],
    ["<!-- a docs-agent: -->", "<!-- a docs-agent: -->"],
  ])("%j is cut to %j", (text, kept) => {
    expect(stripHiddenInCode(text)).toBe(kept);
  });
});
