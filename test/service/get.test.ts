import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { type Reply, refused } from "./fake-service.ts";
import { hang } from "./local-server.ts";
import { always, job, onMock, onServer, thrown, told } from "./service-under-test.ts";

const good: Reply = { json: job };
const noConnection: Reply = { error: refused() };

describe("a GET", () => {
  it.each<[string, Reply, string]>([
    ...[408, 425, 429, 500, 599].map((status): [string, Reply, string] => [
      ...([`a status ${status}`, { status, text: "<html>" }, `HTTP ${status}`] as const),
    ]),
    ["broken JSON", { text: '{"id":' }, "the response cannot be read"],
    ["the wrong shape", { json: { id: 7 } }, "the response cannot be read"],
    ["another job", { json: { ...job, id: "job_2" } }, "the response cannot be read"],
    ["an empty response", { status: 204 }, "the response cannot be read"],
    ["a refused connection", noConnection, "no connection (ECONNREFUSED)"],
    ...[302, 400, 403].map((status): [string, Reply, string] => [
      ...([`a page of a middleman with the status ${status}`, { status, text: "<html>" }] as const),
      "the response cannot be read",
    ]),
    [
      "a middleman's words",
      { status: 403, text: "RBAC: access denied" },
      "the response cannot be read",
    ],
  ])("is retried after %s", async (_case, bad, why) => {
    const { service, clock, retries } = onMock(bad, bad, good);
    expect(await service.getJob("job_1")).toEqual(job);
    expect(retries).toEqual([why, why]);
    expect(clock.sleeps).toEqual([500, 1000]);
  });

  it.each<[Reply, string]>([
    [
      { status: 500, json: { error: "down" } },
      "service: Could not read the job: docs.example.com has a problem (HTTP 500: “down”).",
    ],
    [{ json: { id: 7 } }, "answer: Could not read the job: the response has the wrong shape (id)."],
    [
      { status: 403, text: "<html>" },
      "answer: Could not read the job: the response is not JSON (HTTP 403).",
    ],
    [
      { json: { ...job, id: "job_2" } },
      "answer: Could not read the job: the response is about another job.",
    ],
    [noConnection, "unreachable: Could not read the job: no connection (ECONNREFUSED)."],
  ])("stops after five minutes, with the last error: %j", async (bad, expected) => {
    const { service, clock } = onMock(...always(bad));
    const start = clock.now();
    const { reason, message } = await told(service.getJob("job_1"));
    expect(`${reason}: ${message}`).toBe(expected);
    expect(clock.now() - start).toBeGreaterThan(280_000);
    expect(clock.now() - start).toBeLessThanOrEqual(300_000);
  });

  it.each<[Reply, string]>([
    [{ status: 403, json: { error: "no" } }, "forbidden"],
    [{ status: 401, json: {} }, "api-key"],
    [{ status: 404, json: {} }, "not-found"],
    [{ status: 400, json: {} }, "refused"],
  ])("ends at once with a refusal of the service itself: %j", async (reply, reason) => {
    const { service, asked } = onMock(reply, good);
    expect((await told(service.getJob("job_1"))).reason).toBe(reason);
    expect(asked).toHaveLength(1);
  });

  it("ends at once when it is cancelled", async () => {
    const { service, server, clock } = await onServer(hang());
    const cancelled = new AbortController();
    const reading = thrown(service.getJob("job_1", { signal: cancelled.signal }));
    await server.arrived(1);
    const begin = performance.now();
    cancelled.abort();
    expect(await reading).toMatchObject({ name: "CancelledError", mayHaveBeenProcessed: false });
    // Without an answer, it would end after 30 seconds.
    expect(performance.now() - begin).toBeLessThan(9000);
    expect(clock.sleeps).toEqual([]);
  });

  it("names the first three places of a wrong shape", async () => {
    const { service } = onMock(...always({ json: { a: { b: "1", c: "2" }, d: "3", e: "4" } }));
    const schema = z.object({
      a: z.object({ b: z.number(), c: z.number() }),
      d: z.number(),
      e: z.number(),
    });
    const request = {
      operation: "read the visitors",
      path: "visitors",
      query: {},
      schema,
    } as const;
    expect((await told(service.getExport(request))).message).toBe(
      "Could not read the visitors: the response has the wrong shape (a.b, a.c, d).",
    );
  });
});
