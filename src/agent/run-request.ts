import { ActionError, errorOutcome } from "../errors.ts";
import type { Changes } from "../github/changes.ts";
import { GitHubError } from "../github/errors.ts";
import type { TriggerText } from "../github/event.ts";
import { isSameLogin } from "../github/logins.ts";
import { checkPermission } from "../github/permission.ts";
import { pullRequestOn, url } from "../github/pull-request-address.ts";
import type { Problem } from "../inputs/load.ts";
import { type Ending, errorRowOf, type Outcome, rowOf } from "../outcomes.ts";
import { aborted } from "../runner/clock.ts";
import { heartbeat } from "../runner/log.ts";
import { AmbiguousRequestError, CancelledError, mayHaveBeenProcessed } from "../service/errors.ts";
import type { Job } from "../service/schemas.ts";
import { code, richText, toPlainText } from "../text/rich-text.ts";
import { formatDuration, plural } from "../text/words.ts";
import { answer, answerEmptyReview, answerNoFollowUp, answerNotSetUp } from "./answer.ts";
import { type Progress, rangeText } from "./comment-text.ts";
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
import { isJobClosed, poll, post, pullOf, setJobOutputs } from "./job.ts";
import { beginAt, type NextRange, nextRange } from "./ledger.ts";
import type { AcceptedState } from "./marker.ts";
import { emptyMemory, type Memory } from "./memory.ts";
import { readLimitMs, readPullContents, watchHead } from "./pull-contents.ts";
import { headLine } from "./pull-text.ts";
import { renderReply } from "./replies.ts";
import { type AgentRequest, askedOf, type PromptRequest, promptOf, type WatchRequest } from "./request.ts";
import { takeComments } from "./review.ts";
import { jobIdOf, progressOf, type Run } from "./run-state.ts";
import { answeredWith, deniedFor, endOf, errorWithJob, lookFirst, skippedFor } from "./sentences.ts";
import { StatusComment } from "./status-comment.ts";
import { renderSummary } from "./summary.ts";
import { RunThread } from "./thread.ts";
import { abortable, type ThreadTools, type Tools, timeoutMs } from "./tools.ts";

/**
 * Carries out a request, from the permission check to its end. Throws only before anything is sent: an `ActionError`
 * where GitHub cannot be asked who may, and a `CancelledError`.
 */
export async function runRequest(request: AgentRequest, tools: Tools): Promise<Ending> {
  const thread = new RunThread(request, tools);
  const comment = new StatusComment(request, thread, tools);
  const needsNoMemory = request.kind === "help" || request.kind === "cancel";
  // Read while the role is asked for: what a thread remembers is no secret.
  const reading = needsNoMemory ? Promise.resolve(emptyMemory) : comment.recall();
  reading.catch(() => {});
  if (request.kind === "prompt" && request.asksForChanges && !(await isOnOwnPull(request, reading, tools)))
    return endingOf(skippedFor("no-command"), thread, tools);
  const denied = await whyDenied(request, thread, tools);
  if (denied !== undefined) return endingOf(denied, thread, tools);
  if (request.kind === "prompt" || request.kind === "watch")
    return await runJob(request, reading, thread, comment, tools);
  const { outcome, known } = await answer(request, reading, thread, tools);
  thread.react("eyes");
  return endingOf(outcome, thread, tools, known);
}

/** True where our own signed comment says that the reviewed pull request is ours, and a bot may command. */
async function isOnOwnPull(
  { trigger }: PromptRequest,
  reading: Promise<Memory>,
  { inputs, signal }: Tools,
): Promise<boolean> {
  const isAllowed = inputs["allowed-users"].some((login) => isSameLogin(login, trigger?.author ?? ""));
  if (trigger?.authorIsBot && !isAllowed) return false;
  return (await abortable(signal, reading)).isLinked;
}

/** Answers a command in a workflow in which nothing can be sent. Throws what `runRequest` throws. */
export async function refuseRequest(
  request: AgentRequest,
  problems: readonly Problem[],
  tools: ThreadTools,
): Promise<Ending> {
  const thread = new RunThread(request, tools);
  const denied = await whyDenied(request, thread, tools);
  return endingOf(denied ?? answerNotSetUp(problems, request, thread, tools), thread, tools);
}

