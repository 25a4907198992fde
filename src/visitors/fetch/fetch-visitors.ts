import type { Clock } from "../../runner/clock.ts";
import type { Logger } from "../../runner/logger.ts";
import type { Service } from "../../service/client.ts";
import { CancelledError, InvalidResponseError } from "../../service/errors.ts";
import type { VisitorsPage } from "../../service/schemas.ts";
import { counted } from "../render/format.ts";
import type {
  Counts,
  FetchedPart,
  Missing,
  PeriodData,
  Periods,
  Range,
  VisitorData,
} from "../report-model.ts";
import { type FetchFailure, firstRequestError, PageFetcher, RequestBudget } from "./page-fetcher.ts";
import { PageReader, rowsPerPage, toCounts } from "./page-reader.ts";

export type FetchOptions = {
  service: Service;
  clock: Clock;
  /** Cancels all requests. */
  signal: AbortSignal;
  /** The limit on requests, retries included; at least 1. */
  maxRequests: number;
  /** Epoch ms. Data that arrives later is missing. */
  deadline: number;
  log: Pick<Logger, "info">;
  /** Called at the end, also after an error, with the number of requests. */
  onSpent?: (requests: number) => void;
};

/**
 * Fetches the data of a report. A failure after the first request only makes the data incomplete. Throws the
 * `ActionError` of the first request if that one fails, and a `CancelledError` when the signal aborts.
 */
export async function fetchVisitorData(periods: Periods, options: FetchOptions): Promise<VisitorData> {
  if (options.signal.aborted) throw new CancelledError(false);
  const fetcher = new PageFetcher(options);
  const dataFetcher = new DataFetcher(periods, options, fetcher);
  try {
    return await dataFetcher.fetch();
  } finally {
    fetcher.close();
    options.onSpent?.(dataFetcher.budget.spent);
  }
}

/** The first requests of a report, which are all sent at once, and the parts that the budget leaves out. */
export type RequestPlan = {
  /** Their first pages also bring the period's totals. */
  current: Range;
  previous: Range | undefined;
  /** The other periods of the trend, newest first. */
  trend: readonly Range[];
  /** The limit on requests for the trend, retries included. */
  trendRequests: number;
  missing: readonly Missing[];
};

/** Plans the first requests, at most `maxRequests` (which is at least 1). */
export function planRequests(periods: Periods, maxRequests: number): RequestPlan {
  const previous = maxRequests > 1 ? periods.previous : undefined;
  const missing: Missing[] = [];
  if (periods.previous !== previous) missing.push({ what: "previous", why: "budget" });
  // The two newest points of the trend come with the periods themselves.
  const others = periods.trend.slice(0, previous === undefined ? -1 : -2).reverse();
  const first = previous === undefined ? 1 : 2;
  const trendRequests = Math.min(Math.floor(maxRequests / 2), maxRequests - first);
  const trend = others.slice(0, trendRequests);
  if (trend.length < others.length) missing.push({ what: "trend", why: "budget" });
  return { current: periods.current, previous, trend, trendRequests, missing };
}

type FirstPage = { totals: Counts; page: VisitorsPage };
type FirstPageResult = FirstPage | { failure: FetchFailure };

class DataFetcher {
  readonly budget: RequestBudget;
  readonly #periods: Periods;
  readonly #options: FetchOptions;
  readonly #fetcher: PageFetcher;
  readonly #missing: Missing[] = [];
  #malformed = 0;

  constructor(periods: Periods, options: FetchOptions, fetcher: PageFetcher) {
    this.#periods = periods;
    this.#options = options;
    this.#fetcher = fetcher;
    this.budget = new RequestBudget(options.maxRequests);
  }

  async fetch(): Promise<VisitorData> {
    const { log, maxRequests, signal } = this.#options;
    const plan = planRequests(this.#periods, maxRequests);
    this.#missing.push(...plan.missing);
    const trendBudget = new RequestBudget(plan.trendRequests, this.budget);
    const currentFirst = this.#fetchFirst(plan.current, rowsPerPage, this.budget);
    const previousFirst = plan.previous && this.#fetchFirst(plan.previous, rowsPerPage, this.budget);
    const trend = plan.trend.map((range) => this.#fetchTrendPoint(range, trendBudget));
    log.info(
      `Reading the visitors: ${counted(this.budget.spent, "request")} to start with, at most ${maxRequests}.`,
    );

    const first = await currentFirst;
    if ("failure" in first) throw firstRequestError(first.failure);
    const current = await this.#fetchPages("pages", plan.current, first, 0);
    const previous =
      plan.previous &&
      previousFirst &&
      (await this.#fetchPrevious(plan.previous, await previousFirst, current.pages));
    const points = await Promise.all(trend);
    if (signal.aborted) throw new CancelledError(false);

    const newestFirst = [
      current.data.totals,
      ...(plan.previous === undefined ? [] : [previous?.totals]),
      ...points,
    ];
    if (this.#malformed > 0) this.#missing.push({ what: "rows", why: "malformed", count: this.#malformed });
    return {
      current: current.data,
      previous,
      trend: this.#periods.trend.map((_, index, { length }) => newestFirst[length - 1 - index]),
      requests: this.budget.spent,
      missing: this.#missing,
    };
  }

  async #fetchFirst(range: Range, limit: number, budget: RequestBudget): Promise<FirstPageResult> {
    const result = await this.#fetcher.fetchPage({ range, limit, offset: 0, budget });
    if ("failure" in result) return result;
    const totals = toCounts(result.page.totals);
    if (totals !== undefined) return { totals, page: result.page };
    const error = new InvalidResponseError("read the visitors", "the totals are negative or too large");
    return { failure: { why: "failure", reason: error.reason, error } };
  }

  async #fetchTrendPoint(range: Range, budget: RequestBudget): Promise<Counts | undefined> {
    const result = await this.#fetchFirst(range, 1, budget);
    if (!("failure" in result)) return result.totals;
    this.#addMissing("trend", result.failure);
    return undefined;
  }

  async #fetchPages(
    what: "pages" | "previous-pages",
    range: Range,
    { totals, page }: FirstPage,
    expected: number,
    budget = this.budget,
  ): Promise<{ data: PeriodData; pages: number }> {
    const fetcher = this.#fetcher;
    const reader = new PageReader({ fetcher, budget, range, first: page, expected });
    const { rows, malformed, pages, failure } = await reader.read();
    if (failure !== undefined) this.#addMissing(what, failure);
    this.#malformed += malformed;
    return { data: { totals, rows, complete: failure === undefined }, pages };
  }

  /** Fetches further pages only if the budget allows as many as the current period has. */
  async #fetchPrevious(range: Range, first: FirstPageResult, pages: number): Promise<PeriodData | undefined> {
    if ("failure" in first) {
      this.#addMissing("previous", first.failure);
      return undefined;
    }
    const budget = this.budget.left >= pages - 1 ? this.budget : new RequestBudget(0);
    return (await this.#fetchPages("previous-pages", range, first, pages, budget)).data;
  }

  #addMissing(what: FetchedPart, failure: FetchFailure): void {
    // We aborted the request ourselves, so nothing is missing.
    if (failure.why === "aborted") return;
    const { why } = failure;
    const missing: Missing = why === "failure" ? { what, why, reason: failure.reason } : { what, why };
    const known = this.#missing.some((one) => JSON.stringify(one) === JSON.stringify(missing));
    if (!known) this.#missing.push(missing);
  }
}
