import {
  byState,
  commentThere,
  cutOrCancelled,
  expectedByWorkflow,
  expectedChange,
  fixChecks,
  jobIdInput,
  keepWaiting,
  lookBeforeNewRun,
  lookFirst,
  repeat,
  reply,
  replyLater,
  type Sentence,
  type Situation,
  sendAgain,
  unknownTitle,
} from "./situation.ts";
import { code, type RichText, type RichTextPart, richText } from "./text/rich-text.ts";
import { formatDuration, plural } from "./text/words.ts";

// How runs end, as data: a row for each result and one for each reason. Comment, summary, annotation, output and report
// all read these rows. The sentences of an error come with the error.

type Icon = "⏳" | "✅" | "➖" | "⚠️" | "❌";

type ResultRow = {
  icon: Icon;
  /** The heading of the summary and of the annotation. */
  headline: string;
  /** The reaction on the command at the end. Without one, the 👀 stays alone. */
  reaction?: "rocket" | "+1" | "confused" | "-1";
  /** True where the log has a warning, even if the step does not fail. */
  warns?: true;
  /** What happened: bold in the comment, and the first sentence of the output `message`. */
  title?: Sentence;
  detail?: Sentence;
  /** What whoever gave the command can do in the thread. Starts in lower case: a mention may come before it. */
  commenter?: Sentence;
  /** What those can do whose workflow sent the request. */
  owner?: Sentence;
  /** What a reader of the thread can do about such a request, where that is something else. */
  reader?: Sentence;
};

const resultRows = {
  "pull-request": {
    icon: "✅",
    headline: "Pull request ready",
    reaction: "rocket",
    title: ({ isFollowUp, pull, failedChecks: { length } }) => {
      const failed = length === 0 ? "" : `, ${plural(length, "check")} failed`;
      const what = `${isFollowUp ? "Follow-up finished" : "Pull request ready"}${failed}`;
      return richText`${{ trusted: what }}${pull === undefined ? "." : richText`: ${pull}`}`;
    },
    commenter: (about) => {
      if (about.failedChecks.length > 0) return fixChecks(about);
      const more = about.isFollowUp ? "something more" : "something";
      if (about.isFollowUp || about.replaces !== undefined)
        return richText`${reply(`to change ${more}, reply`, "")(about)} and the change you want.`;
      return richText`${reply("to change something, reply", " make the example shorter")(about)}.`;
    },
    owner: (about) =>
      richText`Review it. To change something, run a step with ${jobIdInput(about)} and a prompt that says what.`,
    reader: ({ isLinked, phrase, pull = { trusted: "the pull request" } }) =>
      isLinked
        ? richText`To change something, comment for example ${code(`${phrase} make the example shorter`)} on ${pull}.`
        : richText`To change something, edit the pull request.`,
  },
  "no-changes": {
    icon: "➖",
    headline: "Finished without a pull request",
    reaction: "+1",
    title: ({ isFollowUp }) =>
      richText`${isFollowUp ? "Follow-up finished" : "Finished"} without a pull request.`,
    detail: ({ service }) =>
      richText`Either nothing needed to change, or the project publishes changes without review: the ${service.dashboard} shows which.`,
    commenter: expectedChange,
    owner: expectedByWorkflow,
  },
  failed: {
    icon: "❌",
    headline: "Job failed",
    reaction: "confused",
    warns: true,
    title: () => richText`The agent could not finish.`,
    detail: ({ service }) => richText`The ${service.dashboard} may show why.`,
    commenter: (about) => richText`${reply("reply", " --new")(about)} and your request to try again.`,
    owner: sendAgain,
  },
  archived: {
    icon: "❌",
    headline: "Job archived",
    reaction: "confused",
    warns: true,
    title: () => richText`The job was archived.`,
    detail: () => richText`It will not continue.`,
    commenter: (about) =>
      richText`${reply("if you still want the change, reply", " --new")(about)} and your request.`,
    owner: sendAgain,
  },
  timeout: {
    icon: "⚠️",
    headline: "Still working",
    warns: true,
    title: ({ timeoutMs }) => richText`Still working after ${formatDuration(timeoutMs)}.`,
    detail: () => richText`This run stopped waiting; the agent has not stopped.`,
    commenter: replyLater,
    owner: keepWaiting,
  },
  cancelled: {
    icon: "⚠️",
    headline: "Cancelled",
    title: (about) =>
      about.state === "sent" ? unknownTitle(about) : richText`The run was ${cutOrCancelled(about)}.`,
    detail: byState(
      () => richText`Nothing was sent.`,
      (about) => richText`The run was ${cutOrCancelled(about)} before ${about.service.name} replied.`,
      () => richText`The agent is still working.`,
    ),
    commenter: byState(() => richText`${repeat}.`, lookFirst, replyLater),
    owner: byState(() => [], lookBeforeNewRun, keepWaiting),
    reader: byState(() => [], lookFirst, keepWaiting),
  },
  started: {
    icon: "⏳",
    headline: "Job started",
    title: () => richText`The agent is working on it.`,
    detail: () => richText`This run does not wait for it.`,
    commenter: replyLater,
    owner: (about) => richText`To get its pull request, run a step with ${jobIdInput(about)} and no prompt.`,
    reader: commentThere(" --status", "later to see how it went"),
  },
  answered: { icon: "➖", headline: "Answered" },
  skipped: { icon: "➖", headline: "Nothing to do" },
  denied: { icon: "➖", headline: "Not allowed", reaction: "-1", warns: true },
  "dry-run": { icon: "➖", headline: "Dry run" },
  reported: { icon: "➖", headline: "Report written" },
  error: { icon: "❌", headline: "Error", reaction: "confused" },
} as const satisfies Record<string, ResultRow>;

