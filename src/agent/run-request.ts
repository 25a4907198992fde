import { ActionError, errorOutcome } from "../errors.ts";
import type { Problem } from "../inputs/load.ts";
import { type Ending, type Outcome, rowOf } from "../outcomes.ts";
import { heartbeat } from "../runner/log.ts";
import { CancelledError } from "../service/errors.ts";
import { richText } from "../text/rich-text.ts";
import { isOnDocsPull, whyDenied } from "./authorize.ts";
import { renderSummary } from "./comment-text.ts";
import { asksForLedger, dependsOnDiff, fetchPromptContext } from "./context.ts";
import { decide, jobToRead } from "./decide.ts";
import { documentCommits } from "./document.ts";
import { endOfError } from "./error-text.ts";
import { follow, watch } from "./follow.ts";
import { readFacts } from "./job.ts";
import { emptyMemory, isOfDocsPull, type Memory } from "./memory.ts";
import { beginning, type Progress } from "./progress.ts";
import { watchChecks } from "./pull-contents.ts";
import { checksLine } from "./pull-text.ts";
import { recall } from "./recall.ts";
import {
  answer,
  answerNotSetUp,
  answerUnknownRole,
  answerUnlinked,
  answerUnsent,
} from "./replies.ts";
import type { AgentRequest } from "./request.ts";
import { takeComments } from "./review.ts";
import { Run } from "./run-state.ts";
import { dryRun, sendOrReplace, uncertainError } from "./send.ts";
import { endOf, skippedFor } from "./sentences.ts";
import { StatusComment } from "./status-comment.ts";
import { RunThread } from "./thread.ts";
import { readDashboard } from "./thread-errors.ts";
import { abortable, type ThreadTools, type Tools } from "./tools.ts";

/**
 * Carries out a request, from the permission check to its end. Throws only before anything is sent: an `ActionError`
 * where the thread of a review cannot be read, and a `CancelledError`.
 */
export async function runRequest(request: AgentRequest, tools: Tools): Promise<Ending> {
  const thread = new RunThread(request, tools, await dashboardFor(request, tools));
  const needsNoMemory =
    request.kind === "help" || request.kind === "cancel" || asksForLedger(request, tools.inputs);
  // Read while the role is asked for: what a thread remembers is no secret.
  const reading = needsNoMemory ? Promise.resolve(emptyMemory) : recall(thread, tools);
  reading.catch(() => {});
  if (
    request.kind === "prompt" &&
    request.asksForChanges &&
    !(await isOnDocsPull(reading, tools))
  ) {
    return endingOf(skippedFor("no-command"), thread, tools);
  }
  const denied = await whyDenied(request, tools).catch((error: unknown) =>
    answerUnknownRole(error, request, thread, tools),
  );
  if (denied !== undefined) {
    return endingOf(denied, thread, tools);
  }
  if (request.kind === "prompt" || request.kind === "watch") {
    return await runJob(new Run(request, thread, tools), reading);
  }
  const { outcome, known } = await answer(request, reading, thread, tools);
  thread.react("eyes");
  return endingOf(outcome, thread, tools, known);
}

/**
 * The number of the dashboard, for the prompt of a workflow that writes there; a command is answered where it was given.
 * Throws an `ActionError`, and a `CancelledError`.
 */
async function dashboardFor(request: AgentRequest, tools: Tools): Promise<number | undefined> {
  const { github, inputs, signal } = tools;
  const isAsked = inputs["issue-number"] === "dashboard" && inputs.comment !== "never";
  if (!isAsked || request.trigger !== undefined || github === undefined) {
    return undefined;
  }
  try {
    return await abortable(signal, readDashboard(github, inputs["dry-run"]));
  } catch (error) {
    if (!(error instanceof ActionError)) {
      throw error;
    }
    throw nothingSent(error, endOfError(error.outcome, beginning(request, tools)).advice);
  }
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
  if (reaction !== undefined) {
    thread.react(reaction);
  }
  const { sourceUrl } = runContext;
  const summary = renderSummary(outcome, known, { sourceUrl, commentUrl: thread.commentUrl });
  return { outcome, summary, settled: thread.settled() };
}

/** Runs a prompt, or watches a job, and tells the thread how it ended. Never throws. */
async function runJob(run: Run, reading: Promise<Memory>): Promise<Ending> {
  const { clock, log } = run.tools;
  const stop = heartbeat(clock, log, () => {
    const { job, state } = run.now;
    if (state.kind !== "accepted") {
      return "Waiting for a response …";
    }
    return `Waiting: the job's status is ${job?.status ?? "not known yet"}.`;
  });
  const outcome = await carryOut(run, reading)
    .catch((error: unknown) => outcomeOf(error, run))
    .finally(stop);
  run.advance({ outcome });
  return showEnd(outcome, run);
}

