import type { Dispatcher } from "undici";
import { defaultTimeouts, type Timeouts } from "../network/connections.ts";
import { classifyError, TransportError } from "../network/transport-error.ts";
import { trimEndOf } from "../text/words.ts";

/** A larger response is not read. */
const maxResponseBytes = 10 * 1024 * 1024;
/** The rest of an error's body is not read. */
const maxErrorBytes = 64 * 1024;

export type HttpRequest = {
  method: "GET" | "POST";
  /** Path segments below the base URL; each is percent-encoded here. */
  path: readonly string[];
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
};

/** A response whose status arrived. */
export type HttpResponse = {
  status: number;
  retryAfter: string | undefined;
  location: string | undefined;
  /** The text, or why it could not be read to its end. */
  body: string | TransportError;
};

/** Sends requests to one origin, within limits of time and size. Follows no redirect, so the key goes nowhere else. */
export class HttpClient {
  readonly #base: URL;
  readonly #key: string;
  readonly #dispatcher: Dispatcher;
  readonly #timeouts: Timeouts;

  constructor(base: URL, key: string, dispatcher: Dispatcher, timeouts: Timeouts = defaultTimeouts) {
    this.#base = base;
    this.#key = key;
    this.#dispatcher = dispatcher;
    this.#timeouts = timeouts;
  }

  /** Sends a request once. Throws a `TransportError` when no status came back. */
  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    const { connectMs, answerMs } = this.#timeouts;
    // undici only limits the time between two chunks. This limits the whole request.
    const tooLong = AbortSignal.timeout(connectMs + answerMs);
    const stop = signal === undefined ? tooLong : AbortSignal.any([tooLong, signal]);
    const fail = (cause: unknown): TransportError => {
      // An aborted request throws errors of many kinds, so look at the signals first.
      if (signal?.aborted) return new TransportError("cancelled", "the run was cancelled", { cause });
      if (tooLong.aborted) return new TransportError("timeout", "no complete response in time", { cause });
      return classifyError(cause);
    };
    try {
      const sending = this.#dispatcher.request({
        origin: this.#base.origin,
        path: this.#path(request),
        method: request.method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          accept: "application/json",
          "user-agent": "docs-agent-action",
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        },
        // `JSON.stringify(undefined)` is `undefined`, so no body is sent.
        body: JSON.stringify(request.body),
        headersTimeout: answerMs,
        bodyTimeout: answerMs,
        signal: stop,
      });
      const response = await orAborted(sending, stop);
      const head = {
        status: response.statusCode,
        retryAfter: first(response.headers["retry-after"]),
        location: first(response.headers["location"]),
      };
      try {
        const isSuccess = head.status >= 200 && head.status < 300;
        return { ...head, body: await read(response.body, isSuccess) };
      } catch (error) {
        return { ...head, body: fail(error) };
      }
    } catch (error) {
      throw fail(error);
    }
  }

  #path(request: HttpRequest): string {
    const below = request.path.map(encodeURIComponent).join("/");
    const query = new URLSearchParams(request.query).toString();
    return `${trimEndOf(this.#base.pathname, "/")}/${below}${query === "" ? "" : `?${query}`}`;
  }
}

/**
 * Rejects as soon as the signal aborts. undici itself looks at the signal only once it is connected, which may never
 * happen behind a bad proxy. The listener is not removed, because the signal belongs to this one request.
 */
async function orAborted(
  sending: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  // `Promise.race` also handles the promise that rejects later, so that is no unhandled rejection.
  return await Promise.race([sending, aborted]);
}

async function read(body: AsyncIterable<Buffer> & { destroy(): unknown }, whole: boolean): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (!whole && bytes > maxErrorBytes) break;
    if (bytes > maxResponseBytes) throw new TransportError("too-large", "the response is larger than 10 MiB");
  }
  return Buffer.concat(chunks).toString("utf8");
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
