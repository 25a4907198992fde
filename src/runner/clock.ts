import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

/** Time, passed in so that tests never wait for real. All durations are in ms. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects: check the signal afterwards. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `tick` every `ms` until the returned function is called. Never keeps the process alive. */
  every(ms: number, tick: () => void): () => void;
  /** A number from 0 to below 1, for the jitter of retries. */
  random(): number;
}

/** Resolves when the signal aborts. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal && { signal }).catch(() => {}),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
  random: () => Math.random(),
};
