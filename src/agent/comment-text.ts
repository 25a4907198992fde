import { timeOfDay, writtenMoment } from "../dates.ts";
import type { Changes } from "../github/changes.ts";
import { type ErrorOutcome, errorRowOf, type Outcome, remedies, rowOf } from "../outcomes.ts";
import type { Job } from "../service/schemas.ts";
import { keepWaiting, lookFirst, repeat, replyLater, type Situation, unknownTitle } from "../situation.ts";
import { ownMarker } from "../text/hidden-text.ts";
import { codeSpan, escapeButCode, link } from "../text/markdown.ts";
import { code, type RichText, type RichTextPart, richText, toMarkdown } from "../text/rich-text.ts";
import { formatDuration, plural, upperFirst } from "../text/words.ts";
import type { Ledger, MarkedJob, RequestState } from "./marker.ts";
import type { PullContents } from "./pull-contents.ts";
import { afterLink, fileList, headLine } from "./pull-text.ts";

/**
 * The state of a run, for everything that shows it: the status comment and its marker, the sentences of its end, the summary,
 * and the post step. All texts may be foreign, but hold no secrets.
 */
export type Progress = Situation & {
  /** Missing while the agent is working. */
  outcome: Outcome | undefined;
  /** What the comment remembers for later runs. Without a job, it keeps the one that it names. */
  marked: {
    state: RequestState;
    job: MarkedJob | undefined;
    /** The conversation whose job a command continues, where that is another. */
    continues?: string | undefined;
    ledger?: Ledger | undefined;
  };
  /** The commits of a request with `diff-range: since-last`. */
  range: RangeNote | undefined;
  /** The open pull request that is forgotten, because the key or the project changed; missing without one. */
  forgotten: RichTextPart | undefined;
  /** What was asked, without context and comments of a review; empty when the job is only watched. */
  prompt: string;
  /** True when the command came by mail, and what the mail repeats below it is not sent. */
  isCut: boolean;
  /** Which comments of a review are sent with it, or why none are; missing for any other request. */
  review: RichText | undefined;
  /** True when the follow-up was sent while the job was still working. */
  interrupts: boolean;
  /** Epoch ms; missing for a watched job. */
  startedAt: number | undefined;
  /** From acceptance to the end, in ms; missing for a watched job, and before the acceptance. */
  tookMs: number | undefined;
  /** The login to mention when the run ends; missing to mention no one. */
  mention: string | undefined;
  job: Job | undefined;
  /** The normal form of the pull request's address. */
  prLink: string | undefined;
  /** What is in it; missing before the end, and where it cannot be read. */
  contents: PullContents | undefined;
  runUrl: string;
};

/** What people learn of the commits that a request documents. */
export type RangeNote = {
  commits: number;
  /** Where they begin. */
  base: string;
  start: Changes["start"];
  /** The link to a pull request that was closed, whose commits come again. */
  closed: RichTextPart | undefined;
  /** True where the commit that was documented last is gone. */
  isLost: boolean;
  /** True where an earlier request with some of them may have arrived. */
  mayRepeat: boolean;
};

const maxRequestLength = 300;

/** The body of a status comment. `marker` is the signed marker. */
export function renderStatusComment(progress: Progress, marker: string): string {
  const { outcome, state, prompt, isCut, review } = progress;
  const { icon, title, detail, why, next } =
    outcome === undefined ? workingText(progress) : commentText(outcome, progress);
  const contents = outcome?.result === "pull-request" ? progress.contents : undefined;
  const { range, forgotten } = progress;
  // Of what was not sent, nothing is documented.
  const told = range === undefined || state === "not-sent" ? [] : rangeText(range);
  const lost =
    forgotten === undefined
      ? []
      : richText`The API key or the project has changed since ${forgotten}: this is a new job. Merge or close ${forgotten}.`;
  if (outcome !== undefined && isQuiet(outcome, progress)) {
    const nothing = toMarkdown(
      outcome.result === "skipped" ? outcome.message : richText`No pull request: nothing needed to change.`,
    );
    return assemble([sentences(icon, nothing, toMarkdown(told)), footer(progress)], marker);
  }
  const parts = [
    ...opening({ icon, title, detail }, contents),
    sentences(
      ...[told, lost, range?.closed === undefined ? why : []].map(toMarkdown),
      nextStep(next, progress),
    ),
    quote(prompt),
    // True only of what was sent.
    isCut && state !== "not-sent"
      ? "This came by mail, so what the mail repeats below the request was not sent."
      : "",
    review !== undefined && outcome !== undefined && state === "accepted"
      ? toMarkdown(richText`Sent ${review}.`)
      : "",
    footer(progress),
  ];
  return assemble(parts, marker);
}

