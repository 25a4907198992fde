import * as z from "zod/mini";
import { ActionError } from "../../errors.ts";
import { richText } from "../../text/rich-text.ts";
import {
  type Failure,
  isoRange,
  type Missing,
  type PeriodData,
  type Periods,
  type Range,
  type VisitorData,
} from "./data.ts";
import { count, type ExportReader, parseRows, type Read } from "./export-reader.ts";
import { joinRows, type PlaceOf, type Row } from "./pages.ts";
import { readSignals, type SignalOptions } from "./signals.ts";

/** The most rows that one response can hold; a service may send fewer. */
const rowsPerChunk = 250;
/** Only the first chunk of a batch is known to exist, so a period wastes at most three requests. */
const chunksPerBatch = 4;
const maxRetries = 4;

const counts = {
  human: count,
  ai: count,
  total: count,
};
const visitorsRow = z.object({ path: z.string(), ...counts });

/** What one response holds of the list of rows, which the service calls a page. The totals are those of the range. */
export const visitorsChunk = z.pipe(
  z.object({ totals: z.object(counts), visitors: z.array(z.unknown()), hasMore: z.boolean() }),
  z.transform(({ totals, visitors, hasMore }) => ({
    totals,
    hasMore,
    ...parseRows(visitorsRow, visitors),
  })),
);
type Chunk = z.infer<typeof visitorsChunk>;

/**
 * Reads the visitors, and with the requests that they leave the signals. A failure after the first request makes the data
 * incomplete. Throws the `ActionError` of the first one, and a `CancelledError` if the run was cancelled.
 */
export async function readVisitors(
  periods: Periods,
  reader: ExportReader,
  options: SignalOptions,
): Promise<VisitorData> {
  const { current: range, previous: rangeBefore, trend } = periods;
  // The newest points of the trend come with the periods themselves. No two ranges start at the same time.
  const starts = [range.from, rangeBefore?.from];
  const others = trend.filter(({ from }) => !starts.includes(from)).reverse();
  const [first, firstBefore, ...points] = await Promise.all([
    readChunk(reader, range),
    rangeBefore && readChunk(reader, rangeBefore),
    ...others.map((point) => readChunk(reader, point, { limit: 1 })),
  ]);
  if (first.error !== undefined) throw first.error;
  // `max-requests` allows one request, so without an error it was the time limit.
  if (first.value === undefined)
    throw new ActionError(
      "unreachable",
      richText`The time limit was reached before the service answered the first request for visitors.`,
      richText`Raise timeout-minutes, or run the step again later.`,
    );

  const { placeOf } = options;
  const current = await readPeriod(reader, { range, first: first.value }, placeOf);
  const previous =
    rangeBefore &&
    firstBefore?.value &&
    (await readPeriod(
      reader,
      { range: rangeBefore, first: firstBefore.value },
      placeOf,
      current.chunks,
    ));
  const signals = await readSignals(reader, range.to, options);

  const read = [first, ...(firstBefore === undefined ? [] : [firstBefore]), ...points];
  const totals = new Map(read.map((chunk) => [chunk.range.from, chunk.value?.totals]));
  const missing: Missing[] = [];
  const note = (what: Missing["what"], failure: Failure | undefined) => {
    if (failure !== undefined) missing.push({ what, ...failure });
  };
  note("pages", current.failure);
  note("previous", firstBefore?.failure);
  note("previous-pages", previous?.failure);
  // Several points of the trend are mostly missing for one reason.
  note("trend", points.find(({ failure }) => failure !== undefined)?.failure);
  const malformed = current.malformed + (previous?.malformed ?? 0);
  if (malformed > 0) missing.push({ what: "rows", why: "malformed", count: malformed });
  return {
    current: current.data,
    previous: previous?.data,
    trend: trend.map(({ from }) => totals.get(from)),
    signals,
    missing,
  };
}

async function readChunk(
  reader: ExportReader,
  range: Range,
  { limit = rowsPerChunk, offset = 0 } = {},
): Promise<Read<Chunk> & { range: Range }> {
  const query = {
    ...isoRange(range),
    limit,
    offset,
  };
  const request = {
    operation: "read the visitors",
    path: "visitors",
    query,
    schema: visitorsChunk,
  } as const;
  return {
    range,
    ...(await reader.get(request, maxRetries)),
  };
}

/**
 * Reads the rows of a period in batches of chunks: four at once, then the next four. `expected` is the probable number of
 * chunks; without room for as many, nothing follows the first. Returns how many chunks it has, as far as it was read.
 */
async function readPeriod(
  reader: ExportReader,
  { range, first }: { range: Range; first: Chunk },
  placeOf: PlaceOf,
  expected = 1,
) {
  // Rows can shift to the next chunk while they are read, so a path can come twice; its first row counts.
  const rows = new Map<string, Row>();
  const chunkSize = sizeOf(first);
  let end: Failure | "last chunk" | undefined;
  let chunks = 0;
  let malformed = 0;
  let isRepeated = false;

  /** Behind a failed chunk the rows still count, but `hasMore` no longer says whether all were read. */
  const add = ({ value: chunk, failure }: Read<Chunk>) => {
    if (chunk === undefined) {
      end ??= failure;
      return;
    }
    const known = rows.size;
    for (const row of chunk.rows) if (!rows.has(row.path)) rows.set(row.path, row);
    const added = rows.size - known;
    malformed += chunk.malformed;
    if (end !== undefined) return;

    chunks += 1;
    isRepeated ||= added < chunk.rows.length;
    // A service that repeats chunks or sends empty ones would never end. And behind a short chunk, rows would be lost: the
    // next one begins a whole chunk further on.
    const isStuck = added + chunk.malformed === 0 || sizeOf(chunk) < chunkSize;
    if (!chunk.hasMore) end = "last chunk";
    else if (isStuck) end = { why: "pagination" };
  };

  add({ value: first });
  if (reader.left < expected - 1) end ??= { why: "budget" };
  for (let requested = 1; end === undefined; ) {
    const left = expected - requested;
    const size = Math.min(chunksPerBatch, left > 0 ? left : chunksPerBatch);
    const offsets = Array.from({ length: size }, (_, index) => (requested + index) * chunkSize);
    const batch = await Promise.all(offsets.map((offset) => readChunk(reader, range, { offset })));
    for (const chunk of batch) add(chunk);
    requested += size;
  }

  const repeated: Failure | undefined = isRepeated ? { why: "repeated" } : undefined;
  const failure = end === "last chunk" ? repeated : end;
  const data: PeriodData = {
    totals: first.totals,
    complete: failure === undefined && malformed === 0,
    ...joinRows(rows.values(), placeOf),
  };
  return {
    data,
    malformed,
    chunks,
    failure,
  };
}

/** How many rows the service sent, usable or not. */
function sizeOf({ rows, malformed }: Chunk): number {
  return rows.length + malformed;
}
