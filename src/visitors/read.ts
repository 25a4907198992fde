import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import type { Service } from "../service/client.ts";
import { CancelledError, InvalidResponseError } from "../service/errors.ts";
import type { VisitorsPage } from "../service/schemas.ts";
import { counted } from "./numbers.ts";
import { isSame, planRequests } from "./plan.ts";
import { Budget } from "./read-budget.ts";
import { type PagesRead, pageSize, readPages } from "./read-pages.ts";
import { firstError, type Gap, Requests } from "./read-requests.ts";
import { Rows, toCounts } from "./read-rows.ts";
import type { Counts, Missing, PeriodData, Periods, Range, VisitorData } from "./types.ts";

export type ReadOptions = {
  service: Service;
  clock: Clock;
  /** Cancels the reading. */
  signal: AbortSignal;
  /** How many requests may be made, repeats included; at least 1. */
  maxRequests: number;
  /** Epoch ms: what has not come by then is missing. */
  deadline: number;
  log: Pick<Logger, "info">;
  /** Told at the end, however it comes, how many requests were spent. */
  onSpent?: (requests: number) => void;
};

/**
 * Reads what a report is made of. Once the first request for the period has succeeded, failures only make the result
 * partial; if that one fails, its `ActionError` is thrown. Throws a `CancelledError` when the signal aborts.
 */
export async function readVisitors(periods: Periods, options: ReadOptions): Promise<VisitorData> {
  if (options.signal.aborted) throw new CancelledError(false);
  const requests = new Requests(options);
  const reader = new Reader(periods, options, requests);
  try {
    return await reader.read();
  } finally {
    requests.close();
    options.onSpent?.(reader.spent);
  }
}

type What = "pages" | "previous" | "previous-pages" | "trend";
/** A first page, its totals checked. */
type First = { totals: Counts; page: VisitorsPage };

class Reader {
  readonly #periods: Periods;
  readonly #options: ReadOptions;
  readonly #requests: Requests;
  readonly #budget: Budget;
  readonly #missing: Missing[] = [];
  #malformed = 0;

  constructor(periods: Periods, options: ReadOptions, requests: Requests) {
    this.#periods = periods;
    this.#options = options;
    this.#requests = requests;
    this.#budget = new Budget(options.maxRequests);
  }

  /** Requests so far, every attempt counted. */
  get spent(): number {
    return this.#budget.spent;
  }

  async read(): Promise<VisitorData> {
    const { log, maxRequests, signal } = this.#options;
    const plan = planRequests(this.#periods, maxRequests);
    this.#missing.push(...plan.missing);
    const trendBudget = new Budget(plan.trendRequests, this.#budget);
    const now = this.#first(plan.current, pageSize, this.#budget);
    const before = plan.previous && this.#first(plan.previous, pageSize, this.#budget);
    const points = new Map<number, Counts>();
    const trend = plan.trend.map(async ({ at, range }) => {
      const point = await this.#first(range, 1, trendBudget);
      if ("why" in point) this.#miss("trend", point);
      else points.set(at, point.totals);
    });
    log.info(
      `Reading the visitors: ${counted(this.#budget.spent, "request")} at once, at most ${maxRequests} in all.`,
    );

    const first = await now;
    if ("why" in first) throw firstError(first);
    const current = await this.#pages("pages", plan.current, first, 0);
    const previous =
      plan.previous && before && (await this.#previous(plan.previous, await before, current.pages));
    await Promise.all(trend);
    if (signal.aborted) throw new CancelledError(false);

    for (const [at, range] of this.#periods.trend.entries()) {
      const read = isSame(range, plan.current) ? current.reading : isSame(range, plan.previous) && previous;
      if (read) points.set(at, read.totals);
    }
    if (this.#malformed > 0) this.#missing.push({ what: "rows", why: "malformed", count: this.#malformed });
    return {
      current: current.reading,
      previous,
      trend: this.#periods.trend.map((_, at) => points.get(at)),
      requests: this.#budget.spent,
      missing: this.#missing,
      failedMidway: this.#missing.some(({ why }) => why !== "budget"),
    };
  }

  async #first(range: Range, limit: number, budget: Budget): Promise<First | Gap> {
    const asked = await this.#requests.ask({ range, limit, offset: 0, budget });
    if ("gap" in asked) return asked.gap;
    const totals = toCounts(asked.page.totals);
    if (totals !== undefined) return { totals, page: asked.page };
    const error = new InvalidResponseError("read the visitors", "the answer has totals below zero");
    return { why: "failure", reason: error.reason, error };
  }

  async #pages(
    what: "pages" | "previous-pages",
    range: Range,
    { totals, page }: First,
    expected: number,
    budget = this.#budget,
  ): Promise<{ reading: PeriodData; pages: number }> {
    const rows = new Rows();
    const { pages, gap } = await readPages({
      requests: this.#requests,
      budget,
      range,
      first: page,
      rows,
      expected,
    });
    if (gap !== undefined) this.#miss(what, gap);
    this.#malformed += rows.malformed;
    return { reading: { totals, rows: rows.sorted(), complete: gap === undefined }, pages };
  }

  /** The period before; its further pages are begun only if there are requests for as many as this period has. */
  async #previous(range: Range, first: First | Gap, pages: number): Promise<PeriodData | undefined> {
    if ("why" in first) {
      this.#miss("previous", first);
      return undefined;
    }
    const begin = this.#budget.left >= pages - 1;
    const budget = begin ? this.#budget : new Budget(0);
    return (await this.#pages("previous-pages", range, first, pages, budget)).reading;
  }

  #miss(what: What, gap: NonNullable<PagesRead["gap"]>): void {
    const missing = toMissing(what, gap);
    if (missing === undefined) return;
    const known = this.#missing.some((one) => JSON.stringify(one) === JSON.stringify(missing));
    if (!known) this.#missing.push(missing);
  }
}

function toMissing(what: What, gap: NonNullable<PagesRead["gap"]>): Missing | undefined {
  switch (gap.why) {
    case "failure":
      return { what, why: "failure", reason: gap.reason };
    case "time":
    case "budget":
      return { what, why: gap.why };
    case "pagination":
      return what === "pages" || what === "previous-pages" ? { what, why: "pagination" } : undefined;
    case "dropped":
      return undefined;
  }
}
