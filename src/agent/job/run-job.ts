import { ActionError, errorOutcome } from "../../errors.ts";
import type { Outcome } from "../../result.ts";
import { heartbeat } from "../../runner/logger.ts";
import { AmbiguousRequestError, CancelledError } from "../../service/errors.ts";
import { plural } from "../../text/words.ts";
import type { PromptRequest, WatchRequest } from "../command/find-request.ts";
import { dependsOnDiff, fetchPromptContext, noContext, type PromptContext } from "../context.ts";
import { appendContext } from "../context-text.ts";
import type { AgentDependencies } from "../dependencies.ts";
import {
  type AgentResult,
  cancelledOutcome,
  dryRunOutcome,
  duplicateOutcome,
  endedOutcome,
  lostRequest,
  notAnnounced,
  pollOutcome,
  startedOutcome,
  withJob,
} from "../outcomes.ts";
import { findDocsPull } from "../thread/docs-pull-comment.ts";
import { emptyThread } from "../thread/read-thread.ts";
import { type AcceptedState, type EndedState, endResults } from "../thread/request-state.ts";
import { abortable } from "./abortable.ts";
import {
  type Attempt,
  acceptedAt,
  activity,
  callOptions,
  elapsedMs,
  jobIdOfAttempt,
  promptOf,
  resumeOptions,
  timeoutMs,
  tookMs,
  updateOf,
} from "./attempt.ts";
import { decide, type JobAction, jobToRead, type SendAction } from "./decide.ts";
import { JobOutputs } from "./job-outputs.ts";
import { checkJob, pollJob } from "./poll-job.ts";
import { isNotFound, mayNotBeThereYet, readJob, readJobFacts } from "./read-job.ts";
import { isJobClosed, submit } from "./submit.ts";

/** What is known before anything is decided. */
type Opening = {
  /** Missing where it was not needed yet. */
  context: PromptContext | undefined;
  /** True when this run replied while it read the thread. GitHub may have refused that reply, which is not tried again. */
  replied: boolean;
};

/** Runs a request to its end. Never throws: an error, a cancellation or a bug of ours becomes the outcome. */
export async function runJob(
  request: PromptRequest | WatchRequest,
  deps: AgentDependencies,
): Promise<AgentResult> {
  const attempt: Attempt = {
    request,
    deps,
    outputs: new JobOutputs(deps),
    startedAt: deps.clock.now(),
    state: { kind: "not-sent" },
    action: undefined,
    memory: emptyThread,
    isShown: false,
  };
  const stop = heartbeat(deps.clock, deps.log, () => activity(attempt));
  try {
    return finish(await carryOut(attempt), attempt);
  } catch (error) {
    return finish(outcomeOf(error, attempt), attempt);
  } finally {
    stop();
  }
}

/** Read and reply, decide, and then what was decided. */
async function carryOut(attempt: Attempt): Promise<Outcome> {
  const { request, deps } = attempt;
  const { statusComment, signal } = deps;
  if (request.jobId !== undefined) deps.setOutput("jobId", request.jobId);
  logPrompt(attempt);
  const opening = await readAndReply(attempt);
  if (opening.context?.skipped !== undefined) return opening.context.skipped;
  const { memory } = attempt;
  const [facts, taken] = await abortable(
    signal,
    Promise.all([
      readJobFacts(jobToRead(request, memory), {
        ...deps,
        serverUrl: deps.runContext.serverUrl,
        callOptions: callOptions(deps),
      }),
      // If this run has replied, other runs see the reply now, and this run must look for theirs.
      opening.replied ? statusComment.seesOtherNow(memory) : memory.rivals.length > 0,
    ]),
  );
  const decision = decide(request, memory, taken, facts);
  switch (decision.kind) {
    case "duplicate":
      return duplicateOutcome();
    case "uncertain":
      attempt.state = { kind: "sent", to: decision.to };
      throw lostRequest(decision.to);
    case "report-again":
      return await reportAgain(decision.end, attempt);
    case "watch":
      return await watch(decision, attempt);
    default:
      return await send(decision, opening, attempt);
  }
}

