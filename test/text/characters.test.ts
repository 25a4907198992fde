import { describe, expect, it } from "vitest";
import { lineBreak, stripInvisibleCharacters } from "../../src/text/characters.ts";

describe("the end of a line", () => {
  it("is whatever some reader takes for one, and no letter", () => {
    const text = "r\rn\nrn\r\nv\vV\ff\u0085x\u2028y\u2029z\tu 0";
    expect(text.split(lineBreak)).toEqual(["r", "n", "rn", "v", "V", "f", "x", "y", "z\tu 0"]);
  });
});

describe("a selector of glyphs", () => {
  it("goes where there is nothing to select", () => {
    expect(stripInvisibleCharacters("a\ufe00b\ufe01c\ufe02")).toBe("abc");
  });

  it("stays behind an operator, and a Chinese, a Burmese and a Phags-pa letter", () => {
    const text = "\u2229\ufe00\u5200\ufe01\u1000\ufe00\ua840\ufe00";
    expect(stripInvisibleCharacters(text)).toBe(text);
  });
});
