import { isWait, runAfterLimit } from "../github/errors.ts";
import { connectionAdvice } from "../network/transport-error.ts";
import { type ErrorOutcome, type ErrorRow, errorRowOf, type Outcome, rowOf } from "../outcomes.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import { lowerFirst } from "../text/words.ts";
import {
  askAnew,
  askForStatus,
  lookFirst,
  lookLater,
  newReview,
  newRun,
  repeatCommand,
  rerun,
  runChanged,
  sendAgain,
} from "./next-steps.ts";
import type { Progress } from "./progress.ts";
import { type CommentText, unknownTitle } from "./sentences.ts";

// What people read of an error, each sentence whole: what it means for their request, and who can mend it.

/** The outcome of a run that an error ends: its advice becomes the next step of whoever reads it. */
export function endOfError(error: ErrorOutcome, about: Progress): Outcome {
  return { ...error, advice: nextAfter(error, about) };
}

function nextAfter(error: ErrorOutcome, about: Progress): RichText {
  if (isUnknown(error, about)) {
    return lookFirst(about);
  }
  if (isOfGoneJob(error, about)) {
    return startAnew(about);
  }
  if (about.isCommand) {
    return afterCommand(error, about);
  }
  return about.state.kind === "accepted" ? afterJob(error, about) : afterRun(error, about);
}

/** True where nobody knows whether the service got the request. A bug of ours may come at any time. */
function isUnknown({ reason }: ErrorOutcome, { state }: Progress): boolean {
  const isBugOnTheWay = reason === "internal" && state.kind === "sent";
  return isBugOnTheWay || errorRowOf(reason).request === "unknown";
}

/** What a comment says of the end that an error made. */
export function errorText(end: ErrorOutcome, about: Progress): CommentText {
  const { reason, message: detail, advice: next, refuses } = end;
  const { request } = errorRowOf(reason);
  if (isUnknown(end, about)) {
    return { icon: "⚠️", title: unknownTitle(about), detail, next };
  }
  if (about.state.kind === "accepted") {
    return unreadText(end, about);
  }
  const { icon } = rowOf(end);
  // It begins with what became of the request.
  if (reason === "payment" || reason === "api-key" || refuses === "prompt") {
    return { icon, title: detail, next };
  }
  if (!about.isFollowUp) {
    return { icon, title: richText`No job was started.`, detail, next };
  }
  if (request === "refused") {
    return { icon, title: richText`The follow-up was refused.`, detail, next };
  }
  const what = { trusted: about.isReview ? "review" : "follow-up" };
  return { icon, title: richText`The ${what} was not sent.`, detail, next };
}

/** What is said of a job that could not be followed to its end. */
function unreadText(end: ErrorOutcome, about: Progress): CommentText {
  const { message: detail, reason, advice: next } = end;
  const icon = "⚠️";
  if (isOfGoneJob(end, about)) {
    return { icon, title: richText`The job is gone.`, detail, next };
  }
  if (reason === "not-found") {
    return { icon, title: richText`There is no such job.`, detail, next };
  }
  const title = richText`The agent's progress could not be read.`;
  return { icon, title, detail: richText`${detail} The agent may still be working.`, next };
}

/** Who can fix what went wrong; nobody where it may pass by itself, or where it is a mistake of the action. */
const fixers: Readonly<Partial<Record<ErrorRow["remedy"], string>>> = {
  secrets: "someone who can edit this repository's secrets",
  key: "someone who manages the API key",
  settings: "someone who can edit this repository's settings and workflows",
  billing: "someone who manages the plan",
};

function whoCanFix(error: ErrorOutcome): string | undefined {
  const { reason, advice } = error;
  const isOfConnection = reason === "github" || reason === "unreachable";
  // What else GitHub refuses, or a proxy, stays refused until somebody changes something.
  const isRefusal = isOfConnection && !isWait(advice) && advice !== connectionAdvice;
  return isRefusal ? fixers.settings : fixers[errorRowOf(reason).remedy];
}

/** What to do after an error in a run that a workflow started. */
function afterRun(error: ErrorOutcome, about: Progress): RichText {
  const { advice, reason, refuses, isWhole } = error;
  if (refuses === "message") {
    const mayReplace = about.namesJob ? "" : " That may start a new, paid job.";
    return richText`Re-run the workflow when the agent has finished.${{ trusted: mayReplace }}`;
  }
  if (reason === "internal") {
    return richText`Re-run the workflow. If it fails again, ${reportIt(about)}`;
  }
  if (refuses === "prompt") {
    // A re-run would send the same prompt again.
    const again = richText`trigger the workflow again.`;
    return richText`${advice} Then ${about.canStart || about.hasTable ? newRun(about) : again}`;
  }
  if (reason === "api-key" && !about.namesJob) {
    return richText`${advice} Then re-run the workflow: with a new key, it starts a new, paid job.`;
  }
  const who = whoCanFix(error);
  const mayBeInFile = who === fixers.settings || errorRowOf(reason).remedy === "wait or fix";
  const isForNobody = who === undefined && !mayBeInFile;
  if (isWhole || isWait(advice) || isForNobody) {
    return advice;
  }
  return richText`${advice} Then ${mayBeInFile ? runChanged(about) : rerun}`;
}

