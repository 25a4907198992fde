import type { Clock } from "../../runner/clock.ts";

const maxTotalMs = 60_000;

/** Adds up the waits for the service's rate limit: at most a minute in all. Overlapping waits count once. */
export class RateLimitWaits {
  readonly #clock: Clock;
  #totalMs = 0;
  #end = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a wait of `ms` from now. Returns false, and adds nothing, if all waits would take too long. */
  add(ms: number): boolean {
    const now = this.#clock.now();
    const addedMs = Math.max(0, now + ms - Math.max(now, this.#end));
    if (this.#totalMs + addedMs > maxTotalMs) return false;
    this.#totalMs += addedMs;
    this.#end = Math.max(this.#end, now + ms);
    return true;
  }
}
