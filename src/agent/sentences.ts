import { url } from "../github/pull-request-address.ts";
import type { ErrorReason, Outcome } from "../result.ts";
import { formatDuration } from "../text/duration.ts";
import { code, type Message, message } from "../text/rich-text.ts";
import type { JobAction } from "./job/decide.ts";
import type { StatusCommentModel } from "./thread/comment-template.ts";
import { type EndResult, isAccepted } from "./thread/request-state.ts";

/** What a status comment says of a result. */
export type CommentText = {
  icon: "⏳" | "✅" | "➖" | "⚠️" | "❌";
  /** The outcome in a few words, shown in bold. */
  title: Message;
  /** At most one more sentence or two about what happened. */
  detail?: Message;
  /** What the commenter can do next. Starts in lower case, because a mention may come before it. */
  next?: Message | undefined | "";
  /** What only a maintainer can do next. */
  maintainers?: Message;
};

/** The sentences about one result, for everyone who is told of it. */
type Sentences<Facts> = {
  /** What happened, for the summary, the output `message` and the log. */
  message: (facts: Facts) => Message;
  /** What to do next, for the summary and the log. */
  advice: (facts: Facts) => Message;
  /** The same for the thread. */
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

/** The results that end the life of a request. */
export const ends: Record<EndResult, Sentences<EndFacts>> = {
  "pull-request": {
    message: ({ prLink }) =>
      prLink === undefined ? message`Pull request ready.` : message`Pull request ready: ${url(prLink)}`,
    advice: () => message`Review it. To change something, send a follow-up.`,
    comment: ({ prLink, isFollowUp, replaces, triggerPhrase: phrase }) => {
      const what = isFollowUp ? message`Follow-up finished` : message`Pull request ready`;
      const example = phrase && message`reply ${code(`${phrase} make the example shorter`)}.`;
      const change = phrase && message`reply ${code(phrase)} and the change you want.`;
      const isFirst = !isFollowUp && replaces === undefined;
      return {
        icon: "✅",
        title: prLink === undefined ? [...what, ...message`.`] : [...what, ...message`: ${url(prLink)}`],
        next: phrase && [
          ...message`to change something${isFollowUp ? trusted(" more") : trusted("")}, `,
          ...((isFirst ? example : change) || []),
        ],
      };
    },
  },
  "no-changes": {
    message: () => message`The agent finished without a pull request.`,
    advice: () =>
      message`Either nothing needed to change, or the project publishes changes without review. If you expected a change, name the page and the change in the prompt.`,
    comment: ({ isFollowUp, triggerPhrase: phrase }) => ({
      icon: "➖",
      title: message`${trusted(isFollowUp ? "Follow-up finished" : "Finished")} without a pull request.`,
      detail: message`Either nothing needed to change, or the project publishes changes without review.`,
      next: phrase && message`if you expected a change, reply ${code(phrase)} with the page and the change.`,
    }),
  },
  failed: {
    message: () => message`The agent could not finish.`,
    advice: ({ jobId }) =>
      message`Look at job ${code(jobId)} in the service's dashboard. Run the step again to start another job.`,
    comment: (model, outcome) => ({
      ...{ icon: "❌", title: message`The agent could not finish.` },
      ...{ next: tryAgain(model), maintainers: forMaintainers(model, outcome) },
    }),
  },
  archived: {
    message: () => message`The job was archived.`,
    advice: ({ jobId }) =>
      message`Job ${code(jobId)} will not continue. Run the step again to start another job.`,
    comment: (model, outcome) => ({
      ...{ icon: "❌", title: message`The job was archived.` },
      ...{ next: tryAgain(model), maintainers: forMaintainers(model, outcome) },
    }),
  },
};

/** The time limit; `status` is missing where the job could not be read. */
export const timeout: Sentences<{ status: string | undefined; elapsedMs: number; resume: ResumeOptions }> = {
  message: ({ status, elapsedMs }) => [
    ...message`The job `,
    ...(status === undefined ? message`could not be read` : message`is ${code(status)}`),
    ...message` after ${formatDuration(elapsedMs)}. This run stopped waiting; the agent has not stopped.`,
  ],
  advice: ({ resume }) => howToResume(resume),
  comment: (model, outcome) => ({
    icon: "⚠️",
    title: message`Still working after ${formatDuration(model.timeoutMs)}.`,
    detail: message`This run stopped waiting; the agent has not stopped.`,
    ...{ next: seeLater(model), maintainers: forMaintainers(model, outcome) },
  }),
};

const accepted: Record<JobAction["kind"], (jobId: string) => Message> = {
  create: (jobId) => message`Job ${code(jobId)} started.`,
  message: (jobId) => message`Job ${code(jobId)} accepted the follow-up.`,
  watch: (jobId) => message`Job ${code(jobId)} is working.`,
};

/** `wait: false`. */
export const started: Sentences<{ jobId: string; kind: JobAction["kind"] }> = {
  message: ({ jobId, kind }) => accepted[kind](jobId),
  advice: ({ jobId }) =>
    message`To get its pull request, run a step with ${jobIdInput(jobId)} and no prompt.`,
  comment: (model, outcome) => ({
    icon: "⏳",
    title: message`The agent is working on it.`,
    detail: message`This run does not wait for it.`,
    ...{ next: seeLater(model), maintainers: forMaintainers(model, outcome) },
  }),
};

/** A run that ended before its job did: `wasKilled` tells what the post step says of one that the runner killed. */
export type Cancelled = {
  wasKilled: boolean;
  /** How far the request had come; with `accepted`, how to continue with its job. */
  request: "not-sent" | "sent" | ResumeOptions;
};

export const cancelled: Sentences<Cancelled> = {
  message: ({ wasKilled, request }) => {
    const what = message`The run was ${trusted(wasKilled ? "interrupted" : "cancelled")}`;
    if (request === "not-sent") return [...what, ...message` before anything was sent.`];
    if (request === "sent")
      return [...what, ...message` before the service replied, so a job may or may not exist.`];
    return [...what, ...message`. The agent is still working on job ${code(request.jobId)}.`];
  },
  advice: ({ request }) => {
    if (request === "not-sent") return [];
    if (request === "sent")
      return message`Look at the service's dashboard before you run the step again. If the job is there, set ${code("job-id")} to continue it.`;
    return howToResume(request);
  },
  comment: (model, outcome) => {
    const word = trusted(model.interrupted ? "interrupted" : "cancelled");
    const title = message`The run was ${word}.`;
    if (isAccepted(model.state))
      return {
        ...{ icon: "⚠️", title, detail: message`The agent is still working.` },
        ...{ next: seeLater(model), maintainers: forMaintainers(model, outcome) },
      };
    if (model.state === "not-sent")
      return {
        ...{ icon: "⚠️", title, detail: message`Nothing was sent.` },
        next: model.triggerPhrase && message`repeat your request to try again.`,
      };
    return unknownText(model, message`The run was ${word} before the service replied.`);
  },
};

/** Another run has taken the command. */
export const duplicate: Sentences<void> = {
  message: () => message`Another workflow has answered this command.`,
  advice: () => message`Let only one workflow listen to each trigger phrase.`,
  comment: (_, outcome) => plain(outcome),
};

/** Errors that pass by themselves. All others need somebody who can change settings. */
const temporary: readonly ErrorReason[] = ["rate-limit", "service", "unreachable", "github"];
/** Errors that the secrets of the repository mend. */
const aboutKey: readonly ErrorReason[] = ["api-key", "forbidden"];

/** What the comment says of an error, whose message and advice are its own. */
function errorText(model: StatusCommentModel, outcome: Outcome): CommentText {
  const { reason, message: detail, advice, points: [cause] = [] } = outcome;
  // The title says already that it is unknown.
  if (reason === "uncertain") return unknownText(model, cause ?? detail);
  if (isAccepted(model.state))
    return {
      ...{ icon: "❌", title: message`The agent's progress could not be read.`, detail },
      ...{ next: seeLater(model), maintainers: advice },
    };
  const phrase = model.triggerPhrase;
  const title = model.isFollowUp ? message`The follow-up was refused.` : message`No job was started.`;
  if (reason === "refused")
    return {
      ...{ icon: "❌", title, detail },
      next:
        phrase &&
        message`if this is about your request, reply ${code(phrase)} and ask for less or for something else.`,
      maintainers: advice,
    };
  if (phrase === undefined) return { icon: "❌", title, detail, maintainers: advice };
  if (temporary.some((each) => each === reason))
    return { icon: "❌", title, detail, next: message`try again later.`, maintainers: advice };
  const where = aboutKey.some((each) => each === reason) ? "secrets" : "settings and workflows";
  const who = message`someone who can edit this repository's ${trusted(where)} can mend that.`;
  return { icon: "❌", title, detail, next: who, maintainers: advice };
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
      return errorText(model, outcome);
    default:
      return plain(outcome);
  }
}

