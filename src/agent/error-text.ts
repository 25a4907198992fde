import { runLater } from "../github/errors.ts";
import { type ErrorOutcome, type ErrorRow, errorRowOf, type Outcome, rowOf } from "../outcomes.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import { lowerFirst } from "../text/words.ts";
import { askForStatus, lookFirst, lookLater, newRun, repeatCommand } from "./next-steps.ts";
import type { Progress } from "./progress.ts";
import { type CommentText, unknownTitle } from "./sentences.ts";

// What people read of an error, each sentence whole: what it means for their request, and who can mend it.

/** The outcome of a run that an error ends. */
export function endOfError(error: ErrorOutcome, about: Progress): Outcome {
  if (isUnknown(error, about)) return { ...error, advice: lookFirst(about) };
  if (isOfGoneJob(error, about)) return { ...error, advice: startAnew(about) };
  if (about.isCommand && about.state.kind === "accepted")
    return { ...error, advice: afterError(error, about) };
  if (error.reason === "internal") return { ...error, advice: reportIt(about) };
  if (isRefusedFollowUp(error, about)) {
    const later = " when the agent has finished";
    const rerun = richText`Re-run the workflow${{ trusted: later }}.`;
    return { ...error, advice: about.isCommand ? repeatCommand(about, later) : rerun };
  }
  const { jobId, isCommand, isFollowUp, isRemembered, state, service } = about;
  // A step that watches the job would not send a follow-up that was not sent.
  const isUnsent = isFollowUp && state.kind === "not-sent";
  // Whoever gave a command asks for its status instead.
  if (jobId === undefined || isCommand || isUnsent || errorRowOf(error.reason).losesJob)
    return error;
  const byHand = richText`To go on waiting, run a step with ${code(`job-id: ${jobId}`)} and no prompt.`;
  const how = isRemembered ? lookLater(about) : byHand;
  // With another key, nothing in the thread verifies.
  const look = richText`Look for its pull request in the ${service.dashboard}.`;
  return { ...error, advice: richText`${error.advice} ${error.reason === "api-key" ? look : how}` };
}

/** True where nobody knows whether the service got the request. A bug of ours may come at any time. */
function isUnknown({ reason }: ErrorOutcome, { state }: Progress): boolean {
  const isBugOnTheWay = reason === "internal" && state.kind === "sent";
  return isBugOnTheWay || errorRowOf(reason).request === "unknown";
}

/** What a comment says of an error. */
export function errorText(outcome: ErrorOutcome, about: Progress): CommentText {
  const { reason, message, isAboutPrompt, points: [detail = message] = [] } = outcome;
  const { request } = errorRowOf(reason);
  if (isUnknown(outcome, about))
    return { icon: "⚠️", title: unknownTitle(about), detail, next: lookFirst(about) };
  if (about.state.kind === "accepted") return unreadText(outcome, about);
  const { icon } = rowOf(outcome);
  const next = about.isCommand
    ? afterError(outcome, about)
    : isRefusedFollowUp(outcome, about)
      ? outcome.advice
      : afterRun(outcome, runAgain(outcome, about));
  // It begins with what became of the request.
  if (reason === "payment" || reason === "api-key" || isAboutPrompt)
    return { icon, title: message, next };
  if (!about.isFollowUp) return { icon, title: richText`No job was started.`, detail, next };
  // A service that fails has refused nothing.
  if (request === "refused" && reason !== "service")
    return { icon, title: richText`The follow-up was refused.`, detail, next };
  const what = { trusted: about.isReview ? "review" : "follow-up" };
  return { icon, title: richText`The ${what} was not sent.`, detail, next };
}

/** What is said of a job that could not be followed to its end. */
function unreadText(outcome: ErrorOutcome, about: Progress): CommentText {
  const { message, reason, points: [cause = message] = [] } = outcome;
  const isOwn = isOfGoneJob(outcome, about);
  if (reason === "not-found")
    return {
      icon: "⚠️",
      title: isOwn ? richText`The job is gone.` : richText`There is no such job.`,
      detail: message,
      next: isOwn ? startAnew(about) : outcome.advice,
    };
  return {
    icon: "⚠️",
    title: richText`The agent's progress could not be read.`,
    detail: richText`${cause} The agent may still be working.`,
    next:
      about.isCommand || whoCanFix(outcome) !== undefined
        ? outcome.advice
        : lookLater(about, laterThan(reason)),
  };
}

