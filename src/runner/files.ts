import { appendFileSync, statSync } from "node:fs";
import * as core from "@actions/core";
import { messageOf } from "../errors.ts";
import { escapeWorkflowCommands } from "../text/workflow-commands.ts";
import type { Logger } from "./log.ts";

/** Sets an output at once, so that it is there even when the step is killed later. */
export type SetOutput = (name: string, value: string) => void;

/**
 * Sets an output only when its value changes, because each call appends to the runner's file. A file that cannot be written is a
 * warning: it must not stop a request, nor look like one that was lost.
 */
export function runnerOutputs(
  redact: (text: string) => string,
  log: Pick<Logger, "warning">,
): SetOutput {
  const known = new Map<string, string>();
  return (name, given) => {
    // A later step may print foreign text of an output.
    const value = escapeWorkflowCommands(redact(given));
    if (known.get(name) === value) {
      return;
    }
    known.set(name, value);
    try {
      core.setOutput(name, value);
    } catch (error) {
      log.warning("Output not set", `${name}: ${messageOf(error)}`);
    }
  };
}

/** The runner drops a step's whole summary above 1 MiB (github/docs, workflow commands). */
const maxSummaryBytes = 1024 * 1024;

/** How many more bytes this step may write to the job summary. What it wrote before counts, too. */
export function summaryRoom(path: string | undefined): number {
  const before = path ? (statSync(path, { throwIfNoEntry: false })?.size ?? 0) : 0;
  return Math.max(0, maxSummaryBytes - 1 - before);
}

/** Appends to the job summary if there is room. Throws when the file cannot be written. */
export function appendSummary(path: string | undefined, markdown: string): void {
  if (path && Buffer.byteLength(markdown) <= summaryRoom(path)) {
    appendFileSync(path, markdown);
  }
}

/** A comment of ours, by its thread and its id, and the body that the post step gives it. */
export type CommentEdit = {
  number: number;
  root?: number | undefined;
  id: number;
  body: string;
};

/**
 * Saves the edit that the post step makes if this process is killed before it can; each call replaces the one before.
 * src/post.ts reads the variable `STATE_comment`. Throws when the runner's file cannot be written.
 */
export function savePostState(edit: CommentEdit | undefined): void {
  // As JSON, and empty where there is none.
  core.saveState("comment", edit);
}

/** The edit that the main step saved last; `undefined` where there is none. */
export function loadPostState(): CommentEdit | undefined {
  const json = core.getState("comment");
  return json === "" ? undefined : JSON.parse(json);
}
