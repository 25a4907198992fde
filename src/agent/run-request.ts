import { ActionError, errorOutcome } from "../errors.ts";
import { GitHubError } from "../github/errors.ts";
import { pullRequestOn } from "../github/pull-request-address.ts";
import type { Problem } from "../inputs/load.ts";
import { type Ending, errorRowOf, type Outcome, rowOf } from "../outcomes.ts";
import { aborted } from "../runner/clock.ts";
import { heartbeat } from "../runner/log.ts";
import { AmbiguousRequestError, CancelledError, mayHaveBeenProcessed } from "../service/errors.ts";
import type { Job } from "../service/schemas.ts";
import { richText, toPlainText } from "../text/rich-text.ts";
import { formatDuration, plural } from "../text/words.ts";
import { isOnOwnPull, whyDenied } from "./authorize.ts";
import { type Progress, rangeText, renderSummary } from "./comment-text.ts";
import {
  asksForLedger,
  dependsOnDiff,
  fetchPromptContext,
  noContext,
  type PromptContext,
} from "./context.ts";
import { appendContext, closeFence } from "./context-text.ts";
import { decide, type JobFacts, jobToRead, type Plan, type Sending } from "./decide.ts";
import { linkDocsPull, readCurrent, readForgottenPull } from "./docs-pull.ts";
import { isJobClosed, poll, post, pullOf } from "./job.ts";
import { type NextRange, nextRange, noteOf, sentLedger } from "./ledger.ts";
import { emptyMemory, type Memory } from "./memory.ts";
import { readLimitMs, readPullContents, watchChecks } from "./pull-contents.ts";
import { checksLine } from "./pull-text.ts";
import { answer, answerDryRun, answerNotSetUp, answerUnknownRole, answerUnsent } from "./replies.ts";
import { type AgentRequest, askedOf, type JobRequest } from "./request.ts";
import { takeComments } from "./review.ts";
import { jobIdOf, progressOf, Run } from "./run-state.ts";
import { endOf, errorWithJob, lookFirst, skippedFor } from "./sentences.ts";
import { recall, StatusComment } from "./status-comment.ts";
import { RunThread } from "./thread.ts";
import { abortable, sharedTime, type ThreadTools, type Tools, timeoutMs } from "./tools.ts";

/**
 * Carries out a request, from the permission check to its end. Throws only before anything is sent: an `ActionError`
 * where the thread of a review cannot be read, and a `CancelledError`.
 */
export async function runRequest(request: AgentRequest, tools: Tools): Promise<Ending> {
  const thread = new RunThread(request, tools);
  const needsNoMemory = request.kind === "help" || request.kind === "cancel";
  // Read while the role is asked for: what a thread remembers is no secret.
  const reading = needsNoMemory ? Promise.resolve(emptyMemory) : recall(thread, tools);
  reading.catch(() => {});
  if (request.kind === "prompt" && request.asksForChanges && !(await isOnOwnPull(request, reading, tools)))
    return endingOf(skippedFor("no-command"), thread, tools);
  const denied = await whyDenied(request, tools).catch((error: unknown) =>
    answerUnknownRole(error, request, thread, tools),
  );
  if (denied !== undefined) return endingOf(denied, thread, tools);
  if (request.kind === "prompt" || request.kind === "watch")
    return await runJob(new Run(request, thread, tools), reading);
  const { outcome, known } = await answer(request, reading, thread, tools);
  thread.react("eyes");
  return endingOf(outcome, thread, tools, known);
}

/**
 * Answers a command in a workflow in which nothing can be sent. Throws an `ActionError` where GitHub cannot be asked who
 * may, and a `CancelledError`.
 */
export async function refuseRequest(
  request: AgentRequest,
  problems: readonly Problem[],
  tools: ThreadTools,
): Promise<Ending> {
  const thread = new RunThread(request, tools);
  const denied = await whyDenied(request, tools);
  return endingOf(denied ?? answerNotSetUp(problems, request, thread, tools), thread, tools);
}

/** Shows the outcome as a reaction on the command, and in the summary. */
function endingOf(
  outcome: Outcome,
  thread: RunThread,
  { runContext }: ThreadTools,
  known: Partial<Progress> = {},
): Ending {
  const { reaction } = rowOf(outcome);
  if (reaction !== undefined) thread.react(reaction);
  const summary = renderSummary(outcome, known, runContext.sourceUrl);
  return { outcome, summary, settled: thread.settled() };
}

