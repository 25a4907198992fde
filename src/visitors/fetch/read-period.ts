import type { VisitorsPage } from "../../service/schemas.ts";
import type { Counts, PeriodData, Range } from "../report-model.ts";
import type { Fetched, Fetcher, PeriodFailure } from "./fetcher.ts";
import { PeriodRows } from "./period-rows.ts";
import type { RequestBudget } from "./request-budget.ts";

/** The most rows that one response can hold; a service may send fewer. */
export const rowsPerChunk = 250;
/** Only the first chunk of a batch is known to exist, so a period wastes at most three requests. */
const chunksPerBatch = 4;

/** The first chunk of a range, which also brings the totals of the whole range. */
export type FirstChunk = { range: Range; chunk: VisitorsPage; totals: Counts };

export type ReadPeriodOptions = {
  fetcher: Fetcher;
  budget: RequestBudget;
  /** The first chunk, which is already fetched. */
  first: FirstChunk;
  /** The probable number of chunks, so that the last batch asks for no more; 0 if unknown. */
  expected: number;
};

export type PeriodReading = {
  /** The totals and all rows that could be read. */
  data: PeriodData;
  /** How many rows had the wrong shape or impossible numbers, and were dropped. */
  malformed: number;
  /** How many chunks were read. */
  chunks: number;
  /** Why not every chunk was read. */
  failure: PeriodFailure | undefined;
};

/**
 * Reads the rows of one period in batches of chunks: four at once, then the next four. When the budget or the time is
 * used up, the fetcher fails the next batch without a request.
 */
export async function readPeriod(options: ReadPeriodOptions): Promise<PeriodReading> {
  const { fetcher, budget, first, expected } = options;
  const { range, totals } = first;
  const rows = new PeriodRows();
  const chunkSize = rowsOf(first.chunk);
  let batch: readonly Fetched<VisitorsPage>[] = [{ value: first.chunk }];
  for (let requested = 1; ; requested += batch.length) {
    const end = addChunks(rows, batch, chunkSize);
    if (end !== undefined) {
      const failure = end === "complete" ? undefined : end;
      const data = { totals, rows: rows.sorted(), complete: failure === undefined };
      return { data, malformed: rows.malformed, chunks: rows.chunks, failure };
    }
    const likely = expected > requested ? expected - requested : chunksPerBatch;
    const size = Math.min(chunksPerBatch, likely);
    const offsets = Array.from({ length: size }, (_, index) => (requested + index) * chunkSize);
    batch = await Promise.all(
      offsets.map((offset) => fetcher.fetchVisitors({ range, limit: rowsPerChunk, offset, budget })),
    );
  }
}

/** How many rows the service sent, usable or not. */
function rowsOf({ visitors, malformed }: VisitorsPage): number {
  return visitors.length + malformed;
}

/** Adds the rows of a batch. Returns how the reading ended, or undefined if more chunks follow. */
function addChunks(
  rows: PeriodRows,
  batch: readonly Fetched<VisitorsPage>[],
  chunkSize: number,
): "complete" | PeriodFailure | undefined {
  let failure: PeriodFailure | undefined;
  for (const result of batch) {
    if ("failure" in result) {
      failure ??= result.failure;
      continue;
    }
    const hasNews = rows.add(result.value);
    // Behind a failed chunk the rows still count, but `hasMore` no longer says whether all chunks were read.
    if (failure !== undefined) continue;
    if (!result.value.hasMore) return "complete";
    // A service that repeats chunks or sends empty ones would otherwise never end, and the next chunk begins a whole
    // chunk further on, so the rows that a short chunk lacks would be lost.
    if (!hasNews || rowsOf(result.value) < chunkSize) return { why: "pagination" };
  }
  return failure;
}
