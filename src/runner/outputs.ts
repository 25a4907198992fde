import { appendFileSync, statSync } from "node:fs";
import * as core from "@actions/core";
import { neutralize } from "../text/redact.ts";

/** Every output of the action, in the order in which action.yml lists them. */
export const outputNames = [
  "result",
  "reason",
  "message",
  "jobId",
  "status",
  "prLink",
  "prNumber",
  "prRepository",
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
  "previousHuman",
  "previousAi",
  "previousTotal",
  "humanChange",
  "aiChange",
  "totalChange",
  "up",
  "down",
  "appeared",
  "gone",
  "digest",
  "pages",
  "complete",
  "dateFrom",
  "dateTo",
  "requests",
  "reportFile",
] as const;
export type OutputName = (typeof outputNames)[number];

/** Sets an output at once, so that it is there even when the step is killed later. */
export type SetOutput = (name: OutputName, value: string) => void;

/**
 * The runner drops the whole summary of a step above 1 MiB (github/docs, workflow commands). What earlier commands of
 * the step wrote counts.
 */
const maxSummaryBytes = 1024 * 1024;

/**
 * Sets outputs only when they change, because each call appends to the runner's file. Workflow commands are escaped, as
 * later steps may print what others wrote; `redact` masks secrets.
 */
export function runnerOutputs(redact: (text: string) => string): SetOutput {
  const known = new Map<OutputName, string>();
  return (name, given) => {
    const value = neutralize(given, redact);
    if (known.get(name) === value) return;
    known.set(name, value);
    core.setOutput(name, value);
  };
}

/** How many more bytes of this step fit into the job summary. */
export function summaryRoom(path: string | undefined): number {
  const before = path ? (statSync(path, { throwIfNoEntry: false })?.size ?? 0) : 0;
  return Math.max(0, maxSummaryBytes - 1 - before);
}

/** Appends to the job summary if there is room. Throws when the file cannot be written. */
export function appendSummary(path: string | undefined, markdown: string): void {
  if (path && Buffer.byteLength(markdown) <= summaryRoom(path)) appendFileSync(path, markdown);
}
