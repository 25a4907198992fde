import { Agent } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createDispatcher, HttpClient, type HttpRequest, isLoopback } from "../../src/service/http.ts";
import { TransportError } from "../../src/service/transport-error.ts";
import { answer, flood, type LocalServer, reset, serve, silence, type Turn } from "./local-server.ts";

const key = "mint_0123456789abcdef";
const get: HttpRequest = { method: "GET", path: ["v2", "job"] };
const post: HttpRequest = { method: "POST", path: ["v2", "job"], body: { prompt: "Grüße\n“🚀”" } };

// The time limits run on timers of ours and of undici, which keeps one for all its clients: so for the whole file.
beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterAll(() => void vi.useRealTimers());

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** A server that takes these turns, and a transport to it. */
async function connected(turns: readonly [Turn, ...Turn[]], prefix = "/") {
  const server = await serve(turns);
  const agent = new Agent();
  open.push(server, { close: () => agent.destroy() });
  return { server, transport: new HttpClient(new URL(prefix, server.url), key, agent) };
}

/** How a request fails. */
async function failure(sending: Promise<unknown>): Promise<TransportError> {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof TransportError) return error;
  throw new Error("no TransportError was thrown", { cause: error });
}

/** Lets sockets deliver what is on its way. */
function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function only(server: LocalServer) {
  expect(server.requests).toHaveLength(1);
  return server.requests[0];
}

