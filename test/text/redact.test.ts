import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../../src/text/redact.ts";
import { leastCpuMs } from "../cpu-time.ts";
import { runs } from "../runs.ts";

/** In ms. Each text takes 5 to 90, and some a hundred times as long if time grew with the square. */
const bound = 500;
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
  ])("masks a secret %s", (_, spelling) => {
    expect(redact(`before ${spelling} after`)).toBe("before *** after");
  });

  it.each([
    ["as it is", key.slice(0, 9)],
    ["to eight characters", key.slice(0, 8)],
    ["but for its last character", key.slice(0, -1)],
    ["percent-encoded", each((character) => `%${hex(character)}`).slice(0, 24)],
    ["in the middle of an escape", each((character) => `\\u00${hex(character)}`).slice(0, 52)],
    ["in the middle of an entity", each((character) => `&#${character.charCodeAt(0)};`).slice(0, -2)],
    ["with dots for the rest", `${key.slice(0, 9)}...`],
    ["in base64", base64(key).slice(0, 12)],
    ["parted by tabs", [...key.slice(0, 10)].join("\t")],
  ])("masks a secret that the end of the text cuts short: %s", (_, spelling) => {
    expect(redact(`before ${spelling}`)).toBe("before ***");
  });

  it.each([
    ["cut short before the end of the text", `${key.slice(0, -1)} after`],
    ["with dots, but not at the end of the text", `${key.slice(0, -1)}... after`],
    ["without its start", key.slice(1)],
    ["cut short to seven characters", key.slice(0, 7)],
  ])("leaves pieces elsewhere alone, which are no secret: %s", (_, piece) => {
    expect(redact(`before ${piece}`)).toBe(`before ${piece}`);
  });

  it("keeps what stands behind a secret, also where nobody sees it", () => {
    expect(redact(`${key}\n\tnext`)).toBe("***\n\tnext");
    expect(redact(`${key.slice(0, -1)}\n`)).toBe("***\n");
  });

  it("masks a secret that begins with what ends an escape", () => {
    const mask = createRedactor(["abcdef0123", "nbcdef0123"]);
    expect(mask("%abcdef0123 \\nbcdef0123 \\u0abcdef0123")).toBe("%*** \\*** \\u0***");
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

  it("masks a secret that holds what looks like an escape", () => {
    const secret = "pa%41ss\\\\word&amp;1";
    expect(createRedactor([secret])(`${secret}.`)).toBe("***.");
  });

  it("masks characters that HTML has names for", () => {
    const mask = createRedactor([`a&b<c>d"e'f`]);
    expect(mask("a&amp;b&lt;c&gt;d&quot;e&apos;f.")).toBe("***.");
  });

  it("masks characters that a backslash may stand before", () => {
    const mask = createRedactor([`a"b'c/d\\e`]);
    expect(mask(`a\\"b\\'c\\/d\\\\e.`)).toBe("***.");
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

  it("leaves no secret in any text that repeats it, whole or cut short by the end", () => {
    const foreign = fc.string({ unit: fc.constantFrom(..."mi_%\\&#;u0\u200b\t", "é", "💡") });
    const unseen = fc.string({ unit: fc.constantFrom("\u200b", "\t", "%0A", "&#8203;"), maxLength: 2 });
    const spelled = fc.constantFrom<(character: string) => string>(
      (character) => character,
      (character) => `%${hex(character)}`,
      (character) => `&#x${hex(character)};`,
    );
    fc.assert(
      fc.property(
        foreign,
        fc.array(fc.tuple(spelled, unseen), { minLength: key.length, maxLength: key.length }),
        fc.nat(8),
        foreign,
        (before, ways, cut, after) => {
          const characters = [...key].slice(0, key.length - cut);
          const spelling = characters.map((character, index) => {
            const [spell = String, between = ""] = ways[index] ?? [];
            return spell(character) + between;
          });
          const result = redact(before + spelling.join("") + (cut === 0 ? after : ""));
          expect(result).toContain("***");
          expect(result).not.toContain(key.slice(0, 8));
        },
      ),
      runs(1000),
    );
  });

  it("changes nothing in texts without a secret", () => {
    const text = fc.string({ unit: fc.constantFrom(..."mint_%\\&#;u0\u200b\t ", "é", "💡", "&amp;", "%6d") });
    // Nine different characters of the key are missing.
    fc.assert(
      fc.property(text, (given) => void expect(redact(given)).toBe(given)),
      runs(1000),
    );
  });

  it.each([
    ...[
      "m",
      "%6d",
      "\\u006d",
      "&#109;",
      "&amp;",
      "%",
      "\\",
      "&",
      "m\u200b",
      "m%0A",
      "漢字",
      "\n",
      "/docs/page,12,3,15\n",
    ],
    ...[key.slice(0, -1), `${key.slice(0, -1)}\u200b`, "YmFzZTY0"],
  ])("takes little time for a long text of %j", (piece) => {
    const text = piece.repeat(2 ** 18 / piece.length);
    for (const hostile of [text, `m${text}`, `${key.slice(0, -1)}${text}`])
      expect(leastCpuMs(() => void redact(hostile), bound)).toBeLessThan(bound);
  });

  it("takes little memory", () => {
    const text = "/docs/page,12,3,15 %6d%69 \\u006d\n".repeat(300_000);
    const before = process.memoryUsage();
    redact(text);
    const after = process.memoryUsage();
    const grown = (key: "rss" | "arrayBuffers") => (after[key] - before[key]) / 1024 ** 2;
    // A tenth of what an array with a place for each character takes.
    expect(grown("arrayBuffers")).toBeLessThan(9);
    expect(grown("rss")).toBeLessThan(100);
  });
});