/**
 * Reads what the thread and the earlier attempts know. A first attempt with a comment of its own replies at the same
 * time. It reads the changed files at the same time, too; with `diff-paths` it reads them before, because they decide
 * whether there is a request at all.
 */
async function readAndReply(attempt: Attempt): Promise<Opening> {
  const { request, deps } = attempt;
  const { statusComment, signal, inputs } = deps;
  const isFirst = deps.runContext.attempt === 1;
  const sends = request.kind === "prompt" && !inputs["dry-run"];
  const needsDiff = request.kind === "prompt" && dependsOnDiff(request, inputs);
  const early = isFirst && needsDiff ? await abortable(signal, fetchContext(attempt)) : undefined;
  if (early?.skipped !== undefined) return { context: early, replied: false };
  const repliesFirst = isFirst && statusComment.isOwn;
  const [memory, context] = await abortable(
    signal,
    Promise.all([
      statusComment.recall(),
      // A re-run may have nothing to send, so it reads the context only when it does.
      early ?? (isFirst ? fetchContext(attempt) : undefined),
      repliesFirst && reply(attempt),
    ]),
  );
  // The comments may name a job that an earlier attempt created; without them, do not send again.
  if (memory === undefined && !isFirst && sends)
    throw new AmbiguousRequestError(
      "create the job",
      "what an earlier attempt did cannot be read from the comments",
    );
  attempt.memory = memory ?? emptyThread;
  if (!repliesFirst) statusComment.adopt(attempt.memory);
  // The comment of an earlier attempt still says that it is working, so it must show how this attempt ends.
  if (attempt.memory.hasTrace) attempt.isShown = true;
  return { context, replied: repliesFirst };
}

/** The first reply to a command. */
function reply(attempt: Attempt): Promise<boolean> {
  const announced = markAsSent(attempt);
  attempt.deps.statusComment.react("eyes");
  return announced;
}

/** Marks the request as sent before it is: a re-run of a run that is lost from here on must not send it again. */
function markAsSent(attempt: Attempt): Promise<boolean> {
  attempt.isShown = true;
  const { action, deps } = attempt;
  return deps.statusComment.announce(
    updateOf(attempt),
    action?.kind === "message" ? action.jobId : undefined,
  );
}

/** Creates a job or sends a follow-up, once, and follows the job. */
async function send(action: SendAction, opening: Opening, attempt: Attempt): Promise<Outcome> {
  const { deps } = attempt;
  const { statusComment, signal, inputs, setOutput, runContext } = deps;
  const context = opening.context ?? (await abortable(signal, fetchContext(attempt)));
  if (context.skipped !== undefined) return context.skipped;
  attempt.action = action;
  const prompt = promptFor(action, context, attempt);
  setOutput("prompt", prompt);
  if (inputs["dry-run"]) {
    deps.log.group(`What would be sent (${plural(prompt.length, "character")})`, () => deps.log.info(prompt));
    return dryRunOutcome(action, targetOf(deps));
  }
  if (!opening.replied) {
    const announced = await abortable(signal, reply(attempt));
    if (!announced && statusComment.writes && runContext.attempt > 1)
      throw notAnnounced(attempt.memory.hasTrace);
    if (await abortable(signal, statusComment.seesOtherNow(attempt.memory))) return duplicateOutcome();
  }
  const { jobId, mayBeStale } = await post(action, context, attempt);
  if (!inputs.wait) return startedOutcome(jobId, attempt.action.kind);
  return await follow({ jobId, mayBeStale, atOnce: false, startedAt: deps.clock.now() }, attempt);
}

