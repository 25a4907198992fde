import { timeOfDay } from "../dates.ts";
import { url } from "../github/pull-request-address.ts";
import type { DenialReason, ErrorOutcome, Outcome, SkipReason } from "../outcomes.ts";
import { code, type RichText, type RichTextPart, richText } from "../text/rich-text.ts";
import { formatDuration, plural } from "../text/words.ts";
import type { Replacement } from "./decide.ts";
import {
  expectedChange,
  linkOr,
  lookFirst,
  lookLater,
  placeOf,
  repeatCommand,
  sendAgain,
  sendsNoneTwice,
  startedNext,
} from "./next-steps.ts";
import type { Progress } from "./progress.ts";
import { failedChecks, isLate, mayBeLate, type PullContents } from "./pull-contents.ts";

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

/** The title where it is unknown whether the service got the request. */
export function unknownTitle({ isFollowUp, service }: Progress): RichText {
  return isFollowUp
    ? richText`We can't tell whether ${service.name} received this follow-up.`
    : richText`We can't tell whether ${service.name} received this.`;
}

function pullTitle({ isFollowUp, isHidden, prLink, contents }: Progress): RichText {
  const pull = url(prLink ?? "");
  const over = stateOfOver(contents);
  if (over !== undefined && !isFollowUp) {
    return richText`The pull request is ${over}: ${pull}`;
  }
  const state = richText`${stateOfChecks(contents)}${stateOfMerge(contents)}`;
  if (over !== undefined) {
    // Without a list of what changed since the request, nobody knows whether it came in time.
    const doubt = contents?.changes === undefined ? ", and may not have it" : "";
    return richText`Follow-up finished; ${pull} is ${over} now${{ trusted: doubt }}.`;
  }
  const place = isHidden ? [] : richText` in ${pull}`;
  if (isFollowUp) {
    return richText`Follow-up finished${place}${state}.`;
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
  const was = richText`it was ${stateOfOver(contents) ?? []}${{ trusted: when }}, before we saw the agent finish.`;
  return {
    title: richText`This request is not in ${linkOr("the pull request", prLink)}: ${was}`,
    next: sendAgain(about),
  };
}

function afterPull(about: Progress): RichText {
  const { isCommand, isFollowUp, isHidden, replaces, phrase, contents } = about;
  if (about.hasTable && mayBeLate(about)) {
    return sendAgain(about);
  }
  if (stateOfOver(contents) !== undefined) {
    return isCommand
      ? richText`if a change is missing, reply ${code(phrase)} and the change: it starts a new, paid job.`
      : [];
  }
  if (isFollowUp && isHidden) {
    return isCommand
      ? richText`if the pull request was merged or closed before that, reply ${code(`${phrase} --new`)} and your request: it starts a new, paid job.`
      : [];
  }
  const startsAnew = isCommand && about.startsAnew === true;
  if (startsAnew && !about.isLinked) {
    return richText`to change something, edit the pull request: here, each command starts a new, paid job.`;
  }
  const failed = failedChecks(contents).length;
  const isInConflict = contents?.pull.conflict !== undefined;
  const isReply = isCommand && !startsAnew;
  const ownPlace = about.isRemembered ? [] : undefined;
  const place = isReply ? ownPlace : placeOf(about);
  const verb = { trusted: isReply ? "reply" : "comment" };
  if (failed > 0) {
    const checks = failed === 1 ? "check" : "checks";
    // People paste this as a command, and others choose the name of a check.
    const fix = code(`${phrase} fix the failing ${checks}`);
    const first = isInConflict
      ? richText`resolve the conflict, then`
      : richText`to have the failed ${{ trusted: checks }} fixed,`;
    return place === undefined
      ? richText`fix what failed in the pull request itself.`
      : richText`${first} ${verb} ${fix}${place}.`;
  }
  if (isInConflict) {
    return richText`resolve the conflict before you merge.`;
  }
  if (place === undefined) {
    return richText`to change something, edit the pull request.`;
  }
  if (isReply && (isFollowUp || replaces !== undefined)) {
    return richText`to change something else, reply ${code(phrase)} and the change you want.`;
  }
  const example = code(`${phrase} make the example shorter`);
  const afterMerge = isHidden
    ? richText` After a merge or close, begin with ${code("--new")}.`
    : [];
  return richText`to change something, ${verb} for example ${example}${place}.${afterMerge}`;
}

/** Where a request that failed may have left something. */
function leftIn({ prLink }: Progress): RichText {
  return prLink === undefined
    ? []
    : richText` ${url(prLink)} shows what is done; it is not continued.`;
}

/** What is not known of a follow-up's pull request. */
function unseenText({ isHidden, isFollowUp, contents, prLink }: Progress): RichText {
  if (!isFollowUp || contents !== undefined || prLink === undefined) {
    return [];
  }
  return isHidden
    ? richText`GitHub does not show ${url(prLink)} to this workflow: check that your request is in it.`
    : richText`We could not read it: open it to see what changed.`;
}

function cancelledText(about: Progress): CommentText {
  const title = about.wasKilled
    ? richText`GitHub stopped this run.`
    : richText`The run was cancelled.`;
  if (about.state.kind === "accepted") {
    return { title, detail: richText`The agent may still be working.`, next: lookLater(about) };
  }
  if (about.state.kind === "not-sent") {
    return {
      title,
      detail: richText`Nothing was sent.`,
      next: about.isCommand
        ? repeatCommand(about)
        : richText`To send the request, re-run the workflow.`,
    };
  }
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

/** What a comment says of an end. */
export function endText(outcome: Exclude<Outcome, ErrorOutcome>, about: Progress): CommentText {
  const { isCommand, service, timeoutMs } = about;
  switch (outcome.result) {
    case "pull-request":
      if (outcome.pull !== "unchanged") {
        return { title: pullTitle(about), detail: unseenText(about), next: afterPull(about) };
      }
      return {
        title: richText`No new commit by the agent in ${linkOr("the pull request", about.prLink)}.`,
        next: expectedChange(about),
      };
    case "no-changes":
      if (isLate(about.contents)) {
        return lateText(about);
      }
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
        title: richText`The job was archived in the ${service.dashboard}.`,
        detail: richText`It will not continue.`,
        next: sendAgain(about),
      };
    case "timeout":
      return {
        title: richText`Still working.`,
        detail: richText`This run stopped waiting after ${formatDuration(timeoutMs)}.`,
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
  "not-created": richText`This event brings no new text that could hold a command, and ${code("prompt")} is empty.`,
  "own-comment": richText`The text is a comment of this action.`,
  "no-text": richText`The text is empty.`,
  quoted: richText`The description was posted elsewhere before, so a command in it does not count. Give it in a comment.`,
  "no-diff": richText`No file changed that can be documented: lock files, pictures, submodules, generated files and what ${code("diff-paths")} leaves out do not count.`,
  deleted: richText`The command was deleted before its turn, so nothing was sent.`,
  duplicate: richText`Another workflow, job or step answered this command. Only one may listen to its phrase, or you may pay twice.`,
};

/** Why the pull request is not ready to merge. */
function pullOf({ contents, isFollowUp, prLink }: Progress): Outcome["pull"] {
  if (contents === undefined) {
    return isFollowUp && prLink !== undefined ? "unseen" : undefined;
  }
  if (isLate(contents)) {
    return "late";
  }
  if (contents.isUnchanged) {
    return "unchanged";
  }
  const { state, conflict } = contents.pull;
  if (state !== "open") {
    return state;
  }
  if (conflict !== undefined) {
    return "conflict";
  }
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
        richText`Ask someone with that role to re-run it: that ${sendsNoneTwice}`,
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

/** Why a new job did what a follow-up was expected to do; empty where nothing was replaced. */
export function replacementText({ replaces, state }: Partial<Progress>): RichText {
  if (replaces === undefined || state?.kind !== "accepted") {
    return [];
  }
  const { why, pull } = replaces;
  const { of, became } = becauseOf[why];
  const earlier = { trusted: `the earlier ${of}` };
  const what = of === "job" || pull === undefined ? earlier : url(pull.link);
  const open =
    pull?.state === "open"
      ? richText` ${url(pull.link)} is not continued: review and merge it.`
      : [];
  return richText`This was a new job, because ${what} ${{ trusted: became }}.${open}`;
}

/** Why a new job takes the place of another: what became of that, or of its pull request. */
export const becauseOf: Readonly<
  Record<Replacement, { of: "pull request" | "job"; became: string }>
> = {
  merged: { of: "pull request", became: "was merged" },
  closed: { of: "pull request", became: "was closed" },
  hidden: { of: "pull request", became: "is not shown to this workflow" },
  failed: { of: "job", became: "failed" },
  archived: { of: "job", became: "was archived" },
  gone: { of: "job", became: "no longer exists" },
  refused: { of: "job", became: "accepts no more messages" },
};
