import { ActionError, errorOutcome } from "../errors.ts";
import { mentionableLogin } from "../github/logins.ts";
import { url } from "../github/pull-request-address.ts";
import { inputError, type Problem } from "../inputs/load.ts";
import { answeredWith, errorWithJob, type Outcome } from "../outcomes.ts";
import { CancelledError } from "../service/errors.ts";
import { isFinal } from "../service/schemas.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import type { Progress } from "./comment-text.ts";
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

/** People wait for the reply, so a failing service is not retried for long. */
const replyTimeoutMs = 60_000;

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
  if (command.kind === "help") return { outcome: answerHelp(command.why, thread, tools) };
  const title = richText`A job cannot be stopped from here:`;
  const why = richText`the service has no way to cancel one. Close its pull request if you do not want it.`;
  // Small talk is a guess, and `cancel update` may be a request.
  const other = command.isTalk ? richText`If you asked for a change, name the page and the change.` : [];
  thread.reply(renderReply(title, [why, other], tools.runContext.runUrl));
  return { outcome: answeredWith("answered", richText`${title} ${why}`) };
}

function answerHelp(why: HelpReason | undefined, thread: RunThread, { inputs, runContext }: Tools): Outcome {
  const phrase = inputs["trigger-phrase"];
  thread.reply(renderHelp(phrase, runContext.runUrl, why));
  const where = thread.writes
    ? richText`The reply shows what ${code(phrase)} can do.`
    : richText`This run writes no comments. The README shows what ${code(phrase)} can do.`;
  return answeredWith("answered", why === undefined ? where : richText`${whyHelp(why, "")} ${where}`);
}

/** Answers a review whose summary is the phrase alone, where none of its comments can be sent. */
export function answerEmptyReview({ review }: PromptRequest, thread: RunThread, tools: Tools): Outcome {
  if (review === undefined) return answerHelp(undefined, thread, tools);
  const { inputs, runContext } = tools;
  const title = richText`Nothing was sent.`;
  const why = richText`The request would go ${review.note}, and the review says nothing else.`;
  const next = richText`Reply ${code(inputs["trigger-phrase"])} and the changes you want.`;
  thread.reply(renderReply(title, [why, next], runContext.runUrl));
  return answeredWith("answered", richText`${title} ${why} ${next}`);
}

/** Replies with how the thread's job is doing. */
async function answerStatus(memory: Memory, thread: RunThread, tools: Tools): Promise<Answer> {
  const { inputs, clock, signal, runContext, log, setOutput } = tools;
  const { runUrl } = runContext;
  const reply = (text: RichText, known: Partial<Progress> = {}, body?: string): Answer => {
    // Its marker holds it without secrets.
    const asked = memory.job?.request ?? "";
    thread.reply(body ?? renderReply(richText`Status.`, [text], runUrl, asked, known.contents));
    return { outcome: answeredWith("answered", text), known };
  };
  if (!thread.remembers)
    return reply(richText`This workflow remembers no jobs, so the thread's job is not known.`);
  if (memory.unread !== undefined) return reply(memory.unread.what);
  if (memory.job === undefined) return reply(richText`This thread has no job yet.`);
  const { id: jobId, at } = memory.job;
  setOutput("jobId", jobId);
  try {
    const job = await readJob(jobId, tools, { signal, deadline: clock.now() + replyTimeoutMs });
    setJobOutputs(job, tools);
    const prLink = pullOf(job);
    const pull = prLink === undefined ? [] : [url(prLink)];
    const contents = prLink === undefined ? undefined : await readPullContents(prLink, undefined, tools);
    const known = { jobId, job, contents };
    const stale =
      isFinal(job.status) && isFresh(at, clock.now())
        ? richText` That may be from before the last request, which is less than a minute old.`
        : [];
    const text = richText`Job ${code(jobId)} is ${code(job.status)}. ${pullSentence(pull)}${stale}`;
    return isFinal(job.status)
      ? reply(text, known)
      : reply(text, known, renderWorkingStatus(memory.job, { pull, contents, now: clock.now(), runUrl }));
  } catch (error) {
    if (error instanceof CancelledError || !(error instanceof ActionError)) throw error;
    if (isNotFound(error) && isFresh(at, clock.now()))
      return reply(richText`Job ${code(jobId)} was created a moment ago. The service does not show it yet.`, {
        jobId,
      });
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
