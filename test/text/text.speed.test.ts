import { describe, expect, it } from "vitest";
import { stripHidden } from "../../src/text/hidden-text.ts";
import { shortenMiddle } from "../../src/text/shorten.ts";
import { cpuMs } from "../cpu-time.ts";

describe("withoutInvisible", () => {
  // A bound far above what linear work takes, and far below what quadratic work on this much would.
  it.each([
    "<!--",
    "`",
    "` ",
    "<!<!-- -->-- ",
    "[](",
    "![a][",
    "> ",
    "- ",
    "* ",
    "<a b='",
    "\u200d",
    "\ufe0f",
    "\n",
    "x\n| - |\n",
    "<!-- docs-agent:",
    "`<!-- docs-agent:",
  ])("takes linear time for many %j", (piece) => {
    const text = `a <!-- \`${piece}`.repeat(2) + piece.repeat(Math.ceil(500_000 / piece.length));
    const ms = cpuMs(() => {
      stripHidden(text);
      stripHidden(piece.repeat(Math.ceil(500_000 / piece.length)));
    });
    expect(ms).toBeLessThan(10_000);
  });
});

describe("shortenMiddle", () => {
  it("is quick with much text", () => {
    expect(cpuMs(() => shortenMiddle("\u{1f1e6}".repeat(250_000), 60_000))).toBeLessThan(1000);
  });
});
