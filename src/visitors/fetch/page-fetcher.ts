import { ActionError } from "../../errors.ts";
import { joinSignals } from "../../network/join-signals.ts";
import type { Clock } from "../../runner/clock.ts";
import type { Service } from "../../service/client.ts";
import { CancelledError } from "../../service/errors.ts";
import type { RetryAttempt } from "../../service/retry.ts";
import type { VisitorsPage } from "../../service/schemas.ts";
import { richText } from "../../text/rich-text.ts";
import { type Range, rangeForService } from "../report-model.ts";

/** Retries of one request. */
const maxRetries = 4;
/** All waits for a rate limit together take at most this long; waits at the same time count once. */
const maxRateLimitWaitMs = 60_000;
/** Errors that every other request would meet too. */
const fatalReasons: readonly string[] = ["api-key", "forbidden", "not-found", "rate-limit"];

/** Counts requests against a limit; every attempt counts, whether it succeeds or not. */
export class RequestBudget {
  readonly #limit: number;
  readonly #parent: RequestBudget | undefined;
  #spent = 0;

  /** What a budget with a parent spends, its parent spends too. */
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
    this.#add(1);
    return true;
  }

  /** Returns a request that was taken and not sent. */
  refund(): void {
    this.#add(-1);
  }

  #add(requests: number): void {
    this.#spent += requests;
    if (this.#parent !== undefined) this.#parent.#add(requests);
  }
}

/** Holds back all requests while the service's rate limit lasts, not only the one that it refused. */
export class RateLimitGate {
  readonly #clock: Clock;
  #opensAt = Number.NEGATIVE_INFINITY;
  #totalMs = 0;
  #sleep: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Closes the gate for `ms` from now. Returns false, and leaves it as it is, when all waits would take too long. */
  close(ms: number): boolean {
    const now = this.#clock.now();
    const addedMs = now + ms - Math.max(now, this.#opensAt);
    if (addedMs <= 0) return true;
    if (this.#totalMs + addedMs > maxRateLimitWaitMs) return false;
    this.#totalMs += addedMs;
    this.#opensAt = now + ms;
    return true;
  }

  /** Resolves when the gate is open or the signal aborts. Every caller must pass the same signal. */
  async wait(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const left = this.#opensAt - this.#clock.now();
      if (left <= 0) return;
      // All callers share one sleep.
      this.#sleep ??= this.#clock.sleep(left, signal).finally(() => {
        this.#sleep = undefined;
      });
      await this.#sleep;
    }
  }
}

/** Why a page, or all further pages, could not be read. */
export type FetchFailure =
  | { why: "failure"; reason: string; error: ActionError }
  | { why: "time"; error?: ActionError }
  /** `pagination`: the pages never end. `aborted`: the run was cancelled, or the page was no longer needed. */
  | { why: "budget" | "pagination" | "aborted" };

export type PageResult = { page: VisitorsPage } | { failure: FetchFailure };

/** A request for one page of a range. */
export type PageRequest = {
  range: Range;
  limit: number;
  offset: number;
  budget: RequestBudget;
  /** Aborts this request alone. */
  signal?: AbortSignal;
  /** Whether a failed request may be retried; it can resolve while the request is under way. */
  shouldRetry?: Promise<boolean>;
};

export type PageFetcherOptions = {
  service: Service;
  clock: Clock;
  /** Aborts all requests. */
  signal: AbortSignal;
  /** Epoch ms. */
  deadline: number;
};

/** Fetches pages within the limits that all requests of a report share: budget, rate limit, time and cancellation. */
export class PageFetcher {
  readonly #options: PageFetcherOptions;
  readonly #gate: RateLimitGate;
  readonly #abort = new AbortController();
  readonly #signal: AbortSignal;
  readonly #release: () => void;
  readonly #stopTimer: () => void;
  #failure: FetchFailure | undefined;

  constructor(options: PageFetcherOptions) {
    const { clock, signal, deadline } = options;
    this.#options = options;
    this.#gate = new RateLimitGate(clock);
    const joined = joinSignals(signal, this.#abort.signal);
    this.#signal = joined.signal;
    this.#release = joined.release;
    this.#stopTimer = clock.every(Math.max(1, deadline - clock.now()), () => this.#stop({ why: "time" }));
  }

  /** Why no further request is sent; `undefined` while requests are possible. */
  get stopped(): FetchFailure | undefined {
    return this.#options.signal.aborted ? { why: "aborted" } : this.#failure;
  }

  /** Aborts all requests and stops the timer. */
  close(): void {
    this.#stopTimer();
    this.#stop({ why: "aborted" });
    this.#release();
  }

  /** Fetches one page, with retries. The first attempt is taken from the budget before this function first waits. */
  async fetchPage(request: PageRequest): Promise<PageResult> {
    const { range, limit, offset, budget, signal } = request;
    if (this.stopped !== undefined) return { failure: this.stopped };
    if (!budget.take()) return { failure: { why: "budget" } };
    await this.#gate.wait(this.#signal);
    const { stopped } = this;
    if (stopped !== undefined || signal?.aborted) {
      budget.refund();
      return { failure: stopped ?? { why: "aborted" } };
    }
    let late = false;
    const abort = joinSignals(this.#signal, ...(signal === undefined ? [] : [signal]));
    try {
      const query = { ...rangeForService(range), limit, offset };
      const page = await this.#options.service.getVisitors(query, {
        signal: abort.signal,
        deadline: this.#options.deadline,
        onDeadline: () => {
          late = true;
        },
        maxRetries,
        beforeRetry: (retry) => this.#beforeRetry(request, retry),
      });
      return { page };
    } catch (error) {
      return { failure: this.#toFailure(error, late) };
    } finally {
      abort.release();
    }
  }

  #beforeRetry(request: PageRequest, retry: RetryAttempt): false | Promise<boolean> {
    if (this.stopped !== undefined || request.budget.left <= 0) return false;
    if (retry.rateLimited && !this.#gate.close(retry.waitMs)) return false;
    return this.#waitForRetry(request, retry);
  }

  async #waitForRetry(request: PageRequest, { rateLimited, waitMs }: RetryAttempt): Promise<boolean> {
    const backOff = rateLimited ? undefined : this.#options.clock.sleep(waitMs, this.#signal);
    const [shouldRetry] = await Promise.all([request.shouldRetry ?? true, backOff]);
    if (!shouldRetry) return false;
    await this.#gate.wait(this.#signal);
    return this.stopped === undefined && !request.signal?.aborted && request.budget.take();
  }

  #toFailure(error: unknown, late: boolean): FetchFailure {
    if (error instanceof CancelledError) return this.stopped ?? { why: "aborted" };
    if (!(error instanceof ActionError)) throw error;
    const failure: FetchFailure = { why: "failure", reason: error.reason, error };
    // Requests under way may still succeed, but no new one is sent.
    if (fatalReasons.includes(error.reason)) this.#failure ??= failure;
    return late && error.reason !== "rate-limit" ? { why: "time", error } : failure;
  }

  #stop(failure: FetchFailure): void {
    this.#failure ??= failure;
    this.#abort.abort();
  }
}

/** The error to report when the first request of all failed. */
export function firstRequestError(failure: FetchFailure): Error {
  if (failure.why === "aborted") return new CancelledError(false);
  // If the service kept failing until the time limit, its error says more than the limit.
  if ("error" in failure && failure.error !== undefined) return failure.error;
  return new ActionError(
    "unreachable",
    richText`The time limit was reached before the service answered the first request for visitors.`,
    richText`Raise timeout-minutes, or run the step again later.`,
  );
}
