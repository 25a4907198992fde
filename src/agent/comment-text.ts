import { timeOfDay } from "../dates.ts";
import { url } from "../github/pull-request-address.ts";
import { headline, type Outcome, rowOf } from "../outcomes.ts";
import { ownMarker } from "../text/hidden-text.ts";
import { codeLink, codeSpan, escapeButCode, escapeInlineMarkdown, link } from "../text/markdown.ts";
import { code, richText, toMarkdown } from "../text/rich-text.ts";
import { formatDuration, upperFirst } from "../text/words.ts";
import { errorText } from "./error-text.ts";
import type { Cut } from "./parse.ts";
import type { Progress } from "./progress.ts";
import type { PullContents } from "./pull-contents.ts";
import { afterLink, checksLine, fileList } from "./pull-text.ts";
import { type CommentText, endText, replacementText } from "./sentences.ts";

const maxRequestLength = 300;
const maxSummaryQuote = 1500;

/** The body of a status comment. `marker` is the signed marker. */
export function renderStatusComment(progress: Progress, marker: string): string {
  const { outcome, asked } = progress;
  const text = outcome === undefined ? workingText(progress) : commentText(outcome, progress);
  const contents = outcome?.result === "pull-request" ? progress.contents : undefined;
  const { forgotten, why, check, cut, review } = notesOn(outcome, progress);
  const parts = [
    ...opening(text, contents),
    forgotten,
    sentences(why, nextStep([check, toMarkdown(text.next ?? [])], progress)),
    quote(asked),
    cut,
    review,
    footer(progress),
  ];
  return assemble(parts, marker);
}

/** What people have to know of a request beside how it ended; each is empty where there is nothing to say. */
function notesOn(outcome: Outcome | undefined, progress: Partial<Progress>) {
  const { state, forgotten, interrupts, cut, review } = progress;
  const kind = state?.kind ?? "not-sent";
  const lost =
    forgotten === undefined
      ? []
      : richText`The API key or the project has changed, so this is a new job. ${forgotten}`;
  const isSent = outcome !== undefined && kind === "accepted" && review !== undefined;
  return {
    forgotten: toMarkdown(lost),
    why: outcome === undefined ? "" : toMarkdown(replacementText(progress)),
    check: interrupts ? interruptionText(outcome, kind) : "",
    // What is said of mails is true only of what was sent.
    cut: cut === "rest" || kind !== "not-sent" ? cutText(cut) : "",
    review: isSent ? toMarkdown(richText`Sent ${review}.`) : "",
  };
}

/** What people check after a request that was sent while the agent was at work on the one before. */
function interruptionText(outcome: Outcome | undefined, state: Progress["state"]["kind"]): string {
  if (outcome === undefined || outcome.pull === "unchanged") {
    return "";
  }
  const { result } = outcome;
  if (result === "failed") {
    return "the request before this one may be unfinished, too.";
  }
  const check =
    "check that both changes are there: this request was sent while the agent was still working on the previous one.";
  if (result === "pull-request") {
    return check;
  }
  const goesOn = state === "accepted" && ["started", "timeout", "cancelled"].includes(result);
  return goesOn ? `when the agent has finished, ${check}` : "";
}

/** What a comment says of an outcome. */
export function commentText(outcome: Outcome, about: Progress): CommentText {
  if (outcome.result === "error") {
    return errorText(outcome, about);
  }
  return { icon: rowOf(outcome).icon, ...endText(outcome, about) };
}

/** What is left out below a command. */
export function cutText(cut: Cut | undefined): string {
  if (cut === undefined) {
    return "";
  }
  return cut === "mail"
    ? "Only the first paragraph of this email was sent."
    : "The rest of the comment was ignored: give each command a comment of its own.";
}

/** How a comment begins: what happened, and what is in the pull request, whose link then comes last. */
export function opening(
  { icon = "", title, detail = [] }: CommentText,
  contents: PullContents | undefined,
): string[] {
  const first = sentences(icon, `**${toMarkdown(title)}**`, upperFirst(toMarkdown(detail)));
  if (contents === undefined) {
    return [first];
  }
  return [sentences(first, afterLink(contents)), fileList(contents), checksLine(contents)];
}

/** Where a documentation pull request comes from: a thread, or the run of a workflow. */
export type LinkOrigin = { made: "for" | "by"; label: string; url: string };

/** The comment on the documentation pull request that says where it comes from. */
export function renderLinkComment(
  { made, label, url }: LinkOrigin,
  { phrase }: Pick<Progress, "phrase">,
  marker: string,
): string {
  const origin = `This pull request was made ${made} ${link(label, url)}.`;
  const how = `To change something while it is open, comment ${codeSpan(phrase)} and the change you want, if commands are set up. After a ${codeSpan("--new")} here, commands are about the new job.`;
  return assemble([sentences(origin, how)], marker);
}