/** What to do where a workflow's run could not follow its job to the end. */
function afterJob(error: ErrorOutcome, about: Progress): RichText {
  const { reason, advice } = error;
  const { jobId = "", isRemembered, service } = about;
  if (reason === "not-found") {
    return advice;
  }
  // With another key, nothing in the thread verifies.
  if (reason === "api-key") {
    return richText`${advice} Look for the job's pull request in the ${service.dashboard}.`;
  }
  const isForPeople = whoCanFix(error) !== undefined;
  const goOn = isRemembered
    ? lookLater(about, isForPeople ? "" : laterThan(error))
    : richText`To go on waiting, run a step with ${code(`job-id: ${jobId}`)} and no prompt.`;
  if (reason === "internal") {
    return richText`${goOn} If it fails again, ${reportIt(about)}`;
  }
  return isForPeople ? richText`${advice} ${goOn}` : goOn;
}

/** What whoever gave a command does after an error: wait until it passes, or ask someone who can fix it. */
function afterCommand(error: ErrorOutcome, about: Progress): RichText {
  const { reason, advice, refuses } = error;
  const { state } = about;
  const ofComments = about.isReview ? " and what the comments of the review say" : "";
  // A review that asks for changes holds no command.
  const how = about.asksForChanges
    ? richText`reply ${code(about.phrase)} and`
    : richText`repeat the command in a new comment with`;
  if (refuses === "prompt") {
    return richText`${how} a shorter request${{ trusted: ofComments }}, or without what ${about.service.name} names. If that fails, too, ask someone who can edit this repository's workflows to set ${code("context: reference")}.`;
  }
  if (refuses === "message") {
    const later = repeatCommand(about, " when the agent has finished");
    return about.asksForChanges
      ? richText`${later} If it is refused again, ${askAnew(about)}: it starts a new, paid job.`
      : richText`${later} That may start a new, paid job.`;
  }
  const who = whoCanFix(error);
  const again = (when = "") =>
    state.kind === "accepted" ? askForStatus(about, when) : repeatCommand(about, when);
  // The comments of this thread are signed with the old key.
  if (reason === "api-key" && state.kind === "accepted") {
    return richText`ask ${{ trusted: who ?? "" }} to do this: ${inSentence(advice)} Then look for the pull request in the ${about.service.dashboard}: with a new key, this thread does not know the job.`;
  }
  const then =
    reason === "api-key" && (about.isFollowUp || about.replaces !== undefined)
      ? richText`${askAnew(about)}: with a new key, it starts a new, paid job.`
      : again();
  const ofReview = about.isReview && who === fixers.settings ? newReview : [];
  if (who !== undefined) {
    return richText`ask ${{ trusted: who }} to do this: ${inSentence(advice)} Then ${inSentence(then)}${ofReview}`;
  }
  const { remedy } = errorRowOf(reason);
  if (remedy === "report") {
    return richText`${again()} If it fails again, ${reportIt(about)}`;
  }
  const later = again(laterThan(error));
  return remedy === "wait or fix" && !isWait(advice)
    ? richText`${later} If it fails again, ask ${{ trusted: fixers.settings ?? "" }} to do this: ${inSentence(advice)}`
    : later;
}

/** When something that failed so may be over, with a space before it. */
function laterThan({ reason, advice }: ErrorOutcome): string {
  const isLong = advice === runAfterLimit || errorRowOf(reason).remedy === "wait an hour";
  return isLong ? " in an hour" : " in ten minutes";
}

function reportIt({ issuesUrl }: Progress): RichText {
  const report =
    issuesUrl === undefined ? { trusted: "report it" } : { url: issuesUrl, label: "report it" };
  return richText`please ${report} with the log of this run.`;
}

/** True where the service does not know the job that it has accepted the request as. */
function isOfGoneJob({ reason }: ErrorOutcome, { state, startedAt }: Progress): boolean {
  return reason === "not-found" && state.kind === "accepted" && startedAt !== undefined;
}

function startAnew(about: Progress): RichText {
  const { isCommand, phrase, hasTable, namesJob } = about;
  if (hasTable || namesJob) {
    return sendAgain(about);
  }
  const how = isCommand ? richText`reply ${code(phrase)} and the change you want.` : newRun(about);
  return richText`to start a new, paid job, ${how}`;
}

/** A sentence that goes on with another: it begins in lower case, unless with code or a name. */
function inSentence([first = "", ...rest]: RichText): RichText {
  const start =
    typeof first === "object" && "trusted" in first
      ? { trusted: lowerFirst(first.trusted) }
      : first;
  return [start, ...rest];
}
