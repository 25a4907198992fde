import * as core from "@actions/core";
import * as z from "zod/mini";

const editSchema = z.object({ place: z.enum(["issue", "review"]), id: z.int(), body: z.string() });
/** A comment of ours and the body that the post step gives it. */
export type CommentEdit = z.infer<typeof editSchema>;

/** The runner gives the post step the variable `STATE_edits`; src/post.ts reads it before it imports anything. */
const stateName = "edits";

/** The state becomes a variable of the post step, and one variable holds at most 128 KiB on Linux. */
const maxStateBytes = 100 * 1024;

/**
 * Saves the edits that the post step makes if this process is killed before it can, the most important one first. Each
 * call replaces the list; an empty one leaves the post step nothing to do. A list that is too long loses its last edits.
 * Throws when the runner's file cannot be written.
 */
export function savePostState(edits: readonly CommentEdit[]): void {
  let kept = edits;
  while (Buffer.byteLength(JSON.stringify(kept)) > maxStateBytes) kept = kept.slice(0, -1);
  core.saveState(stateName, kept.length === 0 ? "" : JSON.stringify(kept));
}

/** The edits that the main step saved last. */
export function loadPostState(): CommentEdit[] {
  return parsePostState(core.getState(stateName));
}

/** The edits in a JSON array; leaves out entries of any other shape. */
export function parsePostState(json: string): CommentEdit[] {
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    return [];
  }
  return Array.isArray(list) ? list.flatMap((edit) => editSchema.safeParse(edit).data ?? []) : [];
}
