import { url } from "../github/pull-request-address.ts";
import { type Problem, problemsText } from "../inputs/load.ts";
import { isFinal } from "../service/schemas.ts";
import { codeSpan } from "../text/markdown.ts";
import { code, type RichText, richText, toMarkdown } from "../text/rich-text.ts";
import { upperFirst } from "../text/words.ts";
import {
  assemble,
  commentText,
  cutText,
  footer,
  opening,
  paragraphs,
  quote,
} from "./comment-text.ts";
import type { Replacement, Sending } from "./decide.ts";
import { endOfError } from "./error-text.ts";
import type { Memory } from "./memory.ts";
import { newReview, pageLink, repeatCommand } from "./next-steps.ts";
import type { HelpReason } from "./parse.ts";
import type { Progress } from "./progress.ts";
import { isLate } from "./pull-contents.ts";
import { becauseOf, type CommentText, endOf } from "./sentences.ts";
import type { RunThread } from "./thread.ts";

// What people read in the replies to commands that send nothing.

/** Why the job of a thread is not known. A thread that is not remembered, or cannot be read, has no job here. */
export function noJobText(memory: Memory, { remembers }: RunThread, about: Progress): CommentText {
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

export function tooEarlyText({ phrase }: Progress): CommentText {
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
export function unlinkedText(
  phrase: string,
  jobId: string | undefined,
  isReview: boolean,
): CommentText {
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
