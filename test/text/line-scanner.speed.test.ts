import { describe, expect, it } from "vitest";
import { findCommand } from "../../src/agent/parse.ts";
import { stripHidden, stripHiddenContext, stripInvisibleCharacters } from "../../src/text/hidden-text.ts";
import { leastCpuMs } from "../cpu-time.ts";
import { isLong } from "../runs.ts";

/** The longest comment that GitHub accepts, in characters. */
const length = 65_536;
const fill = (piece: string, size = length) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/**
 * The time for each text is below 50 ms on a quiet machine. Linear work stays below the bound on a busy one, too, and
 * work that grows with the square of the text takes several times as long.
 */
const bound = 400;
const quickest = (work: () => void) => leastCpuMs(work, bound);

const readers = {
  stripHidden,
  stripHiddenContext,
  "findCommand, below the text": (text: string) => findCommand(`${text}\n/docs-agent go`, "/docs-agent"),
  "findCommand, above the text": (text: string) => findCommand(`/docs-agent go\n${text}`, "/docs-agent"),
};

const pieces = [
  ...[
    "a",
    "\n",
    " \n",
    "a\n",
    "a\n\n",
    "\r",
    "\r\n",
    "\t",
    "\t\n",
    "    a\n",
    " ",
    "\\",
    "\0",
    "\u2028",
    "\ud800",
  ],
  ...["> ", "> - ", "- ", "1. ", ">\n", "-\n", "- <!--\n  -->\n", "> > > ", "- a\n\n  ```\na\n"],
  ...[
    "`",
    "` ",
    "``` ` ",
    "`\n",
    "\\`",
    "`|` ",
    "`|`\n",
    "a|b`\n",
    "```\n",
    "```js x y\n",
    "~~~ `\n",
    "> ```\n",
    "- ```\n",
  ],
  ...[
    "<",
    "<\n",
    "<!",
    "<!\n",
    "<!--",
    "<!-->",
    "<!---->",
    "<!-- -->`",
    "<!-- a\n-->\n",
    "x <!-- a\n-->\n",
    "<!-- --!>",
  ],
  ...[
    "</ ",
    "<?",
    "<?\n",
    "<a ",
    "<a '",
    "<a '\"",
    '<a b="c" ',
    "<a>",
    "<pre>\n",
    "<div>\n",
    "<div>\n<!--\n\n-->",
    "<!x> ",
  ],
  ...[
    "](",
    "](\" ](' ",
    "][",
    "][\n",
    "](a)",
    "//",
    "//a `",
    "www.",
    "https://a/ ",
    "<![CDATA[",
    "`<!-- a -->` ",
  ],
  ...["\u200b", "\u200b\n", "\u{e0041}", "é\n", "a\u200d", "\u200d", "\ufe0f", "\u{1f1e6}", "❤\ufe0f"],
  ...[
    "From: <a@b>\n",
    "A:\n",
    "A: 2026-11-16 10:00\n",
    "<a@b>:\n",
    "a:\n",
    "On 1\n",
    "On 1 wrote:\n",
    "On 1 wrote:\n\n",
    "You are receiving this because\n",
    "```\nYou are receiving this because\n```\n",
    "-----a",
    "----\n",
  ],
  ...["a@", "<a@", "@a>", "2026 ", "10:00 ", "1/1/", ":  ", "/docs-agents\n", "/docs-agent"],
  ...["`<!-- a -->`", "<!-- ", "->"],
];

describe("65,536 characters of anything", () => {
  it.each(pieces.map((piece, index) => [piece, index] as const))(
    "are scanned in linear time: %j",
    (piece, index) => {
      const others = ["a\n", "<!--\n", "`\n", "-->"].map((other) => fill(other, length / 8));
      const texts = [fill(piece), [fill(piece, length / 2), ...others].join("\n")];
      for (const [place, [name, read]] of Object.entries(readers).entries()) {
        // By default each reader takes the half of the pieces, and the two texts by turns.
        const turn = isLong ? undefined : (index + place) % 4;
        for (const text of turn === undefined ? texts : texts.slice(turn, turn + 1))
          expect(
            quickest(() => void read(text)),
            name,
          ).toBeLessThan(bound);
      }
    },
  );

  it.each(["\u200b", "\u200d", "a\u200d", "\ufe0f", "❤\ufe0f", "\ud800"])(
    "are read in a patch in linear time: %j",
    (piece) => {
      expect(quickest(() => void stripInvisibleCharacters(fill(piece)))).toBeLessThan(bound);
    },
  );

  it("are scanned in linear time: backticks in runs of rising and falling length, and nested comments", () => {
    const runs = Array.from({ length: 400 }, (_, index) => "`".repeat(index));
    const nested = "<!-- a".repeat(2900) + " -->".repeat(2900);
    for (const text of [
      runs.join(" "),
      runs.toReversed().join(" "),
      runs.join(" <!-- "),
      nested,
      `\`${nested}\``,
    ]) {
      for (const [name, read] of Object.entries(readers))
        expect(
          quickest(() => void read(text.slice(0, length))),
          name,
        ).toBeLessThan(bound);
    }
  });
});