/** Runs a prompt, or watches a job, and tells the thread how it ended. Never throws. */
async function runJob(run: Run, reading: Promise<Memory>): Promise<Ending> {
  const { clock, log } = run.tools;
  const stop = heartbeat(clock, log, () => {
    const { job, state, acceptedAt = run.beganAt } = run.now;
    if (state.kind !== "accepted") return "Waiting for a response …";
    return `${formatDuration(clock.elapsed() - acceptedAt)}: the job's status is ${job?.status ?? "not known yet"}.`;
  });
  const outcome = await carryOut(run, reading)
    .catch((error: unknown) => outcomeOf(error, run))
    .finally(stop);
  run.advance({ outcome, endedAt: clock.elapsed() });
  return showEnd(outcome, run);
}

async function carryOut(run: Run, reading: Promise<Memory>): Promise<Outcome> {
  const { tools, thread } = run;
  const { signal, runContext, inputs, log } = tools;

  // 1. What does the thread remember, and what became of its job?
  run.advance({});
  const recalled = await abortable(signal, reading);
  const { request: given } = run.advance({ memory: recalled });
  run.comment = new StatusComment(recalled.own, thread, tools);
  const known = jobToRead(given, recalled, runContext.attempt);
  const current = readCurrent(known, recalled.documented?.marker.job, run);
  const { job, facts, done } = await current.catch((error: unknown) => {
    if (error instanceof ActionError) run.advance({ plan: { kind: "unread", error } });
    throw error;
  });
  const memory = job === undefined ? recalled : { ...recalled, job };

  // 2. Decide. A review's comments change nothing of that, and where the thread cannot be read they are not asked for.
  const plan = decide(given, memory, facts, runContext.attempt);
  run.advance({ name: "decided", memory, done, plan });
  const cause = plan.kind === "unread" ? plan.error.cause : undefined;
  const isThreadGone = cause instanceof GitHubError && cause.isGone;
  const wouldSend = plan.kind === "create" || plan.kind === "message" || isThreadGone;
  // A list may lag behind, so GitHub is asked by the reaction.
  if (wouldSend && recalled.mayBeDeleted && !(await abortable(signal, thread.see())))
    return skippedFor("deleted");
  if (plan.kind === "unread") {
    const { message, advice } = plan.error.outcome;
    throw new ActionError("github", richText`${message} Nothing was sent.`, advice, { cause: plan.error });
  }
  const { request } = run.advance({ request: await abortable(signal, takeComments(given, memory, tools)) });
  if (request.kind === "prompt")
    log.group(`Prompt (${plural(request.prompt.length, "character")})`, request.prompt);
  if (memory.unread !== undefined && (plan.kind === "create" || plan.kind === "watch")) {
    const { message, advice } = memory.unread.outcome;
    log.warning("Thread not read", toPlainText(richText`${message} ${advice}`));
  }
  if (plan.kind === "duplicate") return skippedFor("duplicate");
  if (plan.kind === "uncertain") {
    run.advance({ state: { kind: "sent", to: plan.to } });
    throw new AmbiguousRequestError(plan.to === undefined ? "create the job" : "send the message", plan.why);
  }
  if (plan.kind === "watch") return await watch(plan, run);
  // A review that asks for changes never begins a job, and one without a text may have no comments to send.
  if (request.prompt === "" || (request.asksForChanges && plan.kind === "create"))
    return await answerUnsent(plan, request, thread, tools);

  // 3. Send, once. Where the changed files decide whether there is anything to send, they come first.
  const { reads, skipped } = await readChanges(plan, facts, run);
  if (skipped !== undefined) return skipped;
  if (inputs["dry-run"] || request.dryRun) {
    const context = await abortable(signal, reads);
    const { prompt = "" } = run.advance({ prompt: promptFor(plan, context, run) });
    return answerDryRun(prompt, plan, withNote(request, context), thread, tools);
  }
  try {
    await announceAndPost(plan, reads, run);
  } catch (error) {
    if (plan.kind !== "message" || !plan.isFromThread || !isJobClosed(error, plan.status)) throw error;
    // A review asks for a follow-up to what it is about.
    if (request.asksForChanges) throw error;
    log.info(`Job ${plan.jobId} accepts no more messages (HTTP ${error.status}). Creating a new one.`);
    await announceAndPost({ kind: "create", replaces: { why: "refused" } }, reads, run);
  }

  // 4. Wait.
  return await follow(run);
}

