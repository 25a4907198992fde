import { url } from "../github/pull-request-address.ts";
import type { ErrorOutcome, Outcome } from "../result.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import { formatDuration } from "../text/words.ts";
import { errorPolicies } from "./error-policy.ts";
import type { JobAction } from "./job/decide.ts";
import { type EndResult, isAccepted } from "./thread/request-state.ts";
import type { StatusCommentModel } from "./thread/status-comment-model.ts";

/** What a status comment says of a result. A part that is missing or empty is left out. */
export type CommentText = {
  icon: "⏳" | "✅" | "➖" | "⚠️" | "❌";
  /** The outcome in a few words, shown in bold. */
  title: RichText;
  /** At most one more sentence or two about what happened. */
  detail?: RichText;
  /** What the commenter can do next. Starts in lower case, because a mention may come before it. */
  next?: RichText;
  /** What only a maintainer can do next. */
  maintainers?: RichText;
};

/** A plain reply and an edit are no commands. */
export const repeat = richText`repeat the command in a new comment`;

/** The sentences about one result, for everyone who is told of it. Its headline is in `result.ts`. */
export type Sentences<Facts> = {
  /** What happened, for the summary, the output `message` and the log. */
  message: (facts: Facts) => RichText;
  /** What to do next, for the summary and the log. */
  advice: (facts: Facts) => RichText;
  /** What happened and what to do next, for the thread. */
  comment: (model: StatusCommentModel, outcome: Outcome) => CommentText;
};

/** What decides how the reader can continue with a job. */
export type ResumeOptions = {
  jobId: string;
  /** True when a status comment remembers the job, so that a re-run finds it. */
  inThread: boolean;
  /** The phrase that starts a command; missing for runs that a workflow started. */
  triggerPhrase: string | undefined;
};

type EndFacts = { jobId: string; prLink: string | undefined };

/** After this end has been reported, a re-run sends the request again. A step that only watches the job sent none. */
const anotherJob = richText`To try again, re-run the workflow that sent the request: the request is then sent again.`;
const noPullRequest = richText`Either nothing needed to change, or the project publishes changes without review.`;
const ifMissing = richText`if the change is missing, name the page and the change in the workflow's prompt.`;

/** The results that end the life of a request. */
export const ends: Record<EndResult, Sentences<EndFacts>> = {
  "pull-request": {
    message: ({ prLink }) =>
      prLink === undefined ? richText`Pull request ready.` : richText`Pull request ready: ${url(prLink)}`,
    advice: () => richText`Review it. To change something, send a follow-up.`,
    comment: (model) => {
      const { prLink, isFollowUp, replaces } = model;
      const what = isFollowUp ? "Follow-up finished" : "Pull request ready";
      return {
        icon: "✅",
        title: prLink === undefined ? richText`${what}.` : richText`${what}: ${url(prLink)}`,
        next: forCommenter(model, (phrase) => {
          if (isFollowUp)
            return richText`to change something more, reply ${code(phrase)} and the change you want.`;
          if (replaces !== undefined)
            return richText`to change something, reply ${code(phrase)} and the change you want.`;
          return richText`to change something, reply ${code(`${phrase} make the example shorter`)}.`;
        }),
      };
    },
  },
  "no-changes": {
    message: () => richText`The agent finished without a pull request.`,
    advice: () => richText`${noPullRequest} Look at the documentation, and ${ifMissing}`,
    comment: (model) => ({
      icon: "➖",
      title: richText`${model.isFollowUp ? "Follow-up finished" : "Finished"} without a pull request.`,
      detail: noPullRequest,
      next: forCommenter(
        model,
        (phrase) =>
          richText`look at the documentation: if the change is missing, reply ${code(phrase)} with the page and the change.`,
      ),
      maintainers:
        model.triggerPhrase === undefined ? richText`look at the documentation, and ${ifMissing}` : [],
    }),
  },
  failed: {
    message: () => richText`The agent could not finish.`,
    advice: ({ jobId }) => richText`Look at job ${code(jobId)} in the service's dashboard. ${anotherJob}`,
    comment: (model, outcome) => ({
      icon: "❌",
      title: richText`The agent could not finish.`,
      next: tryAgain(model),
      maintainers: forMaintainers(model, outcome),
    }),
  },
  archived: {
    message: () => richText`The job was archived.`,
    advice: ({ jobId }) => richText`Job ${code(jobId)} will not continue. ${anotherJob}`,
    comment: (model, outcome) => ({
      icon: "❌",
      title: richText`The job was archived.`,
      detail: richText`It will not continue.`,
      next: forCommenter(
        model,
        (phrase) =>
          richText`if you still want the change, reply ${code(`${phrase} --new`)} and your request.`,
      ),
      maintainers: forMaintainers(model, outcome),
    }),
  },
};

