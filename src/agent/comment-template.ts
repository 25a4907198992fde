import { ownMarker } from "../github/events.ts";
import { headline, type Outcome, type Result } from "../result.ts";
import { formatDuration } from "../text/duration.ts";
import { codeSpan, link, quoteBlock } from "../text/markdown.ts";
import { code, type Message, message, toMarkdown } from "../text/message.ts";

const maxQuote = 600;

/** What a status comment shows; everything in it may be foreign. */
export type StatusCommentModel = {
  /** Missing while the agent is at work. */
  outcome: Outcome | undefined;
  /** Empty when a job is only watched. */
  prompt: string;
  jobId: string | undefined;
  repository: string | undefined;
  elapsedMs: number | undefined;
  /** What else there is to know, such as that an earlier job was closed. */
  notes: readonly Message[];
  runUrl: string;
  /** What starts a command here; missing for runs without one. */
  triggerPhrase: string | undefined;
};

/** The body of a status comment. `memory` is the signed marker, empty until the comment has its id. */
export function renderStatusComment(view: StatusCommentModel, memory: string): string {
  const { outcome } = view;
  const parts: string[] = [];
  if (outcome === undefined) {
    parts.push("**Working on it.** This comment will say how it ended.");
  } else if (outcome.result === "pull-request") {
    parts.push(`**${toMarkdown(outcome.message)}**`);
  } else {
    parts.push(`**${headline(outcome)}.** ${toMarkdown(outcome.message)}`);
    if (outcome.advice.length > 0) parts.push(toMarkdown(outcome.advice));
  }
  for (const note of view.notes) parts.push(toMarkdown(note));
  if (view.prompt !== "") parts.push(quoteBlock(view.prompt, maxQuote));
  if (outcome !== undefined && view.triggerPhrase !== undefined) {
    const next = howToGoOn[outcome.result]?.(view.triggerPhrase);
    if (next !== undefined) parts.push(toMarkdown(next));
  }
  parts.push(footer(outcome === undefined ? { ...view, elapsedMs: undefined } : view));
  return assemble(parts, memory);
}

/** The answer to `--help`, or to a phrase with nothing behind it. */
export function renderHelp(triggerPhrase: string, runUrl: string): string {
  const row = (command: string, meaning: string) =>
    `| ${codeSpan(`${triggerPhrase} ${command}`)} | ${meaning} |`;
  return assemble(
    [
      "**What Docs Agent can do here.** Start a line with the phrase and say what the documentation should say; everything below that line belongs to it. The agent edits the documentation and opens a pull request, and this thread shows how it goes.",
      [
        "| Write | and |",
        "| :-- | :-- |",
        row(
          "document the new limit parameter",
          "the agent does that, going on with the job of this thread if there is one",
        ),
        row(
          "--new document the new limit parameter",
          "the same, as a fresh job with a pull request of its own",
        ),
        row("--status", "see how the job of this thread is doing; nothing is sent"),
        row("--help", "see this"),
      ].join("\n"),
      "A request is best when it names the page and the change. It must stand outside of quotes and code, and editing a comment afterwards does nothing.",
      footer({ runUrl, jobId: undefined, repository: undefined, elapsedMs: undefined }),
    ],
    "",
  );
}

/** The answer to `--status`, and any other that is a few sentences. */
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
  message`To have something changed, write ${code(phrase)} and what should be different; ${code(`${phrase} --new`)} starts afresh.`;
const startAfresh = (phrase: string) =>
  message`To try again with a fresh job, write ${code(`${phrase} --new`)} and your request.`;

/** What a person can write next; where the advice says it already, nothing. */
const howToGoOn: Partial<Record<Result, (phrase: string) => Message>> = {
  "pull-request": askForMore,
  "no-changes": askForMore,
  failed: startAfresh,
  archived: startAfresh,
  started: (phrase) => message`${code(`${phrase} --status`)} shows how it is doing.`,
};

function footer(view: Pick<StatusCommentModel, "jobId" | "repository" | "elapsedMs" | "runUrl">): string {
  const parts: string[] = [];
  if (view.elapsedMs !== undefined) parts.push(`took ${formatDuration(view.elapsedMs)}`);
  if (view.jobId !== undefined) parts.push(`job ${codeSpan(view.jobId, 80)}`);
  if (view.repository !== undefined) parts.push(`in ${codeSpan(view.repository, 120)}`);
  parts.push(link("see the run", view.runUrl));
  return `<sub>${parts.join(" · ")}</sub>`;
}

/** Our marker is the first thing in every comment, so that none of ours can ever be a command. */
function assemble(parts: readonly string[], memory: string): string {
  return [ownMarker, ...parts, ...(memory === "" ? [] : [memory])].join("\n\n");
}
