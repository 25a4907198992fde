import { createServer, type Socket } from "node:net";
import type { Dispatcher } from "undici";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { Connections, tellNotSent } from "../../src/network/connections.ts";
import { send } from "../../src/service/http.ts";
import { type ProxyOptions, startProxy } from "../service/local-proxy.ts";
import { answer, hang, listen, serve } from "../service/local-server.ts";
import { hideProxies, open } from "../service/service-under-test.ts";

// Whether a request was sent decides whether it is paid for twice, so it is told by what undici does over real sockets.
hideProxies();

const timeouts = { connectMs: 2000, answerMs: 2000 };

/** A POST as the action sends it. */
async function post(
  base: URL,
  connections = open(new Connections({ timeouts })),
  signal?: AbortSignal,
) {
  const endpoint = { base, key: "mint_key", dispatcher: connections.dispatcherFor(base), timeouts };
  return await send(endpoint, { path: ["job"], body: { prompt: "Go" } }, systemClock, signal);
}

/** A server that does this with each connection, and what arrived there. */
async function rawServer(onData: (socket: Socket, count: number) => void) {
  const arrived: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on("error", () => {});
    socket.on("data", (data) => {
      arrived.push(data.toString("latin1"));
      onData(socket, arrived.length);
    });
  });
  const { port } = open(await listen(server, "127.0.0.1"));
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    port,
    arrived,
    connections: () => connections,
  };
}

async function unusedPort(): Promise<number> {
  const { port, close } = await listen(createServer(), "127.0.0.1");
  await close();
  return port;
}

describe("a request is known not to be sent", () => {
  const notSent = (message: unknown, isFinal = false) =>
    expect.objectContaining({ name: "TransportError", notSent: true, isFinal, message });

  it("where the connection is refused", async () => {
    const sending = post(new URL(`http://127.0.0.1:${await unusedPort()}`));
    await expect(sending).rejects.toEqual(notSent("no connection to 127.0.0.1 (ECONNREFUSED)"));
  });

  it("where the name is unknown", async () => {
    const why =
      /^(the host name nowhere\.invalid has no address|no connection to nowhere\.invalid) \(/;
    await expect(post(new URL("https://nowhere.invalid"))).rejects.toEqual(
      notSent(expect.stringMatching(why)),
    );
  });

  it("where TLS meets a plain port", async () => {
    const { port, arrived } = await rawServer((socket) =>
      socket.end("220 mail.example.com ESMTP\r\n"),
    );
    await expect(post(new URL(`https://127.0.0.1:${port}`))).rejects.toEqual(
      notSent(expect.stringMatching(/^no connection \((ERR_SSL_\w+|EPROTO)\)$/)),
    );
    expect(arrived.join()).not.toContain("mint_key");
  });

  it("where the connection breaks within TLS", async () => {
    const { port } = await rawServer((socket) => void socket.resetAndDestroy());
    await expect(post(new URL(`https://127.0.0.1:${port}`))).rejects.toEqual(
      notSent("no connection (ECONNRESET)"),
    );
  });

  it.each<[string, ProxyOptions["refusal"], string, boolean]>([
    [
      "asks for other credentials",
      "407 Proxy Authentication Required",
      "the proxy answered 407",
      true,
    ],
    ["refuses a tunnel", "502 Bad Gateway", "the proxy answered 502", false],
    [
      "closes the connection",
      (socket) => void socket.destroy(),
      "the proxy opened no tunnel: the connection broke (UND_ERR_SOCKET)",
      false,
    ],
  ])("where the proxy %s", async (_, refusal, message, isFinal) => {
    const proxy = open(await startProxy({ refusal }));
    vi.stubEnv("HTTPS_PROXY", proxy.url);
    await expect(post(new URL("https://docs.test"))).rejects.toEqual(notSent(message, isFinal));
    expect(proxy.asked).toHaveLength(1);
  });

  it("where the proxy cannot be reached", async () => {
    vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${await unusedPort()}`);
    await expect(post(new URL("https://docs.test"))).rejects.toEqual(
      notSent("the proxy opened no tunnel: no connection to 127.0.0.1 (ECONNREFUSED)"),
    );
  });

  it("where it is cancelled before there is a connection, at once and for good", async () => {
    const asked = Promise.withResolvers<() => void>();
    const proxy = open(
      await startProxy({
        refusal: (socket) => asked.resolve(() => void socket.write("HTTP/1.1 200 OK\r\n\r\n")),
      }),
    );
    vi.stubEnv("HTTPS_PROXY", proxy.url);
    const cancelled = new AbortController();
    const sending = post(new URL("https://docs.test"), undefined, cancelled.signal);
    const openTunnel = await asked.promise;
    cancelled.abort();
    await expect(sending).rejects.toMatchObject({ name: "TransportError", notSent: true });
    openTunnel();
  });

  it("where it is cancelled before, and a connection comes all the same: nothing is written", () => {
    const cancelled = new AbortController();
    const errors: Error[] = [];
    const handler: Dispatcher.DispatchHandlers = { onError: (error) => void errors.push(error) };
    const options = {
      origin: "http://docs.test",
      path: "/",
      method: "POST",
      signal: cancelled.signal,
    } as const;
    tellNotSent(() => true)(options, handler);
    cancelled.abort();
    const stop = vi.fn();
    handler.onConnect?.(stop);
    handler.onError?.(new Error("aborted"));
    expect([errors, stop.mock.calls]).toEqual([[expect.objectContaining({ notSent: true })], [[]]]);
  });

  it("where it is cancelled before it begins", async () => {
    const { url, requests } = open(await serve([answer(201, {})]));
    await expect(post(url, undefined, AbortSignal.abort())).rejects.toMatchObject({
      notSent: true,
    });
    expect(requests).toEqual([]);
  });
});

describe("a request may have been sent", () => {
  const sent = (why: string) =>
    expect.objectContaining({
      name: "TransportError",
      notSent: false,
      message: `the connection broke (${why})`,
    });

  it("where the connection breaks at its first byte", async () => {
    const { url } = await rawServer((socket) => void socket.resetAndDestroy());
    await expect(post(url)).rejects.toEqual(sent("ECONNRESET"));
  });

  it("where a connection that is used again was just closed by the server, and it is not repeated", async () => {
    const good = "HTTP/1.1 201 Created\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}";
    const { url, arrived, connections } = await rawServer((socket, count) => {
      if (count === 1) socket.write(good);
      else socket.resetAndDestroy();
    });
    const pool = open(new Connections({ timeouts }));
    expect(await post(url, pool)).toMatchObject({ status: 201 });
    // Until then, undici has not yet put the connection back.
    await new Promise((resolve) => setImmediate(resolve));
    await expect(post(url, pool)).rejects.toEqual(sent("ECONNRESET"));
    expect([arrived.length, connections()]).toEqual([2, 1]);
  });

  it("where it is cancelled while the server is silent", async () => {
    const { url, arrived } = open(await serve([hang()]));
    const cancelled = new AbortController();
    const sending = post(url, undefined, cancelled.signal);
    await arrived(1);
    cancelled.abort();
    await expect(sending).rejects.toMatchObject({ name: "TransportError", notSent: false });
  });
});
