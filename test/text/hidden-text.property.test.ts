import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stripInvisibleCharacters } from "../../src/text/characters.ts";
import { stripHidden, stripHiddenInCode } from "../../src/text/hidden-text.ts";
import { runs } from "../runs.ts";
import { hostile } from "./hostile.ts";
import { bones } from "./rendered.ts";

/** What nobody sees and some use to hide words in: signs of control, of direction and of tags, and fillers. */
const unseen =
  /[^\P{Cc}\n\t]|\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

describe("visible characters", () => {
  it("are all that is left, and all that was seen is left", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const seen = stripInvisibleCharacters(text);
        expect(seen).not.toMatch(unseen);
        expect(seen.isWellFormed()).toBe(true);
        expect(bones(seen)).toBe(bones(text));
        expect(seen.length).toBeLessThanOrEqual(text.length);
        expect(stripInvisibleCharacters(seen)).toBe(seen);
      }),
      runs(2000),
    );
  });

  it("leave emoji and letters of every script whole", () => {
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

describe("text without what is hidden in it", () => {
  it("is never longer, and holds none but the words of the text, in their order", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const clean of [stripHidden, stripHiddenInCode]) {
          const words = Array.from(bones(text));
          let at = 0;
          for (const character of Array.from(bones(clean(text)))) {
            at = words.indexOf(character, at) + 1;
            expect(at, `${character} comes from nowhere`).toBeGreaterThan(0);
          }
          expect(clean(text).length).toBeLessThanOrEqual(text.length + 1);
        }
      }),
      runs(1000),
    );
  });

  it("in code, keeps every comment but ours, and is the same the second time", () => {
    const text = fc
      .array(
        fc.oneof(
          hostile,
          fc.constantFrom(
            "<!-- a -->",
            "<!--",
            "-->",
            "<!-- docs-agent:v1 -->",
            "<!-- DOCS-AGENT:",
            "<!-",
            "- docs-agent:",
            "\n",
          ),
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (words) => {
        const seen = stripHiddenInCode(words);
        expect(seen).not.toMatch(/<!--\s*docs-agent:/i);
        expect(seen).not.toMatch(unseen);
        expect(stripHiddenInCode(seen)).toBe(seen);
        if (!/docs-agent:/i.test(bones(words))) expect(bones(seen)).toBe(bones(words));
      }),
      runs(1500),
    );
  });
});
