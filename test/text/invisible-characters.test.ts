import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stripInvisibleCharacters } from "../../src/text/invisible-characters.ts";
import { runs } from "../runs.ts";
import { hostile } from "./hostile.ts";
import { visibleWords } from "./rendered.ts";

/** What nobody sees and some use to hide words in: signs of control, of direction and of tags, and fillers. */
const unseen =
  /[^\P{Cc}\n\t]|\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

describe("visible characters", () => {
  it("are kept, and all others removed", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const seen = stripInvisibleCharacters(text);
        expect(seen).not.toMatch(unseen);
        expect(seen.isWellFormed()).toBe(true);
        expect(visibleWords(seen)).toBe(visibleWords(text));
        expect(seen.length).toBeLessThanOrEqual(text.length);
        expect(stripInvisibleCharacters(seen)).toBe(seen);
      }),
      runs(2000),
    );
  });

  it("include the joiners and selectors that emoji and letters of any script need", () => {
    const sequence = fc
      .string({ unit: "grapheme", maxLength: 12 })
      .filter((text) => !/[\p{Cc}\p{Cf}\p{Cn}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text));
    const emoji = fc.constantFrom(
      "👩‍👩‍👧‍👦",
      "🏳️‍🌈",
      "👍🏽",
      "1️⃣",
      "🇩🇪",
      "❤️",
      "🏴‍☠️",
      "می‌خواهم",
      "क्‍ष",
      "葛󠄀",
      "é",
      "ᠠ᠋",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(emoji, sequence), { maxLength: 6 }), (parts) => {
        const text = parts.join(" ");
        expect(stripInvisibleCharacters(text)).toBe(text);
      }),
      runs(1000),
    );
  });

  it("carry no message in selectors and joiners", () => {
    const carrier = fc
      .integer({ min: 0, max: 255 })
      .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16));
    const hidden = fc.array(fc.oneof(carrier, fc.constantFrom("\u200c", "\u200d")), {
      minLength: 2,
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.constantFrom("a", "😀", "1", " ", ".", "é"), hidden, (before, signs) => {
        const seen = stripInvisibleCharacters(`${before}${signs.join("")}.`);
        expect(Array.from(seen).length).toBeLessThanOrEqual(3);
      }),
      runs(700),
    );
  });
});

describe("a selector of glyphs", () => {
  it("is removed where there is nothing to select", () => {
    expect(stripInvisibleCharacters("a\ufe00b\ufe01c\ufe02")).toBe("abc");
  });

  it("stays behind an operator, and a Chinese, a Burmese and a Phags-pa letter", () => {
    const text = "\u2229\ufe00\u5200\ufe01\u1000\ufe00\ua840\ufe00";
    expect(stripInvisibleCharacters(text)).toBe(text);
  });
});

it("a joiner stays before a letter and a mark, and goes where neither follows", () => {
  expect(stripInvisibleCharacters("\u0915\u200d \u0915\u200c.")).toBe("\u0915 \u0915.");
  expect(stripInvisibleCharacters("\u09b0\u200d\u09cd\u09af")).toBe("\u09b0\u200d\u09cd\u09af");
});
