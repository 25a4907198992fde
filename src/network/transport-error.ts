import { type RichText, richText } from "../text/rich-text.ts";

type Details = ErrorOptions & {
  notSent?: boolean;
  isFinal?: boolean;
  advice?: RichText;
};

/** For what may pass by itself, too. `error-text.ts` knows such an error by this very object. */
export const connectionAdvice = richText`Check the address, the runner's network and its proxy settings (HTTPS_PROXY, NO_PROXY).`;

/** No complete response came. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  /** True when the server certainly did not get the request. */
  readonly notSent: boolean;
  /** True when no retry can help. More attempts with credentials that a proxy refuses may lock them. */
  readonly isFinal: boolean;
  /** What people can do about it. */
  readonly advice: RichText;

  constructor(
    what: string,
    { notSent = false, isFinal = false, advice = connectionAdvice, ...options }: Details = {},
  ) {
    super(what, options);
    this.notSent = notSent;
    this.isFinal = isFinal;
    this.advice = advice;
  }
}

/** What Node answers about a certificate (nodejs.org, "X509 certificate error codes", and ERR_TLS_CERT_ALTNAME_INVALID). */
const aboutCertificate = /(?:^|_)CERTS?(?:_|$)|^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/;
/** How undici says that an answer does not begin or go on. */
const late = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"];
/** How undici's `ProxyAgent` says that a proxy refused a tunnel. */
const proxyAnswer = /^Proxy response \((\d{3})\)/;

/**
 * Turns an error of undici, Node or `fetch`, which wraps theirs, into a `TransportError` whose message names the cause.
 * `notSent` is true where no connection was made.
 */
export function classifyError(error: unknown, notSent = false): TransportError {
  if (error instanceof TransportError) {
    return error;
  }
  if (error instanceof Error && error.cause !== undefined) {
    return classifyError(error.cause, notSent);
  }
  // Node tries every address of a host (IPv4, IPv6). When all fail, it lists their errors.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  const text = (key: string) => {
    const value: unknown = Reflect.get(Object(first ?? error), key);
    return typeof value === "string" ? value : "";
  };
  const make = (what: string, more: Details = {}) =>
    new TransportError(what, { cause: error, notSent, ...more });
  const errno = text("code");
  const isLate = text("name") === "TimeoutError" || late.includes(errno);
  if (isLate) {
    return make("no response in time");
  }
  const message = text("message");
  const why = errno || message || String(error);
  if (!notSent) {
    return make(`the connection broke (${why})`);
  }
  if (errno === "UND_ERR_CONNECT_TIMEOUT") {
    return make("no connection in time");
  }
  const [, status] = proxyAnswer.exec(message) ?? [];
  if (status === "407") {
    return make("the proxy answered 407", {
      isFinal: true,
      advice: richText`Set the user and the password of the proxy in HTTPS_PROXY, from a secret.`,
    });
  }
  if (status !== undefined) {
    return make(`the proxy answered ${status}`);
  }
  if (aboutCertificate.test(errno)) {
    return make(`the certificate is not trusted (${errno})`, {
      isFinal: true,
      advice: richText`Check the address and its certificate. If a private certificate authority has signed it, set NODE_EXTRA_CA_CERTS to the file with the certificate of that authority.`,
    });
  }
  // The name that was looked up, or the address that was connected to, which may be a proxy's.
  const host = text("hostname") || text("address");
  const name = host === "" ? "" : ` ${host}`;
  if (errno === "ENOTFOUND") {
    return make(`the host name${name} has no address (ENOTFOUND)`);
  }
  const target = host === "" ? "" : ` to ${host}`;
  return make(`no connection${target} (${why})`);
}
