import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Caller } from "./caller.ts";
import type { RunningService } from "./start.ts";
import { startService } from "./start.ts";

let service: RunningService;
let caller: Caller;

beforeAll(async () => {
  service = await startService();
  caller = new Caller(service);
});
beforeEach(() => service.reset());
afterAll(() => service.close());

async function control(method: string, path: string, body?: unknown): Promise<Response> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  return await fetch(`${service.url}/_emulator${path}`, init);
}

test("shows the requests without their key, and the jobs", async () => {
  await caller.create("Document it");
  const text = await (await control("GET", "/requests")).text();
  expect(text).not.toContain(service.key);
  expect(JSON.parse(text)).toMatchObject([
    {
      method: "POST",
      path: "/v2/agent/docs-project/job",
      headers: { "content-type": "application/json" },
      body: { prompt: "Document it" },
      outcome: 201,
    },
  ]);
  expect(await (await control("GET", "/jobs")).json()).toMatchObject([
    { turns: [{ prompt: "Document it" }] },
  ]);
  expect(await (await control("GET", "")).json()).toMatchObject({ requests: 1, jobs: 1, faults: [] });
});

test("sets faults and takes them back", async () => {
  const fault = { method: "POST", path: "/job$", times: "always", happens: { kind: "answer", status: 503 } };
  expect((await control("POST", "/faults", fault)).status).toBe(201);
  expect((await caller.fetch("POST", "/v2/agent/docs-project/job", "{}")).status).toBe(503);
  expect(await (await control("GET", "")).json()).toMatchObject({ faults: [{ path: "/job$", hits: 1 }] });
  expect((await control("DELETE", "/faults")).status).toBe(204);
  expect((await caller.create("x")).status).toBe(201);
});

test("changes the switches it names and no others", async () => {
  await control("POST", "/settings", { jobSeconds: 5, limits: { create: 7 } });
  await control("POST", "/settings", { pages: 3 });
  expect(service.settings()).toMatchObject({ jobSeconds: 5, pages: 3, limits: { create: 7, message: 100 } });
});

test("moves time on", async () => {
  const { body } = await caller.create("x");
  expect((await control("POST", "/advance", { ms: 20_000 })).status).toBe(204);
  expect((await caller.job(body.id)).body.status).toBe("completed");
});

test("forgets everything", async () => {
  await caller.create("x");
  service.change({ pages: 3 });
  service.fault({ happens: { kind: "hang" } });
  expect((await control("POST", "/reset")).status).toBe(204);
  expect(await (await control("GET", "")).json()).toMatchObject({ requests: 0, jobs: 0, faults: [] });
  expect(service.settings().pages).toBe(120);
});

test.each([
  ["POST", "/faults", { happens: { kind: "explode" } }],
  ["POST", "/faults", { path: "(", happens: { kind: "hang" } }],
  ["POST", "/settings", { colour: "red" }],
  ["POST", "/settings", { pages: "many" }],
  ["POST", "/advance", { ms: -1 }],
])("%s %s %j is refused", async (method, path, body) => {
  const answer = await control(method, path, body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: expect.any(String) });
});

test("knows no other path", async () => {
  expect((await control("GET", "/nothing")).status).toBe(404);
});
