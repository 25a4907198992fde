import { getProxyUrl } from "@actions/http-client/lib/proxy";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ActionError } from "../../src/errors.ts";
import { Connections, proxyFor } from "../../src/network/connections.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { hang, serve } from "../service/local-server.ts";

const variables = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"];
beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

const proxy = "http://proxy.example.com:3128";

describe("the proxy for an address", () => {
  const hosts = [
    ...["https://api.example.com", "https://example.com:8443", "https://notexample.com", "https://10.1.2.3"],
    ...["http://api.example.com", "http://example.com:8080", "https://[2001:db8::1]"],
    ...["https://localhost", "http://127.0.0.1:9", "http://[::1]:8", "https://localhost.example.com"],
  ];
  const noProxies = [
    ...[undefined, "", "*", "example.com", ".example.com", "api.example.com", "EXAMPLE.com"],
    ...["example.com:8443", "example.com:443", "10.1.2.3", "other.test, example.com", "*.example.com", ","],
  ];
  const settings: Record<string, string>[] = [
    {},
    { HTTPS_PROXY: proxy },
    { HTTP_PROXY: proxy },
    { HTTPS_PROXY: proxy, HTTP_PROXY: "http://other.example.com" },
    { https_proxy: proxy, HTTPS_PROXY: "http://other.example.com" },
    { https_proxy: "", HTTPS_PROXY: proxy },
    { HTTPS_PROXY: "10.0.0.1:3128" },
    { HTTPS_PROXY: "https://proxy.example.com" },
  ];

  it.each(settings)("is the one that the toolkit decides on, with %o", (env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    for (const noProxy of noProxies)
      for (const name of ["NO_PROXY", "no_proxy"]) {
        vi.stubEnv(name, noProxy);
        const urls = hosts.map((host) => new URL(host));
        expect(urls.map((url) => proxyFor(url)?.href)).toEqual(urls.map((url) => getProxyUrl(url)?.href));
        vi.stubEnv(name, undefined);
      }
  });

  it.each([
    ["HTTP", "not an address", "it is not a URL"],
    ["HTTPS", "http://me:p%ss@", "it is not a URL"],
    ["HTTPS", "socks5://me:secret@proxy.example.com", "its scheme is socks5:, not http: or https:"],
  ])("for %s cannot be %j, and the error says why and shows no password", (scheme, value, why) => {
    vi.stubEnv(`${scheme}_PROXY`, value);
    const base = new URL(`${scheme}://api.example.com`);
    let error: unknown;
    try {
      new Connections({}).dispatcherFor(base);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      reason: "input",
      message: `The proxy in the environment is not a valid address: ${why}.`,
    });
    const advice = error instanceof ActionError ? toPlainText(error.advice) : "";
    expect(advice).toBe(`Set ${scheme}_PROXY to an address such as http://proxy.example.com:3128.`);
  });

  it("is not asked for where it does not count", () => {
    vi.stubEnv("HTTPS_PROXY", "not an address");
    vi.stubEnv("NO_PROXY", "api.example.com");
    for (const base of ["https://api.example.com", "https://localhost", "http://example.com"])
      expect(proxyFor(new URL(base))).toBeUndefined();
  });
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
