import * as z from "zod/mini";
import type { Clock } from "../../clock.ts";
import { ActionError } from "../../errors.ts";
import type { ExportRequest, Service } from "../../service/client.ts";
import { CancelledError } from "../../service/errors.ts";
import type { Failure } from "./data.ts";

/** What a request brought, or why nothing. `error` is there for a failure with a reason. */
export type Read<T> =
  | { value: T; failure?: undefined; error?: undefined }
  | { value?: undefined; failure: Failure; error?: ActionError };

export type ExportReaderOptions = {
  service: Service;
  clock: Clock;
  abort: AbortSignal;
  /** The limit on requests, retries included; at least 1. */
  maxRequests: number;
  /** By `Clock.elapsed`. Requests that are under way then are aborted, and what they would have brought is missing. */
  deadline: number;
};

/** No retry waits longer, in ms: a service that asks for more has reached its limit for this report. */
const longestWaitMs = 60_000;

/** Reads exports of the service within the limits that all requests of a report share. Close it at the end. */
export class ExportReader {
  readonly #options: ExportReaderOptions;
  readonly #signal: AbortSignal;
  readonly #timeLimit = new AbortController();
  readonly #stopTimer: () => void;
  /** Why no further request is sent. */
  #stopped: Failure | undefined;
  #spent = 0;

  constructor(options: ExportReaderOptions) {
    const { clock, abort, deadline } = options;
    this.#options = options;
    this.#signal = AbortSignal.any([abort, this.#timeLimit.signal]);
    this.#stopTimer = clock.every(Math.max(1, deadline - clock.elapsed()), () => {
      this.#stopped ??= { why: "time" };
      this.#timeLimit.abort();
    });
  }

  /** All attempts so far, failed ones included. */
  get spent(): number {
    return this.#spent;
  }

  /** How many requests may still be sent. */
  get left(): number {
    return this.#options.maxRequests - this.#spent;
  }

  close(): void {
    this.#stopTimer();
  }

  /**
   * Reads one page of an export. A rate limit that was not waited for ends the reading: requests under way may still
   * succeed, but no new one is sent. Throws a `CancelledError` if the run was cancelled.
   */
  async get<T>(request: ExportRequest<T>, maxRetries = 0): Promise<Read<T>> {
    if (this.#stopped !== undefined) return { failure: this.#stopped };
    if (!this.#take()) return { failure: { why: "budget" } };
    const { service, deadline } = this.#options;
    try {
      const value = await service.getExport(request, {
        signal: this.#signal,
        deadline,
        maxRetries,
        mayRetry: (waitMs) =>
          this.#stopped === undefined && waitMs <= longestWaitMs && this.#take(),
      });
      return { value };
    } catch (error) {
      const isTimeUp = error instanceof CancelledError && this.#timeLimit.signal.aborted;
      if (isTimeUp) return { failure: { why: "time" } };
      if (!(error instanceof ActionError)) throw error;
      const failure = { why: "failure", reason: error.reason } as const;
      if (error.reason === "rate-limit") this.#stopped ??= failure;
      return { failure, error };
    }
  }

  #take(): boolean {
    if (this.left <= 0) return false;
    this.#spent += 1;
    return true;
  }
}

/** A count in an export, rounded: the service's are approximate. `-0` becomes 0. */
export const count = z.pipe(
  z.number().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
  z.transform((value) => Math.round(value) + 0),
);

/** The rows of a page of an export, and how many had the wrong shape or impossible numbers and were dropped. */
export type Rows<Row> = { rows: readonly Row[]; malformed: number };

/** Parses each row alone, so that one bad row does not lose the page. */
export function parseRows<Row>(row: z.ZodMiniType<Row>, given: readonly unknown[]): Rows<Row> {
  const rows = given.flatMap((one) => {
    const { success, data } = row.safeParse(one);
    return success ? [data] : [];
  });
  return {
    rows,
    malformed: given.length - rows.length,
  };
}
