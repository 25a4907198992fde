import * as z from "zod/mini";
import {
  type Failure,
  isoRange,
  type Missing,
  type PeriodData,
  type Periods,
  type Range,
  type VisitorData,
} from "./data.ts";
import { count, type ExportReader, parseRows } from "./export-reader.ts";
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
const visitorsRow = z.object({
  path: z.string(),
  ...counts,
});

/** What one response holds of the list of rows, which the service calls a page. The totals are those of the range. */
export const visitorsChunk = z.pipe(
  z.object({
    totals: z.object(counts),
    visitors: z.array(z.unknown()),
    hasMore: z.boolean(),
  }),
  z.transform(({ totals, visitors, hasMore }) => ({
    totals,
    hasMore,
    // Usable or not.
    size: visitors.length,
    ...parseRows(visitorsRow, visitors),
  })),
);
type Chunk = z.infer<typeof visitorsChunk>;

/**
 * Reads the totals of all periods, the pages of the period, then the signals, then the pages of the period before with the
 * requests that are left.
 * A failure after the first request makes the data incomplete. Throws the `ActionError` of the first one, and a
 * `CancelledError` if the run was cancelled.
 */
export async function readVisitors(
  periods: Periods,
  reader: ExportReader,
  options: SignalOptions,
): Promise<VisitorData> {
  const { current, previous, trend } = periods;
  // The newest points of the trend come with the periods themselves. No two ranges start at the same time.
  const starts = [current.from, previous?.from];
  const others = trend.filter(({ from }) => !starts.includes(from)).reverse();
  const [first, firstBefore, ...points] = await Promise.all([
    readChunk(reader, current),
    previous && readChunk(reader, previous),
    ...others.map((point) => readChunk(reader, point, { limit: 1 })),
  ]);
  // The first request is always sent, so it has a value or an error.
  if (first.value === undefined) {
    throw first.error;
  }

  const { placeOf } = options;
  const now = await readPeriod(reader, current, first.value, placeOf);
  const signals = await readSignals(reader, current.to, options);
  const before =
    previous &&
    firstBefore?.value &&
    (await readPeriod(reader, previous, firstBefore.value, placeOf));

  const missing: Missing[] = [];
  const note = (what: Missing["what"], failure: Failure | undefined) => {
    if (failure !== undefined) {
      missing.push({
        what,
        ...failure,
      });
    }
  };
  note("pages", now.failure);
  note("previous", firstBefore?.failure);
  note("previous-pages", before?.failure);

  const read = [first, firstBefore, ...points];
  const pointAt = (time: number) => read.find((chunk) => chunk?.from === time)?.value;
  return {
    current: now.data,
    previous: before?.data,
    trend: trend.map(({ from }) => pointAt(from)?.totals),
    signals,
    missing,
  };
}

async function readChunk(
  reader: ExportReader,
  range: Range,
  { limit = rowsPerChunk, offset = 0 } = {},
) {
  const request = {
    operation: "read the visitors",
    path: "visitors",
    query: {
      ...isoRange(range),
      limit,
      offset,
    },
    schema: visitorsChunk,
  } as const;
  return {
    from: range.from,
    ...(await reader.get(request, maxRetries)),
  };
}

/** Reads the rows of a period in batches of chunks: four at once, then the next four. */
async function readPeriod(reader: ExportReader, range: Range, first: Chunk, placeOf: PlaceOf) {
  // Rows can shift to the next chunk while they are read, so a path can come twice; its first row counts.
  const rows = new Map<string, Row>();
  /** Why the list is not whole. */
  let problem: Failure | undefined;
  let isOver = false;

  /** Behind a failed chunk the rows still count, but `hasMore` no longer says whether all were read. */
  const add = (chunk: Chunk) => {
    const known = rows.size;
    for (const row of chunk.rows) {
      if (!rows.has(row.path)) {
        rows.set(row.path, row);
      }
    }
    const added = rows.size - known;
    if (chunk.malformed > 0) {
      problem ??= { why: "malformed" };
    }
    if (isOver) {
      return;
    }

    if (added < chunk.rows.length) {
      problem ??= { why: "repeated" };
    }
    isOver = !chunk.hasMore;
    // A service that repeats chunks or sends empty ones would never end. And behind a short chunk, rows would be lost: the
    // next one begins a whole chunk further on.
    const isStuck = added + chunk.malformed === 0 || chunk.size < first.size;
    if (!isOver && isStuck) {
      end({ why: "pagination" });
    }
  };
  const end = (why: Failure) => {
    if (!isOver) {
      problem = why;
    }
    isOver = true;
  };

  add(first);
  for (let next = 1; !isOver; next += chunksPerBatch) {
    const batch = Array.from({ length: chunksPerBatch }, (_, index) => {
      const offset = (next + index) * first.size;
      return readChunk(reader, range, { offset });
    });
    for (const { value, failure } of await Promise.all(batch)) {
      if (value === undefined) {
        end(failure);
      } else {
        add(value);
      }
    }
  }
  const data: PeriodData = {
    totals: first.totals,
    complete: problem === undefined,
    ...joinRows(rows.values(), placeOf),
  };
  return {
    data,
    failure: problem,
  };
}
