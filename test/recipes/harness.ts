import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { vi } from "vitest";
import * as z from "zod";
import { repositoryName } from "../../tools/docs.ts";
import { type RunningGitHub, startGitHub } from "../emulator/github.ts";
import type { Workplace } from "../emulator/github-agent.ts";
import type { ReceivedRequest } from "../emulator/server.ts";
import { type RunningService, startService } from "../emulator/start.ts";
import type { FakePull } from "../github/fake-github.ts";
import { clockOf, runInProcess } from "../runner/in-process.ts";
import { Wire } from "../wire.ts";
import {
  parseWorkflow,
  type Workflow,
  type WorkflowJob,
  type WorkflowStep,
} from "../workflow-file.ts";
import { RepositoryEvents } from "./events.ts";
import { type Contexts, fillTemplates, holds } from "./expressions.ts";
import { forbiddenRequests } from "./permissions.ts";
import { runBash, runSteps, type StepResult } from "./steps.ts";
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

/** The step of the first job that is this action's, of a recipe that begins with it. Throws where none ran. */
export function firstStep([job]: readonly JobResult[]): StepResult {
  const [step] = job?.steps ?? [];
  if (step === undefined) throw new Error("no step ran");
  return step;
}

/** Sets a further input in each step of a recipe that is this action's. */
export const withInput = (input: string) => (text: string) =>
  text.replace(/^( +)project-id: .*$/gm, `$&\n$1${input}`);

const thisAction = `${repositoryName}@v1`;
const appToken = "actions/create-github-app-token@v3";
const callSchema = z.object({ inputs: z.record(z.string(), z.object({ default: z.string() })) });
const matrixSchema = z.strictObject({ include: z.array(z.record(z.string(), z.string())) });
/** Writes its name and arguments to a file, with a zero after each and a line feed for the end. */
const recorder = `#!/usr/bin/env bash
printf '%s\\0' "\${0##*/}" "$@" $'\\n' >> "$RECORDED"
`;

/**
 * Runs recipes on events against emulators of its own. This action runs in this process; other actions are only
 * recorded; scripts run in bash, with a `curl` that is only recorded, and a `gh` that asks the emulated GitHub.
 */
