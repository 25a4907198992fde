import { ActionError } from "../errors.ts";
import type { GitHubEvent, TriggerText } from "../github/event.ts";
import type { Inputs } from "../inputs/load.ts";
import type { Outcome } from "../outcomes.ts";
import { ownMarker, stripHidden } from "../text/hidden-text.ts";
import { code, type RichText, richText } from "../text/rich-text.ts";
import type { HunkPlace } from "./context-text.ts";
import type { Wants } from "./decide.ts";
import { type Command, type Cut, findCommand } from "./parse.ts";
import { skippedFor } from "./sentences.ts";

/** A request that is about a job. One that only watches it has an empty prompt. */
export type JobRequest = Wants & {
  prompt: string;
  /** True for a command with `--dry-run`. The input `dry-run` is read later. */
  dryRun: boolean;
  /** True for a review that asks for changes without the phrase: only a follow-up to a pull request of ours. */
  asksForChanges?: true;
  /** What is left out below the command. */
  cut: Cut | undefined;
  /** The text that holds the command; missing when an input holds the prompt. */
  trigger: TriggerText | undefined;
  /**
   * `summary`: the command alone. `note`: which comments of its review are sent with it, or why none are, and why no
   * changed files are. `comments`: their places, with what a stranger may have written there.
   */
  review?: { summary: string; note: RichText; comments?: readonly HunkPlace[] };
};

/** The request as people read it, without the comments of a review; empty where nothing was to be sent. */
export function askedOf(request: JobRequest): string {
  return request.review?.summary ?? request.prompt;
}

/** What a run is asked to do. */
export type AgentRequest =
  | JobRequest
  | (Exclude<Command, { kind: "prompt" }> & Pick<JobRequest, "cut"> & { trigger: TriggerText });

const plainPrompt = {
  kind: "prompt",
  fresh: false,
  dryRun: false,
  jobId: undefined,
  cut: undefined,
} as const;

/**
 * Reads the request from the inputs, or else from the event's text (docs/how-it-works.md); the outcome where the event asks
 * for nothing. Throws an `ActionError` where a prompt would take the place of a command.
 */
export function findRequest(inputs: Inputs, event: GitHubEvent): AgentRequest | Outcome {
  const jobId = inputs["job-id"];
  const isNew = inputs.conversation === "new";
  const phrase = inputs["trigger-phrase"];
  if (inputs.prompt !== "") {
    const text = event.triggerText?.text ?? "";
    // A step that names a job may follow one that carries out the command.
    if (jobId === undefined && findCommand(text, phrase) !== undefined) {
      throw promptBesideCommand();
    }
    return { ...plainPrompt, prompt: inputs.prompt, fresh: isNew, jobId, trigger: undefined };
  }
  if (jobId !== undefined) {
    return { ...plainPrompt, kind: "watch", jobId, prompt: "", trigger: undefined };
  }
  // On an event without a text, the inputs were refused already.
  const trigger = event.triggerText;
  if (trigger === undefined) {
    return skippedFor("not-created");
  }
  // A reply by mail may quote a comment of ours further down.
  if (trigger.text.trimStart().startsWith(ownMarker)) {
    return skippedFor("own-comment");
  }
  if (isReposted(trigger)) {
    return skippedFor("quoted");
  }
  const found = findCommand(trigger.text, phrase);
  if (found === undefined) {
    const { asksForChanges, authorIsBot, text } = trigger;
    // A bot has to give a command.
    if (asksForChanges && !authorIsBot) {
      return { ...plainPrompt, prompt: stripHidden(text).trim(), trigger, asksForChanges };
    }
    if (text.trim() === "") {
      return skippedFor("no-text");
    }
    const why = richText`No line starts with the word ${code(phrase)}, or only in code, in quotes or below the first line of a reply by mail.`;
    return skippedFor("no-command", why);
  }
  const { command, cut } = found;
  if (command.kind !== "prompt") {
    return { ...command, cut, trigger };
  }
  // In a review, the phrase alone asks for what its inline comments say.
  if (command.prompt === "" && trigger.kind !== "review") {
    return { kind: "help", why: undefined, cut, trigger };
  }
  return { ...command, startsAnew: isNew, jobId: undefined, cut, trigger };
}

/** The command's own words would be lost, and whoever may comment could start the prompt. */
function promptBesideCommand(): ActionError {
  return new ActionError(
    "input",
    richText`${code("prompt")} is set in a workflow that a command has started, so nothing was sent.`,
    richText`Remove it there: a command brings its own.`,
    { isWhole: true },
  );
}

/**
 * GitHub posts the words of others under one's own name where a comment or a discussion becomes an issue, and where an
 * issue is transferred.
 */
function isReposted({ kind, text, isTransferred }: TriggerText): boolean {
  const isDescription = kind === "issue" || kind === "pull-request";
  return (
    isTransferred === true ||
    (isDescription && /originally posted by|discussions-op-text/i.test(text))
  );
}
