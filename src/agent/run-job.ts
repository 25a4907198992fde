import { ActionError } from "../errors.ts";
import { heartbeat } from "../logger.ts";
import type { Outcome } from "../result.ts";
import type { CallOptions } from "../service/client.ts";
import { AmbiguousRequestError, CancelledError } from "../service/errors.ts";
import { isFinal } from "../service/schemas.ts";
import { formatDuration } from "../text/duration.ts";
import { type Message, message } from "../text/message.ts";
import { abortable } from "./abortable.ts";
import { chooseJobAction } from "./choose-action.ts";
import type { StatusCommentModel } from "./comment-template.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { fetchPromptContext } from "./fetch-context.ts";
import { type FoundJobs, interruptedJobId, nothingFound } from "./find-job.ts";
import { JobState } from "./job-state.ts";
import {
  type AgentResult,
  cancelledOutcome,
  dryRunOutcome,
  errorOutcome,
  pollOutcome,
  type ResumeOptions,
  startedOutcome,
} from "./outcomes.ts";
import { pollJob } from "./poll-job.ts";
import { appendContext } from "./prompt-context.ts";
import type { MarkerState } from "./status-comment.ts";
import {
  describeAction,
  isJobClosed,
  type JobAction,
  type Submission,
  type SubmitResult,
  submit,
} from "./submit.ts";
import type { PromptRequest, WatchRequest } from "./trigger.ts";

/** Runs a request to its end. Throws nothing that the service, GitHub or a cancellation cause: that is in the outcome. */
export async function runJob(
  request: PromptRequest | WatchRequest,
  deps: AgentDependencies,
): Promise<AgentResult> {
  const run = new JobRun(request, deps);
  const stop = heartbeat(deps.clock, deps.log, () => run.activity());
  let outcome: Outcome;
  try {
    outcome = await run.run();
  } catch (error) {
    if (error instanceof CancelledError) outcome = run.cancelled(error);
    else if (error instanceof ActionError) outcome = errorOutcome(error, run.jobId);
    else throw error;
  } finally {
    stop();
  }
  return run.finish(outcome);
}

class JobRun {
  readonly #request: PromptRequest | WatchRequest;
  readonly #deps: AgentDependencies;
  readonly #job: JobState;
  readonly #notes: Message[] = [];
  #submission: Submission = { state: "not-sent", jobId: undefined };
  /** Epoch ms; missing until the service accepted the request. */
  #acceptedAt: number | undefined;
  /** True when the job began before this run, so its duration is not known. */
  #watchOnly = false;
  /** True once the status comment shows this run. */
  #hasComment = false;

  constructor(request: PromptRequest | WatchRequest, deps: AgentDependencies) {
    this.#request = request;
    this.#deps = deps;
    this.#job = new JobState(deps);
  }

  get jobId(): string | undefined {
    return this.#submission.jobId;
  }