/** True where a workflow asked by itself and nothing came of it: a line is enough, as nobody waits for it. */
function isQuiet({ result }: Outcome, { isCommand }: Situation): boolean {
  return !isCommand && (result === "no-changes" || result === "skipped");
}

/** How a comment begins: what happened, and what is in the pull request, whose link then comes last. */
export function opening(
  { icon = "", title, detail = [] }: Partial<CommentText> & { title: RichText },
  contents: PullContents | undefined,
): string[] {
  const first = sentences(icon, `**${toMarkdown(title)}**`, toMarkdown(detail));
  if (contents === undefined) return [first];
  return [sentences(first, afterLink(contents)), fileList(contents), headLine(contents)];
}

/** The comment on the documentation pull request that says where it comes from. */
export function renderLinkComment(
  thread: { number: number; url: string },
  triggerPhrase: string,
  marker: string,
): string {
  const origin = link(`#${thread.number}`, thread.url);
  const how = `To change something, comment ${codeSpan(triggerPhrase)} and the change you want.`;
  return assemble([`This pull request was made for ${origin}. ${how}`], marker);
}

/** What a status comment says. A part that is empty is left out. */
type CommentText = {
  icon: string;
  /** The outcome in a few words, shown in bold. */
  title: RichText;
  /** At most a sentence or two about what happened. */
  detail: RichText;
  /** Why a new job did what a follow-up was expected to do. */
  why: RichText;
  /** The next step of its reader, in lower case: a mention may come before it. */
  next: RichText;
};

function workingText({ startedAt, interrupts, review }: Progress): CommentText {
  const started =
    startedAt === undefined
      ? richText`This comment changes when there is news.`
      : richText`Started ${timeOfDay(startedAt)}; this comment changes when there is news.`;
  const news = review === undefined ? started : richText`Sent ${review}.`;
  const detail = interrupts
    ? richText`${news} The agent was still busy with the previous request, which may stay unfinished.`
    : news;
  return { icon: "⏳", title: richText`Working on it.`, detail, why: [], next: [] };
}

/** What a comment says of an outcome. */
export function commentText(outcome: Outcome, about: Situation): CommentText {
  const why = replacementText(outcome, about);
  if (outcome.result === "error") return { ...errorText(outcome, about), why };
  const { icon, title, detail, commenter, owner, reader = owner } = rowOf(outcome);
  // A result without a sentence of its own comes with one, as a duplicate does.
  if (title === undefined)
    return { icon, title: outcome.message, detail: [], why, next: about.isCommand ? [] : outcome.advice };
  const next = about.isCommand ? commenter : reader;
  return {
    // A failed check takes the ✅ away, so that nobody merges on it.
    icon: icon === "✅" && about.failedChecks.length > 0 ? "⚠️" : icon,
    title: title(about),
    detail: detail?.(about) ?? [],
    why,
    next: next?.(about) ?? [],
  };
}

/** The error brings its own message and advice. */
function errorText(outcome: ErrorOutcome, about: Situation): Omit<CommentText, "why"> {
  const { reason, message, advice, points: [cause] = [] } = outcome;
  const { request } = errorRowOf(reason);
  // The title says already that it is unknown. A bug of ours may come at any time, also once the request is on its way.
  if (request === "unknown" || (reason === "internal" && about.state === "sent"))
    return { icon: "⚠️", title: unknownTitle(about), detail: cause ?? message, next: lookFirst(about) };
  if (about.state === "accepted") {
    const title = richText`The agent's progress could not be read.`;
    const next = about.isCommand ? afterError(outcome, about.phrase, replyLater(about)) : keepWaiting(about);
    return { icon: "⚠️", title, detail: richText`${message} The agent may still be working.`, next };
  }
  const next = about.isCommand ? afterError(outcome, about.phrase) : advice;
  // It begins with what became of the request.
  if (reason === "payment") return { icon: "❌", title: message, detail: [], next };
  const title = about.isFollowUp
    ? richText`The follow-up was ${{ trusted: request }}.`
    : richText`No job was started.`;
  return { icon: "❌", title, detail: message, next };
}

