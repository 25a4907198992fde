import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stripHidden, stripHiddenContext, stripHiddenPatch } from "../../src/text/hidden-text.ts";
import { runs } from "../runs.ts";

describe("stripHidden", () => {
  it.each([
    ["Plain words, `code`, <b>tags</b> & \u00fcml\u00e4ute\n\tand tabs  "],
    ["`<!-- in a span -->`, ``a ` <!-- b -->``, \\\\`<!-- c -->`"],
    ["`a\\` <b> `<!-- in a span -->`"],
    ["```html\n<!-- in a fence -->\n```\n"],
    ["- item\n- ~~~\n  <!-- in a fence in a list -->\n  ~~~\n> ```\n> <!-- in a quote -->\n> ```"],
    ["a -- b --> c <- d < ! -- </b> <a@b> <?x"],
    ["a <! b\n\n> c"],
  ])("leaves %j as it is", (text) => {
    expect(stripHidden(text)).toBe(text);
  });

  it.each([
    ["a<!-- b -->c", "ac"],
    ["a\n<!-- b\n\nc -->\nd", "a\n\nd"],
    ["a <!-- never closed\n\nb", "a "],
    ["a\n\n<!-- never closed\n```\nb", "a\n\n"],
    ["<!--> a <!---> b <!-- c --!> d", " a  b  d"],
    ["<!-- a --><!-- b -->c", "c"],
    ["<!-- a --> ` <!-- b -->", " ` "],
    ["`a` <!-- ` --> b", "`a`  b"],
    ["`a\\` <!-- b --> `", "`a\\`  `"],
    ["\\`<!-- a -->`", "\\``"],
    ["``<!-- a -->`", "```"],
    ["`\n<!-- a -->`", "`\n`"],
    ["```html <!-- behind a fence --> x\nx\n```", "```html\nx\n```"],
    ["~~~~ js title=hidden\nx\n~~~~", "~~~~ js\nx\n~~~~"],
    ["```\n<!-- a\n```\n--> b", "```\n<!-- a\n```\n--> b"],
    ["<!-- a\n```\n--> b <!-- c -->\n```\n<!-- d -->\n```", "\n b \n```\n<!-- d -->\n```".slice(1)],
    ["    ```\n<!-- a -->", "    ```\n"],
    ["> ```\n<!-- a -->", "> ```\n"],
    ["- ```\n<!-- a -->", "- ```\n"],
    ["a <?php b ?>", "a <?php b ?>"],
    ["<?php b ?> a <![CDATA[c]]> <!DOCTYPE d> </ e>", " a   "],
    ["<! a\nb > c", " c"],
    ["<!<!-- a > b --> c", " c"],
    ["</ <!-- a > b\n\nc --> d", " d"],
    ["a\r\nb\rc", "a\nb\nc"],
    ["\ufeffa", "a"],
  ])("makes of %j %j", (text, seen) => {
    expect(stripHidden(text)).toBe(seen);
  });

  it.each([
    ["the end of a comment", "a <!-- hidden --\u200b> hidden", "a "],
    ["the start of a comment", "a <\u200b!-- seen -->", "a <!-- seen -->"],
    ["a fence", "``\u200b`\n<!-- hidden -->\n```", "```\n\n```"],
    ["the end of a fence", "```\n``\u200b`\n<!-- seen -->", "```\n```\n<!-- seen -->"],
    ["the mark of a fence's list", "-\u200b ```\n  <!-- hidden -->", "- ```\n  "],
    ["the indent of a fence", "\u200b   ```\n<!-- hidden -->", "   ```\n"],
    ["a code span", "`\u200b`<!-- hidden -->`` x", "```` x"],
    ["a line separator", "`a \u2028<!-- seen -->`", "`a \u2028<!-- seen -->`"],
  ])("does not let an invisible character change %s", (_, text, seen) => {
    expect(stripHidden(text)).toBe(seen);
  });

  it.each([
    ["a <!-- docs-agent:v1 --> b", "a  b"],
    ["`<!-- docs-agent:v1 -->` x", "`` x"],
    ["<\u200b!-- docs-<!-- a -->agent:v1 --> x", " x"],
    ["```\n<!-- docs-<!-- docs-agent:v1 -->agent:v1 -->\n```", "```\n\n```"],
    ["<\u200b!-- docs-agent:v1 -->", ""],
  ])("removes the action's own marker from %j, also when it forms at a seam", (text, seen) => {
    expect(stripHidden(text)).toBe(seen);
  });
});

