import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

/** Time, passed in so that tests never wait for real. All durations are in ms. */
export type Clock = typeof systemClock;

export const systemClock = {
  /** Milliseconds since the epoch, by a clock that may be set anew at any time. */
  now: () => Date.now(),
  /** Milliseconds since some moment, for durations: no setting of the clock changes it. */
  elapsed: () => performance.now(),
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects: check the signal afterwards. */
  sleep: (ms: number, signal?: AbortSignal): Promise<void> =>
    setTimeout(ms, undefined, signal && { signal }).catch(() => {}),
  /** A signal that aborts after `ms`. It does not keep the process alive. */
  timeout: (ms: number): AbortSignal => AbortSignal.timeout(ms),
  /** Calls `tick` every `ms` until the returned function is called. */
  every: (ms: number, tick: () => void) => {
    const timer = setInterval(tick, ms);
    return () => clearInterval(timer);
  },
  /** A number from 0 to below 1, for the jitter of retries. */
  random: () => Math.random(),
};

/** Waits for a promise. Throws what `why` makes as soon as the signal aborts. */
export async function orAbort<T>(
  waiting: Promise<T>,
  signal: AbortSignal,
  why: () => Error,
): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(why());
  if (signal.aborted) {
    stop();
  }
  signal.addEventListener("abort", stop);
  try {
    // The race also handles a rejection that comes after it is decided.
    return await Promise.race([stopped.promise, waiting]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Resolves when the signal aborts. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    await once(signal, "abort");
  }
}
