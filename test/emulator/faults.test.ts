import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { FaultInput } from "./faults.ts";
import { useService } from "./service-fixture.ts";

const JOB = "/v2/agent/docs-project/job";
const PROMPT = '{"prompt":"Document it"}';
const resetCode = /ECONNRESET|UND_ERR_SOCKET/;

const emulated = await useService();

/** A request that meets the fault. */
function create(happens?: FaultInput["happens"]): Promise<Response> {
  if (happens !== undefined) emulated.service.fault({ happens });
  return emulated.caller.fetch("POST", JOB, PROMPT);
}

/** The code of the socket's error, wherever fetch wrapped it. */
async function socketError(request: Promise<unknown>): Promise<string> {
  const Coded = z.object({ code: z.string() });
  const error = await request.then(
    () => new Error("The request went well"),
    (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
  );
  return Coded.safeParse(error.cause).data?.code ?? Coded.safeParse(error).data?.code ?? error.message;
}

describe("at the socket", () => {
  test.each([true, false])("a reset sends nothing (taken: %s)", async (take) => {
    expect(await socketError(create({ kind: "reset", take }))).toMatch(resetCode);
    expect(emulated.service.jobs()).toHaveLength(take ? 1 : 0);
    expect(emulated.service.requests()).toMatchObject([{ method: "POST", path: JOB, outcome: "reset" }]);
    expect((await create()).status).toBe(201);
  });

  test("a reset during the response comes after its head", async () => {
    const response = await create({ kind: "reset-during" });
    expect(response.status).toBe(201);
    expect(await socketError(response.text())).toMatch(resetCode);
    expect(emulated.service.jobs()).toHaveLength(1);
  });

  test.each([true, false])("a hang never responds (taken: %s)", async (take) => {
    const { service } = emulated;
    service.fault({ happens: { kind: "hang", take } });
    const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
    const stop = new AbortController();
    const request = fetch(service.url + JOB, { method: "POST", headers, body: PROMPT, signal: stop.signal });
    await expect.poll(() => service.requests()[0]?.outcome, { timeout: 60_000 }).toBe("hang");
    stop.abort();
    await expect(request).rejects.toThrow("aborted");
    expect(service.jobs()).toHaveLength(take ? 1 : 0);
  });

  test("a drip takes its time and arrives whole", async () => {
    const begin = performance.now();
    const response = await create({ kind: "drip", bytes: 40, everyMs: 20 });
    expect(JSON.parse(await response.text())).toMatchObject({ status: "active" });
    expect(performance.now() - begin).toBeGreaterThan(60);
  });

  test("a delay comes before the response", async () => {
    const begin = performance.now();
    expect((await create({ kind: "delay", ms: 80 })).status).toBe(201);
    expect(performance.now() - begin).toBeGreaterThan(70);
  });
});

describe("in the response", () => {
  test("any status with any body and headers", async () => {
    const body = "<html><h1>502 Bad Gateway</h1></html>";
    const headers = { "Retry-After": "7" };
    const response = await create({ kind: "answer", status: 502, body, headers });
    expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([
      ...[502, "7", body],
    ]);
    expect(response.headers.get("content-type")).toBe("text/html");
    expect(emulated.service.jobs()).toEqual([]);
    expect((await create({ kind: "answer", status: 500, take: true })).status).toBe(500);
    expect(emulated.service.jobs()).toHaveLength(1);
  });

  test("JSON that breaks off", async () => {
    const response = await create({ kind: "broken-json" });
    expect(response.status).toBe(201);
    await expect(response.json()).rejects.toThrow(SyntaxError);
    expect(emulated.service.jobs()).toHaveLength(1);
  });

  test("JSON of another shape", async () => {
    expect(await (await create({ kind: "wrong-shape" })).json()).toEqual({ data: { jobs: [] } });
    expect(await (await create({ kind: "wrong-shape", body: "just text" })).json()).toBe("just text");
  });

  test("a body of many megabytes, still valid", async () => {
    const text = await (await create({ kind: "huge", megabytes: 3 })).text();
    expect(text).toHaveLength(3 * 1_048_576);
    expect(JSON.parse(text)).toMatchObject({ status: "active" });
    expect((await create({ kind: "huge", megabytes: 1, status: 500 })).status).toBe(500);
  });

  test("a huge body that nobody reads does not hold the service up", async () => {
    await (await create({ kind: "huge", megabytes: 200 })).body?.cancel();
    expect((await create()).status).toBe(201);
  });

  test("a redirect", async () => {
    const response = await create({ kind: "redirect", location: "https://elsewhere.example/", status: 307 });
    expect([response.status, response.headers.get("location")]).toEqual([307, "https://elsewhere.example/"]);
  });
});

describe("which requests a fault is for", () => {
  const statuses = async (path: string, count: number) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1)
      seen.push((await emulated.caller.fetch("GET", `${JOB}/${path}`)).status);
    return seen;
  };
  const answer = (status: number) => ({ kind: "answer" as const, status });

  test("method, path, how many, and after how many", async () => {
    const { body } = await emulated.caller.create("[takes forever]");
    const which = { method: "GET", path: /\/job\/\w+$/, after: 1, times: 2 };
    const fault = emulated.service.fault({ ...which, happens: answer(503) });
    expect(await statuses(body.id, 5)).toEqual([200, 503, 503, 200, 200]);
    expect(fault.hits).toBe(2);
  });

  test("all of them, until the faults are cleared", async () => {
    emulated.service.fault({ times: "always", happens: answer(503) });
    expect(await statuses("x", 3)).toEqual([503, 503, 503]);
    emulated.service.clearFaults();
    expect(await statuses("x", 1)).toEqual([404]);
  });

  test("faults come in the order in which they were set", async () => {
    for (const status of [500, 502]) emulated.service.fault({ happens: answer(status) });
    expect(await statuses("x", 3)).toEqual([500, 502, 404]);
  });
});
