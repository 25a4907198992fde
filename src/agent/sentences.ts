import type { ServiceNames } from "../names.ts";
import {
  type DenialReason,
  type ErrorOutcome,
  errorRowOf,
  type Outcome,
  type Result,
  rowOf,
  type SkipReason,
} from "../outcomes.ts";
import { code, type RichText, type RichTextPart, richText } from "../text/rich-text.ts";
import { formatDuration, plural } from "../text/words.ts";
import type { Replacement } from "./decide.ts";

// What people read of how a run ended, each sentence whole: a search for its words finds it here.

/** What the sentences about a run depend on. All texts may be foreign. */
export type Situation = {
  /** The job of the request, or the one that it was for; missing as long as none is known. */
  jobId?: string | undefined;
  /** The link to the job's pull request; missing without one. */
  pull?: RichTextPart | undefined;
  /** How far the request came: `sent` means that its fate is not known. */
  state: "not-sent" | "sent" | "accepted";
  isFollowUp?: boolean;
  /** Why a new job does what a follow-up was expected to do; `pull` is the pull request that is done. */
  replaces?: { why: Replacement; pull: RichTextPart | undefined } | undefined;
  service: ServiceNames;
  /** The phrase that starts a command. */
  phrase: string;
  /** False for a run that a workflow started. */
  isCommand: boolean;
  /** True when a comment remembers the request, so that a re-run finds it. */
  isRemembered: boolean;
  timeoutMs?: number;
  /** Where people report what is wrong with the action, if that is known. */
  issuesUrl: string | undefined;
  /** True when the runner killed the run. The post step says so. */
  wasKilled?: boolean;
  /** True when a follow-up left the pull request as it was. */
  isUnchanged?: boolean;
  /** True where commands on the pull request continue the job. */
  isLinked?: boolean;
  /** The names of the pull request's checks that failed. */
  failedChecks: readonly string[];
};

type Sentence = (about: Situation) => RichText;

/** What a comment, the log and the summary say of an end. */
type EndText = {
  /** What happened: bold in the comment, and the first sentence of the output `message`. */
  title: Sentence;
  detail?: Sentence;
  /** What whoever gave the command can do in the thread. Starts in lower case: a mention may come before it. */
  command: Sentence;
  /** What to do where a workflow asked. */
  workflow: Sentence;
};

const nothing: Sentence = () => [];

const watchJob: Sentence = ({ jobId = "" }) =>
  richText`To go on waiting, run a step with ${code(`job-id: ${jobId}`)} and no prompt.`;
const lookAgain = ({ phrase }: Situation, when: string) =>
  richText`to see how it went, reply ${code(`${phrase} --status`)}${{ trusted: when }}.`;
/** The next step of a command's author while the job continues. `--status` knows only what a comment remembers. */
const lookLater: Sentence = (about) =>
  about.isRemembered ? lookAgain(about, " in ten minutes") : watchJob(about);
/** The next step where a workflow asked, and the job continues. */
const keepWaiting: Sentence = (about) =>
  about.isRemembered
    ? richText`To go on waiting, re-run the workflow. The request is not sent twice.`
    : watchJob(about);
const sendAgain: Sentence = () => richText`To try again, re-run the workflow. This starts another paid job.`;
const expectedChange: Sentence = ({ phrase }) =>
  richText`if you expected a change, reply ${code(phrase)} with the page and the change.`;
const expectedByWorkflow: Sentence = () =>
  richText`If you expected a change, name the page and the change in the workflow's prompt.`;

/** The title where it is unknown whether the service got the request. */
const unknownTitle: Sentence = ({ isFollowUp, service }) =>
  isFollowUp
    ? richText`We can't tell whether ${service.name} received this follow-up.`
    : richText`We can't tell whether ${service.name} received this.`;

/** The next step where it is unknown whether the service got the request. A re-run sends nothing. */
export const lookFirst: Sentence = ({
  isFollowUp,
  isCommand,
  pull = { trusted: "the documentation" },
  service,
}) => {
  if (isCommand)
    return isFollowUp
      ? richText`look at ${pull}: if the change is not there in ten minutes, ask again in a new comment.`
      : richText`look at the ${service.dashboard}. If it shows a job for this request, wait for its pull request; if not, repeat the command in a new comment.`;
  return isFollowUp
    ? richText`Look at ${pull}: if the change is not there in ten minutes, start the workflow anew (Run workflow). A re-run sends nothing.`
    : richText`Look at the ${service.dashboard}. If it shows no job for this request, start the workflow anew (Run workflow). A re-run sends nothing.`;
};

