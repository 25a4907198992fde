import { getProxyUrl } from "@actions/http-client/lib/proxy";
import { Agent, type Dispatcher, Pool, ProxyAgent } from "undici";
import { ActionError } from "../errors.ts";
import { richText } from "../text/rich-text.ts";
import { classifyError, TransportError } from "./transport-error.ts";

/** Bounds on one request, in ms. */
export type Timeouts = { connectMs: number; answerMs: number };
export const defaultTimeouts: Timeouts = { connectMs: 10_000, answerMs: 30_000 };

/** What a test replaces of the network. */
export type NetworkHost = {
  /** Takes all requests, instead of connections through the proxies of the environment. */
  dispatcher?: Dispatcher;
  timeouts?: Timeouts;
};

/** The connections of a run: opened at the first request to an origin, closed together. */
export class Connections {
  readonly stopReading: AbortSignal | undefined;
  readonly timeouts: Timeouts;
  readonly #host: NetworkHost;
  readonly #open = new Map<string, Dispatcher>();

  /** `stopReading` aborts GET requests to GitHub when the run is cancelled. Other requests continue until the run ends. */
  constructor(host: NetworkHost, stopReading?: AbortSignal) {
    this.#host = host;
    this.timeouts = host.timeouts ?? defaultTimeouts;
    this.stopReading = stopReading;
  }

  /** The dispatcher for an origin. Throws an `ActionError` when its proxy cannot be used. */
  dispatcherFor(base: URL): Dispatcher {
    const known = this.#host.dispatcher ?? this.#open.get(base.origin);
    if (known !== undefined) return known;
    const dispatcher = createDispatcher(base, this.timeouts.connectMs);
    this.#open.set(base.origin, dispatcher);
    return dispatcher;
  }

  /** Closes all connections; an idle one would keep the process alive until it times out. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((dispatcher) => dispatcher.destroy()));
  }
}

/** Connections to one origin, through the proxy that the toolkit names for it. */
function createDispatcher(base: URL, connectMs: number): Dispatcher {
  const connect = { timeout: connectMs };
  try {
    const proxy = getProxyUrl(base);
    if (proxy === undefined) return new Agent({ connect });
    return new ProxyAgent({
      uri: proxy.href,
      proxyTls: connect,
      requestTls: connect,
      clientFactory: (origin: URL, options: object) =>
        new ProxyPool(origin, { ...options, headersTimeout: connectMs }),
    });
  } catch {
    // The error may hold the value, and that a password.
    throw new ActionError(
      "input",
      richText`The proxy in the environment is not a valid address.`,
      richText`Set HTTPS_PROXY or HTTP_PROXY to an address such as http://proxy.example.com:3128.`,
    );
  }
}

/** Connections to a proxy. A request that fails before the tunnel is open was not sent to its destination. */
class ProxyPool extends Pool {
  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const answer = await super.connect(options).catch((error: unknown) => {
      const cause = classifyError(error);
      // undici itself would repeat a connection that the proxy closed (UND_ERR_SOCKET) without end.
      throw new TransportError(richText`the proxy opened no tunnel: ${cause.what}`, { cause, notSent: true });
    });
    const { statusCode, socket } = answer;
    if (statusCode === 200) return answer;
    socket.destroy();
    const isFinal = statusCode === 407;
    throw new TransportError(`the proxy answered ${statusCode}`, { notSent: true, isFinal });
  }
}
