import { timeOfDay } from "../dates.ts";
import { runLater } from "../github/errors.ts";
import { url } from "../github/pull-request-address.ts";
import {
  type DenialReason,
  type ErrorOutcome,
  type ErrorRow,
  errorRowOf,
  type Outcome,
  rowOf,
  type SkipReason,
} from "../outcomes.ts";
import { code, type RichText, type RichTextPart, richText } from "../text/rich-text.ts";
import { formatDuration, lowerFirst, plural } from "../text/words.ts";
import type { Replacement } from "./decide.ts";
import type { Progress } from "./progress.ts";
import { failedChecks, isLate, type PullContents } from "./pull-contents.ts";

// What people read of how a run ended, each sentence whole: a search for its words finds it here.

/** What a comment or a reply says, and log and summary with it. */
export type CommentText = {
  icon?: string;
  /** The outcome in a few words: bold in the comment, and the first sentence of the output `message`. */
  title: RichText;
  /** At most a sentence or two about what happened. */
  detail?: RichText;
  /** The next step of its reader. It may begin in lower case, for a mention may come before it. */
  next?: RichText;
};

/** How to send a request again that an older job did not carry out. Only a re-run sends the comments of a review. */
function sendAgain({ isCommand, isReview, asksForChanges, phrase, range }: Progress): RichText {
  if (range !== undefined) return richText`the next run of the workflow sends these commits again.`;
  const how =
    isCommand && (!isReview || asksForChanges)
      ? richText`reply ${code(`${phrase} --new`)} and your request`
      : richText`re-run the workflow`;
  return richText`to try again, ${how}: it starts a new, paid job.`;
}

/** How a workflow asks again. A re-run sends nothing where a comment remembers the request. */
function newRun({ canStart, isRemembered, phrase }: Progress): RichText {
  if (canStart) return richText`start a new run of the workflow.`;
  return isRemembered
    ? richText`comment ${code(phrase)} and the request, if commands are set up.`
    : richText`re-run the workflow.`;
}

/** How to give a command again; `when` is a time such as “ in ten minutes”. */
function repeatCommand({ isReview }: Progress, when = ""): RichText {
  const time = { trusted: when };
  return isReview
    ? richText`re-run the workflow${time}: it sends the review with its comments.`
    : richText`repeat the command in a new comment${time}.`;
}

/** The next step of a command's author while the job continues. `--status` knows only what a comment remembers. */
function askForStatus(about: Progress, when: string): RichText {
  const { isRemembered, phrase, service } = about;
  return isRemembered
    ? richText`reply ${code(`${phrase} --status`)}${{ trusted: when }} to see how it went.`
    : richText`look for its pull request in the ${service.dashboard}${{ trusted: when }}.`;
}

function lookLater(about: Progress, when = ""): RichText {
  if (about.isCommand || !about.isRemembered) return askForStatus(about, when || " in ten minutes");
  const rerun = { url: about.runUrl, label: "“Re-run jobs”", plain: "“Re-run jobs”" };
  const sends =
    about.range === undefined ? "That does not send" : "While the job is fine, that does not send";
  return richText`To go on waiting, choose ${rerun} in the workflow run${{ trusted: when }}. ${{ trusted: sends }} the request again.`;
}

/** Where a workflow's readers can continue the job with a command; missing where they cannot. */
function placeOf({ isLinked, prLink, range, isRemembered }: Progress): RichText | undefined {
  if (isLinked && prLink !== undefined) return richText` on ${url(prLink)}, if commands are set up`;
  if (range !== undefined) return richText` below the table of commits, if commands are set up`;
  return isRemembered ? richText` in this thread, if commands are set up` : undefined;
}

function expectedChange(about: Progress): RichText {
  const { isCommand, phrase } = about;
  const change = richText`${code(phrase)} with the page and the change`;
  if (isCommand) return richText`if you expected a change, reply ${change}.`;
  const place = placeOf(about) ?? richText`, if commands are set up`;
  return richText`If you expected a change, comment ${change}${place}.`;
}

function startedNext(about: Progress): RichText {
  if (about.isCommand || !about.isRemembered) return lookLater(about);
  return about.range === undefined
    ? richText`To see how it went, look at the ${about.service.dashboard} in ten minutes.`
    : richText`The next run shows in its table how it went.`;
}

/** The title where it is unknown whether the service got the request. */
function unknownTitle({ isFollowUp, service }: Progress): RichText {
  return isFollowUp
    ? richText`We can't tell whether ${service.name} received this follow-up.`
    : richText`We can't tell whether ${service.name} received this.`;
}

