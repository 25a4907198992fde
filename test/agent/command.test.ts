import { describe, expect, it } from "vitest";
import { findCommand } from "../../src/agent/command.ts";

describe("findCommand", () => {
  it("reads the prompt behind the phrase", () => {
    expect(findCommand("/docs-agent fix it", "/docs-agent")).toEqual({
      kind: "prompt",
      prompt: "fix it",
      fresh: false,
    });
  });
});
