import type { Clock } from "../clock.ts";

/** What to do after a failed attempt: give up, or try again within a span counted from the first attempt. */
export type RetryDecision =
  | { again: false }
  | {
      again: true;
      retryAfterMs?: number | undefined;
      maxElapsedMs: number;
      why: string;
      /** True when it was a limit on requests that refused the attempt. */
      rateLimited?: boolean;
    };

/** A further attempt that is about to be waited for. */
export type RetryAttempt = { waitMs: number; rateLimited: boolean };

/**
 * Does the waiting in place of the clock, for callers that share limits between calls. It refuses the attempt with
 * `false`, at once or at the end of its wait.
 */
export type BeforeRetry = (next: RetryAttempt) => false | Promise<boolean>;

export type RetryOptions = {
  clock: Clock;
  /** Ends the waiting at once. */
  signal?: AbortSignal | undefined;
  /** Epoch ms: no attempt begins after it. */
  deadline?: number | undefined;
  decide: (error: unknown) => RetryDecision;
  /** How many attempts may follow the first; without it, as many as the spans allow. */
  maxRepeats?: number | undefined;
  beforeRetry?: BeforeRetry | undefined;
  /** Told when it was the deadline alone that forbade another attempt. */
  onDeadline?: (() => void) | undefined;
  /** Told before each wait, with the wait in ms. */
  onRetry?: (why: string, waitMs: number) => void;
};

const firstBackoffMs = 1000;
const maxBackoffMs = 30_000;
const minWaitMs = 100;

/** Runs `attempt` until it succeeds or its verdict, a limit or the pace says stop; then throws the last error. */
export async function withRetry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const {
    clock,
    signal,
    deadline = Number.POSITIVE_INFINITY,
    decide,
    maxRepeats,
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
      if (!next.again || signal?.aborted || failures === maxRepeats) throw error;
      const wait = waitMs(failures, next.retryAfterMs, clock.random());
      const begin = clock.now() + wait;
      // A retry that would come too late is not waited for.
      if (begin > start + next.maxElapsedMs) throw error;
      if (begin > deadline) {
        onDeadline?.();
        throw error;
      }
      const paced = beforeRetry?.({ waitMs: wait, rateLimited: next.rateLimited ?? false });
      if (paced === false) throw error;
      onRetry?.(next.why, wait);
      const admitted = await (paced ?? clock.sleep(wait, signal));
      if (admitted === false || signal?.aborted) throw error;
    }
  }
}

/**
 * The wait before the next attempt, in ms: what the service asked for, else exponential back-off with full jitter.
 * `random` is from 0 to 1.
 */
export function waitMs(failures: number, retryAfterMs: number | undefined, random: number): number {
  if (retryAfterMs !== undefined) return Math.max(retryAfterMs, firstBackoffMs);
  const ceiling = Math.min(maxBackoffMs, firstBackoffMs * 2 ** failures);
  return Math.max(minWaitMs, Math.round(random * ceiling));
}

/** The three forms of RFC 9110, section 5.6.7; the last one comes with its zone from some servers. */
const httpDate =
  /^(?:[a-z]{3}, \d{2} [a-z]{3} \d{4} [\d:]{8} GMT|[a-z]{6,9}, \d{2}-[a-z]{3}-\d{2} [\d:]{8} GMT|[a-z]{3} [a-z]{3} [ \d]\d [\d:]{8} \d{4}(?: GMT)?)$/i;

/** Reads a `Retry-After` header (RFC 9110, section 10.2.3: seconds or a date) into ms from `now`. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Date.parse takes words with any number for a date, and a date without a zone for one of this machine's.
  if (!httpDate.test(text)) return undefined;
  const date = Date.parse(text.replace(/(?: GMT)?$/i, " GMT"));
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