/** Reads what goes with the prompt, and gives the outcome where nothing has to be sent. */
async function readChanges(
  plan: Sending,
  facts: JobFacts,
  run: Run,
): Promise<{ reads: Promise<PromptContext>; skipped?: Outcome | undefined }> {
  const { tools } = run;
  const { request, memory, done } = run.now;
  let next: NextRange | undefined;
  if (asksForLedger(request, tools.inputs)) {
    const known = { ...facts, pull: done ?? facts.pull };
    next = nextRange(memory, known, plan.kind === "message", tools.runContext.sha);
    if (next === undefined) return { reads: Promise.resolve(noContext), skipped: skippedFor("no-diff") };
  }
  const reads = fetchPromptContext(request, tools, next);
  reads.catch(() => {});
  if (!dependsOnDiff(request, tools.inputs)) return { reads };
  const { skipped, changes } = await abortable(tools.signal, reads);
  if (next === undefined || changes === undefined) return { reads, skipped };
  const range = noteOf(next, changes, done);
  run.advance({ range, ledger: sentLedger(next, changes) });
  tools.log.info(toPlainText(rangeText(range)));
  if (skipped !== undefined) {
    run.advance({ outcome: skipped });
    void run.comment?.keep(next.skipped, memory.documented, progressOf(run));
  }
  return { reads, skipped };
}

/**
 * Sends the request. The thread says so first: a re-run of a run that is lost from here on must not send it again.
 */
async function announceAndPost(sending: Sending, reads: Promise<PromptContext>, run: Run): Promise<void> {
  const { tools, comment, thread } = run;
  const { signal, log, clock } = tools;
  const to = sending.kind === "message" ? sending.jobId : undefined;
  const { memory } = run.advance({ name: "sent", plan: sending, state: { kind: "sent", to } });
  const announcing = comment?.announce(progressOf(run));
  thread.react("eyes");
  try {
    const [, context] = await abortable(signal, Promise.all([announcing, reads]));
    run.advance({ request: withNote(run.now.request, context) });
    const { prompt = "" } = run.advance({ prompt: promptFor(sending, context, run) });
    log.info("Sending the request …");
    // GitHub's time orders the requests of a thread, as the clocks of two runners differ.
    const at = comment?.own?.comment.updatedAt ?? sharedTime(tools);
    const { state, job } = await post(sending, prompt, at, tools);
    run.advance({ state, job, acceptedAt: clock.elapsed() });
    // Before the log, so that the post step of a run that is killed from here on names the job.
    void comment?.write(progressOf(run));
    log.info(`The request was accepted: job ${state.jobId} is ${job.status}.`);
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) run.advance({ state: { kind: "not-sent" } });
    if (error instanceof ActionError && error.cause instanceof GitHubError)
      run.advance({ isRefused: error.cause.isRefusal });
    throw error;
  }
  if (sending.kind === "create" && sending.replaces === undefined && memory.job === undefined)
    run.advance({ forgotten: await readForgottenPull(run) });
}

/** The request with a note of what it goes without. */
function withNote(request: JobRequest, { missing }: PromptContext): JobRequest {
  if (missing === undefined) return request;
  const { note } = request.review ?? {};
  return {
    ...request,
    review: { summary: askedOf(request), note: note === undefined ? missing : richText`${note}, ${missing}` },
  };
}

/** What is sent: the request, and its context. A pull request that was closed without a merge was a decision. */
function promptFor(sending: Sending, context: PromptContext, { now, tools }: Run): string {
  const { request, done, range } = now;
  const replaced = sending.kind === "create" ? sending.replaces : undefined;
  const prLink = (replaced?.why === "closed" ? replaced.pull?.link : range?.closed && done?.link) ?? "";
  const { prompt } = request;
  // The address of a pull request on this server holds nothing else.
  const isClosed = pullRequestOn(tools.runContext.serverUrl, prLink) !== undefined;
  const asked = isClosed
    ? `${closeFence(prompt)}\n\nAn earlier pull request for this was closed without a merge: ${prLink}. Read why before you start.`
    : prompt;
  return appendContext(asked, context[sending.kind]);
}

