import type { ErrorReason, Outcome } from "../result.ts";
import { formatDuration } from "../text/duration.ts";
import { ownMarker } from "../text/hidden-text.ts";
import { codeSpan, escapeButCode, link } from "../text/markdown.ts";
import { code, type Message, message, toMarkdown, url } from "../text/message.ts";
import type { ReplacedJob, SubmissionState } from "./submit.ts";

const maxRequestLength = 300;

/** What a status comment shows. All of it may be foreign text. */
export type StatusCommentModel = {
  /** Missing while the agent is working. */
  outcome: Outcome | undefined;
  /** Empty when the job is only watched. */
  prompt: string;
  jobId: string | undefined;
  /** How far the request has come. */
  state: SubmissionState;
  prLink: string | undefined;
  /** True for a follow-up to a job. */
  isFollowUp: boolean;
  /** True when the follow-up was sent while the job was still working. */
  interrupts: boolean;
  /** The job that a new one replaces. */
  replaces: ReplacedJob | undefined;
  /** True when the run was killed before it could end. */
  interrupted: boolean;
  /** Epoch ms; missing where it is not known. */
  startedAt: number | undefined;
  elapsedMs: number | undefined;
  timeoutMs: number;
  runUrl: string;
  /** What starts a command; missing for runs that a workflow started. */
  triggerPhrase: string | undefined;
  /** The login to mention when the run ends; missing to mention no one. */
  mention: string | undefined;
};