async function whyDenied(
  { trigger }: AgentRequest,
  thread: RunThread,
  tools: ThreadTools,
): Promise<Outcome | undefined> {
  const denied = trigger && (await abortable(tools.signal, authorize(trigger, tools)));
  if (denied !== undefined) thread.react("-1");
  return denied;
}

/**
 * Checks that the author of a command may run it, and on a re-run also who re-runs it. Gives the outcome of a denial, else
 * nothing. Throws an `ActionError` when GitHub cannot be asked.
 */
export async function authorize(
  { author, authorIsBot }: TriggerText,
  { github, inputs, runContext }: ThreadTools,
): Promise<Outcome | undefined> {
  const required = inputs["required-permission"];
  const isRerun = runContext.attempt > 1;
  const rerunBy = isRerun ? runContext.triggeringActor : undefined;
  const rules = { author, authorIsBot, isRerun, rerunBy, required, allowedUsers: inputs["allowed-users"] };
  const permission = await checkPermission(rules, github);
  if (permission.allowed) return undefined;
  const { reason, login, role } = permission;
  const has = role === undefined ? [] : richText`, has ${code(role)}`;
  // Code, because a mention would be live in Markdown.
  return deniedFor(reason, code(`@${login}`), richText`needs ${code(required)}${has}`);
}

function endingOf(
  outcome: Outcome,
  thread: RunThread,
  { runContext }: ThreadTools,
  known: Partial<Progress> = {},
): Ending {
  const summary = renderSummary(outcome, known, runContext.sourceUrl);
  return { outcome, summary, settled: thread.settled() };
}

/** Runs a prompt, or watches a job, and tells the thread how it ended. Never throws. */
async function runJob(
  request: PromptRequest | WatchRequest,
  reading: Promise<Memory>,
  thread: RunThread,
  comment: StatusComment,
  tools: Tools,
): Promise<Ending> {
  const run: Run = {
    request,
    tools,
    thread,
    comment,
    startedAt: tools.clock.now(),
    memory: emptyMemory,
    plan: undefined,
    state: { kind: "not-sent" },
    job: undefined,
    contents: undefined,
    deadline: undefined,
    endedAt: undefined,
    done: undefined,
    ledger: undefined,
    range: undefined,
    forgotten: undefined,
    linking: undefined,
    isLinked: false,
    isShown: false,
  };
  const stop = heartbeat(tools.clock, tools.log, () => {
    const status = run.job?.status ?? "not known yet";
    if (run.state.kind !== "accepted") return "Waiting for a response …";
    return `${formatDuration(tools.clock.now() - run.state.at)}: the job's status is ${status}.`;
  });
  const outcome = await carryOut(run, reading)
    .catch((error: unknown) => outcomeOf(error, run))
    .finally(stop);
  return showEnd(outcome, run);
}

