import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";

/** The log says something at least this often, in ms. */
const spanMs = 30_000;
const lookMs = 5000;

/** Fills silences in the log with what is going on, until the returned function is called. */
export function heartbeat(clock: Clock, log: Logger, activity: () => string): () => void {
  return clock.every(lookMs, () => {
    // The next look would come too late, so speak one look early.
    if (clock.now() - log.lastLineAt >= spanMs - lookMs) log.info(activity());
  });
}
