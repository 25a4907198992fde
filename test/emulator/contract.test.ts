import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { Caller } from "./caller.ts";
import { useService } from "./service-fixture.ts";

const PROJECTS = [
  { id: "docs-project", organisation: "octo" },
  { id: "sister-project", organisation: "octo" },
  { id: "other-project", organisation: "other" },
];
const JOB = "/v2/agent/docs-project/job";
const VISITORS = "/v1/analytics/docs-project/visitors";
const EXPORTS = ["feedback/by-page", "feedback", "assistant", "searches"].map(
  (path) => `/v1/analytics/docs-project/${path}`,
);
const PROMPT = '{"prompt":"x"}';

const emulated = await useService({ projects: PROJECTS, limits: { create: 3, message: 2, analytics: 2 } });
const callerOf = (projectId: string) => new Caller(emulated.service, { projectId });

/** The status of a request whose target is sent as it is, which `fetch` does not do. */
function statusOf(method: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(emulated.service.url);
  const headers = { authorization: `Bearer ${emulated.service.key}` };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode));
    });
    sent.once("error", reject).end();
  });
}

test.each([
  ["TRACE", JOB, 405],
  ["GET", `http://example.test${VISITORS}`, 200],
  ["GET", "http://example.test", 404],
  ["OPTIONS", "*", 400],
])("%s %s gets a response", async (method, path, status) => {
  expect(await statusOf(method, path)).toBe(status);
  expect(emulated.service.requests()).toMatchObject([{ method, path, outcome: status }]);
});

describe("keys and projects", () => {
  test.each<[string, string]>([
    ["GET", `${JOB}/x`],
    ["POST", JOB],
    ["POST", `${JOB}/x/message`],
    ["GET", VISITORS],
    ...EXPORTS.map((path) => ["GET", path] as [string, string]),
  ])("%s %s needs a valid key", async (method, path) => {
    const { service } = emulated;
    expect((await fetch(service.url + path, { method })).status).toBe(401);
    for (const key of ["mint_unknown", service.expiredKey, "mint_dsc_x", "mint_us_x", "sk_other"])
      expect((await new Caller(service, { key }).refused(method, path)).status).toBe(401);
  });

  test("a read-only key reads and does not write", async () => {
    const { service, caller } = emulated;
    const reader = new Caller(service, { key: service.readOnlyKey });
    const { body: job } = await caller.create("Document it");
    expect((await reader.job(job.id)).status).toBe(200);
    expect((await reader.visitors()).status).toBe(200);
    for (const path of [JOB, `${JOB}/${job.id}/message`])
      expect((await reader.refused("POST", path, PROMPT)).status).toBe(403);
    expect(service.jobs()).toHaveLength(1);
  });

  test("an unknown project, path or job is not found, and a job belongs to its project", async () => {
    const { caller } = emulated;
    const { body } = await caller.create("Document it");
    for (const path of [
      "/v2/agent/nobody/job/x",
      "/v1/analytics/nobody/visitors",
      "/v1/analytics/nobody/searches",
    ])
      expect(await caller.refused("GET", path)).toMatchObject({
        ...{ status: 404, body: { error: "Project not found" } },
      });
    for (const [method, path] of [
      ["GET", `/v2/agent/sister-project/job/${body.id}`],
      ["GET", `${JOB}/nothing`],
      ["POST", `${JOB}/nothing/message`],
      ["GET", "/v1/agent/docs-project/job/x"],
    ] as const)
      expect((await caller.refused(method, path, method === "POST" ? PROMPT : undefined)).status).toBe(404);
  });
});

describe("prompts", () => {
  test.each(['{"prompt":""}', "{}", '{"prompt":7}', '{"prompt":null}', "[]", "not json", ""])(
    "%s is refused",
    async (body) => {
      expect((await emulated.caller.refused("POST", JOB, body)).status).toBe(400);
      expect(emulated.service.jobs()).toEqual([]);
    },
  );

  test("a body that is not declared as JSON is refused", async () => {
    const { url, key } = emulated.service;
    const headers = { authorization: `Bearer ${key}`, "content-type": "text/plain" };
    expect((await fetch(url + JOB, { method: "POST", headers, body: PROMPT })).status).toBe(400);
  });

  test("a good one makes an active job without a pull request", async () => {
    const { status, body } = await emulated.caller.create("Document it");
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ status: "active", prLink: null, archivedAt: null },
      source: { repository: "https://github.com/octo/docs", ref: "main" },
    });
    expect((await emulated.caller.job(body.id)).body).toEqual(body);
  });
});

describe("limits", () => {
  test("creations count per project, and again after an hour", async () => {
    const { service, caller } = emulated;
    for (let count = 0; count < 3; count += 1) expect((await caller.create("x")).status).toBe(201);
    const refused = await caller.refused("POST", JOB, PROMPT);
    expect(refused).toMatchObject({ status: 429, body: { error: expect.stringContaining("Rate limit") } });
    expect(refused.headers.has("retry-after")).toBe(false);
    expect(service.jobs()).toHaveLength(3);
    expect((await callerOf("sister-project").create("x")).status).toBe(201);
    await service.advance(3_600_000);
    expect((await caller.create("x")).status).toBe(201);
  });

  test("messages count apart from creations, and polls do not count", async () => {
    const { caller } = emulated;
    const { body } = await caller.create("[takes 0s]");
    for (let count = 0; count < 2; count += 1) await caller.message(body.id, "more");
    expect((await caller.refused("POST", `${JOB}/${body.id}/message`, PROMPT)).status).toBe(429);
    for (let count = 0; count < 10; count += 1) expect((await caller.job(body.id)).status).toBe(200);
  });

  test("analytics count per organisation, all exports together", async () => {
    await emulated.caller.visitors();
    await callerOf("sister-project").export("searches");
    for (const path of [VISITORS, ...EXPORTS])
      expect((await emulated.caller.refused("GET", path)).status).toBe(429);
    expect((await callerOf("other-project").visitors()).status).toBe(200);
  });

  test("a 429 can say when to come back, in seconds or as a date", async () => {
    const { service, caller } = emulated;
    const retryAfter = async () => (await caller.refused("GET", VISITORS)).headers.get("retry-after") ?? "";
    service.change({ limits: { analytics: 0 }, retryAfter: "seconds" });
    expect(await retryAfter()).toBe("3600");
    service.change({ retryAfter: "date" });
    expect(Date.parse(await retryAfter())).toBeGreaterThan(Date.now() + 3_500_000);
    expect(service.settings().limits).toEqual({ create: 3, message: 2, analytics: 0 });
  });
});
