import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";
import { formatDuration } from "./text/duration.ts";

/** Requests that start together fail together; what they say within this time is one piece of news, in ms. */
const togetherMs = 5000;

/**
 * Tells the log that a request failed and is tried again. What several requests meet at the same time is said once;
 * the debug log has every one.
 */
export function createRetryLogger(clock: Clock, log: Logger): (why: string, waitMs: number) => void {
  const saidAt = new Map<string, number>();
  return (why, waitMs) => {
    const line = `No answer to use yet (${why}); trying again ${waitMs < 1000 ? "at once" : `in ${formatDuration(waitMs)}`}.`;
    const isNew = clock.now() - (saidAt.get(why) ?? Number.NEGATIVE_INFINITY) >= togetherMs;
    if (!isNew) return log.debug(line);
    saidAt.set(why, clock.now());
    log.info(line);
  };
}
