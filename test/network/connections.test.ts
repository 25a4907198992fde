import { expect, it, vi } from "vitest";
import { Connections } from "../../src/network/connections.ts";
import { richText } from "../../src/text/rich-text.ts";
import { hang, serve } from "../service/local-server.ts";
import { hideProxies, open } from "../service/service-under-test.ts";

hideProxies();

it.each([
  ["HTTP", "not an address"],
  ["HTTPS", "localhost:3128"],
  ["HTTPS", "socks5://me:secret@proxy.example.com"],
])("the proxy for %s cannot be %j, and the error shows no password", (scheme, value) => {
  vi.stubEnv(`${scheme}_PROXY`, value);
  const use = () => new Connections({}).dispatcherFor(new URL(`${scheme}://api.example.com`));
  expect(use).toThrow(
    expect.objectContaining({
      message: "The proxy in the environment is not a valid address.",
      outcome: expect.objectContaining({
        reason: "input",
        advice: richText`Set HTTPS_PROXY or HTTP_PROXY to an address such as http://proxy.example.com:3128.`,
      }),
    }),
  );
});

it("a proxy is not looked at where it does not count", () => {
  vi.stubEnv("HTTPS_PROXY", "not an address");
  vi.stubEnv("NO_PROXY", "api.example.com");
  for (const base of ["https://api.example.com", "https://localhost", "http://example.com"])
    expect(() => new Connections({}).dispatcherFor(new URL(base))).not.toThrow();
});

it("an origin has one dispatcher, and what is under way ends when the connections are closed", async () => {
  const server = open(await serve([hang()]));
  const pool = new Connections({});
  const dispatcher = pool.dispatcherFor(new URL("/v2", server.url));
  expect(pool.dispatcherFor(new URL("/v1", server.url))).toBe(dispatcher);
  expect(pool.dispatcherFor(new URL("https://other.example.com"))).not.toBe(dispatcher);
  // The time is long enough to be ended before, and short enough for a pool that waits.
  const get = {
    origin: server.url.origin,
    path: "/",
    method: "GET",
    headersTimeout: 5000,
  } as const;
  const ended = expect(dispatcher.request(get)).rejects.toThrow("destroyed");
  await server.arrived(1);
  await pool.close();
  await ended;
});
