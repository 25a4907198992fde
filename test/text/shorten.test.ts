import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shorten, shortenMiddle } from "../../src/text/words.ts";
import { runs } from "../runs.ts";

describe("shorten", () => {
  it("keeps a whole text, and the start of a longer one within the length asked for", () => {
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
    ["at a space", "a bcd", 3, "a\u2026"],
    ["nothing of a text that fits", "abc", 3, "abc"],
    ["before a pair of surrogates", "a\u{1f600}bc", 3, "a\u2026"],
    ["behind a pair of surrogates", "a\u{1f600}bc", 4, "a\u{1f600}\u2026"],
    ["all of the text", "abc", 1, "\u2026"],
    ["to nothing when the length is negative", "abc", -1, ""],
  ])("cuts %s", (_, text, max, short) => {
    expect(shorten(text, max)).toBe(short);
  });
});

describe("shortenMiddle", () => {
  it("keeps a whole text, and cuts a longer one to the length asked for", () => {
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
    ["equal ends", "abcdef", 5, "ab\u2026ef"],
    ["a longer head", "abcdef", 4, "ab\u2026f"],
    ["one unit of each end", "abcdef", 3, "a\u2026f"],
    ["the head alone", "abcdef", 2, "a\u2026"],
    ["no space before the sign", " bcdef", 2, "\u2026"],
    ["nothing but the sign", "abcdef", 1, "\u2026"],
    ["nothing", "abcdef", 0, ""],
    ["no part of a pair of surrogates", "abcdef\u{1f600}", 4, "ab\u2026"],
  ])("keeps %s", (_, text, max, short) => {
    expect(shortenMiddle(text, max)).toBe(short);
  });
});
