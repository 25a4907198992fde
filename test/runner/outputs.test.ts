import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type OutputName, outputNames, runnerOutputs } from "../../src/runner/files.ts";
import { createRedactor } from "../../src/text/redact.ts";
import { escapeWorkflowCommands } from "../../src/text/workflow-commands.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { parseCommands } from "./runner.ts";

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

const delimiter = fc.constantFrom("<<", "EOF", "\nEOF\n", "=", "ghadelimiter_", "\nresult=owned\n", "\n<<\n");
const value = fc
  .array(fc.oneof({ weight: 3, arbitrary: hostile }, delimiter), { maxLength: 5 })
  .map((parts) => parts.join(""));
const outputs = fc.array(fc.tuple(fc.constantFrom(...outputNames), value), { maxLength: 12 });
const key = "mint_Ab3dEf6hIj9lMn2p";
const redact = createRedactor([key]);

describe("an output", () => {
  it("reaches later steps, once for each change", () => {
    fc.assert(
      fc.property(outputs, (given) => {
        writeFileSync(file, "");
        const setOutput = runnerOutputs(redact);
        const expected: [OutputName, string][] = [];
        const last = new Map<OutputName, string>();
        for (const [name, text] of given) {
          setOutput(name, text);
          const plain = escapeWorkflowCommands(text);
          if (last.get(name) !== plain) expected.push([name, plain]);
          last.set(name, plain);
        }
        expect(parseCommands(readFileSync(file, "utf8"))).toEqual(expected);
      }),
      runs(400),
    );
  });

  it("is written again when it changes back, and not when it stays", () => {
    writeFileSync(file, "");
    const setOutput = runnerOutputs(redact);
    for (const text of ["active", "active", "completed", "active"]) setOutput("status", text);
    expect(parseCommands(readFileSync(file, "utf8")).map(([, text]) => text)).toEqual([
      "active",
      "completed",
      "active",
    ]);
  });

  it("holds no workflow command that a later step could print, whoever wrote it", () => {
    const commands = fc.constantFrom(
      "##[stop-commands]x",
      "::set-env name=A::b",
      "\n ::error::c",
      "#\u200b#[debug]",
    );
    fc.assert(
      fc.property(fc.constantFrom(...outputNames), fc.array(fc.oneof(value, commands)), (name, parts) => {
        writeFileSync(file, "");
        runnerOutputs(redact)(name, parts.join(""));
        const [[, text] = []] = parseCommands(readFileSync(file, "utf8"));
        expect(text).not.toMatch(/^[\s\p{C}]*::|##\[/mu);
      }),
      runs(400),
    );
  });

  it("is unchanged without commands and secrets", () => {
    const texts = [
      "main",
      "octo-org/docs",
      "Job job_7f3a is active. It has no pull request.",
      "a: b",
      "x\n\ty\n",
    ];
    for (const text of texts) {
      writeFileSync(file, "");
      runnerOutputs(redact)("prompt", text);
      expect(parseCommands(readFileSync(file, "utf8"))).toEqual([["prompt", text]]);
    }
  });

  it("holds the prompt with a space in each mark of a command, as action.yml says", () => {
    writeFileSync(file, "");
    runnerOutputs(redact)("prompt", "::notice::a\nuse a::b\n  ::debug::c ##[group]d");
    expect(parseCommands(readFileSync(file, "utf8"))).toEqual([
      ["prompt", ": :notice::a\nuse a::b\n  : :debug::c ## [group]d"],
    ]);
  });

  it.each([
    ["as it is", key],
    ["parted by a colour, which is taken out", `${key.slice(0, 9)}\u001b[31m${key.slice(9)}`],
    ["parted by zero-width spaces", [...key].join("\u200b")],
    ["behind the start of a command", `::${key}`],
  ])("holds no secret: %s", (_, text) => {
    for (const name of outputNames) {
      writeFileSync(file, "");
      runnerOutputs(redact)(name, `the key ${text} is wrong`);
      expect(parseCommands(readFileSync(file, "utf8"))).toEqual([
        [name, expect.stringMatching(/^the key (: ?:|::)?\*+ is wrong$/)],
      ]);
    }
  });
});
