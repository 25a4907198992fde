import { InputError } from "../errors.ts";
import { type GitHubEvent, ownMarker, type TriggerText } from "../github/events.ts";
import type { Inputs } from "../inputs.ts";
import type { Outcome, Reason } from "../result.ts";
import { stripHidden } from "../text/hidden-text.ts";
import { code, type Message, message } from "../text/message.ts";
import { findCommand } from "./command.ts";

/** What a run is asked to do, and by whom. */
export type Trigger =
  /** Nothing: the event is ordinary chatter. */
  | { kind: "skip"; outcome: Outcome }
  /** Watch the job of the input `job-id`. */
  | { kind: "watch"; jobId: string }
  /** Carry out a prompt; `written` is the text that holds the command, missing when an input holds the prompt. */
  | { kind: "prompt"; prompt: string; fresh: boolean; written: TriggerText | undefined }
  | { kind: "status"; written: TriggerText }
  | { kind: "help"; written: TriggerText };

/** Finds out what is asked for (design, section 3). Throws an `InputError` when nothing is, and something should be. */
export function findTrigger(inputs: Inputs, event: GitHubEvent): Trigger {
  const { prompt } = inputs;
  if (prompt !== "")
    return { kind: "prompt", prompt, fresh: inputs.conversation === "new", written: undefined };
  if (event.isTextEvent) return fromText(inputs, event.triggerText);
  const jobId = inputs["job-id"];
  if (jobId !== undefined) return { kind: "watch", jobId };
  throw new InputError(
    message`There is nothing to do on the event ${code(event.name)}: no prompt is given.`,
    message`Set prompt or prompt-file to say what the agent should do, or job-id to watch a job.`,
  );
}

function fromText(inputs: Inputs, written: TriggerText | undefined): Trigger {
  if (written === undefined)
    return skip("not-created", message`Only texts that have just been written can hold a command.`);
  if (written.text.includes(ownMarker))
    return skip("own-comment", message`The text is a comment of this action itself.`);
  if (written.text.trim() === "") return skip("no-text", message`The text is empty.`);
  const phrase = inputs["trigger-phrase"];
  const command = findCommand(written.text, phrase);
  if (command === undefined)
    return skip("no-command", message`The text holds no line that starts with ${code(phrase)}.`);
  if (command.kind !== "prompt") return { kind: command.kind, written };
  const prompt = stripHidden(command.prompt).trim();
  if (prompt === "")
    return skip("no-text", message`What stands behind ${code(phrase)} is nothing that people can see.`);
  return { kind: "prompt", prompt, fresh: command.fresh || inputs.conversation === "new", written };
}

function skip(reason: Reason, message: Message): Trigger {
  return { kind: "skip", outcome: { result: "skipped", reason, message, advice: [] } };
}
