import * as z from "zod/mini";
import type { Clock } from "../../clock.ts";
import { ActionError } from "../../errors.ts";
import type { ExportRequest, Service } from "../../service/client.ts";
import type { Failure } from "./data.ts";

/** What a request brought, or why nothing. `error` is there for a failure with a reason. */
export type Read<T> =
  | { value: T; failure?: undefined }
  | {
      value?: undefined;
      failure: Failure;
      error?: ActionError;
    };

export type ExportReaderOptions = {
  service: Service;
  clock: Clock;
  abort: AbortSignal;
  /** The limit on requests, retries included; at least 1. */
  maxRequests: number;
  /** By `Clock.elapsed`. No request begins after it. */
  deadline: number;
};

/** No retry waits longer, in ms: a service that asks for more has reached its limit for this report. */
const longestWaitMs = 60_000;

export type ExportReader = ReturnType<typeof exportReader>;

/** Reads exports of the service within the limits that all requests of a report share. */
export function exportReader(options: ExportReaderOptions) {
  const { service, clock, abort, maxRequests, deadline } = options;
  /** Why no further request is sent. */
  let stopped: Failure | undefined;
  let spent = 0;
  const take = () => {
    if (spent >= maxRequests) {
      return false;
    }
    spent += 1;
    return true;
  };
  const mayRetry = (waitMs: number) => stopped === undefined && waitMs <= longestWaitMs && take();
  return {
    /** All attempts so far, failed ones included. */
    spent: () => spent,

    /**
     * Reads one page of an export. A rate limit that was not waited for ends the reading: requests under way may still
     * succeed, but no new one is sent. Throws a `CancelledError` if the run was cancelled.
     */
    get: async <T>(request: ExportRequest<T>, maxRetries = 0): Promise<Read<T>> => {
      if (clock.elapsed() >= deadline) {
        stopped ??= { why: "time" };
      }
      if (stopped !== undefined) {
        return { failure: stopped };
      }
      if (!take()) {
        return { failure: { why: "budget" } };
      }
      const limits = {
        signal: abort,
        deadline,
        maxRetries,
        mayRetry,
      };
      try {
        return {
          value: await service.getExport(request, limits),
        };
      } catch (error) {
        if (!(error instanceof ActionError)) {
          throw error;
        }
        const { reason } = error;
        const failure = {
          why: "failure",
          reason,
        } as const;
        if (reason === "rate-limit") {
          stopped ??= failure;
        }
        return {
          failure,
          error,
        };
      }
    },
  };
}

/** A count in an export, rounded: the service's are approximate. `-0` becomes 0. */
export const count = z.pipe(
  z.number().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
  z.transform((value) => Math.round(value) + 0),
);

/** The rows of a page of an export, and how many had the wrong shape or impossible numbers and were dropped. */
export type Rows<Row> = {
  rows: readonly Row[];
  malformed: number;
};

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
