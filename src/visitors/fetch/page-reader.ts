import type { VisitorsPage } from "../../service/schemas.ts";
import type { Counts, PageRow, Range } from "../report-model.ts";
import type { FetchFailure, PageFetcher, PageResult, RequestBudget } from "./page-fetcher.ts";

/** The most rows that one response can hold. */
export const rowsPerPage = 250;
/** Requests in flight for one period. One of the pages is known to exist, so at most three requests are wasted. */
const maxInFlight = 4;

export type PageReaderOptions = {
  fetcher: PageFetcher;
  budget: RequestBudget;
  range: Range;
  /** The first page, already fetched. */
  first: VisitorsPage;
  /** How many pages there probably are; 0 if unknown. */
  expected: number;
};

/** All rows of a period that could be read. */
export type PagesResult = {
  rows: readonly PageRow[];
  /** Rows of the wrong shape, which were dropped. */
  malformed: number;
  /** How many pages were read in a row from the first. */
  pages: number;
  /** Why not every page was read. */
  failure: FetchFailure | undefined;
};

/** Reads the pages of one period and fetches some of them ahead. An instance reads once. */
export class PageReader {
  readonly #options: PageReaderOptions;
  readonly #rows = new PageRows();
  readonly #abort = new AbortController();
  readonly #inFlight = new Map<number, { done: Promise<void>; setExists: (exists: boolean) => void }>();
  readonly #completed = new Map<number, PageResult>();
  /** The page whose rows come next. */
  #nextExpected = 0;
  #nextToFetch = 1;
  /** No page exists from here on, as far as is known. */
  #endPage = Number.POSITIVE_INFINITY;

  constructor(options: PageReaderOptions) {
    this.#options = options;
    this.#completed.set(0, { page: options.first });
  }

  async read(): Promise<PagesResult> {
    const { fetcher, budget } = this.#options;
    for (;;) {
      const end = this.#drain();
      if (end !== undefined) return this.#finish(end.failure);
      while (this.#nextToFetch < Math.min(this.#endPage, this.#nextExpected + this.#prefetchCount())) {
        if (budget.left <= 0 || fetcher.stopped !== undefined) break;
        this.#fetch();
      }
      if (!this.#inFlight.has(this.#nextExpected)) return this.#finish(fetcher.stopped ?? { why: "budget" });
      await Promise.race([...this.#inFlight.values()].map(({ done }) => done));
    }
  }

  /** Adds the rows of completed pages, in order. Returns how the reading ended, once it has. */
  #drain(): { failure: FetchFailure | undefined } | undefined {
    for (;;) {
      const result = this.#completed.get(this.#nextExpected);
      if (result === undefined) return undefined;
      this.#completed.delete(this.#nextExpected);
      if ("failure" in result) return result;
      this.#nextExpected += 1;
      const hasNews = this.#rows.add(result.page);
      if (!result.page.hasMore) return { failure: undefined };
      // Pages without anything new could follow for ever.
      if (!hasNews) return { failure: { why: "pagination" } };
      this.#inFlight.get(this.#nextExpected)?.setExists(true);
    }
  }

  /** How many pages may be in flight. It starts low and grows, so that small sites cost few requests. */
  #prefetchCount(): number {
    const left = this.#options.expected - this.#nextExpected;
    return Math.min(maxInFlight, left > 0 ? left : 2 - left);
  }

  #fetch(): void {
    const { fetcher, range, budget } = this.#options;
    const number = this.#nextToFetch++;
    // A page fetched ahead is retried only once it is known to exist.
    const exists = Promise.withResolvers<boolean>();
    if (number === this.#nextExpected) exists.resolve(true);
    const request = {
      range,
      limit: rowsPerPage,
      offset: number * rowsPerPage,
      budget,
      signal: this.#abort.signal,
      shouldRetry: exists.promise,
    };
    const done = fetcher.fetchPage(request).then((result) => {
      this.#inFlight.delete(number);
      this.#completed.set(number, result);
      if ("page" in result && isLast(result.page)) this.#endPage = Math.min(this.#endPage, number + 1);
    });
    this.#inFlight.set(number, { done, setExists: exists.resolve });
  }

  async #finish(failure: FetchFailure | undefined): Promise<PagesResult> {
    for (const { setExists } of this.#inFlight.values()) setExists(false);
    if (failure === undefined || failure.why === "pagination") {
      this.#abort.abort();
    } else {
      // Later pages that were fetched ahead are paid for, so their rows count.
      await Promise.all([...this.#inFlight.values()].map(({ done }) => done));
      for (const result of this.#completed.values()) if ("page" in result) this.#rows.add(result.page);
    }
    const rows = this.#rows;
    return { rows: rows.sorted(), malformed: rows.malformed, pages: this.#nextExpected, failure };
  }
}

/** True if no page with rows can follow: the service says so, or the page is empty. */
function isLast({ hasMore, visitors, malformed }: VisitorsPage): boolean {
  return !hasMore || visitors.length + malformed === 0;
}

/** The rows of one period, one per path. */
export class PageRows {
  readonly #byPath = new Map<string, PageRow>();
  #malformed = 0;

  /** Rows that could not be used so far. */
  get malformed(): number {
    return this.#malformed;
  }

  /**
   * Adds the rows of a page. Pages shift while they are read, so a row can come twice; the first one counts. Returns
   * true if the page had a row that was not there before.
   */
  add(page: VisitorsPage): boolean {
    const [rows, malformed] = [this.#byPath.size, this.#malformed];
    this.#malformed += page.malformed;
    for (const { path, ...given } of page.visitors) {
      const counts = toCounts(given);
      if (counts === undefined) this.#malformed += 1;
      else if (!this.#byPath.has(path)) this.#byPath.set(path, { path, ...counts });
    }
    return this.#byPath.size > rows || this.#malformed > malformed;
  }

  /** All rows, most visitors first, then by path. */
  sorted(): PageRow[] {
    return [...this.#byPath.values()].sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
  }
}

/** Rounds counts to whole numbers. `undefined` if one is negative or too large. */
export function toCounts({ human, ai, total }: Counts): Counts | undefined {
  if (![human, ai, total].every((count) => count >= 0 && count <= Number.MAX_SAFE_INTEGER)) return undefined;
  return { human: whole(human), ai: whole(ai), total: whole(total) };
}

function whole(count: number): number {
  // Adding zero turns -0, which would be written with its sign, into 0.
  return Math.round(count) + 0;
}
