import { code, type RichText, richText, toPlainText } from "../text/rich-text.ts";

type TransportErrorOptions = ErrorOptions & { notSent?: boolean; isFinal?: boolean };

/** No complete response came. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  /** The message for people, with the name of a host as code. */
  readonly what: RichText;
  /** True when the server certainly did not get the request. */
  readonly notSent: boolean;
  /** True when no retry can help: the proxy wants other credentials, and more attempts may lock them. */
  readonly isFinal: boolean;

  constructor(what: string | RichText, options: TransportErrorOptions = {}) {
    const text = typeof what === "string" ? [what] : what;
    super(toPlainText(text), options);
    this.what = text;
    this.notSent = options.notSent ?? false;
    this.isFinal = options.isFinal ?? false;
  }
}

/** What to do about a connection that failed. */
export const connectionAdvice: RichText = richText`Check the runner's network and its proxy settings (HTTPS_PROXY with the proxy's user and password, NO_PROXY, NODE_EXTRA_CA_CERTS for a private certificate authority), then try again.`;

/** The codes that prove that nothing was sent: the host has no address, or no connection was made. */
const notSentCodes = ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT"];

/** Turns an error of undici or Node into a `TransportError`, whose message names the cause. */
export function classifyError(cause: unknown): TransportError {
  if (cause instanceof TransportError) return cause;
  // Node tries every address of a host (IPv4, IPv6). When all fail, it lists the errors of their `connect`.
  const attempts = cause instanceof AggregateError ? cause.errors.map(describe) : [];
  const [{ errno, message, host } = describe(cause)] = attempts;
  const notSent =
    attempts.length === 0
      ? notSentCodes.includes(errno)
      : attempts.every(({ syscall }) => syscall === "connect");
  const make = (what: string | RichText) => new TransportError(what, { cause, notSent });
  const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
  if (isTimeout || errno === "UND_ERR_HEADERS_TIMEOUT" || errno === "UND_ERR_BODY_TIMEOUT")
    return make("no response in time");
  if (!notSent) return make(`the connection broke (${errno || message})`);
  if (errno === "UND_ERR_CONNECT_TIMEOUT") return make("no connection in time");
  if (errno === "ENOTFOUND") {
    const name = host === "" ? [] : richText` ${code(host)}`;
    return make(richText`the host name${name} has no address (ENOTFOUND)`);
  }
  const target = host === "" ? [] : richText` to ${code(host)}`;
  return make(richText`no connection${target} (${errno || message})`);
}

/** What ended a request of `fetch`, which wraps the error of the connection as its cause. */
export function transportErrorOf(error: unknown): TransportError {
  const isWrapped = error instanceof Error && !(error instanceof TransportError) && error.cause !== undefined;
  return isWrapped ? transportErrorOf(error.cause) : classifyError(error);
}

/** `host` is the name that was looked up or the address that was connected to, which may be a proxy's. */
function describe(error: unknown): { errno: string; syscall: string; message: string; host: string } {
  const text = (key: string) => {
    const value: unknown = Reflect.get(Object(error), key);
    return typeof value === "string" ? value : "";
  };
  const message = text("message") || String(error);
  return {
    errno: text("code"),
    syscall: text("syscall"),
    message,
    host: text("hostname") || text("address"),
  };
}
