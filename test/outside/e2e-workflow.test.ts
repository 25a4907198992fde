import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { runStep } from "../runner/runner.ts";
import { ownJobs, parseWorkflow, type WorkflowStep } from "../workflow-file.ts";

const root = join(import.meta.dirname, "../..");
/** Steps that this checkout does not need: it is checked out and installed. */
const setUp = /^actions\/(checkout|setup-node)@|^npm ci$/;

type StepResult = { outcome: "success" | "failure"; outputs: Record<string, string>; log: string };

/** Runs the steps of a job as the runner would, as far as the end-to-end workflow needs it. */
class JobRunner {
  /** The results of the steps that have an id. */
  readonly results = new Map<string, StepResult>();
  readonly #processGroups: number[] = [];
  readonly #env: Record<string, string>;
  readonly #workspace = mkdtempSync(join(tmpdir(), "docs-agent-workflow-"));

  constructor(env: Record<string, string>) {
    this.#env = env;
    // The parts of a checkout that the steps use, in a workspace that they may write to.
    for (const part of ["package.json", "node_modules", "test"])
      symlinkSync(join(root, part), join(this.#workspace, part));
  }

  async run(step: WorkflowStep): Promise<StepResult> {
    const result = step.uses === undefined ? await this.#runScript(step) : await this.#runAction(step);
    if (step.id !== undefined) this.results.set(step.id, result);
    return result;
  }

  /** Ends what the scripts left running. */
  close(): void {
    for (const group of this.#processGroups) {
      try {
        process.kill(-group, "SIGTERM");
      } catch {
        // Nothing of this script is running any more.
      }
    }
    rmSync(this.#workspace, { recursive: true, force: true });
  }

  async #runAction(step: WorkflowStep): Promise<StepResult> {
    const { exitCode, outputs, stdout, stderr } = await runStep({
      with: this.#evaluate(step.with),
      eventName: "push",
      workspace: this.#workspace,
    });
    return { outcome: exitCode === 0 ? "success" : "failure", outputs, log: stdout + stderr };
  }

  async #runScript(step: WorkflowStep): Promise<StepResult> {
    // Its own process group, so that what it starts can be ended with it.
    const shell = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run ?? ""], {
      cwd: this.#workspace,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, RUNNER_TEMP: this.#workspace, ...this.#env, ...this.#evaluate(step.env) },
    });
    if (shell.pid !== undefined) this.#processGroups.push(shell.pid);
    let log = "";
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        log += text;
      });
    const code = await new Promise((resolve, reject) => shell.on("error", reject).on("exit", resolve));
    return { outcome: code === 0 ? "success" : "failure", outputs: {}, log };
  }

  #evaluate(texts: Readonly<Record<string, string>> = {}): Record<string, string> {
    return Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, expression: string) => this.#valueOf(expression)),
      ]),
    );
  }

  #valueOf(expression: string): string {
    const [context, id = "", property, output = ""] = expression.split(".");
    if (context === "env") return this.#env[id] ?? "";
    const result = this.results.get(id);
    if (context !== "steps" || result === undefined) throw new Error(`${expression} has no value here`);
    return property === "outcome" ? result.outcome : (result.outputs[output] ?? "");
  }
}

async function takePort(): Promise<{ port: string; release: () => Promise<unknown> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { port: String(port), release: () => new Promise((resolve) => server.close(resolve)) };
}

const workflow = parseWorkflow(readFileSync(join(root, ".github/workflows/e2e.yml"), "utf8"));
const steps = ownJobs(workflow).flatMap((job) => job.steps);

test("every step of the end-to-end workflow ends as it should, run here with the committed bundle", {
  timeout: 120_000,
}, async () => {
  const { port, release } = await takePort();
  await release();
  const runner = new JobRunner({ SERVICE_PORT: port });
  try {
    for (const step of steps.filter(({ uses, run }) => !setUp.test(uses ?? run ?? ""))) {
      const { outcome, log } = await runner.run(step);
      expect(outcome, `${step.name}:\n${log}`).toBe(step["continue-on-error"] ? "failure" : "success");
    }
    // All modes and ends that the workflow covers.
    const results = [...runner.results.values()].map(({ outputs }) => outputs["result"]);
    expect(results).toEqual(["dry-run", "pull-request", "pull-request", "failed", "error", "reported"]);
  } finally {
    runner.close();
  }
});

test("the end-to-end workflow says why a service did not start", async () => {
  const { port, release } = await takePort();
  const runner = new JobRunner({ SERVICE_PORT: port });
  try {
    const start = steps.find(({ name }) => name === "Start the emulated service") ?? {};
    const { outcome, log } = await runner.run(start);
    expect(outcome).toBe("failure");
    expect(log).toContain(
      `::error title=The emulated service did not start::Port ${port} is in use; choose another with --port.`,
    );
  } finally {
    runner.close();
    await release();
  }
});
