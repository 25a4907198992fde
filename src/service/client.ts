import type * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import { ActionError } from "../errors.ts";
import { namesOf } from "../names.ts";
import { TransportError } from "../network/transport-error.ts";
import { parseJson } from "../text/json.ts";
import {
  AmbiguousRequestError,
  CancelledError,
  invalidResponse,
  isPostOperation,
  type Operation,
  StatusError,
  unreachable,
} from "./errors.ts";
import { type Endpoint, type HttpRequest, type HttpResponse, type Query, send } from "./http.ts";
import { type CallOptions, type Retry, withRetry } from "./retry.ts";
import { type Job, jobSchema } from "./schemas.ts";

/** How long a cancelled run waits for the response to a POST, so that the new job is known. */
const finalResponseMs = 3000;

/** A request for one page of an export of the analytics; `path` is below `/v1/analytics/{projectId}`. */
export type ExportRequest<T> = {
  operation: Operation;
  path: string;
  query: Query;
  /** What is kept of the response. */
  schema: z.ZodMiniType<T>;
};

export type ServiceOptions = {
  endpoint: Endpoint;
  clock: Clock;
  projectId: string;
  /** Called before each wait for a retry, with the reason for the log and the wait in ms. */
  onRetry?: (why: string, waitMs: number) => void;
  /** Masks secrets in texts of the service. Gets each text before it is cut or encoded, which would hide a secret. */
  redact: (text: string) => string;
};

/** The documentation service. Every method throws an `ActionError`, or a `CancelledError` when its signal aborted it. */
export class Service {
  readonly #options: ServiceOptions;

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /** Creates an agent job. Sent again only if it certainly was not taken before. */
  createJob(prompt: string, options?: CallOptions): Promise<Job> {
    return this.#askForJob("create the job", { below: [], prompt, options });
  }

  /** Sends a follow-up to a job. Sent again only if it certainly was not taken before. */
  sendMessage(jobId: string, prompt: string, options?: CallOptions): Promise<Job> {
    return this.#askForJob("send the message", { below: [jobId, "message"], prompt, options });
  }

  /** Reads a job; retried for up to five minutes. */
  getJob(jobId: string, options?: CallOptions): Promise<Job> {
    return this.#askForJob("read the job", { below: [jobId], options });
  }

  /** Reads one page of an export of the analytics; retried for up to five minutes. */
  getExport<T>(request: ExportRequest<T>, options?: CallOptions): Promise<T> {
    const { operation, query, schema } = request;
    const path = ["v1", "analytics", this.#options.projectId, ...request.path.split("/")];
    const read = (response: HttpResponse) => parse(operation, schema, response);
    return this.#call(operation, { path, query }, read, options);
  }

  /** Asks for a job, which the path names first. Secrets are masked; an id that holds one is dropped, as it cannot be shown. */
  #askForJob(
    operation: Operation,
    asked: { below: readonly string[]; prompt?: string; options: CallOptions | undefined },
  ): Promise<Job> {
    const { projectId, redact } = this.#options;
    const { below, prompt, options } = asked;
    const [jobId] = below;
    const mask = (key: string, value: unknown) => {
      const masked = typeof value === "string" ? redact(value) : value;
      return key === "id" && masked !== value ? undefined : masked;
    };
    const read = (response: HttpResponse) => {
      const job = parse(operation, jobSchema, response, mask);
      if (jobId === undefined || job.id === jobId) {
        return job;
      }
      throw unreadable(operation, "the response is about another job");
    };
    const path = ["v2", "agent", projectId, "job", ...below];
    const body = prompt === undefined ? undefined : { prompt };
    return this.#call(operation, { path, body }, read, options);
  }

  /** Sends a request until it succeeds, as far as it may be repeated, and reads the 2xx. */
  async #call<T>(
    operation: Operation,
    request: HttpRequest,
    read: (response: HttpResponse) => T,
    options: CallOptions = {},
  ): Promise<T> {
    const { signal } = options;
    const { clock, onRetry } = this.#options;
    const attempt = async () => {
      if (signal?.aborted) {
        throw new CancelledError(false);
      }
      const response = await this.#send(request, signal);
      const isSuccess = response.status >= 200 && response.status < 300;
      if (!isSuccess) {
        throw this.#refusal(operation, response);
      }
      return read(response);
    };
    try {
      const decide = (error: unknown) => nextTry(operation, error);
      return await withRetry(attempt, { clock, decide, onRetry, ...options });
    } catch (error) {
      throw toActionError(operation, error, signal);
    }
  }

  /** The error of a status that is no success. */
  #refusal(operation: Operation, response: HttpResponse): ActionError {
    const { endpoint, redact } = this.#options;
    const error = new StatusError(operation, response, redact, namesOf(endpoint.base));
    if (operation !== "read the job" || mayPass(error.status)) {
      return error;
    }
    // The key has just been accepted, and the service sends no redirects: what says otherwise stands in front of it.
    const isOfMiddleman = error.isForeign || error.status < 400;
    return isOfMiddleman ? invalidResponse(operation, notJson(response)) : error;
  }

  /** Sends a request once. A cancelled POST has three more seconds for its response, which names the job. */
  async #send(request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
    const { endpoint, clock } = this.#options;
    if (request.body === undefined) {
      return await send(endpoint, request, clock, signal);
    }
    const abort = new AbortController();
    const settled = new AbortController();
    // Not awaited: a sleep never rejects, and this one ends when the response comes.
    const onCancel = () =>
      void clock.sleep(finalResponseMs, settled.signal).then(() => abort.abort());
    signal?.addEventListener("abort", onCancel, { signal: settled.signal });
    try {
      return await send(endpoint, request, clock, abort.signal);
    } finally {
      // Also removes the listener.
      settled.abort();
    }
  }
}

