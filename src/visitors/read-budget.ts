/** How many requests may still be made; every attempt takes one, whether it succeeds or not. */
export class Budget {
  readonly #limit: number;
  readonly #within: Budget | undefined;
  #spent = 0;

  /** With `within`, whatever is taken here is taken there too. */
  constructor(limit: number, within?: Budget) {
    this.#limit = limit;
    this.#within = within;
  }

  get spent(): number {
    return this.#spent;
  }

  get left(): number {
    return Math.min(this.#limit - this.#spent, this.#within?.left ?? Number.POSITIVE_INFINITY);
  }

  /** Takes one request; false when there is none left. */
  take(): boolean {
    if (this.left <= 0) return false;
    this.#add(1);
    return true;
  }

  /** Gives back a request that was taken and then not sent. */
  giveBack(): void {
    this.#add(-1);
  }

  #add(requests: number): void {
    this.#spent += requests;
    if (this.#within !== undefined) this.#within.#add(requests);
  }
}
