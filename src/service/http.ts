import type { Dispatcher, EnvHttpProxyAgent as EnvHttpProxyAgentType, ProxyAgent } from "undici";
import { classifyError, TransportError } from "./transport-error.ts";
import { Agent, EnvHttpProxyAgent, Pool } from "./undici.ts";

/** Answers above this many bytes are not read. */
const maxAnswerBytes = 10 * 1024 * 1024;
/** Of an error's body only this much is worth reading. */
const maxErrorBytes = 64 * 1024;

/** Bounds on one request, in ms. */
export type Timeouts = { connectMs: number; answerMs: number };
export const defaultTimeouts: Timeouts = { connectMs: 10_000, answerMs: 30_000 };

export type HttpRequest = {
  method: "GET" | "POST";
  /** Path parts below the base address; each is percent-encoded here. */
  path: readonly string[];
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
};

/** An answer as it came. `body` is missing when the status arrived but the rest could not be read. */
export type HttpResponse = {
  status: number;
  retryAfter: string | undefined;
  location: string | undefined;
  body: string | undefined;
  bodyReadError?: TransportError;
};

/** One request at a time to one origin: no redirects, bounded in time and size, the key sent nowhere else. */
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

  /** Sends a request once. Throws a `TransportError` when not even a status came back. */
  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    const { connectMs, answerMs } = this.#timeouts;
    const tooLong = new AbortController();
    // undici bounds each silence; this bounds the whole, so that an answer that drips in cannot hold us.
    const timer = setTimeout(() => tooLong.abort(), connectMs + answerMs);
    const stop = signal === undefined ? tooLong.signal : AbortSignal.any([signal, tooLong.signal]);
    const fail = (error: unknown): TransportError => {
      // An abort surfaces as whatever was thrown, so ask the signals before the error.
      if (signal?.aborted) return new TransportError("cancelled", "the run was cancelled", { cause: error });
      if (tooLong.signal.aborted)
        return new TransportError("timeout", "no whole answer in time", { cause: error });
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
        // Of nothing it makes nothing.
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
        const succeeded = head.status >= 200 && head.status < 300;
        return { ...head, body: this.#redact(await read(response.body, succeeded)) };
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

  /** A service that echoes the key, also in JSON's escapes, must not put it into a log, a summary or a comment. */
  #redact(text: string): string {
    if (!text.includes("\\")) return text.replaceAll(this.#key, "***");
    try {
      // JSON has its own spelling of a key that holds a quote or a backslash.
      return JSON.stringify(JSON.parse(text)).replaceAll(JSON.stringify(this.#key).slice(1, -1), "***");
    } catch {
      return text.replaceAll(this.#key, "***");
    }
  }
}

/** undici heeds a signal only once it is connected, which can take long, or for ever behind a bad proxy. */
async function orAborted(
  sending: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  // The race listens to both to their ends, so that what is rejected after it is over is no unhandled rejection.
  return await Promise.race([sending, aborted]);
}

/** Until the proxy has opened the tunnel nothing was sent, and undici would knock for ever at one that hangs up. */
class ProxyPool extends Pool {
  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback: (error: Error | null, data: Dispatcher.ConnectData) => void,
  ): void;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback?: (error: Error | null, data: Dispatcher.ConnectData) => void,
  ): Promise<Dispatcher.ConnectData> | undefined {
    if (callback !== undefined) {
      super.connect(options, callback);
      return undefined;
    }
    return super.connect(options).catch((error: unknown) => {
      const known = classifyError(error);
      throw known.notProcessed
        ? known
        : new TransportError("proxy", `the proxy opened no tunnel: ${known.message}`, { cause: error });
    });
  }
}

async function read(body: AsyncIterable<Buffer> & { destroy(): unknown }, whole: boolean): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (!whole && bytes > maxErrorBytes) break;
    if (bytes > maxAnswerBytes) throw new TransportError("too-large", "the answer is larger than 10 MiB");
  }
  return Buffer.concat(chunks).toString("utf8");
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** The variables that name proxies, as the environment has them. */
export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/**
 * The connection pool for one base address, through the proxy that the environment names for its scheme. Loopback
 * addresses are never proxied. Throws a `TypeError` when the proxy's address is no URL.
 */
export function createDispatcher(base: URL, env: ProxyEnv, timeouts: Timeouts = defaultTimeouts): Dispatcher {
  const connect = { timeout: timeouts.connectMs };
  const variable = base.protocol === "https:" ? "https_proxy" : "http_proxy";
  const proxy = env[variable] || env[variable.toUpperCase()];
  if (!proxy || isLoopback(base)) return new Agent({ connect });
  // The agent hands these two on to its ProxyAgent, though its own type does not name them.
  const options: EnvHttpProxyAgentType.Options &
    Pick<ProxyAgent.Options, "proxyTls" | "requestTls" | "clientFactory"> = {
    httpProxy: proxy,
    httpsProxy: proxy,
    noProxy: env["no_proxy"] || env["NO_PROXY"] || "",
    connect,
    proxyTls: connect,
    requestTls: connect,
    clientFactory: (origin: URL, opts: object) =>
      new ProxyPool(origin, { ...opts, headersTimeout: timeouts.connectMs }),
  };
  return new EnvHttpProxyAgent(options);
}

/** True for the addresses that never leave the machine. */
export function isLoopback(url: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
}
