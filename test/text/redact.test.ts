import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../../src/text/redact.ts";
import { runs } from "../runs.ts";

const key = "mint_Ab3dEf6hIj9l";
const redact = createRedactor([key]);
const base64 = (text: string) => Buffer.from(text).toString("base64");
const each = (spell: (character: string) => string) => [...key].map(spell).join("");
const hex = (character: string) => character.charCodeAt(0).toString(16);

describe("createRedactor", () => {
  it.each([
    ["as it is", key],
    ["percent-encoded", each((character) => `%${hex(character)}`)],
    ["with one percent-encoded character", key.replace("_", "%5F")],
    ["with JSON escapes", each((character) => `\\u00${hex(character)}`)],
    ["with JavaScript escapes", each((character) => `\\x${hex(character)}`)],
    ["with braced escapes", each((character) => `\\u{${hex(character)}}`)],
    ["with HTML entities", each((character) => `&#${character.charCodeAt(0)};`)],
    ["with hexadecimal HTML entities", each((character) => `&#x${hex(character)};`)],
    ["parted by tabs", [...key].join("\t")],
    ["parted by tabs as JSON spells them", [...key].join("\\t")],
    ["parted by line ends as a URL spells them", [...key].join("%0A")],
    ["parted by zero-width spaces as HTML spells them", [...key].join("&#8203;")],
    ["parted by zero-width spaces as a URL spells them", [...key].join("%E2%80%8B")],
    ["parted by line ends", [...key].join("\n")],
    ["parted by zero-width characters", [...key].join("\u200b\u2060")],
    ["parted by soft hyphens and marks of direction", [...key].join("\u00ad\u202e")],
    ["cut short at its end", key.slice(0, 9)],
    ["cut short at its start", key.slice(6)],
    ["cut to eight characters in the middle", key.slice(4, 12)],
  ])("masks a secret %s", (_, spelling) => {
    expect(redact(`before ${spelling} after`)).toBe("before *** after");
  });

  it.each([0, 1, 2])("masks its base64 behind %i other bytes", (shift) => {
    const text = base64(`${"x".repeat(shift)}${key} and more`);
    const decoded = Buffer.from(redact(text), "base64").toString();
    expect(redact(text)).toContain("***");
    expect(decoded).not.toContain(key.slice(2, -2));
  });

  it("masks each of several secrets, wherever they touch", () => {
    expect(createRedactor([key, "ghs_0123456789"])(`${key}ghs_0123456789 ${key}`)).toBe("****** ***");
  });

  it("leaves shorter pieces, other texts and their encodings alone", () => {
    const text = `${key.slice(0, 7)} 100% \\u00e9 %C3%A9 &amp; \u200b“mint_” \\ &#8212;`;
    expect(redact(text)).toBe(text);
  });

  it("masks characters that HTML has names for", () => {
    const mask = createRedactor(['a&b<c>d"e']);
    expect(mask("a&amp;b&lt;c&gt;d&quot;e.")).toBe("***.");
  });

  it("leaves what every token of a kind begins with alone", () => {
    const mask = createRedactor(["github_pat_11ABCDEFG0123456789"]);
    const text = "https://github.com/acme/github_pages/pull/4, github_pat_ tokens";
    expect(mask(text)).toBe(text);
    expect(mask("github_pat_11ABCDEFG0123456789")).toBe("github_pat_***");
  });

  it("masks nothing where there is no secret", () => {
    expect(createRedactor(["", "short"])("short")).toBe("short");
  });

  it("leaves no piece of a secret in any text that repeats it", () => {
    const foreign = fc.string({ unit: fc.constantFrom(..."ab_%\\&#;u0\u200b\t", "é", "💡") });
    fc.assert(
      fc.property(foreign, foreign, fc.nat(8), (before, after, cut) => {
        const result = redact(`${before}${key.slice(cut)}${after}`);
        for (let index = 0; index + 8 <= key.length; index++)
          expect(result).not.toContain(key.slice(index, index + 8));
      }),
      runs(500),
    );
  });

  it("takes linear time", () => {
    const time = (length: number) => {
      const text = "%\\&#mint_Ab".repeat(length / 11);
      const start = process.cpuUsage();
      redact(text);
      return process.cpuUsage(start).user;
    };
    time(100_000);
    expect(time(1_000_000)).toBeLessThan(Math.max(time(100_000), 2000) * 60);
  });
});
