import type * as z from "zod/mini";
import { TransportError } from "../network/transport-error.ts";
import type { Clock } from "../runner/clock.ts";
import {
  AmbiguousRequestError,
  CancelledError,
  InvalidResponseError,
  isPostOperation,
  type Operation,
  type PostOperation,
  StatusError,
  UnreachableError,
} from "./errors.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "./http.ts";
import { type BeforeRetry, parseRetryAfter, type RetryDecision, withRetry } from "./retry.ts";
import {
  type Job,
  type JobFields,
  jobSchema,
  messageAnswerSchema,
  redactJob,
  toVisitorsPage,
  unknownStatus,
  type VisitorsPage,
  visitorsSchema,
} from "./schemas.ts";
import {
  questionsPage,
  type ReportSource,
  reportsPage,
  type SignalPage,
  searchesPage,
  votesPage,
} from "./signal-schemas.ts";

/** How long a GET is retried, and a POST that certainly was not processed. */
const retryWindowMs = 5 * 60_000;
/** A host name without an address is a typing error far more often than an outage. */
const unknownHostRetryWindowMs = 30_000;
/** How long a cancelled run waits for the response to a POST, so that the new job is known. */
const finalResponseMs = 3000;
const retriedGets = [408, 425, 429];

export type CallOptions = {
  /** Cancels the call: a GET at once, a POST after three seconds if no response comes before. */
  signal?: AbortSignal | undefined;
  /** Epoch ms; no retry begins after it. */
  deadline?: number | undefined;
  /** Called when only the deadline prevented another retry. */
  onDeadline?: () => void;
  /** The most retries; without it, as many as fit into five minutes. */
  maxRetries?: number;
  /** Does the waiting before each retry, and may refuse the retry. */
  beforeRetry?: BeforeRetry;
};

export type VisitorsQuery = { dateFrom: string; dateTo: string; limit: number; offset: number };

/** A range of days, and how many rows from which cursor on. */
export type SignalQuery = { dateFrom: string; dateTo: string; limit: number; cursor?: string };

export type ServiceOptions = {
  transport: HttpClient;
  clock: Clock;
  projectId: string;
  /** Called before each wait for a retry, with the reason for the log and the wait in ms. */
  onRetry?: (why: string, waitMs: number) => void;
  /** Masks secrets in texts of the service. Gets each text before it is cut or encoded, which would hide a secret. */
  redact: (text: string) => string;
};

/**
 * The documentation service, a method per endpoint. Every method throws an `ActionError` with a reason code, or a
 * `CancelledError` when its signal aborted it.
 */
export class Service {
  readonly #transport: HttpClient;
  readonly #clock: Clock;
  readonly #projectId: string;
  readonly #onRetry: ((why: string, waitMs: number) => void) | undefined;
  readonly #redact: (text: string) => string;
  #hasAnswered = false;

  constructor(options: ServiceOptions) {
    this.#transport = options.transport;
    this.#clock = options.clock;
    this.#projectId = options.projectId;
    this.#onRetry = options.onRetry;
    this.#redact = options.redact;
  }