/** Who can fix what went wrong; nobody where it may pass by itself, or where it is a mistake of the action. */
const fixers: Readonly<Partial<Record<ErrorRow["remedy"], string>>> = {
  secrets: "someone who can edit this repository's secrets",
  key: "someone who manages the API key",
  settings: "someone who can edit this repository's settings and workflows",
  billing: "someone who manages the plan",
};
function whoCanFix({ reason, advice }: ErrorOutcome): string | undefined {
  // What GitHub refuses does not pass by itself.
  const isRefusal = reason === "github" && advice !== runLater;
  return isRefusal ? fixers.settings : fixers[errorRowOf(reason).remedy];
}

/** How a workflow asks again once an error is mended. A re-run runs the file of the workflow as it was. */
function runAgain(outcome: ErrorOutcome, about: Progress): RichText {
  if (outcome.isAboutPrompt) return newRun(about);
  const isInFile =
    whoCanFix(outcome) === fixers.settings || errorRowOf(outcome.reason).remedy === "wait or fix";
  if (!isInFile) return richText`re-run the workflow.`;
  return about.canStart
    ? newRun(about)
    : richText`re-run the workflow; if you changed its file, ${newRun(about)}`;
}

/** What to do after an error in a run that a workflow started. */
function afterRun(outcome: ErrorOutcome, then: RichText): RichText {
  const { advice, reason } = outcome;
  const isDone = advice === runLater || errorRowOf(reason).remedy !== "wait or fix";
  return whoCanFix(outcome) === undefined && isDone
    ? advice
    : richText`${advice} Then ${inSentence(then)}`;
}

/** What whoever gave a command does after an error: wait until it passes, or ask someone who can fix it. */
export function afterError(outcome: ErrorOutcome, about: Progress): RichText {
  const { reason, advice, isAboutPrompt } = outcome;
  const { state, phrase } = about;
  if (isAboutPrompt)
    return richText`reply ${code(phrase)} and a shorter request, or one without what ${about.service.name} names. If that fails, too, ask someone who can edit this repository's workflows to set ${code("context: reference")}.`;
  if (isRefusedFollowUp(outcome, about)) {
    const later = repeatCommand(about, " when the agent has finished");
    const anew = richText`reply ${code(`${phrase} --new`)} and your request`;
    return richText`${later} If it is refused again, ${anew}: it starts a new, paid job.`;
  }
  const who = whoCanFix(outcome);
  const again = (when = ""): RichText => {
    if (state.kind === "accepted") return askForStatus(about, when);
    return repeatCommand(about, when);
  };
  // The comments of this thread are signed with the old key.
  if (reason === "api-key" && state.kind === "accepted")
    return richText`ask ${{ trusted: who ?? "" }} to do this: ${inSentence(advice)} Then look for the pull request in the ${about.service.dashboard}: with a new key, this thread does not know the job.`;
  const then =
    reason === "api-key" && about.isFollowUp
      ? richText`reply ${code(`${phrase} --new`)} and your request: with a new key, it starts a new, paid job.`
      : again();
  if (who !== undefined)
    return richText`ask ${{ trusted: who }} to do this: ${inSentence(advice)} Then ${inSentence(then)}`;
  const { remedy } = errorRowOf(reason);
  if (remedy === "report") return richText`${again()} If it fails again, ${reportIt(about)}`;
  const later = again(laterThan(reason));
  return remedy === "wait or fix" && advice !== runLater
    ? richText`${later} If it fails again, ask ${{ trusted: fixers.settings ?? "" }} to do this: ${inSentence(advice)}`
    : later;
}

/** When something that failed so may be over, with a space before it. */
export function laterThan(reason: ErrorOutcome["reason"]): string {
  return errorRowOf(reason).remedy === "wait an hour" ? " in an hour" : " in ten minutes";
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

/** True where the job is at work, or takes no more messages. */
function isRefusedFollowUp({ reason, isAboutPrompt }: ErrorOutcome, about: Progress): boolean {
  const isUnsent = about.isFollowUp && about.state.kind !== "accepted";
  return reason === "refused" && isUnsent && !isAboutPrompt;
}

function startAnew(about: Progress): RichText {
  const { isCommand, phrase } = about;
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
