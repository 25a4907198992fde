import { day } from "../../dates.ts";
import type { Logger } from "../../runner/log.ts";
import type { Service } from "../../service/client.ts";
import type { CallOptions } from "../../service/retry.ts";
import type { Signal, SignalPage } from "../../service/signal-schemas.ts";
import { isoRange, type Range } from "../report-model.ts";
import {
  feedbackDays,
  type MissingSignal,
  type PageReport,
  questionDays,
  type SearchTerm,
  type SignalData,
} from "../signals-model.ts";
import type { Fetcher, SignalFailure } from "./fetcher.ts";
import type { RequestBudget } from "./request-budget.ts";

/** The most rows that the service puts in a chunk of feedback or searches. */
const rowsPerChunk = 100;
/** The service allows 1,000, but their answers come with them, and a response of more than 10 MiB is not read. */
const questionsPerChunk = 250;
/** The most chunks of each list: 11 requests in all. */
const maxChunks = {
  votes: 1,
  exampleReports: 2,
  questions: 4,
  searches: 2,
  searchesBefore: 2,
};

export type SignalOptions = {
  service: Service;
  fetcher: Fetcher;
  /** Requests that are left for the report. */
  budget: RequestBudget;
  wanted: ReadonlySet<Signal>;
  /** The report's period. The signals are of the days before its end. */
  period: Range;
  log: Pick<Logger, "info">;
};

/**
 * Reads the signals, one request after another and none of them twice. A failure ends its own signal alone, but the rate
 * limit ends all. A signal that the service does not have is not missing. Throws a `CancelledError` if the run was
 * cancelled.
 */
export async function readSignals(options: SignalOptions): Promise<SignalData> {
  const { service, period } = options;
  const reader = new SignalReader(options);
  const feedbackRange = daysBefore(period.to, feedbackDays);
  const questionRange = daysBefore(period.to, questionDays);
  const feedback = { ...isoRange(feedbackRange), limit: rowsPerChunk };
  const asked = { ...isoRange(questionRange), limit: questionsPerChunk };
  const searched = { ...isoRange(questionRange), limit: rowsPerChunk };
  const searchedBefore = {
    ...isoRange(daysBefore(questionRange.from, questionDays)),
    limit: rowsPerChunk,
  };

  const votes = await reader.read("feedback", maxChunks.votes, {
    fetchChunk: (from, call) => service.getVotes({ ...feedback, ...from }, call),
    keyOf: ({ page }) => page,
  });
  const exampleReports = await reader.read("feedback", maxChunks.exampleReports, {
    fetchChunk: (from, call) => service.getReports("code_snippet", { ...feedback, ...from }, call),
    keyOf: ({ id }) => id,
  });
  const questions = await reader.read("questions", maxChunks.questions, {
    fetchChunk: (from, call) => service.getQuestions({ ...asked, ...from }, call),
    keyOf: ({ askedAt, conversation }) => `${askedAt} ${conversation}`,
  });
  const recent = await reader.read("searches", maxChunks.searches, {
    fetchChunk: (from, call) => service.getSearches({ ...searched, ...from }, call),
    keyOf: ({ term }) => term,
  });
  const before = await reader.read("searches", maxChunks.searchesBefore, {
    fetchChunk: (from, call) => service.getSearches({ ...searchedBefore, ...from }, call),
    keyOf: ({ term }) => term,
  });
  return {
    feedback: votes && {
      votes: votes.rows,
      exampleReports: exampleReports && reportsIn(feedbackRange, exampleReports),
    },
    questions: questions && {
      asked: questions.rows.filter(({ askedAt }) => isIn(questionRange, askedAt)),
      isCut: questions.hasMore,
    },
    searches: recent && before && { recent: recent.rows, before: before.rows, ...unlistedAfter(recent) },
    missing: reader.missing(),
  };
}

/** The terms with the most hits come first, so those that are not read have at most as many as the last. */
function unlistedAfter({ rows, hasMore }: List<SearchTerm>): { unlisted?: number } {
  return hasMore ? { unlisted: Math.min(...rows.map(({ hits }) => hits)) } : {};
}

/** The reports without their ids. Those with a time outside the range are left out: a service may ignore the range. */
function reportsIn(range: Range, { rows }: List<PageReport>): PageReport[] {
  return rows
    .filter(({ reportedAt }) => reportedAt === undefined || isIn(range, reportedAt))
    .map(({ page, reportedAt }) => ({ page, reportedAt }));
}

function daysBefore(to: number, days: number): Range {
  return { from: to - days * day, to };
}

function isIn({ from, to }: Range, time: number): boolean {
  return from <= time && time < to;
}

/** The rows that were read, and whether the service announced more. */
type List<Row> = { rows: readonly Row[]; hasMore: boolean };

type ListSource<Row> = {
  fetchChunk: (from: { cursor?: string }, options: CallOptions) => Promise<SignalPage<Row>>;
  /** The same for two rows that are one. */
  keyOf: (row: Row) => string;
};

/** Reads lists chunk after chunk, and remembers what went wrong. */
class SignalReader {
  readonly #options: SignalOptions;
  readonly #failures = new Map<Signal, SignalFailure>();
  readonly #malformed = new Map<Signal, number>();

  constructor(options: SignalOptions) {
    this.#options = options;
  }

  /**
   * The rows of a list of at most `most` chunks; undefined if the signal is not wanted, has failed before, or fails with
   * the first chunk. A row can come twice, because rows shift to the next chunk while chunks are read, or because the
   * service ignores the cursor; the first counts.
   */
  async read<Row>(
    signal: Signal,
    most: number,
    { fetchChunk, keyOf }: ListSource<Row>,
  ): Promise<List<Row> | undefined> {
    const { fetcher, budget, wanted } = this.#options;
    if (!wanted.has(signal) || this.#failures.has(signal)) return undefined;
    const byKey = new Map<string, Row>();
    let cursor: string | undefined;
    for (let chunks = 0; chunks < most; chunks++) {
      const from: { cursor?: string } = cursor === undefined ? {} : { cursor };
      const result = await fetcher.fetchSignal((call) => fetchChunk(from, call), budget);
      if ("failure" in result) {
        this.#fail(signal, result.failure);
        if (chunks === 0) return undefined;
        break;
      }
      const chunk = result.value;
      for (const row of chunk.rows) if (!byKey.has(keyOf(row))) byKey.set(keyOf(row), row);
      this.#malformed.set(signal, (this.#malformed.get(signal) ?? 0) + chunk.malformed);
      cursor = chunk.cursor;
      // A cursor that leads back to the same chunk would only bring its rows again.
      if (cursor === undefined || cursor === from.cursor) break;
    }
    return { rows: [...byKey.values()], hasMore: cursor !== undefined };
  }

  missing(): MissingSignal[] {
    const failed = Array.from(this.#failures).flatMap(([signal, failure]): MissingSignal[] => {
      if (failure.why === "absent") return [];
      if (failure.why !== "failure") return [{ signal, why: failure.why }];
      return [{ signal, why: failure.why, reason: failure.reason }];
    });
    const dropped = Array.from(this.#malformed).flatMap(([signal, count]): MissingSignal[] =>
      count > 0 ? [{ signal, why: "malformed", count }] : [],
    );
    return [...failed, ...dropped];
  }

  #fail(signal: Signal, failure: SignalFailure): void {
    this.#failures.set(signal, failure);
    if (failure.why === "absent")
      this.#options.log.info(`The service has no ${signal} for this project; the report is made without.`);
  }
}
