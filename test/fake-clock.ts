import type { Clock } from "../src/clock.ts";

type Ticker = { every: number; next: number; tick: () => void };
type Sleeper = { due: number; wake: () => void };
type Options = {
  /**
   * How many times as fast as real time it runs between two jumps. 0, the default, lets time stand still: for a network
   * that answers at once. Real sockets need time that passes.
   */
  speed?: number;
  /** What `random` gives. */
  jitter?: number;
  /** Gets the length of each jump in ms. */
  onJump?: (ms: number) => void;
};

/** More sleeps than any test needs, and a longer time in ms: what waits that long has lost its end. */
const most = { sleeps: 2000, ms: 30 * 86_400_000 };

/** How long a jump waits for what is on its way over real sockets, which would have had time to arrive. */
const jumpAfterMs = 1;

/**
 * A clock whose sleeps take no time: it jumps to the end of the next one, and fires on the way the ticks that fall due.
 * Sleeps that overlap end in their order, so that waits at the same time count once, as in real time. A sleep whose
 * signal aborts meanwhile, by a tick or before, ends there.
 */
export class FakeClock implements Clock {
  /** The length of every sleep, in the order in which they began. */
  readonly sleeps: number[] = [];
  /** Set once somebody has waited without end; the sleep is rejected with it. */
  failure: Error | undefined;
  readonly #start: number;
  readonly #speed: number;
  readonly #jitter: number;
  readonly #onJump: (ms: number) => void;
  readonly #began = performance.now();
  readonly #sleepers = new Set<Sleeper>();
  readonly #tickers = new Set<Ticker>();
  #jumped = 0;
  #set = 0;
  #held = false;
  #isJumping = false;

  constructor(
    start = Date.UTC(2026, 0, 5, 12),
    { speed = 0, jitter = 0.5, onJump = () => {} }: Options = {},
  ) {
    this.#start = start;
    this.#speed = speed;
    this.#jitter = jitter;
    this.#onJump = onJump;
  }

  now(): number {
    return this.elapsed() + this.#set;
  }

  /** The same as `now`, unless somebody sets the clock. */
  elapsed(): number {
    return Math.round(this.#start + (performance.now() - this.#began) * this.#speed + this.#jumped);
  }

  /** Sets the clock so much ahead, or back, while time goes on as before. */
  set(ms: number): void {
    this.#set += ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    const total = this.elapsed() + ms - this.#start;
    if (this.sleeps.length > most.sleeps || !(total < most.ms)) {
      this.failure ??= new Error(
        `Waits without end: sleep ${this.sleeps.length} is one of ${ms} ms.`,
      );
      return Promise.reject(this.failure);
    }
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper = { due: this.elapsed() + ms, wake };
      signal?.addEventListener("abort", wake, { once: true });
      this.#sleepers.add(sleeper);
      this.#jumpSoon();
    });
  }

  /** Of real time: a faked network answers at once, and requests over real sockets take real time. */
  timeout(ms: number): AbortSignal {
    return AbortSignal.timeout(ms);
  }

  /** From now on a sleep ends only when its signal aborts: time stands still while something else happens. */
  hold(): void {
    this.#held = true;
  }

  every(ms: number, tick: () => void): () => void {
    const ticker = { every: ms, next: this.elapsed() + ms, tick };
    this.#tickers.add(ticker);
    return () => void this.#tickers.delete(ticker);
  }

  random(): number {
    return this.#jitter;
  }

  /** Lets time go by, as a slow request does. */
  advance(ms: number): void {
    this.#moveTo(this.elapsed() + ms, () => false);
  }

  /** A waiting caller must be seen to wait: nothing happens before the caller continues. */
  #jumpSoon(): void {
    if (this.#isJumping || this.#held) return;
    this.#isJumping = true;
    const jump = () => {
      this.#isJumping = false;
      this.#wakeNext();
      if (this.#sleepers.size > 0) this.#jumpSoon();
    };
    if (this.#speed === 0) queueMicrotask(jump);
    else setTimeout(jump, jumpAfterMs);
  }

  #wakeNext(): void {
    const [first] = [...this.#sleepers].sort((a, b) => a.due - b.due);
    if (first === undefined || this.#held) return;
    this.#moveTo(first.due, () => this.#held || !this.#sleepers.has(first));
    if (!this.#held) first.wake();
  }

  #moveTo(end: number, isOver: () => boolean): void {
    while (!isOver()) {
      const [next] = [...this.#tickers].sort((a, b) => a.next - b.next);
      if (next === undefined || next.next > end) {
        this.#jumpTo(end);
        return;
      }
      this.#jumpTo(next.next);
      next.next += next.every;
      next.tick();
    }
  }

  #jumpTo(time: number): void {
    const ms = time - this.elapsed();
    if (ms <= 0) return;
    this.#jumped += ms;
    this.#onJump(ms);
  }
}