async function carryOut(run: Run, reading: Promise<Memory>): Promise<Outcome> {
  const { tools, thread } = run;
  const { signal, runContext, inputs, log, setOutput } = tools;

  // 1. What does the thread remember, and what became of its job?
  if (run.request.jobId !== undefined) setOutput("jobId", run.request.jobId);
  const recalled = await abortable(signal, reading);
  run.isShown = recalled.lastState !== undefined;
  const known = jobToRead(run.request, recalled, runContext.attempt);
  const { job, facts, done } = await readCurrent(known, recalled.documented?.marker.job, run);
  const memory = job === undefined ? recalled : { ...recalled, job };
  run.memory = memory;
  run.done = done;

  // 2. Decide. A review's comments change nothing of that, and where the thread cannot be read they are not asked for.
  const plan = decide(run.request, memory, facts, runContext.attempt);
  run.plan = plan;
  if (plan.kind === "unread") {
    run.isShown = run.request.trigger !== undefined;
    throw new ActionError("github", richText`${plan.error.what} Nothing was sent.`, plan.error.advice, {
      cause: plan.error,
    });
  }
  const request = await abortable(signal, takeComments(run.request, memory, tools));
  run.request = request;
  if (request.kind === "prompt")
    log.group(`Prompt (${plural(request.prompt.length, "character")})`, () => log.info(request.prompt));
  if (memory.unread !== undefined && (plan.kind === "create" || plan.kind === "watch"))
    log.warning(
      "Thread not read",
      toPlainText([...memory.unread.what, { trusted: " " }, ...memory.unread.advice]),
    );
  if (request.kind === "prompt" && request.asksForChanges) {
    // The comments that hold the phrase have runs of their own.
    if (request.prompt === "") return skippedFor("no-command");
    if (plan.kind === "create") return answerNoFollowUp(plan, thread, tools);
  }
  switch (plan.kind) {
    case "duplicate":
      return skippedFor("duplicate");
    case "uncertain":
      run.state = { kind: "sent", to: plan.to };
      throw new AmbiguousRequestError(
        plan.to === undefined ? "create the job" : "send the message",
        plan.why,
      );
    case "watch":
      run.state = plan.resumed ?? { kind: "accepted", jobId: plan.jobId, as: "job", at: run.startedAt };
      run.isShown = true;
      if (plan.resumed !== undefined) run.ledger = run.comment.marker?.ledger;
      return await watch(plan, run);
  }

  // A review whose summary is the phrase alone says nothing without its comments.
  if (request.kind === "prompt" && request.prompt === "")
    return await answerEmptyReview(request, thread, tools);

  // 3. Send, once. Where the changed files decide whether there is anything to send, they come first.
  const asksForRange = request.kind === "prompt" && asksForLedger(request, inputs);
  const next = asksForRange ? rangeOf(plan, facts, run) : undefined;
  if (asksForRange && next === undefined) return skippedFor("no-diff");
  const reads =
    request.kind === "prompt" ? fetchPromptContext(request, tools, next) : Promise.resolve(noContext);
  reads.catch(() => {});
  if (request.kind === "prompt" && dependsOnDiff(request, inputs)) {
    const { skipped, changes } = await abortable(signal, reads);
    if (next !== undefined && changes !== undefined) noteRange(next, changes, run);
    if (skipped !== undefined) {
      if (next !== undefined)
        void run.comment.keep(next.skipped, memory.documented, progressOf(run, skipped));
      return skipped;
    }
  }
  if (isDryRun(run)) return tellDryRun(plan, await abortable(signal, reads), run);
  try {
    await announceAndPost(plan, reads, run);
  } catch (error) {
    if (plan.kind !== "message" || !plan.isFromThread || !isJobClosed(error, plan.status)) throw error;
    // A review asks for a follow-up to what it is about.
    if (request.kind === "prompt" && request.asksForChanges) throw error;
    log.info(`Job ${plan.jobId} accepts no more messages (HTTP ${error.status}). Creating a new one.`);
    await announceAndPost({ kind: "create", replaces: { why: "refused" } }, reads, run);
  }

  // 4. Wait.
  return await follow(run);
}

/** The commits that are not documented yet; missing where none is new. */
function rangeOf(
  plan: Sending,
  facts: JobFacts,
  { memory: { documented, job }, done, tools }: Run,
): NextRange | undefined {
  const { ledger, state } = documented?.marker ?? {};
  const entry = ledger === undefined || state === undefined ? undefined : { ledger, state };
  // What is known of a job that took another one's place says nothing of the request that documented these.
  const isSame = state?.kind === "accepted" && state.jobId === job?.id;
  const pull = (done ?? facts.pull)?.state;
  const known = {
    status: isSame ? facts.status : "unknown",
    pull,
    isFollowUp: plan.kind === "message",
  } as const;
  return nextRange(entry, known, tools.runContext.sha);
}

/** Keeps what a request documents, and what people learn of it. */
function noteRange(next: NextRange, changes: Changes, run: Run): void {
  const { compared, start, totalCommits } = changes;
  if (compared.kind !== "range") return;
  const { base, head } = compared;
  const { done } = run;
  run.ledger = start?.isWeekAgo ? beginAt(base, head) : next.sent;
  run.range = {
    commits: totalCommits,
    ...{ base, start, mayRepeat: next.mayRepeat },
    closed: done?.state === "closed" && next.sent !== undefined ? url(done.link) : undefined,
    isLost: next.base !== undefined && start?.isWeekAgo === true,
  };
  const { log } = run.tools;
  log.info(toPlainText(rangeText(run.range)));
}