const fixChecks: Sentence = ({ phrase, failedChecks: [first = "", ...others] }) => {
  if (others.length > 0)
    return richText`to have them fixed, reply ${code(`${phrase} fix the failing checks`)}.`;
  // It is pasted as a command, so the name of a check may only be words; `.` and `/` would do no harm.
  const name = /^[\w./-]+(?: [\w./-]+)*$/.test(first) && first.length <= 60 ? ` ${first}` : "";
  return richText`to have it fixed, reply ${code(`${phrase} fix the failing check${name}`)}.`;
};

/** The sentence for a request that was not sent, that may have been sent, or that was accepted. */
const byState =
  (unsent: Sentence, sent: Sentence, accepted: Sentence): Sentence =>
  (about) =>
    ({ "not-sent": unsent, sent, accepted })[about.state](about);

const wasStopped = ({ wasKilled }: Situation) => ({ trusted: wasKilled ? "cut off" : "cancelled" });

const ends = {
  "pull-request": {
    title: ({ isFollowUp, pull, failedChecks: { length } }) => {
      const failed = { trusted: length === 0 ? "" : `, ${plural(length, "check")} failed` };
      if (isFollowUp)
        return richText`Follow-up finished${pull === undefined ? "" : richText` in ${pull}`}${failed}.`;
      return pull === undefined
        ? richText`Pull request ready${failed}.`
        : richText`Pull request ready${failed}: ${pull}`;
    },
    command: (about) => {
      const { isFollowUp, replaces, phrase } = about;
      if (about.failedChecks.length > 0) return fixChecks(about);
      if (isFollowUp || replaces !== undefined)
        return richText`to change something else, reply ${code(phrase)} and the change you want.`;
      return richText`to change something, reply for example ${code(`${phrase} make the example shorter`)}.`;
    },
    workflow: ({ isLinked, phrase, pull = { trusted: "the pull request" } }) =>
      isLinked
        ? richText`To change something, comment for example ${code(`${phrase} make the example shorter`)} on ${pull}.`
        : richText`To change something, push to the branch of the pull request.`,
  },
  "no-changes": {
    title: () => richText`No pull request.`,
    detail: ({ service }) =>
      richText`Most likely nothing needed to change. If the project publishes without review, the change may be live: check the ${service.dashboard}.`,
    command: expectedChange,
    workflow: expectedByWorkflow,
  },
  failed: {
    title: () => richText`The agent could not finish.`,
    detail: ({ service }) => richText`The ${service.dashboard} may show why.`,
    command: ({ phrase }) =>
      richText`to try again, reply ${code(`${phrase} --new`)} and your request: it starts another paid job.`,
    workflow: sendAgain,
  },
  archived: {
    title: () => richText`The job was archived.`,
    detail: () => richText`It will not continue.`,
    command: ({ phrase }) =>
      richText`if you still want the change, reply ${code(`${phrase} --new`)} and your request: it starts another paid job.`,
    workflow: sendAgain,
  },
  timeout: {
    title: ({ timeoutMs = 0 }) => richText`Still working after ${formatDuration(timeoutMs)}.`,
    detail: () => richText`This run stopped waiting; the agent has not stopped.`,
    command: lookLater,
    workflow: keepWaiting,
  },
  cancelled: {
    title: (about) =>
      about.state === "sent" ? unknownTitle(about) : richText`The run was ${wasStopped(about)}.`,
    detail: byState(
      () => richText`Nothing was sent.`,
      (about) => richText`The run was ${wasStopped(about)} before ${about.service.name} replied.`,
      () => richText`The agent is still working.`,
    ),
    command: byState(() => richText`repeat the command in a new comment.`, lookFirst, lookLater),
    workflow: byState(nothing, lookFirst, keepWaiting),
  },
  started: {
    title: () => richText`The agent is working on it.`,
    detail: () => richText`This run does not wait for it.`,
    command: lookLater,
    workflow: (about) =>
      about.isRemembered
        ? richText`To see how it went, comment ${code(`${about.phrase} --status`)} here in ten minutes.`
        : watchJob(about),
  },
  // A `pull-request` that a follow-up left as it was.
  unchanged: {
    title: ({ pull = { trusted: "the pull request" } }) => richText`No new commit in ${pull}.`,
    detail: () => richText`The agent finished, and the pull request is as it was.`,
    command: expectedChange,
    workflow: expectedByWorkflow,
  },
} as const satisfies Record<string, EndText>;
type End = Exclude<keyof typeof ends, "unchanged">;

