import { getProxyUrl } from "@actions/http-client/lib/proxy";
import { Agent, type Dispatcher, Pool, ProxyAgent } from "undici";
import { ActionError } from "../errors.ts";
import { richText } from "../text/rich-text.ts";

/** Bounds on one request, in ms. */
export type Timeouts = { connectMs: number; answerMs: number };
export const defaultTimeouts: Timeouts = { connectMs: 10_000, answerMs: 30_000 };

/** What a test replaces of the network. */
export type NetworkHost = {
  /** Takes all requests, instead of connections through the proxies of the environment. */
  dispatcher?: Dispatcher;
  timeouts?: Timeouts;
};

/** The proxy opened no tunnel, so the request never left for its destination. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
  /** The HTTP status of the proxy's answer; missing when no answer came. */
  readonly proxyStatus: number | undefined;

  constructor(proxyStatus: number | undefined, options?: ErrorOptions) {
    const why =
      proxyStatus === undefined ? "the proxy opened no tunnel" : `the proxy answered ${proxyStatus}`;
    super(why, options);
    this.proxyStatus = proxyStatus;
  }
}

/** The connections of a run: opened at the first request to an origin, closed together. */
export class Connections {
  readonly abortSignals: { stopReading: AbortSignal; stopWriting: AbortSignal };
  readonly timeouts: Timeouts;
  readonly #host: NetworkHost;
  readonly #open = new Map<string, Dispatcher>();

  /** The signals abort requests to GitHub: reads stop at the cancellation, writes when the run ends. */
  constructor(host: NetworkHost, abortSignals?: { stopReading: AbortSignal; stopWriting: AbortSignal }) {
    this.#host = host;
    this.timeouts = host.timeouts ?? defaultTimeouts;
    const never = new AbortController().signal;
    this.abortSignals = abortSignals ?? { stopReading: never, stopWriting: never };
  }

  /** The dispatcher for an origin. Throws an `ActionError` when its proxy cannot be used. */
  dispatcherFor(base: URL): Dispatcher {
    const known = this.#host.dispatcher ?? this.#open.get(base.origin);
    if (known !== undefined) return known;
    try {
      const dispatcher = createDispatcher(base, this.timeouts);
      this.#open.set(base.origin, dispatcher);
      return dispatcher;
    } catch (error) {
      throw new ActionError(
        "input",
        richText`The proxy in the environment is not a valid address.`,
        richText`Set HTTPS_PROXY to an address such as http://proxy.example.com:3128.`,
        { cause: error },
      );
    }
  }

  /** Closes all connections; an idle one would keep the process alive until it times out. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((dispatcher) => dispatcher.destroy()));
  }
}

/**
 * Connections to one origin, through the proxy that the environment names for it. Throws when the proxy's address is
 * not valid.
 */
export function createDispatcher(base: URL, timeouts: Timeouts = defaultTimeouts): Dispatcher {
  const connect = { timeout: timeouts.connectMs };
  const proxy = proxyFor(base);
  if (proxy === undefined) return new Agent({ connect });
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return new ProxyAgent({
    uri: proxy.href,
    ...(credentials === ":" ? {} : { token: `Basic ${Buffer.from(credentials).toString("base64")}` }),
    proxyTls: connect,
    requestTls: connect,
    clientFactory: (origin: URL, options: object) =>
      new ProxyPool(origin, { ...options, headersTimeout: timeouts.connectMs }),
  });
}

/**
 * The proxy for an address, as the toolkit decides (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`; never for loopback).
 * Throws when its address is not valid.
 */
export function proxyFor(base: URL): URL | undefined {
  const proxy = getProxyUrl(base);
  if (proxy === undefined) return undefined;
  // `localhost:3128` parses as a URL with the scheme `localhost` and no host, but `http:` is meant.
  return new URL(proxy.hostname === "" ? `http://${proxy.href}` : proxy.href);
}

/** Connections to a proxy. Everything that goes wrong before the tunnel is open becomes a `ProxyError`. */
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
    if (callback === undefined) return this.#openTunnel(options);
    super.connect(options, callback);
    return undefined;
  }

  async #openTunnel(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    let answer: Dispatcher.ConnectData;
    try {
      answer = await super.connect(options);
    } catch (error) {
      // undici itself would retry an error of the socket (UND_ERR_SOCKET) without end.
      throw new ProxyError(undefined, { cause: error });
    }
    if (answer.statusCode === 200) return answer;
    answer.socket.on("error", () => {}).destroy();
    throw new ProxyError(answer.statusCode);
  }
}