/** A `pull-request` that a follow-up left as it was: no reader must believe that something was done. */
const unchangedRow: ResultRow = {
  icon: "➖",
  headline: "No new commit",
  reaction: "+1",
  title: ({ pull = { trusted: "the pull request" } }) => richText`No new commit in ${pull}.`,
  detail: () => richText`The agent finished, and the pull request is as it was.`,
  commenter: expectedChange,
  owner: expectedByWorkflow,
};

/** How a run ended, as the output `result` names it. */
export type Result = keyof typeof resultRows;
/** The row of an outcome. */
export const rowOf = ({ result, isUnchanged = false }: Pick<Outcome, "result" | "isUnchanged">): ResultRow =>
  isUnchanged ? unchangedRow : resultRows[result];

/** Who takes the next step after an error, and what it is. */
export const remedies = {
  /** Waiting: it is over after some time, whatever anybody does. */
  wait: "wait a while",
  "wait an hour": "wait an hour",
  /** It may be over later. If it is not, those who run the workflow do what the error advises. */
  "wait or fix": "wait a while",
  secrets: "someone who can edit this repository's secrets can fix that",
  settings: "someone who can edit this repository's settings and workflows can fix that",
  billing: "someone who manages the plan can fix that",
  report: "If that does not help, someone who can read the log of this run can report it",
} as const;

type ErrorRow = {
  headline: string;
  /** What became of a request that ended so before the service accepted it. */
  request: "not sent" | "refused" | "unknown";
  remedy: keyof typeof remedies;
  /** True where a step with the `job-id` of a known job gets no further. */
  losesJob?: true;
};

const errorRows = {
  input: { headline: "Invalid configuration", request: "not sent", remedy: "settings" },
  "api-key": { headline: "API key not accepted", request: "refused", remedy: "secrets" },
  payment: { headline: "Plan or credits needed", request: "refused", remedy: "billing" },
  forbidden: { headline: "Request not permitted", request: "refused", remedy: "secrets" },
  "not-found": { headline: "Not found", request: "refused", remedy: "settings", losesJob: true },
  "rate-limit": { headline: "Rate limit reached", request: "refused", remedy: "wait an hour" },
  refused: { headline: "Request refused", request: "refused", remedy: "settings" },
  service: { headline: "Service failing", request: "refused", remedy: "wait" },
  unreachable: { headline: "Service not reachable", request: "not sent", remedy: "wait or fix" },
  github: { headline: "GitHub request failed", request: "not sent", remedy: "wait or fix" },
  uncertain: { headline: "Request may have been sent", request: "unknown", remedy: "wait or fix" },
  answer: { headline: "Invalid response", request: "refused", remedy: "settings" },
  file: { headline: "File not written", request: "not sent", remedy: "settings" },
  internal: { headline: "Error in the action", request: "not sent", remedy: "report", losesJob: true },
} as const satisfies Record<string, ErrorRow>;
export type ErrorReason = keyof typeof errorRows;
/** The row of a reason why a run failed. */
export const errorRowOf = (reason: ErrorReason): ErrorRow => errorRows[reason];

type PlainRow = { message: RichText; advice?: RichText };

/** Why a run has nothing to do. Where only the run knows the details, it brings a message of its own. */
const skipRows = {
  "no-command": { message: richText`No line of the text is a command.` },
  "not-created": { message: richText`Only new texts can hold a command.` },
  "own-comment": { message: richText`The text is a comment of this action.` },
  "no-text": { message: richText`The text is empty.` },
  quoted: { message: richText`The description was first posted by someone else, or elsewhere.` },
  "no-diff": {
    message: richText`No changed file matches ${code("diff-paths")}, or there is nothing to compare this event with.`,
  },
  duplicate: {
    message: richText`Another workflow has answered this command, in a comment of its own.`,
    advice: richText`Let only one workflow listen to each trigger phrase.`,
  },
} as const satisfies Record<string, PlainRow>;
export type SkipReason = keyof typeof skipRows;

