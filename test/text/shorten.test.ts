import { describe, expect, it } from "vitest";
import { shorten, shortenMiddle } from "../../src/text/words.ts";

describe("shorten", () => {
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
  it.each([
    ["a text that fits whole", "abcdef", 6, "abcdef"],
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
