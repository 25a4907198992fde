import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findCommand } from "../../src/agent/parse.ts";
import { stripHidden, stripHiddenContext, stripInvisibleCharacters } from "../../src/text/hidden-text.ts";
import { runs } from "../runs.ts";
import { hostile } from "./hostile.ts";
import { render, visibleWords } from "./rendered.ts";

/**
 * Pieces of a text whose words say what becomes of them: SEEN is visible, HID is hidden, CODE is part of code, but in a
 * comment or the opening line of a fence, which a context loses. `~` stands for characters that nobody sees, or none, and `^` for one at least.
 */
const pieces = [
  "SEEN\n\n",
  "~SEEN <!--~HID~--> SEEN\n\n",
  "<!--\n/docs-agent HID\n--^> HID\n-^-> HID\n<~!-- HID\n-->\n\nSEEN\n\n",
  "~<!-- HID\n\n/docs-agent HID\n--!> SEEN <!---->\n\n",
  "SEEN <!--~HID --!> SEEN\n\n",
  "<!--^> HID --> <!-->SEEN<!---> SEEN\n\n",
  "> <!--~HID\n> HID --> SEEN\n\n",
  "- <!--~HID\n\n  HID --> SEEN\n\n",
  "    <!-- HID -->SEEN\n\n",
  "~    <!-- HID --> SEEN\n\n",
  "~\t/docs-agent SEEN\n\n",
  "SEEN `<!-- CODE -->` SEEN\n\n",
  "SEEN ``~ ` <!-- CODE -->~`` SEEN\n\n",
  "SEEN `~ `<!-- HID -->`` SEEN\n\n",
  "SEEN `SEEN\n<!-- HID -->` SEEN\n\n",
  "SEEN \\`<!-- HID -->`\n\n",
  "```js~ CODE\n/docs-agent SEEN <!-- CODE --> SEEN~\n```\n\n",
  "~~~ js CODE\n~~ ~\n<!--\n/docs-agent CODE\n~\n-->\n~~~\n\n",
  "> ``` ~js CODE\n> <!-- CODE -->\n> ```\n\n",
  "- ~~~~\n  ~\n  <!-- CODE -->\n\n  ~~~~\n\n",
  "^```~\n<!-- HID -->\n^```\n\n",
  "> /docs-agent SEEN\n\n",
  "SEEN <!DOC~ HID\nHID> </ ~HID> SEEN </SEEN> SEEN\n\n",
  "<?~HID?> SEEN\n\n",
];
const sign = fc.constantFrom(
  "\u200b",
  "\u2060",
  "\ufeff",
  "\u202e",
  "\u{e0041}",
  "\u0000",
  "\u00ad",
  "\u2066",
);
const strewn = fc.array(fc.tuple(sign, fc.nat(2)), { minLength: 8, maxLength: 8 });
/** Only a single tilde is none of a fence. */
function strew(piece: string, signs: readonly (readonly [string, number])[]): string {
  let index = 0;
  return piece.replace(/(?<!~)~(?!~)|\^/g, (place) => {
    const [character, count] = signs[index++ % signs.length] ?? ["", 0];
    return character.repeat(place === "^" ? count + 1 : count);
  });
}
const written = fc
  .array(fc.tuple(fc.constantFrom(...pieces), strewn), { maxLength: 12 })
  .map((parts) => parts.map(([piece, signs]) => strew(piece, signs)).join(""))
  // A text that begins with U+FEFF begins with a byte order mark.
  .map((text) => `Hi\n\n${text}`.replace(/(?:SEEN|HID|CODE)/g, (word, at) => `${word}${at}.`));
const ending = fc.constantFrom(
  "",
  "<!-- HIDE.",
  "SEEN`<!--HIDE.\n\n--\u200b>\n/docs-agent HIDE.",
  "```js CODE0.",
);

const words = (text: string, ...kinds: string[]) =>
  Array.from(text.matchAll(new RegExp(`(?:${kinds.join("|")})\\w+\\.`, "g")), ([word]) => word);

describe("hidden words are not sent, and visible ones are", () => {
  test("in a prompt and in a context", () => {
    fc.assert(
      fc.property(written, ending, (body, end) => {
        const text = body + end;
        const prompt = stripHidden(text);
        expect(words(prompt, "SEEN", "HID", "CODE")).toEqual(words(text, "SEEN", "CODE"));
        expect(words(stripHiddenContext(text), "SEEN", "HID", "CODE")).toEqual(words(text, "SEEN"));
        expect(words(stripInvisibleCharacters(text), "SEEN", "HID", "CODE")).toEqual(
          words(text, "SEEN", "HID", "CODE"),
        );
      }),
      runs(3000, 300),
    );
  });

  test("in a command, which is none of the lines in comments, code and quotes", () => {
    fc.assert(
      fc.property(written, written, ending, (above, below, end) => {
        const { command } = findCommand(`${above}/docs-agent go\n\n${below}${end}`, "/docs-agent");
        const prompt = command?.kind === "prompt" ? command.prompt : "";
        expect(prompt).toMatch(/^go(?:\n|$)/);
        expect(words(prompt, "SEEN", "HID", "CODE")).toEqual(words(below + end, "SEEN", "CODE"));
      }),
      runs(2000, 200),
    );
  });

  test("from texts of anything, whose words come out in their order", () => {
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
  const documents = fc
    .array(piece, { minLength: 2, maxLength: 18 })
    .map((parts) => parts.map((part, index) => part.replace("ID", `w${index}.`)).join(""));

  test("no word is sent that a browser shows only within comments", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const html = render(text);
        const hidden = words(text, "w").filter((word) => isHidden(html, word));
        expect(words(stripHidden(text), "w").filter((word) => hidden.includes(word))).toEqual([]);
        expect(words(stripHiddenContext(text), "w").filter((word) => hidden.includes(word))).toEqual([]);
      }),
      runs(5000, 300),
    );
  });
});
