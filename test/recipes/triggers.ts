import * as z from "zod";

/** Something that happens in a repository, as GitHub tells workflows of it. */
export type WorkflowEvent = {
  name: string;
  payload: Readonly<Record<string, unknown>>;
  /** The inputs of `workflow_dispatch`. */
  inputs?: Readonly<Record<string, string>>;
  /** When it happens, in epoch ms; otherwise when the service says. */
  at?: number;
};

const filterSchema = z.strictObject({
  types: z.array(z.string()).optional(),
  branches: z.array(z.string().regex(/^[\w-]+$/)).optional(),
  // Not looked at: `test/workflows.test.ts` says which folders it has.
  "paths-ignore": z.unknown().optional(),
});
const payloadSchema = z.object({
  action: z.string().optional(),
  pull_request: z.object({ base: z.object({ ref: z.string() }) }).optional(),
});

/** Whether an event starts a workflow, by its `on:`. Throws on filters that this does not know. */
export function startsWorkflow(on: Readonly<Record<string, unknown>>, event: WorkflowEvent): boolean {
  if (!(event.name in on)) return false;
  if (event.name === "schedule" || event.name === "workflow_dispatch") return true;
  const filter = filterSchema.parse(on[event.name]);
  const { action, pull_request } = payloadSchema.parse(event.payload);
  // What GitHub does without `types` differs from event to event.
  if (action !== undefined && filter.types === undefined) throw new Error(`${event.name} names no types`);
  if (action !== undefined && filter.types?.includes(action) !== true) return false;
  return filter.branches === undefined || filter.branches.includes(pull_request?.base.ref ?? "");
}
