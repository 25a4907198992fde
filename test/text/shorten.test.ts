import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shorten, shortenMiddle } from "../../src/text/words.ts";
import { runs } from "../runs.ts";

/** One grapheme of eight UTF-16 units. */
const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
/** Graphemes without end: of a letter with marks, and of people with joiners, three units each. */
const marks = `a${"\u0301".repeat(500)}`;
const people = "\u{1f469}\u200d".repeat(300);
const long = "x".repeat(80);

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
    ["a grapheme far behind the start", `${long}${family}y`, 84, `${long}\u2026`],
    ["behind a grapheme", `${long}${family}yz`, 89, `${long}${family}\u2026`],
    ["in the first grapheme", `${family}y`, 4, "\u2026"],
    ["in the last grapheme", `ab${family}`, 5, "ab\u2026"],
    ["at a space", "a bcd", 3, "a\u2026"],
    ["between a letter and its mark", "e\u0301e\u0301e\u0301", 5, "e\u0301e\u0301\u2026"],
    ["nothing of a text that fits", "abc", 3, "abc"],
    ["before a pair of surrogates", "a\u{1f600}bc", 3, "a\u2026"],
    ["behind a pair of surrogates", "a\u{1f600}bc", 4, "a\u{1f600}\u2026"],
    ["all of the text", "abc", 1, "\u2026"],
    ["to nothing when the length is negative", "abc", -1, ""],
  ])("cuts %s", (_, text, max, short) => {
    expect(shorten(text, max)).toBe(short);
  });

  it("cuts a grapheme without end between its characters", () => {
    expect(shorten(marks, 301)).toBe(`${marks.slice(0, 300)}\u2026`);
    const behindNoncharacter = `${"x".repeat(50)}\uffff${marks}`;
    expect(shorten(behindNoncharacter, 116)).toBe(`${behindNoncharacter.slice(0, 115)}\u2026`);
    expect(shorten(people, 302)).toBe(`${people.slice(0, 300)}\u2026`);
    expect(shorten(people, 303)).toBe(`${people.slice(0, 302)}\u2026`);
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
    ["no part of a grapheme far behind the start", `${long}${family}yyy`, 11, "xxxxx\u2026yyy"],
    ["no part of a grapheme far before the end", `yyy${family}${long}`, 11, "yyy\u2026xxxxx"],
    ["no part of the last grapheme", `abcdefgh${family}`, 7, "abc\u2026"],
    ["the whole last grapheme", `abcdefghij${family}`, 17, `abcdefgh\u2026${family}`],
    ["no part of a pair of surrogates", "abcdef\u{1f600}", 4, "ab\u2026"],
  ])("keeps %s", (_, text, max, short) => {
    expect(shortenMiddle(text, max)).toBe(short);
  });

  it("cuts a grapheme without end between its characters", () => {
    expect(shortenMiddle(marks, 301)).toBe(`${marks.slice(0, 150)}\u2026${marks.slice(-150)}`);
    expect(shortenMiddle(people, 303)).toBe(`${people.slice(0, 150)}\u2026${people.slice(-151)}`);
    expect(shortenMiddle(people, 304)).toBe(`${people.slice(0, 152)}\u2026${people.slice(-151)}`);
    expect(shortenMiddle(people, 305)).toBe(`${people.slice(0, 152)}\u2026${people.slice(-151)}`);
  });
});
