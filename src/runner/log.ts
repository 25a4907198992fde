import * as core from "@actions/core";
import { createRedactor } from "../text/redact.ts";
import { formatDuration, shorten } from "../text/words.ts";
import { neutralize } from "../text/workflow-commands.ts";
import type { Clock } from "./clock.ts";

/** The step's log. Workflow commands in any text are escaped here, so that no caller has to. */
export interface Logger {
  info(text: string): void;
  /** Puts the lines that `write` logs into a group that can be folded. */
  group(title: string, write: () => void): void;
  notice(title: string, text: string): void;
  warning(title: string, text: string): void;
  error(title: string, text: string): void;
  /** Shown only with step debugging. */
  debug(text: string): void;
  /** Epoch ms of the newest line. */
  readonly lastLineAt: number;
}

/** The runner silently cuts annotations at 4,096 characters (github/docs, workflow commands). */
const maxAnnotation = 4000;

/** A logger that writes to stdout, where the runner reads it. `redact` masks secrets. */
export function createLogger(clock: Clock, redact: (text: string) => string): Logger {
  let lastLineAt = clock.now();
  /** What is written of a text, which from now on is the newest in the log. */
  const line = (text: string) => {
    lastLineAt = clock.now();
    return neutralize(text, redact);
  };
  const oneLine = (text: string) => line(text).replaceAll("\n", " ");
  const annotate = (write: typeof core.error) => (title: string, text: string) =>
    write(shorten(oneLine(text), maxAnnotation), { title: oneLine(title) });
  return {
    info: (text) => core.info(line(text)),
    group: (title, write) => {
      core.startGroup(oneLine(title));
      try {
        write();
      } finally {
        core.endGroup();
      }
    },
    notice: annotate(core.notice),
    warning: annotate(core.warning),
    error: annotate(core.error),
    debug: (text) => core.debug(neutralize(text, redact)),
    get lastLineAt() {
      return lastLineAt;
    },
  };
}

/** The log gets a line at least this often, in ms. */
const maxSilenceMs = 30_000;
const checkEveryMs = 5000;

/** Logs `activity` after each 30 seconds without a line, until the returned function is called. */
export function heartbeat(clock: Clock, log: Logger, activity: () => string): () => void {
  return clock.every(checkEveryMs, () => {
    // The next check comes in five seconds, so at 25 seconds of silence it would be too late.
    if (clock.now() - log.lastLineAt >= maxSilenceMs - checkEveryMs) log.info(activity());
  });
}

/** Requests that start together fail together, so the same reason is logged once within this time, in ms. */
const sameFailureMs = 5000;

/** Returns a function that logs why a request failed and when it is tried again; `waitMs` is in ms. */
export function createRetryLogger(clock: Clock, log: Logger): (why: string, waitMs: number) => void {
  const loggedAt = new Map<string, number>();
  return (why, waitMs) => {
    const line = `Request failed (${why}); retrying ${waitMs < 1000 ? "at once" : `in ${formatDuration(waitMs)}`}.`;
    const isNew = clock.now() - (loggedAt.get(why) ?? Number.NEGATIVE_INFINITY) >= sameFailureMs;
    if (!isNew) return log.debug(line);
    loggedAt.set(why, clock.now());
    log.info(line);
  };
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
