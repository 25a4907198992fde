// The toolkit's entry also loads its OIDC client and with that a second HTTP stack, which no run of ours needs and
// which made up a third of the time before the first request. What writes to the runner is the toolkit's own code.
import { issueCommand } from "../node_modules/@actions/core/lib/command.js";
import { issueFileCommand, prepareKeyValueMessage } from "../node_modules/@actions/core/lib/file-command.js";

/** The trimmed value of an input, empty when it is not set (github/docs, metadata syntax: `INPUT_` variables). */
export function getInput(name: string): string {
  return (process.env[`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`] ?? "").trim();
}

/** Has the runner mask a value in all that is printed from now on. */
export function setSecret(secret: string): void {
  issueCommand("add-mask", {}, secret);
}

/** Puts an output out. Throws when the runner's file cannot be written. */
export function setOutput(name: string, value: string): void {
  put("OUTPUT", "set-output", name, value);
}

/** Keeps a value for the post step. Throws when the runner's file cannot be written. */
export function saveState(name: string, value: string): void {
  put("STATE", "save-state", name, value);
}

/** What the main step kept under a name; empty when there is nothing. */
export function getState(name: string): string {
  return process.env[`STATE_${name}`] ?? "";
}

/** A line of the log, which must have passed `harmlessLog`. */
export function info(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A line that only step debugging shows. */
export function debug(line: string): void {
  issueCommand("debug", {}, line);
}

/** An annotation with a title. */
export function annotate(kind: "notice" | "warning" | "error", title: string, text: string): void {
  issueCommand(kind, { title }, text);
}

/** Begins a collapsible group of the log. */
export function startGroup(title: string): void {
  issueCommand("group", {}, title);
}

/** Ends the group. */
export function endGroup(): void {
  issueCommand("endgroup", {}, "");
}

/** Into the runner's file, which any value fits; outside a runner as the command of old, which a person can read. */
function put(file: "OUTPUT" | "STATE", command: string, name: string, value: string): void {
  if (process.env[`GITHUB_${file}`]) issueFileCommand(file, prepareKeyValueMessage(name, value));
  else issueCommand(command, { name }, value);
}
