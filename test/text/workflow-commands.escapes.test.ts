import { describe, expect, it } from "vitest";
import { escapeWorkflowCommands } from "../../src/text/workflow-commands.ts";

describe("escape sequences of a terminal", () => {
  it.each([
    ["colours", "a\u001b[1;31mb\u001b[0mc", "abc"],
    ["colours in one character", "a\u009b1;31mb\u009b0mc", "abc"],
    ["moves of the cursor", "a\u001b[2Kb\u001b[?25lc\u001b[1 qd", "abcd"],
    ["a title", "a\u001b]0;title\u0007b", "ab"],
    ["links", "a\u001b]8;;https://x.example\u001b\\b\u001b]8;;\u001b\\c", "abc"],
    ["one without an end, up to its opening", "a\u001b[1;31", "a[1;31"],
    ["those between the halves of a command", "##\u001b[0m[x] ##\u009b0m[y] ##[z]", "## [x] ## [y] ## [z]"],
  ])("are taken out: %s", (_, text, output) => {
    expect(escapeWorkflowCommands(text)).toBe(output);
  });
});

describe("what has no weight", () => {
  it.each([
    ["before a command", "\u200b::error::x", "\u200b: :error::x"],
    ["as a mark before a command", "\u0301 ::error::x", "\u0301 : :error::x"],
    ["in a command", ":\u200b:error::x", ":\u200b :error::x"],
    ["in an old command", "#\u200b#\u0301[error]x", "#\u200b#\u0301 [error]x"],
  ])("hides none from us: %s", (_, text, output) => {
    expect(escapeWorkflowCommands(text)).toBe(output);
  });

  it("does not make a command of other words", () => {
    expect(escapeWorkflowCommands("p{C}::a \u00e9")).toBe("p{C}::a \u00e9");
  });
});