/** What whoever gave a command does after an error: wait until it passes, or ask someone who can fix it. `then` follows. */
export function afterError(
  { reason, advice, isAboutPrompt }: ErrorOutcome,
  phrase: string,
  then = richText`${repeat}.`,
): RichText {
  if (isAboutPrompt) return richText`ask for less at once: reply ${code(phrase)} and the first change.`;
  const { remedy } = errorRowOf(reason);
  const what = richText`${{ trusted: remedies[remedy] }}`;
  if (remedy === "wait" || remedy === "wait an hour") return richText`${what}, then ${then}`;
  if (remedy === "wait or fix") return richText`${what}, then ${then} Maintainers: ${lowerFirst(advice)}`;
  if (remedy === "report") return richText`${then} ${what}.`;
  const how = advice.length === 0 ? richText`${what}.` : richText`${what}: ${lowerFirst(advice)}`;
  return richText`${how} After that, ${then}`;
}

function replacementText({ result }: Outcome, { replaces, state }: Situation): RichText {
  if (replaces === undefined || state !== "accepted") return [];
  const { why, pull } = replaces;
  if ((why === "merged" || why === "closed") && pull !== undefined) {
    const what = result === "pull-request" ? "A new one" : "This was a new job";
    return richText`${{ trusted: what }}, because ${pull} was ${{ trusted: why }}.`;
  }
  return richText`This was a new job, because the earlier ${{ trusted: becauseOf[why] }}.`;
}

/** Why a new job takes the place of another, behind “the earlier”. */
export const becauseOf = {
  merged: "pull request was merged",
  closed: "pull request was closed",
  failed: "one failed",
  archived: "one was archived",
  gone: "one no longer exists",
  refused: "one accepts no more messages",
} as const;

/** For words after a colon. Abbreviations and names stay as they are. */
function lowerFirst(text: RichText): RichText {
  const [first, ...rest] = text.filter(
    (part) => typeof part === "string" || !("trusted" in part) || part.trusted !== "",
  );
  if (typeof first !== "object" || !("trusted" in first)) return text;
  return [{ trusted: first.trusted.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()) }, ...rest];
}

/** The commits that a request documents, and where they begin. */
export function rangeText({ commits, base, start, closed, isLost, mayRepeat }: RangeNote): RichText {
  const { date, isDiverged = false, isWeekAgo = false } = start ?? {};
  const since = date === undefined ? [] : richText` ${{ trusted: writtenMoment(date, { clock: false }) }}`;
  const again = closed === undefined ? [] : richText`, with those of ${closed}, which was closed`;
  const notes = [
    isDiverged ? " The branch was force-pushed, so they begin where its histories part." : "",
    isLost
      ? " They begin a week back, because the commit that was documented last is gone: look for what is missing before."
      : "",
    isWeekAgo && !isLost ? " They begin a week back, because nothing older is remembered here." : "",
    mayRepeat ? " Some may be documented twice, because an earlier request may have arrived." : "",
  ];
  return richText`${{ trusted: plural(commits, "commit") }} since${since} (${code(base.slice(0, 7))})${again}.${{ trusted: notes.join("") }}`;
}

/** The next step, addressed to the author of the command so that GitHub notifies them. */
function nextStep(next: RichText, { outcome, mention }: Progress): string {
  const text = toMarkdown(next);
  // Another workflow answers a command that this run skips.
  const isOver = outcome !== undefined && outcome.result !== "skipped";
  if (isOver && mention !== undefined) return text === "" ? `@${mention}` : `@${mention}, ${text}`;
  return upperFirst(text);
}

/** The request on one line, shortened. */
export function quote(prompt: string, maxLength = maxRequestLength): string {
  return prompt === "" ? "" : `> ${escapeButCode(prompt, maxLength)}`;
}

/** The line of small print: how long it took, the job, the run. */
export function footer({ outcome, tookMs, jobId, runUrl }: Partial<Progress> & { runUrl: string }): string {
  const parts: string[] = [];
  const isOver = outcome !== undefined && !["timeout", "started", "cancelled"].includes(outcome.result);
  if (isOver && tookMs !== undefined) parts.push(formatDuration(tookMs));
  if (jobId !== undefined) parts.push(`${parts.length === 0 ? "Job" : "job"} ${codeSpan(jobId, 80)}`);
  parts.push(link(parts.length === 0 ? "Workflow run" : "workflow run", runUrl));
  return `<sub>${parts.join(" · ")}</sub>`;
}

/** Markdown sentences one after another; empty ones are left out. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** A comment of these paragraphs. All start with the mark of our comments, so that none of them can be a command. */
export function assemble(parts: readonly string[], marker = ""): string {
  return [ownMarker, ...parts, marker].filter((part) => part !== "").join("\n\n");
}
