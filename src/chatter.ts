import { getString, ownMarker, triggerEventOf } from "./github/trigger-events.ts";

// An import of node:fs would load its streams too, to have all their names; this loads what is asked for.
const { appendFileSync, readFileSync } = process.getBuiltinModule("node:fs");

/** The inputs that make a run more than an answer to the event's text. */
const otherWork = ["PROMPT", "PROMPT-FILE"];

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Recognises a text that does not even hold the trigger phrase, which most comments of a busy repository are, before
 * anything is loaded: no packages, no request, a few milliseconds. Whatever is less clear is left to the whole run.
 */
export function isPlainChatter(env: Env): boolean {
  const event = triggerEventOf(env["GITHUB_EVENT_NAME"] ?? "");
  if (event === undefined || otherWork.some((other) => input(env, other) !== "")) return false;
  if (!["", "agent"].includes(input(env, "MODE"))) return false;
  let payload: unknown;
  try {
    payload = JSON.parse(readFileSync(env["GITHUB_EVENT_PATH"] ?? "", "utf8"));
  } catch {
    return false;
  }
  const text = event.text(payload);
  const phrase = (input(env, "TRIGGER-PHRASE") || "/docs-agent").toLowerCase();
  const isFresh = getString(payload, "action") === event.action && text.trim() !== "";
  return isFresh && !text.includes(ownMarker) && !text.toLowerCase().includes(phrase);
}

/** Puts out what the whole run would: skipped, as there is no command. */
export function skipChatter(env: Env): void {
  const message = "The text holds no line that starts with the trigger phrase.";
  console.log(message);
  const outputs = `result=skipped\nreason=no-command\nmessage=${message}\n`;
  if (env["GITHUB_OUTPUT"]) appendFileSync(env["GITHUB_OUTPUT"], outputs);
}

function input(env: Env, name: string): string {
  return (env[`INPUT_${name}`] ?? "").trim();
}
