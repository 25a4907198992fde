import { deflateSync, gzipSync } from "node:zlib";
import { Agent } from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { tellNotSent } from "../../src/network/connections.ts";
import { type HttpRequest, send } from "../../src/service/http.ts";
import { answer, hang, serve, type Turn } from "./local-server.ts";
import { key, open } from "./service-under-test.ts";

const get: HttpRequest = { path: ["v2", "job"] };

/** Sends a request to a server that answers so: what came back or was thrown, and what the server received. */
async function exchange(
  turn: Turn,
  { request = get, prefix = "/", timeouts = { connectMs: 10_000, answerMs: 30_000 } } = {},
) {
  const server = open(await serve([turn]));
  const agent = new Agent().compose(tellNotSent);
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await agent.destroy();
  });
  const sending = send(
    { base: new URL(prefix, server.url), key, dispatcher: agent, timeouts },
    request,
    systemClock,
  );
  const response: unknown = await sending.catch((error: unknown) => error);
  return { response, requests: server.requests };
}

describe("a request", () => {
  it("carries the key and says what it accepts", async () => {
    const { requests } = await exchange(answer(200, {}));
    expect(requests).toMatchObject([
      {
        ...{ method: "GET", url: "/v2/job", body: "" },
        headers: {
          ...{
            authorization: `Bearer ${key}`,
            accept: "application/json",
            "accept-encoding": "identity",
            "user-agent": "docs-agent-action",
          },
        },
      },
    ]);
    expect(requests[0]?.headers).not.toHaveProperty("content-type");
  });

  it.each([
    [["v2", "a/b", "job"], "/v2/a%2Fb/job"],
    [["v2", "a b?c#d&e=f"], "/v2/a%20b%3Fc%23d%26e%3Df"],
    [["v2", "ключ🚀"], "/v2/%D0%BA%D0%BB%D1%8E%D1%87%F0%9F%9A%80"],
    [["v2", "../../admin"], "/v2/..%2F..%2Fadmin"],
    [["v2", "%2e%2e"], "/v2/%252e%252e"],
    [["v2", "a\\b\r\nx: y"], "/v2/a%5Cb%0D%0Ax%3A%20y"],
  ])("percent-encodes each segment of its path: %j", async (path, url) => {
    expect((await exchange(answer(200, {}), { request: { path } })).requests).toMatchObject([
      { url },
    ]);
  });

  it.each(["/docs/service", "/docs/service/", "/docs/service//"])(
    "goes below the path %s",
    async (prefix) => {
      const { requests } = await exchange(answer(200, {}), { prefix });
      expect(requests).toMatchObject([{ url: "/docs/service/v2/job" }]);
    },
  );
});

describe("a response", () => {
  it("has its status, its body and the headers that are used", async () => {
    const twice = ["retry-after", "7", "retry-after", "9"];
    const { response } = await exchange((made) => made.writeHead(503, twice).end("soon"));
    expect(response).toEqual({ status: 503, retryAfterMs: 7000, body: "soon" });
  });

  it("is no redirect that is followed", async () => {
    const elsewhere = open(await serve([answer(200, {})]));
    const location = new URL("/v2/job", elsewhere.url).href;
    const request: HttpRequest = { path: ["v2", "job"], body: { prompt: "“🚀”" } };
    const { response, requests } = await exchange(answer(307, "", { location }), { request });
    expect(response).toMatchObject({ status: 307 });
    expect(requests).toMatchObject([{ body: '{"prompt":"“🚀”"}' }]);
    expect(elsewhere.requests).toEqual([]);
  });

  it("may have 10 MiB, with its letters whole where they come in two parts", async () => {
    // Of three bytes each, so that parts of almost any size cut some.
    const text = `${"€".repeat(3_495_253)}x`;
    expect(Buffer.byteLength(text)).toBe(10 * 1024 * 1024);
    const { response } = await exchange(answer(200, text));
    expect(Object(response).body === text).toBe(true);
  });

  it("of more than 10 MiB is not read to its end, but its status is known", async () => {
    const { response } = await exchange((made) => made.write(Buffer.alloc(10 * 1024 * 1024 + 1)));
    const body = { message: "the response is larger than 10 MiB" };
    expect(response).toMatchObject({ status: 200, body });
  });
});

describe("a response that a middleman has encoded, unasked,", () => {
  const text = '{"id":"job_1","note":"é"}';
  const limit = 10 * 1024 * 1024;
  const gets = async (bytes: Uint8Array, encoding?: string) => {
    const headers = encoding === undefined ? {} : { "content-encoding": encoding };
    const { response } = await exchange((made) => made.writeHead(200, headers).end(bytes));
    return Object(response).body;
  };

  it.each<[string, Uint8Array, string?]>([
    ["gzip", gzipSync(text), "gzip"],
    ["gzip, and says nothing", gzipSync(text)],
    ["deflate", deflateSync(text), "deflate"],
    ["nothing, and says gzip", Buffer.from(text), "gzip"],
    ["a byte order mark", Buffer.from(`\ufeff${text}`)],
    ["both", gzipSync(`\ufeff${text}`), "gzip"],
  ])("is read: %s", async (_, bytes, encoding) => {
    expect(await gets(bytes, encoding)).toBe(text);
  });

  it("may have 10 MiB when it is decoded, and not more", async () => {
    expect((await gets(gzipSync(Buffer.alloc(limit, "a")), "gzip")).length).toBe(limit);
    const message = "the response cannot be decoded";
    for (const encode of [gzipSync, deflateSync])
      expect(await gets(encode(Buffer.alloc(limit + 1)), "deflate")).toMatchObject({ message });
  });

  it.each([
    ["broken off", gzipSync(text).subarray(0, 30)],
    ["broken", Buffer.from([0x1f, 0x8b, 0, 0, 0])],
  ])("cannot be read where it is %s", async (_, bytes) => {
    expect(await gets(bytes, "gzip")).toMatchObject({ message: "the response cannot be decoded" });
  });

  it("is empty where it has no bytes", async () => {
    expect(await gets(new Uint8Array(), "deflate")).toBe("");
  });
});

describe("a request that fails", () => {
  it("has had 40 seconds as a whole, of which its connection may take ten", async () => {
    const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort());
    const { response } = await exchange(hang());
    expect(response).toMatchObject({
      name: "TransportError",
      message: "no complete response in time",
    });
    expect(limit.mock.calls).toEqual([[40_000]]);
  });

  it("has waited for an answer that never begins or goes on, and not for a connection too", async () => {
    const timeouts = { connectMs: 9000, answerMs: 500 };
    const message = "no response in time";
    expect((await exchange(hang(), { timeouts })).response).toMatchObject({ message });
    expect((await exchange(hang(200), { timeouts })).response).toMatchObject({ body: { message } });
  });
});