async function carryOut(run: Run, reading: Promise<Memory>): Promise<Outcome> {
  const { tools, thread } = run;
  const { signal, runContext, inputs } = tools;

  if (asksForLedger(run.request, inputs) && tools.github !== undefined) {
    return await documentCommits(run, tools.github);
  }

  // 1. What does the thread remember, and what became of its job?
  const memory = await abortable(signal, reading);
  const { request: given } = run;
  run.memory = memory;
  run.advance({ startsAnew: run.now.startsAnew === true && !isOfDocsPull(memory) });
  run.comment = new StatusComment(memory.own, thread, tools);
  const known = jobToRead(given, memory, runContext.attempt);
  run.owesEnd = memory.lastState !== undefined;
  const facts = await abortable(signal, readFacts(known, tools)).catch((error: unknown) =>
    holdBack(error, run),
  );

  // 2. Decide. A review's comments change nothing of that, and where the thread cannot be read they are not asked for.
  const plan = decide(given, memory, facts, runContext.attempt);
  run.setPlan(plan);
  const wouldSend = plan.kind === "create" || plan.kind === "message";
  // A list may lag behind, so GitHub is asked by the reaction.
  if (wouldSend && memory.mayBeDeleted && !(await abortable(signal, thread.see()))) {
    return skippedFor("deleted");
  }
  if (plan.kind === "refuse") {
    return holdBack(plan.error, run);
  }
  const request = await abortable(signal, takeComments(given, memory, tools));
  run.setRequest(request);
  if (plan.kind === "duplicate") {
    return skippedFor("duplicate");
  }
  if (plan.kind === "unlinked") {
    return answerUnlinked(plan, request, thread, tools);
  }
  if (plan.kind === "uncertain") {
    throw uncertainError(plan, plan.to !== undefined, run);
  }
  if (plan.kind === "watch") {
    return await watch(plan, run);
  }
  // A review that asks for changes never begins a job, and one without a text may have no comments to send.
  if (request.prompt === "" || (request.asksForChanges && plan.kind === "create")) {
    return await answerUnsent(plan, request, thread, tools);
  }

  // 3. Send, once. Where the changed files decide whether there is anything to send, they come first.
  const reads = fetchPromptContext(request, tools);
  reads.catch(() => {});
  if (dependsOnDiff(request, inputs)) {
    const { skipped } = await abortable(signal, reads);
    if (skipped !== undefined) {
      return skipped;
    }
  }
  if (inputs["dry-run"] || request.dryRun) {
    return dryRun(plan, await abortable(signal, reads), run);
  }
  await sendOrReplace(plan, reads, run);

  // 4. Wait.
  return await follow(run);
}

/** Throws what holds the request back. Whoever gave a command reads it in the thread. */
function holdBack(error: unknown, run: Run): never {
  if (!(error instanceof ActionError)) {
    throw error;
  }
  run.owesEnd ||= run.request.trigger !== undefined;
  throw nothingSent(error);
}

/** The error with what it means for the request. */
function nothingSent(error: ActionError, advice = error.outcome.advice): ActionError {
  const { reason, message } = error.outcome;
  return new ActionError(reason, richText`${message} Nothing was sent.`, advice, { cause: error });
}

/** Shows the outcome in the thread. `settled` resolves when the comment shows what became of checks and preview, too. */
function showEnd(outcome: Outcome, run: Run): Ending {
  const { thread, tools } = run;
  const progress = run.now;
  const shown = run.owesEnd && run.comment ? run.comment.write(progress) : Promise.resolve(false);
  const ending = endingOf(outcome, thread, tools, progress);
  return { ...ending, settled: showChecks(shown, ending, run) };
}

/** Once the end is shown, looks at checks and preview that are at work, and shows what became of them. Never rejects. */
async function showChecks(shown: Promise<boolean>, { settled }: Ending, run: Run): Promise<void> {
  const { tools, comment, thread } = run;
  const { contents } = run.now;
  const isOverInTime = await settled;
  if (!isOverInTime || !(await shown) || contents === undefined || contents.isUnchanged) {
    return;
  }
  const stop = heartbeat(tools.clock, tools.log, () => "Waiting for the checks and the preview …");
  const seen = await watchChecks(contents, tools).finally(stop);
  const news = run.advance({ outcome: endOf("pull-request", run.sawPull(seen)) });
  const isNews =
    checksLine(seen) !== checksLine(contents) || seen.pull.conflict !== contents.pull.conflict;
  if (!isNews) {
    return;
  }
  void comment?.write(news);
  await thread.settled();
}

function outcomeOf(error: unknown, run: Run): Outcome {
  if (error instanceof CancelledError) {
    return endOf("cancelled", run.now);
  }
  return endOfError(errorOutcome(error, run.tools.log), run.now);
}
