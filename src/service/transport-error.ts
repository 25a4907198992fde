/** Why no usable answer came: the kinds that decide whether and how long a request is repeated. */
export type TransportFailure =
  /** No connection was made, so the request was not taken. */
  | "connect"
  /** The host has no address; not taken. */
  | "unknown-host"
  /** The certificate of the service or proxy does not hold; not taken. */
  | "certificate"
  /** The proxy refused to connect us; not taken. */
  | "proxy"
  /** Connected, but no whole answer in time; may have been taken. */
  | "timeout"
  /** The connection broke after it was made; may have been taken. */
  | "broken"
  /** The answer is larger than we read; was taken. */
  | "too-large"
  /** We gave up ourselves because the run was cancelled; may have been taken. */
  | "cancelled";

const neverTaken: readonly TransportFailure[] = ["connect", "unknown-host", "certificate", "proxy"];

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
    return neverTaken.includes(this.kind);
  }
}

const certificateCode =
  /^(UND_ERR_PRX_TLS$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/;
// The peer does not speak a TLS that we do: the handshake ended before a request could be written.
const handshakeCode =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|.*HANDSHAKE_FAILURE|.*ALERT_PROTOCOL_VERSION|PACKET_LENGTH_TOO_LONG)/;

/** Sorts an error thrown by undici or Node into its kind, with a message for people that names the cause. */
export function classifyError(error: unknown): TransportError {
  const { code, syscall, message } = describe(error);
  const named = code === "" ? message : code;
  const make = (kind: TransportFailure, text: string) => new TransportError(kind, text, { cause: error });

  if (error instanceof AggregateError) {
    // Both address families were tried: as certain as its least certain part.
    const parts = error.errors.map(classifyError);
    const least = parts.find((part) => !part.notProcessed) ?? parts[0];
    if (least !== undefined) return least;
  }
  if (code === "ENOTFOUND") return make("unknown-host", "the host name has no address (ENOTFOUND)");
  if (code === "UND_ERR_CONNECT_TIMEOUT") return make("connect", "no connection in time");
  if (certificateCode.test(code)) return make("certificate", `the certificate does not hold (${code})`);
  if (handshakeCode.test(code)) return make("certificate", `no TLS connection could be agreed on (${code})`);
  if (message.startsWith("Proxy response"))
    return make("proxy", `the proxy refused the connection (${message})`);
  if (syscall === "connect" || syscall === "getaddrinfo") return make("connect", `no connection (${named})`);
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT")
    return make("timeout", "no answer in time");
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
