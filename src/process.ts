import { systemClock } from "./clock.ts";
import { ActionsLogger } from "./logger.ts";
import { type Host, run, secretsRedactor } from "./run.ts";

// On Windows the runner sends SIGBREAK beside SIGINT.
const signals: NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGBREAK"];

/** The process that the runner started. From here on, nothing that it throws prints a stack trace. */
function processHost(): Host {
  const log = new ActionsLogger(systemClock, secretsRedactor());
  const crash = (error: unknown) => {
    const what = error instanceof Error ? error.message : String(error);
    if (error instanceof Error) log.debug(error.stack ?? "");
    log.error("Docs Agent: Error in the action", `Unexpected error in the action: ${what}`);
    process.exit(1);
  };
  // Node prints warnings to stderr, past the logger that escapes workflow commands.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.debug(`${warning.name}: ${warning.message}`));
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  return {
    env: process.env,
    scriptPath: process.argv[1] ?? "",
    clock: systemClock,
    retryUnitMs: 1000,
    onCancel: (cancel) => {
      for (const signal of signals) process.on(signal, cancel);
      return () => {
        for (const signal of signals) process.off(signal, cancel);
      };
    },
  };
}

/** Runs the step in this process and ends it. */
export async function runProcess(): Promise<never> {
  const exitCode = await run(processHost());
  // A retry that an octokit plugin still waits for would keep the process alive, so exit once all output is written.
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write("", () => resolve()));
  process.exit(exitCode);
}
