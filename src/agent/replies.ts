import { ActionError, errorOutcome } from "../errors.ts";
import { inputError, type Problem } from "../inputs/load.ts";
import type { Outcome } from "../outcomes.ts";
import { isFinal } from "../service/schemas.ts";
import { code, richText } from "../text/rich-text.ts";
import { plural } from "../text/words.ts";
import { commentText } from "./comment-text.ts";
import { hasFailed, type Sending } from "./decide.ts";
import { endOfError } from "./error-text.ts";
import { isFresh, pullOf, readJob } from "./job.ts";
import { testKey } from "./key-test.ts";
import { isOfDocsPull, type Memory } from "./memory.ts";
import { sendsNoneTwice } from "./next-steps.ts";
import { setOutputs } from "./outputs.ts";
import { beginning, mentionOf, type Progress } from "./progress.ts";
import { readPullContents } from "./pull-contents.ts";
import {
  dryRunText,
  helpOn,
  noFollowUpText,
  noJobText,
  notSetUp,
  renderReply,
  statusText,
  tooEarlyText,
  unlinkedText,
  whyHelp,
} from "./reply-text.ts";
import { type AgentRequest, askedOf, type JobRequest } from "./request.ts";
import { answeredWith, type CommentText, skippedFor } from "./sentences.ts";
import type { RunThread } from "./thread.ts";
import { abortable, sharedTime, type ThreadTools, type Tools } from "./tools.ts";

// The replies to commands that send nothing. Each is written once and never edited, so none has a marker.

/** In ms. People wait for the reply, so a failing service is not retried for long. */
const replyTimeoutMs = 60_000;

/** The outcome of a command, with what the summary says of the job that it is about. */
type Answer = { outcome: Outcome; known?: Partial<Progress> };

/** Answers a command that sends nothing, in a reply of its own. Throws a `CancelledError`. */
export async function answer(
  command: Exclude<AgentRequest, JobRequest>,
  reading: Promise<Memory>,
  thread: RunThread,
  tools: Tools,
): Promise<Answer> {
  if (command.kind === "status") {
    return await answerStatus(await abortable(tools.signal, reading), command, thread, tools);
  }
  if (command.kind === "help") {
    return { outcome: await answerHelp(command, thread, tools) };
  }
  const { service } = aboutCommand(command, tools);
  const text: CommentText = {
    title: richText`A job cannot be stopped from here:`,
    detail: richText`${service.name} has no way to cancel one. Close its pull request if you do not want it; the commits of one on the dashboard then come again once, in a new, paid job.`,
  };
  return { outcome: replyWith(text, thread, tools, { cut: command.cut }) };
}

function replyWith(
  text: CommentText,
  thread: RunThread,
  { runContext }: Tools,
  known: Partial<Progress> = {},
  help = "",
): Outcome {
  thread.reply(renderReply(text, { ...known, runUrl: runContext.runUrl }, help));
  return answeredWith("answered", text);
}

async function answerHelp(
  command: AgentRequest,
  thread: RunThread,
  tools: Tools,
): Promise<Outcome> {
  const { trigger, cut } = command;
  const why = command.kind === "help" ? command.why : undefined;
  const about = aboutCommand(command, tools);
  const { phrase } = about;
  const isReview = trigger?.kind === "review";
  const text = why === undefined ? await testKey(about, tools) : whyHelp(why, phrase, isReview);
  const help = helpOn(phrase, {
    isReview,
    isFolded: why !== undefined,
    startsAnew: about.startsAnew,
  });
  return replyWith(text, thread, tools, { cut }, help);
}

/** Answers a review that is not sent: it asks for changes where no job goes on, or nothing is left of it to send. */
export async function answerUnsent(
  plan: Sending,
  request: JobRequest,
  thread: RunThread,
  tools: Tools,
): Promise<Outcome> {
  const { asksForChanges, review } = request;
  const phrase = tools.inputs["trigger-phrase"];
  if (asksForChanges && plan.kind === "create" && plan.replaces !== undefined) {
    return replyWith(noFollowUpText(plan.replaces.why, phrase), thread, tools);
  }
  // Its comments that hold the phrase have runs of their own.
  if (asksForChanges) {
    return skippedFor("no-command");
  }
  if (review === undefined) {
    return await answerHelp(request, thread, tools);
  }
  const text = {
    title: richText`Nothing was sent.`,
    detail: richText`The request would go ${review.note}, and the review says nothing else.`,
    next: richText`Reply ${code(phrase)} and the changes you want.`,
  };
  return replyWith(text, thread, tools);
}

/** Answers a command on a documentation pull request whose job is not known here. */
export function answerUnlinked(
  { jobId }: { jobId: string | undefined },
  { asksForChanges }: JobRequest,
  thread: RunThread,
  tools: Tools,
): Outcome {
  const text = unlinkedText(tools.inputs["trigger-phrase"], jobId, asksForChanges === true);
  return replyWith(text, thread, tools);
}