  async run(): Promise<Outcome> {
    if (this.#request.jobId !== undefined) this.#useJob(this.#request.jobId);
    this.#logPrompt();
    const action = await this.#chooseAction();
    if (action.kind !== "watch") {
      this.#deps.setOutput("prompt", action.prompt);
      if (this.#deps.inputs["dry-run"]) return await this.#dryRun(action);
    }
    return await this.#submitAndPoll(action);
  }

  /** What is happening, for a log that has been silent. */
  activity(): string {
    const elapsedMs = this.#elapsedMs();
    if (elapsedMs === undefined) return "Waiting for a response …";
    return `${formatDuration(elapsedMs)}: the job's status is ${this.#job.job?.status ?? "not known yet"}.`;
  }

  cancelled(error: CancelledError): Outcome {
    const resume = this.jobId === undefined ? undefined : this.#resumeOptions(this.jobId);
    return cancelledOutcome(resume, error.mayHaveBeenProcessed);
  }

  /** Shows the outcome in the thread, without waiting for it, and returns what is known. */
  finish(outcome: Outcome): AgentResult {
    if (this.#hasComment) void this.#showStatus(outcome);
    return {
      outcome,
      prompt: this.#prompt,
      jobId: this.jobId,
      job: this.#job.job,
      prLink: this.#job.prLink,
      elapsedMs: this.#durationMs(),
    };
  }

  get #prompt(): string {
    return this.#request.kind === "prompt" ? this.#request.prompt : "";
  }

  #logPrompt(): void {
    const { log } = this.#deps;
    const prompt = this.#prompt;
    if (prompt === "") return;
    const title = `Prompt (${prompt.length} ${prompt.length === 1 ? "character" : "characters"})`;
    log.group(title, () => log.info(prompt));
  }

  /** Replies to a new command, reads the thread and the context, and decides what to do. */
  async #chooseAction(): Promise<JobAction> {
    const { statusComment, runContext, signal, log } = this.#deps;
    const request = this.#request;
    const isCommand = request.trigger !== undefined;
    // The first attempt at a command gets a comment of its own. Other runs may continue an earlier comment.
    const isFirstReply = isCommand && runContext.attempt === 1;
    const shown = isFirstReply ? this.#showStatus() : undefined;
    if (isFirstReply) void statusComment.react("eyes");
    const context = request.kind === "prompt" ? fetchPromptContext(request, this.#deps) : "";
    const [found, fetched] = await abortable(
      signal,
      Promise.all([this.#findJob(isFirstReply), context, shown]),
    );
    if (!isFirstReply) await this.#continueComment(found, isCommand);

    const action = await this.#toAction(found, fetched);
    const resumed = action.kind === "watch" && action.resumed;
    if (resumed) {
      log.info(`An earlier attempt of this run started job ${action.jobId}. Waiting for it.`);
      this.#notes.push(message`This attempt continues the job of an earlier one.`);
    }
    if (!isFirstReply) {
      // The comment shows a resumed job already.
      if (!resumed) await this.#announce();
      if (isCommand) void statusComment.react("eyes");
    }
    return action;
  }

  /** Looks for the thread's jobs; a first reply that starts a new job or names one needs none of them. */
  async #findJob(isFirstReply: boolean): Promise<FoundJobs> {
    const { statusComment, runContext } = this.#deps;
    const request = this.#request;
    const needsNone = request.jobId !== undefined || (request.kind === "prompt" && request.fresh);
    if (isFirstReply && needsNone) return nothingFound;
    const found = await statusComment.findJob();
    // An earlier attempt may have created a job that is not known here.
    if (found === undefined && runContext.attempt > 1)
      throw new AmbiguousRequestError(
        "create the job",
        "what an earlier attempt did cannot be read from the comments",
      );
    return found ?? nothingFound;
  }

  /** Continues the comment of an earlier run, and keeps the job in it that an earlier attempt started. */
  async #continueComment(found: FoundJobs, isCommand: boolean): Promise<void> {
    const { statusComment, signal } = this.#deps;
    const earlier = isCommand ? found.rerun : found.newest;
    if (earlier !== undefined) statusComment.useExisting(earlier.comment);
    const interrupted = interruptedJobId(found);
    if (!interrupted) return;
    this.#useJob(interrupted, "accepted");
    await abortable(signal, this.#showStatus());
  }

  async #toAction(found: FoundJobs, context: string): Promise<JobAction> {
    const request = this.#request;
    let action: JobAction;
    if (request.kind === "watch") {
      action = { kind: "watch", jobId: request.jobId, resumed: false };
    } else {
      const prompt = appendContext(request.prompt, context);
      const { service } = this.#deps;
      action = await chooseJobAction({ ...request, prompt }, found, service, this.#callOptions());
    }
    this.#submission = {
      state: action.kind === "watch" && action.resumed ? "accepted" : "not-sent",
      jobId: action.kind === "create" ? undefined : action.jobId,
    };
    return action;
  }

  /** Marks the request as sent before it is: a re-run of a run that is lost from here on must not send it again. */
  async #announce(): Promise<void> {
    await abortable(this.#deps.signal, this.#showStatus(undefined, "sent"));
  }

  async #submitAndPoll(action: JobAction): Promise<Outcome> {
    const { inputs, service, clock, log, signal, setOutput } = this.#deps;
    log.info(describeAction(action));
    const accepted = await this.#submit(action);
    const { jobId } = accepted;
    const acceptedAt = clock.now();
    this.#acceptedAt = acceptedAt;
    this.#watchOnly = action.kind === "watch";
    setOutput("jobId", jobId);
    if (accepted.job !== undefined) {
      this.#job.update(accepted.job);
      log.info(`The service accepted the request: job ${jobId} is ${accepted.job.status}.`);
    }
    void this.#showStatus();
    if (!inputs.wait) return await this.#checkOnce(action, jobId);
    const interval = inputs["poll-interval-seconds"];
    const poll = await pollJob({
      ...{ service, clock, log, signal, jobId, acceptedAt },
      watch: action.kind === "watch",
      timeoutMs: this.#timeoutMs(),
      intervalMs: interval === undefined ? undefined : interval * 1000,
      possiblyStale: accepted.possiblyStale,
      onJob: (job) => this.#job.update(job),
    });
    return pollOutcome(poll, this.#job.prLink, this.#elapsedMs() ?? 0, this.#resumeOptions(jobId));
  }

  /** Sends the request. A new job replaces a job of the thread that accepts no more messages. */
  async #submit(action: JobAction): Promise<SubmitResult> {
    const { service, log } = this.#deps;
    const send = (next: JobAction) =>
      submit(next, service, this.#callOptions(), (submission) => {
        this.#submission = submission;
        // The process may be killed at any time; the post step must know what was sent.
        this.#deps.statusComment.savePostState(this.#commentModel(), this.#markerState());
      });
    try {
      return await send(action);
    } catch (error) {
      if (action.kind !== "message" || !action.fromThread || !isJobClosed(error)) throw error;
      log.info(`Job ${action.jobId} accepts no more messages (HTTP ${error.status}). Creating a new one.`);
      this.#notes.push(
        message`This is a new job, because the thread's earlier one accepts no more messages.`,
      );
      return await send({ kind: "create", prompt: action.prompt });
    }
  }

  /** Does all that a run does, except for the request that would change something. */
  async #dryRun(action: Exclude<JobAction, { kind: "watch" }>): Promise<Outcome> {
    const { inputs, service } = this.#deps;
    const target = { origin: inputs["base-url"].origin, project: inputs["project-id"] ?? "" };
    if (action.kind === "create") return dryRunOutcome(action, target);
    try {
      this.#job.update(await service.getJob(action.jobId, this.#callOptions()));
    } catch (error) {
      if (!action.fromThread || !isJobClosed(error)) throw error;
      return dryRunOutcome({ kind: "create", prompt: action.prompt }, target);
    }
    return dryRunOutcome(action, target);
  }

  /** `wait: false`: a request ends when it is accepted; a job that is only watched is read once. */
  async #checkOnce(action: JobAction, jobId: string): Promise<Outcome> {
    if (action.kind === "watch") {
      const job = await this.#deps.service.getJob(jobId, this.#callOptions());
      this.#job.update(job);
      if (isFinal(job.status))
        return pollOutcome({ kind: "final", job }, this.#job.prLink, 0, this.#resumeOptions(jobId));
    }
    return startedOutcome(jobId, action);
  }

  /** Names the job in the outputs as soon as it is known. */
  #useJob(jobId: string, state: Submission["state"] = "not-sent"): void {
    this.#submission = { state, jobId };
    this.#deps.setOutput("jobId", jobId);
  }

  #showStatus(outcome?: Outcome, state = this.#submission.state): Promise<void> {
    this.#hasComment = true;
    return this.#deps.statusComment.update(this.#commentModel(outcome), { ...this.#markerState(), state });
  }

  #markerState(): MarkerState {
    return { job: this.jobId ?? "", state: this.#submission.state };
  }

  #commentModel(outcome?: Outcome): StatusCommentModel {
    const { runContext, inputs } = this.#deps;
    return {
      outcome,
      prompt: this.#prompt,
      jobId: this.jobId,
      repository: this.#job.job?.source?.repository,
      elapsedMs: this.#durationMs(),
      notes: this.#notes,
      runUrl: runContext.runUrl,
      triggerPhrase: this.#request.trigger === undefined ? undefined : inputs["trigger-phrase"],
    };
  }

  #resumeOptions(jobId: string): ResumeOptions {
    return {
      jobId,
      inThread: this.#deps.statusComment.exists,
      triggerPhrase: this.#request.trigger === undefined ? undefined : this.#deps.inputs["trigger-phrase"],
    };
  }

  #callOptions(): CallOptions {
    const { signal, clock } = this.#deps;
    return { signal, deadline: clock.now() + this.#timeoutMs() };
  }

  #timeoutMs(): number {
    return this.#deps.inputs["timeout-minutes"] * 60_000;
  }

  /** How long the request took; not known of a job that this run only watched. */
  #durationMs(): number | undefined {
    return this.#watchOnly ? undefined : this.#elapsedMs();
  }

  #elapsedMs(): number | undefined {
    return this.#acceptedAt === undefined ? undefined : this.#deps.clock.now() - this.#acceptedAt;
  }
}