/** Why a run has nothing to do. Where only the run knows the details, it brings a message of its own. */
const skips: Readonly<Record<SkipReason, RichText>> = {
  "no-command": richText`No line of the text is a command.`,
  "not-created": richText`Only new texts can hold a command.`,
  "own-comment": richText`The text is a comment of this action.`,
  "no-text": richText`The text is empty.`,
  quoted: richText`The description was first posted by someone else, or elsewhere.`,
  "no-diff": richText`No changed file matches ${code("diff-paths")}, or there is nothing to compare this event with.`,
  duplicate: richText`Another workflow has answered this command, in a comment of its own. There is nothing to do here.`,
};
const oneWorkflow = richText`Let only one workflow listen to each trigger phrase.`;

type Denial = { message: (user: RichTextPart, needs: RichText) => RichText; advice: RichText };
/** Why somebody may not run a command. `user` did not pass; `needs` names the role that would. */
const denials: Readonly<Record<DenialReason, Denial>> = {
  permission: {
    message: (user, needs) => richText`${user} cannot run commands here: ${needs}.`,
    advice: richText`To allow it, give them the role, or add their login to ${code("allowed-users")}.`,
  },
  bot: {
    message: (user) =>
      richText`${user} is a bot. Bots can run commands only when ${code("allowed-users")} names them.`,
    advice: richText`To allow it, add the login to ${code("allowed-users")}.`,
  },
  "re-run": {
    message: (user, needs) => richText`${user}, who re-ran this, cannot run commands here: ${needs}.`,
    advice: richText`Let someone with the needed role re-run it, or repeat the command in a new comment.`,
  },
  "permission-unknown": {
    message: (user) => richText`The role of ${user} is not known, so the command was denied.`,
    advice: richText`Check that ${code("github-token")} can read the repository's metadata, or add the login to ${code("allowed-users")}.`,
  },
};

/** The sentences of a result; missing for one that comes with its own, as a duplicate does. */
function endText({ result, isUnchanged }: Pick<Outcome, "result" | "isUnchanged">): EndText | undefined {
  return isUnchanged ? ends.unchanged : isEnd(result) ? ends[result] : undefined;
}

function isEnd(result: Result): result is End {
  return Object.hasOwn(ends, result);
}

function inOne(title: RichText, detail: RichText): RichText {
  return title.length > 0 && detail.length > 0 ? richText`${title} ${detail}` : [...title, ...detail];
}

/** The outcome of a run that ended with this result. */
export function endOf(result: End, about: Situation): Outcome {
  const { isUnchanged = false } = about;
  const outcome: Outcome = { result, reason: "", message: [], advice: [], isUnchanged };
  const { title, detail, next } = commentText(outcome, about);
  return { ...outcome, message: inOne(title, detail), advice: next };
}

/** The outcome of a run that has nothing to do. `message` replaces that of the reason. */
export function skippedFor(reason: SkipReason, message: RichText = skips[reason]): Outcome {
  return { result: "skipped", reason, message, advice: reason === "duplicate" ? oneWorkflow : [] };
}

/** The outcome of a command by somebody who may not give it. */
export function deniedFor(reason: DenialReason, user: RichTextPart, needs: RichText): Outcome {
  const { message, advice } = denials[reason];
  return { result: "denied", reason, message: message(user, needs), advice };
}

/** The outcome of a command that was answered, or of a dry run. */
export function answeredWith(
  result: "answered" | "dry-run",
  { title, detail = [], next = [] }: { title: RichText; detail?: RichText; next?: RichText },
): Outcome {
  return { result, reason: "", message: inOne(title, detail), advice: next };
}

/** An error's outcome, which also names the job, where one is known, so that somebody can continue it. */
export function errorWithJob(error: ErrorOutcome, jobId: string | undefined): Outcome {
  if (jobId === undefined || errorRowOf(error.reason).losesJob) return error;
  const advice = richText`${error.advice} To continue job ${code(jobId)}, run a step with ${code(`job-id: ${jobId}`)}.`;
  return { ...error, advice };
}

/** What a comment says of an end. A part that is empty is left out. */
export type CommentText = {
  icon: string;
  /** The outcome in a few words, shown in bold. */
  title: RichText;
  /** At most a sentence or two about what happened. */
  detail: RichText;
  /** The next step of its reader. For a command in lower case: a mention may come before it. */
  next: RichText;
};

