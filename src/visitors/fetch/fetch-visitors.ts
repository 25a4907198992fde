import { ActionError } from "../../errors.ts";
import type { Clock } from "../../runner/clock.ts";
import type { Logger } from "../../runner/log.ts";
import type { Service } from "../../service/client.ts";
import { InvalidResponseError } from "../../service/errors.ts";
import type { Signal } from "../../service/signal-schemas.ts";
import { richText } from "../../text/rich-text.ts";
import type {
  Counts,
  FetchedPart,
  Missing,
  PagesPart,
  Periods,
  Range,
  VisitorData,
} from "../report-model.ts";
import { type Fetched, Fetcher, type PeriodFailure, type RequestFailure } from "./fetcher.ts";
import { toCounts } from "./period-rows.ts";
import { planRequests } from "./plan-requests.ts";
import { type FirstChunk, readPeriod, rowsPerChunk } from "./read-period.ts";
import { readSignals } from "./read-signals.ts";
import { RequestBudget } from "./request-budget.ts";

/** A budget that fails the first request taken from it. */
const noRequests = new RequestBudget(0);

export type FetchOptions = {
  service: Service;
  clock: Clock;
  /** Cancels all requests. */
  abort: AbortSignal;
  /** The limit on requests, retries included; at least 1. */
  maxRequests: number;
  /** Epoch ms. Requests that are under way then are aborted, and what they would have brought is missing. */
  deadline: number;
  log: Pick<Logger, "info">;
  /** What else to read, with the requests that the visitors leave. */
  signals: ReadonlySet<Signal>;
  /** Called at the end, also after an error, with the number of requests. */
  onSpent?: (requests: number) => void;
};

/**
 * Fetches the data of a report. A failure after the first request only makes the data incomplete. Throws the
 * `ActionError` of the first request if that one fails, and a `CancelledError` if the run was cancelled.
 */
export async function fetchVisitorData(periods: Periods, options: FetchOptions): Promise<VisitorData> {
  const { service, clock, deadline } = options;
  const budget = new RequestBudget(options.maxRequests);
  const timeLimit = new AbortController();
  const stopTimer = clock.every(Math.max(1, deadline - clock.now()), () => timeLimit.abort());
  const abort = AbortSignal.any([options.abort, timeLimit.signal]);
  const fetcher = new Fetcher({ service, clock, abort, deadline, timeLimit: timeLimit.signal });
  try {
    return await fetchPlanned(periods, fetcher, budget, options);
  } finally {
    stopTimer();
    options.onSpent?.(budget.spent);
  }
}

async function fetchPlanned(
  periods: Periods,
  fetcher: Fetcher,
  budget: RequestBudget,
  { service, maxRequests, log, signals: wanted }: FetchOptions,
): Promise<VisitorData> {
  const plan = planRequests(periods, maxRequests);
  const start = (plan.previous === undefined ? 1 : 2) + plan.trend.length;
  log.info(`Reading the visitors: ${start} of at most ${maxRequests} requests to start with.`);
  const trendBudget = new RequestBudget(plan.trendRequests, budget);
  const [first, previousFirst, ...points] = await Promise.all([
    fetchFirst(fetcher, plan.current, rowsPerChunk, budget),
    plan.previous && fetchFirst(fetcher, plan.previous, rowsPerChunk, budget),
    ...plan.trend.map((range) => fetchFirst(fetcher, range, 1, trendBudget)),
  ]);
  if ("failure" in first) throw firstRequestError(first.failure);

  const current = await readPeriod({ fetcher, budget, first: first.value, expected: 0 });
  // Without room for as many chunks as the current period took, nothing follows the first chunk of the previous one.
  const allowsPrevious = budget.left >= current.chunks - 1;
  const previous =
    previousFirst !== undefined && "value" in previousFirst
      ? await readPeriod({
          fetcher,
          budget: allowsPrevious ? budget : noRequests,
          first: previousFirst.value,
          expected: current.chunks,
        })
      : undefined;

  const signals = await readSignals({ service, fetcher, budget, wanted, period: plan.current, log });

  const totals = new Map<number, Counts>();
  for (const result of [first, previousFirst, ...points])
    if (result !== undefined && "value" in result) totals.set(result.value.range.from, result.value.totals);
  const malformed = current.malformed + (previous?.malformed ?? 0);
  return {
    current: current.data,
    previous: previous?.data,
    trend: periods.trend.map(({ from }) => totals.get(from)),
    signals,
    requests: budget.spent,
    missing: [
      ...plan.missing,
      ...missingPages("pages", current.failure),
      ...missingParts("previous", [failureOf(previousFirst)]),
      ...missingPages("previous-pages", previous?.failure),
      ...missingParts("trend", points.map(failureOf)),
      ...(malformed > 0 ? [{ what: "rows", why: "malformed", count: malformed } as const] : []),
    ],
  };
}

async function fetchFirst(
  fetcher: Fetcher,
  range: Range,
  limit: number,
  budget: RequestBudget,
): Promise<Fetched<FirstChunk>> {
  const result = await fetcher.fetchVisitors({ range, limit, offset: 0, budget });
  if ("failure" in result) return result;
  const chunk = result.value;
  const totals = toCounts(chunk.totals);
  if (totals !== undefined) return { value: { range, chunk, totals } };
  const error = new InvalidResponseError("read the visitors", "the totals are negative or too large");
  return { failure: { why: "failure", reason: "answer", error } };
}

function failureOf(result: Fetched<FirstChunk> | undefined): RequestFailure | undefined {
  return result !== undefined && "failure" in result ? result.failure : undefined;
}

/** Why the pages of one period are not complete. */
function missingPages(what: PagesPart, failure: PeriodFailure | undefined): Missing[] {
  return failure?.why === "pagination" ? [{ what, why: failure.why }] : missingParts(what, [failure]);
}

/** The failures of one part of the report, each reason once. */
function missingParts(what: FetchedPart, failures: readonly (RequestFailure | undefined)[]): Missing[] {
  const byReason = new Map<string, Missing>();
  for (const failure of failures) {
    if (failure?.why === "failure")
      byReason.set(failure.reason, { what, why: failure.why, reason: failure.reason });
    else if (failure !== undefined) byReason.set(failure.why, { what, why: failure.why });
  }
  return [...byReason.values()];
}

/** The error of the step when the first request of all failed. The budget allows at least that one. */
function firstRequestError(failure: RequestFailure): ActionError {
  if (failure.why === "failure") return failure.error;
  // After retries until the time limit, the service's last error says more than "time limit".
  if (failure.why === "time" && failure.lastError !== undefined) return failure.lastError;
  return new ActionError(
    "unreachable",
    richText`The time limit was reached before the service answered the first request for visitors.`,
    richText`Raise timeout-minutes, or run the step again later.`,
  );
}