/** Says why a new job does what a follow-up was expected to do. */
export function replacementText({ replaces, outcome, jobId }: StatusCommentModel): Message {
  if (replaces === undefined || outcome === undefined || jobId === undefined) return [];
  const { reason, prLink } = replaces;
  const what = trusted(outcome.result === "pull-request" ? "A new one" : "A new job");
  if (reason === "merged" || reason === "closed")
    return message`${what}, because ${url(prLink)} was ${trusted(reason)}.`;
  const why = {
    failed: "failed",
    archived: "was archived",
    gone: "no longer exists",
    refused: "accepts no more messages",
  }[reason];
  return message`A new job, because the earlier one ${trusted(why)}.`;
}

function workingText({ startedAt, interrupts }: StatusCommentModel): CommentText {
  const time = startedAt === undefined ? undefined : new Date(startedAt).toISOString().slice(11, 16);
  const started =
    time === undefined
      ? message`This comment changes when there is news.`
      : message`Started ${time} UTC; this comment changes when there is news.`;
  const warning = message` The agent was still busy with the previous request, and this one may interrupt it.`;
  return {
    icon: "⏳",
    title: message`Working on it.`,
    detail: interrupts ? [...started, ...warning] : started,
  };
}

/** A request whose fate is not known. */
function unknownText(
  { isFollowUp, triggerPhrase, prLink }: StatusCommentModel,
  detail: Message,
): CommentText {
  const what = isFollowUp ? message`this follow-up` : message`this`;
  const look = prLink === undefined ? message`look at the documentation` : message`look at ${url(prLink)}`;
  return {
    ...{
      icon: "⚠️",
      title: [...message`It is not known whether the agent got `, ...what, ...message`.`],
      detail,
    },
    next:
      triggerPhrase &&
      (isFollowUp
        ? [...look, ...message` first: if the change does not come, ask again in a new comment.`]
        : message`please don't repeat the request yet.`),
    maintainers: message`look at the service's dashboard first, or the same work may be done twice.`,
  };
}

