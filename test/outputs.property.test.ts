import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type OutputName, outputNames, runnerOutputs, savePostState } from "../src/outputs.ts";
import { runs } from "./runs.ts";
import { hostile } from "./text/hostile.ts";

const folder = mkdtempSync(join(tmpdir(), "docs-agent-outputs-"));
const file = join(folder, "commands");
beforeEach(() => {
  vi.stubEnv("GITHUB_OUTPUT", file);
  vi.stubEnv("GITHUB_STATE", file);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * What the runner reads of a file of commands (actions/runner, FileCommandManager.cs): lines end with `\n` alone, the
 * delimiter is the first whole line that is equal to it. Throws where the runner would fail the step.
 */
function runner(text: string): [string, string][] {
  const read: [string, string][] = [];
  let at = 0;
  const line = (): string | undefined => {
    if (at >= text.length) return undefined;
    const end = text.indexOf("\n", at);
    const found = text.slice(at, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + 1;
    return found;
  };
  for (let head = line(); head !== undefined; head = line()) {
    if (head === "") continue;
    const [, name = "", sign = "", rest = ""] = /^(.*?)(=|<<)(.*)$/s.exec(head) ?? [];
    if (name === "" || (sign === "<<" && rest === "")) throw new Error(`invalid format: ${head}`);
    if (sign === "=") {
      read.push([name, rest]);
      continue;
    }
    const lines: string[] = [];
    for (let next = line(); next !== rest; next = line()) {
      if (next === undefined) throw new Error("matching delimiter not found");
      lines.push(next);
    }
    read.push([name, lines.join("\n")]);
  }
  return read;
}

const delimiter = fc.constantFrom("<<", "EOF", "\nEOF\n", "=", "ghadelimiter_", "\nresult=owned\n", "\n<<\n");
const value = fc
  .array(fc.oneof({ weight: 3, arbitrary: hostile }, delimiter), { maxLength: 5 })
  .map((parts) => parts.join(""));
/** What the service may have written; everything else comes from the workflow, or is of our making. */
const foreignNames = ["message", "jobId", "status", "repository", "ref", "model", "createdAt"] as const;
const ownNames = outputNames.filter((name) => !foreignNames.some((foreign) => foreign === name));
const outputs = fc.array(fc.tuple(fc.constantFrom(...ownNames), value), { maxLength: 12 });

describe("whatever is put out", () => {
  it("comes to later steps exactly, under its own name, once for each change", () => {
    fc.assert(
      fc.property(outputs, (given) => {
        writeFileSync(file, "");
        const setOutput = runnerOutputs();
        const expected: [OutputName, string][] = [];
        const last = new Map<OutputName, string>();
        for (const [name, text] of given) {
          setOutput(name, text);
          if (last.get(name) !== text) expected.push([name, text.toWellFormed()]);
          last.set(name, text);
        }
        expect(runner(readFileSync(file, "utf8"))).toEqual(expected);
      }),
      runs(400),
    );
  });

  it("is no command of the runner when a workflow prints what the service wrote", () => {
    const smuggled = fc.constantFrom(
      "##[stop-commands]x",
      "::set-env name=A::b",
      "\n ::error::c",
      "#\u200b#[debug]",
    );
    fc.assert(
      fc.property(fc.constantFrom(...foreignNames), fc.array(fc.oneof(value, smuggled)), (name, parts) => {
        writeFileSync(file, "");
        runnerOutputs()(name, parts.join(""));
        const [[, text] = []] = runner(readFileSync(file, "utf8"));
        expect(text).not.toMatch(/^[\s\p{C}]*::|##\[/mu);
      }),
      runs(400),
    );
    for (const text of ["main", "octo-org/docs", "Job job_7f3a is active. It has no pull request.", "a: b"]) {
      writeFileSync(file, "");
      runnerOutputs()("ref", text);
      expect(runner(readFileSync(file, "utf8"))).toEqual([["ref", text]]);
    }
  });

  it("comes to the post step exactly", () => {
    fc.assert(
      fc.property(value, (text) => {
        writeFileSync(file, "");
        savePostState(text);
        expect(runner(readFileSync(file, "utf8"))).toEqual([["cutOff", text.toWellFormed()]]);
      }),
      runs(400),
    );
  });
});
