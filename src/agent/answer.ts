import * as z from "zod/mini";
import { day, isoMoment, midnightBefore } from "../dates.ts";
import { ActionError, errorOutcome } from "../errors.ts";
import type { TriggerText } from "../github/event.ts";
import { mentionableLogin } from "../github/logins.ts";
import { url } from "../github/pull-request-address.ts";
import { inputError, type Problem } from "../inputs/load.ts";
import { answeredWith, errorWithJob, type Outcome, remedies } from "../outcomes.ts";
import { CancelledError, StatusError } from "../service/errors.ts";
import { namesOf } from "../service/names.ts";
import { isFinal } from "../service/schemas.ts";
import { code, type RichText, richText, toPlainText } from "../text/rich-text.ts";
import { upperFirst } from "../text/words.ts";
import { lowerFirst, type Progress } from "./comment-text.ts";
import { isFresh, isNotFound, pullOf, readJob, setJobOutputs } from "./job.ts";
import type { Memory } from "./memory.ts";
import type { HelpReason } from "./parse.ts";
import { readPullContents } from "./pull-contents.ts";
import {
  pullSentence,
  renderHelp,
  renderNotSetUp,
  renderReply,
  renderStatusError,
  renderWorkingStatus,
  whyHelp,
} from "./replies.ts";
import type { AgentRequest, PromptRequest } from "./request.ts";
import type { RunThread } from "./thread.ts";
import { abortable, type ThreadTools, type Tools } from "./tools.ts";

/** People wait for the reply, so a failing service is not retried for long. In ms. */
const replyTimeoutMs = 60_000;
const keyTestMs = 10_000;

/** How a command was answered that sends nothing, with what the summary says of the job that it is about. */
type Answer = { outcome: Outcome; known?: Partial<Progress> };

/** Answers a command that sends nothing, in a reply of its own. Throws a `CancelledError`. */
export async function answer(
  command: Exclude<AgentRequest, { kind: "prompt" | "watch" }>,
  reading: Promise<Memory>,
  thread: RunThread,
  tools: Tools,
): Promise<Answer> {
  if (command.kind === "status")
    return await answerStatus(await abortable(tools.signal, reading), thread, tools);
  if (command.kind === "help")
    return { outcome: await answerHelp(command.why, command.trigger, thread, tools) };
  const { name } = namesOf(tools.connection.base);
  const title = richText`A job cannot be stopped from here:`;
  const why = richText`${name} has no way to cancel one. Close its pull request if you do not want it.`;
  // Small talk is a guess, and `cancel update` may be a request.
  const other = command.isTalk ? richText`If you asked for a change, name the page and the change.` : [];
  thread.reply(renderReply(title, [why, other], tools.runContext));
  return { outcome: answeredWith("answered", richText`${title} ${why}`) };
}

async function answerHelp(
  why: HelpReason | undefined,
  trigger: TriggerText | undefined,
  thread: RunThread,
  tools: Tools,
): Promise<Outcome> {
  const { inputs, runContext } = tools;
  const phrase = inputs["trigger-phrase"];
  const isReview = trigger?.kind === "review" || trigger?.kind === "review-comment";
  const keyTest = why === undefined ? await testKey(tools) : () => [];
  const help = why === undefined ? { keyTest: keyTest("**"), isReview } : { why, isReview };
  thread.reply(renderHelp(phrase, runContext.runUrl, help));
  const where = thread.writes
    ? richText`The reply shows what ${code(phrase)} can do.`
    : richText`This run writes no comments. The README shows what ${code(phrase)} can do.`;
  const first = why === undefined ? keyTest("") : whyHelp(why, "");
  return answeredWith("answered", richText`${first} ${where}`);
}

/**
 * Tests the key by the cheapest request that needs one. Says what came of it, with marks around what matters most. No
 * count of visitors is kept. Throws a `CancelledError`.
 */
async function testKey({
  service,
  connection,
  clock,
  signal,
  log,
}: Tools): Promise<(mark: "**" | "") => RichText> {
  const { name } = namesOf(connection.base);
  const to = midnightBefore(clock.now());
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(keyTestMs)]);
  const query = { dateFrom: isoMoment(to - day), dateTo: isoMoment(to), limit: 1 };
  const schema = z.object({ totals: z.unknown() });
  try {
    const request = { operation: "read the visitors", path: "visitors", query, schema } as const;
    await service.getExport(request, { signal: inTime, deadline: clock.now() + keyTestMs, maxRetries: 1 });
    return (mark) =>
      richText`✅ ${{ trusted: mark }}${name} accepts the key and the project.${{ trusted: mark }} Whether the key may start jobs shows with the first request.`;
  } catch (error) {
    if (signal.aborted || !(error instanceof ActionError || error instanceof CancelledError)) throw error;
    const answer = error instanceof StatusError ? error.answer : richText`no answer in time`;
    if (error instanceof StatusError && error.status === 401) {
      const who = richText`${{ trusted: upperFirst(remedies.secrets) }}: ${lowerFirst(error.advice)}`;
      log.warning("API key refused", toPlainText(richText`${error.what} ${error.advice}`));
      return (mark) =>
        richText`❌ ${{ trusted: mark }}${name} refuses the key${{ trusted: mark }} (${answer}). ${who}`;
    }
    const isRefusal = error instanceof StatusError && error.status < 500;
    const plan = isRefusal ? " The plan may not include analytics; that says nothing about jobs." : "";
    return (mark) =>
      richText`➖ ${{ trusted: mark }}The key could not be tested${{ trusted: mark }} (${answer}).${{ trusted: plan }}`;
  }
}