/**
 * Sends the request. The thread says so first: a re-run of a run that is lost from here on must not send it again.
 */
async function announceAndPost(sending: Sending, reads: Promise<PromptContext>, run: Run): Promise<void> {
  const { tools, comment, thread } = run;
  const { signal, log, setOutput } = tools;
  run.plan = sending;
  run.state = { kind: "sent", to: sending.kind === "message" ? sending.jobId : undefined };
  run.isShown = true;
  const announcing = comment.announce(progressOf(run));
  thread.react("eyes");
  try {
    const [, context] = await abortable(signal, Promise.all([announcing, reads]));
    const prompt = promptFor(sending, context, run);
    setOutput("prompt", prompt);
    log.info("Sending the request …");
    accept(await post(sending, prompt, tools), run);
    if (sending.kind === "create" && sending.replaces === undefined && run.memory.job === undefined)
      run.forgotten = await readForgottenPull(run.memory, run);
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) run.state = { kind: "not-sent" };
    // GitHub would refuse to show the end, too.
    if (error instanceof ActionError && error.cause instanceof GitHubError)
      run.isShown = !error.cause.isRefusal;
    throw error;
  }
}

/** What is sent: the request, and its context. A pull request that was closed without a merge was a decision. */
function promptFor(sending: Sending, context: PromptContext, { request, tools, done, range }: Run): string {
  const replaced = sending.kind === "create" ? sending.replaces : undefined;
  const prLink = (replaced?.why === "closed" ? replaced.prLink : range?.closed && done?.link) ?? "";
  const prompt = promptOf(request);
  // The address of a pull request on this server holds nothing else.
  const isClosed = pullRequestOn(tools.runContext.serverUrl, prLink) !== undefined;
  const asked = isClosed
    ? `${closeFence(prompt)}\n\nAn earlier pull request for this was closed without a merge: ${prLink}. Read why before you start.`
    : prompt;
  return appendContext(asked, context[sending.kind]);
}

function accept({ state, job }: { state: AcceptedState; job: Job | undefined }, run: Run): void {
  const { tools, comment } = run;
  run.state = state;
  tools.setOutput("jobId", state.jobId);
  if (job !== undefined) see(job, run);
  // Before the log, so that the post step of a run that is killed from here on names the job.
  void comment.write(progressOf(run));
  linkPull(run);
  tools.log.info(`The request was accepted: job ${state.jobId} is ${job?.status ?? "not known yet"}.`);
}

function see(job: Job, run: Run): void {
  run.job = job;
  setJobOutputs(job, run.tools);
}

/** Links the pull request to the thread as soon as the job shows it, behind the comment that remembers the job. */
function linkPull(run: Run): void {
  const link = run.job && pullOf(run.job);
  if (link !== undefined) run.linking ??= linkDocsPull(link, run);
}

/** Follows a job to which this run sends nothing: one that it is told of, or that an earlier attempt began. */
async function watch({ jobId }: Extract<Plan, { kind: "watch" }>, run: Run): Promise<Outcome> {
  const { tools, comment, thread } = run;
  tools.setOutput("jobId", jobId);
  tools.log.info(`Watching job ${jobId} …`);
  void comment.write(progressOf(run));
  thread.react("eyes");
  return await follow(run);
}

/** Waits for the job's end, unless `wait` is false; a job that may have ended already is looked at once. */
async function follow(run: Run): Promise<Outcome> {
  const { state, plan, tools, startedAt } = run;
  const { inputs, clock } = tools;
  const isWatch = plan?.kind === "watch";
  if (state.kind !== "accepted" || (!inputs.wait && !isWatch)) return endOf("started", progressOf(run));
  run.deadline = inputs.wait ? (isWatch ? startedAt : state.at) + timeoutMs(tools) : clock.now();
  const job = await poll(
    {
      jobId: state.jobId,
      acceptedAt: isWatch ? plan.resumed?.at : state.at,
      deadline: run.deadline,
      looksAtOnce: isWatch,
      isFollowUp: state.as === "follow-up",
      onJob: (seen) => {
        see(seen, run);
        linkPull(run);
      },
    },
    tools,
  );
  if (job === undefined) return endOf(inputs.wait ? "timeout" : "started", progressOf(run));
  if (job.status === "failed" || job.status === "archived") return endOf(job.status, progressOf(run));
  const link = pullOf(job);
  if (link === undefined) return endOf("no-changes", progressOf(run));
  const before = plan?.kind === "message" ? plan.head : undefined;
  // People wait for the end, and a link that is not there in time is not promised.
  const inTime = Promise.race([run.linking, aborted(AbortSignal.timeout(readLimitMs)).then(() => false)]);
  [run.contents, run.isLinked = false] = await Promise.all([readPullContents(link, before, tools), inTime]);
  return endOf("pull-request", progressOf(run));
}

