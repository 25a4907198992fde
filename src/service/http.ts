import { inflateRawSync, unzipSync } from "node:zlib";
import type { Dispatcher } from "undici";
import { defaultTimeouts, type Timeouts } from "../network/connections.ts";
import { classifyError, TransportError } from "../network/transport-error.ts";
import { trimEndOf } from "../text/words.ts";

/** A larger response is not read. */
const maxResponseBytes = 10 * 1024 * 1024;

/** Where a service is, the key that goes there alone, and how to get there. */
export type Endpoint = { base: URL; key: string; dispatcher: Dispatcher; timeouts?: Timeouts };

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
  /** The text, or why it could not be read to its end. */
  body: string | TransportError;
};

/** Sends a request once. Follows no redirect, so the key goes nowhere else. Throws a `TransportError` without a status. */
export async function send(
  { base, key, dispatcher, timeouts = defaultTimeouts }: Endpoint,
  request: HttpRequest,
  signal?: AbortSignal,
): Promise<HttpResponse> {
  // undici only limits the time between two chunks. This limits the whole request.
  const tooLong = AbortSignal.timeout(timeouts.connectMs + timeouts.answerMs);
  const stop = signal === undefined ? tooLong : AbortSignal.any([tooLong, signal]);
  const fail = (cause: unknown): TransportError => {
    const error = classifyError(cause);
    // An aborted request throws errors of many kinds.
    if (!tooLong.aborted) return error;
    return new TransportError("no complete response in time", { cause, notSent: error.notSent });
  };
  try {
    const response = await dispatcher.request({
      origin: base.origin,
      path: pathOf(base, request),
      method: request.method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": "docs-agent-action",
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      },
      // `JSON.stringify(undefined)` is `undefined`, so no body is sent.
      body: JSON.stringify(request.body),
      headersTimeout: timeouts.answerMs,
      bodyTimeout: timeouts.answerMs,
      signal: stop,
    });
    const { statusCode: status, headers } = response;
    const head = { status, retryAfter: [headers["retry-after"]].flat()[0] };
    try {
      const bytes = await read(response.body);
      const isDeflated = /\bdeflate\b/i.test(String(headers["content-encoding"]));
      // Drops a byte order mark, which `JSON.parse` does not take.
      return { ...head, body: new TextDecoder().decode(decoded(bytes, isDeflated)) };
    } catch (error) {
      return { ...head, body: fail(error) };
    }
  } catch (error) {
    throw fail(error);
  }
}

function pathOf({ pathname }: URL, { path, query }: HttpRequest): string {
  const search = new URLSearchParams(query).toString();
  return `${trimEndOf(pathname, "/")}/${path.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`;
}

async function read(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxResponseBytes) throw tooLarge();
  }
  return Buffer.concat(chunks);
}

const tooLarge = () => new TransportError("the response is larger than 10 MiB");

/**
 * The bytes of a response without the encoding that a middleman has given them unasked. Gzip shows itself by its first two
 * bytes (RFC 1952, section 2.3.1), whatever the headers say; deflate comes with the header of zlib or without.
 */
function decoded(bytes: Buffer, isDeflated: boolean): Buffer {
  const isGzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (bytes.length < 2 || (!isGzipped && !isDeflated)) return bytes;
  const hasHeader = isGzipped || (bytes[0] === 0x78 && bytes.readUInt16BE() % 31 === 0);
  try {
    const decode = hasHeader ? unzipSync : inflateRawSync;
    return decode(bytes, { maxOutputLength: maxResponseBytes });
  } catch (cause) {
    const isLarge = cause instanceof RangeError;
    throw isLarge ? tooLarge() : new TransportError("the response cannot be decoded", { cause });
  }
}
