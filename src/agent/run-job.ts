import { ActionError } from "../errors.ts";
import type { TriggerText } from "../github/events.ts";
import { heartbeat } from "../logger.ts";
import type { Outcome } from "../result.ts";
import type { CallOptions } from "../service/client.ts";
import { AmbiguousRequestError, CancelledError } from "../service/errors.ts";
import { isFinal } from "../service/schemas.ts";
import { formatDuration } from "../text/duration.ts";
import { abortable } from "./abortable.ts";
import { chooseJobAction } from "./choose-action.ts";
import type { StatusCommentModel } from "./comment-template.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { dependsOnDiff, fetchPromptContext, noContext, type PromptContext } from "./fetch-context.ts";
import { type FoundJobs, interruptedJobId, nothingFound } from "./find-job.ts";
import { JobState } from "./job-state.ts";
import {
  type AgentResult,
  cancelledOutcome,
  dryRunOutcome,
  duplicateOutcome,
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
  readonly #startedAt: number;
  #submission: Submission = { state: "not-sent", jobId: undefined };
  #action: JobAction | undefined;
  #context: PromptContext = noContext;
  /** The pull request that the thread already links; 0 for none. */
  #linkedPr = 0;
  /** Epoch ms; missing until the service accepted the request. */
  #acceptedAt: number | undefined;
  /** True once the status comment shows this run. */
  #hasComment = false;

  constructor(request: PromptRequest | WatchRequest, deps: AgentDependencies) {
    this.#request = request;
    this.#deps = deps;
    this.#job = new JobState(deps);
    this.#startedAt = deps.clock.now();
  }

  get jobId(): string | undefined {
    return this.#submission.jobId;
  }

  async run(): Promise<Outcome> {
    const { log, setOutput, inputs, statusComment, signal } = this.#deps;
    if (this.#request.jobId !== undefined) this.#useJob(this.#request.jobId);
    this.#logPrompt();
    const needsDiff = this.#request.kind === "prompt" && dependsOnDiff(this.#request, inputs);
    const known = needsDiff ? await this.#findEarlierAttempt() : undefined;
    // The changed files decide what this attempt sends, not what becomes of a request that an earlier one has sent.
    const wasSent = known !== undefined && interruptedJobId(known) !== undefined;
    // Nothing is announced before it is known whether there is anything to send.
    const early = needsDiff && !wasSent ? await abortable(signal, this.#fetchContext()) : undefined;
    if (early?.skipped !== undefined) return early.skipped;
    const [found, context] = await abortable(
      signal,
      Promise.all([this.#openThread(known), early ?? (wasSent ? noContext : this.#fetchContext())]),
    );
    if (found.duplicate) {
      void statusComment.remove();
      this.#hasComment = false;
      return duplicateOutcome();
    }
    this.#context = context;
    const action = await this.#chooseAction(found);
    if (action.kind === "watch") {
      if (action.resumed)
        log.info(`An earlier attempt of this run started job ${action.jobId}. Waiting for it.`);
    } else {
      // The job of the earlier attempt is over, so this attempt sends a request after all.
      if (wasSent) this.#context = await abortable(signal, this.#fetchContext());
      if (this.#context.skipped !== undefined) return this.#context.skipped;
      setOutput("prompt", this.#withContext(action).prompt);
      if (inputs["dry-run"]) return dryRunOutcome(action, this.#target());
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
    const isAccepted = this.jobId !== undefined && this.#submission.state === "accepted";
    const resume = isAccepted ? this.#resumeOptions(this.jobId) : undefined;
    return cancelledOutcome(resume, error.mayHaveBeenProcessed);
  }

  /** Shows the outcome in the thread, without waiting for it, and returns what is known. */
  finish(outcome: Outcome): AgentResult {
    const { statusComment } = this.#deps;
    const job = { prLink: this.#job.prLink, createdAt: this.#job.job?.createdAt };
    const target = outcome.result === "pull-request" ? statusComment.findLinkTarget(job) : undefined;
    const isNewLink = target !== undefined && target.link.number !== this.#linkedPr;
    // The thread's marker remembers the link, so that no later run writes it again.
    if (isNewLink) this.#linkedPr = target.link.number;
    if (this.#hasComment) void this.#showStatus(outcome);
    if (isNewLink) void statusComment.linkPullRequest(target, this.#markerState());
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

  /** What starts a command; missing for runs that a workflow started. */
  get #triggerPhrase(): string | undefined {
    return this.#request.trigger === undefined ? undefined : this.#deps.inputs["trigger-phrase"];
  }

  /** True when this run is the first to reply: it has a comment of its own and no earlier attempt. */
  get #isFirstReply(): boolean {
    const { statusComment, runContext } = this.#deps;
    return statusComment.isOwn && runContext.attempt === 1;
  }

  #logPrompt(): void {
    const { log } = this.#deps;
    const prompt = this.#prompt;
    if (prompt === "") return;
    const title = `Prompt (${prompt.length} ${prompt.length === 1 ? "character" : "characters"})`;
    log.group(title, () => log.info(prompt));
  }

  /** What an earlier attempt of this run left in the thread; missing on a first attempt. */
  async #findEarlierAttempt(): Promise<FoundJobs | undefined> {
    const { runContext, statusComment, signal } = this.#deps;
    return runContext.attempt === 1 ? undefined : await abortable(signal, statusComment.findJob());
  }

  /**
   * Replies at once where the comment is this run's own, and reads what the thread's comments say of earlier jobs,
   * unless that is `known`.
   */
  async #openThread(known: FoundJobs | undefined): Promise<FoundJobs> {
    const { statusComment, runContext, signal, inputs } = this.#deps;
    const isFirstReply = this.#isFirstReply;
    const shown = isFirstReply ? this.#showStatus() : undefined;
    if (isFirstReply) void statusComment.react("eyes");
    const [found] = await abortable(signal, Promise.all([known ?? statusComment.findJob(), shown]));
    // An earlier attempt may have created a job that is not known here.
    const sends = this.#request.kind === "prompt" && !inputs["dry-run"];
    if (found === undefined && runContext.attempt > 1 && sends)
      throw new AmbiguousRequestError(
        "create the job",
        "what an earlier attempt did cannot be read from the comments",
      );
    if (found === undefined || isFirstReply) return found ?? nothingFound;
    await this.#continueComment(found);
    return found;
  }

  /** Continues the comment of an earlier run, and keeps the job in it that an earlier attempt started. */
  async #continueComment(found: FoundJobs): Promise<void> {
    const { statusComment, signal } = this.#deps;
    const earlier = statusComment.isOwn ? found.rerun?.comment : found.comment;
    if (earlier !== undefined) statusComment.useExisting(earlier);
    // The comment of an earlier attempt still says that it is working, so it must show how this attempt ends.
    if (found.rerun !== undefined) this.#hasComment = true;
    const interrupted = interruptedJobId(found);
    // The comment must keep saying so, or the next re-run would send the request again.
    if (interrupted === "") this.#submission = { state: "unknown", jobId: undefined };
    if (!interrupted) return;
    this.#useJob(interrupted, "accepted");
    this.#action = { kind: "watch", jobId: interrupted, resumed: true };
    await abortable(signal, this.#showStatus());
  }

  async #chooseAction(found: FoundJobs): Promise<JobAction> {
    const { statusComment, service, github, runContext } = this.#deps;
    const request = this.#request;
    this.#linkedPr = found.latest?.marker.linkedPr ?? 0;
    const action =
      request.kind === "watch"
        ? ({ kind: "watch", jobId: request.jobId, resumed: false } as const)
        : await chooseJobAction(request, found, {
            ...{ service, github, serverUrl: runContext.serverUrl },
            callOptions: this.#callOptions(),
          });
    const isResumed = action.kind === "watch" && action.resumed;
    this.#action = action;
    this.#submission = {
      state: isResumed ? "accepted" : "not-sent",
      jobId: action.kind === "create" ? undefined : action.jobId,
    };
    // A first reply says already that a request may have been sent, and a resumed job is shown.
    if (!this.#isFirstReply && !isResumed) await this.#announce();
    if (!this.#isFirstReply) void statusComment.react("eyes");
    return action;
  }

  #fetchContext(): Promise<PromptContext> {
    const request = this.#request;
    return request.kind === "prompt" ? fetchPromptContext(request, this.#deps) : Promise.resolve(noContext);
  }

  /** What is sent: a new job gets more context than a follow-up. */
  #withContext<A extends Exclude<JobAction, { kind: "watch" }>>(action: A): A {
    return { ...action, prompt: appendContext(action.prompt, this.#context[action.kind]) };
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
    const { service, log, setOutput } = this.#deps;
    const send = (next: JobAction) =>
      submit(
        next.kind === "watch" ? next : this.#withContext(next),
        service,
        this.#callOptions(),
        (submission) => {
          this.#submission = submission;
          // The process may be killed at any time; the post step must know what was sent.
          this.#deps.statusComment.savePostState(this.#commentModel(), this.#markerState());
        },
      );
    try {
      return await send(action);
    } catch (error) {
      if (action.kind !== "message" || !action.fromThread || !isJobClosed(error)) throw error;
      log.info(`Job ${action.jobId} accepts no more messages (HTTP ${error.status}). Creating a new one.`);
      const { prompt, prLink } = action;
      const replacement = { kind: "create", prompt, replaces: { reason: "refused", prLink } } as const;
      setOutput("prompt", this.#withContext(replacement).prompt);
      this.#action = replacement;
      this.#submission = { state: "not-sent", jobId: undefined };
      // The comment forgets the old job first. A run that is lost from here on leaves an unknown request, not a
      // re-run that would find the old job closed and create a second new one.
      await this.#announce();
      return await send(replacement);
    }
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
    return {
      job: this.jobId ?? "",
      state: this.#submission.state,
      prLink: this.#job.prLink ?? (this.#action?.kind === "message" ? this.#action.prLink : ""),
      linkedPr: this.#linkedPr,
    };
  }

  #commentModel(outcome?: Outcome): StatusCommentModel {
    const { runContext, inputs } = this.#deps;
    const { trigger } = this.#request;
    const action = this.#action;
    return {
      outcome,
      prompt: this.#prompt,
      jobId: this.jobId,
      state: this.#submission.state,
      prLink: this.#job.prLink,
      isFollowUp: action?.kind === "message",
      interrupts: action?.kind === "message" && action.interrupts,
      replaces: action?.kind === "create" ? action.replaces : undefined,
      interrupted: false,
      startedAt: action?.kind === "watch" ? undefined : this.#startedAt,
      elapsedMs: this.#durationMs(),
      timeoutMs: this.#timeoutMs(),
      runUrl: runContext.runUrl,
      triggerPhrase: this.#triggerPhrase,
      mention: inputs.mention ? mentionable(trigger) : undefined,
    };
  }

  #resumeOptions(jobId: string): ResumeOptions {
    return { jobId, inThread: this.#deps.statusComment.exists, triggerPhrase: this.#triggerPhrase };
  }

  #target(): { origin: string; project: string } {
    const { inputs } = this.#deps;
    return { origin: inputs["base-url"].origin, project: inputs["project-id"] ?? "" };
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
    return this.#action?.kind === "watch" ? undefined : this.#elapsedMs();
  }

  #elapsedMs(): number | undefined {
    return this.#acceptedAt === undefined ? undefined : this.#deps.clock.now() - this.#acceptedAt;
  }
}

/** The login of a person that a comment can mention. */
function mentionable(trigger: TriggerText | undefined): string | undefined {
  if (trigger?.author === undefined || trigger.authorIsBot) return undefined;
  return /^[a-z\d-]{1,39}$/i.test(trigger.author) ? trigger.author : undefined;
}
