import { appendFileSync, statSync } from "node:fs";

/**
 * The runner drops a step's whole summary above 1 MiB (github/docs, workflow commands). What the step wrote to the file
 * before counts, too.
 */
const maxSummaryBytes = 1024 * 1024;

/** How many more bytes this step may write to the job summary. */
export function summaryRoom(path: string | undefined): number {
  const before = path ? (statSync(path, { throwIfNoEntry: false })?.size ?? 0) : 0;
  return Math.max(0, maxSummaryBytes - 1 - before);
}

/** Appends to the job summary if there is room. Throws when the file cannot be written. */
export function appendSummary(path: string | undefined, markdown: string): void {
  if (path && Buffer.byteLength(markdown) <= summaryRoom(path)) appendFileSync(path, markdown);
}
