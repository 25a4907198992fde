import type { Clock } from "../../src/clock.ts";

type Sleeper = { due: number; wake: () => void };
type Ticker = { every: number; next: number; tick: () => void };

/** A leap waits this long for what is on its way in the network, which would have had time to arrive. */
const leapAfterMs = 1;

/**
 * A clock for real sockets: time goes by on its own, and leaps to the end of the next sleep instead of waiting for it.
 * Sleeps that overlap end in their order, so that waits at the same time count once, as in real time.
 */
export class LeapingClock implements Clock {
  /** The length of every sleep, in the order in which they began. */
  readonly sleeps: number[] = [];
  readonly #start: number;
  readonly #pace: number;
  readonly #onLeap: (ms: number) => void;
  readonly #began = performance.now();
  readonly #sleepers = new Set<Sleeper>();
  readonly #tickers = new Set<Ticker>();
  #leapt = 0;
  #next: NodeJS.Timeout | undefined;

  /** `pace` is how many times as fast as real time it goes between leaps; `onLeap` is told of each leap's length. */
  constructor(start: number, pace: number, onLeap: (ms: number) => void) {
    this.#start = start;
    this.#pace = pace;
    this.#onLeap = onLeap;
  }

  now(): number {
    return Math.round(this.#start + (performance.now() - this.#began) * this.#pace + this.#leapt);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper = { due: this.now() + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", wake, { once: true });
      this.#plan();
    });
  }

  every(ms: number, tick: () => void): () => void {
    const ticker = { every: ms, next: this.now() + ms, tick };
    this.#tickers.add(ticker);
    return () => void this.#tickers.delete(ticker);
  }

  /** High, so that waits are long and what gives up after a span does so after few attempts. */
  random(): number {
    return 0.9;
  }

  #plan(): void {
    this.#next ??= setTimeout(() => {
      this.#next = undefined;
      this.#leap();
      if (this.#sleepers.size > 0) this.#plan();
    }, leapAfterMs);
  }

  #leap(): void {
    const [first] = [...this.#sleepers].sort((a, b) => a.due - b.due);
    if (first === undefined) return;
    for (const ticker of [...this.#tickers].sort((a, b) => a.next - b.next)) {
      for (; ticker.next <= first.due && this.#tickers.has(ticker); ticker.next += ticker.every) {
        this.#to(ticker.next);
        ticker.tick();
      }
    }
    this.#to(first.due);
    first.wake();
  }

  #to(moment: number): void {
    const ms = moment - this.now();
    if (ms <= 0) return;
    this.#leapt += ms;
    this.#onLeap(ms);
  }
}
