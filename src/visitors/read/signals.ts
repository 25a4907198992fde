import * as z from "zod/mini";
import { day, parseMoment } from "../../dates.ts";
import type { Signal } from "../../inputs/table.ts";
import type { Logger } from "../../runner/log.ts";
import type { ExportRequest } from "../../service/client.ts";
import { feedbackDays, isoRange, type Missing, questionDays, type SignalData } from "../report-model.ts";
import { count, type ExportReader, parseRows, type Rows } from "./export-reader.ts";

/** The most rows that the service puts on a page of any export. A response of 10 MiB could hold millions. */
const maxRows = 1000;

const timestamp = z.pipe(z.string(), z.transform(parseMoment));

/** A page of an export. `cursor` says where the next one begins; undefined if this is the last. */
type SignalPage<Row> = Rows<Row> & { cursor: string | undefined };

export const votesPage = pageSchema(
  "feedback",
  z.object({ path: z.string(), thumbsUp: count, thumbsDown: count }),
  ({ path, thumbsUp, thumbsDown }) => ({ page: path, up: thumbsUp, down: thumbsDown }),
);

/** The open reports on code examples. Checked here too, in case the service ignores what was asked for. */
export const reportsPage = pageSchema(
  "feedback",
  z.object({
    id: z.string(),
    path: z.string(),
    source: z.string(),
    status: z.enum(["pending", "in_progress", "resolved", "dismissed"]),
    createdAt: z.catch(z.optional(timestamp), undefined),
  }),
  ({ id, path, source, status, createdAt }) => {
    const isOpen = status === "pending" || status === "in_progress";
    return isOpen && source === "code_snippet" ? { id, page: path, at: createdAt } : undefined;
  },
);

export const questionsPage = pageSchema(
  "conversations",
  z.object({
    id: z.string(),
    timestamp: z.pipe(timestamp, z.number()),
    responseType: z.nullish(z.enum(["answer", "clarifying_question"])),
    resolutionStatus: z.enum(["answered", "unanswered"]),
    pageUrl: z.catch(z.optional(z.string()), undefined),
  }),
  ({ id, timestamp, responseType, resolutionStatus, pageUrl }) => {
    if (responseType === "clarifying_question") return undefined;
    return { conversation: id, at: timestamp, page: pageUrl, answered: resolutionStatus === "answered" };
  },
);

/** Search terms as visitors typed them, and how often they opened a result. `ctr` is in percent. */
export const searchesPage = pageSchema(
  "searches",
  z.object({ searchQuery: z.string(), hits: count, ctr: z.number().check(z.minimum(0), z.maximum(100)) }),
  ({ searchQuery, hits, ctr }) => ({ term: searchQuery, hits, clicks: Math.round((hits * ctr) / 100) }),
);

/** A page whose rows are in the field `list`. `keep` gives what is kept of a row; undefined if it does not count. */
function pageSchema<Given, Row>(
  list: string,
  row: z.ZodMiniType<Given>,
  keep: (given: Given) => Row | undefined,
) {
  const response = z.looseObject({
    nextCursor: z.catch(z.nullish(z.string()), undefined),
    hasMore: z.catch(z.optional(z.boolean()), undefined),
  });
  return z.pipe(
    response.check(z.refine((fields) => Array.isArray(fields[list]))),
    z.transform(({ nextCursor, hasMore, ...fields }): SignalPage<Row> => {
      const given = z.array(z.unknown()).parse(fields[list]).slice(0, maxRows);
      const { rows, malformed } = parseRows(row, given);
      const cursor = hasMore === false ? undefined : cursorOf(nextCursor ?? "");
      return { rows: rows.flatMap((one) => keep(one) ?? []), malformed, cursor };
    }),
  );
}

