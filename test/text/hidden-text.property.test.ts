import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { stripHidden, stripHiddenContext, stripInvisibleCharacters } from "../../src/text/hidden-text.ts";
import { isLong, runs } from "../runs.ts";
import { hostile } from "./hostile.ts";
import { installGitHubParser, render, renderAsGitHub, visibleWords } from "./rendered.ts";

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

describe("beside what parsers of GitHub's Markdown make of a text", () => {
  const comments = [
    "<!--ID-->",
    "<!-- ID -->",
    "<!--\nID\n-->",
    "<!-- ` ID -->",
    "<!--\n\nID-->",
    "<!-- ID --!>",
  ];
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
    ...["<!X ", "\n<!Y ", "\n<? ", "?>", "</ ", "<!--\n", "\n-->\n", "\n\n--> ", '](u "', '")'],
    ..."\u200b|\ufeff|\u0000|\r|\r\n|\u2028|\f|\u00a0|--\u200b>|\u200b```\n|``\u200b`|<!-\u200b-|\u200b    ".split(
      "|",
    ),
  ];
  // What the two parsers read in different ways. Strangers can hide no word there. Footnotes are left out: GitHub shows
  // them at the end, where a comment that is still open hides them.
  const differing = [...["<!x ", "\n<!y ", "<!", "2. ", "``` ", "````", "www.x.y\u00a0`", "]]]>"]];
  const words = (text: string) => Array.from(text.matchAll(/w\d+\./g), ([word]) => word);
  const documentsOf = (pieces: readonly string[]) => {
    const piece = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...pieces) },
      fc.constantFrom("ID", ...comments, "`<!-- ID -->`", "\n```\n<!-- ID -->\n```\n"),
    );
    return fc
      .array(piece, { minLength: 2, maxLength: 18 })
      .map((parts) => parts.map((part, index) => part.replace("ID", `w${index}.`)).join(""));
  };
  const sent = (html: string, text: string, strip: (text: string) => string) =>
    words(strip(text)).filter((word) => isHidden(html, word));

  test("no word is sent that a browser shows only within comments", () => {
    fc.assert(
      fc.property(documentsOf(structure), (text) => {
        const html = render(text);
        for (const strip of [stripHidden, stripHiddenContext]) expect(sent(html, text, strip)).toEqual([]);
      }),
      runs(5000, 300),
    );
  });

  // GitHub's parser is a package of Python, which is installed where it is missing.
  describe.runIf(isLong)("as GitHub's own parser reads it", () => {
    beforeAll(installGitHubParser);

    test("no word of a stranger is sent that a browser shows only within comments", () => {
      const texts = fc.sample(documentsOf([...structure, ...differing]), runs(20_000));
      for (const [index, html] of renderAsGitHub(texts).entries()) {
        const text = texts[index] ?? "";
        expect(sent(html, text, stripHiddenContext), text).toEqual([]);
      }
    });

    test("a request differs in one of a thousand such texts at most", () => {
      const texts = fc.sample(documentsOf(structure), runs(20_000));
      const different = renderAsGitHub(texts).filter(
        (html, index) => sent(html, texts[index] ?? "", stripHidden).length > 0,
      );
      expect(different.length).toBeLessThan(texts.length / 1000);
    });
  });
});
