import * as core from "@actions/core";
import { createRedactor } from "../text/redact.ts";
import { neutralize } from "../text/workflow-commands.ts";
import type { Clock } from "./clock.ts";

/** The step's log. */
export type Logger = ReturnType<typeof createLogger>;

/**
 * A logger that writes to stdout, where the runner reads it. `redact` masks secrets. Workflow commands in any text are
 * escaped here, so that no caller has to.
 */
export function createLogger(redact: (text: string) => string) {
  const line = (text: string) => neutralize(text, redact);
  const oneLine = (text: string) => line(text).replaceAll("\n", " ");
  const annotate = (write: typeof core.error) => (title: string, text: string) =>
    write(oneLine(text), { title: oneLine(title) });
  return {
    info: (text: string) => core.info(line(text)),
    /** Puts the lines that `write` logs into a group that can be folded. */
    group: (title: string, write: () => void) => {
      core.startGroup(oneLine(title));
      write();
      core.endGroup();
    },
    notice: annotate(core.notice),
    warning: annotate(core.warning),
    error: annotate(core.error),
    /** Shown only with step debugging. */
    debug: (text: string) => core.debug(line(text)),
  };
}

/** Logs `activity` every 30 seconds, until the returned function is called. */
export function heartbeat(clock: Clock, log: Logger, activity: () => string): () => void {
  return clock.every(30_000, () => log.info(activity()));
}

function secrets(): string[] {
  return ["api-key", "github-token"].map((name) => core.getInput(name)).filter((secret) => secret !== "");
}

/** Returns a function that masks the secrets of the inputs in a text. */
export function secretsRedactor(): (text: string) => string {
  return createRedactor(secrets());
}

/** Tells the runner to mask the secrets. It masks them in logs and summaries, but not in comments. */
export function maskSecrets(): void {
  for (const secret of secrets()) core.setSecret(secret);
}
