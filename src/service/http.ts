import type { Dispatcher } from "undici";
import { defaultTimeouts, ProxyError, type Timeouts } from "../network.ts";

/** A larger response is not read. */
const maxResponseBytes = 10 * 1024 * 1024;
/** No more than this is read of an error's body. */
const maxErrorBytes = 64 * 1024;

export type HttpRequest = {
  method: "GET" | "POST";
  /** Path segments below the base URL; each is percent-encoded here. */
  path: readonly string[];
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
};

/** A response. `body` is missing when the status arrived but the rest could not be read. */
export type HttpResponse = {
  status: number;
  retryAfter: string | undefined;
  location: string | undefined;
  body: string | undefined;
  bodyReadError?: TransportError;
};

/** Sends requests to one origin: bounded in time and size, without redirects; the key goes nowhere else. */
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
    const tooLong = new AbortController();
    // undici limits the time between two chunks; this limits the whole request.
    const timer = setTimeout(() => tooLong.abort(), connectMs + answerMs);
    const stop = signal === undefined ? tooLong.signal : AbortSignal.any([signal, tooLong.signal]);
    const fail = (error: unknown): TransportError => {
      // An aborted request throws errors of many kinds, so look at the signals first.
      if (signal?.aborted) return new TransportError("cancelled", "the run was cancelled", { cause: error });
      if (tooLong.signal.aborted)
        return new TransportError("timeout", "no complete response in time", { cause: error });
      return error instanceof TransportError ? error : classifyError(error);
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
      const location = first(response.headers["location"]);
      const head = {
        status: response.statusCode,
        retryAfter: first(response.headers["retry-after"]),
        location: location === undefined ? undefined : this.#redact(location),
      };
      try {
        const isSuccess = head.status >= 200 && head.status < 300;
        return { ...head, body: this.#redact(await read(response.body, isSuccess)) };
      } catch (error) {
        return { ...head, body: undefined, bodyReadError: fail(error) };
      }
    } catch (error) {
      throw fail(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #path(request: HttpRequest): string {
    const below = request.path.map(encodeURIComponent).join("/");
    const query = new URLSearchParams(request.query).toString();
    return `${this.#base.pathname.replace(/\/+$/, "")}/${below}${query === "" ? "" : `?${query}`}`;
  }

  /** Masks the key, which the service may echo, also in JSON escapes: no log or comment may show it. */
  #redact(text: string): string {
    if (!text.includes("\\")) return text.replaceAll(this.#key, "***");
    try {
      // JSON escapes quotes and backslashes in the key.
      return JSON.stringify(JSON.parse(text)).replaceAll(JSON.stringify(this.#key).slice(1, -1), "***");
    } catch {
      return text.replaceAll(this.#key, "***");
    }
  }
}

/** undici looks at the signal only once it is connected, which may never happen behind a bad proxy. */
async function orAborted(
  sending: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  // The race handles the rejection of both promises, so a late one is not an unhandled rejection.
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

/** Why no usable response came. Decides whether and for how long a request is retried. */
export type TransportFailure =
  /** No connection was made, so the request was not processed. */
  | "connect"
  /** The host has no address; not processed. */
  | "unknown-host"
  /** The certificate of the service or proxy is not valid; not processed. */
  | "certificate"
  /** The proxy opened no tunnel; not processed. */
  | "proxy"
  /** The proxy wants other credentials; not processed. */
  | "proxy-credentials"
  /** Connected, but no complete response in time; may have been processed. */
  | "timeout"
  /** The connection broke after it was made; may have been processed. */
  | "broken"
  /** The response is too large; was processed. */
  | "too-large"
  /** The run was cancelled; may have been processed. */
  | "cancelled";

const neverProcessed: readonly TransportFailure[] = [
  "connect",
  "unknown-host",
  "certificate",
  "proxy",
  "proxy-credentials",
];

/** The request failed below HTTP. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly kind: TransportFailure;

  constructor(kind: TransportFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }

  /** True when the service certainly did not get the request. */
  get notProcessed(): boolean {
    return neverProcessed.includes(this.kind);
  }
}

const certificateCode =
  /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/;
// No common version of TLS: the handshake ended before the request was written.
const handshakeCode =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|.*HANDSHAKE_FAILURE|.*ALERT_PROTOCOL_VERSION|PACKET_LENGTH_TOO_LONG)/;

/** Turns an error of undici or Node into a `TransportError`, whose message names the cause. */
export function classifyError(error: unknown): TransportError {
  const { code, syscall, message } = describe(error);
  const named = code === "" ? message : code;
  const make = (kind: TransportFailure, text: string) => new TransportError(kind, text, { cause: error });

  if (error instanceof ProxyError) {
    if (error.proxyStatus === 407) return make("proxy-credentials", error.message);
    const cause = error.cause === undefined ? undefined : classifyError(error.cause);
    if (cause?.notProcessed) return cause;
    return make("proxy", cause === undefined ? error.message : `${error.message}: ${cause.message}`);
  }
  if (error instanceof AggregateError) {
    // IPv4 and IPv6 were tried: if one of them may have been processed, the request may have been.
    const parts = error.errors.map(classifyError);
    const part = parts.find(({ notProcessed }) => !notProcessed) ?? parts[0];
    if (part !== undefined) return part;
  }
  if (code === "ENOTFOUND") return make("unknown-host", "the host name has no address (ENOTFOUND)");
  if (code === "UND_ERR_CONNECT_TIMEOUT") return make("connect", "no connection in time");
  if (certificateCode.test(code)) return make("certificate", `the certificate is not valid (${code})`);
  if (handshakeCode.test(code)) return make("certificate", `no common version of TLS (${code})`);
  if (syscall === "connect" || syscall === "getaddrinfo") return make("connect", `no connection (${named})`);
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT")
    return make("timeout", "no response in time");
  return make("broken", `the connection broke (${named})`);
}

function describe(error: unknown): { code: string; syscall: string; message: string } {
  if (typeof error !== "object" || error === null) return { code: "", syscall: "", message: String(error) };
  const text = (key: string) => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === "string" ? value : "";
  };
  return { code: text("code"), syscall: text("syscall"), message: text("message") };
}
