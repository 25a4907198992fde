import { ActionError, errorOutcome } from "../errors.ts";
import { url } from "../github/pull-request-address.ts";
import { inputError, type Problem, problemsText } from "../inputs/load.ts";
import type { Outcome } from "../outcomes.ts";
import { isFinal } from "../service/schemas.ts";
import { codeSpan } from "../text/markdown.ts";
import { code, type RichText, richText, toMarkdown } from "../text/rich-text.ts";
import { plural, upperFirst } from "../text/words.ts";
import {
  assemble,
  commentText,
  cutText,
  footer,
  opening,
  paragraphs,
  quote,
} from "./comment-text.ts";
import { hasFailed, type Replacement, type Sending } from "./decide.ts";
import { endOfError } from "./error-text.ts";
import { isFresh, pullOf, readJob } from "./job.ts";
import { testKey } from "./key-test.ts";
import type { Memory } from "./memory.ts";
import { newReview, pageLink, repeatCommand, sendsNoneTwice } from "./next-steps.ts";
import { setOutputs } from "./outputs.ts";
import type { HelpReason } from "./parse.ts";
import { beginning, mentionOf, type Progress } from "./progress.ts";
import { isLate, readPullContents } from "./pull-contents.ts";
import { type AgentRequest, askedOf, type JobRequest } from "./request.ts";
import { answeredWith, becauseOf, type CommentText, endOf, skippedFor } from "./sentences.ts";
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
    const startsAnew = about.startsAnew || !takesMore;
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

