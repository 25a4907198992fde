import * as z from "zod";
import { pathFilter } from "../../src/github/path-patterns.ts";

/** Something that happens in a repository, as GitHub tells workflows of it. */
export type WorkflowEvent = {
  name: string;
  payload: Readonly<Record<string, unknown>>;
  /** The inputs of `workflow_dispatch`. */
  inputs?: Readonly<Record<string, string>>;
  /** When it happens, in epoch ms; otherwise when the service says. */
  at?: number;
  /** The branch or tag of the run; otherwise the default branch. */
  ref?: string;
  /** The commit of the run, as of one that is re-run or comes late; otherwise the head of the default branch. */
  sha?: string;
  /** The files that a push changed. */
  files?: readonly string[];
};

const filterSchema = z.strictObject({
  types: z.array(z.string()).optional(),
  branches: z.array(z.string().regex(/^[\w-]+$/)).optional(),
  "paths-ignore": z.array(z.string()).optional(),
});
const payloadSchema = z.object({ action: z.string().optional() });

/** Whether an event starts a workflow, by its `on:`. Throws on filters that this does not know. */
export function startsWorkflow(
  on: Readonly<Record<string, unknown>>,
  event: WorkflowEvent,
): boolean {
  if (!(event.name in on)) return false;
  if (event.name === "schedule" || event.name === "workflow_dispatch") return true;
  const { types, branches, "paths-ignore": ignored = [] } = filterSchema.parse(on[event.name]);
  if (event.name === "push") {
    if (branches === undefined) throw new Error("a push to any branch starts it");
    const { ref = "", files = [] } = event;
    const isOfBranch = branches.includes(ref.replace("refs/heads/", ""));
    const isIgnored = pathFilter(ignored);
    const isLeftOut = ignored.length > 0 && files.every((file) => isIgnored(file));
    return isOfBranch && !isLeftOut;
  }
  // What branches and files mean for other events are other rules.
  if (branches !== undefined || ignored.length > 0)
    throw new Error(`${event.name} has a filter of pushes`);
  const { action } = payloadSchema.parse(event.payload);
  // What GitHub does without `types` differs from event to event.
  if (action !== undefined && types === undefined) throw new Error(`${event.name} names no types`);
  return action === undefined || types?.includes(action) === true;
}
