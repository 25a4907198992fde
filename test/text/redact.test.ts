import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../../src/text/redact.ts";
import { leastCpuMs } from "../cpu-time.ts";
import { runs } from "../runs.ts";

const key = "mint_Ab3dEf6hIj9l";
const redact = createRedactor([key]);
const hex = (character: string) => character.charCodeAt(0).toString(16);
const percent = (character: string) => `%${hex(character)}`;

describe("createRedactor", () => {
  it.each([
    ["as it is", key],
    ["percent-encoded", Array.from(key, percent).join("")],
    ["percent-encoded in upper case", Array.from(key, percent).join("").toUpperCase()],
    ["with one character percent-encoded", key.replace("_", "%5F")],
    ["with one character percent-encoded in lower case", key.replace("_", "%5f")],
  ])("masks a secret %s", (_, spelling) => {
    expect(redact(`before ${spelling} after`)).toBe("before *** after");
    expect(redact(spelling + spelling)).toBe("******");
  });

  it("leaves parts of it and other texts alone", () => {
    const text = `${key.slice(1)} ${key.slice(0, -1)} ${key.toLowerCase()} 100% %C3%A9 &amp; \u200b`;
    expect(redact(text)).toBe(text);
  });

  it("takes every character of a secret as it is", () => {
    const secret = `a.b|(c)[d]*+?{2}^$\\/-"'%41 \u00e9\u{1f600}`;
    const mask = createRedactor([secret]);
    for (const spelling of [secret, encodeURIComponent(secret)])
      expect(mask(`${spelling}.`)).toBe("***.");
    expect(mask(secret.replace(".", "x"))).toBe(secret.replace(".", "x"));
  });

  it("masks each of several secrets, wherever they touch, and the longer of two that begin alike", () => {
    expect(createRedactor([key, "ghs_0123456789"])(`${key}ghs_0123456789 ${key}`)).toBe(
      "****** ***",
    );
    expect(createRedactor([key, `${key}2`])(`${key}2 ${key}`)).toBe("*** ***");
  });

  it("masks nothing where there is no secret, or only short texts", () => {
    expect(createRedactor([])("text")).toBe("text");
    expect(createRedactor(["", "1234567"])("1234567")).toBe("1234567");
    expect(createRedactor(["12345678"])("12345678")).toBe("***");
  });

  it("leaves no secret in any text that repeats it", () => {
    const foreign = fc.string({ unit: fc.constantFrom(..."mi_%\\&#;u0\u200b\t", "é", "💡") });
    const spelled = fc.constantFrom<(character: string) => string>(String, percent, (character) =>
      percent(character).toUpperCase(),
    );
    const ways = fc.array(spelled, { minLength: key.length, maxLength: key.length });
    fc.assert(
      fc.property(foreign, ways, foreign, (before, spell, after) => {
        const spelling = Array.from(key, (character, index) => spell[index]?.(character)).join("");
        expect(redact(before + spelling + after)).toBe(`${redact(before)}***${redact(after)}`);
      }),
      runs(1000),
    );
  });

  it.each([
    "m",
    "%6d",
    "%",
    "漢字",
    "\n",
    key.slice(0, -1),
    Array.from(key.slice(0, -1), percent).join(""),
  ])("takes little time for a long text of %j", (piece) => {
    const text = piece.repeat(2 ** 20 / piece.length);
    const masks = createRedactor([key, `${"m".repeat(39)}x`]);
    expect(leastCpuMs(() => void masks(text), 500)).toBeLessThan(500);
  });
});