  /** Creates an agent job. Sent again only if it certainly was not processed before. */
  async createJob(prompt: string, options: CallOptions = {}): Promise<Job> {
    const path = ["v2", "agent", this.#projectId, "job"];
    const request: HttpRequest = { method: "POST", path, body: { prompt } };
    return await this.#post("create the job", request, options, (response) => {
      const parsed = this.#parseJob(jobSchema, response);
      // A 2xx says that the service created a job, but the response does not name it.
      if ("problem" in parsed) throw new AmbiguousRequestError("create the job", parsed.problem);
      return parsed.value;
    });
  }

  /**
   * Sends a follow-up to a job. Sent again only if it certainly was not processed before. After any 2xx the service has
   * it, even if the response cannot be read: the job is the one of the URL.
   */
  async sendMessage(jobId: string, prompt: string, options: CallOptions = {}): Promise<Job> {
    const path = ["v2", "agent", this.#projectId, "job", jobId, "message"];
    const request: HttpRequest = { method: "POST", path, body: { prompt } };
    return await this.#post("send the message", request, options, (response) => {
      const parsed = this.#parseJob(messageAnswerSchema, response);
      return "problem" in parsed ? { id: jobId, status: unknownStatus } : { ...parsed.value, id: jobId };
    });
  }

  /** Reads a job; retried for up to five minutes. */
  async getJob(jobId: string, options: CallOptions = {}): Promise<Job> {
    const path = ["v2", "agent", this.#projectId, "job", jobId];
    return await this.#get("read the job", { method: "GET", path }, options, (response) =>
      this.#parseJob(jobSchema, response),
    );
  }

  /** Reads one page of unique visitors. */
  async getVisitors(query: VisitorsQuery, options: CallOptions = {}): Promise<VisitorsPage> {
    const { dateFrom, dateTo, limit, offset } = query;
    const request: HttpRequest = {
      method: "GET",
      path: ["v1", "analytics", this.#projectId, "visitors"],
      query: { dateFrom, dateTo, limit: String(limit), offset: String(offset) },
    };
    const page = await this.#get("read the visitors", request, options, (response) =>
      parse(visitorsSchema, response),
    );
    return toVisitorsPage(page);
  }

  /** Reads the thumbs of up to 100 pages, the most that the service lists. */
  async getVotes(query: SignalQuery, options?: CallOptions) {
    return await this.#getSignal("read the feedback", ["feedback", "by-page"], query, votesPage, options);
  }

  /** Reads one page of the open reports of a source. */
  async getReports(source: ReportSource, query: SignalQuery, options?: CallOptions) {
    const only = { ...query, source, status: "pending,in_progress" };
    return await this.#getSignal("read the feedback", ["feedback"], only, reportsPage(source), options);
  }

  /** Reads one page of the questions to the assistant, newest first. */
  async getQuestions(query: SignalQuery, options?: CallOptions) {
    return await this.#getSignal("read the questions", ["assistant"], query, questionsPage, options);
  }

  /** Reads one page of the search terms, most hits first. */
  async getSearches(query: SignalQuery, options?: CallOptions) {
    return await this.#getSignal("read the searches", ["searches"], query, searchesPage, options);
  }

  async #getSignal<Row>(
    operation: Exclude<Operation, PostOperation>,
    below: readonly string[],
    query: SignalQuery & { source?: ReportSource; status?: string },
    schema: z.ZodMiniType<SignalPage<Row>>,
    options: CallOptions = {},
  ): Promise<SignalPage<Row>> {
    const request: HttpRequest = {
      method: "GET",
      path: ["v1", "analytics", this.#projectId, ...below],
      query: { ...query, limit: String(query.limit) },
    };
    return await this.#get(operation, request, options, (response) => parse(schema, response));
  }

  async #get<T>(
    operation: Exclude<Operation, PostOperation>,
    request: HttpRequest,
    options: CallOptions,
    read: (response: HttpResponse) => Parsed<T>,
  ): Promise<T> {
    const { signal } = options;
    try {
      return await this.#retry(
        async () => {
          const response = this.#requireSuccess(operation, await this.#transport.send(request, signal));
          const parsed = read(response);
          if ("problem" in parsed) throw new InvalidResponseError(operation, parsed.problem);
          return parsed.value;
        },
        (error) => this.#decideOnGet(error),
        options,
      );
    } catch (error) {
      throw toActionError(operation, error, signal);
    }
  }

  async #post(
    operation: PostOperation,
    request: HttpRequest,
    options: CallOptions,
    read: (response: HttpResponse) => Job,
  ): Promise<Job> {
    const { signal } = options;
    try {
      return await this.#retry(
        async () => {
          if (signal?.aborted) throw new CancelledError(false);
          return read(this.#requireSuccess(operation, await this.#sendPost(request, signal)));
        },
        (error) => this.#decideOnPost(error),
        options,
      );
    } catch (error) {
      throw toActionError(operation, error, signal);
    }
  }

  /** Sends a POST. If the run is cancelled meanwhile, waits three more seconds for the response, which names the job. */
  async #sendPost(request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
    const abort = new AbortController();
    const settled = new AbortController();
    // Not awaited: a sleep never rejects, and the response ends it.
    const onCancel = () => void this.#clock.sleep(finalResponseMs, settled.signal).then(() => abort.abort());
    signal?.addEventListener("abort", onCancel, { signal: settled.signal });
    try {
      return await this.#transport.send(request, abort.signal);
    } finally {
      // Also removes the listener.
      settled.abort();
    }
  }

  /**
   * Parses what the service says of a job, then masks secrets. In this order, because the fields that the schema drops may
   * be long and need no masking.
   */
  #parseJob<S extends z.ZodMiniType<JobFields>>(schema: S, response: HttpResponse): Parsed<z.output<S>> {
    const parsed = parse(schema, response);
    return "problem" in parsed ? parsed : { value: redactJob(parsed.value, this.#redact) };
  }

  #requireSuccess(operation: Operation, response: HttpResponse): HttpResponse {
    this.#hasAnswered = true;
    if (response.status >= 200 && response.status < 300) return response;
    throw new StatusError(operation, response, this.#redact);
  }

  #retry<T>(
    attempt: () => Promise<T>,
    decide: (error: unknown) => RetryDecision,
    options: CallOptions,
  ): Promise<T> {
    const onRetry = this.#onRetry;
    return withRetry(attempt, { clock: this.#clock, decide, ...options, ...(onRetry ? { onRetry } : {}) });
  }

  #decideOnGet(error: unknown): RetryDecision {
    if (error instanceof TransportError) {
      // After one answer the settings are known to be right, so this is an outage, and the job may still be working: retry.
      if (!this.#hasAnswered && error.isMisconfigured) return { again: false };
      const isTypo = !this.#hasAnswered && error.kind === "unknown-host";
      return {
        again: true,
        maxElapsedMs: isTypo ? unknownHostRetryWindowMs : retryWindowMs,
        why: error.message,
      };
    }
    if (error instanceof InvalidResponseError)
      return { again: true, maxElapsedMs: retryWindowMs, why: "the response cannot be read" };
    if (error instanceof StatusError && (error.status >= 500 || retriedGets.includes(error.status)))
      return this.#retryStatus(error);
    return { again: false };
  }

  #decideOnPost(error: unknown): RetryDecision {
    if (error instanceof TransportError && error.notProcessed && !error.isMisconfigured) {
      const maxElapsedMs = error.kind === "unknown-host" ? unknownHostRetryWindowMs : retryWindowMs;
      return { again: true, maxElapsedMs, why: error.message };
    }
    if (error instanceof StatusError && (error.status === 429 || error.status === 503))
      return this.#retryStatus(error);
    return { again: false };
  }

  #retryStatus(error: StatusError): RetryDecision {
    return {
      again: true,
      maxElapsedMs: retryWindowMs,
      retryAfterMs: parseRetryAfter(error.retryAfter, this.#clock.now()),
      why: `the service answered ${error.status}`,
      rateLimited: error.status === 429,
    };
  }
}

