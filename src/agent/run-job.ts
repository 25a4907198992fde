import { ActionError } from "../errors.ts";
import type { Inputs } from "../inputs.ts";
import { heartbeat } from "../logger.ts";
import type { Outcome } from "../result.ts";
import { AmbiguousRequestError, CancelledError, StatusError } from "../service/errors.ts";
import { isFinal } from "../service/schemas.ts";
import { formatDuration } from "../text/duration.ts";
import { type Message, message } from "../text/message.ts";
import { abortable } from "./abortable.ts";
import { type ChosenAction, chooseJobAction } from "./choose-action.ts";
import type { StatusCommentModel } from "./comment-template.ts";
import type { AgentDependencies } from "./dependencies.ts";
import type { AgentReport, Errand } from "./errand.ts";
import { interruptedJobId, nothingFound } from "./find-job.ts";
import { JobState } from "./job-state.ts";
import { cancelledOutcome, dryRunOutcome, endingOutcome, errorOutcome, startedOutcome } from "./outcomes.ts";
import { pollJob } from "./poll-job.ts";
import { appendContext } from "./prompt-context.ts";
import type { MarkerState } from "./status-comment.ts";
import { describeAction, type JobAction, type SubmitResult, submit } from "./submit.ts";

/** Carries an errand to its end. Never throws for what service, GitHub or a cancellation do: that is in the outcome. */
export async function runJob(errand: Errand, inputs: Inputs, tools: AgentDependencies): Promise<AgentReport> {
  const run = new AgentRun(errand, inputs, tools);
  const stop = heartbeat(tools.clock, tools.log, () => run.activity());
  let outcome: Outcome;
  try {
    outcome = await run.play();
  } catch (error) {
    if (error instanceof CancelledError) outcome = cancelledOutcome(run, error.mayHaveBeenProcessed);
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
  readonly #notes: Message[] = [];
  readonly #errand: Errand;
  readonly #inputs: Inputs;
  readonly #tools: AgentDependencies;
  readonly #known: JobState;

  constructor(errand: Errand, inputs: Inputs, tools: AgentDependencies) {
    this.#known = new JobState(tools);
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
    const { action, fromThread } = await this.#prepare();
    if (action.kind !== "watch") setOutput("prompt", action.prompt);
    if (action.kind !== "watch" && this.#inputs["dry-run"]) return await this.#rehearse(action, fromThread);
    return await this.#carryOut(action, fromThread);
  }

  /** True when a comment of ours remembers the job. */
  get inThread(): boolean {
    return this.#tools.statusComment?.exists === true;
  }

  /** What is going on, for a log that has been silent. */
  activity(): string {
    const elapsedMs = this.#elapsedMs();
    if (elapsedMs === undefined) return "Waiting for an answer …";
    return `${formatDuration(elapsedMs)}: the job's status is ${this.#known.job?.status ?? "not known yet"}.`;
  }

  /** Shows the outcome in the thread, without waiting for it, and gathers what is known. */
  end(outcome: Outcome): AgentReport {
    const { statusComment } = this.#tools;
    if (this.#spoken) void statusComment?.update(this.#view(outcome), this.#memory());
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
  async #prepare(): Promise<ChosenAction> {
    const { statusComment, service, signal, runContext, log } = this.#tools;
    const errand = this.#errand;
    const options = { signal, deadline: this.#deadline() };
    // A first attempt at a command has a comment of its own; all others may have one to go on with.
    const ownComment = errand.command && runContext.attempt === 1;
    const heard = ownComment ? this.#show() : undefined;
    if (ownComment) void statusComment?.react("eyes");
    const forgetful = ownComment && (errand.fresh || errand.jobId !== undefined);
    const [read, context] = await abortable(
      signal,
      Promise.all([
        forgetful || statusComment === undefined ? nothingFound : statusComment.findJob(),
        errand.context(),
        heard,
      ]),
    );
    // An earlier attempt may have made a job that nobody would know of.
    if (read === undefined && runContext.attempt > 1)
      throw new AmbiguousRequestError(
        "create the job",
        "what an earlier attempt did cannot be read from the comments",
      );
    const recalled = read ?? nothingFound;
    const earlier = errand.command ? recalled.rerun : recalled.newest;
    if (earlier !== undefined && !ownComment) statusComment?.useExisting(earlier.comment);
    const begun = interruptedJobId(recalled);
    if (begun) await this.#resume(begun);
    const wish = { prompt: appendContext(errand.prompt, context), jobId: errand.jobId, fresh: errand.fresh };
    const resolved = await chooseJobAction(wish, recalled, service, options);
    this.jobId = resolved.action.kind === "create" ? undefined : resolved.action.jobId;
    this.#sent = resolved.resumed;
    if (resolved.resumed) {
      log.info(`An earlier attempt of this run has begun job ${this.jobId}; taking it up again.`);
      this.#notes.push(message`This attempt goes on with the job that an earlier one began.`);
    }
    // What is taken up has been shown already.
    if (!ownComment && !resolved.resumed) await this.#announce();
    if (!ownComment && errand.command) void statusComment?.react("eyes");
    return resolved;
  }

  /** Shows what is about to be sent as if it were: should the run be lost now, a re-run must not send it again. */
  async #announce(): Promise<void> {
    this.#sent = true;
    try {
      await abortable(this.#tools.signal, this.#show());
    } finally {
      this.#sent = false;
    }
  }

  /** Whatever comes, the job that an earlier attempt began is not lost again. */
  async #resume(jobId: string): Promise<void> {
    this.jobId = jobId;
    this.#sent = true;
    this.#tools.setOutput("jobId", jobId);
    await abortable(this.#tools.signal, this.#show());
  }

  async #carryOut(task: JobAction, remembered: boolean): Promise<Outcome> {
    const { service, clock, log, signal } = this.#tools;
    log.info(describeAction(task));
    const accepted = await this.#submit(task, remembered);
    this.#acceptedAt = clock.now();
    this.#watched = task.kind === "watch";
    this.jobId = accepted.jobId;
    // Before anything else: should the process die now, the post step must know the job.
    this.#tools.statusComment?.savePostState(this.#view(undefined), this.#memory());
    this.#tools.setOutput("jobId", accepted.jobId);
    if (accepted.job !== undefined) {
      this.#known.update(accepted.job);
      log.info(`The service accepted it: job ${accepted.jobId} is ${accepted.job.status}.`);
    }
    void this.#show();
    if (!this.#inputs.wait) return await this.#lookOnce(task, accepted.jobId);
    const ending = await pollJob({
      service,
      clock,
      log,
      signal,
      jobId: accepted.jobId,
      acceptedAt: this.#acceptedAt,
      watch: task.kind === "watch",
      timeoutMs: this.#timeoutMs(),
      intervalMs: seconds(this.#inputs["poll-interval-seconds"]),
      possiblyStale: accepted.possiblyStale,
      onJob: (job) => this.#known.update(job),
    });
    return endingOutcome(ending, {
      jobId: accepted.jobId,
      prLink: this.#known.prLink,
      elapsedMs: this.#elapsedMs() ?? 0,
      inThread: this.inThread,
    });
  }

  /** Sends the request; a remembered job that takes no more messages is replaced by a new one. */
  async #submit(task: JobAction, remembered: boolean): Promise<SubmitResult> {
    const { log } = this.#tools;
    try {
      return await this.#send(task);
    } catch (error) {
      if (!isClosed(error) || !remembered || task.kind !== "message") throw error;
      log.info(`Job ${task.jobId} takes no more messages (HTTP ${error.status}); creating a new one.`);
      this.#notes.push(message`The thread's earlier job takes no more messages, so this is a new one.`);
      this.jobId = undefined;
      return await this.#send({ kind: "create", prompt: task.prompt });
    }
  }

  /** Sends a request once, so that a re-run knows whether it may have been taken. */
  async #send(task: JobAction): Promise<SubmitResult> {
    const { service, signal, statusComment } = this.#tools;
    this.#sent = true;
    statusComment?.savePostState(this.#view(undefined), this.#memory());
    try {
      return await submit(task, service, { signal, deadline: this.#deadline() });
    } catch (error) {
      this.#sent =
        error instanceof AmbiguousRequestError ||
        (error instanceof CancelledError && error.mayHaveBeenProcessed);
      throw error;
    }
  }

  /** Everything of a run but the request that would change something. */
  async #rehearse(task: Exclude<JobAction, { kind: "watch" }>, remembered: boolean): Promise<Outcome> {
    const { service, signal } = this.#tools;
    const where = { origin: this.#inputs["base-url"].origin, project: this.#inputs["project-id"] ?? "" };
    if (task.kind === "create") return dryRunOutcome(task, where);
    try {
      this.#known.update(await service.getJob(task.jobId, { signal, deadline: this.#deadline() }));
    } catch (error) {
      if (!remembered || !isClosed(error)) throw error;
      return dryRunOutcome({ kind: "create", prompt: task.prompt }, where);
    }
    return dryRunOutcome(task, where);
  }

  /** `wait: false`: what was sent is accepted; a job that is only watched is looked at a single time. */
  async #lookOnce(task: JobAction, jobId: string): Promise<Outcome> {
    const { service, signal } = this.#tools;
    if (task.kind === "watch") {
      const job = await service.getJob(jobId, { signal, deadline: this.#deadline() });
      this.#known.update(job);
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
    return this.#tools.statusComment?.update(this.#view(undefined), this.#memory()) ?? Promise.resolve();
  }

  #memory(): MarkerState {
    return { job: this.jobId ?? "", sent: this.#sent };
  }

  #view(outcome: Outcome | undefined): StatusCommentModel {
    return {
      outcome,
      prompt: this.#errand.prompt,
      jobId: this.jobId,
      repository: this.#known.job?.source?.repository,
      elapsedMs: this.#tookMs(),
      notes: this.#notes,
      runUrl: this.#tools.runContext.runUrl,
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