/** Some services send the next page's address. Only its cursor is used: the key must not go to what a response names. */
function cursorOf(next: string): string | undefined {
  const isAddress = /^(?:https?:\/)?\//i.test(next) && next.includes("?");
  const cursor = isAddress ? new URLSearchParams(next.slice(next.indexOf("?"))).get("cursor") : next;
  return cursor || undefined;
}

/** A list that is read page after page, at most so many. Its days end so many `daysAgo`. */
type List<Row> = Pick<ExportRequest<SignalPage<Row>>, "path" | "schema"> & {
  signal: Signal;
  pages: number;
  query?: ExportRequest<unknown>["query"];
  daysAgo?: number;
};

/**
 * Reads the signals of the days before `end` (epoch ms), one request after another: eleven at most. A failure ends its own
 * signal alone, but the rate limit ends all. Throws a `CancelledError` if the run was cancelled.
 */
export async function readSignals(
  reader: ExportReader,
  wanted: ReadonlySet<Signal>,
  end: number,
  log: Pick<Logger, "info">,
): Promise<SignalData> {
  const failed = new Set<Signal>();
  const missing: Missing[] = [];
  const malformed = new Set<Signal>();

  /** Its rows; undefined if the signal is not wanted, has failed before, or fails with the first page. */
  async function read<Row>(list: List<Row>): Promise<{ rows: Row[]; hasMore: boolean } | undefined> {
    const { signal, path, schema, daysAgo = 0 } = list;
    if (!wanted.has(signal) || failed.has(signal)) return undefined;
    // Rows shift to the next page, and a service may ignore the cursor. So two rows that are alike are one.
    const rows = new Map<string, Row>();
    const to = end - daysAgo * day;
    const range = { from: to - (signal === "feedback" ? feedbackDays : questionDays) * day, to };
    let cursor: string | undefined;
    for (let page = 0; page < list.pages; page++) {
      const last = cursor;
      const query = { ...isoRange(range), limit: 100, ...list.query, ...(last && { cursor: last }) };
      const { value, failure } = await reader.get({ operation: `read the ${signal}`, path, query, schema });
      if (failure !== undefined) {
        failed.add(signal);
        if (failure.reason === "not-found")
          log.info(`The service has no ${signal} for this project; the report is made without.`);
        else missing.push({ what: signal, ...failure });
        if (page === 0) return undefined;
        break;
      }
      for (const row of value.rows) rows.set(JSON.stringify(row), row);
      if (value.malformed > 0) malformed.add(signal);
      cursor = value.cursor;
      // A cursor that leads back to the same page would only bring its rows again.
      if (cursor === undefined || cursor === last) break;
    }
    return { rows: [...rows.values()], hasMore: cursor !== undefined };
  }

  const votes = await read({ signal: "feedback", path: "feedback/by-page", pages: 1, schema: votesPage });
  const exampleReports = await read({
    signal: "feedback",
    path: "feedback",
    pages: 2,
    query: { source: "code_snippet", status: "pending,in_progress" },
    schema: reportsPage,
  });
  const questions = await read({
    signal: "questions",
    path: "assistant",
    pages: 4,
    // The service allows 1,000, but their answers come with them, and a response of more than 10 MiB is not read.
    query: { limit: 250 },
    schema: questionsPage,
  });
  const searches = { signal: "searches", path: "searches", pages: 2, schema: searchesPage } as const;
  const recent = await read(searches);
  const before = await read({ ...searches, daysAgo: questionDays });

  for (const what of malformed) missing.push({ what, why: "malformed" });
  // The terms with the most hits come first, so those that are not read have at most as many as the last.
  const unlisted = recent?.hasMore ? Math.min(...recent.rows.map(({ hits }) => hits)) : 0;
  return {
    feedback: votes && { votes: votes.rows, exampleReports: exampleReports?.rows ?? [] },
    questions: questions && { newest: questions.rows, areAll: !questions.hasMore },
    searches: recent && before && { recent: recent.rows, before: before.rows, unlisted },
    missing,
  };
}