type Parsed<T> = { value: T } | { problem: string };

function parse<S extends z.ZodMiniType>(schema: S, response: HttpResponse): Parsed<z.output<S>> {
  if (response.body instanceof TransportError) return { problem: response.body.message };
  let json: unknown;
  try {
    json = JSON.parse(response.body);
  } catch {
    return { problem: `the response is not JSON (HTTP ${response.status})` };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const where = parsed.error.issues.map((issue) => issue.path.join(".") || "top level").slice(0, 3);
  return { problem: `the response has the wrong shape (${where.join(", ")})` };
}

/** Turns the error of the last attempt into the one that people read. */
function toActionError(operation: Operation, error: unknown, signal: AbortSignal | undefined): unknown {
  const inDoubt = isPostOperation(operation) && isAmbiguous(error);
  // After a cancellation, a request may end with any of these errors. Then it says nothing about the service.
  if (signal?.aborted && requestErrors.some((type) => error instanceof type))
    return new CancelledError(inDoubt);
  if (inDoubt && (error instanceof TransportError || error instanceof StatusError)) {
    const why = error instanceof StatusError ? `the service answered HTTP ${error.status}` : error.message;
    return new AmbiguousRequestError(operation, why, { cause: error });
  }
  return error instanceof TransportError ? new UnreachableError(operation, error) : error;
}

const requestErrors = [TransportError, StatusError, InvalidResponseError, AmbiguousRequestError];

/** True when the service may have carried out a POST that ended with this error. */
function isAmbiguous(error: unknown): boolean {
  if (error instanceof TransportError) return !error.notProcessed;
  // Servers send 303 See Other for a POST that was carried out (RFC 9110, section 15.4.4), and many send 302 instead.
  if (error instanceof StatusError)
    return [302, 303].includes(error.status) || (error.status >= 500 && error.status !== 503);
  return error instanceof AmbiguousRequestError;
}