/** The time limit was reached. `status` is missing when the job could not be read. */
export const timeout: Sentences<{ status: string | undefined; elapsedMs: number; resume: ResumeOptions }> = {
  message: ({ status, elapsedMs }) => {
    const state = status === undefined ? richText`could not be read` : richText`is ${code(status)}`;
    return richText`The job ${state} after ${formatDuration(elapsedMs)}. This run stopped waiting; the agent has not stopped.`;
  },
  advice: ({ resume }) => howToResume(resume),
  comment: (model, outcome) => ({
    icon: "⚠️",
    title: richText`Still working after ${formatDuration(model.timeoutMs)}.`,
    detail: richText`This run stopped waiting; the agent has not stopped.`,
    next: seeLater(model),
    maintainers: forMaintainers(model, outcome),
  }),
};

const accepted: Record<JobAction["kind"], (jobId: string) => RichText> = {
  create: (jobId) => richText`Job ${code(jobId)} started.`,
  message: (jobId) => richText`Job ${code(jobId)} accepted the follow-up.`,
  watch: (jobId) => richText`Job ${code(jobId)} is working.`,
};

/** `wait: false`. */
export const started: Sentences<{ jobId: string; kind: JobAction["kind"] }> = {
  message: ({ jobId, kind }) => accepted[kind](jobId),
  advice: ({ jobId }) =>
    richText`To get its pull request, run a step with ${jobIdInput(jobId)} and no prompt.`,
  comment: (model, outcome) => ({
    icon: "⏳",
    title: richText`The agent is working on it.`,
    detail: richText`This run does not wait for it.`,
    next: seeLater(model),
    maintainers: forMaintainers(model, outcome),
  }),
};

/** A run that ended before its job did. With `wasKilled`, the runner killed it, and the post step says so. */
export type Cancelled = {
  wasKilled: boolean;
  /** How far the request had come. Once the service accepted it: how to continue with its job. */
  request: "not-sent" | "sent" | ResumeOptions;
};

export const cancelled: Sentences<Cancelled> = {
  message: ({ wasKilled, request }) => {
    const what = richText`The run was ${wasKilled ? "interrupted" : "cancelled"}`;
    if (request === "not-sent") return richText`${what} before anything was sent.`;
    if (request === "sent")
      return richText`${what} before the service replied, so a job may or may not exist.`;
    return richText`${what}. The agent is still working on job ${code(request.jobId)}.`;
  },
  advice: ({ request }) => {
    if (request === "not-sent") return [];
    if (request === "sent")
      return richText`Look at the service's dashboard before you run the step again. If the job is there, set ${code("job-id")} to continue it.`;
    return howToResume(request);
  },
  comment: (model, outcome) => {
    const word = model.wasKilled ? "interrupted" : "cancelled";
    const title = richText`The run was ${word}.`;
    if (isAccepted(model.state))
      return {
        icon: "⚠️",
        title,
        detail: richText`The agent is still working.`,
        next: seeLater(model),
        maintainers: forMaintainers(model, outcome),
      };
    if (model.state === "not-sent")
      return {
        icon: "⚠️",
        title,
        detail: richText`Nothing was sent.`,
        next: forCommenter(model, () => richText`${repeat}.`),
      };
    return unknownText(model, richText`The run was ${word} before the service replied.`);
  },
};

