import type { Problem } from "../inputs/load.ts";
import { isFinal } from "../service/schemas.ts";
import { codeSpan } from "../text/markdown.ts";
import { code, type RichText, richText, toMarkdown } from "../text/rich-text.ts";
import { formatDuration, upperFirst } from "../text/words.ts";
import { assemble, footer, opening, type Progress, quote } from "./comment-text.ts";
import type { Replacement, Sending } from "./decide.ts";
import { isFresh } from "./job.ts";
import { type HelpReason, takesRequest } from "./parse.ts";
import { commentText, endOf, type Situation } from "./sentences.ts";

// The replies to commands that send nothing. Each is written once and never edited, so none has a marker.

/** What a reply says, and log and summary with it. */
export type ReplyText = { icon?: string; title: RichText; detail?: RichText; next?: RichText };

/** A reply with what is known of the job that it is about, and the help in the parts `help`. */
export function renderReply(
  text: ReplyText,
  known: Partial<Progress> & { runUrl: string },
  help: readonly string[] = [],
): string {
  const next = toMarkdown(text.next ?? []);
  return assemble([
    ...opening(text, known.contents),
    known.mention === undefined ? upperFirst(next) : `@${known.mention}, ${next}`,
    ...help,
    quote(known.prompt ?? ""),
    footer({ jobId: known.jobId, runUrl: known.runUrl }),
  ]);
}

/** Why a command was answered with the help. */
export function whyHelp({ kind, words, suggestion }: HelpReason, phrase: string): ReplyText {
  const is = kind === "small-talk" ? "names no change" : "is no flag";
  const why = richText`${code(words.slice(0, 200))} ${{ trusted: is }}`;
  if (suggestion === undefined)
    return {
      title: richText`Nothing was sent:`,
      detail: richText`${why}.`,
      next: richText`If you want a change, reply ${code(phrase)} with the page and the change.`,
    };
  const then = takesRequest(suggestion) ? " and your request" : "";
  return {
    title: richText`Did you mean ${code(suggestion)}?`,
    detail: richText`${why}, so nothing was sent.`,
    next: richText`If so, reply ${code(`${phrase} ${suggestion}`)}${{ trusted: then }}.`,
  };
}

/** What the commands are, in a review or elsewhere; folded below a reply that says something else first. */
export function helpOn(phrase: string, { isReview, isFolded }: { isReview: boolean; isFolded: boolean }) {
  // A list, because the cells of a table break at the hyphens of a flag where there is little room.
  const row = (command: string, meaning: string) => `- ${codeSpan(`${phrase} ${command}`)} ${meaning}`;
  const help = [
    `Start a line with ${codeSpan(phrase)} and say what the documentation should say, as in ${codeSpan(`${phrase} document the new limit parameter`)}. Everything below that line is part of the request. The agent edits the documentation and opens a pull request; this thread shows its progress.`,
    [
      row("…", "continues the job of this thread, or starts one"),
      row("--new …", "starts a new job with its own pull request"),
      row("--dry-run …", "says whether a job or a follow-up would be sent, and sends nothing"),
      row("--status", "shows how the job of this thread is doing"),
      row("--help", "tests the API key and shows this help"),
    ].join("\n"),
    isReview
      ? "In a review, your inline comments are sent too. If there are some, the first word alone is enough."
      : "",
    "Name the page and the change you want. Commands in quotes and code do not count, and neither do edits of a comment.",
  ].filter((part) => part !== "");
  const title = "What Docs Agent can do here";
  if (!isFolded) return [`**${title}.**`, ...help];
  return [`<details>\n<summary>${title}</summary>\n\n${help.join("\n\n")}\n\n</details>`];
}

/** How a job is doing whose last request is from `at` (epoch ms), like `now`. */
export function statusText(status: string, at: number, now: number, about: Situation): ReplyText {
  const { pull } = about;
  if (!isFinal(status))
    return {
      icon: "⏳",
      title: richText`Working for ${formatDuration(now - at)}${pull ? richText`: ${pull}` : "."}`,
      detail: pull ? [] : richText`No pull request yet.`,
      next: richText`For news, reply ${code(`${about.phrase} --status`)} again: this reply does not change.`,
    };
  const done = pull === undefined ? "no-changes" : "pull-request";
  const text = commentText(endOf(status === "completed" ? done : status, about), about);
  if (!isFresh(at, now)) return text;
  const next = richText`This may be from before the last request, which is less than a minute old: repeat the command in a minute.`;
  return { ...text, next };
}

/** Why a review that asks for changes was not sent: it never begins a job. */
export function noFollowUpText(why: Replacement | undefined, phrase: string): ReplyText {
  const over =
    why === "merged" || why === "closed"
      ? richText`this pull request was ${{ trusted: why }}`
      : richText`the job of this pull request is over`;
  return {
    title: richText`Nothing was sent:`,
    detail: richText`${over}, and a review starts no new job.`,
    next: richText`To start a paid job, reply ${code(phrase)} and the change you want.`,
  };
}

/** What a dry run would send. `review` says with which comments. */
export function dryRunText(sending: Sending, review: RichText | undefined): ReplyText {
  const what =
    sending.kind === "create"
      ? richText`The request would start a new paid job`
      : sending.isFromThread
        ? richText`The request would go as a follow-up to the job of this thread`
        : richText`The request would go as a follow-up to the job that ${code("job-id")} names`;
  return {
    title: richText`Nothing was sent.`,
    detail: review === undefined ? richText`${what}.` : richText`${what}, ${review}.`,
    next: richText`To send it, repeat the command without ${code("--dry-run")}.`,
  };
}

/** What is wrong in a workflow whose key, project or address of the service cannot be used, and who can fix it. */
export function notSetUp(problems: readonly Problem[], sourceUrl: string | undefined): ReplyText {
  const what = problems.flatMap(({ input, short = [] }, index) => [
    { trusted: index === 0 ? "" : "; " },
    ...richText`${code(input)} ${short}`,
  ]);
  const how = { url: `${sourceUrl}/README.md#quickstart`, label: "quickstart" };
  const quickstart = sourceUrl === undefined ? [] : richText` (${how})`;
  const hints = problems.flatMap(({ hint = [] }) => richText`${hint} `);
  return {
    icon: "❌",
    title: richText`Not set up yet: ${what}.`,
    next: richText`ask someone who can edit this repository's settings and workflows to mend this${quickstart}. ${hints}After that, repeat the command in a new comment.`,
  };
}
