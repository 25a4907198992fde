import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { Caller } from "./caller.ts";
import type { RunningService } from "./start.ts";
import { startService } from "./start.ts";

const JOB = "/v2/agent/docs-project/job";
const PROMPT = '{"prompt":"Document it"}';

let service: RunningService;
let caller: Caller;

beforeAll(async () => {
  service = await startService();
  caller = new Caller(service);
});
beforeEach(() => service.reset());
afterAll(() => service.close());

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
  test("a reset without taking leaves no job", async () => {
    service.fault({ method: "POST", path: "/job$", happens: { kind: "reset" } });
    expect(await socketError(caller.create("x"))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    expect(service.jobs()).toEqual([]);
    expect(service.requests()).toMatchObject([{ method: "POST", path: JOB, outcome: "reset" }]);
    expect((await caller.create("x")).status).toBe(201);
  });

  test("a reset after taking leaves a job that nobody was told of", async () => {
    service.fault({ method: "POST", path: "/job$", happens: { kind: "reset", take: true } });
    expect(await socketError(caller.create("x"))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    expect(service.jobs()).toHaveLength(1);
  });

  test("a reset during the answer comes after its head", async () => {
    service.fault({ happens: { kind: "reset-during" } });
    const response = await caller.fetch("POST", JOB, PROMPT);
    expect(response.status).toBe(201);
    expect(await socketError(response.text())).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    expect(service.jobs()).toHaveLength(1);
  });

  test.each([true, false])("a hang never answers (taken: %s)", async (take) => {
    service.fault({ happens: { kind: "hang", take } });
    const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
    const signal = AbortSignal.timeout(150);
    const request = fetch(service.url + JOB, { method: "POST", headers, body: PROMPT, signal });
    await expect(request).rejects.toThrow("timeout");
    expect(service.jobs()).toHaveLength(take ? 1 : 0);
    expect(service.requests()[0]?.outcome).toBe("hang");
  });

  test("a drip takes its time and arrives whole", async () => {
    service.fault({ happens: { kind: "drip", bytes: 40, everyMs: 20 } });
    const started = performance.now();
    expect((await caller.create("x")).body.status).toBe("active");
    expect(performance.now() - started).toBeGreaterThan(60);
  });

  test("a delay answers later", async () => {
    service.fault({ happens: { kind: "delay", ms: 80 } });
    const started = performance.now();
    expect((await caller.create("x")).status).toBe(201);
    expect(performance.now() - started).toBeGreaterThanOrEqual(75);
  });
});

describe("in the answer", () => {
  test("any status with any body and headers", async () => {
    const body = "<html><h1>502 Bad Gateway</h1></html>";
    service.fault({ happens: { kind: "answer", status: 502, body, headers: { "Retry-After": "7" } } });
    const response = await caller.fetch("POST", JOB, PROMPT);
    expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([
      502,
      "7",
      body,
    ]);
    expect(response.headers.get("content-type")).toBe("text/html");
    expect(service.jobs()).toEqual([]);
    service.fault({ happens: { kind: "answer", status: 500, take: true } });
    expect((await caller.fetch("POST", JOB, PROMPT)).status).toBe(500);
    expect(service.jobs()).toHaveLength(1);
  });

  test("JSON that breaks off", async () => {
    service.fault({ happens: { kind: "broken-json" } });
    const response = await caller.fetch("POST", JOB, PROMPT);
    expect(response.status).toBe(201);
    await expect(response.json()).rejects.toThrow(SyntaxError);
    expect(service.jobs()).toHaveLength(1);
  });

  test("JSON of another shape", async () => {
    service.fault({ happens: { kind: "wrong-shape" } });
    expect(await (await caller.fetch("POST", JOB, PROMPT)).json()).toEqual({ data: { jobs: [] } });
    service.fault({ happens: { kind: "wrong-shape", body: "just text" } });
    expect(await (await caller.fetch("POST", JOB, PROMPT)).json()).toBe("just text");
  });

  test("a body of many megabytes, still valid", async () => {
    service.fault({ happens: { kind: "huge", megabytes: 3 } });
    const text = await (await caller.fetch("POST", JOB, PROMPT)).text();
    expect(text).toHaveLength(3 * 1_048_576);
    expect(JSON.parse(text)).toMatchObject({ status: "active" });
    service.fault({ happens: { kind: "huge", megabytes: 1, status: 500 } });
    expect((await caller.fetch("POST", JOB, PROMPT)).status).toBe(500);
  });

  test("a huge answer that nobody reads does not hold the service up", async () => {
    service.fault({ happens: { kind: "huge", megabytes: 200 } });
    await (await caller.fetch("POST", JOB, PROMPT)).body?.cancel();
    expect((await caller.create("x")).status).toBe(201);
  });

  test("a redirect", async () => {
    service.fault({ happens: { kind: "redirect", location: "https://elsewhere.example/", status: 307 } });
    const response = await caller.fetch("POST", JOB, PROMPT);
    expect([response.status, response.headers.get("location")]).toEqual([307, "https://elsewhere.example/"]);
  });
});

describe("which requests", () => {
  test("are told apart by method, path, how many and after how many", async () => {
    const { body } = await caller.create("[takes forever]");
    const happens = { kind: "answer" as const, status: 503 };
    const fault = service.fault({ method: "GET", path: /\/job\/\w+$/, after: 1, times: 2, happens });
    const statuses = [];
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await caller.fetch("GET", `${JOB}/${body.id}`)).status);
    }
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
    expect(fault.hits).toBe(2);
  });

  test("all of them, until the faults are cleared", async () => {
    service.fault({ times: "always", happens: { kind: "answer", status: 503 } });
    for (let count = 0; count < 3; count += 1)
      expect((await caller.fetch("GET", `${JOB}/x`)).status).toBe(503);
    service.clearFaults();
    expect((await caller.fetch("GET", `${JOB}/x`)).status).toBe(404);
  });

  test("faults queue up in the order in which they were set", async () => {
    for (const status of [500, 502]) service.fault({ happens: { kind: "answer", status } });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await caller.fetch("GET", `${JOB}/x`)).status);
    expect(statuses).toEqual([500, 502, 404]);
  });
});
