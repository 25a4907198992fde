import { Agent } from "undici";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TransportError } from "../../src/network/transport-error.ts";
import { type HttpRequest, send } from "../../src/service/http.ts";
import { answer, hang, huge, type LocalServer, serve, type Turn } from "./local-server.ts";

const key = "mint_0123456789abcdef";
const get: HttpRequest = { method: "GET", path: ["v2", "job"] };
const post: HttpRequest = { method: "POST", path: ["v2", "job"], body: { prompt: "Grüße\n“🚀”" } };

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** A server that answers in these ways, one after the other, and a client of it. */
async function connected(turns: readonly [Turn, ...Turn[]], prefix = "/") {
  const server = await serve(turns);
  const agent = new Agent();
  open.push(server, { close: () => agent.destroy() });
  const endpoint = { base: new URL(prefix, server.url), key, dispatcher: agent };
  const client = { send: (request: HttpRequest, signal?: AbortSignal) => send(endpoint, request, signal) };
  return { server, client, endpoint };
}

async function failure(sending: Promise<unknown>): Promise<TransportError> {
  const error = await sending.catch((thrown: unknown) => thrown);
  if (error instanceof TransportError) return error;
  throw new Error("no TransportError was thrown", { cause: error });
}

function only(server: LocalServer) {
  expect(server.requests).toHaveLength(1);
  return server.requests[0];
}

describe("a request", () => {
  it("carries the key and says what it accepts", async () => {
    const { server, client } = await connected([answer(200, {})]);
    await client.send(get);
    const request = only(server);
    expect([request?.method, request?.url, request?.body]).toEqual(["GET", "/v2/job", ""]);
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      accept: "application/json",
      "user-agent": "docs-agent-action",
    });
    expect(request?.headers).not.toHaveProperty("content-type");
  });

  it.each([
    [["v2", "a/b", "job"], "/v2/a%2Fb/job"],
    [["v2", "a b?c#d&e=f"], "/v2/a%20b%3Fc%23d%26e%3Df"],
    [["v2", "ключ🚀"], "/v2/%D0%BA%D0%BB%D1%8E%D1%87%F0%9F%9A%80"],
    [["v2", "../../admin"], "/v2/..%2F..%2Fadmin"],
    [["v2", "%2e%2e"], "/v2/%252e%252e"],
    [["v2", "a\\b\r\nx: y"], "/v2/a%5Cb%0D%0Ax%3A%20y"],
  ])("percent-encodes each segment of its path: %j", async (path, expected) => {
    const { server, client } = await connected([answer(200, {})]);
    await client.send({ method: "GET", path });
    expect(only(server)?.url).toBe(expected);
  });

  it.each(["/docs/service", "/docs/service/", "/docs/service//"])(
    "goes below the path %s",
    async (prefix) => {
      const { server, client } = await connected([answer(200, {})], prefix);
      await client.send(get);
      expect(only(server)?.url).toBe("/docs/service/v2/job");
    },
  );
});

describe("a response", () => {
  it("has its status, its body and the headers that are used", async () => {
    const twice = ["retry-after", "7", "retry-after", "9"];
    const { client } = await connected([(response) => response.writeHead(503, twice).end("soon")]);
    const expected = { status: 503, retryAfter: "7", body: "soon" };
    expect(await client.send(get)).toEqual(expected);
  });

  it("has its letters whole, also where they come in two parts", async () => {
    // Of three bytes each, so that parts of almost any size cut some.
    const text = "€".repeat(300_000);
    const { client } = await connected([answer(200, text)]);
    expect((await client.send(get)).body === text).toBe(true);
  });

  it.each([302, 307])("is no redirect that is followed: %i", async (status) => {
    const elsewhere = await serve([answer(200, {})]);
    open.push(elsewhere);
    const location = new URL("/v2/job", elsewhere.url).href;
    const { server, client } = await connected([answer(status, "", { location })]);
    expect(await client.send(post)).toMatchObject({ status });
    expect(server.requests).toHaveLength(1);
    expect(elsewhere.requests).toEqual([]);
  });

  it("may have 10 MiB", async () => {
    const { client } = await connected([huge(200, 10 * 1024 * 1024)]);
    expect((await client.send(get)).body).toHaveLength(10 * 1024 * 1024);
  });

  it("of more than 10 MiB is not read to its end, but its status is known", async () => {
    const endless: Turn = (response) => response.write(Buffer.alloc(10 * 1024 * 1024 + 1));
    const { client } = await connected([endless]);
    const body = { message: "the response is larger than 10 MiB" };
    expect(await client.send(get)).toMatchObject({ status: 200, body });
  });
});

describe("a request that fails", () => {
  it("has had 40 seconds as a whole, of which its connection may take ten", async () => {
    const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort());
    const { client } = await connected([hang()]);
    expect((await failure(client.send(get))).message).toBe("no complete response in time");
    expect(limit.mock.calls).toEqual([[40_000]]);
  });

  it.each<[string, Turn]>([
    ["begins", hang()],
    ["goes on", hang(200)],
  ])("has waited for an answer that never %s, and not for a connection too", async (_, turn) => {
    const { endpoint } = await connected([turn]);
    const sending = send({ ...endpoint, timeouts: { connectMs: 9000, answerMs: 500 } }, get);
    expect(await sending.then(({ body }) => body).catch((error: unknown) => error)).toMatchObject({
      message: "no response in time",
    });
  });
});