/** Another run has taken the command. */
export const duplicate: Omit<Sentences<void>, "comment"> = {
  message: () => richText`Another workflow has answered this command, in a comment of its own.`,
  advice: () => richText`Let only one workflow listen to each trigger phrase.`,
};

/** What the reply to `--status` says of a job that is working. `request` is missing where it is not known. */
export type WorkingStatus = {
  jobId: string;
  prLink: string | undefined;
  request: string | undefined;
  /** Since the job accepted its last request. */
  elapsedMs: number;
};

/** Says whether a job has a pull request. */
export function pullSentence(prLink: string | undefined): RichText {
  return prLink === undefined ? richText`No pull request yet.` : richText`Pull request: ${url(prLink)}`;
}

/** What to do after an error, for whoever gave the command: wait until it passes, or ask someone who can mend it. */
export function afterError({ reason, advice }: ErrorOutcome): Pick<CommentText, "next" | "maintainers"> {
  const { remedy } = errorPolicies[reason];
  switch (remedy.kind) {
    case "wait":
      return { next: richText`wait ${{ trusted: remedy.howLong }}, then ${repeat}.` };
    case "wait-or-mend":
      return { next: richText`wait a while, then ${repeat}.`, maintainers: advice };
    case "mend":
      return { next: richText`${withAdvice(remedy.who, advice)} After that, ${repeat}.` };
    case "report":
      return { next: withAdvice(remedy.who, advice) };
  }
}

function withAdvice(who: RichText, advice: RichText): RichText {
  return advice.length === 0 ? richText`${who}.` : richText`${who}: ${lowerFirst(advice)}`;
}

/** For words after a colon. Abbreviations and names stay as they are. */
export function lowerFirst(text: RichText): RichText {
  const [first, ...rest] = text.filter(
    (part) => typeof part === "string" || !("trusted" in part) || part.trusted !== "",
  );
  if (typeof first !== "object" || !("trusted" in first)) return text;
  const trusted = first.trusted.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  return [{ trusted }, ...rest];
}

/** What the comment says of an error. The error brings its own message and advice. */
function textOfError(model: StatusCommentModel, outcome: ErrorOutcome): CommentText {
  const { reason, message: detail, advice, points: [cause] = [] } = outcome;
  const { request, remedy } = errorPolicies[reason];
  // The title says already that it is unknown. A bug of ours may come at any time, also once the request is on its way.
  if (request === "unknown" || (reason === "internal" && model.state === "sent"))
    return unknownText(model, cause ?? detail);
  if (isAccepted(model.state))
    return {
      icon: "⚠️",
      title: richText`The agent's progress could not be read.`,
      detail,
      next: seeLater(model),
      maintainers: model.triggerPhrase !== undefined && remedy.kind === "wait" ? [] : advice,
    };
  const title = model.isFollowUp
    ? richText`The follow-up was ${{ trusted: request }}.`
    : richText`No job was started.`;
  if (model.triggerPhrase === undefined) return { icon: "❌", title, detail, maintainers: advice };
  if (!outcome.isAboutPrompt) return { icon: "❌", title, detail, ...afterError(outcome) };
  const next = richText`ask for less at once, or in other words: reply ${code(model.triggerPhrase)} and the change you want.`;
  return { icon: "❌", title, detail, next };
}

/** What the status comment says. */
export function commentText(model: StatusCommentModel): CommentText {
  const { outcome } = model;
  if (outcome === undefined) return workingText(model);
  switch (outcome.result) {
    case "pull-request":
    case "no-changes":
    case "failed":
    case "archived":
      return ends[outcome.result].comment(model, outcome);
    case "timeout":
      return timeout.comment(model, outcome);
    case "started":
      return started.comment(model, outcome);
    case "cancelled":
      return cancelled.comment(model, outcome);
    case "error":
      return textOfError(model, outcome);
    default:
      return plain(outcome);
  }
}

