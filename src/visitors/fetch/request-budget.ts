/** Counts requests against a limit; every attempt counts, whether it succeeds or not. */
export class RequestBudget {
  readonly #limit: number;
  readonly #parent: RequestBudget | undefined;
  #spent = 0;

  /** A request taken from this budget is also taken from `parent`. */
  constructor(limit: number, parent?: RequestBudget) {
    this.#limit = limit;
    this.#parent = parent;
  }

  get spent(): number {
    return this.#spent;
  }

  get left(): number {
    return Math.min(this.#limit - this.#spent, this.#parent?.left ?? Number.POSITIVE_INFINITY);
  }

  /** Takes one request; false when none is left. */
  take(): boolean {
    if (this.left <= 0) return false;
    this.#spent += 1;
    this.#parent?.take();
    return true;
  }
}
