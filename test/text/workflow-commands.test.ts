import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeWorkflowCommands } from "../../src/text/workflow-commands.ts";
import { runs } from "../runs.ts";
import { anyText } from "./any-text.ts";

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
    return [line, weighed].some((text) => text.replace(trimmed, "").startsWith("::") || text.includes("##["));
  });
}

const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ":",
      "::",
      "#",
      "##",
      "[",
      "##[",
      "]",
      "::error::x",
      "##[add-mask]x",
      "\u001b[",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "\n",
      "\r",
      "\r\n",
      "\v",
      "\f",
      "\u0085",
      "\u2028",
      " ",
      "\t",
      "\u00a0",
      "\u3000",
    ),
  },
  fc.constantFrom(
    "\ufeff",
    "\u200b",
    "\u200d",
    "\u00ad",
    "\u0000",
    "\u001b[31m",
    "\u001b",
    "\u202e",
    "\ufe0f",
    "\u0301",
    "\ud800",
  ),
  anyText(2),
);

describe("escapeWorkflowCommands", () => {
  it("leaves no line that the runner takes for a command", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const output = escapeWorkflowCommands(pieces.join(""));
        expect(commands(output)).toEqual([]);
        expect(output).not.toMatch(/[^\P{Cc}\t\n]/u);
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
    ["std::vector and a::b", "std::vector and a::b"],
    ["tab\there", "tab\there"],
    ["", ""],
  ])("writes %j as %j", (text, output) => {
    expect(escapeWorkflowCommands(text)).toBe(output);
  });
});

describe("a character that the runner's comparison ignores", () => {
  it.each([
    ["before a command", "\u200b::error::x", "\u200b: :error::x"],
    ["as a mark before a command", "\u0301 ::error::x", "\u0301 : :error::x"],
    ["in a command", ":\u200b:error::x", ":\u200b :error::x"],
    ["in an old command", "#\u200b#\u0301[error]x", "#\u200b#\u0301 [error]x"],
  ])("does not hide a command: %s", (_, text, output) => {
    expect(escapeWorkflowCommands(text)).toBe(output);
  });

  it("is not mistaken for letters that look like its pattern", () => {
    expect(escapeWorkflowCommands("p{C}::a \u00e9")).toBe("p{C}::a \u00e9");
  });
});
