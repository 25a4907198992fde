import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findCommand } from "../../src/agent/parse.ts";
import { stripHidden, stripHiddenContext } from "../../src/text/hidden-text.ts";
import { stripInvisibleCharacters } from "../../src/text/invisible-characters.ts";
import { leastCpuMs } from "../cpu-time.ts";
import { runs } from "../runs.ts";
import { hostile } from "./hostile.ts";
import { visibleWords } from "./rendered.ts";

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

/** What the patterns know, and what may follow it. */
const constructs = [
  ..."` `` ``` ~~~ < </ </a <a <a> <a/b <!-- <! <? <!X --> --!> ?> > [ [a] [^a]: ![ ] ]( ](a ](< [a]: [a][b]".split(
    " ",
  ),
  ...'( ) " \' = b= b="c" b="<a b=\\ \\` \\[ a www. www.a_ https://a/ <http:a - 1. # --- | |-| , [[[[ ![![ ](( =" \\````'.split(
    " ",
  ),
  ...["- ", "* ", "1. ", "> ", "- - ", "> - ", "# ", "\t", " ", "  ", "    ", "\n", "\n\n", "\n ", "<pre>\n"],
  ...[
    "<div>\n",
    "<div ",
    "<a ",
    "](a 'b",
    "\n[a]: b",
    "[a]:\n",
    "\n[^a]: b",
    "\n[^a]: b\n\n    ",
    "\n```js a\n",
  ],
  ...[
    "\n- ```\n",
    "\n> ```\n",
    "\n<a>\n",
    "> <!-- a\n",
    "- <!-- a\n",
    "<!-- a\n\n",
    "<!-- -->\n",
    "\n<pre ",
    "\n> <!-- a",
  ],
  ...["\u200b", "\u200d", "\ufe0f", "a\u200d", "\r\n", "\f", "\v", "\0", "You are receiving this because\n"],
];
const repeated = fc.record({
  piece: fc
    .array(fc.constantFrom(...constructs), { minLength: 1, maxLength: 4 })
    .map((pieces) => pieces.join("")),
  front: fc.constantFrom("", "x", "- ", "`", '[a](b "', "<a b='"),
  end: fc.constantFrom("", "x", "\nx", "`", ">", "\n\n-->", '" c=">'),
});

describe.each<[string, (text: string) => unknown]>([
  ["a request", stripHidden],
  ["a context", stripHiddenContext],
  ["what stands above a command", (text) => findCommand(`${text}\n/docs-agent go`, "/docs-agent")],
])("of %s", (_, read) => {
  test("four times the text takes less than six times as long, whatever repeats in it", () => {
    fc.assert(
      fc.property(repeated, ({ piece, front, end }) => {
        const ms = (length: number, bound: number) => {
          const text = front + piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + end;
          return leastCpuMs(() => void read(text), bound);
        };
        // Less than 150 ms is too short to compare.
        const whole = ms(65_000, 150);
        expect(whole).toBeLessThan(whole < 150 ? 150 : 6 * ms(16_000, 0));
      }),
      runs(2000, 20),
    );
  });
});
