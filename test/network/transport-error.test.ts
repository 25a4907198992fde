import { describe, expect, it } from "vitest";
import { classifyError, TransportError } from "../../src/network/transport-error.ts";
import { toMarkdown } from "../../src/text/rich-text.ts";

it("the error behind a fetch that failed is that of its connection", () => {
  const refused = Object.assign(new Error("x"), { code: "ECONNREFUSED" });
  const wrapped = new Error("RequestError", { cause: new TypeError("fetch failed", { cause: refused }) });
  expect(classifyError(wrapped)).toMatchObject({ message: "no connection (ECONNREFUSED)", notSent: true });
  const proxy = new TransportError("the proxy answered 407", { cause: new Error("x"), notSent: true });
  expect(classifyError(new Error("RequestError", { cause: proxy }))).toBe(proxy);
});

it("a message for people shows the name of a host as code", () => {
  const lookup = { code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "a`<b>.example" };
  const { what } = classifyError(Object.assign(new Error("x"), lookup));
  expect(toMarkdown(what)).toBe("the host name ``a`<b>.example`` has no address (ENOTFOUND)");
  expect(toMarkdown(classifyError(new Error("<b>")).what)).toBe("the connection broke (&lt;b&gt;)");
});

describe("classifyError", () => {
  const failed = (code: string, syscall?: string, more = {}) =>
    Object.assign(new Error("words"), { code, ...(syscall === undefined ? {} : { syscall }), ...more });
  const refused = failed("ECONNREFUSED", "connect");
  const unreached = failed("ENETUNREACH", "connect");

  it.each<[string, unknown]>([
    ["the host name has no address (ENOTFOUND)", failed("ENOTFOUND", "getaddrinfo")],
    ["no connection to a.example (EAI_AGAIN)", failed("EAI_AGAIN", "getaddrinfo", { hostname: "a.example" })],
    ["no connection to 192.0.2.7 (ECONNREFUSED)", { ...refused, address: "192.0.2.7", port: 3128 }],
    ["no connection in time", failed("UND_ERR_CONNECT_TIMEOUT")],
    ["no connection (ENETUNREACH)", new AggregateError([unreached, refused])],
    ["the proxy answered 502", new TransportError("the proxy answered 502", { notSent: true })],
  ])("proves that nothing was sent: %s", (message, error) => {
    expect(classifyError(error)).toMatchObject({ name: "TransportError", message, notSent: true });
  });

  it.each<[string, unknown]>([
    ["no response in time", failed("UND_ERR_HEADERS_TIMEOUT")],
    ["no response in time", failed("UND_ERR_BODY_TIMEOUT")],
    ["no response in time", new DOMException("x", "TimeoutError")],
    ["the connection broke (ECONNRESET)", failed("ECONNRESET", "read")],
    ["the connection broke (EHOSTUNREACH)", failed("EHOSTUNREACH", "connect")],
    ["the connection broke (CERT_HAS_EXPIRED)", failed("CERT_HAS_EXPIRED")],
    ["the connection broke (words)", failed("", "connect")],
    ["the connection broke (ECONNREFUSED_)", failed("ECONNREFUSED_")],
    ["the connection broke (ECONNRESET)", new AggregateError([failed("ECONNRESET", "read"), refused])],
    ["the connection broke (ECONNREFUSED)", new AggregateError([refused, failed("ECONNRESET", "read")])],
    ["the connection broke (none)", new AggregateError([], "none")],
    ["the connection broke (words)", Object.assign(new Error("words"), { errors: [refused] })],
    ["the connection broke ([object Object])", { code: 5, message: ["x"], syscall: { connect: true } }],
  ])("proves nothing: %s", (message, error) => {
    expect(classifyError(error)).toMatchObject({ name: "TransportError", message, notSent: false });
  });
});
