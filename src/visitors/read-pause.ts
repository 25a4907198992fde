import type { Clock } from "../clock.ts";

/** All waits for a rate limit together take at most this long; waits at the same time count once. */
const maxPauseMs = 60_000;

/** The pause that a rate limit asks of every request, not only of the one that it refused. */
export class Pause {
  readonly #clock: Clock;
  #until = Number.NEGATIVE_INFINITY;
  #total = 0;
  #sleep: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Lets nothing begin for so many ms from now; false, and no pause, when all pauses together would be too long. */
  extend(ms: number): boolean {
    const now = this.#clock.now();
    const longer = now + ms - Math.max(now, this.#until);
    if (longer <= 0) return true;
    if (this.#total + longer > maxPauseMs) return false;
    this.#total += longer;
    this.#until = now + ms;
    return true;
  }

  /** Resolves once no pause is in force, or the signal aborts. Every caller must give the same signal. */
  async over(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const left = this.#until - this.#clock.now();
      if (left <= 0) return;
      // One sleep for all who wait.
      this.#sleep ??= this.#clock.sleep(left, signal).finally(() => {
        this.#sleep = undefined;
      });
      await this.#sleep;
    }
  }
}
