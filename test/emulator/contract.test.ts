import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Caller } from "./caller.ts";
import type { RunningService } from "./start.ts";
import { startService } from "./start.ts";

const PROJECTS = [
  { id: "docs-project", organisation: "octo" },
  { id: "sister-project", organisation: "octo" },
  { id: "other-project", organisation: "other" },
];
const JOB = "/v2/agent/docs-project/job";
const VISITORS = "/v1/analytics/docs-project/visitors";

let service: RunningService;
let caller: Caller;

beforeAll(async () => {
  service = await startService({ projects: PROJECTS, limits: { create: 3, message: 2, analytics: 2 } });
  caller = new Caller(service);
});
beforeEach(() => service.reset());
afterAll(() => service.close());

describe("keys", () => {
  test.each([
    ["GET", `${JOB}/x`],
    ["POST", JOB],
    ["POST", `${JOB}/x/message`],
    ["GET", VISITORS],
  ])("%s %s needs one", async (method, path) => {
    expect((await fetch(service.url + path, { method })).status).toBe(401);
    for (const key of ["mint_unknown", service.expiredKey, "mint_dsc_x", "mint_us_x", "sk_other"]) {
      expect((await new Caller(service, { key }).refused(method, path)).status).toBe(401);
    }
  });

  test("a read-only key reads and does not write", async () => {
    const reader = new Caller(service, { key: service.readOnlyKey });
    const { body: job } = await caller.create("Document it");
    expect((await reader.job(job.id)).status).toBe(200);
    expect((await reader.visitors()).status).toBe(200);
    expect(await reader.refused("POST", JOB, '{"prompt":"x"}')).toMatchObject({ status: 403 });
    expect(await reader.refused("POST", `${JOB}/${job.id}/message`, '{"prompt":"x"}')).toMatchObject({
      status: 403,
    });
    expect(service.jobs()).toHaveLength(1);
  });

  test("a project that the service does not know is not found", async () => {
    for (const path of ["/v2/agent/nobody/job/x", "/v1/analytics/nobody/visitors"]) {
      expect(await caller.refused("GET", path)).toMatchObject({
        status: 404,
        body: { error: "Project not found" },
      });
    }
  });
});

describe("prompts", () => {
  test.each(['{"prompt":""}', "{}", '{"prompt":7}', '{"prompt":null}', "[]", "not json", ""])(
    "%s is refused",
    async (body) => {
      expect((await caller.refused("POST", JOB, body)).status).toBe(400);
      expect(service.jobs()).toEqual([]);
    },
  );

  test("a body that is not declared as JSON is refused", async () => {
    const headers = { authorization: `Bearer ${service.key}`, "content-type": "text/plain" };
    const answer = await fetch(service.url + JOB, { method: "POST", headers, body: '{"prompt":"x"}' });
    expect(answer.status).toBe(400);
  });
});

describe("jobs", () => {
  test("a new job is active and has no pull request", async () => {
    const { status, body } = await caller.create("Document it");
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "active",
      prLink: null,
      archivedAt: null,
      source: { repository: "octo/docs", ref: "main" },
    });
    expect((await caller.job(body.id)).body).toEqual(body);
  });

  test("a job belongs to its project", async () => {
    const { body } = await caller.create("Document it");
    const path = `/v2/agent/sister-project/job/${body.id}`;
    expect(await caller.refused("GET", path)).toMatchObject({ status: 404 });
    expect(await caller.refused("GET", `${JOB}/nothing`)).toMatchObject({ status: 404 });
    expect(await caller.refused("POST", `${JOB}/nothing/message`, '{"prompt":"x"}')).toMatchObject({
      status: 404,
    });
  });

  test("a path outside the contract is not found", async () => {
    expect(await caller.refused("GET", "/v1/agent/docs-project/job/x")).toMatchObject({ status: 404 });
  });
});

describe("limits", () => {
  test("creations count per project and come back after an hour", async () => {
    for (let count = 0; count < 3; count += 1) expect((await caller.create("x")).status).toBe(201);
    const refused = await caller.refused("POST", JOB, '{"prompt":"x"}');
    expect(refused).toMatchObject({ status: 429, body: { error: expect.stringContaining("Rate limit") } });
    expect(refused.headers.has("retry-after")).toBe(false);
    expect(service.jobs()).toHaveLength(3);
    expect((await new Caller(service, { projectId: "sister-project" }).create("x")).status).toBe(201);
    await service.advance(3_600_000);
    expect((await caller.create("x")).status).toBe(201);
  });

  test("messages count apart from creations, polls do not count", async () => {
    const { body } = await caller.create("[takes 0s]");
    for (let count = 0; count < 2; count += 1) await caller.message(body.id, "more");
    expect((await caller.refused("POST", `${JOB}/${body.id}/message`, '{"prompt":"x"}')).status).toBe(429);
    for (let count = 0; count < 10; count += 1) expect((await caller.job(body.id)).status).toBe(200);
  });

  test("analytics count per organisation", async () => {
    await caller.visitors();
    await new Caller(service, { projectId: "sister-project" }).visitors();
    expect((await caller.refused("GET", VISITORS)).status).toBe(429);
    expect((await new Caller(service, { projectId: "other-project" }).visitors()).status).toBe(200);
  });

  test("a 429 can say when to come back, in seconds or as a date", async () => {
    service.change({ limits: { analytics: 0 }, retryAfter: "seconds" });
    expect((await caller.refused("GET", VISITORS)).headers.get("retry-after")).toBe("3600");
    service.change({ retryAfter: "date" });
    const date = (await caller.refused("GET", VISITORS)).headers.get("retry-after") ?? "";
    expect(Date.parse(date)).toBeGreaterThan(Date.now() + 3_500_000);
    expect(service.settings().limits).toEqual({ create: 3, message: 2, analytics: 0 });
  });
});
