import { afterAll, beforeEach, expect, test } from "vitest";
import { call, exports, job, refusal, visitors } from "./caller.ts";
import { startService } from "./start.ts";

// The caller holds every answer to the published reference: a field too many or too few throws there.

const service = await startService();
beforeEach(() => service.reset());
afterAll(() => service.close());
const jobs = "/v2/agent/docs-project/job";
const analytics = "/v1/analytics/docs-project";
const dates = "dateFrom=2026-03-02&dateTo=2026-03-09";
const create = (prompt: string) => call(service, job, `POST ${jobs}`, JSON.stringify({ prompt }));
const read = (id: string) => call(service, job, `GET ${jobs}/${id}`);
const refused = (request: string, body?: string, key?: string) =>
  call(service, refusal, request, body, key);
const page = (query: string) => call(service, visitors, `GET ${analytics}/visitors?${query}`);

/** The rows of a page of another export, and the cursor of the next one. */
async function rowsOf(
  path: keyof typeof exports,
  query: string,
): Promise<{ rows: unknown[]; cursor: unknown }> {
  const { body } = await call<object>(service, exports[path], `GET ${analytics}/${path}?${query}`);
  const rows = Object.values(body).find((value) => Array.isArray(value)) ?? [];
  return { rows, cursor: Reflect.get(body, "nextCursor") };
}

test("a job has the documented fields in each of its statuses", async () => {
  const made = await create("[takes 10s]");
  expect(made).toMatchObject({
    status: 201,
    body: { status: "active", prLink: null, archivedAt: null },
  });
  const { id } = made.body;
  expect(await read(id)).toEqual({ status: 200, body: made.body });
  service.advance(10_000);
  const { body: done } = await read(id);
  expect(done).toMatchObject({
    status: "completed",
    prLink: "https://github.com/octo/docs/pull/1",
  });
  // A turn that is asked for shows the status before it for a moment, and no pull request while it lasts.
  expect(
    await call(service, job, `POST ${jobs}/${id}/message`, '{"prompt":"[fail]"}'),
  ).toMatchObject({
    status: 200,
    body: { status: "active" },
  });
  expect((await read(id)).body).toEqual(done);
  service.advance(1000);
  expect((await read(id)).body).toMatchObject({ status: "active", prLink: null });
  service.advance(20_000);
  expect((await read(id)).body).toMatchObject({ status: "failed", prLink: done.prLink });
  const { body: old } = await create("[archive]");
  service.advance(20_000);
  expect((await read(old.id)).body).toMatchObject({ status: "archived", prLink: null });
});

test("the pages of the visitors have every page once, most visitors first, and the same totals", async () => {
  service.change({ pages: 300 });
  const first = await page(`${dates}&limit=250`);
  const second = await page(`${dates}&limit=250&offset=250`);
  expect([first.body.hasMore, second.body.hasMore]).toEqual([true, false]);
  expect(second.body.totals).toEqual(first.body.totals);
  const rows = [...first.body.visitors, ...second.body.visitors];
  expect(rows.length).toBeGreaterThan(280);
  expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length);
  for (const { human, ai, total } of [first.body.totals, ...rows]) {
    expect(total).toBeLessThanOrEqual(human + ai);
    expect(total).toBeGreaterThanOrEqual(Math.max(human, ai));
  }
  expect((await page(dates)).body.visitors).toEqual(rows.slice(0, 50));
});

test("the other exports have the documented fields, and pages that follow each other", async () => {
  const byPage = await rowsOf("feedback/by-page", `${dates}&limit=100`);
  expect(byPage.rows).not.toEqual([]);
  const reports = "dateFrom=2025-12-09&dateTo=2026-03-09&source=code_snippet";
  expect((await rowsOf("feedback", reports)).rows).toHaveLength(4);
  for (const path of ["feedback", "assistant", "searches"] as const) {
    const whole = await rowsOf(path, `${dates}&limit=10`);
    const half = await rowsOf(path, `${dates}&limit=5`);
    const rest = await rowsOf(path, `${dates}&limit=5&cursor=${half.cursor}`);
    expect([...half.rows, ...rest.rows], path).toEqual(whole.rows);
    expect(whole.rows, path).toHaveLength(10);
  }
});

test.each<[number, string, string, string?]>([
  [400, "POST", jobs, '{"prompt":""}'],
  [400, "POST", jobs, "not JSON"],
  [400, "GET", `${analytics}/visitors?limit=251`],
  [400, "GET", `${analytics}/visitors?offset=-1`],
  [400, "GET", `${analytics}/visitors?dateFrom=2026-02-31`],
  [400, "GET", `${analytics}/feedback?status=open`],
  [404, "GET", `${jobs}/nothing`],
  [404, "POST", `${jobs}/nothing/message`, '{"prompt":"x"}'],
  [404, "GET", "/v1/analytics/nobody/visitors"],
])("a refusal with %i has the documented fields: %s %s", async (status, method, path, body) => {
  expect((await refused(`${method} ${path}`, body)).status).toBe(status);
});

test("keys are those of the reference", async () => {
  for (const key of ["mint_unknown", service.expiredKey])
    expect((await refused(`GET ${analytics}/visitors`, undefined, key)).status).toBe(401);
  expect((await refused(`POST ${jobs}`, '{"prompt":"x"}', service.readOnlyKey)).status).toBe(403);
});
