import { appendFileSync, statSync } from "node:fs";

/**
 * The runner drops the whole summary of a step above 1 MiB (github/docs, workflow commands). What earlier commands of
 * the step wrote counts.
 */
const maxSummaryBytes = 1024 * 1024;

/** How many more bytes of this step fit into the job summary. */
export function summaryRoom(path: string | undefined): number {
  const before = path ? (statSync(path, { throwIfNoEntry: false })?.size ?? 0) : 0;
  return Math.max(0, maxSummaryBytes - 1 - before);
}

/** Appends to the job summary if there is room. Throws when the file cannot be written. */
export function appendSummary(path: string | undefined, markdown: string): void {
  if (path && Buffer.byteLength(markdown) <= summaryRoom(path)) appendFileSync(path, markdown);
}
