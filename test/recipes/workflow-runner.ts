import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import * as z from "zod";
import type { RunningGitHub } from "../emulator/github.ts";
import type { ReceivedRequest } from "../emulator/server.ts";
import type { RunningService } from "../emulator/start.ts";
import { clockOf, runInProcess } from "../runner/in-process.ts";
import { parseWorkflow, type Workflow, type WorkflowJob } from "../workflow-file.ts";
import { type Contexts, fillTemplates, holds } from "./expressions.ts";
import { runSteps, type StepResult, startScript } from "./steps.ts";
import { startsWorkflow, type WorkflowEvent } from "./triggers.ts";

/** How a job ended; one leg of a matrix is one job. */
export type JobResult = {
  id: string;
  /** False when its `if:` did not hold. */
  ran: boolean;
  /** The permissions of its token. */
  permissions: Readonly<Record<string, string>>;
  steps: StepResult[];
  /** The requests to GitHub with its token. */
  requests: readonly ReceivedRequest[];
};

const root = join(import.meta.dirname, "../..");
const thisAction = "OWNER/docs-agent@v1";
const appToken = "actions/create-github-app-token@v3";

/** Secrets and variables of the repository, by their names. */
export type Saved = { secrets: Readonly<Record<string, string>>; vars: Readonly<Record<string, string>> };

const callSchema = z.object({
  inputs: z.record(
    z.string(),
    z.object({ required: z.boolean().optional(), default: z.string().optional() }),
  ),
});
const matrixSchema = z.strictObject({ include: z.array(z.record(z.string(), z.string())) });

/**
 * Runs workflow files on events against the emulators. This action runs in this process; other actions are only
 * recorded; scripts run in bash, with commands in place of `gh` and `curl` that record, and on request a `gh` that asks the
 * emulated GitHub.
 */
export class WorkflowRunner {
  readonly #service: RunningService;
  readonly #gitHub: RunningGitHub;
  readonly #saved: Saved;
  readonly #asksGitHub: boolean;
  #runId = 1000;

  /** `asksGitHub`: whether `gh` asks the emulated GitHub. Otherwise it is only recorded. */
  constructor(service: RunningService, gitHub: RunningGitHub, saved: Saved, asksGitHub: boolean) {
    this.#service = service;
    this.#gitHub = gitHub;
    this.#saved = saved;
    this.#asksGitHub = asksGitHub;
  }