/** The next step where it is unknown whether the service got the request. A re-run sends nothing. */
function lookFirst(about: Progress): RichText {
  const { isFollowUp, isCommand, isReview, phrase, prLink, service } = about;
  if (about.range !== undefined)
    return richText`You need not do anything: the next run sends these commits again. They may be documented twice.`;
  const again = isReview
    ? richText`comment ${code(phrase)} and the changes.`
    : isCommand
      ? repeatCommand(about)
      : newRun(about);
  if (isFollowUp) {
    const look = isCommand
      ? richText`reply ${code(`${phrase} --status`)} in ten minutes and look`
      : richText`in ten minutes, look at the ${service.dashboard} and`;
    return richText`${look} at ${linkOr("the documentation", prLink)}. If the job is not working and the change is not there, ${again}`;
  }
  return richText`in ten minutes, look at the ${service.dashboard}, or ask someone who can. If it shows a job for this request, wait for its pull request. If not, ${again}`;
}

/** The link to a pull request, or these words where there is none. */
function linkOr(words: string, prLink: string | undefined): RichTextPart {
  return prLink === undefined ? { trusted: words } : url(prLink);
}

function pullTitle({ isFollowUp, isHidden, prLink, contents }: Progress): RichText {
  const pull = url(prLink ?? "");
  const over = stateOfOver(contents);
  if (over !== undefined && !isFollowUp) return richText`The pull request is ${over}: ${pull}`;
  const state = richText`${stateOfChecks(contents)}${stateOfMerge(contents)}`;
  if (isFollowUp) {
    const place = isHidden ? [] : richText` in ${pull}`;
    const now = over === undefined ? [] : richText`, which is ${over} now`;
    return richText`Follow-up finished${place}${now}${state}.`;
  }
  return richText`Pull request ready${state}: ${pull}`;
}

function stateOfChecks(contents: PullContents | undefined): RichText {
  const { length } = failedChecks(contents);
  return length === 0 ? [] : richText`, ${{ trusted: plural(length, "check") }} failed`;
}

function stateOfMerge(contents: PullContents | undefined): RichText {
  const branch = contents?.pull.conflict;
  return branch === undefined ? [] : richText`, in conflict with ${code(branch)}`;
}

/** What became of a pull request that is not open any more. */
function stateOfOver(contents: PullContents | undefined): { trusted: string } | undefined {
  const state = contents?.pull.state ?? "open";
  return state === "open" ? undefined : { trusted: state };
}

/** What is said of a follow-up that left no commit, because its pull request was over before the agent had finished. */
function lateText(about: Progress): CommentText {
  const { contents, prLink } = about;
  const { mergedAt, closedAt } = contents?.pull ?? {};
  const time = mergedAt ?? closedAt;
  const when = time === undefined ? "" : ` at ${timeOfDay(time)}`;
  const was = richText`it was ${stateOfOver(contents) ?? []}${{ trusted: when }}, while the agent was at work.`;
  return {
    title: richText`This request is not in ${linkOr("the pull request", prLink)}: ${was}`,
    next: sendAgain(about),
  };
}

function afterPull(about: Progress): RichText {
  const { isCommand, isFollowUp, isHidden, replaces, phrase, contents } = about;
  if (stateOfOver(contents) !== undefined)
    return isCommand
      ? richText`for another change, reply ${code(phrase)} and the change you want: it starts a new, paid job.`
      : [];
  if (isFollowUp && isHidden)
    return isCommand
      ? richText`if the pull request was merged before that, reply ${code(`${phrase} --new`)} and your request: it starts a new, paid job.`
      : [];
  const failed = failedChecks(contents).length;
  const isInConflict = contents?.pull.conflict !== undefined;
  const ownPlace = about.isRemembered ? [] : undefined;
  const place = isCommand ? ownPlace : placeOf(about);
  const verb = { trusted: isCommand ? "reply" : "comment" };
  if (failed > 0) {
    const checks = failed === 1 ? "check" : "checks";
    // People paste this as a command, and others choose the name of a check.
    const fix = code(`${phrase} fix the failing ${checks}`);
    const first = isInConflict
      ? richText`resolve the conflict, then`
      : richText`to have the failed ${{ trusted: checks }} fixed,`;
    return place === undefined
      ? richText`fix what failed in the pull request itself: no command continues its job.`
      : richText`${first} ${verb} ${fix}${place}.`;
  }
  if (isInConflict) return richText`resolve the conflict before you merge.`;
  if (place === undefined)
    return richText`to change something, edit the pull request: no command continues its job.`;
  if (isCommand && (isFollowUp || replaces !== undefined))
    return richText`to change something else, reply ${code(phrase)} and the change you want.`;
  const example = code(`${phrase} make the example shorter`);
  return richText`to change something, ${verb} for example ${example}${place}.`;
}

