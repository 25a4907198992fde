import * as core from "@actions/core";
import type { Clock } from "../clock.ts";
import { createRedactor } from "../text/redact.ts";
import { bareSecret } from "../text/secrets.ts";
import { escapeWorkflowCommands } from "../text/workflow-commands.ts";

export type Logger = ReturnType<typeof createLogger>;

/** A log on stdout, where the runner reads it. Secrets and workflow commands are taken out here, so no caller has to. */
export function createLogger(redact: (text: string) => string) {
  const line = (text: string) => escapeWorkflowCommands(redact(text));
  const oneLine = (text: string) => line(text).replaceAll("\n", " ");
  const annotate = (write: typeof core.error) => (title: string, text: string) =>
    write(oneLine(text), { title: oneLine(title) });
  return {
    info: (text: string) => core.info(line(text)),
    /** A text that can be folded. */
    group: (title: string, text: string) => {
      core.startGroup(oneLine(title));
      core.info(line(text));
      core.endGroup();
    },
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

/**
 * Tells the runner to mask the secrets of the inputs in logs and summaries. Returns a function that masks them in texts for
 * anywhere else, such as comments.
 */
export function maskSecrets(): (text: string) => string {
  const inputs = ["api-key", "github-token"].map((name) => core.getInput(name));
  const secrets = new Set([...inputs, ...inputs.map(bareSecret)]);
  secrets.delete("");
  for (const secret of secrets) {
    core.setSecret(secret);
  }
  return createRedactor([...secrets]);
}