  /** The jobs that the event starts; none if it does not start the workflow. */
  async run(path: string, event: WorkflowEvent): Promise<JobResult[]> {
    const workflow = read(path);
    if (!startsWorkflow(workflow.on, event)) return [];
    this.#runId++;
    return await this.#runJobs(workflow, event, {
      inputs: event.inputs ?? {},
      secrets: this.#saved.secrets,
    });
  }

  async #runJobs(workflow: Workflow, event: WorkflowEvent, given: Contexts): Promise<JobResult[]> {
    const { token, code } = this.#gitHub;
    const github = {
      ...{ event_name: event.name, event: event.payload, repository: code.name, token },
      server_url: "https://github.com",
    };
    // What a job's `if:` can use.
    const contexts = { github, vars: this.#saved.vars, inputs: given["inputs"], needs: {} };
    const results: JobResult[] = [];
    for (const [id, job] of Object.entries(workflow.jobs)) {
      if (!holds(job.if, contexts, "success")) {
        const permissions = job.permissions ?? {};
        results.push({ id, ran: false, permissions, steps: [], requests: [] });
      } else if ("uses" in job) {
        const called = read(`examples/${basename(job.uses?.split("@")[0] ?? "")}`);
        const withSecrets = { ...contexts, secrets: given["secrets"] };
        const jobs = await this.#runJobs(called, event, {
          inputs: inputsOfCall(called, fillTemplates(job.with, contexts)),
          secrets: fillTemplates(job.secrets, withSecrets),
        });
        const granted = JSON.stringify(job.permissions);
        // GitHub does not start a called job that wants more than its caller has.
        for (const { permissions } of jobs)
          if (JSON.stringify(permissions) !== granted) throw new Error(`${id} grants ${granted}`);
        results.push(...jobs);
      } else {
        for (const matrix of legsOf(job))
          results.push(
            await this.#runJob(id, job, event, { ...contexts, secrets: given["secrets"], matrix }),
          );
      }
    }
    return results;
  }

  async #runJob(id: string, job: WorkflowJob, event: WorkflowEvent, given: Contexts): Promise<JobResult> {
    const workspace = mkdtempSync(join(tmpdir(), "docs-agent-recipe-"));
    this.#gitHub.forgetRequests();
    try {
      const env = fillTemplates(job.env, given);
      const steps = await runSteps(job.steps, given, env, async (step, inputs, variables) => {
        if (step.uses === thisAction) return this.#runAction(inputs, { id, event, workspace, env });
        if (step.uses !== undefined)
          return { outputs: step.uses === appToken ? { token: this.#gitHub.token } : {} };
        const gh = this.#asksGitHub ? join(import.meta.dirname, "gh.ts") : undefined;
        const runner = { GITHUB_API_URL: this.#gitHub.url, GITHUB_REPOSITORY: this.#gitHub.code.name };
        return await runScript(step.run ?? "", { ...runner, ...variables }, { workspace, gh });
      });
      const requests = this.#gitHub.requests();
      return { id, ran: true, permissions: job.permissions ?? {}, steps, requests };
    } finally {
      rmSync(workspace, { recursive: true, force: true });
    }
  }

  async #runAction(
    given: Readonly<Record<string, string>>,
    { id, event, workspace, env }: ActionContext,
  ): Promise<Pick<StepResult, "outcome" | "outputs" | "log">> {
    const { token, url, code } = this.#gitHub;
    const step = {
      with: { "base-url": this.#service.url, "github-token": token, ...given },
      ...{ eventName: event.name, event: event.payload, workspace },
      env: {
        ...env,
        GITHUB_REPOSITORY: code.name,
        GITHUB_API_URL: url,
        GITHUB_JOB: id,
        GITHUB_RUN_ID: String(this.#runId),
      },
    };
    const clock = clockOf(this.#service, { start: event.at ?? startTime });
    const { exitCode, outputs, stdout, stderr } = await runInProcess(step, { clock });
    return { outcome: exitCode === 0 ? "success" : "failure", outputs, log: stdout + stderr };
  }
}

/** A Monday morning, when the weekly reports run. */
const startTime = Date.parse("2026-11-23T06:17:00Z");

/** What this action runs with. */
type ActionContext = {
  id: string;
  event: WorkflowEvent;
  workspace: string;
  env: Readonly<Record<string, string>>;
};

function read(path: string): Workflow {
  return parseWorkflow(readFileSync(join(root, path), "utf8"));
}

/** The legs of a job's matrix, each with its values; a job without a matrix has one. */
function legsOf(job: WorkflowJob): Record<string, string>[] {
  return job.strategy === undefined ? [{}] : matrixSchema.parse(job.strategy.matrix).include;
}

/** The inputs of a reusable workflow with its defaults. Throws where a required one is missing. */
function inputsOfCall(called: Workflow, given: Readonly<Record<string, string>>): Record<string, string> {
  const { inputs } = callSchema.parse(called.on["workflow_call"]);
  return Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => {
      const value = given[name] ?? input.default;
      if (value === undefined && input.required) throw new Error(`the call lacks the input ${name}`);
      return [name, value ?? ""];
    }),
  );
}

/** Writes its name and arguments to a file, with a zero after each and a line feed for the end. */
const recorder = `#!/usr/bin/env bash
printf '%s\\0' "\${0##*/}" "$@" $'\\n' >> "$RECORDED/commands"
`;

/** `gh` is the path of a program that runs in place of `gh`, once the command is recorded. */
type ScriptPlace = { workspace: string; gh: string | undefined };

async function runScript(
  script: string,
  env: Readonly<Record<string, string>>,
  { workspace, gh }: ScriptPlace,
): Promise<Pick<StepResult, "outcome" | "outputs" | "commands" | "log">> {
  const recorded = mkdtempSync(join(tmpdir(), "docs-agent-recorded-"));
  try {
    const bin = join(recorded, "bin");
    mkdirSync(bin);
    const programs = { gh: gh === undefined ? "" : `exec "${process.execPath}" "${gh}" "$@"\n`, curl: "" };
    for (const [name, program] of Object.entries(programs)) {
      writeFileSync(join(bin, name), recorder + program);
      chmodSync(join(bin, name), 0o755);
    }
    const outputFile = join(recorded, "output");
    for (const file of [outputFile, join(recorded, "commands")]) writeFileSync(file, "");
    const { done } = startScript(script, workspace, {
      PATH: [bin, process.env["PATH"]].join(delimiter),
      ...{ RECORDED: recorded, GITHUB_OUTPUT: outputFile, ...env },
    });
    return {
      ...(await done),
      outputs: Object.fromEntries(
        Array.from(readFileSync(outputFile, "utf8").matchAll(/^(\w+)=(.*)$/gm), ([, name, value]) => [
          name,
          value,
        ]),
      ),
      commands: readFileSync(join(recorded, "commands"), "utf8")
        .split("\0\n\0")
        .filter((command) => command !== "")
        .map((command) => command.split("\0")),
    };
  } finally {
    rmSync(recorded, { recursive: true, force: true });
  }
}