/** Where a request that failed may have left something. */
function leftIn({ prLink }: Progress): RichText {
  return prLink === undefined ? [] : richText` ${url(prLink)} shows what is done.`;
}

/** What is not known of a follow-up's pull request. */
function unseenText({ isHidden, isFollowUp, contents, prLink }: Progress): RichText {
  if (!isFollowUp || contents !== undefined || prLink === undefined) return [];
  return isHidden
    ? richText`GitHub does not show ${url(prLink)} to this workflow: check that your request is in it.`
    : richText`We could not read it: open it to see what changed.`;
}

function cancelledText(about: Progress): CommentText {
  const title = about.wasKilled
    ? richText`GitHub stopped this run.`
    : richText`The run was cancelled.`;
  if (about.state.kind === "accepted")
    return { title, detail: richText`The agent may still be working.`, next: lookLater(about) };
  if (about.state.kind === "not-sent")
    return {
      title,
      detail: richText`Nothing was sent.`,
      next: about.isCommand
        ? repeatCommand(about)
        : richText`To send the request, re-run the workflow.`,
    };
  const detail = richText`${title} ${about.service.name} had not replied.`;
  return { title: unknownTitle(about), detail, next: lookFirst(about) };
}

/** The results whose sentences are here; the others bring their own. */
type End =
  | "pull-request"
  | "no-changes"
  | "failed"
  | "archived"
  | "timeout"
  | "cancelled"
  | "started";

function endText(outcome: Exclude<Outcome, ErrorOutcome>, about: Progress): CommentText {
  const { isCommand, service, timeoutMs } = about;
  switch (outcome.result) {
    case "pull-request":
      if (outcome.pull !== "unchanged")
        return { title: pullTitle(about), detail: unseenText(about), next: afterPull(about) };
      return {
        title: richText`No new commit in ${linkOr("the pull request", about.prLink)}.`,
        detail: richText`The agent finished, and the pull request is as it was.`,
        next: expectedChange(about),
      };
    case "no-changes":
      if (isLate(about.contents)) return lateText(about);
      return {
        title: richText`No pull request.`,
        detail: richText`Most likely nothing needed to change. If the project publishes without review, the change may be live: check the page.`,
        next: expectedChange(about),
      };
    case "failed":
      return {
        title: richText`The agent could not finish.`,
        detail: richText`It may have cost credits. The ${service.dashboard} may show why.${leftIn(about)}`,
        next: sendAgain(about),
      };
    case "archived":
      return {
        title: richText`Someone archived the job in the ${service.dashboard}.`,
        detail: richText`It will not continue.`,
        next: sendAgain(about),
      };
    case "timeout":
      return {
        title: richText`Still working after ${formatDuration(timeoutMs)}.`,
        detail: richText`This run stopped waiting; the agent has not stopped.`,
        next: lookLater(about),
      };
    case "cancelled":
      return cancelledText(about);
    case "started":
      return {
        title: richText`The agent is working on it.`,
        detail: richText`This run does not wait for it.`,
        next: startedNext(about),
      };
    default:
      return { title: outcome.message, next: isCommand ? [] : outcome.advice };
  }
}

/** Why a run has nothing to do. Where only the run knows the details, it brings a message of its own. */
const skips: Readonly<Record<SkipReason, RichText>> = {
  "no-command": richText`No line of the text is a command.`,
  "not-created": richText`Only new texts can hold a command: an edit starts nothing.`,
  "own-comment": richText`The text is a comment of this action.`,
  "no-text": richText`The text is empty.`,
  quoted: richText`The description was posted elsewhere before, so a command in it does not count. Give it in a comment.`,
  "no-diff": richText`Nothing changed.`,
  deleted: richText`The command was deleted before its turn, so nothing was sent.`,
  duplicate: richText`Another workflow answered this command. Two workflows listen to its phrase: remove one, or you may pay twice.`,
};

/** Why the pull request is not ready to merge. */
function pullOf({ contents, isFollowUp, prLink }: Progress): Outcome["pull"] {
  if (contents === undefined) return isFollowUp && prLink !== undefined ? "unseen" : undefined;
  if (isLate(contents)) return "late";
  if (contents.isUnchanged) return "unchanged";
  const { state, conflict } = contents.pull;
  if (state !== "open") return state;
  if (conflict !== undefined) return "conflict";
  return failedChecks(contents).length > 0 ? "failed-checks" : undefined;
}

