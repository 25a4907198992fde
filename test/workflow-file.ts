import { registerHooks } from "node:module";
import { parseDocument } from "yaml";
import * as z from "zod";

// The parser imports its schemas without the attribute that Node.js requires of JSON modules.
registerHooks({
  load: (url, context, nextLoad) =>
    nextLoad(
      url,
      url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context,
    ),
});
const parser = await import("@actions/workflow-parser");
const { parseAction } = await import("@actions/workflow-parser/actions/index");

/** The errors that GitHub's own parser finds in a workflow, each with its place. */
export async function validateWorkflow(content: string, path: string): Promise<string[]> {
  const trace = new parser.NoOperationTraceWriter();
  const { context, value } = parser.parseWorkflow({ name: path, content }, trace);
  // Expressions, dependencies and cron lines are only looked at in this second step.
  if (value !== undefined) await parser.convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

/** The errors that GitHub's own parser finds in an action.yml, each with its place. */
export function validateAction(content: string): string[] {
  const trace = new parser.NoOperationTraceWriter();
  const { context } = parseAction({ name: "action.yml", content }, trace);
  return context.errors.getErrors().map(({ message }) => message);
}

const texts = z.record(z.string(), z.coerce.string());
const permissionsSchema = z.record(z.string(), z.enum(["read", "write"]));
// A queue that keeps all runs cancels none.
const concurrencySchema = z.union([
  z.strictObject({ group: z.string(), queue: z.literal("max") }),
  z.strictObject({ group: z.string(), "cancel-in-progress": z.unknown().optional() }),
]);
const stepSchema = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: texts.optional(),
  run: z.string().optional(),
  env: texts.optional(),
  shell: z.string().optional(),
  "continue-on-error": z.boolean().optional(),
});
const jobSchema = z.strictObject({
  name: z.string().optional(),
  if: z.string().optional(),
  needs: z.array(z.string()).optional(),
  "runs-on": z.union([z.string(), z.array(z.string())]),
  "timeout-minutes": z.number(),
  environment: z.string().optional(),
  permissions: permissionsSchema.optional(),
  concurrency: concurrencySchema.optional(),
  strategy: z
    .strictObject({
      "fail-fast": z.boolean(),
      matrix: z.record(z.string(), z.unknown()),
    })
    .optional(),
  env: texts.optional(),
  steps: z.array(stepSchema).min(1),
});
/** A job that calls a reusable workflow. */
const callSchema = z
  .strictObject({
    name: z.string().optional(),
    if: z.string().optional(),
    needs: z.array(z.string()).optional(),
    permissions: permissionsSchema.optional(),
    uses: z.string().regex(/^(\.|[\w-]+\/[\w.-]+)\/\.github\/workflows\/[\w-]+\.yml(@|$)/),
    with: texts.optional(),
    secrets: texts.optional(),
  })
  .transform((call) => ({ ...call, steps: [] }));
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  // No permission for all jobs: each job asks for what it needs.
  permissions: z.strictObject({}),
  concurrency: concurrencySchema.optional(),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.string() }) }).optional(),
  env: texts.optional(),
  jobs: z.record(z.string(), z.union([jobSchema, callSchema])),
});
export type WorkflowStep = z.infer<typeof stepSchema>;
export type WorkflowJob = z.infer<typeof jobSchema>;
export type Workflow = z.infer<typeof workflowSchema>;

/**
 * Reads a workflow by stricter rules than GitHub's: only keys that we use, a time limit for every job, and no
 * permission for all jobs. Throws what is wrong with it.
 */
export function parseWorkflow(yaml: string): Workflow {
  const document = parseDocument(yaml, { strict: true, uniqueKeys: true });
  for (const error of [...document.errors, ...document.warnings]) throw error;
  return workflowSchema.parse(document.toJS());
}

/** The jobs of a workflow that have their own steps. */
export function ownJobs({ jobs }: Workflow): WorkflowJob[] {
  return Object.values(jobs).flatMap((job) => ("uses" in job ? [] : [job]));
}
