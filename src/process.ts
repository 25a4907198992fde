import { systemClock } from "./clock.ts";
import { ActionsLogger } from "./logger.ts";
import type { Host } from "./run.ts";

// SIGBREAK is what the runner sends on Windows, beside SIGINT.
const signals: NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGBREAK"];

/** The process that the runner started, as a host. From here on nothing it throws can print a stack trace. */
export function processHost(): Host {
  const log = new ActionsLogger(systemClock);
  const crash = (error: unknown) => {
    const what = error instanceof Error ? error.message : String(error);
    if (error instanceof Error) log.debug(error.stack ?? "");
    log.error("Docs Agent: Error in the action", `Something in the action itself went wrong: ${what}`);
    process.exit(1);
  };
  // Warnings of Node and packages are for developers, and would pass the log by that makes foreign text harmless.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.debug(`${warning.name}: ${warning.message}`));
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  return {
    env: process.env,
    retryUnitMs: 1000,
    clock: systemClock,
    onCancel: (cancel) => {
      for (const signal of signals) process.on(signal, cancel);
      return () => {
        for (const signal of signals) process.off(signal, cancel);
      };
    },
  };
}
