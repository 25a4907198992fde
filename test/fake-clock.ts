import type { Clock } from "../src/runner/clock.ts";

type Ticker = { every: number; next: number; tick: () => void };

/**
 * A clock whose sleeps take no time: each is recorded, moves `now` on by its length, and fires on the way the ticks
 * that fall due. A sleep whose signal aborts meanwhile, by a tick or before, ends there.
 */
export class FakeClock implements Clock {
  /** The length of every sleep, in the order in which they began. */
  readonly sleeps: number[] = [];
  /** What `random` gives; set it to make a jitter known. */
  jitter = 0.5;
  #now: number;
  readonly #tickers = new Set<Ticker>();
  #held = false;

  constructor(start = Date.UTC(2026, 0, 5, 12)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    if (this.#held) await aborted(signal);
    // A waiting caller must be seen to wait: nothing below runs before the caller continues.
    else await Promise.resolve();
    this.advance(ms, signal);
  }

  /** From now on a sleep ends only when its signal aborts: time stands still while something else happens. */
  hold(): void {
    this.#held = true;
  }

  every(ms: number, tick: () => void): () => void {
    const ticker = { every: ms, next: this.#now + ms, tick };
    this.#tickers.add(ticker);
    return () => void this.#tickers.delete(ticker);
  }

  random(): number {
    return this.jitter;
  }

  /** Lets time go by, as a slow request does, up to the moment at which the signal aborts. */
  advance(ms: number, signal?: AbortSignal): void {
    const end = this.#now + ms;
    while (!signal?.aborted) {
      const due = [...this.#tickers].sort((a, b) => a.next - b.next)[0];
      if (due === undefined || due.next > end) {
        this.#now = end;
        return;
      }
      this.#now = Math.max(this.#now, due.next);
      due.next += due.every;
      due.tick();
    }
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
