import type { Clock } from "../clock.ts";
import { ActionError, InputError } from "../errors.ts";
import type { Inputs } from "../inputs.ts";
import type { Log } from "../log.ts";
import type { Outcome } from "../outcome.ts";
import type { SetOutput } from "../outputs.ts";
import type { Service } from "../service/client.ts";
import { CancelledError } from "../service/errors.ts";
import { isFinal, type Job } from "../service/schemas.ts";
import { plainUrl } from "../text/markdown.ts";
import { code, say } from "../text/sentence.ts";
import { follow } from "./follow.ts";
import { cancelledOutcome, dryRunOutcome, endingOutcome, errorOutcome, startedOutcome } from "./outcomes.ts";
import { submit, type Task } from "./submit.ts";

/** What the story needs from outside. */
export type AgentTools = {
  service: Service;
  clock: Clock;
  log: Log;
  setOutput: SetOutput;
  signal: AbortSignal;
};

/** What a run knows and in the end tells: the material of summary and comment. */
export type AgentReport = {
  outcome: Outcome;
  /** What was or would be sent; empty when a job is only watched. */
  prompt: string;
  jobId: string | undefined;
  job: Job | undefined;
  prLink: string | undefined;
  /** From acceptance to the end, in ms; missing when nothing was accepted. */
  elapsedMs: number | undefined;
};

/** What the inputs ask for. Throws an `InputError` when there is nothing to do. */
export function taskFromInputs(inputs: Inputs, eventName: string): Task {
  const { prompt } = inputs;
  const jobId = inputs["job-id"];
  if (prompt !== "")
    return jobId === undefined ? { kind: "create", prompt } : { kind: "message", jobId, prompt };
  if (jobId !== undefined) return { kind: "watch", jobId };
  throw new InputError(
    say`There is nothing to do on the event ${code(eventName)}: no prompt is given.`,
    say`Set prompt or prompt-file to say what the agent should do, or job-id to watch a job.`,
  );
}

/** Runs a task to its end. Never throws for what the service or a cancellation does: that is in the outcome. */
export async function runAgent(task: Task, inputs: Inputs, tools: AgentTools): Promise<AgentReport> {
  const run = new AgentRun(task, inputs, tools);
  try {
    return run.report(await run.play());
  } catch (error) {
    if (error instanceof CancelledError) return run.report(cancelledOutcome(run.jobId, error.maybeTaken));
    if (error instanceof ActionError) return run.report(errorOutcome(error, run.jobId));
    throw error;
  }
}

class AgentRun {
  jobId: string | undefined;
  #job: Job | undefined;
  #prLink: string | undefined;
  #acceptedAt: number | undefined;
  #warnedOfLink = false;
  readonly #task: Task;
  readonly #inputs: Inputs;
  readonly #tools: AgentTools;

  constructor(task: Task, inputs: Inputs, tools: AgentTools) {
    this.#task = task;
    this.#inputs = inputs;
    this.#tools = tools;
    this.jobId = task.kind === "create" ? undefined : task.jobId;
  }

  async play(): Promise<Outcome> {
    const { service, clock, log, signal, setOutput } = this.#tools;
    const task = this.#task;
    const timeoutMs = this.#inputs["timeout-minutes"] * 60_000;
    if (this.jobId !== undefined) setOutput("jobId", this.jobId);
    if (task.kind !== "watch") {
      setOutput("prompt", task.prompt);
      log.group(`Prompt (${task.prompt.length} characters)`, () => log.info(task.prompt));
      if (this.#inputs["dry-run"]) return await this.#rehearse(task);
    }

    log.info(opening(task));
    const accepted = await submit(task, service, { signal, deadline: clock.now() + timeoutMs });
    this.#acceptedAt = clock.now();
    this.jobId = accepted.jobId;
    setOutput("jobId", accepted.jobId);
    if (accepted.job !== undefined) {
      this.#keep(accepted.job);
      log.info(`The service accepted it: job ${accepted.jobId} is ${accepted.job.status}.`);
    }
    if (!this.#inputs.wait) return await this.#lookOnce(accepted.jobId);

    const ending = await follow({
      service,
      clock,
      log,
      signal,
      jobId: accepted.jobId,
      acceptedAt: this.#acceptedAt,
      watch: task.kind === "watch",
      timeoutMs,
      intervalMs: seconds(this.#inputs["poll-interval-seconds"]),
      staleFinal: accepted.staleFinal,
      onJob: (job) => this.#keep(job),
    });
    return endingOutcome(ending, {
      jobId: this.jobId,
      prLink: this.#prLink,
      elapsedMs: this.#elapsedMs() ?? 0,
    });
  }

  report(outcome: Outcome): AgentReport {
    const prompt = this.#task.kind === "watch" ? "" : this.#task.prompt;
    return {
      outcome,
      prompt,
      jobId: this.jobId,
      job: this.#job,
      prLink: this.#prLink,
      elapsedMs: this.#elapsedMs(),
    };
  }

  /** Everything of a run but the request that would change something. */
  async #rehearse(task: Exclude<Task, { kind: "watch" }>): Promise<Outcome> {
    const { service, clock, signal } = this.#tools;
    if (task.kind === "message") {
      const deadline = clock.now() + this.#inputs["timeout-minutes"] * 60_000;
      this.#keep(await service.getJob(task.jobId, { signal, deadline }));
    }
    return dryRunOutcome(task, this.#inputs["base-url"].origin);
  }

  /** `wait: false`: what was sent is accepted; a job that is only watched is looked at a single time. */
  async #lookOnce(jobId: string): Promise<Outcome> {
    if (this.#task.kind === "watch")
      this.#keep(await this.#tools.service.getJob(jobId, { signal: this.#tools.signal }));
    const job = this.#job;
    if (this.#task.kind === "watch" && job !== undefined && isFinal(job.status))
      return endingOutcome({ kind: "final", job }, { jobId, prLink: this.#prLink, elapsedMs: 0 });
    return startedOutcome(jobId, this.#task);
  }

  /** Takes over what an answer says, and puts it out at once. */
  #keep(job: Job): void {
    const { setOutput, log } = this.#tools;
    this.#job = job;
    setOutput("status", job.status);
    if (job.source?.repository !== undefined) setOutput("repository", job.source.repository);
    if (job.source?.ref !== undefined) setOutput("ref", job.source.ref);
    if (job.model !== undefined) setOutput("model", job.model);
    if (job.createdAt !== undefined) setOutput("createdAt", job.createdAt);
    if (typeof job.prLink !== "string" || job.prLink === "") return;
    const link = plainUrl(job.prLink);
    if (link === undefined && !this.#warnedOfLink) {
      this.#warnedOfLink = true;
      log.warning(
        "Pull request link left out",
        `The job's prLink is no http(s) address: ${job.prLink.slice(0, 200)}`,
      );
    }
    if (link !== undefined && link !== this.#prLink) setOutput("prLink", link);
    this.#prLink = link ?? this.#prLink;
  }

  #elapsedMs(): number | undefined {
    return this.#acceptedAt === undefined ? undefined : this.#tools.clock.now() - this.#acceptedAt;
  }
}

function opening(task: Task): string {
  if (task.kind === "create") return "Creating a job …";
  if (task.kind === "message") return `Sending a follow-up to job ${task.jobId} …`;
  return `Watching job ${task.jobId} …`;
}

function seconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value * 1000;
}
