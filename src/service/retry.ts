import type { Clock } from "../runner/clock.ts";

/** What to do after a failed attempt: stop, or retry if the retry begins within `maxElapsedMs` of the first attempt. */
export type RetryDecision =
  | { again: false }
  | {
      again: true;
      retryAfterMs?: number | undefined;
      maxElapsedMs: number;
      why: string;
      /** True when a rate limit refused the attempt. */
      rateLimited?: boolean;
    };

/** A retry that is about to wait. */
export type RetryAttempt = { waitMs: number; rateLimited: boolean };

/**
 * Does the waiting before a retry, for callers that share a limit between calls. It refuses the retry with `false`, at
 * once or after the wait.
 */
export type BeforeRetry = (next: RetryAttempt) => false | Promise<boolean>;

export type RetryOptions = {
  clock: Clock;
  /** Ends a wait at once. */
  signal?: AbortSignal | undefined;
  /** Epoch ms; no retry begins after it. */
  deadline?: number | undefined;
  decide: (error: unknown) => RetryDecision;
  /** The most retries; without it, as many as fit into `maxElapsedMs`. */
  maxRetries?: number | undefined;
  beforeRetry?: BeforeRetry | undefined;
  /** Called when only the deadline prevented another retry. */
  onDeadline?: (() => void) | undefined;
  /** Called before each wait, with the wait in ms. */
  onRetry?: (why: string, waitMs: number) => void;
};

const firstBackoffMs = 1000;
const maxBackoffMs = 30_000;
const minWaitMs = 100;

/** Runs `attempt` until it succeeds, or until `decide`, a limit or `beforeRetry` stops it; then throws the last error. */
export async function withRetry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const {
    clock,
    signal,
    deadline = Number.POSITIVE_INFINITY,
    decide,
    maxRetries,
    beforeRetry,
    onRetry,
    onDeadline,
  } = options;
  const start = clock.now();
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const next = decide(error);
      if (!next.again || signal?.aborted || failures === maxRetries) throw error;
      const wait = waitMs(failures, next.retryAfterMs, clock.random());
      const begin = clock.now() + wait;
      // A retry that would begin too late is not waited for.
      if (begin > start + next.maxElapsedMs) throw error;
      if (begin > deadline) {
        onDeadline?.();
        throw error;
      }
      const admission = beforeRetry?.({ waitMs: wait, rateLimited: next.rateLimited ?? false });
      if (admission === false) throw error;
      onRetry?.(next.why, wait);
      const admitted = await (admission ?? clock.sleep(wait, signal));
      if (admitted === false || signal?.aborted) throw error;
    }
  }
}

/**
 * The wait before the next attempt, in ms: what the service asked for, or exponential back-off with full jitter.
 * `random` is between 0 and 1.
 */
export function waitMs(failures: number, retryAfterMs: number | undefined, random: number): number {
  if (retryAfterMs !== undefined) return Math.max(retryAfterMs, firstBackoffMs);
  const ceiling = Math.min(maxBackoffMs, firstBackoffMs * 2 ** failures);
  return Math.max(minWaitMs, Math.round(random * ceiling));
}

/** The three forms of RFC 9110, section 5.6.7. Some servers add the zone to the last one. */
const httpDate =
  /^(?:[a-z]{3}, \d{2} [a-z]{3} \d{4} [\d:]{8} GMT|[a-z]{6,9}, \d{2}-[a-z]{3}-\d{2} [\d:]{8} GMT|[a-z]{3} [a-z]{3} [ \d]\d [\d:]{8} \d{4}(?: GMT)?)$/i;

/** Reads a `Retry-After` header (RFC 9110, section 10.2.3: seconds or a date) into ms from `now`. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // The form is checked because `Date.parse` takes “x 1”. It reads a date without a zone as local time, so GMT is added.
  if (!httpDate.test(text)) return undefined;
  const date = Date.parse(text.replace(/(?: GMT)?$/i, " GMT"));
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
