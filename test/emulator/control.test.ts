import { expect, test } from "vitest";
import { useService } from "./service-fixture.ts";

const emulated = await useService();

async function control(method: string, path: string, body?: unknown): Promise<Response> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  return await fetch(`${emulated.service.url}/_emulator${path}`, init);
}
const shown = async (path: string) => (await control("GET", path)).json();

test("shows the requests without their key, and the jobs", async () => {
  await emulated.caller.create("Document it");
  const text = await (await control("GET", "/requests")).text();
  expect(text).not.toContain(emulated.service.key);
  expect(JSON.parse(text)).toMatchObject([
    {
      ...{ method: "POST", path: "/v2/agent/docs-project/job", body: { prompt: "Document it" } },
      ...{ headers: { "content-type": "application/json" }, outcome: 201 },
    },
  ]);
  expect(await shown("/jobs")).toMatchObject([{ turns: [{ prompt: "Document it" }] }]);
  expect(await shown("")).toMatchObject({ requests: 1, jobs: 1, faults: [] });
});

test("sets faults and takes them back", async () => {
  const { caller } = emulated;
  const fault = { method: "POST", path: "/job$", times: "always", happens: { kind: "answer", status: 503 } };
  expect((await control("POST", "/faults", fault)).status).toBe(201);
  expect((await caller.fetch("POST", "/v2/agent/docs-project/job", "{}")).status).toBe(503);
  expect(await shown("")).toMatchObject({ faults: [{ path: "/job$", hits: 1 }] });
  expect((await control("DELETE", "/faults")).status).toBe(204);
  expect((await caller.create("x")).status).toBe(201);
});

test("changes the switches it names and no others, and moves time on", async () => {
  const { service, caller } = emulated;
  await control("POST", "/settings", { jobSeconds: 5, limits: { create: 7 } });
  await control("POST", "/settings", { pages: 3 });
  expect(service.settings()).toMatchObject({ jobSeconds: 5, pages: 3, limits: { create: 7, message: 100 } });
  const { body } = await caller.create("x");
  expect((await control("POST", "/advance", { ms: 5000 })).status).toBe(204);
  expect((await caller.job(body.id)).body.status).toBe("completed");
});

test("forgets everything", async () => {
  const { service, caller } = emulated;
  await caller.create("x");
  service.change({ pages: 3 });
  service.fault({ happens: { kind: "hang" } });
  expect((await control("POST", "/reset")).status).toBe(204);
  expect(await shown("")).toMatchObject({ requests: 0, jobs: 0, faults: [], settings: { pages: 120 } });
});

test.each([
  ["POST", "/faults", { happens: { kind: "explode" } }, 400],
  ["POST", "/faults", { path: "(", happens: { kind: "hang" } }, 400],
  ["POST", "/settings", { colour: "red" }, 400],
  ["POST", "/settings", { pages: "many" }, 400],
  ["POST", "/advance", { ms: -1 }, 400],
  ["GET", "/nothing", undefined, 404],
])("%s %s %j is refused", async (method, path, body, status) => {
  const response = await control(method, path, body);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error: expect.any(String) });
});
