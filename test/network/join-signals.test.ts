import { getEventListeners } from "node:events";
import { Agent } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { joinSignals } from "../../src/network/join-signals.ts";
import { HttpClient } from "../../src/service/http.ts";
import { clientOf, FakeGitHub } from "../github/fake-github.ts";
import { answer, reset, serve, type Turn } from "../service/local-server.ts";
import { job, serviceAt } from "../service/service-under-test.ts";
import { fake, fetchFrom, pageOf } from "../visitors/fetch/fetch-harness.ts";

/** How many listeners hang on a signal. */
function leftAt(signal: AbortSignal): number {
  return getEventListeners(signal, "abort").length;
}

describe("a joined signal", () => {
  test.each([0, 1])("aborts with the first of its signals, and for its reason: %i", (index) => {
    const sources = [new AbortController(), new AbortController()];
    const { signal } = joinSignals(...sources.map((source) => source.signal));
    expect(signal.aborted).toBe(false);
    sources[index]?.abort("because");
    sources[1 - index]?.abort("too late");
    expect(signal).toMatchObject({ aborted: true, reason: "because" });
  });

  test("is aborted at once where one of its signals is", () => {
    const { signal } = joinSignals(new AbortController().signal, AbortSignal.abort("before"));
    expect(signal).toMatchObject({ aborted: true, reason: "before" });
  });

  test("leaves nothing behind, and follows no more, once it is released", () => {
    const source = new AbortController();
    const { signal, release } = joinSignals(source.signal);
    expect(leftAt(source.signal)).toBe(1);
    release();
    expect(leftAt(source.signal)).toBe(0);
    source.abort();
    expect(signal.aborted).toBe(false);
  });
});

describe("nothing is left at the signal of the run", () => {
  const turns: [string, Turn][] = [
    ["an answer", answer(200, job)],
    ["a refusal", answer(404, { error: "no such job" })],
    ["a redirect", answer(301, "", { location: "https://elsewhere.example.com" })],
    ["a connection that ends", reset()],
  ];

  test.each(turns)("by a request to the service that ends with %s", async (_, turn) => {
    const server = await serve([turn, turn, turn]);
    const agent = new Agent();
    onTestFinished(async () => {
      await agent.destroy();
      await server.close();
    });
    const { signal } = new AbortController();
    const client = new HttpClient(server.url, "key", agent);
    await client.send({ method: "GET", path: ["a"] }, signal).catch(() => {});
    const { service } = serviceAt(server.url, agent);
    await service.getJob("job_1", { signal, maxRetries: 0 }).catch(() => {});
    await service.createJob("Document it", { signal, maxRetries: 0 }).catch(() => {});
    expect(server.requests).toHaveLength(3);
    expect(leftAt(signal)).toBe(0);
  });

  test("by a report of visitors", async () => {
    const { url, asked } = await fake((query) => pageOf(5, query));
    const { signal } = new AbortController();
    const { current } = await fetchFrom(url, { abort: signal });
    expect([current.complete, asked.length]).toEqual([true, 5]);
    expect(leftAt(signal)).toBe(0);
  });

  test.each([
    ["an answer", 200],
    ["a refusal", 403],
    ["a redirect", 301],
    ["an answer without a body", 204],
  ])("by a request to GitHub that ends with %s", async (_, status) => {
    const gitHubFake = new FakeGitHub();
    if (status !== 200) gitHubFake.refuse({ path: /./, status, times: 10 });
    const [reading, writing] = [new AbortController(), new AbortController()];
    const { gitHub, requests } = clientOf(gitHubFake, {
      ...{ stopReading: reading.signal, stopWriting: writing.signal },
      spaceWrites: false,
    });
    await gitHub.comments("issue", 7).catch(() => {});
    await gitHub.createComment({ place: "issue", number: 7 }, "Hi").catch(() => {});
    expect(requests).toHaveLength(2);
    expect([leftAt(reading.signal), leftAt(writing.signal)]).toEqual([0, 0]);
  });
});
