import * as z from "zod/mini";
import { day, parseMoment } from "../../dates.ts";
import type { Signal } from "../../inputs/table.ts";
import type { Logger } from "../../runner/log.ts";
import type { ExportRequest } from "../../service/client.ts";
import { maybe } from "../../text/json.ts";
import { feedbackDays, isoRange, type Missing, questionDays, type SignalData } from "./data.ts";
import { count, type ExportReader, parseRows, type Rows } from "./export-reader.ts";
import type { PlaceOf } from "./pages.ts";

export type SignalOptions = {
  wanted: ReadonlySet<Signal>;
  /** What the addresses in the signals name. */
  placeOf: PlaceOf;
  log: Pick<Logger, "info">;
};

/** The most rows that the service puts on a page of any export. A response of 10 MiB could hold millions. */
const maxRows = 1000;

/** The service sends the votes of no more pages, whatever it says of more. */
const maxVotedPages = 100;

const timestamp = z.pipe(z.string(), z.transform(parseMoment));

/** A page of an export. `cursor` says where the next one begins; empty if this is the last. */
type SignalPage<Row> = Rows<Row> & { cursor: string };

export const votesPage = pageSchema(
  "feedback",
  z.object({
    path: z.string(),
    thumbsUp: count,
    thumbsDown: count,
  }),
  ({ path, thumbsUp, thumbsDown }) => ({
    page: path,
    up: thumbsUp,
    down: thumbsDown,
  }),
);

/** The open reports on code examples. Checked here too, in case the service ignores what was asked for. */
export const reportsPage = pageSchema(
  "feedback",
  z.object({
    id: z.string(),
    path: z.string(),
    source: z.string(),
    status: z.string(),
    createdAt: maybe(timestamp),
  }),
  ({ id, path, source, status, createdAt }) => {
    const isOpen = ["pending", "in_progress"].includes(status);
    return isOpen && source === "code_snippet"
      ? {
          id,
          page: path,
          at: createdAt,
        }
      : undefined;
  },
);

export const questionsPage = pageSchema(
  "conversations",
  z.object({
    id: z.string(),
    timestamp: z.pipe(timestamp, z.number()),
    query: z.catch(z.string(), ""),
    responseType: z.nullish(z.string()),
    resolutionStatus: z.enum(["answered", "unanswered"]),
    pageUrl: maybe(z.string()),
  }),
  ({ id, timestamp, query, responseType, resolutionStatus, pageUrl }) => {
    if (responseType === "clarifying_question") {
      return undefined;
    }
    const answered = resolutionStatus === "answered";
    return {
      conversation: id,
      at: timestamp,
      page: pageUrl,
      answered,
      // No report quotes what was answered.
      words: answered ? "" : query,
    };
  },
);

/** Search terms as visitors typed them, and how often they opened a result. `ctr` is in percent. */
export const searchesPage = pageSchema(
  "searches",
  z.object({
    searchQuery: z.string(),
    hits: count,
    ctr: z.number().check(z.minimum(0), z.maximum(100)),
  }),
  ({ searchQuery, hits, ctr }) => ({
    term: searchQuery,
    hits,
    clicks: Math.round((hits * ctr) / 100),
  }),
);

/** A page whose rows are in the field `list`. `keep` gives what is kept of a row; undefined if it does not count. */
function pageSchema<Given, Row>(
  list: string,
  row: z.ZodMiniType<Given>,
  keep: (given: Given) => Row | undefined,
) {
  const response = z.looseObject({
    nextCursor: maybe(z.string()),
    hasMore: maybe(z.boolean()),
  });
  return z.pipe(
    response.check(z.refine((fields) => Array.isArray(fields[list]))),
    z.transform(({ nextCursor, hasMore, ...fields }): SignalPage<Row> => {
      const given = z.array(z.unknown()).parse(fields[list]).slice(0, maxRows);
      const { rows, malformed } = parseRows(row, given);
      const cursor = hasMore === false ? "" : cursorOf(nextCursor ?? "");
      return {
        rows: rows.flatMap((one) => keep(one) ?? []),
        malformed,
        cursor,
      };
    }),
  );
}

