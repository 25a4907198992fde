import { describe, expect, it } from "vitest";
import {
  classifyError,
  connectionAdvice,
  TransportError,
} from "../../src/network/transport-error.ts";
import { toPlainText } from "../../src/text/rich-text.ts";

it("the error behind a fetch that failed is that of its connection", () => {
  const refused = Object.assign(new Error("x"), { code: "ECONNREFUSED" });
  const wrapped = new Error("RequestError", {
    cause: new TypeError("fetch failed", { cause: refused }),
  });
  expect(classifyError(wrapped, true)).toMatchObject({ message: "no connection (ECONNREFUSED)" });
  const proxy = new TransportError("the proxy answered 407", {
    cause: new Error("x"),
    notSent: true,
  });
  expect(classifyError(new Error("RequestError", { cause: proxy }))).toBe(proxy);
});

describe("an error is told", () => {
  const failed = (code: string, more = {}) => Object.assign(new Error("words"), { code, ...more });
  const refused = failed("ECONNREFUSED");
  const proxy = (status: number) =>
    Object.assign(new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`), {
      code: "UND_ERR_ABORTED",
    });

  // biome-ignore format: a table is read by its rows
  it.each<[string, unknown, isFinal?: boolean]>([
    ["the host name has no address (ENOTFOUND)", failed("ENOTFOUND")],
    ["no connection to a.example (EAI_AGAIN)", failed("EAI_AGAIN", { hostname: "a.example" })],
    ["no connection to 192.0.2.7 (ECONNREFUSED)", { ...refused, address: "192.0.2.7", port: 3128 }],
    ["no connection in time", failed("UND_ERR_CONNECT_TIMEOUT")],
    ["no connection (ENETUNREACH)", new AggregateError([failed("ENETUNREACH"), refused])],
    ["no connection (EPROTO)", failed("EPROTO")],
    ["no connection (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)", failed("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED")],
    ["the proxy answered 502", proxy(502)],
    ["the proxy answered 407", proxy(407), true],
    ...["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID"].map(
      (code): [string, unknown, boolean] => [`the certificate is not trusted (${code})`, failed(code), true],
    ),
  ])("without a connection: %s", (message, error, isFinal = false) => {
    const told = classifyError(error, true);
    expect(told).toMatchObject({ name: "TransportError", message, notSent: true, isFinal });
    const isAboutCertificate = message.includes("certificate is");
    expect(toPlainText(told.advice).includes("NODE_EXTRA_CA_CERTS")).toBe(isAboutCertificate);
    // What may pass by itself has one advice, by which it is known.
    expect(told.advice === connectionAdvice).toBe(!isFinal);
  });

  it.each<[string, unknown]>([
    ["no response in time", failed("UND_ERR_HEADERS_TIMEOUT")],
    ["no response in time", failed("UND_ERR_BODY_TIMEOUT")],
    ["no response in time", new DOMException("x", "TimeoutError")],
    ["the connection broke (ECONNRESET)", failed("ECONNRESET")],
    ["the connection broke (ECONNREFUSED)", refused],
    ["the connection broke (words)", failed("")],
    ["the connection broke (ECONNRESET)", new AggregateError([failed("ECONNRESET"), refused])],
    ["the connection broke (none)", new AggregateError([], "none")],
    ["the connection broke (words)", Object.assign(new Error("words"), { errors: [refused] })],
    [
      "the connection broke ([object Object])",
      { code: 5, message: ["x"], syscall: { connect: true } },
    ],
  ])("where one may have been made: %s", (message, error) => {
    expect(classifyError(error)).toMatchObject({ name: "TransportError", message, notSent: false });
  });
});
