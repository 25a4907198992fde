import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shorten, shortenMiddle } from "../../src/text/shorten.ts";
import { runs } from "../runs.ts";

const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";

describe("shorten", () => {
  it("is a prefix of whole graphemes within the length asked for", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 50 }), (whole, max) => {
        const short = shorten(whole, max);
        expect(short.length).toBeLessThanOrEqual(max);
        if (whole.length <= max) expect(short).toBe(whole);
        else expect(short.endsWith("\u2026") && whole.startsWith(short.slice(0, -1))).toBe(true);
        expect(short.isWellFormed()).toBe(true);
      }),
      runs(100),
    );
  });

  it.each([
    ["abcdef", 4, "abc\u2026"],
    ["abc def", 5, "abc\u2026"],
    [`ab${family}c`, 8, "ab\u2026"],
    ["e\u0301e\u0301e\u0301", 4, "e\u0301\u2026"],
    ["abc", 0, ""],
    ["abc", 3, "abc"],
  ])("cuts %j to %i as %j", (text, max, short) => {
    expect(shorten(text, max)).toBe(short);
  });

  it("cuts even a grapheme without end, between code points", () => {
    expect(shorten(`a${"\u0301".repeat(5000)}`, 100)).toHaveLength(100);
    expect(shorten(family.repeat(1000), 501).isWellFormed()).toBe(true);
  });
});

describe("shortenMiddle", () => {
  it("keeps both ends, whole graphemes each", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 50 }), (whole, max) => {
        const short = shortenMiddle(whole, max);
        expect(short.length).toBeLessThanOrEqual(max);
        expect(short.isWellFormed()).toBe(true);
        if (whole.length <= max) expect(short).toBe(whole);
      }),
      runs(100),
    );
  });

  it.each([
    ["/a/long/path/index", 9, "/a/l\u2026ndex"],
    [`abc${family}def`, 8, "abc\u2026def"],
    ["abcdef", 2, "a\u2026"],
  ])("cuts %j to %i as %j", (text, max, short) => {
    expect(shortenMiddle(text, max)).toBe(short);
  });
});
