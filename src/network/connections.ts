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
  readonly timeouts: Timeouts;
  readonly #host: NetworkHost;
  readonly #open = new Map<string, Dispatcher>();

  constructor(host: NetworkHost) {
    this.#host = host;
    this.timeouts = host.timeouts ?? defaultTimeouts;
  }

  /** The dispatcher for an origin. Throws an `ActionError` when its proxy cannot be used. */
  dispatcherFor(base: URL): Dispatcher {
    const known = this.#host.dispatcher ?? this.#open.get(base.origin);
    if (known !== undefined) {
      return known;
    }
    const dispatcher = createDispatcher(base, this.timeouts.connectMs);
    this.#open.set(base.origin, dispatcher);
    return dispatcher;
  }

  /** Closes all connections; an idle one would keep the process alive until it times out. */
  async close(): Promise<void> {
    const open = [...this.#open.values()];
    await Promise.all(open.map((dispatcher) => dispatcher.destroy()));
  }
}

/** Connections to one origin, through the proxy that the toolkit names for it. */
function createDispatcher(base: URL, connectMs: number): Dispatcher {
  const connect = { timeout: connectMs };
  try {
    const proxy = getProxyUrl(base);
    if (proxy === undefined) {
      return new Agent({ connect }).compose(tellNotSent);
    }
    const agent = new ProxyAgent({
      uri: proxy.href,
      proxyTls: connect,
      requestTls: connect,
      clientFactory: (origin: URL, options: object) =>
        new Pool(origin, { ...options, headersTimeout: connectMs }).compose(tellOfTunnel),
    });
    return agent.compose(tellNotSent);
  } catch {
    // The error may hold the value, and that a password.
    throw new ActionError(
      "input",
      richText`The proxy in the environment is not a valid address.`,
      richText`Set HTTPS_PROXY or HTTP_PROXY to an address such as http://proxy.example.com:3128.`,
    );
  }
}

type Interceptor = Dispatcher.DispatcherComposeInterceptor;

/**
 * Marks the error of a request that was not sent. A request whose signal aborts before then ends at once: undici itself
 * looks at the signal only once it is connected, which may never happen behind a bad proxy.
 */
export const tellNotSent: Interceptor = explaining((error, isSent) =>
  isSent ? error : classifyError(error, true),
);

/** Tells of a request for a tunnel. undici itself would repeat one that the proxy closed (UND_ERR_SOCKET) without end. */
const tellOfTunnel: Interceptor = explaining((cause, isSent) => {
  const { message, isFinal, advice } = classifyError(cause, !isSent);
  return new TransportError(`the proxy opened no tunnel: ${message}`, {
    cause,
    isFinal,
    advice,
    notSent: true,
  });
});

/**
 * Replaces the error of a request. `isSent` is a fact: undici calls `onConnect` of a handler before it writes a request, and
 * not before a connection is made, with TLS and a proxy's tunnel.
 */
function explaining(explain: (error: Error, isSent: boolean) => Error): Interceptor {
  return (dispatch) => (options, handler) => {
    const { onConnect, onError } = handler;
    let isSent = false;
    let isOver = false;
    const fail = (error: Error) => {
      if (!isOver) {
        onError?.call(handler, explain(error, isSent));
      }
      isOver = true;
    };
    handler.onError = fail;
    handler.onConnect = (...args) => {
      if (isOver) {
        return args[0]();
      }
      isSent = true;
      onConnect?.apply(handler, args);
    };
    const given = "signal" in options ? options.signal : undefined;
    const signal = given instanceof AbortSignal ? given : undefined;
    const stop = () => {
      if (!isSent) {
        fail(signal?.reason);
      }
    };
    if (signal?.aborted) {
      stop();
    }
    signal?.addEventListener("abort", stop);
    return dispatch(options, handler);
  };
}