/** Answers a review whose summary is the phrase alone, where none of its comments can be sent. */
export async function answerEmptyReview(
  { review, trigger }: PromptRequest,
  thread: RunThread,
  tools: Tools,
): Promise<Outcome> {
  if (review === undefined) return await answerHelp(undefined, trigger, thread, tools);
  const { inputs, runContext } = tools;
  const title = richText`Nothing was sent.`;
  const why = richText`The request would go ${review.note}, and the review says nothing else.`;
  const next = richText`Reply ${code(inputs["trigger-phrase"])} and the changes you want.`;
  thread.reply(renderReply(title, [why, next], runContext));
  return answeredWith("answered", richText`${title} ${why} ${next}`);
}

/** What the reply to `--status` says of a job that is over. */
const overTitles = {
  completed: richText`Finished.`,
  failed: richText`The agent could not finish.`,
  archived: richText`The job was archived.`,
} as const;

/** Replies with how the thread's job is doing. */
async function answerStatus(memory: Memory, thread: RunThread, tools: Tools): Promise<Answer> {
  const { inputs, clock, signal, runContext, log, setOutput, connection } = tools;
  const { runUrl } = runContext;
  const unknown = (text: RichText): Answer => {
    thread.reply(renderReply(richText`No status.`, [text], runContext));
    return { outcome: answeredWith("answered", text) };
  };
  if (!thread.remembers)
    return unknown(richText`This workflow remembers no jobs, so the thread's job is not known.`);
  if (memory.unread !== undefined) return unknown(memory.unread.what);
  if (memory.job === undefined) return unknown(richText`This thread has no job yet.`);
  // Its marker holds the request without secrets.
  const { id: jobId, at, request: prompt = "" } = memory.job;
  setOutput("jobId", jobId);
  try {
    const job = await readJob(jobId, tools, { signal, deadline: clock.now() + replyTimeoutMs });
    setJobOutputs(job, tools);
    const prLink = pullOf(job);
    const pull = prLink === undefined ? [] : [url(prLink)];
    const contents = prLink === undefined ? undefined : await readPullContents(prLink, undefined, tools);
    const known = { jobId, job, contents };
    if (!isFinal(job.status)) {
      thread.reply(renderWorkingStatus(memory.job, { pull, contents, now: clock.now(), runUrl }));
      return {
        outcome: answeredWith("answered", richText`The agent is working. ${pullSentence(pull, false)}`),
        known,
      };
    }
    const title = overTitles[job.status];
    const stale = isFresh(at, clock.now())
      ? richText` That may be from before the last request, which is less than a minute old.`
      : [];
    const text = richText`${pullSentence(pull, true)}${stale}`;
    thread.reply(renderReply(title, [text], { runUrl, jobId, prompt, contents }));
    return { outcome: answeredWith("answered", richText`${title} ${text}`), known };
  } catch (error) {
    if (error instanceof CancelledError || !(error instanceof ActionError)) throw error;
    if (isNotFound(error) && isFresh(at, clock.now())) {
      const { name } = namesOf(connection.base);
      return unknown(richText`The job was created a moment ago. ${name} does not show it yet.`);
    }
    const failed = errorOutcome(error, log);
    thread.reply(renderStatusError(failed, inputs["trigger-phrase"], runUrl));
    return { outcome: errorWithJob(failed, jobId), known: { jobId } };
  }
}

/** Answers a command in a workflow whose key, project or address of the service cannot be used. */
export function answerNotSetUp(
  problems: readonly Problem[],
  { trigger }: Pick<AgentRequest, "trigger">,
  thread: RunThread,
  { inputs, runContext, log }: ThreadTools,
): Outcome {
  const isBot = trigger?.authorIsBot === true;
  const mention = inputs.mention ? mentionableLogin(trigger?.author, isBot) : undefined;
  thread.reply(renderNotSetUp(problems, mention, runContext));
  thread.react("confused");
  return errorOutcome(inputError(problems), log);
}
