import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ActionError } from "../../src/errors.ts";
import { Connections } from "../../src/network/connections.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { hang, serve } from "../service/local-server.ts";

const variables = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"];
beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

it.each([
  ["HTTP", "not an address"],
  ["HTTPS", "localhost:3128"],
  ["HTTPS", "socks5://me:secret@proxy.example.com"],
])("the proxy for %s cannot be %j, and the error shows no password", (scheme, value) => {
  vi.stubEnv(`${scheme}_PROXY`, value);
  let error: unknown;
  try {
    new Connections({}).dispatcherFor(new URL(`${scheme}://api.example.com`));
  } catch (thrown) {
    error = thrown;
  }
  const message = "The proxy in the environment is not a valid address.";
  expect(error).toMatchObject({ reason: "input", message });
  const advice = error instanceof ActionError ? toPlainText(error.advice) : "";
  expect(advice).toBe("Set HTTPS_PROXY or HTTP_PROXY to an address such as http://proxy.example.com:3128.");
});

it("a proxy is not looked at where it does not count", () => {
  vi.stubEnv("HTTPS_PROXY", "not an address");
  vi.stubEnv("NO_PROXY", "api.example.com");
  for (const base of ["https://api.example.com", "https://localhost", "http://example.com"])
    expect(() => new Connections({}).dispatcherFor(new URL(base))).not.toThrow();
});

describe("a pool of connections", () => {
  it("has one dispatcher for an origin, and ends what is under way when it is closed", async () => {
    const server = await serve([hang()]);
    const pool = new Connections({});
    const dispatcher = pool.dispatcherFor(new URL("/v2", server.url));
    expect(pool.dispatcherFor(new URL("/v1", server.url))).toBe(dispatcher);
    expect(pool.dispatcherFor(new URL("https://other.example.com"))).not.toBe(dispatcher);
    // The time is long enough to be ended before, and short enough for a pool that waits.
    const get = { origin: server.url.origin, path: "/", method: "GET", headersTimeout: 5000 } as const;
    const ended = expect(dispatcher.request(get)).rejects.toThrow("destroyed");
    await server.arrived(1);
    await pool.close();
    await ended;
    await server.close();
  });
});
