import type { VisitorsPage } from "../../service/schemas.ts";
import type { Counts, PeriodData, Range } from "../report-model.ts";
import type { FetchFailure, PageFetcher, PageResult } from "./page-fetcher.ts";
import { PageRows } from "./page-rows.ts";
import type { RequestBudget } from "./request-budget.ts";

/** The most rows that one response can hold; a service may send fewer. */
export const rowsPerPage = 250;
/** Only the first page of a batch is known to exist, so a period wastes at most three requests. */
const pagesPerBatch = 4;

/** The first page of a range, which also brings the totals of the whole range. */
export type FirstPage = { range: Range; page: VisitorsPage; totals: Counts };

export type ReadPagesOptions = {
  fetcher: PageFetcher;
  budget: RequestBudget;
  /** The first page, which is already fetched. */
  first: FirstPage;
  /** The probable number of pages, so that the last batch asks for no more; 0 if unknown. */
  expected: number;
};

export type PagesResult = {
  /** The totals and all rows that could be read. */
  data: PeriodData;
  /** How many rows had the wrong shape or impossible numbers, and were dropped. */
  malformed: number;
  /** How many pages were read. */
  pages: number;
  /** Why not every page was read. */
  failure: FetchFailure | undefined;
};

/**
 * Reads the pages of one period in batches: four at once, then the next four. When the budget or the time is used up, the
 * fetcher fails the next batch without a request.
 */
export async function readPages(options: ReadPagesOptions): Promise<PagesResult> {
  const { fetcher, budget, first, expected } = options;
  const { range, totals } = first;
  const rows = new PageRows();
  const pageSize = rowsOf(first.page);
  let batch: readonly PageResult[] = [first];
  for (let requested = 1; ; requested += batch.length) {
    const end = addPages(rows, batch, pageSize);
    if (end !== undefined) {
      const failure = end === "complete" ? undefined : end;
      const data = { totals, rows: rows.sorted(), complete: failure === undefined };
      return { data, malformed: rows.malformed, pages: rows.pages, failure };
    }
    const likely = expected > requested ? expected - requested : pagesPerBatch;
    const size = Math.min(pagesPerBatch, likely);
    const offsets = Array.from({ length: size }, (_, index) => (requested + index) * pageSize);
    batch = await Promise.all(
      offsets.map((offset) => fetcher.fetchPage({ range, limit: rowsPerPage, offset, budget })),
    );
  }
}

/** How many rows the service sent, usable or not. */
function rowsOf({ visitors, malformed }: VisitorsPage): number {
  return visitors.length + malformed;
}

/** Adds the rows of a batch. Returns how the reading ended, or undefined if more pages follow. */
function addPages(
  rows: PageRows,
  batch: readonly PageResult[],
  pageSize: number,
): "complete" | FetchFailure | undefined {
  let failure: FetchFailure | undefined;
  for (const result of batch) {
    if ("failure" in result) {
      failure ??= result.failure;
      continue;
    }
    const hasNews = rows.add(result.page);
    // Behind a failed page the rows still count, but `hasMore` no longer says whether all pages were read.
    if (failure !== undefined) continue;
    if (!result.page.hasMore) return "complete";
    // A service that repeats pages or sends empty ones would otherwise never end, and the next page begins a whole page
    // further on, so the rows that a short page lacks would be lost.
    if (!hasNews || rowsOf(result.page) < pageSize) return { why: "pagination" };
  }
  return failure;
}
