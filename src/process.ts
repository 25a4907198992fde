import { systemClock } from "./clock.ts";
import { logCrash } from "./errors.ts";
import { type Runtime, run, runPost } from "./run.ts";
import { createLogger, maskSecrets } from "./runner/log.ts";

/** How the runner tells the process that the run is cancelled. On Windows it sends SIGBREAK beside SIGINT. */
const cancelEvents = ["SIGINT", "SIGTERM", "SIGBREAK"] as const;

/**
 * The real runtime. From here on, an uncaught error is logged as one line, its stack goes to the debug log, and the
 * process ends with `crashCode`.
 */
function processRuntime(crashCode: number): Runtime {
  const log = createLogger(maskSecrets());
  // The state that was saved stays, so the post step updates the comment.
  const crash = (error: unknown) => {
    logCrash(error, log);
    process.exit(crashCode);
  };
  // Node prints warnings to stderr, past the logger that escapes workflow commands.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.debug(`${warning.name}: ${warning.message}`));
  // Node turns a rejection that nothing handles into an uncaught exception.
  process.on("uncaughtException", crash);
  return {
    env: process.env,
    scriptPath: process.argv[1],
    clock: systemClock,
    onCancel: (cancel) => {
      for (const event of cancelEvents) {
        process.on(event, cancel);
      }
    },
  };
}

/** Runs the main step in this process and ends it. */
export async function runMainStep(): Promise<never> {
  return await end(await run(processRuntime(1)));
}

/** Runs the post step in this process and ends it. It never fails the job, which has its result already. */
export async function runPostStep(): Promise<never> {
  await runPost(processRuntime(0));
  return await end(0);
}

async function end(exitCode: number): Promise<never> {
  // A retry that an octokit plugin still waits for would keep the process alive, so exit once the log is written.
  await new Promise<void>((resolve) => process.stdout.write("", () => resolve()));
  process.exit(exitCode);
}
