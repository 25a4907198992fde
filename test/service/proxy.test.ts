import { createServer } from "node:http";
import { connect, createServer as createNetServer } from "node:net";
import type { Duplex } from "node:stream";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { UnreachableError } from "../../src/service/errors.ts";
import { createDispatcher, type ProxyEnv } from "../../src/service/http.ts";
import { type Certificates, canMakeCertificates, makeCertificates } from "./certificates.ts";
import { answer, type LocalServer, listen, serve } from "./local-server.ts";
import { job, key, serviceAt, thrown } from "./service-under-test.ts";

/** What a proxy was asked to connect to, and with which authorization. */
type Proxy = {
  url: string;
  port: number;
  asked: { target: string | undefined; authorization: string | undefined }[];
};

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** A proxy that tunnels every name to this machine, or refuses with a status. */
async function startProxy(refusal?: string | ((socket: Duplex) => void)): Promise<Proxy> {
  const asked: Proxy["asked"] = [];
  const server = createServer((_request, response) => void response.writeHead(405).end());
  server.on("connect", (request, socket, head) => {
    asked.push({ target: request.url, authorization: request.headers["proxy-authorization"] });
    if (typeof refusal === "function") return refusal(socket);
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal}\r\n\r\n`);
    const upstream = connect(Number(request.url?.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [upstream, socket]) end.on("error", () => end.destroy());
  });
  const { port, close } = await listen(server, "127.0.0.1");
  open.push({ close });
  return { url: `http://127.0.0.1:${port}`, port, asked };
}

/** A service behind these variables. */
function behind(env: ProxyEnv, base: URL) {
  const dispatcher = createDispatcher(base, env);
  open.push({ close: () => dispatcher.destroy() });
  return serviceAt(base, dispatcher);
}

// Everything listens on this machine: docs.test is a name that only the proxy can resolve, and 0.0.0.0 leads here
// without being a loopback address.
describe.skipIf(!canMakeCertificates)("a service with HTTPS", () => {
  const known = getCACertificates("default");
  let certificates: Certificates;
  let server: LocalServer;

  beforeAll(async () => {
    certificates = makeCertificates(["DNS:docs.test", "DNS:localhost", "IP:127.0.0.1", "IP:0.0.0.0"]);
    setDefaultCACertificates([...known, certificates.authority]);
    server = await serve([answer(200, job)], { host: "0.0.0.0", tls: certificates.server });
  });
  afterAll(async () => {
    setDefaultCACertificates(known);
    await server.close();
  });
  const at = (host: string) => new URL(`https://${host}:${server.port}`);

  it.each(["HTTPS_PROXY", "https_proxy"])("is reached through the proxy that %s names", async (variable) => {
    const proxy = await startProxy();
    const { service } = behind({ [variable]: proxy.url }, at("docs.test"));
    expect(await service.getJob("job_1")).toEqual(job);
    expect(proxy.asked).toEqual([{ target: `docs.test:${server.port}`, authorization: undefined }]);
  });

  it("is told the key, and the proxy is not", async () => {
    const proxy = await startProxy();
    const { service } = behind({ HTTPS_PROXY: proxy.url }, at("docs.test"));
    await service.createJob("Write.");
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    expect(JSON.stringify(proxy.asked)).not.toContain(key);
  });

  it("is reached through a proxy that wants a password", async () => {
    const proxy = await startProxy();
    const { service } = behind({ HTTPS_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}` }, at("docs.test"));
    await service.getJob("job_1");
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from("me:p@ss").toString("base64")}`);
  });

  it("takes the lower-case variable where both are set, and none that is empty", async () => {
    const [lower, upper] = [await startProxy(), await startProxy()];
    const both = behind({ https_proxy: lower.url, HTTPS_PROXY: upper.url }, at("docs.test"));
    await both.service.getJob("job_1");
    const empty = behind({ https_proxy: "", HTTPS_PROXY: upper.url }, at("docs.test"));
    await empty.service.getJob("job_1");
    expect([lower.asked.length, upper.asked.length]).toEqual([1, 1]);
  });

  it("is not reached through the proxy for HTTP", async () => {
    const proxy = await startProxy();
    const { service } = behind({ HTTP_PROXY: proxy.url, http_proxy: proxy.url }, at("0.0.0.0"));
    expect(await service.getJob("job_1")).toEqual(job);
    expect(proxy.asked).toEqual([]);
  });

  it.each(["0.0.0.0", "example.com, 0.0.0.0", "*"])(
    "is reached directly when NO_PROXY is %s",
    async (list) => {
      const proxy = await startProxy();
      for (const variable of ["NO_PROXY", "no_proxy"]) {
        const { service } = behind({ HTTPS_PROXY: proxy.url, [variable]: list }, at("0.0.0.0"));
        expect(await service.getJob("job_1")).toEqual(job);
      }
      expect(proxy.asked).toEqual([]);
    },
  );

  it.each(["", "example.com", "0.0.0.0:1"])(
    "is reached through the proxy when NO_PROXY is %j",
    async (list) => {
      const proxy = await startProxy();
      const { service } = behind({ HTTPS_PROXY: proxy.url, NO_PROXY: list }, at("0.0.0.0"));
      expect(await service.getJob("job_1")).toEqual(job);
      expect(proxy.asked).toHaveLength(1);
    },
  );

  it.each(["localhost", "127.0.0.1"])("is never reached through a proxy at %s", async (host) => {
    const proxy = await startProxy();
    const { service } = behind({ HTTPS_PROXY: proxy.url }, at(host));
    expect(await service.getJob("job_1")).toEqual(job);
    expect(proxy.asked).toEqual([]);
  });

  it.each(["407 Proxy Authentication Required", "403 Forbidden", "502 Bad Gateway"])(
    "was not asked when the proxy answers %s",
    async (refusal) => {
      const proxy = await startProxy(refusal);
      const before = server.requests.length;
      const { service, retries, clock } = behind({ HTTPS_PROXY: proxy.url }, at("docs.test"));
      const error = await thrown(service.createJob("Write.", { deadline: clock.now() + 2000 }));
      expect(error).toBeInstanceOf(UnreachableError);
      expect(String(error)).toContain(`Could not create the job: the proxy refused the connection`);
      expect(String(error)).toContain(refusal.slice(0, 3));
      expect(retries).toHaveLength(2);
      expect(server.requests).toHaveLength(before);
    },
  );

  it("was not asked when the proxy is not there", async () => {
    const proxy = await startProxy();
    await open.pop()?.close();
    const { service, clock } = behind({ HTTPS_PROXY: proxy.url }, at("docs.test"));
    const error = await thrown(service.createJob("Write.", { deadline: clock.now() + 2000 }));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(String(error)).toContain("no connection (ECONNREFUSED)");
  });

  it("is not trusted with a certificate of an unknown authority or for another name", async () => {
    const strange = makeCertificates(["DNS:localhost"]);
    const other = makeCertificates(["DNS:other.test"]);
    setDefaultCACertificates([...known, certificates.authority, other.authority]);
    for (const tls of [strange.server, other.server]) {
      const impostor = await serve([answer(201, job)], { tls });
      open.push(impostor);
      const { service, clock } = behind({}, new URL(`https://localhost:${impostor.port}`));
      for (const call of [() => service.createJob("Write."), () => service.getJob("job_1")]) {
        const error = await thrown(call());
        expect(error).toBeInstanceOf(UnreachableError);
        expect(String(error)).toContain("the certificate does not hold");
      }
      expect(clock.sleeps).toEqual([]);
      expect(impostor.requests).toEqual([]);
    }
  });
});

describe("a connection that is never made", () => {
  const anywhere = new URL("https://docs.test");

  it("because the proxy hangs up is tried again, and nothing was taken", async () => {
    const proxy = await startProxy((socket) => void socket.destroy());
    const { service, clock } = behind({ HTTPS_PROXY: proxy.url }, anywhere);
    const error = await thrown(service.createJob("Write.", { deadline: clock.now() + 2000 }));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({
      message: expect.stringContaining("the proxy opened no tunnel: "),
      cause: { kind: "proxy", cause: { code: "UND_ERR_SOCKET" } },
    });
    expect(proxy.asked).toHaveLength(3);
  });

  it("because the proxy says nothing can be cancelled", async () => {
    const asked = Promise.withResolvers<void>();
    const proxy = await startProxy(() => asked.resolve());
    const { service } = behind({ HTTPS_PROXY: proxy.url }, anywhere);
    const cancelled = new AbortController();
    const reading = thrown(service.getJob("job_1", { signal: cancelled.signal }));
    await asked.promise;
    cancelled.abort();
    expect(await reading).toMatchObject({ name: "CancelledError" });
  });

  it("because the other side is mute can be cancelled", async () => {
    const mute = createNetServer();
    const { port, close } = await listen(mute, "127.0.0.1");
    open.push({ close });
    const knocked = new Promise((resolve) => mute.once("connection", resolve));
    const { service } = behind({}, new URL(`https://127.0.0.1:${port}`));
    const cancelled = new AbortController();
    const start = performance.now();
    const reading = thrown(service.getJob("job_1", { signal: cancelled.signal }));
    await knocked;
    cancelled.abort();
    expect(await reading).toMatchObject({ name: "CancelledError" });
    // The time limit of a connection, which it must not wait for, is ten seconds.
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe("a service without HTTPS", () => {
  it("is never reached through a proxy, as only loopback may do without", async () => {
    const proxy = await startProxy();
    const server = await serve([answer(200, job)]);
    open.push(server);
    const { service } = behind(
      { HTTP_PROXY: proxy.url, http_proxy: proxy.url, ALL_PROXY: proxy.url },
      server.url,
    );
    expect(await service.getJob("job_1")).toEqual(job);
    expect(proxy.asked).toEqual([]);
  });

  it.each(["HTTP_PROXY", "http_proxy"])(
    "elsewhere goes through the proxy that %s names",
    async (variable) => {
      const proxy = await startProxy((socket) => void socket.destroy());
      const { service, clock } = behind({ [variable]: proxy.url }, new URL("http://docs.test"));
      await thrown(service.getJob("job_1", { deadline: clock.now() + 1 }));
      expect(proxy.asked).toMatchObject([{ target: "docs.test:80" }]);
    },
  );

  it("at an https: address makes no connection, and nothing is taken", async () => {
    const server = await serve([answer(201, job)]);
    open.push(server);
    const { service, clock } = behind({}, new URL(`https://127.0.0.1:${server.port}`));
    const error = await thrown(service.createJob("Write."));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(String(error)).toContain("no TLS connection could be agreed on");
    expect(clock.sleeps).toEqual([]);
    expect(server.requests).toEqual([]);
  });
});