/** Why somebody may not run a command. `user` did not pass; `needs` names the role that would. */
const denialRows = {
  permission: {
    message: (user: RichTextPart, needs: RichText) => richText`${user} cannot run commands here: ${needs}.`,
    advice: richText`To allow it, give them the role, or add their login to ${code("allowed-users")}.`,
  },
  bot: {
    message: (user: RichTextPart) =>
      richText`${user} is a bot. Bots can run commands only when ${code("allowed-users")} names them.`,
    advice: richText`To allow it, add the login to ${code("allowed-users")}.`,
  },
  "re-run": {
    message: (user: RichTextPart, needs: RichText) =>
      richText`${user}, who re-ran this, cannot run commands here: ${needs}.`,
    advice: richText`Let someone with the needed role re-run it, or repeat the command in a new comment.`,
  },
  "permission-unknown": {
    message: (user: RichTextPart) => richText`The role of ${user} is not known, so the command was denied.`,
    advice: richText`Check that ${code("github-token")} can read the repository's metadata, or add the login to ${code("allowed-users")}.`,
  },
} as const;
export type DenialReason = keyof typeof denialRows;

/** The keys of a table, with their type. */
export function keysOf<T extends object>(table: T): (keyof T)[] {
  const isKey = (key: string): key is Extract<keyof T, string> => Object.hasOwn(table, key);
  return Object.keys(table).filter(isKey);
}

/** Every result. docs/reference.md has a row for each. */
export const results: readonly Result[] = keysOf(resultRows);

/** The reason codes of each result that has some. docs/reference.md has a row for every code. */
export const reasons = {
  skipped: keysOf(skipRows),
  denied: keysOf(denialRows),
  error: keysOf(errorRows),
  reported: ["partial"],
} as const;
type Reasons = typeof reasons;
export type ReasonOf<R extends keyof Reasons> = Reasons[R][number];
export type Reason = ReasonOf<keyof Reasons>;

/** The pairs of result and reason that exist. A complete report has no reason, one with missing data has. */
type ResultAndReason =
  | { [R in keyof Reasons]: { result: R; reason: ReasonOf<R> } }[keyof Reasons]
  | { result: Exclude<Result, keyof Reasons> | "reported"; reason: "" };

/** How a run ended: codes for programs, sentences for people. */
export type Outcome = ResultAndReason & {
  /** What happened, in a sentence or two. */
  message: RichText;
  /** What to do next, as summary and log say it; empty when there is nothing to do. May start in lower case. */
  advice: RichText;
  /** The parts of the message, for places that show a list. */
  points?: readonly RichText[];
  /** True for a `pull-request` that a follow-up left as it was. */
  isUnchanged?: boolean;
  /** True where the service refused the prompt itself, so that another prompt may pass. */
  isAboutPrompt?: boolean;
};
/** How a run of any mode ends. */
export type Ending = {
  outcome: Outcome;
  /** For the job summary, without secrets. */
  summary: string;
  /** Resolves when the comments show the end, or do not in time. Never rejects. */
  settled: Promise<unknown>;
};
export type ErrorOutcome = Extract<Outcome, { result: "error" }>;

/** The results that `fail-on` may name. */
export const failable = ["failed", "archived", "timeout", "no-changes"] as const;
export type Failable = (typeof failable)[number];

/** True when the step fails: on every error and cancellation, and on what `fail-on` names. */
export function failsStep(outcome: Outcome, failOn: readonly Failable[]): boolean {
  if (outcome.result === "error" || outcome.result === "cancelled") return true;
  return failOn.some((result) => result === outcome.result);
}

/** The heading of summary and annotation. */
export function headline(outcome: Outcome): string {
  return outcome.result === "error" ? errorRowOf(outcome.reason).headline : rowOf(outcome).headline;
}

/** The outcome of a run that ended with this result, in the words of its row. */
export function endOf(result: Exclude<Result, keyof Reasons>, about: Situation): Outcome {
  const { isUnchanged } = about;
  const row = rowOf({ result, isUnchanged });
  const message = inOne(row.title?.(about) ?? [], row.detail?.(about) ?? []);
  const advice = (about.isCommand ? row.commenter : row.owner)?.(about) ?? [];
  return { result, reason: "", message, advice, isUnchanged };
}

function inOne(title: RichText, detail: RichText): RichText {
  return title.length > 0 && detail.length > 0 ? richText`${title} ${detail}` : [...title, ...detail];
}

/** The outcome of a run that has nothing to do. `message` replaces that of the row. */
export function skippedFor(reason: SkipReason, message?: RichText): Outcome {
  const row: PlainRow = skipRows[reason];
  return { result: "skipped", reason, message: message ?? row.message, advice: row.advice ?? [] };
}

/** The outcome of a command by somebody who may not give it. */
export function deniedFor(reason: DenialReason, user: RichTextPart, needs: RichText): Outcome {
  const { message, advice } = denialRows[reason];
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
