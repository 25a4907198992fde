import * as z from "zod/mini";
import { parseMoment } from "../dates.ts";

// The exports that hold what visitors wrote. Questions, answers, comments, code and addresses of people are not in these
// schemas, so they are dropped where a response is parsed.

/** What the service knows of pages beyond their visitors: the values of the input `signals`. */
export const signals = ["feedback", "questions", "searches"] as const;
export type Signal = (typeof signals)[number];

/** One page of an export. */
export type SignalPage<Row> = {
  rows: readonly Row[];
  /** How many rows had the wrong shape or impossible numbers, and were dropped. */
  malformed: number;
  /** Where the next page begins; undefined if this is the last. */
  cursor: string | undefined;
};

/** Feedback on code examples, or feedback that agents sent, which anyone can write. */
export type ReportSource = "code_snippet" | "agent";

/** The most rows that the service puts on a page of any export. A response of 10 MiB could hold millions. */
const maxRows = 1000;
/** Services answer 414 to addresses that are much longer. */
const maxCursorLength = 2000;

const count = z.pipe(
  z.number().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
  z.transform(Math.round),
);
const timestamp = z.pipe(z.string(), z.transform(parseMoment));

/** The thumbs of each page. */
export const votesPage = pageSchema(
  "feedback",
  z.pipe(
    z.object({ path: z.string(), thumbsUp: count, thumbsDown: count }),
    z.transform(({ path, thumbsUp, thumbsDown }) => ({ page: path, up: thumbsUp, down: thumbsDown })),
  ),
);

/** The open reports of a source; `id` is there to find repeats, and `reportedAt` is in epoch ms. */
export const reportsPage = (source: ReportSource) =>
  pageSchema(
    "feedback",
    z.pipe(
      z.object({
        id: z.string(),
        path: z.string(),
        source: z.string(),
        status: z.enum(["pending", "in_progress", "resolved", "dismissed"]),
        createdAt: z.catch(z.optional(timestamp), undefined),
      }),
      // Checked here too, in case the service ignores what was asked for.
      z.transform((row) => {
        const isOpen = row.status === "pending" || row.status === "in_progress";
        return isOpen && row.source === source
          ? { id: row.id, page: row.path, reportedAt: row.createdAt }
          : undefined;
      }),
    ),
  );

/** Questions to the assistant, without those that it answered with a question; `askedAt` is in epoch ms. */
export const questionsPage = pageSchema(
  "conversations",
  z.pipe(
    z.object({
      id: z.string(),
      timestamp: z.pipe(timestamp, z.number()),
      responseType: z.nullish(z.enum(["answer", "clarifying_question"])),
      resolutionStatus: z.enum(["answered", "unanswered"]),
      pageUrl: z.catch(z.optional(z.string()), undefined),
    }),
    z.transform(({ id, timestamp, responseType, resolutionStatus, pageUrl }) =>
      responseType === "clarifying_question"
        ? undefined
        : {
            conversation: id,
            askedAt: timestamp,
            page: pageUrl,
            answered: resolutionStatus === "answered",
          },
    ),
  ),
);

/** Search terms as visitors typed them, and how often they opened a result. */
export const searchesPage = pageSchema(
  "searches",
  z.pipe(
    // `ctr` is in percent.
    z.object({ searchQuery: z.string(), hits: count, ctr: z.number().check(z.minimum(0), z.maximum(100)) }),
    z.transform(({ searchQuery, hits, ctr }) => ({
      term: searchQuery,
      hits,
      clicks: Math.round((hits * ctr) / 100),
    })),
  ),
);

/** A page whose rows are in the field `list`. Rows that `row` turns into undefined do not count. */
function pageSchema<Row>(list: string, row: z.ZodMiniType<Row | undefined>) {
  const response = z.looseObject({
    nextCursor: z.catch(z.nullish(z.string()), undefined),
    hasMore: z.catch(z.optional(z.boolean()), undefined),
  });
  return z.pipe(
    response.check(z.refine((fields) => Array.isArray(fields[list]))),
    z.transform(({ nextCursor, hasMore, ...fields }): SignalPage<Row> => {
      const given = z.array(z.unknown()).parse(fields[list]).slice(0, maxRows);
      // Each row is parsed alone, so that one bad row does not lose the page.
      const parsed = given.map((one) => row.safeParse(one));
      const rows = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
      const malformed = parsed.filter(({ success }) => !success).length;
      return { rows, malformed, cursor: hasMore === false ? undefined : cursorOf(nextCursor ?? "") };
    }),
  );
}

/**
 * The cursor of the next page. Some services send the next page's address instead; only the cursor in it is used, because
 * the key must not go to an address that a response names.
 */
function cursorOf(next: string): string | undefined {
  const isAddress = /^(?:https?:\/)?\//i.test(next) && next.includes("?");
  const cursor = isAddress ? new URLSearchParams(next.slice(next.indexOf("?"))).get("cursor") : next;
  return cursor === null || cursor === "" || cursor.length > maxCursorLength ? undefined : cursor;
}
