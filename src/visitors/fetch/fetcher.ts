import { ActionError } from "../../errors.ts";
import type { ErrorReason } from "../../outcomes.ts";
import type { Clock } from "../../runner/clock.ts";
import type { Service } from "../../service/client.ts";
import { CancelledError } from "../../service/errors.ts";
import type { CallOptions, RetryAttempt } from "../../service/retry.ts";
import type { VisitorsPage } from "../../service/schemas.ts";
import type { ReadReason } from "../read-reason.ts";
import { isoRange, type Range } from "../report-model.ts";
import { RateLimitWaits } from "./rate-limit-waits.ts";
import type { RequestBudget } from "./request-budget.ts";

/** The most retries of one request. */
const maxRetries = 4;
/** True for the errors after which no other request can succeed, so that the reading ends. */
const isFatal: Record<ReadReason, boolean> = {
  "api-key": true,
  payment: true,
  forbidden: true,
  "not-found": true,
  "rate-limit": true,
  refused: false,
  service: false,
  unreachable: false,
  answer: false,
};

/** Why a request brought no chunk. */
export type RequestFailure =
  | { why: "failure"; reason: ReadReason; error: ActionError }
  /** `lastError` is that of the last attempt; missing if there was none. */
  | { why: "time"; lastError?: ActionError }
  | { why: "budget" };
/** Why a period was not read to its end. `pagination`: a chunk without new rows, or a short one, announces more. */
export type PeriodFailure = RequestFailure | { why: "pagination" };

/** Why a signal was not read. `absent`: the service answered the request with 404, so it does not have this signal. */
export type SignalFailure = RequestFailure | { why: "absent" };

/**
 * What a request brought, or why nothing. Mostly a chunk: the part of a list that one response holds. The service calls
 * it a page, but here a page is always one of the site.
 */
export type Fetched<Value, Failure = RequestFailure> = { value: Value } | { failure: Failure };

/** A request for one chunk of the visitors of a range. */
export type VisitorsRequest = { range: Range; limit: number; offset: number; budget: RequestBudget };

export type FetcherOptions = {
  service: Service;
  clock: Clock;
  /** Aborts all requests. */
  abort: AbortSignal;
  /** Epoch ms. No retry begins after it. */
  deadline: number;
  /** Aborts at the deadline, and `abort` with it. */
  timeLimit: AbortSignal;
};

/** Fetches lists within the limits that all requests of a report share: rate limit, time and cancellation. */
export class Fetcher {
  readonly #options: FetcherOptions;
  readonly #rateLimitWaits: RateLimitWaits;
  #fatal: RequestFailure | undefined;

  constructor(options: FetcherOptions) {
    this.#options = options;
    this.#rateLimitWaits = new RateLimitWaits(options.clock);
  }

  /** Why no further request is sent; `undefined` while requests are possible. */
  get #stopped(): RequestFailure | undefined {
    return this.#fatal ?? (this.#options.timeLimit.aborted ? { why: "time" } : undefined);
  }

  /**
   * Fetches a chunk of visitors, with retries. The first attempt is taken from the budget before this function first
   * waits. Throws a `CancelledError` if the run was cancelled.
   */
  async fetchVisitors({ range, limit, offset, budget }: VisitorsRequest): Promise<Fetched<VisitorsPage>> {
    const refused = this.#takeRequest(budget);
    if (refused !== undefined) return { failure: refused };
    const { service, abort, deadline } = this.#options;
    let isLate = false;
    try {
      const value = await service.getVisitors(
        { ...isoRange(range), limit, offset },
        {
          signal: abort,
          deadline,
          maxRetries,
          onDeadline: () => {
            isLate = true;
          },
          beforeRetry: (retry) => this.#beforeRetry(retry, budget),
        },
      );
      return { value };
    } catch (error) {
      return { failure: this.#toFailure(error, isLate, (reason) => isFatal[reason]) };
    }
  }

  /**
   * Fetches a chunk of a signal, which the report can do without: the request is sent once, and its failure ends the
   * reading only at the rate limit. Throws a `CancelledError` if the run was cancelled.
   */
  async fetchSignal<Chunk>(
    send: (options: CallOptions) => Promise<Chunk>,
    budget: RequestBudget,
  ): Promise<Fetched<Chunk, SignalFailure>> {
    const refused = this.#takeRequest(budget);
    if (refused !== undefined) return { failure: refused };
    try {
      return { value: await send({ signal: this.#options.abort, maxRetries: 0 }) };
    } catch (error) {
      const failure = this.#toFailure(error, false, (reason) => reason === "rate-limit");
      const isAbsent = failure.why === "failure" && failure.reason === "not-found";
      return { failure: isAbsent ? { why: "absent" } : failure };
    }
  }

  /** Takes a request from the budget, or says why none may be sent. */
  #takeRequest(budget: RequestBudget): RequestFailure | undefined {
    return this.#stopped ?? (budget.take() ? undefined : { why: "budget" });
  }

  #beforeRetry({ rateLimited, waitMs }: RetryAttempt, budget: RequestBudget): false | Promise<boolean> {
    if (budget.left <= 0) return false;
    if (rateLimited && !this.#rateLimitWaits.add(waitMs)) return false;
    return this.#waitForRetry(waitMs, budget);
  }

  /** Checks again after the wait: meanwhile other requests may have used up the budget or met a fatal error. */
  async #waitForRetry(waitMs: number, budget: RequestBudget): Promise<boolean> {
    const { clock, abort } = this.#options;
    await clock.sleep(waitMs, abort);
    return this.#stopped === undefined && budget.take();
  }

  #toFailure(error: unknown, isLate: boolean, endsReading: (reason: ReadReason) => boolean): RequestFailure {
    if (error instanceof CancelledError && this.#options.timeLimit.aborted) return { why: "time" };
    if (!(error instanceof ActionError) || !isReadReason(error.reason)) throw error;
    const failure: RequestFailure = { why: "failure", reason: error.reason, error };
    // Other requests under way may still succeed, but no new one is sent.
    if (endsReading(error.reason)) this.#fatal ??= failure;
    return isLate && error.reason !== "rate-limit" ? { why: "time", lastError: error } : failure;
  }
}

function isReadReason(reason: ErrorReason): reason is ReadReason {
  return Object.hasOwn(isFatal, reason);
}
