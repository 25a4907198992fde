import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stripHidden, stripHiddenContext, stripInvisibleCharacters } from "../../src/text/hidden-text.ts";
import { runs } from "../runs.ts";
import { hostile } from "./hostile.ts";
import { render, visibleWords } from "./rendered.ts";

test("from texts of anything, the visible words come out in their order", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const all = Array.from(visibleWords(text));
      for (const strip of [stripHidden, stripHiddenContext, stripInvisibleCharacters]) {
        const visible = strip(text);
        expect(visible).not.toMatch(
          /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\n\t\u200c\u200d\ufe00-\ufe0f]]/v,
        );
        let at = 0;
        for (const character of Array.from(visibleWords(visible))) {
          at = all.indexOf(character, at) + 1;
          expect(at, `${character} comes from nowhere`).toBeGreaterThan(0);
        }
      }
    }),
    runs(1500, 100),
  );
});

/** What browsers take for a comment, and tags, whose attributes can hold what looks like one. */
const htmlToken =
  /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<(?:!|\/[^a-z>]|\?)[^>]*(?:>|$)|<[a-z/][^\s>/]*(?:"[^"]*"|'[^']*'|[^"'>])*>/gi;

/** Whether a browser shows a word only within comments. */
function isHidden(html: string, word: string): boolean {
  const visible = html.replace(htmlToken, (token) => (token.startsWith("<!--") ? "" : token));
  return html.includes(word) && !visible.includes(word);
}

describe("beside a parser of GitHub's Markdown", () => {
  const comments = [
    "<!--ID-->",
    "<!-- ID -->",
    "<!--\nID\n-->",
    "<!-- ` ID -->",
    "<!--\n\nID-->",
    "<!-- ID --!>",
  ];
  // Left out is what this parser reads otherwise than GitHub's own: numbers above 1, "]]]>", and footnotes, which it
  // shows elsewhere.
  const structure = [
    ..."` `` ``` ```` ~~~ \\` \\ > - * + 1. # --- === | < > --> -- --!> <!--> <!---> <!-- [ ] ]( ) ][ ![ ** _".split(
      " ",
    ),
    ..."x<b> x</b> <pre> </pre> <div> </div> x<br> <http://x> http://x.y/ www.x.y \"> '> &lt; [`]:".split(
      " ",
    ),
    ..."```html\n|\n```\n|\n~~~\n|\n  ```\n|\n   ~~~\n|\n    |\n\n    |\t|\n|\n\n| |  |    |\n  |\n> |> |\n>   ".split(
      "|",
    ),
    ...[
      "\n- ",
      "\n1. ",
      "- ",
      "\n> - ",
      "\n- > ",
      "\n| a |\n| - |\n",
      "<div>\n",
      "<p>\n\n",
      '<a b="',
      "<a b='",
      "<a\n",
    ],
    ...["<!x ", "\n<!y ", "\n<? ", "?>", "</ ", "<!", "<!--\n", "\n-->\n", "\n\n--> ", '](u "', '")'],
    ..."\u200b|\ufeff|\u0000|\r|\r\n|\u2028|\f|\u00a0|--\u200b>|\u200b```\n|``\u200b`|<!-\u200b-|\u200b    ".split(
      "|",
    ),
  ];
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...structure) },
    fc.constantFrom("ID", ...comments, "`<!-- ID -->`", "\n```\n<!-- ID -->\n```\n"),
  );
  const words = (text: string) => Array.from(text.matchAll(/w\d+\./g), ([word]) => word);
  const documents = fc
    .array(piece, { minLength: 2, maxLength: 18 })
    .map((parts) => parts.map((part, index) => part.replace("ID", `w${index}.`)).join(""));

  test("no word is sent that a browser shows only within comments", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const html = render(text);
        const hidden = words(text).filter((word) => isHidden(html, word));
        for (const strip of [stripHidden, stripHiddenContext])
          expect(words(strip(text)).filter((word) => hidden.includes(word))).toEqual([]);
      }),
      runs(5000, 300),
    );
  });
});