/** Shows the outcome in the thread. `settled` resolves when the comment shows what became of checks and preview, too. */
function showEnd(outcome: Outcome, run: Run): Ending {
  const { comment, thread, tools, state } = run;
  if (state.kind === "accepted" && (outcome.result === "failed" || outcome.result === "archived"))
    run.state = { ...state, failed: true };
  run.endedAt = tools.clock.now();
  const progress = progressOf(run, outcome);
  const shown = run.isShown ? comment.write(progress) : Promise.resolve(false);
  const { reaction } = rowOf(outcome);
  if (reaction !== undefined) thread.react(reaction);
  const review = progress.state === "accepted" ? progress.review : undefined;
  const ending = endingOf(outcome, thread, tools, { ...progress, review });
  return { ...ending, settled: lookAgain(shown, ending, run) };
}

/** Once the end is shown, looks at checks and preview that are at work, and shows what became of them. Never rejects. */
async function lookAgain(shown: Promise<boolean>, { outcome, settled }: Ending, run: Run): Promise<void> {
  const { contents, tools, comment, thread } = run;
  const isOverInTime = await settled;
  if (!isOverInTime || !(await shown) || contents === undefined || contents.isUnchanged) return;
  const stop = heartbeat(tools.clock, tools.log, () => "Waiting for the checks and the preview …");
  run.contents = await watchHead(contents, run.deadline ?? 0, tools).finally(stop);
  if (headLine(run.contents) === headLine(contents)) return;
  void comment.write(progressOf(run, outcome));
  await thread.settled();
}

function outcomeOf(error: unknown, run: Run): Outcome {
  if (error instanceof CancelledError) return endOf("cancelled", progressOf(run));
  const outcome = errorOutcome(error, run.tools.log);
  if (errorRowOf(outcome.reason).request === "unknown")
    return { ...outcome, advice: lookFirst(progressOf(run)) };
  return errorWithJob(outcome, jobIdOf(run));
}

/** True for `--dry-run`, and with the input of that name. */
function isDryRun({ request, tools }: Run): boolean {
  return tools.inputs["dry-run"] || (request.kind === "prompt" && request.dryRun);
}

/** Says what would be sent, and where. The reply leaves out the address, because anyone may read that. */
function tellDryRun(sending: Sending, context: PromptContext, run: Run): Outcome {
  const { request, tools, thread } = run;
  const { log, connection, setOutput, runContext, redact } = tools;
  const prompt = promptFor(sending, context, run);
  setOutput("prompt", prompt);
  log.group(`What would be sent (${plural(prompt.length, "character")})`, () => log.info(prompt));
  const what =
    sending.kind === "create"
      ? richText`to a new job`
      : richText`as a follow-up to ${sending.isFromThread ? "the job of this thread" : richText`the job that ${code("job-id")} names`}`;
  const title = richText`Nothing was sent.`;
  const comments = request.review === undefined ? [] : richText`, ${request.review.note}`;
  if (request.trigger !== undefined) {
    const detail = richText`The request would go ${what}${comments}.`;
    const next = richText`To send it, repeat the command without ${code("--dry-run")}.`;
    const asked = { prompt: redact(askedOf(request)), runUrl: runContext.runUrl };
    thread.react("eyes");
    thread.reply(renderReply({ title, detail, next }, asked));
  }
  const where = richText`project ${code(connection.project)} at ${code(connection.base.origin)}`;
  const detail = richText`The request would go ${what} in ${where}${comments}.`;
  return answeredWith("dry-run", { title, detail });
}