/** Why the job of a thread is not known. A thread that is not remembered, or cannot be read, has no job here. */
function noJobText(memory: Memory, { remembers }: RunThread, about: Progress): CommentText {
  const { unread, unknownDocs, isUnsure, unverified } = memory;
  const { phrase, service } = about;
  if (!remembers) {
    return { title: richText`This workflow remembers no jobs, so the thread's job is not known.` };
  }
  if (unread !== undefined) {
    return { title: unread.outcome.message, next: endOfError(unread.outcome, about).advice };
  }
  if (unknownDocs !== undefined) {
    const title = richText`This pull request's job is not known here.`;
    return { ...unlinkedText(phrase, unknownDocs.jobId, false), title };
  }
  if (isUnsure) {
    return {
      title: richText`It is not known whether this thread has a job.`,
      detail: richText`No answer of ${service.name} to a request above is known.`,
      next: richText`Look at the ${service.dashboard}, or ask someone who can, before you repeat it.`,
    };
  }
  const next = richText`To start one, reply ${code(phrase)} and the change you want.`;
  if (unverified.length === 0) {
    return { title: richText`This thread has no job yet.`, next };
  }
  const title = richText`No job of this thread is known here. Has the API key or the project changed?`;
  const look = richText`Look for it in the ${service.dashboard} first.`;
  return { title, next: richText`${look} ${next}` };
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

/** A reply with what is known of the job that it is about, and the help. */
export function renderReply(
  text: CommentText,
  known: Partial<Progress> & { runUrl: string },
  help = "",
): string {
  const next = toMarkdown(text.next ?? []);
  return assemble([
    ...opening(text, known.contents),
    known.mention === undefined ? upperFirst(next) : `@${known.mention}, ${next}`,
    help,
    quote(known.asked ?? ""),
    cutText(known.cut),
    footer({ jobId: known.jobId, runUrl: known.runUrl }),
  ]);
}

/** Why a command was answered with the help. */
export function whyHelp(
  { kind, words, suggestion }: HelpReason,
  phrase: string,
  isReview: boolean,
): CommentText {
  const isTalk = kind === "small-talk";
  const is = isTalk ? "names no change" : "is no flag";
  const why = richText`${code(words.slice(0, 200))} ${{ trusted: is }}`;
  const takesText = suggestion === "--new" || suggestion === "--dry-run";
  const ofReview = isReview ? " Only a new review sends comments on lines with it." : "";
  const ifRequest = "If it is part of the request, put a word in front of it.";
  if (suggestion !== undefined) {
    return {
      title: richText`Did you mean ${code(suggestion)}?`,
      detail: richText`${why}, so nothing was sent.`,
      next: richText`If so, reply ${code(`${phrase} ${suggestion}`)}${{ trusted: takesText ? " and your request" : "" }}. ${{ trusted: ifRequest + ofReview }}`,
    };
  }
  const next = isTalk
    ? richText`If you want a change, reply ${code(phrase)} with the page and the change.`
    : richText`${{ trusted: ifRequest }} If not, repeat the command without it.`;
  return {
    title: richText`Nothing was sent:`,
    detail: richText`${why}.`,
    next: richText`${next}${{ trusted: ofReview }}`,
  };
}

/** What the commands are, in a review or elsewhere; folded below a reply that says something else first. */
export function helpOn(
  phrase: string,
  {
    isReview,
    isFolded,
    startsAnew = false,
  }: { isReview: boolean; isFolded: boolean; startsAnew?: boolean | undefined },
) {
  // A list, because the cells of a table break at the hyphens of a flag where there is little room.
  const row = (command: string, meaning: string) =>
    `- ${codeSpan(`${phrase} ${command}`)} ${meaning}`;
  const help = paragraphs([
    `Start a line with ${codeSpan(phrase)} and name the page and the change, as in ${codeSpan(`${phrase} document the new limit parameter`)}. Everything below that line is part of the request. The agent edits the documentation and opens a pull request; this thread shows its progress. New jobs and follow-ups cost credits; the other commands are free.`,
    [
      row(
        "…",
        startsAnew
          ? "starts a new job with its own pull request; on the agent's pull request, continues its job"
          : "continues the job of this thread, or starts one",
      ),
      row("--new …", "starts a new job with its own pull request"),
      row("--dry-run …", "says what the request would start, and starts nothing"),
      row("--status", "shows how the job of this thread is doing"),
      row("--help", "tests the API key and shows this help"),
    ].join("\n"),
    isReview
      ? `In a review, your inline comments are sent too: then ${codeSpan(phrase)} alone is enough.`
      : "",
    "Commands in quotes and code do not count, and neither do edits of a comment.",
  ]);
  const title = "What Docs Agent can do here";
  return isFolded
    ? `<details>\n<summary>${title}</summary>\n\n${help}\n\n</details>`
    : `**${title}.**\n\n${help}`;
}

function tooEarlyText({ phrase }: Progress): CommentText {
  return {
    icon: "⏳",
    title: richText`The last request is less than a minute old.`,
    next: richText`Reply ${code(`${phrase} --status`)} in a minute.`,
  };
}

/** How a job is doing. */
export function statusText(status: string, about: Progress): CommentText {
  const { prLink } = about;
  if (!isFinal(status)) {
    return {
      icon: "⏳",
      title: richText`The agent is at work.`,
      detail: prLink
        ? richText`Its pull request so far: ${url(prLink)}`
        : richText`No pull request yet.`,
      next: richText`For news, reply ${code(`${about.phrase} --status`)} again: this reply does not change.`,
    };
  }
  const done = prLink === undefined || isLate(about.contents) ? "no-changes" : "pull-request";
  const end = commentText(endOf(status === "completed" ? done : status, about), about);
  const isUnseen = prLink !== undefined && about.contents === undefined && !about.isFollowUp;
  return status === "completed" && isUnseen ? { ...end, ...mayBeOverText(prLink) } : end;
}

/** What is said of a pull request that GitHub does not show: it may be merged by now. */
function mayBeOverText(prLink: string): CommentText {
  return {
    icon: "➖",
    title: richText`The agent has finished: ${url(prLink)}`,
    detail: richText`GitHub does not show us whether it is still open.`,
  };
}

/** Why a request on a documentation pull request was not sent: its job, which a comment may name, is not known here. */
function unlinkedText(phrase: string, jobId: string | undefined, isReview: boolean): CommentText {
  const was = jobId === undefined ? [] : richText` It was job ${code(jobId)}.`;
  const comments = isReview ? " The comments of the review are not sent with it." : "";
  return {
    title: richText`Nothing was sent: this pull request's job is not known here.`,
    detail: richText`It may come from another thread or repository, another API key or project, or from Mintlify itself.${was}`,
    next: richText`If you know where it was asked for, comment there. To start a new, paid job with its own pull request instead, reply ${code(`${phrase} --new`)} and the change you want.${{ trusted: comments }}`,
  };
}

/** Why a review that asks for changes was not sent: it never begins a job. */
export function noFollowUpText(why: Replacement, phrase: string): CommentText {
  const { of, became } = becauseOf[why];
  const whose = of === "job" ? "This pull request's job" : "This pull request";
  return {
    title: richText`Nothing was sent.`,
    detail: richText`${{ trusted: `${whose} ${became}` }}, and a review without ${code(phrase)} starts no new job.`,
    next: richText`To start a new, paid job with its own pull request, reply ${code(phrase)} and the change you want: the comments of the review are not sent with it.`,
  };
}

/** What a dry run would send. `note` says with which comments of a review, or what it goes without. */
export function dryRunText(
  sending: Sending,
  note: RichText | undefined,
  isReview: boolean,
): CommentText {
  const what = wouldText(sending);
  const again = isReview
    ? richText`To send it with its comments, submit a new review that has them, without ${code("--dry-run")}.`
    : richText`To send it, repeat it without ${code("--dry-run")} in a new comment.`;
  return {
    title: richText`Nothing was sent.`,
    detail: note === undefined ? richText`${what}.` : richText`${what}, ${note}.`,
    next: richText`The log of the workflow run shows all that would be sent. ${again}`,
  };
}

function wouldText(sending: Sending): RichText {
  if (sending.kind === "create") {
    return richText`The request would start a new paid job`;
  }
  const followUp = richText`The request would go as a follow-up to the job`;
  return sending.isFromThread
    ? richText`${followUp} of this thread`
    : richText`${followUp} that ${code("job-id")} names`;
}

/** What is wrong in a workflow whose key, project or address of the service cannot be used, and who can fix it. */
export function notSetUp(
  problems: readonly Problem[],
  isReview: boolean,
  sourceUrl: string | undefined,
): CommentText {
  const how = pageLink({ sourceUrl }, "README.md#quickstart", "quickstart");
  return {
    icon: "❌",
    title: richText`Not set up yet: ${problemsText(problems)}.`,
    next: richText`ask someone who can edit this repository's settings and workflows to set it up as in the ${how}. Then ${repeatCommand({ isReview })}${isReview ? newReview : []}`,
  };
}
