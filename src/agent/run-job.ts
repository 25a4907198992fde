import { ActionError } from "../errors.ts";
import { heartbeat } from "../heartbeat.ts";
import type { Inputs } from "../inputs.ts";
import type { Outcome } from "../result.ts";
import { CancelledError, StatusError, UncertainError } from "../service/errors.ts";
import { isFinal } from "../service/schemas.ts";
import { duration } from "../text/duration.ts";
import { type Sentence, say } from "../text/message.ts";
import { unlessCancelled } from "./abortable.ts";
import { type Resolved, resolve } from "./choose-action.ts";
import type { StatusView } from "./comment-template.ts";
import type { AgentTools } from "./dependencies.ts";
import type { AgentReport, Errand } from "./errand.ts";
import { begunJob, nothingRecalled } from "./find-job.ts";
import { KnownJob } from "./job-state.ts";
import { cancelledOutcome, dryRunOutcome, endingOutcome, errorOutcome, startedOutcome } from "./outcomes.ts";
import { follow } from "./poll-job.ts";
import { withContext } from "./prompt-context.ts";
import type { JobMemory } from "./status-comment.ts";
import { type Accepted, opening, submit, type Task } from "./submit.ts";

/** Carries an errand to its end. Never throws for what service, GitHub or a cancellation do: that is in the outcome. */
export async function runAgent(errand: Errand, inputs: Inputs, tools: AgentTools): Promise<AgentReport> {
  const run = new AgentRun(errand, inputs, tools);
  const stop = heartbeat(tools.clock, tools.log, () => run.activity());
  let outcome: Outcome;
  try {
    outcome = await run.play();
  } catch (error) {
    if (error instanceof CancelledError) outcome = cancelledOutcome(run, error.maybeTaken);
    else if (error instanceof ActionError) outcome = errorOutcome(error, run.jobId);
    else throw error;
  } finally {
    stop();
  }
  return run.end(outcome);
}

/** Refusals of a message that say that the job takes no more of them. */
const closedStatuses = [404, 409, 410, 422];

function isClosed(error: unknown): error is StatusError {
  return error instanceof StatusError && closedStatuses.includes(error.status);
}

class AgentRun {
  jobId: string | undefined;
  #acceptedAt: number | undefined;
  /** True when the job did not begin with this run, so that the time it took is not known. */
  #watched = false;
  #spoken = false;
  /** True once the request was sent, unless it certainly was not taken. */
  #sent = false;
  readonly #notes: Sentence[] = [];
  readonly #errand: Errand;
  readonly #inputs: Inputs;
  readonly #tools: AgentTools;
  readonly #known: KnownJob;

  constructor(errand: Errand, inputs: Inputs, tools: AgentTools) {
    this.#known = new KnownJob(tools);
    this.#errand = errand;
    this.#inputs = inputs;
    this.#tools = tools;
  }

