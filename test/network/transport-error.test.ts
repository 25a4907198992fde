import { describe, expect, it } from "vitest";
import { ProxyError } from "../../src/network/connections.ts";
import { TransportError, transportErrorOf } from "../../src/network/transport-error.ts";

const named = (parts: { code?: unknown; syscall?: string; name?: string }, message = "x") =>
  Object.assign(new Error(message), parts);
/** The error of `fetch` around this one, so many times. */
const wrapped = (cause: unknown, times = 1): unknown =>
  times === 0 ? cause : new TypeError("fetch failed", { cause: wrapped(cause, times - 1) });

describe("the error behind a fetch that failed", () => {
  it.each([
    ["timeout", "no answer in time", new DOMException("x", "TimeoutError")],
    ["connect", "no connection (ECONNREFUSED)", named({ code: "ECONNREFUSED", syscall: "connect" })],
    ["connect", "no connection (x)", named({ syscall: "getaddrinfo" })],
    ["broken", "the connection broke (ECONNRESET)", named({ code: "ECONNRESET" })],
    ["proxy", "the proxy answered 502", new ProxyError(502)],
    ["broken", "the connection broke (none)", new AggregateError([], "none")],
    ["too-large", "the response is too large", new TransportError("too-large", "the response is too large")],
  ])("is %s: %s", (kind, message, cause) => {
    expect(transportErrorOf(wrapped(cause))).toMatchObject({ name: "TransportError", kind, message });
  });

  it("is looked for among five, as a chain may have no end", () => {
    const cause = named({ code: "ECONNRESET" });
    expect(transportErrorOf(cause)).toMatchObject({ kind: "broken", cause });
    expect(transportErrorOf(wrapped(cause, 4))).toMatchObject({ kind: "broken", cause });
    expect(transportErrorOf(wrapped(cause, 5))).toBeUndefined();
    const endless = new Error("x");
    endless.cause = endless;
    expect(transportErrorOf(endless)).toBeUndefined();
  });

  it.each([
    ["an error of another kind", new Error("x")],
    ["a code that is no text", named({ code: 5 })],
    ["no error", "x"],
    ["nothing", undefined],
  ])("is none where there is %s", (_, cause) => {
    expect(transportErrorOf(wrapped(cause))).toBeUndefined();
  });
});
