import { appendFileSync, statSync } from "node:fs";
import { escapeWorkflowCommands } from "./text/workflow-commands.ts";
import { getState, saveState, setOutput } from "./toolkit.ts";

/** Every output of the action, in the order in which action.yml lists them. */
export const outputNames = [
  "result",
  "reason",
  "message",
  "jobId",
  "status",
  "prLink",
  "repository",
  "ref",
  "model",
  "createdAt",
  "commentUrl",
  "prompt",
  "human",
  "ai",
  "total",
  "aiShare",
  "pages",
  "complete",
  "dateFrom",
  "dateTo",
  "requests",
  "reportFile",
] as const;
export type OutputName = (typeof outputNames)[number];

/** Puts an output out at once, so that a step that is killed later has still said it. */
export type SetOutput = (name: OutputName, value: string) => void;

/** The runner drops a summary above 1 MiB whole (github/docs, workflow commands), counting earlier lines of the step. */
const maxSummaryBytes = 1024 * 1024;

/** What the service may have written. */
const foreignWords: readonly OutputName[] = [
  ...(["message", "jobId", "status", "repository", "ref", "model", "createdAt"] as const),
];

/**
 * Outputs for the runner, put out when they change, as each call appends to the runner's file. What the service
 * wrote is harmless in a log as well, since that is where workflows print it.
 */
export function runnerOutputs(): SetOutput {
  const known = new Map<OutputName, string>();
  return (name, given) => {
    const value = foreignWords.includes(name) ? escapeWorkflowCommands(given) : given;
    if (known.get(name) === value) return;
    known.set(name, value);
    setOutput(name, value);
  };
}

/** How many bytes the job summary still takes from this step. */
export function summaryRoom(path: string | undefined): number {
  const before = path ? (statSync(path, { throwIfNoEntry: false })?.size ?? 0) : 0;
  return Math.max(0, maxSummaryBytes - 1 - before);
}

/** Adds to the job summary, unless that would cost the whole of it. Throws when the file cannot be written. */
export function appendSummary(path: string | undefined, markdown: string): void {
  if (path && Buffer.byteLength(markdown) <= summaryRoom(path)) appendFileSync(path, markdown);
}

const stateName = "cutOff";

/** Keeps a text for the post step; empty when it has nothing to do. */
export function savePostState(text: string): void {
  saveState(stateName, text);
}

/** What the main step kept for the post step. */
export function loadPostState(): string {
  return getState(stateName);
}