/** What a 2xx holds. */
function parse<T>(
  operation: Operation,
  schema: z.ZodMiniType<T>,
  response: HttpResponse,
  reviver?: (key: string, value: unknown) => unknown,
): T {
  if (response.body instanceof TransportError) {
    throw unreadable(operation, response.body.message);
  }
  const json = parseJson(response.body, reviver);
  if (json === undefined) {
    throw unreadable(operation, notJson(response));
  }
  const { data, error } = schema.safeParse(json);
  if (error === undefined) {
    return data;
  }
  const issues = error.issues.slice(0, 3);
  const where = issues.map(({ path }) => path.join(".") || "top level");
  throw unreadable(operation, `the response has the wrong shape (${where.join(", ")})`);
}

/** A 2xx to a POST says that it was carried out, or that something in front of the service has answered. */
function unreadable(operation: Operation, why: string): ActionError {
  return isPostOperation(operation)
    ? new AmbiguousRequestError(operation, why)
    : invalidResponse(operation, why);
}

/** True for a status that the next attempt to read may not get. */
function mayPass(status: number): boolean {
  return status >= 500 || [408, 425, 429].includes(status);
}

function notJson({ status }: HttpResponse): string {
  return `the response is not JSON (HTTP ${status})`;
}

/** The retry after this error; `undefined` where another attempt must not or need not be made. */
function nextTry(operation: Operation, error: unknown): Retry | undefined {
  const isPost = isPostOperation(operation);
  if (isPost && mayBeTaken(error)) {
    return undefined;
  }
  if (error instanceof TransportError) {
    return error.isFinal ? undefined : { why: error.message };
  }
  // What something in front of the service has refused may have reached it.
  if (!isPost && error instanceof ActionError && error.reason === "answer") {
    return { why: "the response cannot be read" };
  }
  if (!(error instanceof StatusError)) {
    return undefined;
  }
  const { status, retryAfterMs } = error;
  const isPassing = isPost ? [429, 503].includes(status) : mayPass(status);
  return isPassing ? { why: `HTTP ${status}`, retryAfterMs } : undefined;
}

/** Turns the error of the last attempt into the one that people read. */
function toActionError(
  operation: Operation,
  error: unknown,
  signal: AbortSignal | undefined,
): unknown {
  const isUncertain = isPostOperation(operation) && mayBeTaken(error);
  const isOfRequest = error instanceof TransportError || error instanceof ActionError;
  // After a cancellation, a request may end with any of these errors. Then it says nothing about the service.
  if (signal?.aborted && isOfRequest) {
    return new CancelledError(isUncertain);
  }
  if (isUncertain && !(error instanceof AmbiguousRequestError)) {
    const why =
      error instanceof StatusError ? `the answer was HTTP ${error.status}` : error.message;
    return new AmbiguousRequestError(operation, why, { cause: error });
  }
  return error instanceof TransportError ? unreachable(operation, error) : error;
}

/** The statuses that say that a POST was not carried out. Any other, such as 408 or 499, may hide a job. */
const refusals = new Set([400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 429]);

/** True when the service may have carried out a POST that ended with this error. */
function mayBeTaken(error: unknown): error is TransportError | StatusError | AmbiguousRequestError {
  if (error instanceof TransportError) {
    return !error.notSent;
  }
  if (!(error instanceof StatusError)) {
    return error instanceof AmbiguousRequestError;
  }
  const { status, retryAfterMs } = error;
  // Servers send 303 See Other for a POST that was carried out (RFC 9110, section 15.4.4), and many send 302 instead.
  if (status < 400) {
    return [302, 303].includes(status);
  }
  // A router also answers 503 when the service broke after it received the request. With `Retry-After` it is a refusal.
  if (status === 503) {
    return retryAfterMs === undefined;
  }
  return !refusals.has(status);
}
