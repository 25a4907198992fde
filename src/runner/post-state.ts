import * as core from "@actions/core";
import * as z from "zod/mini";

const editSchema = z.object({ place: z.enum(["issue", "review"]), id: z.int(), body: z.string() });
/** A comment of ours and the body that the post step gives it. */
export type CommentEdit = z.infer<typeof editSchema>;

/** src/post.ts, which imports nothing, reads it as `STATE_edits`. */
const stateName = "edits";

/** The state becomes a variable of the post step, and one variable holds at most 128 KiB on Linux. */
const maxStateBytes = 100 * 1024;

/**
 * Saves what the post step is to edit if this process ends before it has, the most important edit first; an empty list
 * leaves it nothing to do. The last list that was saved counts. Throws when the runner's file cannot be written.
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

/** The edits in a JSON array; leaves out whatever is none. */
export function parsePostState(json: string): CommentEdit[] {
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    return [];
  }
  return Array.isArray(list) ? list.flatMap((edit) => editSchema.safeParse(edit).data ?? []) : [];
}