export class RecipeHarness {
  readonly service: RunningService;
  readonly gitHub: RunningGitHub;
  /** How the agent works. */
  readonly workplace: Workplace;
  readonly events: RepositoryEvents;
  /** The secrets beside the key of the service. A test may take some away. */
  readonly secrets: Record<string, string> = {
    SLACK_WEBHOOK_URL: "https://hooks.slack.example/1",
    CHAT_WEBHOOK_URL: "https://chat.example/2",
  };
  /** How the jobs ended, oldest first. */
  readonly jobs: JobResult[] = [];
  /** The key of the service that is saved. */
  key: string;
  /** The attempt of the next run; a second one is of the run `runId`. */
  attempt = 1;
  /** How far the runner's clock is ahead of GitHub's, in ms. */
  skewMs = 0;
  /** After so many requests the next run is cancelled. */
  cancelAfter: number | undefined;
  /** The newest run, or the one that is run again. */
  runId = 1000;
  #lastRunId = 1000;
  #cancel = (): void => {};
  /** What the runner says of the run. */
  #ofRun: Record<string, string> = {};
  #edit = (text: string): string => text;
  /** Sockets would take most of the time. */
  readonly #network = new Wire(({ origin, path, body, ...given }, connect, answered) => {
    connect();
    if (this.cancelAfter !== undefined && this.cancelAfter-- === 0) this.#cancel();
    const server = [this.service, this.gitHub].find(({ url }) => url === origin);
    const sent = body === "" ? given : { ...given, body };
    const answer = async () => {
      if (server === undefined) throw new Error(`nothing is at ${origin}`);
      const response = await server.receive(new Request(`${origin}${path}`, sent));
      const headers = Object.fromEntries(response.headers);
      answered({ status: response.status, headers, body: await response.text() });
    };
    answer().catch(answered);
  });

  private constructor(service: RunningService, gitHub: RunningGitHub, workplace: Workplace) {
    this.service = service;
    this.workplace = workplace;
    this.gitHub = gitHub;
    this.key = service.key;
    this.events = new RepositoryEvents(gitHub);
  }

  /** `start` is the time of GitHub and the service when they start, in epoch ms. */
  static async start(start = startTime): Promise<RecipeHarness> {
    const gitHub = await startGitHub(start);
    const workplace: Workplace = { gitHub: gitHub.fake, repository: gitHub.code };
    const service = await startService({ workplace, start, jobSeconds: 4 });
    const answer = () => Response.json({}, { status: 201 });
    gitHub.fault({ path: /\/requested_reviewers$/, answer });
    return new RecipeHarness(service, gitHub, workplace);
  }

  async close(): Promise<void> {
    await Promise.all([this.service.close(), this.gitHub.close()]);
  }

  /**
   * Runs a recipe on an event, unless its `on:` leaves it out, as somebody has edited it. Returns its jobs. Throws where
   * one of them asks for more than its token allows. The event says which commit the run has; a run that comes late, or is
   * run again, keeps its own.
   */
  async run(
    recipe: string,
    event: WorkflowEvent,
    edit = (text: string) => text,
  ): Promise<JobResult[]> {
    const text = edit(textOf(recipe));
    this.#edit = edit;
    const workflow = workflowOf(text);
    if (!startsWorkflow(workflow.on, event)) return [];
    const { length } = this.jobs;
    if (this.attempt === 1) this.runId = ++this.#lastRunId;
    const { token, code } = this.gitHub;
    const { ref = `refs/heads/${code.defaultBranch}`, sha = code.head(code.defaultBranch) } = event;
    const ref_name = ref.replace(/^refs\/(heads|tags|pull)\//, "");
    const ref_type = ref.startsWith("refs/tags/") ? "tag" : "branch";
    const github = {
      ...{ event_name: event.name, event: event.payload },
      ...{ repository: code.name, sha, ref, ref_name, ref_type, token },
    };
    this.#ofRun = {
      ...{ GITHUB_REPOSITORY: code.name, GITHUB_SHA: sha },
      ...{ GITHUB_REF: ref, GITHUB_REF_NAME: ref_name, GITHUB_REF_TYPE: ref_type },
      GITHUB_WORKFLOW: workflow.name,
      GITHUB_WORKFLOW_REF: `${code.name}/.github/workflows/${recipe}.yml@${ref}`,
    };
    const { projectId, otherProjectId } = this.service;
    const vars = {
      DOCS_AGENT_PROJECT_ID: projectId,
      // A recipe for several projects has a variable for each of them.
      DOCS_AGENT_PROJECT_ID_SERVER: projectId,
      DOCS_AGENT_PROJECT_ID_CLIENT: otherProjectId,
      DOCS_AGENT_SITE_URL: "https://docs.example.com",
      DOCS_AGENT_REVIEWER: "octocat",
    };
    const saved = { ...this.secrets, DOCS_AGENT_API_KEY: this.key };
    await this.#runJobs(workflow, event, { github, vars, inputs: event.inputs ?? {} }, saved);
    const jobs = this.jobs.slice(length);
    const forbidden = jobs.flatMap((job) => forbiddenRequests(job, this.gitHub.fake));
    if (forbidden.length > 0) throw new Error(forbidden.join("\n"));
    return jobs;
  }

  /** The agent's pull requests, oldest first. */
  pulls(): FakePull[] {
    return [...this.gitHub.fake.pulls.values()].filter(({ ref = "" }) =>
      ref.startsWith("docs-agent/"),
    );
  }

  /** The number of the newest of them. */
  pullNumber(): number {
    const newest = this.pulls().at(-1);
    const [name = ""] = [...this.gitHub.fake.pulls].find(([, pull]) => pull === newest) ?? [];
    return Number(name.split("#")[1]);
  }

  /** The commands that comments of the action name, each with the place in which it is to be given. */
  namedCommands(): { text: string; place: number }[] {
    return this.gitHub.fake.own().flatMap(({ body, thread }) => {
      const [, command = "", behind = ""] = /.*`(\/docs-[^`]*)`([^\n]*)/s.exec(body) ?? [];
      if (command === "") return [];
      // The phrase alone stands for the change that people want.
      const text = command.includes(" ") ? command : `${command} Shorter, please`;
      return [{ text, place: Number(/ on \[.*\/pull\/(\d+)/.exec(behind)?.[1] ?? thread) }];
    });
  }

  /** A line for each job: each step by its result and reason, or else by its outcome. */
  summary(): string[] {
    return this.jobs.map(({ id, ran, steps }) => {
      const shown = steps.map(({ outcome, outputs: { result, reason } }) =>
        result === undefined ? outcome : [result, reason].filter((part) => part !== "").join(" "),
      );
      return `${id}: ${ran ? shown.join(", ") : "not run"}`;
    });
  }

  /** The prompts that the service got, job by job. */
  prompts(): string[][] {
    return this.service.jobs().map(({ turns }) => turns.map(({ prompt }) => prompt));
  }

  /** `contexts` are what a job's `if:` can use. */
  async #runJobs(
    { jobs }: Workflow,
    event: WorkflowEvent,
    contexts: Contexts,
    saved: Readonly<Record<string, string>>,
  ): Promise<void> {
    const withSecrets = { ...contexts, secrets: saved };
    for (const [id, job] of Object.entries(jobs)) {
      const permissions = job.permissions ?? {};
      if (!holds(job.if, contexts))
        this.jobs.push({ id, ran: false, permissions, steps: [], requests: [] });
      else if ("uses" in job) {
        const called = workflowOf(
          this.#edit(textOf(basename(job.uses?.split("@")[0] ?? "", ".yml"))),
        );
        // GitHub does not start a called job that wants more than its caller has.
        for (const { permissions: wanted } of Object.values(called.jobs))
          if (JSON.stringify(wanted) !== JSON.stringify(permissions))
            throw new Error(`${id} grants other`);
        const defaults = Object.entries(callSchema.parse(called.on["workflow_call"]).inputs);
        const inputs = {
          ...Object.fromEntries(defaults.map(([name, input]) => [name, input.default])),
          ...fillTemplates(job.with, contexts),
        };
        await this.#runJobs(
          called,
          event,
          { ...contexts, inputs },
          fillTemplates(job.secrets, withSecrets),
        );
      } else
        for (const matrix of legsOf(job))
          this.jobs.push(await this.#runJob(id, job, event, { ...withSecrets, matrix }));
    }
  }

  async #runJob(
    id: string,
    job: WorkflowJob,
    event: WorkflowEvent,
    given: Contexts,
  ): Promise<JobResult> {
    const { url, token } = this.gitHub;
    const ofRunner = { GITHUB_API_URL: url, ...this.#ofRun };
    this.gitHub.forgetRequests();
    const env = fillTemplates(job.env, given);
    const steps = await runSteps(job.steps, given, env, async (step, inputs, variables) => {
      if (step.uses === undefined) return await runScript(step, { ...ofRunner, ...variables });
      if (step.uses !== thisAction) return { outputs: step.uses === appToken ? { token } : {} };
      const ofRun = {
        GITHUB_JOB: id,
        GITHUB_RUN_ID: String(this.runId),
        GITHUB_RUN_ATTEMPT: String(this.attempt),
      };
      const start = (event.at ?? this.service.now()) + this.skewMs;
      const clock = clockOf(this.service, { start });
      const onCancel = (cancel: () => void) => {
        this.#cancel = cancel;
      };
      // The official plugins wait in their queues by timers; these fire as soon as nothing else is to be done.
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      vi.setTimerTickMode("nextTimerAsync");
      const running = runInProcess(
        {
          with: { "base-url": this.service.url, "github-token": token, ...inputs },
          ...{ eventName: event.name, event: event.payload },
          env: { ...env, ...ofRunner, ...ofRun },
        },
        { clock, dispatcher: this.#network, onCancel },
      );
      const { exitCode, outputs, stdout, stderr } = await running.finally(() => vi.useRealTimers());
      return { outcome: exitCode === 0 ? "success" : "failure", outputs, log: stdout + stderr };
    });
    const { permissions = {} } = job;
    return { id, ran: true, permissions, steps, requests: this.gitHub.requests() };
  }
}

/** A Monday morning, when the weekly reports run. */
const startTime = Date.parse("2026-11-23T06:17:00Z");

const workflows = new Map<string, Workflow>();
/** Each text is parsed once, however many runs it has. */
function workflowOf(text: string): Workflow {
  const known = workflows.get(text) ?? parseWorkflow(text);
  workflows.set(text, known);
  return known;
}

function textOf(recipe: string): string {
  return readFileSync(join(import.meta.dirname, `../../examples/${recipe}.yml`), "utf8");
}

/** The legs of a job's matrix, each with its values; a job without a matrix has one. */
function legsOf(job: WorkflowJob): Record<string, string>[] {
  return job.strategy === undefined ? [{}] : matrixSchema.parse(job.strategy.matrix).include;
}

async function runScript(
  { run = "" }: WorkflowStep,
  env: Readonly<Record<string, string>>,
): Promise<Partial<StepResult>> {
  const folder = mkdtempSync(join(tmpdir(), "docs-agent-recipe-"));
  const gh = `exec "${process.execPath}" "${join(import.meta.dirname, "gh.ts")}" "$@"\n`;
  for (const [name, program] of Object.entries({ gh, curl: "" })) {
    writeFileSync(join(folder, name), recorder + program);
    chmodSync(join(folder, name), 0o755);
  }
  const [commands, output] = [join(folder, "commands"), join(folder, "output")];
  for (const file of [commands, output]) writeFileSync(file, "");
  const PATH = [folder, process.env["PATH"]].join(delimiter);
  try {
    const done = await runBash(run, folder, {
      ...{ PATH, RECORDED: commands, GITHUB_OUTPUT: output },
      ...env,
    });
    const written = readFileSync(output, "utf8").matchAll(/^(\w+)=(.*)$/gm);
    const recorded = readFileSync(commands, "utf8").split("\0\n\0");
    return {
      ...done,
      outputs: Object.fromEntries(Array.from(written, ([, name, value]) => [name, value])),
      commands: recorded.filter((command) => command !== "").map((command) => command.split("\0")),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