  async play(): Promise<Outcome> {
    const { setOutput, log } = this.#tools;
    const { prompt, jobId } = this.#errand;
    if (jobId !== undefined) {
      this.jobId = jobId;
      setOutput("jobId", jobId);
    }
    if (prompt !== "")
      log.group(`Prompt (${prompt.length} ${prompt.length === 1 ? "character" : "characters"})`, () =>
        log.info(prompt),
      );
    const { task, remembered } = await this.#prepare();
    if (task.kind !== "watch") setOutput("prompt", task.prompt);
    if (task.kind !== "watch" && this.#inputs["dry-run"]) return await this.#rehearse(task, remembered);
    return await this.#carryOut(task, remembered);
  }

  /** True when a comment of ours remembers the job. */
  get inThread(): boolean {
    return this.#tools.conversation?.remembers === true;
  }

  /** What is going on, for a log that has been silent. */
  activity(): string {
    const elapsedMs = this.#elapsedMs();
    if (elapsedMs === undefined) return "Waiting for an answer …";
    return `${duration(elapsedMs)}: the job's status is ${this.#known.job?.status ?? "not known yet"}.`;
  }

  /** Shows the outcome in the thread, without waiting for it, and gathers what is known. */
  end(outcome: Outcome): AgentReport {
    const { conversation } = this.#tools;
    if (this.#spoken) void conversation?.show(this.#view(outcome), this.#memory());
    const { prompt } = this.#errand;
    return {
      outcome,
      prompt,
      jobId: this.jobId,
      job: this.#known.job,
      prLink: this.#known.prLink,
      elapsedMs: this.#tookMs(),
    };
  }

  /** Says that the prompt was heard, recalls what the thread knows, and makes a task of both. */
  async #prepare(): Promise<Resolved> {
    const { conversation, service, signal, facts, log } = this.#tools;
    const errand = this.#errand;
    const options = { signal, deadline: this.#deadline() };
    // A first attempt at a command has a comment of its own; all others may have one to go on with.
    const ownComment = errand.command && facts.attempt === 1;
    const heard = ownComment ? this.#show() : undefined;
    if (ownComment) void conversation?.react("eyes");
    const forgetful = ownComment && (errand.fresh || errand.jobId !== undefined);
    const [read, context] = await unlessCancelled(
      signal,
      Promise.all([
        forgetful || conversation === undefined ? nothingRecalled : conversation.recall(),
        errand.context(),
        heard,
      ]),
    );
    // An earlier attempt may have made a job that nobody would know of.
    if (read === undefined && facts.attempt > 1)
      throw new UncertainError(
        "create the job",
        "what an earlier attempt did cannot be read from the comments",
      );
    const recalled = read ?? nothingRecalled;
    const earlier = errand.command ? recalled.rerun : recalled.newest;
    if (earlier !== undefined && !ownComment) conversation?.adopt(earlier.comment);
    const begun = begunJob(recalled);
    if (begun) await this.#resume(begun);
    const wish = { prompt: withContext(errand.prompt, context), jobId: errand.jobId, fresh: errand.fresh };
    const resolved = await resolve(wish, recalled, service, options);
    this.jobId = resolved.task.kind === "create" ? undefined : resolved.task.jobId;
    this.#sent = resolved.takenUp;
    if (resolved.takenUp) {
      log.info(`An earlier attempt of this run has begun job ${this.jobId}; taking it up again.`);
      this.#notes.push(say`This attempt goes on with the job that an earlier one began.`);
    }
    // What is taken up has been shown already.
    if (!ownComment && !resolved.takenUp) await this.#announce();
    if (!ownComment && errand.command) void conversation?.react("eyes");
    return resolved;
  }

  /** Shows what is about to be sent as if it were: should the run be lost now, a re-run must not send it again. */
  async #announce(): Promise<void> {
    this.#sent = true;
    try {
      await unlessCancelled(this.#tools.signal, this.#show());
    } finally {
      this.#sent = false;
    }
  }

  /** Whatever comes, the job that an earlier attempt began is not lost again. */
  async #resume(jobId: string): Promise<void> {
    this.jobId = jobId;
    this.#sent = true;
    this.#tools.setOutput("jobId", jobId);
    await unlessCancelled(this.#tools.signal, this.#show());
  }

  async #carryOut(task: Task, remembered: boolean): Promise<Outcome> {
    const { service, clock, log, signal } = this.#tools;
    log.info(opening(task));
    const accepted = await this.#submit(task, remembered);
    this.#acceptedAt = clock.now();
    this.#watched = task.kind === "watch";
    this.jobId = accepted.jobId;
    // Before anything else: should the process die now, the post step must know the job.
    this.#tools.conversation?.note(this.#view(undefined), this.#memory());
    this.#tools.setOutput("jobId", accepted.jobId);
    if (accepted.job !== undefined) {
      this.#known.take(accepted.job);
      log.info(`The service accepted it: job ${accepted.jobId} is ${accepted.job.status}.`);
    }
    void this.#show();
    if (!this.#inputs.wait) return await this.#lookOnce(task, accepted.jobId);
    const ending = await follow({
      service,
      clock,
      log,
      signal,
      jobId: accepted.jobId,
      acceptedAt: this.#acceptedAt,
      watch: task.kind === "watch",
      timeoutMs: this.#timeoutMs(),
      intervalMs: seconds(this.#inputs["poll-interval-seconds"]),
      staleFinal: accepted.staleFinal,
      onJob: (job) => this.#known.take(job),
    });
    return endingOutcome(ending, {
      jobId: accepted.jobId,
      prLink: this.#known.prLink,
      elapsedMs: this.#elapsedMs() ?? 0,
      inThread: this.inThread,
    });
  }

  /** Sends the request; a remembered job that takes no more messages is replaced by a new one. */
  async #submit(task: Task, remembered: boolean): Promise<Accepted> {
    const { log } = this.#tools;
    try {
      return await this.#send(task);
    } catch (error) {
      if (!isClosed(error) || !remembered || task.kind !== "message") throw error;
      log.info(`Job ${task.jobId} takes no more messages (HTTP ${error.status}); creating a new one.`);
      this.#notes.push(say`The thread's earlier job takes no more messages, so this is a new one.`);
      this.jobId = undefined;
      return await this.#send({ kind: "create", prompt: task.prompt });
    }
  }

  /** Sends a request once, so that a re-run knows whether it may have been taken. */
  async #send(task: Task): Promise<Accepted> {
    const { service, signal, conversation } = this.#tools;
    this.#sent = true;
    conversation?.note(this.#view(undefined), this.#memory());
    try {
      return await submit(task, service, { signal, deadline: this.#deadline() });
    } catch (error) {
      this.#sent = error instanceof UncertainError || (error instanceof CancelledError && error.maybeTaken);
      throw error;
    }
  }

  /** Everything of a run but the request that would change something. */
  async #rehearse(task: Exclude<Task, { kind: "watch" }>, remembered: boolean): Promise<Outcome> {
    const { service, signal } = this.#tools;
    const where = { origin: this.#inputs["base-url"].origin, project: this.#inputs["project-id"] ?? "" };
    if (task.kind === "create") return dryRunOutcome(task, where);
    try {
      this.#known.take(await service.getJob(task.jobId, { signal, deadline: this.#deadline() }));
    } catch (error) {
      if (!remembered || !isClosed(error)) throw error;
      return dryRunOutcome({ kind: "create", prompt: task.prompt }, where);
    }
    return dryRunOutcome(task, where);
  }

  /** `wait: false`: what was sent is accepted; a job that is only watched is looked at a single time. */
  async #lookOnce(task: Task, jobId: string): Promise<Outcome> {
    const { service, signal } = this.#tools;
    if (task.kind === "watch") {
      const job = await service.getJob(jobId, { signal, deadline: this.#deadline() });
      this.#known.take(job);
      if (isFinal(job.status))
        return endingOutcome(
          { kind: "final", job },
          { jobId, prLink: this.#known.prLink, elapsedMs: 0, inThread: this.inThread },
        );
    }
    return startedOutcome(jobId, task);
  }

  #show(): Promise<void> {
    this.#spoken = true;
    return this.#tools.conversation?.show(this.#view(undefined), this.#memory()) ?? Promise.resolve();
  }

  #memory(): JobMemory {
    return { job: this.jobId ?? "", sent: this.#sent };
  }

  #view(outcome: Outcome | undefined): StatusView {
    return {
      outcome,
      prompt: this.#errand.prompt,
      jobId: this.jobId,
      repository: this.#known.job?.source?.repository,
      elapsedMs: this.#tookMs(),
      notes: this.#notes,
      runUrl: this.#tools.facts.runUrl,
      triggerPhrase: this.#errand.command ? this.#inputs["trigger-phrase"] : undefined,
    };
  }

  #timeoutMs(): number {
    return this.#inputs["timeout-minutes"] * 60_000;
  }

  #deadline(): number {
    return this.#tools.clock.now() + this.#timeoutMs();
  }

  #tookMs(): number | undefined {
    return this.#watched ? undefined : this.#elapsedMs();
  }

  #elapsedMs(): number | undefined {
    return this.#acceptedAt === undefined ? undefined : this.#tools.clock.now() - this.#acceptedAt;
  }
}

function seconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value * 1000;
}
