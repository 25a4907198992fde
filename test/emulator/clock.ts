/** The service's own time: real time, sped up by a factor, and moved on by hand where a test cannot wait. */
export class ServiceClock {
  readonly #scale: number;
  readonly #startedAt = Date.now();
  #advanced = 0;

  constructor(scale: number) {
    this.#scale = scale;
  }

  /** Milliseconds since 1970 as the service sees them. */
  now(): number {
    return Math.round(this.#startedAt + (Date.now() - this.#startedAt) * this.#scale + this.#advanced);
  }

  /** How many real milliseconds pass until that moment of service time. */
  realUntil(moment: number): number {
    return Math.max(0, Math.ceil((moment - this.now()) / this.#scale));
  }

  /** Moves the service's time on at once. */
  advance(milliseconds: number): void {
    this.#advanced += milliseconds;
  }
}
