import { describe, expect, it } from "vitest";
import {
  classifyError,
  TransportError,
  type TransportFailure,
  transportErrorOf,
} from "../../src/network/transport-error.ts";
import { toMarkdown } from "../../src/text/rich-text.ts";

const named = (parts: { code?: unknown; syscall?: string; name?: string }, message = "x") =>
  Object.assign(new Error(message), parts);
/** The error of `fetch` around this one, so many times. */
const wrapped = (cause: unknown, times = 1): unknown =>
  times === 0 ? cause : new TypeError("fetch failed", { cause: wrapped(cause, times - 1) });

describe("the error behind a fetch that failed", () => {
  it.each([
    ["timeout", "no answer in time", new DOMException("x", "TimeoutError")],
    ["connect", "no connection (x)", named({ syscall: "getaddrinfo" })],
    ["broken", "the connection broke (none)", new AggregateError([], "none")],
  ])("is %s: %s", (kind, message, cause) => {
    expect(transportErrorOf(wrapped(cause))).toMatchObject({ name: "TransportError", kind, message });
  });

  it("is looked for among five, as a chain may have no end", () => {
    const cause = named({ code: "ECONNRESET" });
    expect(transportErrorOf(wrapped(cause, 4))).toMatchObject({ kind: "broken", cause });
    expect(transportErrorOf(wrapped(cause, 5))).toBeUndefined();
    const endless = new Error("x");
    endless.cause = endless;
    expect(transportErrorOf(endless)).toBeUndefined();
  });

  it.each([
    ["an error of another kind", new Error("x")],
    ["a code that is no text", named({ code: 5 })],
    ["nothing", undefined],
  ])("is none where there is %s", (_, cause) => {
    expect(transportErrorOf(wrapped(cause))).toBeUndefined();
  });
});

it("a message for people shows the name of a host as code", () => {
  const lookup = { code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "a`<b>.example" };
  const { what } = classifyError(Object.assign(new Error("x"), lookup));
  expect(toMarkdown(what)).toBe("the host name ``a`<b>.example`` has no address (ENOTFOUND)");
  expect(toMarkdown(classifyError(new Error("<b>")).what)).toBe("the connection broke (&lt;b&gt;)");
});

describe("classifyError", () => {
  const failed = (code: string, syscall?: string) =>
    Object.assign(new Error("words"), { code, ...(syscall === undefined ? {} : { syscall }) });
  const refused = failed("ECONNREFUSED", "connect");
  const certificates = [
    ...["CERT_HAS_EXPIRED", "CRL_NOT_YET_VALID", "DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN"],
    ...["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID", "HOSTNAME_MISMATCH", "INVALID_CA"],
    ...["INVALID_PURPOSE", "PATH_LENGTH_EXCEEDED"],
  ];
  const handshakes = [
    ...["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_UNSUPPORTED_PROTOCOL", "ERR_SSL_PACKET_LENGTH_TOO_LONG"],
    ...["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION"],
  ];
  const rows: [TransportFailure, string, unknown][] = [
    ["unknown-host", "the host name has no address (ENOTFOUND)", failed("ENOTFOUND", "getaddrinfo")],
    [
      "connect",
      "no connection to ghe.example.com (EAI_AGAIN)",
      Object.assign(failed("EAI_AGAIN", "getaddrinfo"), { hostname: "ghe.example.com" }),
    ],
    [
      "connect",
      "no connection to 192.0.2.7 (ECONNREFUSED)",
      Object.assign(failed("ECONNREFUSED", "connect"), { address: "192.0.2.7", port: 3128 }),
    ],
    ["connect", "no connection in time", failed("UND_ERR_CONNECT_TIMEOUT")],
    ["connect", "no connection (ECONNREFUSED)", refused],
    ["connect", "no connection (words)", failed("", "connect")],
    ["timeout", "no response in time", failed("UND_ERR_HEADERS_TIMEOUT")],
    ["timeout", "no response in time", failed("UND_ERR_BODY_TIMEOUT")],
    ["broken", "the connection broke (ECONNRESET)", failed("ECONNRESET", "read")],
    ["broken", "the connection broke (words)", new Error("words")],
    ["proxy", "the proxy answered 502", new TransportError("proxy", "the proxy answered 502")],
    [
      "broken",
      "the connection broke (ECONNRESET)",
      new AggregateError([refused, failed("ECONNRESET", "read")]),
    ],
    ["connect", "no connection (ECONNREFUSED)", new AggregateError([refused, failed("ENOTFOUND")])],
    ["broken", "the connection broke (none)", new AggregateError([], "none")],
    ["broken", "the connection broke (words)", Object.assign(new Error("words"), { errors: [refused] })],
    [
      "broken",
      "the connection broke ([object Object])",
      { code: 5, message: ["x"], syscall: { connect: true } },
    ],
    ...certificates.flatMap((code): typeof rows => [
      ["certificate", `the certificate is not valid (${code})`, failed(code)],
      ["broken", `the connection broke (X_${code})`, failed(`X_${code}`)],
    ]),
    ...handshakes.flatMap((code): typeof rows => [
      ["certificate", `no common version of TLS (${code})`, failed(code)],
      ["broken", `the connection broke (X_${code})`, failed(`X_${code}`)],
    ]),
  ];

  it.each(rows)("is %s: %s", (kind, message, error) => {
    expect(classifyError(error)).toMatchObject({ name: "TransportError", kind, message });
  });

  it("tells of every kind whether the request may have been processed, and whether a retry can help", () => {
    const never = ["connect", "unknown-host", "certificate", "proxy", "proxy-credentials"] as const;
    const maybe: TransportFailure[] = ["timeout", "broken", "too-large"];
    for (const kind of never) expect(new TransportError(kind, "").notProcessed, kind).toBe(true);
    for (const kind of maybe) expect(new TransportError(kind, "").notProcessed, kind).toBe(false);
    const misconfigured = [...never, ...maybe].filter((kind) => new TransportError(kind, "").isMisconfigured);
    expect(misconfigured).toEqual(["certificate", "proxy-credentials"]);
  });
});
