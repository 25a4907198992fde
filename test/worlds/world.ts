import { AsyncLocalStorage } from "node:async_hooks";

/** Something that lives in the world, and whose plans die with it. */
export type Being = { readonly alive: boolean };
type Event = {
  at: number;
  order: number;
  owner: Being | undefined;
  daemon: boolean;
  happen: () => void;
};

/** The real one, as tests of other files and the world itself replace that of the process. */
const immediately = setImmediate;
/** So many turns of the event loop without any news mean that everything waits for the world. */
const quietTurns = 6;
/** A world that needs more events than this goes round in circles. */
const maxEvents = 20_000;

/** A number from 0 to below 1 that depends on nothing but its arguments (the mixing steps of MurmurHash3). */
export function chance(seed: number, ...about: readonly (string | number)[]): number {
  let hash = seed | 0;
  for (const char of about.join("/")) {
    hash = Math.imul(hash ^ char.charCodeAt(0), 0xcc9e2d51);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) / 2 ** 32;
}

/**
 * Virtual time that all of a world share: events happen one after another in the order of their times, and before the
 * next one everything that the last one set off has come to rest. So a world plays the same way each time, however
 * many runs there are in it at once.
 */
export class World {
  /** What happened, in order, for people who look for the cause of a failure. */
  readonly story: string[] = [];
  readonly seed: number;
  readonly #start: number;
  #now: number;
  #order = 0;
  #news = 0;
  readonly #events: Event[] = [];

  /** `start` is in epoch ms. */
  constructor(seed: number, start: number) {
    this.seed = seed;
    this.#start = start;
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Tells the story on. */
  tell(who: string, what: string): void {
    const seconds = ((this.#now - this.#start) / 1000).toFixed(3);
    this.story.push(`${seconds.padStart(9)}  ${who.padEnd(12)} ${what}`);
  }

  /**
   * Has something happen after `ms`, unless its owner is dead by then or the returned function was called. A daemon
   * does not keep the world going.
   */
  after(ms: number, happen: () => void, owner?: Being, daemon = false): () => void {
    const event = { at: this.#now + Math.max(0, ms), order: this.#order++, owner, daemon, happen };
    // Most events are due before those that wait already, as time limits are long.
    let index = this.#events.findIndex((other) => other.at > event.at);
    if (index < 0) index = this.#events.length;
    this.#events.splice(index, 0, event);
    this.#news++;
    return () => {
      const found = this.#events.indexOf(event);
      if (found >= 0) this.#events.splice(found, 1);
    };
  }

  /** Resolves after `ms`. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Plays until nothing is left to happen, or until it goes round in circles. */
  async play(): Promise<void> {
    await this.#rest();
    for (
      let count = 0;
      this.#events.some(({ daemon, owner }) => !daemon && owner?.alive !== false);
      count++
    ) {
      if (count > maxEvents) return this.tell("the world", "goes round in circles");
      const event = this.#events.shift();
      if (event === undefined || event.owner?.alive === false) continue;
      this.#now = Math.max(this.#now, event.at);
      event.happen();
      await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet++) {
      const before = this.#news;
      await new Promise((resolve) => immediately(resolve));
      if (this.#news !== before) quiet = 0;
    }
  }
}

/** In whose name code runs: what several runs in one process read and write is parted by it. */
export const current = new AsyncLocalStorage<Owner>();
/** A run, as the things of the process need to know it. */
export type Owner = Being & {
  readonly world: World;
  readonly env: Readonly<Record<string, string | undefined>>;
  print(text: string): void;
};

/**
 * Gives each run in this process variables, output and timers of its own; returns what undoes that. Code outside of
 * a run keeps the real ones.
 */
export function partProcess(): () => void {
  const real = {
    env: process.env,
    stdout: process.stdout.write,
    stderr: process.stderr.write,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
  };
  process.env = new Proxy(real.env, {
    get(target, name) {
      const env = current.getStore()?.env;
      return typeof name === "string" && env !== undefined && Object.hasOwn(env, name)
        ? env[name]
        : Reflect.get(target, name);
    },
  });
  for (const stream of ["stdout", "stderr"] as const) {
    const write = real[stream];
    process[stream].write = function (
      this: typeof process.stdout,
      ...args: Parameters<typeof write>
    ) {
      const owner = current.getStore();
      if (owner === undefined) return write.apply(this, args);
      owner.print(String(args[0]));
      return true;
    } as typeof write;
  }
  const timers = new WeakMap<object, () => void>();
  const later = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const owner = current.getStore();
    if (owner === undefined) return real.setTimeout(callback, ms, ...args);
    const timer = { ref: () => timer, unref: () => timer, hasRef: () => true };
    timers.set(
      timer,
      owner.world.after(ms, () => current.run(owner, () => callback(...args)), owner),
    );
    return timer;
  };
  globalThis.setTimeout = Object.assign(later, real.setTimeout) as typeof setTimeout;
  globalThis.clearTimeout = ((timer: unknown) => {
    const stop = typeof timer === "object" && timer !== null ? timers.get(timer) : undefined;
    if (stop === undefined) real.clearTimeout(timer as NodeJS.Timeout);
    else stop();
  }) as typeof clearTimeout;
  return () => {
    process.env = real.env;
    process.stdout.write = real.stdout;
    process.stderr.write = real.stderr;
    globalThis.setTimeout = real.setTimeout;
    globalThis.clearTimeout = real.clearTimeout;
  };
}
