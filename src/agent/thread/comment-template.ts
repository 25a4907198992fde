import type { InputName } from "../../inputs/defaults.ts";
import type { Problem } from "../../inputs/problems.ts";
import type { ErrorOutcome } from "../../result.ts";
import { ownMarker } from "../../text/hidden-text.ts";
import { codeSpan, escapeButCode, link } from "../../text/markdown.ts";
import { type RichText, richText, toMarkdown } from "../../text/rich-text.ts";
import { formatDuration, upperFirst } from "../../text/words.ts";
import { whoEdits } from "../error-policy.ts";
import { type HelpReason, type Suggestion, takesRequest } from "../parse.ts";
import {
  afterError,
  commentText,
  lowerFirst,
  pullSentence,
  repeat,
  replacementText,
  type WorkingStatus,
} from "../sentences.ts";
import type { StatusCommentModel } from "./status-comment-model.ts";

const maxRequestLength = 300;

/** The body of a status comment. `marker` is the signed marker. */
export function renderStatusComment(model: StatusCommentModel, marker: string): string {
  const { icon, title, detail = [], next = [], maintainers = [] } = commentText(model);
  const replacement = replacementText(model);
  const parts = [
    joinSentences(`${icon} **${toMarkdown(title)}**`, toMarkdown(detail)),
    joinSentences(toMarkdown(replacement), nextStep(next, model), forMaintainers(maintainers)),
    quote(model.prompt),
    // True only of what was sent.
    model.firstParagraphOnly && model.state !== "not-sent"
      ? "This came by mail, so what the mail repeats below the request was not sent."
      : "",
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
  const how = `To change something, comment ${codeSpan(triggerPhrase)} and the change you want.`;
  return assemble([`This pull request was made for ${origin}. ${how}`], marker);
}

/** The reply to `--help`, to a phrase with nothing after it, and to a command that is not carried out. */
export function renderHelp(triggerPhrase: string, runUrl: string, why?: HelpReason): string {
  const help = helpOn(triggerPhrase);
  if (why === undefined)
    return assemble(["**What Docs Agent can do here.**", ...help, footer({ runUrl })], "");
  const folded = `<details>\n<summary>What Docs Agent can do here</summary>\n\n${help.join("\n\n")}\n\n</details>`;
  return assemble([...answerTo(why, triggerPhrase), folded, footer({ runUrl })], "");
}

function answerTo(why: HelpReason, triggerPhrase: string): string[] {
  const { suggestion } = why;
  const words = codeSpan(why.words, 40);
  if (why.kind === "small-talk")
    return [
      joinSentences(
        `**Nothing was sent**, because ${words} asks for no change. If you want one, reply ${codeSpan(triggerPhrase)} with the page and the change.`,
        suggestion === undefined
          ? ""
          : `To see how the job is doing, ${howToReply(triggerPhrase, suggestion)}.`,
      ),
    ];
  const title =
    suggestion !== undefined
      ? `**Did you mean ${codeSpan(suggestion)}?** ${words} is no flag, so nothing was sent.`
      : `**Docs Agent did not understand ${words}**, so nothing was sent.`;
  return [
    joinSentences(title, suggestion === undefined ? "" : `If so, ${howToReply(triggerPhrase, suggestion)}.`),
  ];
}

function howToReply(triggerPhrase: string, suggestion: Suggestion): string {
  const request = takesRequest(suggestion) ? " and your request" : "";
  return `reply ${codeSpan(`${triggerPhrase} ${suggestion}`)}${request}`;
}

function helpOn(triggerPhrase: string): string[] {
  // A list, because the cells of a table break at the hyphens of a flag where there is little room.
  const row = (command: string, meaning: string) => `- ${codeSpan(`${triggerPhrase} ${command}`)} ${meaning}`;
  return [
    `Start a line with ${codeSpan(triggerPhrase)} and say what the documentation should say, as in ${codeSpan(`${triggerPhrase} document the new limit parameter`)}. Everything below that line is part of the request. The agent edits the documentation and opens a pull request; this thread shows its progress.`,
    [
      row("…", "continues the job of this thread, or starts one"),
      row("--new …", "starts a new job with its own pull request"),
      row("--dry-run …", "says whether a job or a follow-up would be sent, and sends nothing"),
      row("--status", "shows how the job of this thread is doing"),
      row("--help", "shows this help"),
    ].join("\n"),
    "Name the page and the change you want. Commands in quotes and code do not count, and neither do edits of a comment.",
  ];
}

/** A reply of a title and a few sentences, such as the one to `--status`. `prompt` is quoted. */
export function renderReply(title: RichText, text: readonly RichText[], runUrl: string, prompt = ""): string {
  const sentences = joinSentences(`**${toMarkdown(title)}**`, ...text.map(toMarkdown));
  return assemble([sentences, quote(prompt), footer({ runUrl })], "");
}

/** Where each of these inputs comes from, for whoever can mend it. */
const placeOfInput: Partial<Record<InputName, string>> = {
  "api-key": "secrets",
  "project-id": "settings",
  "base-url": "workflows",
};

/** The reply to a command in a workflow whose key, project or address of the service cannot be used. */
export function renderNotSetUp(
  problems: readonly Problem[],
  mention: string | undefined,
  { sourceUrl, runUrl }: { sourceUrl: string | undefined; runUrl: string },
): string {
  const what = problems.map(
    ({ input, short = richText`cannot be used` }) => `${codeSpan(input)} ${toMarkdown(short)}`,
  );
  const places = problems.flatMap(({ input }) => placeOfInput[input] ?? []);
  const who = toMarkdown(whoEdits(new Intl.ListFormat("en-GB").format(places)));
  const quickstart =
    sourceUrl === undefined ? "the quickstart" : link("the quickstart", `${sourceUrl}/README.md#quickstart`);
  const hints = problems.flatMap(({ hint }) => (hint === undefined ? [] : toMarkdown(hint)));
  return assemble(
    [
      `❌ **Not set up yet: ${what.join("; ")}.**`,
      joinSentences(
        `${mention === undefined ? upperFirst(who) : `@${mention}, ${who}`}: ${quickstart} says where the values come from.`,
        ...hints,
        `After that, ${toMarkdown(repeat)}.`,
      ),
      footer({ runUrl }),
    ],
    "",
  );
}

/** The reply to `--status` while the job is working. `request` is what it works on, where that is known. */
export function renderWorkingStatus(
  { jobId, prLink, request, elapsedMs }: WorkingStatus,
  runUrl: string,
): string {
  const duration = formatDuration(elapsedMs);
  const title =
    request === undefined
      ? `⏳ **Working for ${duration}.**`
      : `⏳ **Working for ${duration}** on “${escapeButCode(request, maxRequestLength)}”`;
  const now = joinSentences(
    toMarkdown(pullSentence(prLink)),
    "Repeat the command for news: this reply does not change.",
  );
  return assemble([title, now, footer({ jobId, runUrl })], "");
}

/** The reply to `--status` when the job cannot be read. */
export function renderStatusError(outcome: ErrorOutcome, runUrl: string): string {
  const { next = [], maintainers = [] } = afterError(outcome);
  const sentences = joinSentences(
    "❌ **The job's status could not be read.**",
    toMarkdown(outcome.message),
    upperFirst(toMarkdown(next)),
    forMaintainers(maintainers),
  );
  return assemble([sentences, footer({ runUrl })], "");
}

/** The next step, addressed to the author of the command so that GitHub notifies them. */
function nextStep(next: RichText, { outcome, mention }: StatusCommentModel): string {
  const text = toMarkdown(next);
  // Another workflow answers a command that this run skips.
  const isOver = outcome !== undefined && outcome.result !== "skipped";
  if (isOver && mention !== undefined) return text === "" ? `@${mention}` : `@${mention}, ${text}`;
  return upperFirst(text);
}

function forMaintainers(advice: RichText): string {
  return advice.length === 0 ? "" : `Maintainers: ${toMarkdown(lowerFirst(advice))}`;
}

/** The request on one line. */
function quote(prompt: string): string {
  return prompt === "" ? "" : `> ${escapeButCode(prompt, maxRequestLength)}`;
}

function footer(model: Pick<StatusCommentModel, "runUrl"> & Partial<StatusCommentModel>): string {
  const { outcome, tookMs, jobId, runUrl } = model;
  const parts: string[] = [];
  const isOver = outcome !== undefined && !["timeout", "started", "cancelled"].includes(outcome.result);
  if (isOver && tookMs !== undefined) parts.push(formatDuration(tookMs));
  if (jobId !== undefined) parts.push(`${parts.length === 0 ? "Job" : "job"} ${codeSpan(jobId, 80)}`);
  parts.push(link(parts.length === 0 ? "Workflow run" : "workflow run", runUrl));
  return `<sub>${parts.join(" · ")}</sub>`;
}

function joinSentences(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** Every comment of the action starts with its marker, so none of them can be a command. */
function assemble(parts: readonly string[], marker: string): string {
  return [ownMarker, ...parts, marker].filter((part) => part !== "").join("\n\n");
}
