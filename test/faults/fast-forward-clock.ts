import type { Clock } from "../../src/runner/clock.ts";

type Sleeper = { due: number; wake: () => void };
type Ticker = { every: number; next: number; tick: () => void };

/** How long a jump waits for what is on its way over the network, which would have had time to arrive. */
const jumpAfterMs = 1;

/**
 * A clock for real sockets: time passes by itself, and jumps to the end of the next sleep instead of waiting for it.
 * Sleeps that overlap end in their order, so that waits at the same time count once, as in real time.
 */
export class FastForwardClock implements Clock {
  /** The length of every sleep in ms, in the order in which they began. */
  readonly sleeps: number[] = [];
  readonly #start: number;
  readonly #speed: number;
  readonly #onJump: (ms: number) => void;
  readonly #began = performance.now();
  readonly #sleepers = new Set<Sleeper>();
  readonly #tickers = new Set<Ticker>();
  #jumped = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `speed` is how many times as fast as real time it runs between jumps; `onJump` gets the length of each jump. */
  constructor(start: number, speed: number, onJump: (ms: number) => void) {
    this.#start = start;
    this.#speed = speed;
    this.#onJump = onJump;
  }

  now(): number {
    return Math.round(this.#start + (performance.now() - this.#began) * this.#speed + this.#jumped);
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
      this.#schedule();
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

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#wakeNext();
      if (this.#sleepers.size > 0) this.#schedule();
    }, jumpAfterMs);
  }

  #wakeNext(): void {
    const [first] = [...this.#sleepers].sort((a, b) => a.due - b.due);
    if (first === undefined) return;
    for (const ticker of [...this.#tickers].sort((a, b) => a.next - b.next)) {
      for (; ticker.next <= first.due && this.#tickers.has(ticker); ticker.next += ticker.every) {
        this.#jumpTo(ticker.next);
        ticker.tick();
      }
    }
    this.#jumpTo(first.due);
    first.wake();
  }

  #jumpTo(time: number): void {
    const ms = time - this.now();
    if (ms <= 0) return;
    this.#jumped += ms;
    this.#onJump(ms);
  }
}