/** What a comment says of an outcome. */
export function commentText(outcome: Outcome, about: Situation): CommentText {
  if (outcome.result === "error") return errorText(outcome, about);
  const text = endText(outcome);
  const { icon } = rowOf(outcome);
  if (text === undefined)
    return { icon, title: outcome.message, detail: [], next: about.isCommand ? [] : outcome.advice };
  const next = about.isCommand ? text.command : text.workflow;
  return {
    // A failed check takes the ✅ away, so that nobody merges on it.
    icon: icon === "✅" && about.failedChecks.length > 0 ? "⚠️" : icon,
    title: text.title(about),
    detail: text.detail?.(about) ?? [],
    next: next(about),
  };
}

/** The error brings its own message and advice. */
function errorText(outcome: ErrorOutcome, about: Situation): CommentText {
  const { reason, message, advice, points: [cause] = [] } = outcome;
  const { request } = errorRowOf(reason);
  // The title says already that it is unknown. A bug of ours may come at any time, also once the request is on its way.
  if (request === "unknown" || (reason === "internal" && about.state === "sent"))
    return { icon: "⚠️", title: unknownTitle(about), detail: cause ?? message, next: lookFirst(about) };
  if (about.state === "accepted") {
    const title = richText`The agent's progress could not be read.`;
    const again: Again = (when) => (about.isRemembered ? lookAgain(about, when) : watchJob(about));
    const next = about.isCommand ? afterError(outcome, about, again) : keepWaiting(about);
    return { icon: "⚠️", title, detail: richText`${message} The agent may still be working.`, next };
  }
  const next = about.isCommand ? afterError(outcome, about) : advice;
  const { icon } = rowOf(outcome);
  // It begins with what became of the request.
  if (reason === "payment" || reason === "api-key") return { icon, title: message, detail: [], next };
  const title = about.isFollowUp
    ? richText`The follow-up was ${{ trusted: request }}.`
    : richText`No job was started.`;
  return { icon, title, detail: message, next };
}

/** What comes after an error is over; `when` is a time such as “ in ten minutes”. */
type Again = (when: string) => RichText;
const repeat: Again = (when) => richText`repeat the command in a new comment${{ trusted: when }}.`;

/** What whoever gave a command does after an error: wait until it passes, or ask someone who can fix it. `again` follows. */
export function afterError(
  { reason, advice, isAboutPrompt }: ErrorOutcome,
  { phrase, issuesUrl }: Pick<Situation, "phrase" | "issuesUrl">,
  again: Again = repeat,
): RichText {
  const report = issuesUrl === undefined ? { trusted: "report it" } : { url: issuesUrl, label: "report it" };
  if (isAboutPrompt) return richText`ask for less at once: reply ${code(phrase)} and the first change.`;
  switch (errorRowOf(reason).remedy) {
    case "wait":
      return again(" in ten minutes");
    case "wait an hour":
      return again(" in an hour");
    case "wait or fix":
      return richText`${again(" in ten minutes")} If it fails again: ${advice}`;
    case "report":
      return richText`${again("")} If it fails again, please ${report} with the log of this run.`;
    case "secrets":
      return richText`ask someone who can edit this repository's secrets to mend this: ${advice} After that, ${again("")}`;
    case "settings":
      return richText`ask someone who can edit this repository's settings and workflows to mend this: ${advice} After that, ${again("")}`;
    case "billing":
      return richText`ask someone who manages the plan to mend this: ${advice} After that, ${again("")}`;
  }
}

/** Why a new job did what a follow-up was expected to do; empty where nothing was replaced. */
export function replacementText({ result }: Outcome, { replaces, state }: Situation): RichText {
  if (replaces === undefined || state !== "accepted") return [];
  const { why, pull } = replaces;
  if ((why === "merged" || why === "closed") && pull !== undefined)
    return result === "pull-request"
      ? richText`A new one, because ${pull} was ${{ trusted: why }}.`
      : richText`This was a new job, because ${pull} was ${{ trusted: why }}.`;
  return richText`This was a new job, because the earlier ${{ trusted: becauseOf[why] }}.`;
}

/** Why a new job takes the place of another, behind “the earlier”. */
const becauseOf: Readonly<Record<Replacement, string>> = {
  merged: "pull request was merged",
  closed: "pull request was closed",
  failed: "one failed",
  archived: "one was archived",
  gone: "one no longer exists",
  refused: "one accepts no more messages",
};