/** Sends the request. A new job replaces a job of the thread that accepts no more messages. */
async function post(
  action: SendAction,
  context: PromptContext,
  attempt: Attempt,
): Promise<{ jobId: string; mayBeStale: boolean }> {
  const { log, setOutput, statusComment, clock, signal } = attempt.deps;
  const submitTo = (next: SendAction) => {
    log.info(next.kind === "create" ? "Creating a job …" : `Sending a follow-up to job ${next.jobId} …`);
    const deps = { service: attempt.deps.service, now: () => clock.now() };
    return submit(next, promptFor(next, context, attempt), deps, callOptions(attempt.deps), (state) => {
      attempt.state = state;
      // The process may be killed at any time; the post step must know what was sent.
      statusComment.keep(updateOf(attempt));
    });
  };
  const submission = await submitTo(action).catch(async (error: unknown) => {
    if (action.kind !== "message" || !action.fromThread || !isJobClosed(error)) throw error;
    // A proxy, or a server that does not know the job yet, answers 404 too. So the job is read before it is replaced.
    if (isNotFound(error)) {
      if (await isThere(action.jobId, attempt)) return await submitTo(action);
      if (mayNotBeThereYet(attempt.memory.current?.at, clock.now())) throw error;
    }
    log.info(`Job ${action.jobId} accepts no more messages (HTTP ${error.status}). Creating a new one.`);
    const replacement: SendAction = { kind: "create", replaces: { reason: "refused" } };
    attempt.action = replacement;
    setOutput("prompt", promptFor(replacement, context, attempt));
    // First the comment says that the request may have made a job. A re-run of a run that is lost from here on ends as
    // uncertain; it does not find the old job closed and create a second new one.
    await abortable(signal, markAsSent(attempt));
    return await submitTo(replacement);
  });
  const { jobId, job, mayBeStale } = submission;
  setOutput("jobId", jobId);
  attempt.outputs.update(job);
  log.info(`The service accepted the request: job ${jobId} is ${job.status}.`);
  statusComment.show(updateOf(attempt));
  return { jobId, mayBeStale };
}

