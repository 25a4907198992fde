import { InputError } from "../../errors.ts";
import type { GitHubEvent, TriggerText } from "../../github/events.ts";
import type { Outcome, ReasonOf } from "../../result.ts";
import type { AgentInputs } from "../../runner/inputs/agent.ts";
import { ownMarker } from "../../text/hidden-text.ts";
import { code, type RichText, richText } from "../../text/rich-text.ts";
import { findCommand } from "./find-command.ts";

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
  trigger: TriggerText | undefined;
};

/** A job to follow without sending anything. */
export type WatchRequest = { kind: "watch"; jobId: string; trigger: undefined };

/** What a run is asked to do. */
export type AgentRequest =
  | PromptRequest
  | WatchRequest
  | { kind: "status"; trigger: TriggerText }
  /** `notUnderstood` is the word that the command begins with, where it is none of the flags. */
  | { kind: "help"; notUnderstood: string | undefined; trigger: TriggerText }
  /** A request to stop the job, which the service cannot do. */
  | { kind: "cancel"; trigger: TriggerText };

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
      trigger: undefined,
    };
  if (jobId !== undefined) return { kind: "watch", jobId, trigger: undefined };
  if (event.isTextEvent) return fromText(inputs, event.triggerText);
  throw new InputError(
    richText`This ${code(event.name)} event has no prompt.`,
    richText`Set prompt or prompt-file to say what the agent should do, or job-id to watch a job.`,
  );
}

function fromText(inputs: AgentInputs, trigger: TriggerText | undefined): AgentRequest | Skipped {
  if (trigger === undefined) return skip("not-created", richText`Only new texts can hold a command.`);
  if (trigger.text.includes(ownMarker))
    return skip("own-comment", richText`The text is a comment of this action.`);
  if (isReposted(trigger)) return skip("quoted", richText`The description was first posted by someone else.`);
  if (trigger.text.trim() === "") return skip("no-text", richText`The text is empty.`);
  const phrase = inputs["trigger-phrase"];
  const command = findCommand(trigger.text, phrase);
  if (command === undefined) return skip("no-command", richText`No line starts with ${code(phrase)}.`);
  if (command.kind !== "prompt") return { ...command, trigger };
  const fresh = command.fresh || inputs.conversation === "new";
  return { ...command, fresh, jobId: undefined, trigger };
}

/** Turning a comment or a discussion into an issue posts the words of others under one's own name. */
function isReposted({ kind, text }: TriggerText): boolean {
  const isDescription = kind === "issue" || kind === "pull-request";
  return isDescription && /originally posted by|discussions-op-text/i.test(text);
}

function skip(reason: ReasonOf<"skipped">, text: RichText): Skipped {
  return { kind: "skip", outcome: { result: "skipped", reason, message: text, advice: [] } };
}
