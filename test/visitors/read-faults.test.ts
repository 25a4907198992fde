import { describe, expect, it } from "vitest";
import { FakeClock } from "../fake-clock.ts";
import { told } from "../service/service-under-test.ts";
import { attemptsAt, down, pageOf, readFrom, service, siteWith as site, weeks } from "./read-under-test.ts";

const all = weeks({ compare: true, trend: 4 });

describe("the first request", () => {
  it.each([
    [401, "api-key"],
    [403, "forbidden"],
    [404, "not-found"],
    [400, "refused"],
    [302, "refused"],
  ])("refused with %i is the step's error, with no repeat", async (status, reason) => {
    const { url, asked } = await service(() => ({ status }));
    expect(await told(readFrom(url, { periods: all }))).toMatchObject({ reason });
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it("is repeated four times, and then its error is the step's", async () => {
    const { url, asked } = await site(1, () => down);
    expect(await told(readFrom(url))).toMatchObject({ reason: "service" });
    expect(asked).toHaveLength(5);
  });

  it("is not repeated beyond the budget", async () => {
    const clock = new FakeClock();
    const { url, asked } = await site(1, () => down);
    expect(await told(readFrom(url, { maxRequests: 3, clock }))).toMatchObject({ reason: "service" });
    expect(asked).toHaveLength(3);
    expect(clock.sleeps).toEqual([500, 1000]);
  });

  it.each([
    ["of the wrong shape", { body: { data: [] } }],
    [
      "with totals below zero",
      { body: { totals: { human: -1, ai: 0, total: 1 }, visitors: [], hasMore: false } },
    ],
  ])("answered %s is the step's error", async (_, answer) => {
    const { url } = await service(() => answer);
    expect(await told(readFrom(url))).toMatchObject({ reason: "answer" });
  });

  it("for the period before may fail: the report says so", async () => {
    const { url } = await site(2, ({ back, limit }) => (back === 1 && limit === 250 ? down : undefined));
    const data = await readFrom(url, { periods: all });
    expect(data.previous).toBeUndefined();
    expect(data.current.complete).toBe(true);
    expect(data.missing).toEqual([{ what: "previous", why: "failure", reason: "service" }]);
    expect(data.trend.map((point) => point?.total)).toEqual([123, 122, undefined, 120]);
  });

  it("for points of the trend may fail: a gap each, said once, in a quarter of the budget at most", async () => {
    const { url, asked } = await site(1, ({ limit }) => (limit === 1 ? down : undefined));
    const data = await readFrom(url, { periods: weeks({ compare: true, trend: 6 }), maxRequests: 24 });
    expect(data.trend.filter((point) => point === undefined)).toHaveLength(4);
    expect(data.missing).toEqual([{ what: "trend", why: "failure", reason: "service" }]);
    expect(asked.filter(({ limit }) => limit === 1)).toHaveLength(6);
  });
});

describe("a failure midway", () => {
  it("leaves a gap, keeps the pages read ahead, and goes on with the period before", async () => {
    const { url, asked } = await site(4, ({ page, back }) => (page === 1 && back === 0 ? down : undefined));
    const data = await readFrom(url, { periods: weeks({ compare: true }) });
    expect(attemptsAt(asked, 1)).toBe(5);
    expect(data.current.complete).toBe(false);
    expect(data.current.rows.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/p0", "/p249", "/p500", "/p999"]),
    );
    expect(data.current.rows).toHaveLength(750);
    expect(data.missing).toEqual([{ what: "pages", why: "failure", reason: "service" }]);
    expect(data.previous).toMatchObject({ complete: true, rows: { length: 1000 } });
  });

  it("is made good by a repeat", async () => {
    const { url } = await site(9, ({ attempt }) => (attempt < 2 ? down : undefined));
    const data = await readFrom(url);
    expect(data).toMatchObject({ current: { complete: true, rows: { length: 2250 } }, missing: [] });
  });

  it("of a page that may not exist is not repeated before it is known to", async () => {
    const late = Promise.withResolvers<void>();
    const { url, asked } = await service(async (query) => {
      if (query.page === 1) await late.promise;
      if (query.page === 2) {
        setTimeout(late.resolve, 100);
        return down;
      }
      return pageOf(2, query);
    });
    const data = await readFrom(url);
    expect(data).toMatchObject({ current: { complete: true }, missing: [] });
    expect(attemptsAt(asked, 2)).toBe(1);
  });

  it("with answers of the wrong shape is named as such", async () => {
    const { url } = await site(3, ({ page }) => (page === 2 ? { body: { hasMore: "no" } } : undefined));
    const data = await readFrom(url);
    expect(data.missing).toEqual([{ what: "pages", why: "failure", reason: "answer" }]);
    expect(data.current.rows).toHaveLength(500);
  });

  it("that every request would meet ends the data", async () => {
    const { url, asked } = await site(3, ({ page }) => (page > 0 ? { status: 401 } : undefined));
    const data = await readFrom(url, { periods: weeks({ compare: true }) });
    expect(data.missing).toEqual([
      { what: "pages", why: "failure", reason: "api-key" },
      { what: "previous-pages", why: "failure", reason: "api-key" },
    ]);
    expect(asked.filter(({ back, page }) => back === 1 && page > 0)).toEqual([]);
  });
});