describe("a request", () => {
  it("carries the key, and says what it takes", async () => {
    const { server, transport } = await connected([answer(200, {})]);
    await transport.send(get);
    const request = only(server);
    expect([request?.method, request?.url, request?.body]).toEqual(["GET", "/v2/job", ""]);
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${key}`, accept: "application/json" });
    expect(request?.headers["user-agent"]).toBe("docs-agent-action");
    expect(request?.headers).not.toHaveProperty("content-type");
  });

  it("sends its body as JSON in UTF-8", async () => {
    const { server, transport } = await connected([answer(201, {})]);
    await transport.send(post);
    const request = only(server);
    expect(request?.method).toBe("POST");
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(request?.body ?? "")).toEqual(post.body);
    expect(request?.headers["content-length"]).toBe(String(Buffer.byteLength(request?.body ?? "")));
  });

  it.each([
    [["v2", "a/b", "job"], "/v2/a%2Fb/job"],
    [["v2", "a b?c#d&e=f"], "/v2/a%20b%3Fc%23d%26e%3Df"],
    [["v2", "ключ🚀"], "/v2/%D0%BA%D0%BB%D1%8E%D1%87%F0%9F%9A%80"],
    [["v2", "../../admin"], "/v2/..%2F..%2Fadmin"],
    [["v2", "%2e%2e"], "/v2/%252e%252e"],
    [["v2", "a\\b\r\nx: y"], "/v2/a%5Cb%0D%0Ax%3A%20y"],
  ])("percent-encodes each part of its path: %j", async (path, expected) => {
    const { server, transport } = await connected([answer(200, {})]);
    await transport.send({ method: "GET", path });
    expect(only(server)?.url).toBe(expected);
  });

  it.each(["/docs/service", "/docs/service/", "/docs/service//"])(
    "goes below the base address %s",
    async (prefix) => {
      const { server, transport } = await connected([answer(200, {})], prefix);
      await transport.send(get);
      expect(only(server)?.url).toBe("/docs/service/v2/job");
    },
  );

  it("encodes its query", async () => {
    const { server, transport } = await connected([answer(200, {})]);
    await transport.send({ ...get, query: { dateFrom: "2026-01-01T00:00:00+01:00", a: "b&c=d e" } });
    const url = new URL(only(server)?.url ?? "", server.url);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      dateFrom: "2026-01-01T00:00:00+01:00",
      a: "b&c=d e",
    });
    expect(url.search).not.toContain("+01");
  });
});

describe("an answer", () => {
  it("comes with its status and the headers that matter", async () => {
    const { transport } = await connected([answer(503, "soon", { "retry-after": "7" })]);
    expect(await transport.send(get)).toEqual({
      status: 503,
      retryAfter: "7",
      location: undefined,
      body: "soon",
    });
  });

  it.each([301, 302, 303, 307, 308])("that redirects (%i) is not followed", async (status) => {
    const elsewhere = await serve([answer(200, {})]);
    open.push(elsewhere);
    const location = new URL("/v2/job", elsewhere.url).href;
    const { server, transport } = await connected([answer(status, "", { location })]);
    expect(await transport.send(post)).toMatchObject({ status, location });
    expect(server.requests).toHaveLength(1);
    expect(elsewhere.requests).toEqual([]);
  });

  it("that echoes the key is blotted out", async () => {
    const { transport } = await connected([answer(400, { error: `Bad key ${key}, ${key}!` })]);
    expect((await transport.send(get)).body).toBe('{"error":"Bad key ***, ***!"}');
  });

  it.each([
    ["that is no JSON", (key: string) => `<b>\\n</b> ${key}`, "<b>\\n</b> ***"],
    ["in JSON's own spelling", (key: string) => `{"error":"\\u006d${key.slice(1)}"}`, '{"error":"***"}'],
  ])("that echoes the key in a text %s is, too", async (_, text, shown) => {
    const { transport } = await connected([(response) => void response.writeHead(400).end(text(key))]);
    expect((await transport.send(get)).body).toBe(shown);
  });

  it("may have 10 MiB", async () => {
    const { transport } = await connected([flood(200, 10 * 1024 * 1024)]);
    expect((await transport.send(get)).body).toHaveLength(10 * 1024 * 1024);
  });

  it("of more than 10 MiB is not read, but its status counts", async () => {
    const { transport } = await connected([flood(200, 10 * 1024 * 1024 + 1)]);
    const { status, body, bodyReadError } = await transport.send(get);
    expect([status, body, bodyReadError?.kind]).toEqual([200, undefined, "too-large"]);
  });

  it.each([300, 500])("that is no success (%i) is read only as far as it is worth it", async (code) => {
    const { transport } = await connected([flood(code, 50 * 1024 * 1024)]);
    const { status, body } = await transport.send(get);
    expect(status).toBe(code);
    expect(body?.length).toBeGreaterThanOrEqual(64 * 1024);
    expect(body?.length).toBeLessThan(1024 * 1024);
  });

  it("whose connection breaks in the middle keeps its status", async () => {
    const { transport } = await connected([reset('{"id":')]);
    const { status, body, bodyReadError } = await transport.send(get);
    expect([status, body, bodyReadError?.kind, bodyReadError?.notProcessed]).toEqual([
      200,
      undefined,
      "broken",
      false,
    ]);
  });

  it("that stops in the middle keeps its status", async () => {
    const { transport, server } = await connected([silence(201)]);
    const sending = transport.send(get);
    await server.arrived(1);
    await turnOfEventLoop();
    await vi.advanceTimersByTimeAsync(32_000);
    const { status, body, bodyReadError } = await sending;
    expect([status, body, bodyReadError?.kind]).toEqual([201, undefined, "timeout"]);
  });
});

describe("a request that fails", () => {
  it("after it was sent may have been taken: reset", async () => {
    const { transport, server } = await connected([reset()]);
    const error = await failure(transport.send(post));
    expect([error.kind, error.notProcessed]).toEqual(["broken", false]);
    expect(server.requests).toHaveLength(1);
  });

  it("after it was sent may have been taken: no answer", async () => {
    const { transport, server } = await connected([silence()]);
    const failed = failure(transport.send(post));
    await server.arrived(1);
    await vi.advanceTimersByTimeAsync(32_000);
    const error = await failed;
    expect([error.kind, error.notProcessed]).toEqual(["timeout", false]);
    expect(server.requests).toHaveLength(1);
  });

  it("was not taken when nobody listens", async () => {
    const { transport, server } = await connected([answer(200, {})]);
    await server.close();
    const error = await failure(transport.send(post));
    expect([error.kind, error.notProcessed]).toEqual(["connect", true]);
    expect(error.message).toBe("no connection (ECONNREFUSED)");
  });

  it("is over after 40 seconds, even while the answer drips in", async () => {
    const drops: (() => void)[] = [];
    const { transport, server } = await connected([
      (response) => {
        response.writeHead(200);
        drops.push(() => void response.write("x"));
      },
    ]);
    let over = false;
    const sending = transport.send(get).finally(() => {
      over = true;
    });
    await server.arrived(1);
    for (let seconds = 0; seconds < 39; seconds++) {
      drops[0]?.();
      await vi.advanceTimersByTimeAsync(1000);
      await turnOfEventLoop();
    }
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect((await sending).bodyReadError).toMatchObject({
      kind: "timeout",
      message: "no whole answer in time",
      cause: expect.anything(),
    });
  });

  it("ends at once when it is cancelled", async () => {
    const { transport, server } = await connected([silence()]);
    const cancelled = new AbortController();
    const failed = failure(transport.send(get, cancelled.signal));
    await server.arrived(1);
    cancelled.abort();
    const error = await failed;
    expect(error).toMatchObject({ kind: "cancelled", message: "the run was cancelled" });
    expect(error.cause).toBeDefined();
  });

  it("leaves no timer behind that would keep the process waiting", async () => {
    const [set, cleared] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
    const { transport } = await connected([answer(200, {})]);
    await transport.send(get);
    const bound = set.mock.calls.findIndex(([, ms]) => ms === 40_000);
    expect(cleared).toHaveBeenCalledWith(set.mock.results[bound]?.value);
    vi.restoreAllMocks();
  });

  it("is not even sent when it was cancelled before", async () => {
    const { transport, server } = await connected([answer(200, {})]);
    expect((await failure(transport.send(get, AbortSignal.abort()))).kind).toBe("cancelled");
    expect(server.requests).toEqual([]);
  });
});

describe("createDispatcher", () => {
  it("connects without a proxy when none is named", async () => {
    const server = await serve([answer(200, { ok: true })]);
    const dispatcher = createDispatcher(server.url, {});
    open.push(server, { close: () => dispatcher.destroy() });
    expect(await new HttpClient(server.url, key, dispatcher).send(get)).toMatchObject({ status: 200 });
  });

  it("throws when the proxy's address is none", () => {
    const base = new URL("https://docs.example.com");
    expect(() => createDispatcher(base, { HTTPS_PROXY: "not an address" })).toThrow(TypeError);
  });
});

describe("isLoopback", () => {
  it.each([
    "http://localhost",
    "http://LOCALHOST:1",
    "http://127.0.0.1",
    "http://127.255.0.9",
    "http://[::1]:8",
    "http://0x7f.1",
  ])("knows %s", (address) => {
    expect(isLoopback(new URL(address))).toBe(true);
  });

  it.each([
    "http://localhost.example.com",
    "http://my-localhost",
    "http://127.0.0.1.example.com",
    "http://128.0.0.1",
    "http://0.0.0.0",
    "http://[::2]",
    "http://10.0.0.1",
  ])("is not fooled by %s", (address) => {
    expect(isLoopback(new URL(address))).toBe(false);
  });
});
