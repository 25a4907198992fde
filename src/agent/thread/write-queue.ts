import type { Logger } from "../../runner/log.ts";

/**
 * The writes to a thread, one after another in the order of the calls. A write that fails is a warning, whatever the
 * cause: it never ends a run whose job is under way.
 */
export class WriteQueue {
  readonly #log: Logger;
  #last: Promise<void> = Promise.resolve();
  /** The warnings that the log has already. */
  readonly #logged = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Resolves when the work is done or has failed. Never rejects. */
  add(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work).catch((error: unknown) => this.warn(error));
    return this.#last;
  }

  /** Resolves when the queue is empty; a write that is added while it waits is waited for, too. Never rejects. */
  async settled(): Promise<void> {
    for (let last: Promise<void> | undefined; last !== this.#last; ) {
      last = this.#last;
      await last;
    }
  }

  /** An unforeseen error costs an update, not the run. */
  warn(error: unknown): void {
    const cause = error instanceof Error ? error.message : String(error);
    const isNews = this.warnOnce(
      "Status comment not updated",
      `The run continues without this update: ${cause}`,
    );
    if (isNews && error instanceof Error) this.#log.debug(error.stack ?? "");
  }

  /** Warns, and returns true; the same warning again is no news, and is left out. */
  warnOnce(title: string, text: string): boolean {
    if (this.#logged.has(text)) return false;
    this.#logged.add(text);
    this.#log.warning(title, text);
    return true;
  }
}
