import { describe, expect, it } from "vitest";
import { classifyError, TransportError, type TransportFailure } from "../../src/service/transport-error.ts";

const failed = (code: string, syscall?: string, message = "words") =>
  Object.assign(new Error(message), { code, ...(syscall === undefined ? {} : { syscall }) });
const told = (error: unknown) => {
  const { kind, message } = classifyError(error);
  return [kind, message];
};

describe("what a failed request is told as", () => {
  it.each<[TransportFailure, string, Error]>([
    ["unknown-host", "the host name has no address (ENOTFOUND)", failed("ENOTFOUND", "getaddrinfo")],
    ["connect", "no connection in time", failed("UND_ERR_CONNECT_TIMEOUT")],
    ["connect", "no connection (ECONNREFUSED)", failed("ECONNREFUSED", "connect")],
    ["connect", "no connection (EAI_AGAIN)", failed("EAI_AGAIN", "getaddrinfo")],
    ["connect", "no connection (words)", failed("", "connect")],
    ["timeout", "no answer in time", failed("UND_ERR_HEADERS_TIMEOUT")],
    ["timeout", "no answer in time", failed("UND_ERR_BODY_TIMEOUT")],
    ["broken", "the connection broke (ECONNRESET)", failed("ECONNRESET", "read")],
    ["broken", "the connection broke (words)", new Error("words")],
  ])("%s: %s", (kind, message, error) => {
    expect(told(error)).toEqual([kind, message]);
    expect(classifyError(error)).toMatchObject({ name: "TransportError", cause: error });
  });

  it.each([
    "UND_ERR_PRX_TLS",
    "CERT_HAS_EXPIRED",
    "CRL_NOT_YET_VALID",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "HOSTNAME_MISMATCH",
    "INVALID_CA",
    "INVALID_PURPOSE",
    "PATH_LENGTH_EXCEEDED",
  ])("a certificate that does not hold: %s", (code) => {
    expect(told(failed(code))).toEqual(["certificate", `the certificate does not hold (${code})`]);
    expect(told(failed(`X_${code}`))).toEqual(["broken", `the connection broke (X_${code})`]);
  });

  it.each([
    "ERR_SSL_WRONG_VERSION_NUMBER",
    "ERR_SSL_UNSUPPORTED_PROTOCOL",
    "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
    "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
    "ERR_SSL_PACKET_LENGTH_TOO_LONG",
  ])("no common TLS: %s", (code) => {
    expect(told(failed(code))).toEqual(["certificate", `no TLS connection could be agreed on (${code})`]);
    expect(told(failed(`X_${code}`))).toEqual(["broken", `the connection broke (X_${code})`]);
  });

  it("only the whole code of the proxy's TLS counts, as others end alike", () => {
    expect(told(failed("UND_ERR_PRX_TLS_LATER"))[0]).toBe("broken");
  });

  it("a proxy's refusal, in its words", () => {
    const error = new Error("Proxy response (407) !== 200 when HTTP Tunneling");
    expect(told(error)).toEqual(["proxy", `the proxy refused the connection (${error.message})`]);
    expect(told(new Error(`No ${error.message}`))[0]).toBe("broken");
  });

  it("several addresses: as certain as the least certain", () => {
    const [refused, reset] = [failed("ECONNREFUSED", "connect"), failed("ECONNRESET", "read")];
    expect(told(new AggregateError([refused, reset]))[0]).toBe("broken");
    expect(told(new AggregateError([refused, failed("ENOTFOUND")]))[0]).toBe("connect");
    expect(told(new AggregateError([], "no words"))).toEqual(["broken", "the connection broke (no words)"]);
    expect(told(Object.assign(new Error("words"), { errors: [refused] }))).toEqual([
      "broken",
      "the connection broke (words)",
    ]);
  });

  it.each([
    [undefined, "undefined"],
    [null, "null"],
    ["text", "text"],
    [{ code: 5, message: ["x"], syscall: { connect: true } }, ""],
  ])("what is no error: %j", (thrown, named) => {
    expect(told(thrown)).toEqual(["broken", `the connection broke (${named})`]);
  });

  it("says of each kind whether the request was taken", () => {
    const kinds: TransportFailure[] = [
      "connect",
      "unknown-host",
      "certificate",
      "proxy",
      "timeout",
      "broken",
      "too-large",
      "cancelled",
    ];
    const taken = kinds.filter((kind) => !new TransportError(kind, "").notProcessed);
    expect(taken).toEqual(["timeout", "broken", "too-large", "cancelled"]);
  });
});