function workingText({ startedAt, interrupts, review, jobId = "" }: Progress): CommentText {
  const started =
    startedAt === undefined
      ? richText`This comment changes when there is news.`
      : richText`Started ${timeOfDay(startedAt)}; this comment changes when there is news.`;
  const news = review === undefined ? started : richText`It goes ${review}.`;
  const detail = interrupts
    ? richText`${news} The agent was still working on the previous request.`
    : news;
  const title =
    startedAt === undefined ? richText`Waiting for job ${code(jobId)}.` : richText`Working on it.`;
  return { icon: "⏳", title, detail };
}

/** The next steps, addressed to the author of the command so that GitHub notifies them. */
function nextStep(steps: readonly string[], { outcome, mention }: Progress): string {
  const [first = "", ...others] = steps.filter((step) => step !== "");
  const rest = others.map(upperFirst);
  // Another workflow answers a command that this run skips.
  const isNews = outcome !== undefined && outcome.result !== "skipped";
  if (!isNews || mention === undefined) {
    return sentences(upperFirst(first), ...rest);
  }
  return sentences(first === "" ? `@${mention}` : `@${mention}, ${first}`, ...rest);
}

/** The request on one line, shortened. */
export function quote(prompt: string, maxLength = maxRequestLength): string {
  return prompt === "" ? "" : `> ${escapeButCode(prompt, maxLength)}`;
}

/** The line of small print: how long it took, the job, the run. */
export function footer(progress: Partial<Progress> & { runUrl: string }): string {
  const { tookMs, jobId, runUrl, prLink, isHidden, isFollowUp } = progress;
  const parts: string[] = [];
  if (tookMs !== undefined) {
    parts.push(formatDuration(tookMs));
  }
  if (jobId !== undefined) {
    parts.push(`${parts.length === 0 ? "Job" : "job"} ${codeSpan(jobId, 80)}`);
  }
  parts.push(link(parts.length === 0 ? "Workflow run" : "workflow run", runUrl));
  // A follow-up says so where it matters: above.
  if (prLink !== undefined && isHidden && !isFollowUp) {
    parts.push("we cannot look into the pull request");
  }
  return `<sub>${parts.join(" · ")}</sub>`;
}

/** Markdown sentences one after another; empty ones are left out. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** A comment of these paragraphs. All start with the mark of our comments, so that none of them can be a command. */
export function assemble(parts: readonly string[], marker = ""): string {
  return paragraphs([ownMarker, ...parts, marker]);
}

/** The parts that are not empty, as paragraphs. */
export function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * The job summary of an agent run: Markdown in which foreign text is inert. A run that was denied, skipped or answered
 * has no progress, or a part of it. `sourceUrl` is where the files of the action are; missing where that is not known.
 * `commentUrl` is the comment of the run; missing without one.
 */
export function renderSummary(
  outcome: Outcome,
  progress: Partial<Progress>,
  { sourceUrl, commentUrl }: { sourceUrl: string | undefined; commentUrl?: string | undefined },
): string {
  const {
    jobId,
    job,
    prLink,
    contents,
    tookMs,
    asked = "",
    range = [],
    notes = [],
    hasTable,
  } = progress;
  const { forgotten, why, check, cut, review } = notesOn(outcome, progress);
  const status = job === undefined ? "" : ` (${escapeInlineMarkdown(job.status, 64)})`;
  const reason =
    sourceUrl === undefined
      ? codeSpan(outcome.reason)
      : codeLink(outcome.reason, `${sourceUrl}/docs/reference.md#${outcome.reason}`);
  const facts = [
    // With the result `pull-request`, the message already links it.
    prLink === undefined || outcome.result === "pull-request"
      ? ""
      : `Pull request: ${toMarkdown([url(prLink)])}`,
    jobId === undefined ? "" : `Job: ${codeSpan(jobId, 80)}${status}`,
    commentUrl === undefined
      ? ""
      : link(hasTable ? "Table of commits" : "Comment in the thread", commentUrl),
    tookMs === undefined ? "" : `Took: ${formatDuration(tookMs)}`,
    outcome.reason === "" ? "" : `Reason: ${reason}`,
  ];
  const parts = [
    `### Docs Agent: ${headline(outcome)}`,
    sentences(toMarkdown(outcome.message), contents === undefined ? "" : afterLink(contents)),
    ...(contents === undefined ? [] : [fileList(contents), checksLine(contents)]),
    toMarkdown(richText`${range}${notes}`),
    facts.filter((fact) => fact !== "").join(" · "),
    forgotten,
    sentences(why, ...[check, toMarkdown(outcome.advice)].map(upperFirst)),
    quote(asked, maxSummaryQuote),
    cut,
    review,
  ];
  return `${paragraphs(parts)}\n`;
}