/** Follows a job to which this run sends nothing: one that it is told of, or that an earlier attempt began. */
async function watch({ jobId, resumed }: Extract<Plan, { kind: "watch" }>, run: Run): Promise<Outcome> {
  const { tools, comment, thread } = run;
  const { memory } = run.now;
  const now = sharedTime(tools);
  run.advance({
    state: resumed ?? { kind: "accepted", jobId, as: "job", at: now },
    acceptedAt: resumed && tools.clock.elapsed() - Math.max(0, now - resumed.at),
    ledger: resumed && memory.own?.marker.ledger,
  });
  tools.log.info(`Watching job ${jobId} …`);
  void comment?.write(progressOf(run));
  thread.react("eyes");
  return await follow(run);
}

/** Waits for the job's end, unless `wait` is false; a job that may have ended already is looked at once. */
async function follow(run: Run): Promise<Outcome> {
  const { tools, beganAt } = run;
  const { inputs, clock } = tools;
  const { state, plan, acceptedAt } = run.now;
  const isWatch = plan?.kind === "watch";
  let linking: Promise<boolean> | undefined;
  const onJob = (job: Job) => {
    run.advance({ job });
    const link = pullOf(job);
    // As soon as the job shows it, behind the comment that remembers the job.
    if (link !== undefined) linking ??= linkDocsPull(link, run);
  };
  if (run.now.job !== undefined) onJob(run.now.job);
  if (state.kind !== "accepted" || (!inputs.wait && !isWatch)) return endOf("started", progressOf(run));
  const since = isWatch ? beganAt : (acceptedAt ?? beganAt);
  const deadline = inputs.wait ? since + timeoutMs(tools) : clock.elapsed();
  run.advance({ deadline });
  const { jobId, as } = state;
  const isFollowUp = as === "follow-up";
  const job = await poll({ jobId, acceptedAt, deadline, looksAtOnce: isWatch, isFollowUp, onJob }, tools);
  if (job === undefined) return endOf(inputs.wait ? "timeout" : "started", progressOf(run));
  if (job.status === "failed" || job.status === "archived") return endOf(job.status, progressOf(run));
  const link = pullOf(job);
  if (link === undefined) return endOf("no-changes", progressOf(run));
  const before = plan?.kind === "message" ? plan.pull?.head : undefined;
  // People wait for the end, and a link that is not there in time is not promised.
  const inTime = Promise.race([linking, aborted(AbortSignal.timeout(readLimitMs)).then(() => false)]);
  const [contents, isLinked = false] = await Promise.all([readPullContents(link, before, tools), inTime]);
  run.advance({ contents, isLinked });
  return endOf("pull-request", progressOf(run));
}

/** Shows the outcome in the thread. `settled` resolves when the comment shows what became of checks and preview, too. */
function showEnd(outcome: Outcome, run: Run): Ending {
  const { thread, tools } = run;
  const progress = progressOf(run);
  const shown = run.shown?.write(progress) ?? Promise.resolve(false);
  const review = progress.state === "accepted" ? progress.review : undefined;
  const ending = endingOf(outcome, thread, tools, { ...progress, review });
  return { ...ending, settled: lookAgain(shown, ending, run) };
}

/** Once the end is shown, looks at checks and preview that are at work, and shows what became of them. Never rejects. */
async function lookAgain(shown: Promise<boolean>, { settled }: Ending, run: Run): Promise<void> {
  const { tools, comment, thread } = run;
  const { contents, deadline = 0 } = run.now;
  const isOverInTime = await settled;
  if (!isOverInTime || !(await shown) || contents === undefined || contents.isUnchanged) return;
  const stop = heartbeat(tools.clock, tools.log, () => "Waiting for the checks and the preview …");
  const seen = await watchChecks(contents, deadline, tools).finally(stop);
  run.advance({ contents: seen });
  if (checksLine(seen) === checksLine(contents)) return;
  void comment?.write(progressOf(run));
  await thread.settled();
}

function outcomeOf(error: unknown, run: Run): Outcome {
  if (error instanceof CancelledError) return endOf("cancelled", progressOf(run));
  const outcome = errorOutcome(error, run.tools.log);
  if (errorRowOf(outcome.reason).request === "unknown")
    return { ...outcome, advice: lookFirst(progressOf(run)) };
  return errorWithJob(outcome, jobIdOf(run.now));
}