/** Says why a new job does what a follow-up was expected to do. */
export function replacementText({ replaces, outcome, jobId }: StatusCommentModel): RichText {
  if (replaces === undefined || outcome === undefined || jobId === undefined) return [];
  if (replaces.reason === "merged" || replaces.reason === "closed") {
    const what = outcome.result === "pull-request" ? "A new one" : "This was a new job";
    return richText`${what}, because ${url(replaces.prLink)} was ${replaces.reason}.`;
  }
  const why = {
    failed: "failed",
    archived: "was archived",
    gone: "no longer exists",
    refused: "accepts no more messages",
  }[replaces.reason];
  return richText`This was a new job, because the earlier one ${why}.`;
}

function workingText({ startedAt, interrupts }: StatusCommentModel): CommentText {
  const time = startedAt === undefined ? undefined : new Date(startedAt).toISOString().slice(11, 16);
  const started =
    time === undefined
      ? richText`This comment changes when there is news.`
      : richText`Started ${time} UTC; this comment changes when there is news.`;
  return {
    icon: "⏳",
    title: richText`Working on it.`,
    detail: interrupts
      ? richText`${started} The agent was still busy with the previous request, which may stay unfinished.`
      : started,
  };
}

/** Nobody knows whether the service got the request. */
function unknownText(model: StatusCommentModel, detail: RichText): CommentText {
  const { isFollowUp, prLink } = model;
  const what = isFollowUp ? "this follow-up" : "this";
  const look = prLink === undefined ? richText`look at the documentation` : richText`look at ${url(prLink)}`;
  return {
    icon: "⚠️",
    title: richText`It is not known whether the agent got ${what}.`,
    detail,
    next: forCommenter(model, () =>
      isFollowUp
        ? richText`${look} first: if the change does not come, ${repeat}.`
        : richText`please don't repeat the command yet, or the work may be done twice. Look in the service's dashboard first, or ask someone who can open it: if the job is not there, ${repeat}.`,
    ),
    maintainers:
      model.triggerPhrase === undefined
        ? richText`look at the service's dashboard before you start a new run, or the work may be done twice.`
        : [],
  };
}

function plain(outcome: Outcome): CommentText {
  return { icon: "➖", title: outcome.message, maintainers: outcome.advice };
}

/** The advice to whoever gave the command, by the phrase that starts one; empty where a workflow started the run. */
function forCommenter({ triggerPhrase }: StatusCommentModel, advice: (phrase: string) => RichText): RichText {
  return triggerPhrase === undefined ? [] : advice(triggerPhrase);
}

/** Without a command there is no commenter to advise, only those who run the workflow. */
function forMaintainers({ triggerPhrase }: StatusCommentModel, { advice }: Outcome): RichText {
  return triggerPhrase === undefined ? advice : [];
}

function tryAgain(model: StatusCommentModel): RichText {
  return forCommenter(
    model,
    (phrase) => richText`reply ${code(`${phrase} --new`)} and your request to try again.`,
  );
}

function seeLater(model: StatusCommentModel): RichText {
  return forCommenter(
    model,
    (phrase) => richText`reply ${code(`${phrase} --status`)} later to see how it went.`,
  );
}

/** How to wait for a job that this run no longer follows. */
function howToResume({ jobId, inThread, triggerPhrase }: ResumeOptions): RichText {
  if (!inThread) return richText`To continue waiting, run a step with ${jobIdInput(jobId)} and no prompt.`;
  if (triggerPhrase === undefined)
    return richText`Re-run the workflow to keep waiting: the request is not sent a second time.`;
  return richText`Reply ${code(`${triggerPhrase} --status`)} later to see how it went.`;
}

/** The line of a workflow that names a job, for copying. */
export function jobIdInput(jobId: string) {
  return code(`job-id: ${jobId}`);
}
