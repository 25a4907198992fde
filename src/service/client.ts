import type * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import {
  AmbiguousRequestError,
  CancelledError,
  InvalidResponseError,
  type Operation,
  StatusError,
  UnreachableError,
} from "./errors.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "./http.ts";
import { type BeforeRetry, parseRetryAfter, type RetryDecision, withRetry } from "./retry.ts";
import { type Job, jobSchema, toVisitorsPage, type VisitorsPage, visitorsSchema } from "./schemas.ts";
import { TransportError } from "./transport-error.ts";

/** How long a request is tried again while it certainly was not taken, or is only a reading one. */
const retryWindowMs = 5 * 60_000;
/** A host name without an address is a typing mistake far more often than an outage. */
const unknownHostRetryWindowMs = 30_000;
/** How long a cancelled run waits for the answer to a POST, so that the job it made is known. */
const lastAnswerMs = 3000;
const retriedGets = [408, 425, 429];

export type CallOptions = {
  /** Cancels the call: a GET at once, a POST after at most three seconds. */
  signal?: AbortSignal | undefined;
  /** Epoch ms: no further attempt begins after it. */
  deadline?: number | undefined;
  /** Told when it was the deadline alone that forbade another attempt. */
  onDeadline?: () => void;
  /** How many attempts may follow the first; without it, as many as fit into five minutes. */
  maxRepeats?: number;
  /** Waits before each further attempt in place of the clock, and may refuse it. */
  beforeRetry?: BeforeRetry;
};

export type VisitorsQuery = { dateFrom: string; dateTo: string; limit: number; offset: number };

export type ServiceOptions = {
  transport: HttpClient;
  clock: Clock;
  projectId: string;
  /** Told before each wait for a further attempt, in words for the log. */
  onRetry?: (why: string, waitMs: number) => void;
};

/**
 * The documentation service, a method per operation. Every method throws an `ActionError` with a reason code, or a
 * `CancelledError` when its signal ended it.
 */
export class Service {
  readonly #transport: HttpClient;
  readonly #clock: Clock;
  readonly #projectId: string;
  readonly #onRetry: ((why: string, waitMs: number) => void) | undefined;
  #everAnswered = false;

  constructor(options: ServiceOptions) {
    this.#transport = options.transport;
    this.#clock = options.clock;
    this.#projectId = options.projectId;
    this.#onRetry = options.onRetry;
  }

  /** Creates an agent job (specification 4.1). Never sent twice unless the first was certainly not taken. */
  createJob(prompt: string, options: CallOptions = {}): Promise<Job> {
    const path = ["v2", "agent", this.#projectId, "job"];
    return this.#post("create the job", { method: "POST", path, body: { prompt } }, options);
  }

  /** Sends a follow-up to a job (specification 4.2), under the same rule as `createJob`. */
  sendMessage(jobId: string, prompt: string, options: CallOptions = {}): Promise<Job> {
    const path = ["v2", "agent", this.#projectId, "job", jobId, "message"];
    return this.#post("send the message", { method: "POST", path, body: { prompt } }, options);
  }

  /** Reads a job (service-facts: get agent job); tried again for up to five minutes without a good answer. */
  getJob(jobId: string, options: CallOptions = {}): Promise<Job> {
    const path = ["v2", "agent", this.#projectId, "job", jobId];
    return this.#get("read the job", { method: "GET", path }, jobSchema, options);
  }

  /** Reads one page of unique visitors (specification 4.4). */
  async getVisitors(query: VisitorsQuery, options: CallOptions = {}): Promise<VisitorsPage> {
    const { dateFrom, dateTo, limit, offset } = query;
    const request: HttpRequest = {
      method: "GET",
      path: ["v1", "analytics", this.#projectId, "visitors"],
      query: { dateFrom, dateTo, limit: String(limit), offset: String(offset) },
    };
    return toVisitorsPage(await this.#get("read the visitors", request, visitorsSchema, options));
  }

  async #get<S extends z.ZodMiniType>(
    operation: Operation,
    request: HttpRequest,
    schema: S,
    options: CallOptions,
  ): Promise<z.output<S>> {
    const { signal } = options;
    try {
      return await this.#retried(
        async () => {
          const answer = this.#succeeded(operation, await this.#transport.send(request, signal));
          const parsed = parse(schema, answer);
          if ("problem" in parsed) throw new InvalidResponseError(operation, parsed.problem);
          return parsed.value;
        },
        (error) => this.#decideOnGet(error),
        options,
      );
    } catch (error) {
      throw toActionError(operation, error, signal, false);
    }
  }

  async #post(operation: Operation, request: HttpRequest, options: CallOptions): Promise<Job> {
    const { signal } = options;
    try {
      return await this.#retried(
        async () => {
          if (signal?.aborted) throw new CancelledError(false);
          const answer = this.#succeeded(operation, await this.#sendPatiently(request, signal));
          const parsed = parse(jobSchema, answer);
          // The status says that it was taken, so an answer that cannot be read hides a job.
          if ("problem" in parsed) throw new AmbiguousRequestError(operation, parsed.problem);
          return parsed.value;
        },
        (error) => this.#decideOnPost(error),
        options,
      );
    } catch (error) {
      throw toActionError(operation, error, signal, true);
    }
  }

  /** Like `send`, but a cancelled POST is given a moment to say which job it made. */
  async #sendPatiently(request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
    const cut = new AbortController();
    const settled = new AbortController();
    const onCancel = () => void this.#clock.sleep(lastAnswerMs, settled.signal).then(() => cut.abort());
    signal?.addEventListener("abort", onCancel, { signal: settled.signal });
    try {
      return await this.#transport.send(request, cut.signal);
    } finally {
      // Ends the listening too.
      settled.abort();
    }
  }

