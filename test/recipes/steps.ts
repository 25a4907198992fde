import { spawn } from "node:child_process";
import type { WorkflowStep } from "../workflow-file.ts";
import { type Contexts, fillTemplates, holds } from "./expressions.ts";

/** How a step ended. */
export type StepResult = {
  /** Its name, or else what it uses. */
  name: string;
  outcome: "success" | "failure" | "skipped";
  outputs: Record<string, string>;
  /** The inputs that it was given. */
  with: Record<string, string>;
  /** The commands that its script ran, out of those that talk to others: their names and arguments. */
  commands: string[][];
  log: string;
};

/**
 * Runs the steps of a job one after the other, as far as their conditions hold. `runStep` gets inputs and variables filled
 * in; what is missing in its result is empty.
 */
export async function runSteps(
  steps: readonly WorkflowStep[],
  given: Contexts,
  env: Readonly<Record<string, string>>,
  runStep: (
    step: WorkflowStep,
    inputs: Record<string, string>,
    env: Record<string, string>,
  ) => Promise<Partial<StepResult>>,
): Promise<StepResult[]> {
  const done: StepResult[] = [];
  const results: Record<string, unknown> = {};
  let failed = false;
  for (const step of steps) {
    const contexts: Contexts = { ...given, env, steps: results };
    const { secrets: _, ...withoutSecrets } = contexts;
    const result: StepResult = {
      ...{ name: step.name ?? step.uses ?? "", outcome: "skipped", outputs: {}, with: {} },
      ...{ commands: [], log: "" },
    };
    if (!failed && holds(step.if, withoutSecrets)) {
      const inputs = fillTemplates(step.with, contexts);
      const variables = { ...env, ...fillTemplates(step.env, contexts) };
      Object.assign(
        result,
        { outcome: "success", with: inputs },
        await runStep(step, inputs, variables),
      );
    }
    done.push(result);
    if (result.outcome === "failure" && step["continue-on-error"] !== true) failed = true;
    if (step.id !== undefined)
      results[step.id] = { outcome: result.outcome, outputs: result.outputs };
  }
  return done;
}

/** Runs a script in bash, as the runner does. */
export function runBash(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Pick<StepResult, "outcome" | "log">> {
  const shell = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    ...{ cwd, env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  return new Promise((resolve, reject) => {
    shell.on("error", reject);
    shell.on("close", (code) => resolve({ outcome: code === 0 ? "success" : "failure", log }));
  });
}