function plain(outcome: Outcome): CommentText {
  return { icon: "➖", title: outcome.message };
}

/** Without a command there is no commenter to advise, only those who run the workflow. */
function forMaintainers({ triggerPhrase }: StatusCommentModel, { advice }: Outcome): Message {
  return triggerPhrase === undefined ? advice : [];
}

function tryAgain({ triggerPhrase: phrase }: StatusCommentModel): Message | undefined | "" {
  return phrase && message`reply ${code(`${phrase} --new`)} and your request to try again.`;
}

function seeLater({ triggerPhrase: phrase }: StatusCommentModel): Message | undefined | "" {
  return phrase && message`reply ${code(`${phrase} --status`)} later to see how it went.`;
}

/** How to wait for a job that this run no longer follows. */
function howToResume({ jobId, inThread, triggerPhrase }: ResumeOptions): Message {
  if (!inThread) return message`To continue waiting, run a step with ${jobIdInput(jobId)} and no prompt.`;
  if (triggerPhrase === undefined)
    return message`Re-run the workflow: it keeps waiting and sends nothing again.`;
  return message`Reply ${code(`${triggerPhrase} --status`)} later to see how it went.`;
}

/** The input that names a job, to copy. */
export function jobIdInput(jobId: string) {
  return code(`job-id: ${jobId}`);
}

function trusted(text: string): { trusted: string } {
  return { trusted: text };
}
