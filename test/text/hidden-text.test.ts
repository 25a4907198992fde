import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stripHidden, stripHiddenInCode } from "../../src/text/hidden-text.ts";
import { runs } from "../runs.ts";
import { hostile } from "./hostile.ts";

describe("withoutInvisible", () => {
  it.each([
    ["Plain words, `code`, <b>tags</b> & \u00fcml\u00e4ute\n\tand tabs  "],
    [
      "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} \u{1f1e9}\u{1f1ea} \u{1f44d}\u{1f3fd} 1\ufe0f\u20e3 \u2764\ufe0f \u{1f3f3}\ufe0f\u200d\u{1f308} \u{1f575}\u{1f3fd}\u200d\u2642\ufe0f",
    ],
    [
      "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u0915\u094d\u200d\u0937 \u0dc1\u0dca\u200d\u0dbb\u0dd3",
    ],
    ["\u845b\u{e0100} \u2229\ufe00 \u1820\u180b"],
    ["`<!-- in a span -->`, ``a ` <!-- b -->``"],
    ["```html\n<!-- in a fence -->\n```\n\n    <!-- indented -->\n"],
    ["- item\n\n  ~~~\n  <!-- in a fence in a list -->\n  ~~~\n> ```\n> <!-- in a quote -->\n> ```"],
    ["\\<!-- escaped -->"],
    ["a -- b --> c <- d <! e < ! --"],
  ])("leaves %j as it is", (text) => {
    expect(stripHidden(text)).toBe(text);
  });

  it.each([
    ["a<!-- b -->c", "ac"],
    ["a\n<!-- b\n\nc -->\nd", "a\n\nd"],
    ["a <!-- never closed\n\nb", "a "],
    ["a\n\n<!-- never closed\n```\nb", "a\n\n"],
    ["> <!-- open in a quote\n\nb", "> "],
    ["a <!-- open\n\nb --> c", "a  c"],
    ["`a` <!-- ` --> b", "`a`  b"],
    ["\\`<!-- a -->`", "\\``"],
    ['[a](b "`") <!-- ` -->', '[a](b "`") '],
    ["a | b\n--|--\n` | <!-- ` -->", "a | b\n--|--\n` | "],
    ["``` <!-- behind a fence -->\nx\n```", "``` \nx\n```"],
    ["text\n    <!-- a continued line is no code -->", "text\n    "],
    ["http://x.example/` <!-- a URL takes the backtick -->`", "http://x.example/` `"],
    ["[x][`] <!-- ` -->\n\n[`]: /x", "[x][`] \n\n[`]: /x"],
    ["![[a](b)](c `) <!-- ` -->", "![[a](b)](c `) <!-- ` -->"],
    ["[a](<b`>) <!-- ` -->", "[a](<b`>) "],
    ["- <!-- open in an item\n\nb\n\n<div>--> c", "-  c"],
    ["* a\n<b>\n\n      <!-- still in the item -->", "* a\n<b>\n\n      <!-- still in the item -->"],
    ["-\n\n  <!-- a -->\n2. b\n   ~~~\n\n   <!-- c -->", "-\n\n  \n2. b\n   ~~~\n\n   <!-- c -->"],
    ["a\n2. b\n\n       <!-- no item, so code -->", "a\n2. b\n\n       <!-- no item, so code -->"],
    ["<div>\n<!-- a -->\n\n`<!-- b -->`", "<div>\n\n\n`<!-- b -->`"],
    ["[^1]: note\n\n    <!-- in a footnote -->", "[^1]: note\n\n    "],
    ["a <?php b ?> <![CDATA[c]]> <!DOCTYPE d>", "a   "],
    ["<!--> a <!---> b", " a  b"],
    ["a\u200bb\u202ec\u2066d\u{e0041}e\u00adf\u2060g\ufeffh\u0000i\u001bj\u034fk", "abcdefghijk"],
    ["a\r\nb\rc", "a\nb\nc"],
    ["a\ufe0fb\u{e0100}\u{e0101} \u2764\ufe0f\ufe0f\ufe0e 1\ufe0f", "ab \u2764\ufe0f 1"],
    ["\u200da\u200d b\u200d\u200dc 1\u200c2", "a bc 12"],
    ["a\ud800b\udc00", "a\ufffdb\ufffd"],
    ["`<!-- docs-agent:v1 {} -->` x", "`` x"],
    ["```\n<!--docs-agent:v1\n```\nx", "```\nv1\n```\nx"],
    ["`<!\u200b-- DOCS-AGENT:v2 -->`", "``"],
    ["`<!<!-- docs-agent:v1 -->-- docs-agent:v1 -->`", "``"],
    ["<!<!-- a -->-- b -->c", "c"],
  ])("makes of %j %j", (text, seen) => {
    expect(stripHidden(text)).toBe(seen);
  });

  it("is the same the second time, holds no marker and nothing unseen", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const seen = stripHidden(text);
        expect(stripHidden(seen)).toBe(seen);
        expect(seen).not.toMatch(
          /<!--\s*docs-agent:|[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/iu,
        );
      }),
      runs(5000),
    );
  });

  it("comes to a rest even when comments are nested to reappear", () => {
    const piece = fc.constantFrom(
      "<!",
      "<",
      "!--",
      "--",
      "-->",
      "<!-- -->",
      "`",
      "\n",
      "docs-agent:",
      "<!-- docs-agent:",
      "http://a_",
      "www.a_",
      "- <!--- |\n",
      "_www.",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const seen = stripHidden(pieces.join(""));
        expect(stripHidden(seen)).toBe(seen);
        expect(seen).not.toMatch(/<!--\s*docs-agent:/i);
      }),
      runs(3000),
    );
    for (const opener of ["<!", "x `<!"]) {
      const nested = [opener.repeat(50), "<!-- docs-agent: -->", "-- docs-agent: -->".repeat(50)].join("");
      expect(stripHidden(nested)).not.toContain("<!--");
      expect(stripHidden(stripHidden(nested))).toBe(stripHidden(nested));
    }
  });
});

describe("withoutInvisibleInCode", () => {
  it("keeps HTML comments, which are seen in code, and takes out what is not seen", () => {
    expect(stripHiddenInCode("+<!-- a note -->\u200b\n-text\u202e")).toBe("+<!-- a note -->\n-text");
  });

  it("leaves no marker of ours, however it is nested", () => {
    const nested = "+<!-- docs-agent:<!-- docs-agent:v1 -->v1 --> x";
    expect(stripHiddenInCode(nested)).not.toMatch(/<!--\s*docs-agent:/);
    const deep = `${"<!-- docs-agent:".repeat(40)}v1${" -->".repeat(40)}`;
    expect(stripHiddenInCode(deep)).not.toMatch(/<!--\s*docs-agent:/);
  });
});
