import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSteps, type StepResult, startScript } from "../recipes/steps.ts";
import { runStep as runBundle } from "../runner/runner.ts";
import { ownJobs, parseWorkflow, type WorkflowStep } from "../workflow-file.ts";

const root = join(import.meta.dirname, "../..");
/** Steps that this checkout does not need: it is checked out and installed. */
const setUp = /^actions\/(checkout|setup-node)@|^npm ci$/;

/** The workspace of a job, with the parts of a checkout that the steps use, and what its scripts leave running. */
class Workspace {
  readonly #folder = mkdtempSync(join(tmpdir(), "docs-agent-workflow-"));
  readonly #shells: ChildProcess[] = [];

  constructor() {
    for (const part of ["package.json", "node_modules", "test"])
      symlinkSync(join(root, part), join(this.#folder, part));
  }

  /** Runs steps with the committed bundle, and returns how they ended. */
  run(steps: readonly WorkflowStep[]): Promise<StepResult[]> {
    const given = { SERVICE_PORT: String(port) };
    return runSteps(steps, {}, given, async (step, inputs, env) => {
      if (step.uses !== undefined) {
        const { exitCode, outputs, stdout, stderr } = await runBundle({
          ...{ with: inputs, eventName: "push", workspace: this.#folder },
        });
        return { outcome: exitCode === 0 ? "success" : "failure", outputs, log: stdout + stderr };
      }
      const variables = { ...process.env, RUNNER_TEMP: this.#folder, ...env };
      const { shell, done } = startScript(step.run ?? "", this.#folder, variables);
      this.#shells.push(shell);
      return await done;
    });
  }

  close(): void {
    for (const { pid } of this.#shells) {
      try {
        if (pid !== undefined) process.kill(-pid, "SIGTERM");
      } catch {
        // Nothing of this script is running any more.
      }
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Below those that systems give to whoever asks for any, so that nobody else takes it in the meantime. */
const port = 20_000 + (process.pid % 10_000);

const workflow = parseWorkflow(readFileSync(join(root, ".github/workflows/e2e.yml"), "utf8"));
const steps = ownJobs(workflow).flatMap((job) => job.steps);

test("every step of the end-to-end workflow ends as it should, run here with the committed bundle", {
  timeout: 120_000,
}, async () => {
  const workspace = new Workspace();
  try {
    const own = steps.filter(({ uses, run }) => !setUp.test(uses ?? run ?? ""));
    const results = await workspace.run(own);
    for (const [index, { name, outcome, log }] of results.entries())
      expect(outcome, `${name}:\n${log}`).toBe(own[index]?.["continue-on-error"] ? "failure" : "success");
    // All modes and ends that the workflow covers.
    const ends = results.flatMap(({ outputs }) => outputs["result"] ?? []);
    expect(ends).toEqual(["dry-run", "pull-request", "pull-request", "failed", "error", "reported"]);
  } finally {
    workspace.close();
  }
});