/** The outcome of a run that ended with this result. */
export function endOf(result: End, about: Progress): Outcome {
  const isEnd = result === "pull-request" || result === "no-changes";
  const pull = isEnd ? pullOf(about) : undefined;
  const outcome = { result, reason: "", message: [], advice: [], pull } as const;
  return { ...outcome, ...told(endText(outcome, about)) };
}

/** The outcome of a run that has nothing to do. `message` replaces that of the reason. */
export function skippedFor(reason: SkipReason, message: RichText = skips[reason]): Outcome {
  return { result: "skipped", reason, message, advice: [] };
}

/** The outcome of a command by somebody who may not give it. `user` did not pass; `needs` names the role that would. */
export function deniedFor(reason: DenialReason, user: RichTextPart, needs: RichText): Outcome {
  const denied = (message: RichText, advice: RichText) =>
    ({ result: "denied", reason, message, advice }) as const;
  switch (reason) {
    case "permission":
      return denied(
        richText`${user} cannot run commands here: ${needs}.`,
        richText`To allow it, give them that role, or add their login to ${code("allowed-users")}.`,
      );
    case "bot":
      return denied(
        richText`${user} is a bot. Bots can run commands only when ${code("allowed-users")} names them.`,
        richText`To allow it, add the login to ${code("allowed-users")}, if you trust all that it quotes.`,
      );
    case "re-run":
      return denied(
        richText`${user}, who re-ran this, cannot run commands here: ${needs}.`,
        richText`Ask someone with that role to re-run it, or to give the command in a new comment.`,
      );
  }
}

/** The outcome of a command that was answered, or of a dry run. */
export function answeredWith(result: "answered" | "dry-run", text: CommentText): Outcome {
  return { result, reason: "", ...told(text) };
}

function told({ title, detail = [], next = [] }: CommentText): Pick<Outcome, "message" | "advice"> {
  return { message: detail.length === 0 ? title : richText`${title} ${detail}`, advice: next };
}

/** The outcome of a run that an error ends. */
export function endOfError(error: ErrorOutcome, about: Progress): Outcome {
  if (isUnknown(error, about)) return { ...error, advice: lookFirst(about) };
  if (error.reason === "internal") return { ...error, advice: reportIt(about) };
  if (isOfGoneJob(error, about)) return { ...error, advice: startAnew(about) };
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

/** What a comment says of an outcome. */
export function commentText(outcome: Outcome, about: Progress): CommentText {
  if (outcome.result === "error") return errorText(outcome, about);
  return { icon: rowOf(outcome).icon, ...endText(outcome, about) };
}

function errorText(outcome: ErrorOutcome, about: Progress): CommentText {
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
  const { isCommand } = about;
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
    next: isCommand
      ? afterError(outcome, about)
      : whoCanFix(outcome) === undefined
        ? lookLater(about, laterThan(reason))
        : outcome.advice,
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
  const isInFile =
    whoCanFix(outcome) === fixers.settings || errorRowOf(outcome.reason).remedy === "wait or fix";
  if (outcome.isAboutPrompt) return newRun(about);
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
    return richText`reply ${code(phrase)} and a shorter request, or one without what ${about.service.name} names.`;
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

/** Why a new job did what a follow-up was expected to do; empty where nothing was replaced. */
export function replacementText(
  { result }: Outcome,
  { replaces, state }: Pick<Partial<Progress>, "replaces" | "state">,
): RichText {
  if (replaces === undefined || state?.kind !== "accepted") return [];
  const { why, pull } = replaces;
  if (why === "hidden" && pull !== undefined)
    return richText`This was a new job, because GitHub does not show ${url(pull.link)} to this workflow.`;
  if ((why === "merged" || why === "closed") && pull !== undefined)
    return result === "pull-request"
      ? richText`A new one, because ${url(pull.link)} was ${{ trusted: why }}.`
      : richText`This was a new job, because ${url(pull.link)} was ${{ trusted: why }}.`;
  const open =
    pull?.state === "open" ? richText` ${url(pull.link)} is not continued: merge or close it.` : [];
  return richText`This was a new job, because the earlier ${{ trusted: becauseOf[why] }}.${open}`;
}

/** Why a new job takes the place of another, behind “the earlier”. */
export const becauseOf: Readonly<Record<Replacement, string>> = {
  merged: "pull request was merged",
  closed: "pull request was closed",
  hidden: "pull request is not shown to this workflow",
  failed: "job failed",
  archived: "job was archived",
  gone: "job no longer exists",
  refused: "job accepts no more messages",
};
