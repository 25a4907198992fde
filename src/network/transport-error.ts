import { code, type RichText, richText, toPlainText } from "../text/rich-text.ts";

/**
 * Failures before the request was sent: no connection, no address of the host, a certificate that is not valid, or a
 * proxy that opened no tunnel or asks for other credentials.
 */
const before = ["connect", "unknown-host", "certificate", "proxy", "proxy-credentials"] as const;
/** Failures after that: no complete response in time, a broken connection, too large a response. */
const after = ["timeout", "broken", "too-large"] as const;
/** Why no usable response came. Decides whether and for how long a request is retried. */
export type TransportFailure = (typeof before)[number] | (typeof after)[number];

/** No complete response came. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly kind: TransportFailure;

  /** The message for people, with the name of a host as code. */
  readonly what: RichText;

  constructor(kind: TransportFailure, what: string | RichText, options?: ErrorOptions) {
    const text = typeof what === "string" ? [what] : what;
    super(toPlainText(text), options);
    this.kind = kind;
    this.what = text;
  }

  /** True when the server certainly did not get the request. */
  get notProcessed(): boolean {
    return before.some((kind) => kind === this.kind);
  }

  /** True when no retry can help: the certificate is not valid, or the proxy wants other credentials. */
  get isMisconfigured(): boolean {
    return this.kind === "certificate" || this.kind === "proxy-credentials";
  }
}

/** What to do about a connection that failed. */
export function connectionAdvice({ kind }: TransportError): RichText {
  if (kind === "certificate")
    return richText`Behind a proxy or a private certificate authority, set NODE_EXTRA_CA_CERTS in the job's ${code("env:")} to its certificate.`;
  if (kind === "proxy-credentials")
    return richText`Put the proxy's user and password into HTTPS_PROXY, as in http://user:password@proxy.example.com:3128.`;
  return richText`Check the runner's network and its proxy settings (HTTPS_PROXY, NO_PROXY), then try again.`;
}

const certificateCode =
  /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/;
// Client and server have no version of TLS in common. The handshake ends before the request is written.
const handshakeCode =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|.*HANDSHAKE_FAILURE|.*ALERT_PROTOCOL_VERSION|PACKET_LENGTH_TOO_LONG)/;

/** Turns an error of undici or Node into a `TransportError`, whose message names the cause. */
export function classifyError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  if (error instanceof AggregateError) {
    // Node tries every address of a host (IPv4, IPv6). An attempt whose request may have arrived counts first.
    const parts = error.errors.map(classifyError);
    const part = parts.find(({ notProcessed }) => !notProcessed) ?? parts[0];
    if (part !== undefined) return part;
  }
  const { code: errno, syscall, message, host } = describe(error);
  const named = errno || message;
  const make = (kind: TransportFailure, text: string | RichText) =>
    new TransportError(kind, text, { cause: error });
  if (errno === "ENOTFOUND") {
    const name = host === "" ? [] : richText` ${code(host)}`;
    return make("unknown-host", richText`the host name${name} has no address (ENOTFOUND)`);
  }
  if (errno === "UND_ERR_CONNECT_TIMEOUT") return make("connect", "no connection in time");
  if (certificateCode.test(errno)) return make("certificate", `the certificate is not valid (${errno})`);
  if (handshakeCode.test(errno)) return make("certificate", `no common version of TLS (${errno})`);
  if (syscall === "getaddrinfo" || syscall === "connect") {
    const target = host === "" ? [] : richText` to ${code(host)}`;
    return make("connect", richText`no connection${target} (${named})`);
  }
  if (errno === "UND_ERR_HEADERS_TIMEOUT" || errno === "UND_ERR_BODY_TIMEOUT")
    return make("timeout", "no response in time");
  return make("broken", `the connection broke (${named})`);
}

/**
 * The `TransportError` behind an error of `fetch`, which wraps the error of the connection as its cause. `undefined` when
 * no cause is an error of the connection.
 */
export function transportErrorOf(error: unknown): TransportError | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause.name === "TimeoutError") return new TransportError("timeout", "no answer in time", { cause });
    const { code, syscall } = describe(cause);
    const isKnown = cause instanceof TransportError || cause instanceof AggregateError;
    if (isKnown || code !== "" || syscall !== "") return classifyError(cause);
  }
  return undefined;
}

/** `host` is the name that was looked up or the address that was connected to, which may be a proxy's. */
function describe(error: unknown): { code: string; syscall: string; message: string; host: string } {
  const text = (key: string) => {
    const value: unknown = Reflect.get(Object(error), key);
    return typeof value === "string" ? value : "";
  };
  const message = text("message") || String(error);
  return { code: text("code"), syscall: text("syscall"), message, host: text("hostname") || text("address") };
}
