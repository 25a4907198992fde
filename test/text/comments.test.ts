import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commentRanges } from "../../src/text/comments.ts";
import { runs } from "../runs.ts";
import { render } from "./rendered.ts";

/** What a browser shows of the rendered text, and what it hides as comments. */
function seenOf(markdown: string): string {
  return render(markdown)
    .replace(/class="[^"]*"/g, "")
    .replace(/<!--(?:-?>|[\s\S]*?(?:-->|$))/g, "");
}

function withoutRanges(text: string): string {
  return commentRanges(text).reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  );
}

/** GFM shows a comment that its paragraph leaves open; here it hides what follows, so the two may differ. */
function openerIsText(markdown: string): boolean {
  return render(markdown)
    .replace(/<code[^>]*>[\s\S]*?<\/code>/g, "")
    .includes("&lt;!--");
}

const comment = fc.constantFrom(
  "<!--cID-->",
  "<!-- cID -->",
  "<!--\ncID\n-->",
  "<!-- ` cID -->",
  "<!--\n\ncID-->",
);
const structure = fc.constantFrom(
  ...["`", "``", "```", "````", "~~~", "```html\n", "\n```\n", "\\`", "\n    ", "\n\n    ", "\t"],
  ...["\n", "\n", "\n\n", " ", "  ", "    ", "\n  ", ">", "> ", "\n> ", "- ", "-", "* ", "+ ", "1. ", "\n- "],
  ...[
    "# ",
    "---",
    "===",
    "| ",
    " | ",
    "|",
    "\n|a|b|\n|-|-|\n",
    "\n| a |\n| - |\n",
    "\\",
    "<",
    "&lt;",
    "-->",
    "--",
  ],
  ...[
    "x<b>",
    "x</b>",
    "<pre>",
    "x</pre>",
    "<div>",
    "</div>",
    "<script>",
    "x<br>",
    "<http://x>",
    "http://x.y/",
    "www.x.y",
  ],
  ...["[", "]", "](", ")", '](u "', '")', "][", "![", "*", "**", "_", "~~"],
);
const word = fc.constant("wID");

// micromark lets some items without text begin where GitHub's own cmark-gfm does not, and the other way round.
const emptyItem = /(?:^|[\s>])(?:[-*+]|\d+[.)])[ \t]*$/m;

/** Text of hostile pieces, in which every ID is a different one. */
const documents = fc
  .array(fc.oneof({ weight: 3, arbitrary: structure }, comment, word), { maxLength: 24 })
  .map((pieces) => pieces.map((piece, index) => piece.replace("ID", `${index}.`)).join(""));

describe("comments, as GFM sees them", () => {
  it.each([
    ["behind a footnote's label, however far", "[^1]:      <!-- a -->b", "[^1]:      b"],
    ["in a quote's paragraph that goes on", "> `a\nb <!-- c -->`", "> `a\nb <!-- c -->`"],
    ["not in a fence, whatever ends the lines", "```\r<!-- a -->\r```", "```\r<!-- a -->\r```"],
    ["in the definition of a link", "[a]: <!-- b -->", "[a]: "],
  ])("finds one %s", (_, text, kept) => {
    expect(withoutRanges(text)).toBe(kept);
  });

  it("hides what a reader does not see and keeps what one does", () => {
    fc.assert(
      fc.property(documents, (text) => {
        fc.pre(!emptyItem.test(text));
        const seen = seenOf(text);
        const kept = withoutRanges(text);
        // A cell too many is not rendered at all, so what it opens is not either.
        const literal = openerIsText(text) || seen.includes("<table");
        for (const [id] of text.matchAll(/[cw]\d+\./g)) {
          if (seen.includes(id)) expect([id, literal || kept.includes(id)]).toEqual([id, true]);
          else if (id.startsWith("c") && !text.includes("\\<!--"))
            expect([id, kept.includes(id)]).toEqual([id, false]);
        }
      }),
      // In a rare corner micromark and cmark-gfm differ.
      runs(2000),
    );
  });
});
