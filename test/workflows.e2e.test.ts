import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { runStep } from "./runner/runner.ts";
import { ownJobs, parseWorkflow, type WorkflowStep } from "./workflow-file.ts";

const root = join(import.meta.dirname, "..");
/** What the first steps of a job do is done here already. */
const done = /^actions\/(checkout|setup-node)@|^npm ci$/;

type Played = { outcome: "success" | "failure"; outputs: Record<string, string>; log: string };

/** Plays a job's steps here as the runner would, as far as the end-to-end workflow needs it. */
class Player {
  readonly played = new Map<string, Played>();
  readonly #groups: number[] = [];
  readonly #env: Record<string, string>;
  readonly #folder = mkdtempSync(join(tmpdir(), "docs-agent-workflow-"));

  constructor(env: Record<string, string>) {
    this.#env = env;
    // The parts of a checkout that the steps use, in a workspace that they may write to.
    for (const part of ["package.json", "node_modules", "test"])
      symlinkSync(join(root, part), join(this.#folder, part));
  }

  async play(step: WorkflowStep): Promise<Played> {
    const played = step.uses === undefined ? await this.#script(step) : await this.#action(step);
    if (step.id !== undefined) this.played.set(step.id, played);
    return played;
  }

  close(): void {
    for (const group of this.#groups) {
      try {
        process.kill(-group, "SIGTERM");
      } catch {
        // A script that left nothing running.
      }
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #action(step: WorkflowStep): Promise<Played> {
    const { exitCode, outputs, stdout } = await runStep({
      with: this.#filled(step.with),
      eventName: "push",
      workspace: this.#folder,
    });
    return { outcome: exitCode === 0 ? "success" : "failure", outputs, log: stdout };
  }

  async #script(step: WorkflowStep): Promise<Played> {
    // A group of its own, so that what it leaves running can be ended with it.
    const shell = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run ?? ""], {
      cwd: this.#folder,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, RUNNER_TEMP: this.#folder, ...this.#env, ...this.#filled(step.env) },
    });
    if (shell.pid !== undefined) this.#groups.push(shell.pid);
    let log = "";
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        log += text;
      });
    const code = await new Promise((resolve, reject) => shell.on("error", reject).on("exit", resolve));
    return { outcome: code === 0 ? "success" : "failure", outputs: {}, log };
  }

  #filled(texts: Readonly<Record<string, string>> = {}): Record<string, string> {
    return Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, expression: string) => this.#value(expression)),
      ]),
    );
  }

  #value(expression: string): string {
    const [context, id = "", what, output = ""] = expression.split(".");
    if (context === "env") return this.#env[id] ?? "";
    const step = this.played.get(id);
    if (context !== "steps" || step === undefined) throw new Error(`Nothing is known of ${expression}`);
    return what === "outcome" ? step.outcome : (step.outputs[output] ?? "");
  }
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

test("the end-to-end workflow holds what it asserts, played here step by step", {
  timeout: 90_000,
}, async () => {
  const workflow = parseWorkflow(readFileSync(join(root, ".github/workflows/e2e.yml"), "utf8"));
  const steps = ownJobs(workflow).flatMap((job) => job.steps);
  const player = new Player({ SERVICE_PORT: await freePort() });
  try {
    for (const step of steps.filter(({ uses, run }) => !done.test(uses ?? run ?? ""))) {
      const { outcome, log } = await player.play(step);
      const expected = step["continue-on-error"] ? "failure" : "success";
      expect(outcome, `${step.name}:\n${log}`).toBe(expected);
    }
    // The modes and ends that the workflow is there for.
    const ends = [...player.played.values()].map(({ outputs }) => outputs["result"]);
    expect(ends).toEqual(["dry-run", "pull-request", "pull-request", "failed", "error", "reported"]);
  } finally {
    player.close();
  }
});
