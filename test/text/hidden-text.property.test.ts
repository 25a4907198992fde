import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findCommand } from "../../src/agent/parse.ts";
import { stripHiddenContext } from "../../src/text/hidden-context.ts";
import { stripHidden } from "../../src/text/hidden-text.ts";
import { stripInvisibleCharacters } from "../../src/text/invisible-characters.ts";
import { leastCpuMs } from "../cpu-time.ts";
import { runs } from "../runs.ts";
import { repeated } from "./hidden-grammar.ts";
import { hostile } from "./hostile.ts";
import { visibleWords } from "./rendered.ts";

/** In ms of a core. Linear work takes less than half of it; work that grows with the square takes seconds. */
const bound = 200;

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

describe.each<[string, (text: string) => unknown]>([
  ["a request", stripHidden],
  ["a context", stripHiddenContext],
  ["what stands above a command", (text) => findCommand(`${text}\n/docs-agent go`, "/docs-agent")],
])("of %s", (_, read) => {
  test(`65,000 characters take less than ${bound} ms, whatever repeats in them`, () => {
    fc.assert(
      fc.property(repeated, ({ front, piece, end }) => {
        const text = front + piece.repeat(Math.ceil(65_000 / piece.length)).slice(0, 65_000) + end;
        expect(leastCpuMs(() => void read(text), bound)).toBeLessThan(bound);
      }),
      runs(3000, 40),
    );
  });
});
