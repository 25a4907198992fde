import { code, type RichText, richText, toPlainText } from "../text/rich-text.ts";

/** No complete response came. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  /** The message for people, with the name of a host as code. */
  readonly what: RichText;
  /** True when the server certainly did not get the request. */
  readonly notSent: boolean;
  /** True when no retry can help: the proxy wants other credentials, and more attempts may lock them. */
  readonly isFinal: boolean;

  constructor(
    what: string | RichText,
    options: ErrorOptions & { notSent?: boolean; isFinal?: boolean } = {},
  ) {
    const text = typeof what === "string" ? [what] : what;
    super(toPlainText(text), options);
    this.what = text;
    this.notSent = options.notSent ?? false;
    this.isFinal = options.isFinal ?? false;
  }
}

export const connectionAdvice: RichText = richText`Check the runner's network and its proxy settings (HTTPS_PROXY with the proxy's user and password, NO_PROXY, NODE_EXTRA_CA_CERTS for a private certificate authority), then try again.`;

/** The codes that prove that nothing was sent: the host has no address, or no connection was made. */
const notSentCodes = ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT"];

/** Turns an error of undici, Node or `fetch`, which wraps theirs, into a `TransportError` whose message names the cause. */
export function classifyError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  if (error instanceof Error && error.cause !== undefined) return classifyError(error.cause);
  // Node tries every address of a host (IPv4, IPv6). When all fail, it lists the errors of their `connect`.
  const attempts: unknown[] = error instanceof AggregateError ? error.errors : [];
  const text = (key: string, from = attempts[0] ?? error) => {
    const value: unknown = Reflect.get(Object(from), key);
    return typeof value === "string" ? value : "";
  };
  const errno = text("code");
  const notSent =
    attempts.length === 0
      ? notSentCodes.includes(errno)
      : attempts.every((attempt) => text("syscall", attempt) === "connect");
  const make = (what: string | RichText) => new TransportError(what, { cause: error, notSent });
  if (text("name") === "TimeoutError" || /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(errno))
    return make("no response in time");
  const why = errno || text("message") || String(error);
  if (!notSent) return make(`the connection broke (${why})`);
  if (errno === "UND_ERR_CONNECT_TIMEOUT") return make("no connection in time");
  // The name that was looked up, or the address that was connected to, which may be a proxy's.
  const host = text("hostname") || text("address");
  const [name, target] = host === "" ? [[], []] : [richText` ${code(host)}`, richText` to ${code(host)}`];
  if (errno === "ENOTFOUND") return make(richText`the host name${name} has no address (ENOTFOUND)`);
  return make(richText`no connection${target} (${why})`);
}
