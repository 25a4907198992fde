import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe } from "vitest";
import { type StepResult, startStep } from "../runner/runner.ts";
import { says } from "../says.ts";
import { answer } from "../service/local-server.ts";
import { key, preload, test, token, type World } from "./world.ts";

/** A step that waits for its job when the error comes that nobody catches. */
async function crash(at: World, effect: string, text: string): Promise<StepResult> {
  const env = { ...preload("preload.mjs"), DO_ON_SIGUSR2: effect, EFFECT_TEXT: text };
  const running = startStep(at.commandStep({ "poll-interval-seconds": "600" }, env));
  await running.said(says.accepted);
  await at.arrived("PATCH", "/comments/102");
  running.process.kill("SIGUSR2");
  return await running.done;
}

/** What people see of the log: all but the lines for debugging and those that mask. */
function log({ stdout }: StepResult): string[] {
  return stdout.split("\n").filter((line) => !/^::(debug|add-mask)::/.test(line));
}

const crashes = ["throw", "reject a text"];

describe.concurrent("an error that nobody catches", () => {
  test.for(crashes)(
    "ends the step with one annotation and without a stack: %s",
    async (effect, { at, expect }) => {
      const crashed = await crash(at, effect, "something broke");
      expect([crashed.exitCode, crashed.signal, crashed.stderr]).toEqual([1, null, ""]);
      const lines = log(crashed);
      const errors = lines.filter((line) => line.startsWith("::error"));
      expect(errors).toHaveLength(1);
      // Of a text that a promise was rejected with, Node.js makes an error with words of its own around it.
      expect(errors[0]).toMatch(
        /^::error title=Docs Agent%3A Error in the action::This is a bug of Docs Agent: .*\bsomething broke\b/,
      );
      if (effect !== "reject a text") expect(errors[0]?.endsWith(": something broke.")).toBe(true);
      expect(lines.join("\n")).not.toMatch(/^\s+at |node:internal|preload\.mjs/m);
      // Later steps know what it knew, and the post step sets the comment right.
      expect(crashed.outputs).toMatchObject({ jobId: "job_7f3a", status: "active" });
      expect(crashed.state["comment"]).toContain(says.interrupted);
      // With step debugging, the log has the stack of what has one.
      const hasStack = !effect.endsWith("text");
      expect(/^::debug::Error: something broke%0A {4}at /m.test(crashed.stdout)).toBe(hasStack);
    },
  );

  test("shows no secret", async ({ at, expect }) => {
    const spellings = [key, token, `%6d${key.slice(1)}`];
    const crashed = await crash(at, "reject", `::error::keys\n${spellings.join(" and ")}`);
    const said = crashed.stdout.replace(/^::add-mask::.*\n/gm, "") + crashed.stderr;
    for (const secret of [...spellings, "0123456789abcdef", "zyxwvutsrqponmlk"])
      expect(said).not.toContain(secret);
    // In the annotation and in the stack for debugging.
    expect(said.match(/\*\*\* and \*\*\* and \*\*\*/g)?.length).toBeGreaterThanOrEqual(2);
    expect(said.match(/^::error/gm)).toHaveLength(1);
  });
});

describe.concurrent("a step", () => {
  test("makes a warning of Node.js a line for debugging, and no command", async ({
    at,
    expect,
  }) => {
    const env = {
      ...preload("preload.mjs"),
      DO_ON_SIGUSR2: "warn",
      EFFECT_TEXT: `x\n::error::${key}`,
    };
    at.reply("GET", "/job/", answer(200, { id: "job_7f3a", status: "completed" }));
    const running = startStep(at.promptStep({ "poll-interval-seconds": "2" }, env));
    await running.said(says.accepted);
    running.process.kill("SIGUSR2");
    const { exitCode, stdout, stderr } = await running.done;
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^::debug::Warning: x/m);
    expect(stdout).not.toMatch(/^\s*::error/m);
    expect(stdout.replace(/^::add-mask::.*$/gm, "")).not.toContain(key);
  });

  test("warns where its outputs cannot be written, and sends its request", async ({
    at,
    expect,
  }) => {
    const env = { GITHUB_OUTPUT: "/nowhere/output" };
    const ended = await startStep(at.promptStep({ wait: "false" }, env)).done;
    expect([ended.exitCode, ended.stderr]).toEqual([0, ""]);
    expect(at.requests("POST", "/job")).toHaveLength(1);
    expect(log(ended).join("\n")).toMatch(
      /^::warning title=Output not set::jobId: .*\/nowhere\/output/m,
    );
    expect(log(ended).join("\n")).not.toMatch(/^\s+at /m);
  });

  test("has its log to the last line, unread as it was", async ({ at, expect, onTestFinished }) => {
    const workspace = mkdtempSync(join(tmpdir(), "docs-agent-log-"));
    onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
    // More than a pipe holds.
    writeFileSync(join(workspace, "prompt.md"), "Document the limits of the API.\n".repeat(12_000));
    const step = at.promptStep({ prompt: "", "prompt-file": "prompt.md", wait: "false" });
    const running = startStep({ ...step, workspace });
    running.process.stdout?.pause();
    await at.arrived("POST", "/job");
    // A process that does not wait for its reader would be gone soon.
    await Promise.race([once(running.process, "exit"), sleep(2000)]);
    running.process.stdout?.resume();
    const { exitCode, stdout } = await running.done;
    expect(exitCode).toBe(0);
    expect(stdout.match(/^Document the limits of the API\.$/gm)).toHaveLength(12_000);
    expect(stdout).toContain(says.accepted);
  });
});