/** False when the service does not find the job, asked twice. Throws what `Service.getJob` throws. */
async function isThere(jobId: string, { deps }: Attempt): Promise<boolean> {
  try {
    await readJob(jobId, deps, callOptions(deps));
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Follows a job to which this run sends nothing: one that it is told of, or that an earlier attempt began. */
async function watch(action: Extract<JobAction, { kind: "watch" }>, attempt: Attempt): Promise<Outcome> {
  const { deps, startedAt } = attempt;
  const { jobId, resumed } = action;
  const mayBeStale = resumed?.as === "follow-up";
  attempt.action = action;
  attempt.state = resumed ?? { kind: "accepted", jobId, as: "job", at: startedAt };
  attempt.isShown = true;
  deps.setOutput("jobId", jobId);
  deps.log.info(
    resumed === undefined
      ? `Watching job ${jobId} …`
      : `An earlier attempt of this run sent the request to job ${jobId}. Waiting for it.`,
  );
  deps.statusComment.show(updateOf(attempt));
  deps.statusComment.react("eyes");
  if (deps.inputs.wait) return await follow({ jobId, mayBeStale, atOnce: true, startedAt }, attempt);
  const options = { ...deps, jobId, mayBeStale, acceptedAt: resumed?.at };
  const check = await checkJob(options, callOptions(deps));
  if (check.job !== undefined) attempt.outputs.update(check.job);
  if (check.kind === "working") return startedOutcome(jobId, action.kind);
  return pollOutcome(check, attempt.outputs.prLink, elapsedMs(attempt) ?? 0, resumeOptions(jobId, attempt));
}

/** Waits for the job's end. The time limit counts from `startedAt`, in epoch ms. */
async function follow(
  job: { jobId: string; mayBeStale: boolean; atOnce: boolean; startedAt: number },
  attempt: Attempt,
): Promise<Outcome> {
  const { deps, outputs } = attempt;
  const seconds = deps.inputs["poll-interval-seconds"];
  const poll = await pollJob({
    ...deps,
    ...job,
    acceptedAt: acceptedAt(attempt),
    deadline: job.startedAt + timeoutMs(deps),
    intervalMs: seconds === undefined ? undefined : seconds * 1000,
    onJob: (answer) => outputs.update(answer),
  });
  return pollOutcome(poll, outputs.prLink, elapsedMs(attempt) ?? 0, resumeOptions(job.jobId, attempt));
}

/** Reports a result that an earlier attempt has reported. The job is read only to fill the outputs. */
async function reportAgain(end: EndedState, attempt: Attempt): Promise<Outcome> {
  const { deps, outputs, memory } = attempt;
  attempt.state = end;
  attempt.action = { kind: "report-again", jobId: end.jobId };
  deps.setOutput("jobId", end.jobId);
  deps.log.info(`An earlier attempt of this run told how job ${end.jobId} ended.`);
  const remembered = [memory.own?.marker.job, memory.current].find((job) => job?.id === end.jobId);
  if (remembered?.prLink !== undefined) outputs.setLink(remembered.prLink);
  try {
    outputs.update(await readJob(end.jobId, deps, { ...callOptions(deps), maxRetries: 1 }));
  } catch (error) {
    if (error instanceof ActionError) deps.log.info(`The job cannot be read any more: ${error.message}`);
    // A cancelled run only gives up reading: the thread must not say that a job which has ended is still working.
    else if (!(error instanceof CancelledError)) throw error;
  }
  return endedOutcome(end.result, outputs.prLink, end.jobId);
}

/** Shows the outcome in the thread, without waiting for it, and returns what is known. */
function finish(outcome: Outcome, attempt: Attempt): AgentResult {
  const { deps, outputs, memory } = attempt;
  const { statusComment, runContext } = deps;
  if (attempt.state.kind === "accepted") attempt.state = endOf(outcome, attempt.state) ?? attempt.state;
  if (attempt.isShown) {
    const update = updateOf(attempt, outcome);
    statusComment.show(update);
    const job = { prLink: outputs.prLink, createdAt: outputs.job?.createdAt };
    const pull =
      outcome.result === "pull-request"
        ? findDocsPull(job, statusComment.threadNumber, runContext)
        : undefined;
    if (pull !== undefined) statusComment.link(pull, memory, update);
  }
  return {
    outcome,
    prompt: promptOf(attempt),
    jobId: jobIdOfAttempt(attempt),
    job: outputs.job,
    prLink: outputs.prLink,
    tookMs: tookMs(attempt),
  };
}

function endOf({ result }: Outcome, state: AcceptedState): EndedState | undefined {
  const end = endResults.find((one) => one === result);
  return end && { ...state, kind: "ended", result: end };
}

function outcomeOf(error: unknown, attempt: Attempt): Outcome {
  const { state } = attempt;
  if (error instanceof CancelledError) {
    if (state.kind === "accepted") return cancelledOutcome(resumeOptions(state.jobId, attempt));
    return cancelledOutcome(state.kind === "sent" ? "sent" : "not-sent");
  }
  return withJob(errorOutcome(error, attempt.deps.log), jobIdOfAttempt(attempt));
}

function logPrompt(attempt: Attempt): void {
  const { log } = attempt.deps;
  const prompt = promptOf(attempt);
  if (prompt === "") return;
  log.group(`Prompt (${plural(prompt.length, "character")})`, () => log.info(prompt));
}

function fetchContext({ request, deps }: Attempt): Promise<PromptContext> {
  return request.kind === "prompt" ? fetchPromptContext(request, deps) : Promise.resolve(noContext);
}

/** What is sent: a new job gets more context than a follow-up. */
function promptFor(action: SendAction, context: PromptContext, attempt: Attempt): string {
  return appendContext(promptOf(attempt), context[action.kind]);
}

function targetOf({ inputs }: AgentDependencies): { origin: string; project: string } {
  return { origin: inputs["base-url"].origin, project: inputs["project-id"] ?? "" };
}
