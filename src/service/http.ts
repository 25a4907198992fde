import { unzipSync } from "node:zlib";
import type { Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import { defaultTimeouts, type Timeouts } from "../network/connections.ts";
import { classifyError, TransportError } from "../network/transport-error.ts";
import { trimEndOf } from "../text/words.ts";
import { parseRetryAfter } from "./retry.ts";

/** A larger response is not read. */
const maxResponseBytes = 10 * 1024 * 1024;

/** Where a service is, and how to get there. */
export type Endpoint = {
  base: URL;
  /** Goes there alone. */
  key: string;
  dispatcher: Dispatcher;
  timeouts?: Timeouts;
};

/** The parameters of a request, behind its path. */
export type Query = Readonly<Record<string, string | number>>;

/** A request to the service. */
export type HttpRequest = {
  /** Path segments below the base URL; each is percent-encoded here. */
  path: readonly string[];
  query?: Query;
  /** Sent as JSON by a POST; without it, the request is a GET. */
  body?: unknown;
};

/** A response whose status arrived. */
export type HttpResponse = {
  status: number;
  /** What it asks to wait, in ms; missing where it does not say. */
  retryAfterMs: number | undefined;
  /** The text, or why it could not be read to its end. */
  body: string | TransportError;
};

/** Sends a request once. Follows no redirect, so the key goes nowhere else. Throws a `TransportError` without a status. */
export async function send(
  { base, key, dispatcher, timeouts = defaultTimeouts }: Endpoint,
  request: HttpRequest,
  clock: Clock,
  signal?: AbortSignal,
): Promise<HttpResponse> {
  // undici only limits the time between two chunks. This limits the whole request.
  const tooLong = clock.timeout(timeouts.connectMs + timeouts.answerMs);
  const stop = signal === undefined ? tooLong : AbortSignal.any([tooLong, signal]);
  const fail = (cause: unknown): TransportError => {
    const error = classifyError(cause);
    // An aborted request throws errors of many kinds.
    if (!tooLong.aborted) {
      return error;
    }
    return new TransportError("no complete response in time", { cause, notSent: error.notSent });
  };
  const isPost = request.body !== undefined;
  try {
    const response = await dispatcher.request({
      origin: base.origin,
      path: pathOf(base, request),
      method: isPost ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${key}`,
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": "docs-agent-action",
        ...(isPost && { "content-type": "application/json" }),
      },
      // `JSON.stringify(undefined)` is `undefined`, so no body is sent.
      body: JSON.stringify(request.body),
      headersTimeout: timeouts.answerMs,
      bodyTimeout: timeouts.answerMs,
      signal: stop,
    });
    const { statusCode: status, headers } = response;
    const [retryAfter] = [headers["retry-after"]].flat();
    const head = { status, retryAfterMs: parseRetryAfter(retryAfter) };
    try {
      const bytes = decoded(await read(response.body));
      // Drops a byte order mark, which `JSON.parse` does not take.
      return { ...head, body: new TextDecoder().decode(bytes) };
    } catch (error) {
      return { ...head, body: fail(error) };
    }
  } catch (error) {
    throw fail(error);
  }
}

function pathOf(base: URL, { path, query = {} }: HttpRequest): string {
  const prefix = trimEndOf(base.pathname, "/");
  const segments = path.map(encodeURIComponent).join("/");
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    search.set(name, String(value));
  }
  return `${prefix}/${segments}${search.size === 0 ? "" : "?"}${search}`;
}

async function read(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxResponseBytes) {
      throw new TransportError("the response is larger than 10 MiB");
    }
  }
  return Buffer.concat(chunks);
}

/** How gzip begins (RFC 1952, section 2.3.1), and the header of zlib (RFC 1950, section 2.2) with its usual levels. */
const compressed = /^(?:1f8b|78(?:01|5e|9c|da))/;

/** The bytes of a response without the encoding that a middleman has given them unasked, whatever the headers say. */
function decoded(bytes: Buffer): Buffer {
  const isCompressed = compressed.test(bytes.toString("hex", 0, 2));
  if (!isCompressed) {
    return bytes;
  }
  try {
    return unzipSync(bytes, { maxOutputLength: maxResponseBytes });
  } catch (cause) {
    throw new TransportError("the response cannot be decoded", { cause });
  }
}
