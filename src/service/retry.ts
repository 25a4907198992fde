import type { Clock } from "../clock.ts";

/** How long a request is retried, in ms. */
export const retryWindowMs = 5 * 60_000;

/** A retry of a failed attempt, if it begins within five minutes of the first attempt. */
export type Retry = { why: string; retryAfterMs?: number | undefined };

/** What ends the retries of a call. */
export type CallOptions = {
  /** Cancels the call: a GET and a wait at once, a POST after three seconds if no response comes before. */
  signal?: AbortSignal | undefined;
  /** By `Clock.elapsed`; no retry begins after it. */
  deadline?: number | undefined;
  /** Called when only the deadline prevented another retry. */
  onDeadline?: (() => void) | undefined;
  /** The most retries; without it, as many as fit into their time. */
  maxRetries?: number | undefined;
  /** Asked before the wait of a retry, for callers that share a limit between calls; false ends the retries. */
  mayRetry?: ((waitMs: number) => boolean) | undefined;
};

export type RetryOptions = CallOptions & {
  clock: Clock;
  /** The retry after this error; undefined where another attempt must not or need not be made. */
  decide: (error: unknown) => Retry | undefined;
  /** Called before each wait, with the wait in ms. */
  onRetry?: ((why: string, waitMs: number) => void) | undefined;
};

const firstBackoffMs = 1000;
const maxBackoffMs = 30_000;
const minWaitMs = 100;

/** Runs `attempt` until it succeeds, or until `decide`, a limit or `mayRetry` stops it; then throws the last error. */
export async function withRetry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { clock, signal, deadline = Number.POSITIVE_INFINITY, maxRetries } = options;
  const start = clock.elapsed();
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const next = options.decide(error);
      if (next === undefined || signal?.aborted || failures === maxRetries) {
        throw error;
      }
      const wait = waitMs(failures, next.retryAfterMs, clock.random());
      // A retry that would begin after its limit fails now, without the wait.
      if (clock.elapsed() + wait > start + retryWindowMs) {
        throw error;
      }
      if (clock.elapsed() + wait > deadline) {
        options.onDeadline?.();
        throw error;
      }
      if (options.mayRetry?.(wait) === false) {
        throw error;
      }
      options.onRetry?.(next.why, wait);
      await clock.sleep(wait, signal);
      if (signal?.aborted) {
        throw error;
      }
    }
  }
}

/** The wait in ms: what the service asked for, or exponential back-off with full jitter (`random`, from 0 to 1). */
export function waitMs(failures: number, retryAfterMs: number | undefined, random: number): number {
  if (retryAfterMs !== undefined) {
    return Math.max(retryAfterMs, firstBackoffMs);
  }
  const ceiling = Math.min(maxBackoffMs, firstBackoffMs * 2 ** failures);
  return Math.max(minWaitMs, Math.round(random * ceiling));
}

/** Reads a `Retry-After` header in seconds (RFC 9110, section 10.2.3) into ms. A date there is rare, and not read. */
export function parseRetryAfter(header = ""): number | undefined {
  const text = header.trim();
  return /^\d{1,9}$/.test(text) ? Number(text) * 1000 : undefined;
}
