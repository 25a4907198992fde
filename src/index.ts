import { config } from "zod/mini";
import { processHost } from "./process.ts";
import { run, runPost } from "./run.ts";

// A run uses most schemas once: to compile a parser for each would cost more than it saves.
config({ jitless: true });

/** The step itself. */
export async function main(): Promise<void> {
  await exit(await run(processHost()));
}

/** What runs after the job's other steps, also after a cancellation. */
export async function post(): Promise<void> {
  await exit(await runPost(processHost()));
}

/** Ends the process when all is written: a retry that a plugin still waits for must not keep it alive. */
async function exit(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write("", () => resolve()));
  process.exit(code);
}
