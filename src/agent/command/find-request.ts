import { InputError } from "../../errors.ts";
import type { GitHubEvent, TriggerText } from "../../github/event.ts";
import { type AgentInputs, reportHint } from "../../inputs/agent.ts";
import type { Outcome, ReasonOf } from "../../result.ts";
import { ownMarker } from "../../text/hidden-text.ts";
import { code, type RichText, richText } from "../../text/rich-text.ts";
import { findCommand, type MailCut, type PhrasePlace } from "./find-command.ts";
import type { HelpReason } from "./parse-command.ts";

/** A prompt to send. `trigger` is the text that holds the command; it is missing when an input holds the prompt. */
export type PromptRequest = {
  kind: "prompt";
  prompt: string;
  /** True when the prompt starts a new job instead of continuing the thread's. */
  fresh: boolean;
  /** True for a command with `--dry-run`. The input `dry-run` is read later. */
  dryRun: boolean;
  /** The input `job-id`. */
  jobId: string | undefined;
  /** What a command by mail lost; missing when all of it is sent. */
  cut: MailCut | undefined;
  trigger: TriggerText | undefined;
};

/** A job to follow without sending anything. */
export type WatchRequest = { kind: "watch"; jobId: string; trigger: undefined };

/** What a run is asked to do. */
export type AgentRequest =
  | PromptRequest
  | WatchRequest
  | { kind: "status"; trigger: TriggerText }
  /** `why` is missing where the help was asked for. */
  | { kind: "help"; why: HelpReason | undefined; trigger: TriggerText }
  /** A request to stop the job, which the service cannot do. `isTalk`: in other words than `stop` or `cancel` alone. */
  | { kind: "cancel"; isTalk: boolean; trigger: TriggerText };

/** The event asks for nothing. */
export type Skipped = { kind: "skip"; outcome: Outcome };

/**
 * Reads the request from the inputs, or else from the event's text (docs/how-it-works.md). Throws an `InputError` when
 * the inputs hold none and the event has no text.
 */
export function findRequest(inputs: AgentInputs, event: GitHubEvent): AgentRequest | Skipped {
  const { prompt, conversation } = inputs;
  const jobId = inputs["job-id"];
  if (prompt !== "")
    return {
      kind: "prompt",
      prompt,
      fresh: conversation === "new",
      dryRun: false,
      jobId,
      cut: undefined,
      trigger: undefined,
    };
  if (jobId !== undefined) return { kind: "watch", jobId, trigger: undefined };
  if (event.isTextEvent) return fromText(inputs, event.triggerText);
  throw new InputError(
    richText`This ${code(event.name)} event has no prompt.`,
    richText`Set ${code("prompt")} or ${code("prompt-file")} to say what the agent should do, or ${code("job-id")} to watch a job.${event.name === "schedule" ? richText` ${reportHint}` : []}`,
  );
}

function fromText(inputs: AgentInputs, trigger: TriggerText | undefined): AgentRequest | Skipped {
  if (trigger === undefined) return skip("not-created", richText`Only new texts can hold a command.`);
  if (trigger.text.includes(ownMarker))
    return skip("own-comment", richText`The text is a comment of this action.`);
  if (isReposted(trigger)) return skip("quoted", richText`The description was first posted by someone else.`);
  if (trigger.text.trim() === "") return skip("no-text", richText`The text is empty.`);
  const phrase = inputs["trigger-phrase"];
  const found = findCommand(trigger.text, phrase);
  if (found.command === undefined) return skip("no-command", whyNoCommand(phrase, found.place));
  const { command, cut } = found;
  if (command.kind !== "prompt") return { ...command, trigger };
  const fresh = command.fresh || inputs.conversation === "new";
  return { ...command, fresh, jobId: undefined, cut, trigger };
}

function whyNoCommand(phrase: string, place: PhrasePlace): RichText {
  if (place === "nowhere") return richText`No line starts with ${code(phrase)}.`;
  if (place === "in a mail")
    return richText`${code(phrase)} stands in what a reply by mail repeats. Start the mail with it, or comment on GitHub.`;
  const where = place === "in code or inside a line" ? "in code or in the middle of a line" : place;
  return richText`${code(phrase)} stands ${{ trusted: where }}. Start a line with it.`;
}

/** Turning a comment or a discussion into an issue posts the words of others under one's own name. */
function isReposted({ kind, text }: TriggerText): boolean {
  const isDescription = kind === "issue" || kind === "pull-request";
  return isDescription && /originally posted by|discussions-op-text/i.test(text);
}

function skip(reason: ReasonOf<"skipped">, text: RichText): Skipped {
  return { kind: "skip", outcome: { result: "skipped", reason, message: text, advice: [] } };
}
