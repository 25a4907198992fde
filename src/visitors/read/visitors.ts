import * as z from "zod/mini";
import { ActionError } from "../../errors.ts";
import type { Signal } from "../../inputs/table.ts";
import type { Logger } from "../../runner/log.ts";
import { richText } from "../../text/rich-text.ts";
import {
  type Failure,
  isoRange,
  type Missing,
  type PageRow,
  type PeriodData,
  type Periods,
  type Range,
  type VisitorData,
} from "../report-model.ts";
import { count, type ExportReader, parseRows, type Read } from "./export-reader.ts";
import { readSignals } from "./signals.ts";

/** The most rows that one response can hold; a service may send fewer. */
const rowsPerChunk = 250;
/** Only the first chunk of a batch is known to exist, so a period wastes at most three requests. */
const chunksPerBatch = 4;
const maxRetries = 4;

const counts = { human: count, ai: count, total: count };
const visitorsRow = z.object({ path: z.string(), ...counts });

/** What one response holds of the list of pages, which the service calls a page. The totals are those of the range. */
const visitorsChunk = z.pipe(
  z.object({ totals: z.object(counts), visitors: z.array(z.unknown()), hasMore: z.boolean() }),
  z.transform(({ totals, visitors, hasMore }) => ({
    totals,
    hasMore,
    ...parseRows(visitorsRow, visitors),
  })),
);
type Chunk = z.infer<typeof visitorsChunk>;

/**
 * Reads the visitors, and with the requests that they leave the signals that are `wanted`. A failure after the first request
 * makes the data incomplete. Throws the `ActionError` of the first one, and a `CancelledError` if the run was cancelled.
 */
export async function readVisitors(
  periods: Periods,
  reader: ExportReader,
  wanted: ReadonlySet<Signal>,
  log: Pick<Logger, "info">,
): Promise<VisitorData> {
  // The newest points of the trend come with the periods themselves. No two ranges start at the same time.
  const starts = [periods.current.from, periods.previous?.from];
  const others = periods.trend.filter(({ from }) => !starts.includes(from)).reverse();
  const [first, firstBefore, ...points] = await Promise.all([
    readChunk(reader, periods.current),
    periods.previous && readChunk(reader, periods.previous),
    ...others.map((range) => readChunk(reader, range, { limit: 1 })),
  ]);
  if (first.error !== undefined) throw first.error;
  // Without an error it was the time limit, as `max-requests` allows one request.
  if (first.value === undefined)
    throw new ActionError(
      "unreachable",
      richText`The time limit was reached before the service answered the first request for visitors.`,
      richText`Raise timeout-minutes, or run the step again later.`,
    );

  const current = await readPeriod(reader, first.range, first.value);
  const previous =
    firstBefore?.value && (await readPeriod(reader, firstBefore.range, firstBefore.value, current.chunks));
  const signals = await readSignals(reader, wanted, periods.current.to, log);

  const read = [first, ...(firstBefore === undefined ? [] : [firstBefore]), ...points];
  const totals = new Map(read.map(({ range, value }) => [range.from, value?.totals]));
  const missing: Missing[] = [];
  const note = (what: Missing["what"], failure: Failure | undefined): void => {
    if (failure !== undefined) missing.push({ what, ...failure });
  };
  note("pages", current.failure);
  note("previous", firstBefore?.failure);
  note("previous-pages", previous?.failure);
  for (const { failure } of points) note("trend", failure);
  const malformed = current.malformed + (previous?.malformed ?? 0);
  if (malformed > 0) missing.push({ what: "rows", why: "malformed", count: malformed });
  return {
    current: current.data,
    previous: previous?.data,
    trend: periods.trend.map(({ from }) => totals.get(from)),
    signals,
    // Several points of the trend can be missing for one reason.
    missing: [...new Map(missing.map((one) => [JSON.stringify(one), one])).values()],
  };
}

async function readChunk(
  reader: ExportReader,
  range: Range,
  { limit = rowsPerChunk, offset = 0 } = {},
): Promise<Read<Chunk> & { range: Range }> {
  const query = { ...isoRange(range), limit, offset };
  const request = { operation: "read the visitors", path: "visitors", query, schema: visitorsChunk } as const;
  return { range, ...(await reader.get(request, maxRetries)) };
}

/**
 * Reads the rows of a period in batches of chunks: four at once, then the next four. `expected` is the probable number of
 * chunks; without room for as many, nothing follows the first. Returns how many chunks it has, as far as it was read.
 */
async function readPeriod(reader: ExportReader, range: Range, first: Chunk, expected = 1) {
  const rows = new Map<string, PageRow>();
  const chunkSize = sizeOf(first);
  let malformed = 0;
  let chunks = 0;
  let end: Failure | "complete" | undefined;
  let batch: readonly Read<Chunk>[] = [{ value: first, failure: undefined }];
  for (let requested = 1; ; requested += batch.length) {
    for (const { value: chunk, failure } of batch) {
      // Behind a failed chunk the rows still count, but `hasMore` no longer says whether all chunks were read.
      if (chunk === undefined) {
        end ??= failure;
        continue;
      }
      if (end === undefined) chunks += 1;
      const known = rows.size + malformed;
      malformed += chunk.malformed;
      // Rows can shift to the next chunk while they are read, so a path can come twice; its first row counts.
      for (const row of chunk.rows) if (!rows.has(row.path)) rows.set(row.path, row);
      // A service that repeats chunks or sends empty ones would otherwise never end, and the next chunk begins a whole
      // chunk further on, so the rows that a short chunk lacks would be lost.
      const isStuck = rows.size + malformed === known || sizeOf(chunk) < chunkSize;
      if (!chunk.hasMore) end ??= "complete";
      else if (isStuck) end ??= { why: "pagination" };
    }
    if (requested === 1 && reader.left < expected - 1) end ??= { why: "budget" };
    if (end !== undefined) break;
    const size = Math.min(chunksPerBatch, expected > requested ? expected - requested : chunksPerBatch);
    const offsets = Array.from({ length: size }, (_, index) => (requested + index) * chunkSize);
    batch = await Promise.all(offsets.map((offset) => readChunk(reader, range, { offset })));
  }
  const failure = end === "complete" ? undefined : end;
  const sorted = [...rows.values()].sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
  const data: PeriodData = { totals: first.totals, rows: sorted, complete: failure === undefined };
  return { data, malformed, chunks, failure };
}

/** How many rows the service sent, usable or not. */
function sizeOf({ rows, malformed }: Chunk): number {
  return rows.length + malformed;
}