  #succeeded(operation: Operation, answer: HttpResponse): HttpResponse {
    this.#everAnswered = true;
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw new StatusError(operation, answer);
  }

  #retried<T>(
    attempt: () => Promise<T>,
    decide: (error: unknown) => RetryDecision,
    options: CallOptions,
  ): Promise<T> {
    const onRetry = this.#onRetry;
    return withRetry(attempt, { clock: this.#clock, decide, ...options, ...(onRetry ? { onRetry } : {}) });
  }

  #decideOnGet(error: unknown): RetryDecision {
    if (error instanceof TransportError) {
      // Once the service has answered, a name or certificate that fails is an outage, which a job survives.
      if (!this.#everAnswered && error.kind === "certificate") return { again: false };
      const typo = !this.#everAnswered && error.kind === "unknown-host";
      return {
        again: true,
        maxElapsedMs: typo ? unknownHostRetryWindowMs : retryWindowMs,
        why: error.message,
      };
    }
    if (error instanceof InvalidResponseError)
      return { again: true, maxElapsedMs: retryWindowMs, why: "the answer cannot be read" };
    if (error instanceof StatusError && (error.status >= 500 || retriedGets.includes(error.status)))
      return this.#afterStatus(error);
    return { again: false };
  }

  #decideOnPost(error: unknown): RetryDecision {
    if (error instanceof TransportError && error.notProcessed && error.kind !== "certificate") {
      const maxElapsedMs = error.kind === "unknown-host" ? unknownHostRetryWindowMs : retryWindowMs;
      return { again: true, maxElapsedMs, why: error.message };
    }
    if (error instanceof StatusError && (error.status === 429 || error.status === 503))
      return this.#afterStatus(error);
    return { again: false };
  }

  #afterStatus(error: StatusError): RetryDecision {
    return {
      again: true,
      maxElapsedMs: retryWindowMs,
      retryAfterMs: parseRetryAfter(error.retryAfter, this.#clock.now()),
      why: `the service answered ${error.status}`,
      rateLimited: error.status === 429,
    };
  }
}

function parse<S extends z.ZodMiniType>(
  schema: S,
  answer: HttpResponse,
): { value: z.output<S> } | { problem: string } {
  if (answer.body === undefined)
    return { problem: answer.bodyReadError?.message ?? "the answer cannot be read" };
  let json: unknown;
  try {
    json = JSON.parse(answer.body);
  } catch {
    return { problem: `the answer is not JSON (HTTP ${answer.status})` };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const where = parsed.error.issues.map((issue) => issue.path.join(".") || "the whole").slice(0, 3);
  return { problem: `the answer has the wrong shape (${where.join(", ")})` };
}

/** Turns what ended a request into the error that people are told. */
function toActionError(
  operation: Operation,
  error: unknown,
  signal: AbortSignal | undefined,
  posted: boolean,
): unknown {
  const isUncertain = posted && mayBeTaken(error);
  // What a cancelled request left unread is no verdict on the service.
  if (signal?.aborted && ended.some((kind) => error instanceof kind)) return new CancelledError(isUncertain);
  if (error instanceof TransportError && !isUncertain) return new UnreachableError(operation, error);
  if (error instanceof TransportError || (error instanceof StatusError && isUncertain)) {
    const what = error instanceof StatusError ? `it answered HTTP ${error.status}` : error.message;
    return new AmbiguousRequestError(operation, what, { cause: error });
  }
  return error;
}

/** What a request can end in. */
const ended = [TransportError, StatusError, InvalidResponseError, AmbiguousRequestError];

/** True when the service may have carried out the request that ended so. */
function mayBeTaken(error: unknown): boolean {
  if (error instanceof TransportError) return !error.notProcessed;
  // See Other is what answers a POST that was carried out (RFC 9110, section 15.4.4).
  if (error instanceof StatusError)
    return error.status === 303 || (error.status >= 500 && error.status !== 503);
  return error instanceof AmbiguousRequestError;
}
