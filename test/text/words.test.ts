import { describe, expect, it, test } from "vitest";
import { formatDuration, shorten, shortenMiddle } from "../../src/text/words.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

test.each([
  [-5 * second, "0 s"],
  [0, "0 s"],
  [499, "0 s"],
  [500, "1 s"],
  [59 * second, "59 s"],
  [59_500, "1 min"],
  [minute, "1 min"],
  [minute + second, "1 min 1 s"],
  [3 * minute + 5 * second, "3 min 5 s"],
  [59 * minute + 59 * second, "59 min 59 s"],
  [hour - 1, "1 h"],
  [hour, "1 h"],
  [hour + 59 * second, "1 h"],
  [2 * hour + 10 * minute, "2 h 10 min"],
  [25 * hour, "25 h"],
])("%i ms are said as %s", (ms, said) => {
  expect(formatDuration(ms)).toBe(said);
});

describe("shorten", () => {
  it.each([
    ["at a space", "a bcd", 3, "a\u2026"],
    ["nothing of a text that fits", "abc", 3, "abc"],
    ["before a pair of surrogates", "a\u{1f600}bc", 3, "a\u2026"],
    ["behind a pair of surrogates", "a\u{1f600}bc", 4, "a\u{1f600}\u2026"],
    ["all of the text", "abc", 1, "\u2026"],
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
    ["no part of a pair of surrogates", "abcdef\u{1f600}", 4, "ab\u2026"],
  ])("keeps %s", (_, text, max, short) => {
    expect(shortenMiddle(text, max)).toBe(short);
  });
});
