import { describe, expect, it } from "vitest";
import { findCommand } from "../../src/agent/command.ts";
import { stripHidden, stripHiddenContext } from "../../src/text/hidden-text.ts";
import { cpuMs } from "../cpu-time.ts";

/** GitHub's limit on the characters of a comment. */
const longest = 65_536;
// Far above what linear work takes on a busy machine, and far below what quadratic work takes.
const boundMs = 1000;

const pieces = [
  ..."<|`|``` |~~~\n|> |>|- |> - |1. |<!--|<!-- -->|<!x |</ |<? \n|\\`|`` ` |`<!-- |\\|\t| |\n|\r|a\n|\u200b|💡".split(
    "|",
  ),
  ..."> ```\n|- ```\n|1. ```\n|From: a@b.c\n|On 1 x <a@b>\n|On 2\n|-----x\n|<a@b:\n|x:\n".split("|"),
];
const runsOfBackticks = Array.from({ length: 360 }, (_, index) => "`".repeat(index + 1)).join("<");

describe("65,536 characters of anything", () => {
  it.each([...pieces, runsOfBackticks])("are scanned in linear time: %j", (piece) => {
    for (const other of ["", "\n", "<", "```\n", "<!--\n"]) {
      const text = (piece + other).repeat(longest / (piece.length + other.length) + 1).slice(0, longest - 12);
      const work = () => {
        findCommand(`${text}\n/docs-agent`, "/docs-agent");
        stripHidden(text);
        stripHiddenContext(text);
      };
      expect(Math.min(cpuMs(work), cpuMs(work))).toBeLessThan(boundMs);
    }
  });
});
