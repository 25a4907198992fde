import type { Problem } from "../inputs/load.ts";
import { type ErrorOutcome, repeat } from "../outcomes.ts";
import { codeSpan, escapeButCode, link } from "../text/markdown.ts";
import { code, type RichText, richText, toMarkdown, toPlainText } from "../text/rich-text.ts";
import { formatDuration, upperFirst } from "../text/words.ts";
import { afterError, assemble, footer, quote, sentences } from "./comment-text.ts";
import type { MarkedJob } from "./marker.ts";
import { type HelpReason, takesRequest } from "./parse.ts";
import type { PullContents } from "./pull-contents.ts";
import { afterLink, fileList, headLine } from "./pull-text.ts";

// The replies to commands that send nothing. Each is written once and never edited, so none has a marker.

/** A reply of a title and a few sentences. `contents` are those of the pull request; `prompt` is quoted. */
export function renderReply(
  title: RichText,
  text: readonly RichText[],
  about: { runUrl: string; jobId?: string; prompt?: string; contents?: PullContents | undefined },
): string {
  const { prompt = "", contents } = about;
  return assemble([
    ...withContents(contents, sentences(`**${toMarkdown(title)}**`, ...text.map(toMarkdown))),
    quote(prompt),
    footer({ jobId: about.jobId, runUrl: about.runUrl }),
  ]);
}

/**
 * The reply to `--help`, to a phrase with nothing after it, and to a command that is not carried out. `keyTest` says
 * first whether the service accepts the key.
 */
export function renderHelp(
  phrase: string,
  runUrl: string,
  { why, keyTest = [], isReview = false }: { why?: HelpReason; keyTest?: RichText; isReview?: boolean } = {},
): string {
  const help = helpOn(phrase, isReview);
  if (why === undefined)
    return assemble([toMarkdown(keyTest), "**What Docs Agent can do here.**", ...help, footer({ runUrl })]);
  const folded = `<details>\n<summary>What Docs Agent can do here</summary>\n\n${help.join("\n\n")}\n\n</details>`;
  const sorry = sentences(toMarkdown(whyHelp(why, "**")), toMarkdown(whatInstead(why, phrase)));
  return assemble([sorry, folded, footer({ runUrl })]);
}

/** Why a command was answered with the help. `bold` stands around what matters most; nothing in plain text. */
export function whyHelp({ kind, words, suggestion }: HelpReason, bold: "**" | ""): RichText {
  const mark = { trusted: bold };
  const shown = code(words.slice(0, 200));
  if (kind === "small-talk") return richText`${mark}Nothing was sent:${mark} ${shown} names no change.`;
  if (suggestion === undefined)
    return richText`${mark}Docs Agent did not understand ${shown}${mark}, so nothing was sent.`;
  return richText`${mark}Did you mean ${code(suggestion)}?${mark} ${shown} is no flag, so nothing was sent.`;
}

function whatInstead({ kind, suggestion }: HelpReason, phrase: string): RichText {
  if (kind === "small-talk")
    return richText`If you want one, reply ${code(phrase)} with the page and the change.`;
  if (suggestion === undefined) return [];
  return richText`If so, reply ${code(`${phrase} ${suggestion}`)}${{ trusted: takesRequest(suggestion) ? " and your request" : "" }}.`;
}

function helpOn(phrase: string, isReview: boolean): string[] {
  // A list, because the cells of a table break at the hyphens of a flag where there is little room.
  const row = (command: string, meaning: string) => `- ${codeSpan(`${phrase} ${command}`)} ${meaning}`;
  return [
    `Start a line with ${codeSpan(phrase)} and say what the documentation should say, as in ${codeSpan(`${phrase} document the new limit parameter`)}. Everything below that line is part of the request. The agent edits the documentation and opens a pull request; this thread shows its progress.`,
    [
      row("…", "continues the job of this thread, or starts one"),
      row("--new …", "starts a new job with its own pull request"),
      row("--dry-run …", "says whether a job or a follow-up would be sent, and sends nothing"),
      row("--status", "shows how the job of this thread is doing"),
      row("--help", "shows this help"),
    ].join("\n"),
    ...(isReview
      ? ["In a review, the command takes your inline comments along; with some, the phrase alone is enough."]
      : []),
    "Name the page and the change you want. Commands in quotes and code do not count, and neither do edits of a comment.",
  ];
}

/** Says whether a job has a pull request. `pull` links it. */
export function pullSentence(pull: RichText, isOver: boolean): RichText {
  if (pull.length > 0) return richText`Pull request: ${pull}.`;
  return isOver ? richText`No pull request.` : richText`No pull request yet.`;
}

/** A sentence that links the pull request, with what is in it, and what comes after that. */
function withContents(contents: PullContents | undefined, text: string, after = ""): string[] {
  if (contents === undefined) return [sentences(text, after)];
  return [sentences(text, afterLink(contents)), fileList(contents), headLine(contents), after];
}

/** The reply to `--status` while the job is working. */
export function renderWorkingStatus(
  { id, request, at }: MarkedJob,
  told: { pull: RichText; contents: PullContents | undefined; now: number; runUrl: string },
): string {
  const { pull, contents, now, runUrl } = told;
  const title = `⏳ **Working for ${formatDuration(now - at)}${request === undefined ? ".**" : "**"}`;
  const what = request === undefined ? "" : `on “${escapeButCode(request, 300)}”`;
  const news = "Repeat the command for news: this reply does not change.";
  return assemble([
    sentences(title, what),
    ...withContents(contents, toMarkdown(pullSentence(pull, false)), news),
    footer({ jobId: id, runUrl }),
  ]);
}

/** The reply to `--status` when the job cannot be read. */
export function renderStatusError(outcome: ErrorOutcome, phrase: string, runUrl: string): string {
  const next = upperFirst(toMarkdown(afterError(outcome, phrase)));
  const title = "❌ **The job's status could not be read.**";
  return assemble([sentences(title, toMarkdown(outcome.message), next), footer({ runUrl })]);
}

/** The reply to a command in a workflow whose key, project or address of the service cannot be used. */
export function renderNotSetUp(
  problems: readonly Problem[],
  mention: string | undefined,
  { sourceUrl, runUrl }: { sourceUrl: string | undefined; runUrl: string },
): string {
  const what = problems.map(
    ({ input, short = richText`cannot be used` }) => `${codeSpan(input)} ${toMarkdown(short)}`,
  );
  const fixes = "someone who can edit this repository's settings can fix that";
  const isEmpty = problems.some(({ text }) => toPlainText(text).endsWith("is empty"));
  const quickstart =
    sourceUrl === undefined ? "quickstart" : link("quickstart", `${sourceUrl}/README.md#quickstart`);
  const save = `save the key under **Secrets** as \`DOCS_AGENT_API_KEY\` and the project ID under **Variables** as \`DOCS_AGENT_PROJECT_ID\` (${quickstart})`;
  return assemble([
    `❌ **Not set up yet: ${what.join("; ")}.**`,
    sentences(
      `${mention === undefined ? upperFirst(fixes) : `@${mention}, ${fixes}`}${isEmpty ? `: ${save}` : ""}.`,
      isEmpty
        ? "If you saved the key under Variables, everyone with access to the repository has seen it: create a new one."
        : "",
      ...problems.flatMap(({ text, hint }) =>
        hint === undefined || toPlainText(text).endsWith("is empty") ? [] : toMarkdown(hint),
      ),
      `After that, ${toMarkdown(repeat)}.`,
    ),
    footer({ runUrl }),
  ]);
}
