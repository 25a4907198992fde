import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as runner from "../../src/runner/files.ts";
import { createRedactor } from "../../src/text/redact.ts";
import { silentLog } from "../fake-log.ts";
import { parseCommands, readCommands } from "./runner.ts";

const folder = mkdtempSync(join(tmpdir(), "docs-agent-files-"));
const file = join(folder, "commands");
beforeEach(() => {
  vi.stubEnv("GITHUB_OUTPUT", file);
  vi.stubEnv("GITHUB_STATE", file);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const key = "mint_Ab3dEf6hIj9lMn2p";
const redact = createRedactor([key]);

describe("an output", () => {
  it("reaches later steps, once for each change", () => {
    writeFileSync(file, "");
    const setOutput = runner.runnerOutputs(redact, silentLog);
    const given: [string, string][] = [
      ["status", "active"],
      ["message", "a\nEOF\n\nresult=owned\nmessage<<EOF"],
      ["status", "active"],
      ["message", ""],
      ["status", "completed"],
      ["status", "active"],
    ];
    for (const [name, text] of given) setOutput(name, text);
    expect(parseCommands(readFileSync(file, "utf8"))).toEqual(
      given.filter((_, index) => index !== 2),
    );
  });

  it("holds the prompt with a space in each mark of a command, as action.yml says", () => {
    writeFileSync(file, "");
    runner.runnerOutputs(redact, silentLog)(
      "prompt",
      "::notice::a\nuse a::b\n  ::debug::c ##[group]d",
    );
    const written = parseCommands(readFileSync(file, "utf8"));
    expect(written).toEqual([["prompt", ": :notice::a\nuse a::b\n  : :debug::c ## [group]d"]]);
  });

  it("holds no secret, also behind the start of a command", () => {
    writeFileSync(file, "");
    runner.runnerOutputs(redact, silentLog)("prompt", `the key ::${key} is wrong`);
    expect(parseCommands(readFileSync(file, "utf8"))).toEqual([
      ["prompt", expect.stringMatching(/^the key : ?:\*+ is wrong$/)],
    ]);
  });

  it("that cannot be written is a warning, and stops nothing", () => {
    vi.stubEnv("GITHUB_OUTPUT", folder);
    const warning = vi.fn();
    runner.runnerOutputs(redact, { warning })("status", "active");
    expect(warning).toHaveBeenCalledWith(
      "Output not set",
      expect.stringMatching(/^status: EISDIR/),
    );
  });
});

describe("the job summary", () => {
  const summary = join(folder, "summary.md");

  it("takes less than 1 MiB, together with what the step wrote before", () => {
    writeFileSync(summary, "before!");
    const room = 1024 * 1024 - 1 - "before!".length;
    expect(runner.summaryRoom(summary)).toBe(room);
    runner.appendSummary(summary, "x".repeat(room + 1));
    // The runner counts bytes.
    runner.appendSummary(summary, "ä".repeat(room / 2 + 1));
    expect(readFileSync(summary, "utf8")).toBe("before!");
    runner.appendSummary(summary, "ä".repeat(room / 2));
    expect(runner.summaryRoom(summary)).toBe(0);
    writeFileSync(summary, "x".repeat(1024 * 1024 + 1));
    expect(runner.summaryRoom(summary)).toBe(0);
  });

  it("needs no file, and is not written without a path", () => {
    expect(runner.summaryRoom(join(folder, "none.md"))).toBe(1024 * 1024 - 1);
    expect(runner.summaryRoom(undefined)).toBe(1024 * 1024 - 1);
    runner.appendSummary(undefined, "text");
    runner.appendSummary("", "text");
    expect(() => runner.appendSummary(join(folder, "none", "summary.md"), "text")).toThrow(
      "ENOENT",
    );
  });
});

describe("the state for the post step", () => {
  const edit: runner.CommentEdit = { number: 7, id: 1, body: "x" };
  const last: runner.CommentEdit = {
    number: 7,
    root: 4,
    id: 2,
    body: "comment<<EOF\nEOF\r\n\u2028=",
  };

  it("is the edit that was saved last, and empty for none, so that the post step loads nothing", () => {
    for (const saved of [last, undefined]) {
      writeFileSync(file, "");
      for (const one of [edit, saved]) runner.savePostState(one);
      for (const [name, value] of Object.entries(readCommands(file)))
        vi.stubEnv(`STATE_${name}`, value);
      expect(runner.loadPostState()).toEqual(saved);
      expect(process.env["STATE_comment"] === "").toBe(saved === undefined);
    }
  });

  it("cannot be saved where the runner's file is missing", () => {
    vi.stubEnv("GITHUB_STATE", join(folder, "none"));
    expect(() => runner.savePostState(edit)).toThrow("Missing file");
  });
});