/** Some services send the next page's address. Only its cursor is used: the key must not go to what a response names. */
function cursorOf(next: string): string {
  const isAddress = /^(?:https?:\/)?\//i.test(next) && next.includes("?");
  if (!isAddress) {
    return next;
  }
  const query = new URLSearchParams(next.slice(next.indexOf("?")));
  return query.get("cursor") ?? "";
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
  end: number,
  { wanted, placeOf, log }: SignalOptions,
): Promise<SignalData> {
  /** The signals that were asked for and have not failed. */
  const left = new Set(wanted);
  const missing: Missing[] = [];
  const elsewhere: string[] = [];

  /** Its rows; undefined if the signal is not wanted, has failed before, or fails with the first page. */
  async function read<Row>({ signal, pages, path, schema, query, daysAgo = 0 }: List<Row>) {
    if (!left.has(signal)) {
      return undefined;
    }
    const to = end - daysAgo * day;
    const days = signal === "feedback" ? feedbackDays : questionDays;
    const range = isoRange({
      from: to - days * day,
      to,
    });
    // Rows shift to the next page, and a service may ignore the cursor. So two rows that are alike are one.
    const rows = new Map<string, Row>();
    let cursor = "";
    for (let page = 0; page < pages; page++) {
      const last = cursor;
      const { value, failure } = await reader.get({
        operation: `read the ${signal}`,
        path,
        schema,
        query: {
          ...range,
          limit: 100,
          ...query,
          ...(last && { cursor: last }),
        },
      });
      if (failure !== undefined) {
        left.delete(signal);
        if (failure.reason === "not-found") {
          log.info(`The service has no ${signal} for this project; the report is made without.`);
        } else {
          missing.push({
            what: signal,
            ...failure,
          });
        }
        if (page === 0) {
          return undefined;
        }
        break;
      }
      for (const row of value.rows) {
        rows.set(JSON.stringify(row), row);
      }
      if (value.malformed > 0) {
        missing.push({
          what: signal,
          why: "malformed",
        });
      }
      cursor = value.cursor;
      // A cursor that leads back to the same page would only bring its rows again.
      if (cursor === "" || cursor === last) {
        break;
      }
    }
    return {
      rows: [...rows.values()],
      hasMore: cursor !== "",
    };
  }

  /** The rows of this site, with the names of their pages. */
  function onSite<Row extends { page: string | undefined }>(rows: readonly Row[] = []): Row[] {
    return rows.flatMap((row) => {
      const { page, host } = placeOf(row.page ?? "");
      if (host === undefined) {
        return { ...row, page };
      }
      elsewhere.push(host);
      return [];
    });
  }

  const votes = await read({
    signal: "feedback",
    path: "feedback/by-page",
    pages: 1,
    schema: votesPage,
  });
  const reports = await read({
    signal: "feedback",
    path: "feedback",
    pages: 2,
    query: {
      source: "code_snippet",
      status: "pending,in_progress",
    },
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
  const searches = {
    signal: "searches",
    path: "searches",
    pages: 2,
    schema: searchesPage,
  } as const;
  const recent = await read(searches);
  const before = await read({
    ...searches,
    daysAgo: questionDays,
  });

  // The terms with the most hits come first, so those that are not read have at most as many as the last.
  const unlisted = recent?.hasMore ? (recent.rows.at(-1)?.hits ?? 0) : 0;
  return {
    feedback: votes && {
      votes: onSite(votes.rows),
      areAllVotes: votes.rows.length < maxVotedPages,
      exampleReports: onSite(reports?.rows),
    },
    questions: questions && {
      newest: onSite(questions.rows),
      areAll: !questions.hasMore,
    },
    searches: recent &&
      before && {
        recent: recent.rows,
        before: before.rows,
        unlisted,
      },
    elsewhere,
    missing,
  };
}
