import { processHost } from "./process.ts";
import { run, runPost } from "./run.ts";

/** The step itself. */
export async function main(): Promise<void> {
  process.exitCode = await run(processHost());
}

/** What runs after the job's other steps, also after a cancellation. */
export async function post(): Promise<void> {
  process.exitCode = await runPost(processHost());
}
