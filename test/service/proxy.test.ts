import type { Duplex } from "node:stream";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Connections, defaultTimeouts } from "../../src/network/connections.ts";
import { type Certificates, canMakeCertificates, makeCertificates } from "./certificates.ts";
import { type LocalProxy, type ProxyOptions, startProxy } from "./local-proxy.ts";
import { answer, type LocalServer, serve } from "./local-server.ts";
import { hideProxies, job, key, open, serviceAt, told } from "./service-under-test.ts";

hideProxies();

/** A proxy that ends with the test. */
const openProxy = async (refusal?: ProxyOptions["refusal"]) => open(await startProxy({ refusal }));

/** A service that is reached with these variables in the environment. */
function behind(env: Record<string, string>, base: URL, timeouts = defaultTimeouts) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const connections = open(new Connections({ timeouts }));
  const dispatcher = connections.dispatcherFor(base);
  return serviceAt(base, dispatcher, timeouts);
}

// All servers run on this machine: only the proxy can resolve docs.test, and 0.0.0.0 is no loopback address.
describe.skipIf(!canMakeCertificates)("a service with HTTPS", () => {
  const known = getCACertificates("default");
  let certificates: Certificates;
  let server: LocalServer;

  beforeAll(async () => {
    certificates = makeCertificates([
      "DNS:docs.test",
      "DNS:localhost",
      "IP:127.0.0.1",
      "IP:0.0.0.0",
    ]);
    setDefaultCACertificates([...known, certificates.authority]);
    server = await serve([answer(200, job)], { host: "0.0.0.0", tls: certificates.server });
  });
  afterAll(async () => {
    setDefaultCACertificates(known);
    await server.close();
  });
  const at = (host: string) => new URL(`https://${host}:${server.port}`);

  it.each<[string, (proxy: LocalProxy) => string, string | undefined]>([
    ["a URL", ({ url }) => url, undefined],
    ["an address and a port", ({ port }) => `127.0.0.1:${port}`, undefined],
    ["a URL with a password", ({ port }) => `http://m%40e:p%40ss@127.0.0.1:${port}`, "m@e:p@ss"],
  ])("is reached through the proxy of HTTPS_PROXY: %s", async (_, value, credentials) => {
    const proxy = await openProxy();
    const { service } = behind({ HTTPS_PROXY: value(proxy) }, at("docs.test"));
    expect(await service.getJob("job_1")).toEqual(job);
    const authorization = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
    expect(proxy.asked).toEqual([{ target: `docs.test:${server.port}`, authorization }]);
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    expect(proxy.seen.join("\n")).not.toContain(key);
  });

  it("is not trusted with a certificate of an unknown authority or for another name", async () => {
    const unknown = makeCertificates(["DNS:localhost"]);
    const other = makeCertificates(["DNS:other.test"]);
    setDefaultCACertificates([...known, certificates.authority, other.authority]);
    for (const tls of [unknown.server, other.server]) {
      const impostor = open(await serve([answer(201, job)], { tls }));
      const base = new URL(`https://localhost:${impostor.port}`);
      const { service, clock, retries } = behind({}, base);
      const deadline = clock.now() + 2000;
      const { reason, message, advice } = await told(service.createJob("Write.", { deadline }));
      expect([reason, retries]).toEqual(["unreachable", []]);
      expect(message).toMatch(
        /^Could not create the job: the certificate is not trusted \((UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID)\)\.$/,
      );
      expect(advice).toContain("set NODE_EXTRA_CA_CERTS to the file");
      expect(impostor.requests).toEqual([]);
    }
  });
});

describe("a connection that is never made", () => {
  it("leaves no connection to a proxy that refuses", async () => {
    const closed = Promise.withResolvers<void>();
    const proxy = await openProxy((socket) => {
      socket.resume().on("end", closed.resolve).write("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    const { service } = behind({ HTTPS_PROXY: proxy.url }, new URL("https://docs.test"));
    expect((await told(service.createJob("Write.", { maxRetries: 0 }))).reason).toBe("unreachable");
    await closed.promise;
  });

  const silent = () => {};
  const opensTunnel = (socket: Duplex) =>
    void socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");

  it.each<[string, (socket: Duplex) => void, string]>([
    ["the proxy does not answer", silent, "the proxy opened no tunnel: no response in time"],
    ["nobody answers behind the tunnel", opensTunnel, "no connection in time"],
  ])("is given up where %s", async (_, refusal, why) => {
    const proxy = await openProxy(refusal);
    const { service } = behind({ HTTPS_PROXY: proxy.url }, new URL("https://docs.test"), {
      ...{ connectMs: 500, answerMs: 3_600_000 },
    });
    const begin = performance.now();
    expect(await told(service.createJob("Write.", { maxRetries: 0 }))).toMatchObject({
      ...{ reason: "unreachable", message: `Could not create the job: ${why}.` },
    });
    // undici itself would wait for ten seconds.
    expect(performance.now() - begin).toBeLessThan(9000);
  });
});