/** What the sentences about a command depend on that sends nothing, so that its thread is as it was. */
function aboutCommand(command: AgentRequest, tools: Tools): Progress {
  return { ...beginning(command, tools), isReview: false, isRemembered: true };
}

async function answerStatus(
  memory: Memory,
  command: AgentRequest,
  thread: RunThread,
  tools: Tools,
): Promise<Answer> {
  const { clock, signal, log } = tools;
  const { cut } = command;
  const { job: remembered } = memory;
  const about = aboutCommand(command, tools);
  const reply = (text: CommentText, known: Partial<Progress> = {}): Answer => ({
    outcome: replyWith(text, thread, tools, { ...known, cut }),
    known,
  });
  if (remembered === undefined) {
    return reply(noJobText(memory, thread, about));
  }
  const { id: jobId, at } = remembered;
  const state = { kind: "accepted", jobId, as: "job", at } as const;
  setOutputs({ jobId }, tools);
  // The service may not know a new job yet, or show how the turn before a follow-up ended.
  if (isFresh(sharedTime(tools) - at)) {
    return reply(tooEarlyText(about), { jobId });
  }
  try {
    const job = await readJob(jobId, tools, { signal, deadline: clock.elapsed() + replyTimeoutMs });
    // At work, and after a turn without a change, the service may not name the pull request that the job has.
    const prLink = pullOf(job) ?? remembered.prLink;
    // Once a run has seen how a follow-up ended, its pull request is shown as it is now.
    const tip = memory.hasEnded ? undefined : remembered.tip;
    const { contents = undefined, isHidden = false } =
      prLink === undefined ? {} : await readPullContents(prLink, tip, tools);
    setOutputs({ job, contents }, tools);
    // A job that has failed since takes no more messages.
    const takesMore = !hasFailed(job.status);
    const startsAnew = (about.startsAnew && !isOfDocsPull(memory)) || !takesMore;
    const isLinked = memory.isLinked && takesMore;
    const isFollowUp = tip !== undefined;
    const hasTable = memory.comesAgain;
    const seen = { jobId, prLink, contents, isHidden, isFollowUp, isLinked, hasTable };
    // Once a run has seen how the request ended, the job works, fails or is archived for others.
    const status = memory.hasEnded && isFinal(job.status) ? "completed" : job.status;
    const text = statusText(status, { ...about, ...seen, state, startsAnew });
    return reply(text, { jobId, job, contents });
  } catch (error) {
    if (!(error instanceof ActionError)) {
      throw error;
    }
    const known = { ...about, jobId, state };
    const failed = endOfError(errorOutcome(error, log), known);
    reply(commentText(failed, known));
    return { outcome: failed, known: { jobId } };
  }
}

/** Says what would be sent, and in the log alone where, because anyone may read the reply. */
export function answerDryRun(
  prompt: string,
  sending: Sending,
  request: JobRequest,
  thread: RunThread,
  { log, connection, runContext, redact }: Tools,
): Outcome {
  const where = `project ${connection.project} at ${connection.base.origin}`;
  log.group(`What would be sent to ${where} (${plural(prompt.length, "character")})`, prompt);
  const { review, trigger } = request;
  const text = dryRunText(sending, review?.note, trigger?.kind === "review");
  if (trigger !== undefined) {
    thread.react("eyes");
    const { cut } = request;
    thread.reply(
      renderReply(text, { asked: redact(askedOf(request)), cut, runUrl: runContext.runUrl }),
    );
  }
  return answeredWith("dry-run", { ...text, next: [] });
}

/**
 * Answers a command where GitHub did not say whether its author may give it: the error that stopped the question. Throws
 * any other error.
 */
export function answerUnknownRole(
  error: unknown,
  request: AgentRequest,
  thread: RunThread,
  tools: Tools,
): Outcome {
  if (!(error instanceof ActionError)) {
    throw error;
  }
  const about = beginning(request, tools);
  const { runUrl, mention } = about;
  const isRerun = tools.runContext.attempt > 1;
  const onRerun = richText`${error.outcome.advice} A re-run ${sendsNoneTwice}`;
  const outcome = isRerun
    ? { ...error.outcome, advice: onRerun }
    : endOfError(error.outcome, about);
  const text = commentText(outcome, about);
  // An earlier attempt may have started a job.
  const shown = isRerun ? { ...text, title: richText`This re-run did nothing.` } : text;
  thread.reply(renderReply(shown, { runUrl, mention: isRerun ? undefined : mention }));
  return outcome;
}

/** Answers a command in a workflow whose key, project or address of the service cannot be used. */
export function answerNotSetUp(
  problems: readonly Problem[],
  { trigger }: Pick<AgentRequest, "trigger">,
  thread: RunThread,
  tools: ThreadTools,
): Outcome {
  const { runUrl, sourceUrl } = tools.runContext;
  const mention = mentionOf(trigger, tools.inputs);
  const isReview = trigger?.kind === "review";
  thread.reply(renderReply(notSetUp(problems, isReview, sourceUrl), { runUrl, mention }));
  return errorOutcome(inputError(problems), tools.log);
}
