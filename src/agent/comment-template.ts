import { headline, type Outcome, type Result } from "../result.ts";
import { formatDuration } from "../text/duration.ts";
import { ownMarker } from "../text/hidden-text.ts";
import { codeSpan, link, quoteBlock } from "../text/markdown.ts";
import { code, type Message, message, toMarkdown } from "../text/message.ts";

const maxQuote = 600;

/** What a status comment shows. All of it may be foreign text. */
export type StatusCommentModel = {
  /** Missing while the agent is working. */
  outcome: Outcome | undefined;
  /** Empty when the job is only watched. */
  prompt: string;
  jobId: string | undefined;
  repository: string | undefined;
  elapsedMs: number | undefined;
  /** Further facts, such as that a new job replaces a closed one. */
  notes: readonly Message[];
  runUrl: string;
  /** What starts a command here; missing for runs without one. */
  triggerPhrase: string | undefined;
};

/** The body of a status comment. `marker` is the signed marker. */
export function renderStatusComment(view: StatusCommentModel, marker: string): string {
  const { outcome } = view;
  const parts: string[] = [];
  if (outcome === undefined) {
    parts.push("**Working on it.** This comment changes when there is news.");
  } else if (outcome.result === "pull-request") {
    parts.push(`**${toMarkdown(outcome.message)}**`);
  } else {
    parts.push(`**${headline(outcome)}.** ${toMarkdown(outcome.message)}`);
    if (outcome.advice.length > 0) parts.push(toMarkdown(outcome.advice));
  }
  for (const note of view.notes) parts.push(toMarkdown(note));
  if (view.prompt !== "") parts.push(quoteBlock(view.prompt, maxQuote));
  if (outcome !== undefined && view.triggerPhrase !== undefined) {
    const next = nextSteps[outcome.result]?.(view.triggerPhrase);
    if (next !== undefined) parts.push(toMarkdown(next));
  }
  parts.push(footer(outcome === undefined ? { ...view, elapsedMs: undefined } : view));
  return assemble(parts, marker);
}

/** The reply to `--help`, and to a phrase with nothing after it. */
export function renderHelp(triggerPhrase: string, runUrl: string): string {
  const row = (command: string, meaning: string) =>
    `| ${codeSpan(`${triggerPhrase} ${command}`)} | ${meaning} |`;
  return assemble(
    [
      "**What Docs Agent can do here.** Start a line with the phrase, and say what the documentation should say. Everything below that line is part of the request. The agent edits the documentation and opens a pull request; this thread shows its progress.",
      [
        "| Command | What it does |",
        "| :-- | :-- |",
        row("document the new limit parameter", "continues the job of this thread, or starts one"),
        row("--new document the new limit parameter", "starts a new job with its own pull request"),
        row("--status", "shows how the job of this thread is doing; nothing is sent"),
        row("--help", "shows this help"),
      ].join("\n"),
      "Name the page and the change you want. Commands in quotes and code do not count, and neither do edits of a comment.",
      footer({ runUrl, jobId: undefined, repository: undefined, elapsedMs: undefined }),
    ],
    "",
  );
}

/** The reply to `--status`: a title and a few sentences. */
export function renderReply(title: string, sentences: readonly Message[], runUrl: string): string {
  const texts = [
    `**${title}.** ${sentences
      .filter((sentence) => sentence.length > 0)
      .map(toMarkdown)
      .join(" ")}`,
  ];
  return assemble(
    [...texts, footer({ runUrl, jobId: undefined, repository: undefined, elapsedMs: undefined })],
    "",
  );
}

const askForMore = (phrase: string) =>
  message`To change something, reply ${code(phrase)} and what. ${code(`${phrase} --new`)} starts a new job.`;
const tryAgain = (phrase: string) =>
  message`To try again, reply ${code(`${phrase} --new`)} and your request.`;

/** What a person can reply next; nothing where the advice says it already. */
const nextSteps: Partial<Record<Result, (phrase: string) => Message>> = {
  "pull-request": askForMore,
  "no-changes": askForMore,
  failed: tryAgain,
  archived: tryAgain,
  started: (phrase) => message`Reply ${code(`${phrase} --status`)} later to see how it went.`,
};

function footer(view: Pick<StatusCommentModel, "jobId" | "repository" | "elapsedMs" | "runUrl">): string {
  const parts: string[] = [];
  if (view.elapsedMs !== undefined) parts.push(`took ${formatDuration(view.elapsedMs)}`);
  if (view.jobId !== undefined) parts.push(`job ${codeSpan(view.jobId, 80)}`);
  if (view.repository !== undefined) parts.push(`in ${codeSpan(view.repository, 120)}`);
  parts.push(link("workflow run", view.runUrl));
  return `<sub>${parts.join(" · ")}</sub>`;
}

/** Every comment of ours starts with our marker, so none of them can be a command. */
function assemble(parts: readonly string[], marker: string): string {
  return [ownMarker, ...parts, ...(marker === "" ? [] : [marker])].join("\n\n");
}