/** The parts of a comment that depend on how the run ended. */
type Text = {
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

/** The body of a status comment. `marker` is the signed marker. */
export function renderStatusComment(model: StatusCommentModel, marker: string): string {
  const { icon, title, detail = [], next, maintainers = [] } = textOf(model);
  const replacement = replacementText(model);
  const parts = [
    joinSentences(`${icon} **${toMarkdown(title)}**`, toMarkdown(detail)),
    joinSentences(
      toMarkdown(replacement),
      nextStep(next, model),
      maintainers.length === 0 ? "" : `Maintainers: ${lowerFirst(toMarkdown(maintainers))}`,
    ),
    quote(model.prompt),
    footer(model),
  ];
  return assemble(parts, marker);
}

/** The comment on the documentation pull request that says where it comes from. */
export function renderLinkComment(
  thread: { number: number; url: string },
  triggerPhrase: string,
  marker: string,
): string {
  const origin = link(`#${thread.number}`, thread.url);
  const how = `To change something, comment ${codeSpan(triggerPhrase)} and what.`;
  return assemble([`This pull request was made for ${origin}. ${how}`], marker);
}

/** The reply to `--help`, to a phrase with nothing after it, and to a command that is not understood. */
export function renderHelp(triggerPhrase: string, runUrl: string, notUnderstood?: string): string {
  const row = (command: string, meaning: string) =>
    `| ${codeSpan(`${triggerPhrase} ${command}`)} | ${meaning} |`;
  return assemble(
    [
      notUnderstood === undefined
        ? "**What Docs Agent can do here.**"
        : `**Docs Agent did not understand ${codeSpan(notUnderstood, 40)}**, so nothing was sent.`,
      `Start a line with ${codeSpan(triggerPhrase)} and say what the documentation should say, as in ${codeSpan(`${triggerPhrase} document the new limit parameter`)}. Everything below that line is part of the request. The agent edits the documentation and opens a pull request; this thread shows its progress.`,
      [
        "| Command | What it does |",
        "| :-- | :-- |",
        row("…", "continues the job of this thread, or starts one"),
        row("--new …", "starts a new job with its own pull request"),
        row("--dry-run …", "shows what would be sent, and sends nothing"),
        row("--status", "shows how the job of this thread is doing"),
        row("--help", "shows this help"),
      ].join("\n"),
      "Name the page and the change you want. Commands in quotes and code do not count, and neither do edits of a comment.",
      footer({ runUrl }),
    ],
    "",
  );
}

/** A reply of a title and a few sentences, such as the one to `--status`. `prompt` is quoted. */
export function renderReply(title: Message, text: readonly Message[], runUrl: string, prompt = ""): string {
  const sentences = joinSentences(`**${toMarkdown(title)}**`, ...text.map(toMarkdown));
  return assemble([sentences, quote(prompt), footer({ runUrl })], "");
}

function textOf(model: StatusCommentModel): Text {
  const { outcome, triggerPhrase: phrase } = model;
  if (outcome === undefined) return workingText(model);
  // Without a command there is no commenter to advise, only those who run the workflow.
  const maintainers = phrase === undefined ? outcome.advice : [];
  const tryAgain = phrase && message`reply ${code(`${phrase} --new`)} and your request to try again.`;
  const seeLater = phrase && message`reply ${code(`${phrase} --status`)} later to see how it went.`;
  switch (outcome.result) {
    case "pull-request":
      return pullRequestText(model);
    case "no-changes":
      return {
        icon: "➖",
        title: message`${{ trusted: model.isFollowUp ? "Follow-up finished" : "Finished" }} without a pull request.`,
        detail: message`Either nothing needed to change, or the project publishes changes without review.`,
        next: phrase && message`if you expected a change, reply with the page and the change you want.`,
      };
    case "failed":
      return { icon: "❌", title: message`The agent could not finish.`, next: tryAgain, maintainers };
    case "archived":
      return { icon: "❌", title: message`The job was archived.`, next: tryAgain, maintainers };
    case "timeout":
      return {
        icon: "⚠️",
        title: message`Still working after ${formatDuration(model.timeoutMs)}.`,
        detail: message`This run stopped waiting; the agent has not stopped.`,
        next: seeLater,
        maintainers,
      };
    case "started":
      return {
        icon: "⏳",
        title: message`The agent is working on it.`,
        detail: message`This run does not wait for it.`,
        next: seeLater,
        maintainers,
      };
    case "cancelled":
      return cancelledText(model, seeLater, maintainers);
    case "error":
      return errorText(outcome, model, seeLater);
    default:
      return { icon: "➖", title: outcome.message };
  }
}

function workingText({ startedAt, interrupts }: StatusCommentModel): Text {
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

function pullRequestText({ prLink = "", isFollowUp, replaces, triggerPhrase }: StatusCommentModel): Text {
  const title = isFollowUp
    ? message`Follow-up finished: ${url(prLink)}`
    : message`Pull request ready: ${url(prLink)}`;
  if (triggerPhrase === undefined) return { icon: "✅", title };
  if (isFollowUp)
    return {
      icon: "✅",
      title,
      next: message`to change something more, reply ${code(triggerPhrase)} and what.`,
    };
  return {
    icon: "✅",
    title,
    next:
      replaces === undefined
        ? message`to change something, reply ${code(`${triggerPhrase} make the example shorter`)}.`
        : message`to change something, reply ${code(triggerPhrase)} and what.`,
  };
}

function cancelledText(
  model: StatusCommentModel,
  seeLater: Message | undefined | "",
  maintainers: Message,
): Text {
  const title = model.interrupted ? message`The run was interrupted.` : message`The run was cancelled.`;
  if (model.state === "accepted")
    return { icon: "⚠️", title, detail: message`The agent is still working.`, next: seeLater, maintainers };
  if (model.state === "not-sent")
    return {
      icon: "⚠️",
      title,
      detail: message`Nothing was sent.`,
      next: model.triggerPhrase && message`repeat your request to try again.`,
    };
  const when = model.interrupted
    ? message`The run was interrupted before the service replied.`
    : message`The run was cancelled before the service replied.`;
  return { ...unknownText, detail: when };
}

const unknownText: Text = {
  icon: "⚠️",
  title: message`It is not known whether the agent got this.`,
  next: message`please don't repeat the request yet.`,
  maintainers: message`look at the service's dashboard first, or the same work may be done twice.`,
};

/** Errors that pass by themselves. All others need a maintainer. */
const temporary: readonly ErrorReason[] = ["rate-limit", "service", "unreachable", "github"];

function errorText(outcome: Outcome, model: StatusCommentModel, seeLater: Message | undefined | ""): Text {
  const { reason, message: detail, advice: maintainers, points: [cause] = [] } = outcome;
  // The title says already that it is unknown.
  if (reason === "uncertain") return { ...unknownText, detail: cause ?? detail };
  if (model.state === "accepted")
    return {
      icon: "❌",
      title: message`The agent's progress could not be read.`,
      detail,
      next: seeLater,
      maintainers,
    };
  if (reason === "refused")
    return {
      icon: "❌",
      title: message`The request was refused.`,
      detail,
      next: message`if this is about your request, change it and try again.`,
      maintainers,
    };
  const title = message`The request was not sent.`;
  const passes = temporary.some((each) => each === reason);
  const next = passes ? message`try again later.` : message`only a maintainer can change that.`;
  return { icon: "❌", title, detail, next, maintainers };
}

/** Says why a new job does what a follow-up was expected to do. */
function replacementText({ replaces, outcome, jobId }: StatusCommentModel): Message {
  if (replaces === undefined || outcome === undefined || jobId === undefined) return [];
  const { reason, prLink } = replaces;
  const what = outcome.result === "pull-request" ? "A new one" : "A new job";
  if (reason === "merged" || reason === "closed")
    return message`${{ trusted: what }}, because ${url(prLink)} was ${{ trusted: reason }}.`;
  const why = {
    failed: "failed",
    archived: "was archived",
    gone: "no longer exists",
    refused: "accepts no more messages",
  }[reason];
  return message`A new job, because the earlier one ${{ trusted: why }}.`;
}

/** The next step, addressed to the author of the command so that GitHub notifies them. */
function nextStep(next: Message | undefined | "", { outcome, mention }: StatusCommentModel): string {
  const text = next ? toMarkdown(next) : "";
  if (outcome !== undefined && mention !== undefined)
    return text === "" ? `@${mention}` : `@${mention}, ${text}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The request on one line. */
function quote(prompt: string): string {
  return prompt === "" ? "" : `> ${escapeButCode(prompt, maxRequestLength)}`;
}

function footer(model: Pick<StatusCommentModel, "runUrl"> & Partial<StatusCommentModel>): string {
  const { outcome, elapsedMs, jobId, runUrl } = model;
  const parts: string[] = [];
  const isOver = outcome !== undefined && !["timeout", "started", "cancelled"].includes(outcome.result);
  if (isOver && elapsedMs !== undefined) parts.push(formatDuration(elapsedMs));
  if (jobId !== undefined) parts.push(`${parts.length === 0 ? "Job" : "job"} ${codeSpan(jobId, 80)}`);
  parts.push(link(parts.length === 0 ? "Workflow run" : "workflow run", runUrl));
  return `<sub>${parts.join(" · ")}</sub>`;
}

/** For a sentence after a colon. Abbreviations and names stay as they are. */
function lowerFirst(text: string): string {
  return text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

function joinSentences(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** Every comment of the action starts with its marker, so none of them can be a command. */
function assemble(parts: readonly string[], marker: string): string {
  return [ownMarker, ...parts, marker].filter((part) => part !== "").join("\n\n");
}