describe("stripHiddenContext", () => {
  it.each([
    ["`<!-- a -->` b", "`` b"],
    ["```\n<!-- a -->\n<!-- b\n```\nc --> d", "```\n\n d"],
    ["> ~~~\n> <!-- a -->", "> ~~~\n> "],
    ["```js <!-- a -->\nb", "```js\nb"],
  ])("takes comments out of code too: %j", (text, seen) => {
    expect(stripHiddenContext(text)).toBe(seen);
  });
});

describe("stripHiddenPatch", () => {
  it("keeps comments, which GitHub shows in patches, and removes what people cannot see", () => {
    expect(stripHiddenPatch("+<!-- a note -->\u200b\n-text\u202e")).toBe("+<!-- a note -->\n-text");
    expect(stripHiddenPatch("+<!-- docs-<!-- docs-agent:v1 -->agent:v1 --> x")).toBe("+ x");
  });
});

describe("no hidden word is ever sent", () => {
  const invisible = fc.constantFrom(
    "\u200b",
    "\u200d",
    "\u2060",
    "\u202e",
    "\u00ad",
    "\u{e0041}",
    "\ufeff",
    "\u0007",
  );
  /** Strews invisible characters into a piece of text, so that it no longer ends, opens or indents anything. */
  const strewn = (...pieces: string[]) =>
    fc.tuple(fc.constantFrom(...pieces), invisible, fc.nat()).map(([piece, character, at]) => {
      const index = 1 + (at % (piece.length - 1));
      return piece.slice(0, index) + character + piece.slice(index);
    });
  const broken = strewn("-->", "--!>", "```", "~~~", "``", "<!--", "    ", "   ```", "- ```", "> ```");
  const filler = fc.array(fc.oneof(broken, fc.constantFrom("word", " ", "`", "``", "-", "<b>", "&", "> ")), {
    maxLength: 6,
  });
  const inside = filler.map((parts) => parts.join("").replace(/--!?>/g, ""));
  const blocks = fc.array(
    fc.oneof(
      inside.map((text) => `\nseen ${text.replace(/[`<]/g, "")}\n`),
      inside.map((text) => `\n\nseen <!-- hidden ${text} hidden -->\n`),
      inside.map((text) => `\n\n<!-- hidden\n\n${text}\nhidden --!>\n`),
      inside.map((text) => `\n\n<!-- hidden ${text} --\u200b> hidden\n\n\`\`\`\nhidden\n-->\n`),
      broken.map((text) => `\n\n${text.replace(/[<>]/g, "")}\n<!-- hidden -->\n`),
      fc.constant("\n\n```js hidden\nseen\n```\n"),
      fc.constant("\n\n```\n``\u200b`\nseen\n```\n<!-- hidden -->\n"),
      fc.constant("\n\n    ```\n<!-- hidden -->\n"),
      fc.constant("\n\n</ hidden > seen <! hidden > <!hidden>\n"),
    ),
    { minLength: 1, maxLength: 8 },
  );
  const clean = [
    ["a prompt", stripHidden],
    ["the context", stripHiddenContext],
  ] as const;

  it.each(clean)("in %s", (_, strip) => {
    fc.assert(
      fc.property(blocks, (parts) => {
        const sent = strip(parts.join(""));
        expect(sent).not.toContain("hidden");
        expect(sent).not.toMatch(/[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\n]]/v);
      }),
      runs(2000),
    );
  });

  it.each(clean)("and all seen words are, in %s", (_, strip) => {
    fc.assert(
      fc.property(blocks, (parts) => {
        const text = parts.join("");
        const count = (all: string) => all.split("seen").length;
        expect(count(strip(text))).toBe(count(text));
      }),
      runs(500),
    );
  });
});
