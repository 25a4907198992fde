import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeWorkflowCommands } from "../../src/text/workflow-commands.ts";
import { runs } from "../runs.ts";
import { anyText } from "./any-text.ts";
import { hostile } from "./hostile.ts";

// Char.IsWhiteSpace, as the documentation of .NET lists it.
const dotnetSpace =
  "\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/**
 * The commands that actions/runner would see (ActionCommand.cs): its comparisons are linguistic, so characters
 * without a weight count as absent.
 */
function commands(output: string): string[] {
  return output.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/).filter((line) => {
    const weighed = line.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
    const trimmed = new RegExp(`^[${dotnetSpace}\ufeff]*`);
    return [line, weighed].some(
      (text) => text.replace(trimmed, "").startsWith("::") || text.includes("##["),
    );
  });
}

const sign = fc.constantFrom(
  ...[
    ":",
    "::",
    "#",
    "##[",
    "[",
    "\n",
    "\r",
    "\v",
    "\u0085",
    " ",
    "\u3000",
    "\ufeff",
    "\u0000",
    "\u0301",
  ],
);
const piece = fc.oneof(sign, hostile, anyText(2));

describe("escapeWorkflowCommands", () => {
  it("leaves no line that the runner takes for a command", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const output = escapeWorkflowCommands(pieces.join(""));
        expect(commands(output)).toEqual([]);
        expect(output).not.toMatch(/[^\P{Cc}\t\n]/u);
        expect(output.isWellFormed()).toBe(true);
        expect(escapeWorkflowCommands(output)).toBe(output);
      }),
      runs(5000),
    );
  });

  it.each([
    ["::set-output name=a::b", ": :set-output name=a::b"],
    [" \t\u0085::ERROR::x", " \t\n: :ERROR::x"],
    ["\ufeff::x::", "\ufeff: :x::"],
    ["ok ##[add-mask]x", "ok ## [add-mask]x"],
    ["a\r::b::\u2028::c::", "a\n: :b::\n: :c::"],
    ["#\u001b#[x]", "## [x]"],
    ["a\u001b[31mb", "a[31mb"],
    ["#\u0000#[x]", "## [x]"],
    [":::", ": ::"],
    // The runner's comparison ignores these characters.
    ["\u200b::error::x", "\u200b: :error::x"],
    ["\u0301 ::error::x", "\u0301 : :error::x"],
    [":\u200b:error::x", ":\u200b :error::x"],
    ["#\u200b#\u0301[error]x", "#\u200b#\u0301 [error]x"],
    // Letters that look like a part of the pattern.
    ["p{C}::a \u00e9", "p{C}::a \u00e9"],
    ["std::vector and a::b", "std::vector and a::b"],
    ["tab\there", "tab\there"],
    ["", ""],
  ])("writes %j as %j", (text, output) => {
    expect(escapeWorkflowCommands(text)).toBe(output);
  });
});
