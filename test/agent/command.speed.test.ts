import { describe, expect, it } from "vitest";
import { findCommand } from "../../src/agent/command.ts";
import { cpuMs } from "../cpu-time.ts";

const find = (markdown: string, phrase = "/docs-agent") => findCommand(markdown, phrase);

describe("how long it takes", () => {
  const pieces = [
    ..."<`>~[]-*_#|\\\t \n",
    ..."<!-- |<!|<?|</|<a |<a x='|<a x=\"'|<a x='<b y=\"|<pre>|</pre>|<code>|<![CDATA[|](|](a |](a '".split(
      "|",
    ),
    ..."- ,> - > ,1. ,* * ,- x\n,-\n,> \n,>\n- ,`` ` ,`\\,a@,<a:,<a@,[^a]: ,| a \n,:-: | -\n,\n\n- ".split(
      ",",
    ),
    ..."> <!--\n,| a |\n| - |\n,- <pre>\n</pre>\n,<div>\n,--- ,_ _".split(","),
  ];
  const tails = ["", "x\n".repeat(8_000), "\n".repeat(16_000), "  x\n".repeat(4_000), " \n".repeat(8_000)];
  /** The quickest of three, in ms of a core, as the machine may be busy with something else. */
  const time = (piece: string, tail: string, share: number) => {
    const many = piece.repeat(Math.floor((share * (65_500 - tail.length)) / piece.length));
    const markdown = `${many}${tail.slice(0, share * tail.length)}\n/docs-agent go`;
    return Math.min(...[1, 2, 3].map(() => cpuMs(() => find(markdown))));
  };

  /** How many times as long four times the text takes; what is quick anyway does not grow. */
  const growth = (piece: string, tail: string) => {
    const whole = time(piece, tail, 1);
    return whole < 100 ? 0 : whole / time(piece, tail, 0.25);
  };

  // Linear work grows four times, quadratic work sixteen times, and does so whenever it is measured.
  it.each(pieces.map((piece) => [piece]))("is short for much of %j", (piece) => {
    for (const tail of tails) {
      const isLinear = () => growth(piece, tail) < 10;
      expect(isLinear() || isLinear() || isLinear()).toBe(true);
    }
  });
});
