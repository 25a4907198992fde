import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { pageOf, type Query, readFrom, type Script, service, weeks } from "./read-under-test.ts";

/** A site of so many full pages, each answered after a moment so that requests overlap. */
const site = (pages: number, ms = 10) =>
  service(async (query) => {
    await wait(ms);
    return pageOf(pages, query);
  });

/** The same, but its last page comes before the others, so that nothing is asked for in vain. */
const lastFirst = (pages: number) =>
  service(async (query) => {
    if (query.page > 0 && query.page < pages - 1) await wait(50);
    return pageOf(pages, query);
  });

const pagesAsked = (asked: readonly Query[], back: number) =>
  asked.filter((query) => query.back === back && query.limit === 250).map(({ page }) => page);

describe("what is read", () => {
  it("is both periods and a point for each period of the trend", async () => {
    const { url, asked } = await site(2);
    const data = await readFrom(url, { periods: weeks({ trend: 4, compare: true }) });
    expect(data).toMatchObject({
      current: { totals: { human: 100, ai: 50, total: 120 }, complete: true },
      previous: { totals: { total: 121 }, complete: true },
      missing: [],
    });
    expect(data.trend.map((point) => point?.total)).toEqual([123, 122, 121, 120]);
    expect(data.current.rows).toHaveLength(500);
    expect(asked.filter(({ limit }) => limit === 1).map(({ back }) => back)).toEqual([2, 3]);
  });

  it("is asked for all at once as far as it is known beforehand", async () => {
    const gathered = Promise.withResolvers<void>();
    const { url, asked } = await service(async (query) => {
      if (asked.length === 8) gathered.resolve();
      await gathered.promise;
      return pageOf(1, query);
    });
    const data = await readFrom(url, { periods: weeks({ trend: 8, compare: true }) });
    expect(data.requests).toBe(8);
  });

  it.each([
    ["an empty site", 0],
    ["one page", 1],
  ])("of %s takes one request", async (_, pages) => {
    const { url, asked } = await site(pages);
    const data = await readFrom(url);
    expect(data.current).toMatchObject({ complete: true, rows: { length: pages * 250 } });
    expect(data.requests).toBe(1);
    expect(asked).toHaveLength(1);
  });

  it("lists most visitors first, then by path, whatever the order of the service", async () => {
    const row = (path: string, total: number) => ({ path, human: total, ai: 0, total });
    const { url } = await service(() => ({
      body: {
        totals: { human: 3, ai: 0, total: 3 },
        visitors: [row("/b", 2), row("/c", 3), row("/a", 2)],
        hasMore: false,
      },
    }));
    const { current } = await readFrom(url);
    expect(current.rows.map(({ path }) => path)).toEqual(["/c", "/a", "/b"]);
  });

  it("drops rows that cannot be used and counts them, rounds fractions, and keeps totals smaller than rows", async () => {
    const rows = [
      '{"path":"/good","human":1.5,"ai":-0,"total":7}',
      '{"path":"/negative","human":1,"ai":-1,"total":1}',
      '{"path":"/infinite","human":1e999,"ai":0,"total":1}',
      '{"path":"/text","human":"1","ai":0,"total":1}',
      "null",
      '{"path":"/good","human":9,"ai":9,"total":9}',
    ];
    const body = `{"totals":{"human":0.4,"ai":0,"total":2},"visitors":[${rows.join()}],"hasMore":false}`;
    const { url } = await service(() => ({ body }));
    const data = await readFrom(url);
    expect(data.current).toEqual({
      totals: { human: 0, ai: 0, total: 2 },
      rows: [{ path: "/good", human: 2, ai: 0, total: 7 }],
      complete: true,
    });
    expect(data.missing).toEqual([{ what: "rows", why: "malformed", count: 4 }]);
  });
});

describe("pages", () => {
  it.each([2, 3, 4, 5, 6, 7, 8, 9, 13])(
    "of a site of %i are all read, at most three in vain",
    async (pages) => {
      const { url, asked, mostOpen } = await site(pages);
      const data = await readFrom(url, { periods: weeks({ compare: true }) });
      expect(data.current).toMatchObject({ complete: true, rows: { length: pages * 250 } });
      expect(data.previous).toMatchObject({ complete: true, rows: { length: pages * 250 } });
      for (const back of [0, 1]) {
        const numbers = pagesAsked(asked, back);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers.filter((page) => page >= pages).length).toBeLessThanOrEqual(3);
      }
      expect(mostOpen()).toBeLessThanOrEqual(4);
      expect(mostOpen()).toBeGreaterThan(pages > 4 ? 3 : 0);
    },
  );

  it("of the period before are asked for as far as this one went, so that none is in vain", async () => {
    const { url, asked } = await site(6);
    await readFrom(url, { periods: weeks({ compare: true }) });
    expect(pagesAsked(asked, 1).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("of the period before are all read where it has more", async () => {
    const { url } = await service(async (query) => {
      await wait(5);
      return pageOf(query.back === 0 ? 2 : 9, query);
    });
    const { previous } = await readFrom(url, { periods: weeks({ compare: true }) });
    expect(previous).toMatchObject({ complete: true, rows: { length: 2250 } });
  });

  it("that are asked for in vain are hung up on at once, not awaited", async () => {
    const { url, hungUp } = await service(async (query) => {
      if (query.back === 0 && query.page > 2) return undefined;
      await wait(20);
      // The period before is not done before this one's surplus is gone.
      if (query.page === 1 && query.back === 1) await expect.poll(() => hungUp.length).toBeGreaterThan(0);
      return pageOf(3, query);
    });
    const data = await readFrom(url, { periods: weeks({ compare: true }) });
    expect(data).toMatchObject({ current: { complete: true }, previous: { complete: true } });
    expect(hungUp.every(({ back, page }) => back === 0 && page > 2)).toBe(true);
  });

  it("are not asked for beyond an end that is known, though the ones before it are not here yet", async () => {
    const { url, asked } = await lastFirst(4);
    expect((await readFrom(url)).current).toMatchObject({ complete: true, rows: { length: 1000 } });
    expect(pagesAsked(asked, 0).toSorted()).toEqual([0, 1, 2, 3]);
  });

  it("are kept apart when they shift: a path counts once", async () => {
    const { url } = await service((query) => pageOf(5, { ...query, page: query.page * 0.5 }));
    const { current } = await readFrom(url);
    expect(new Set(current.rows.map(({ path }) => path)).size).toBe(current.rows.length);
    expect(current.complete).toBe(true);
  });

  it.each<[string, number, Script]>([
    [
      "an empty page",
      2,
      (query) => ({ body: { totals: zero, visitors: query.page < 2 ? one(query) : [], hasMore: true } }),
    ],
    [
      "nothing new",
      2,
      (query) => ({
        body: { totals: zero, visitors: one({ ...query, page: Math.min(query.page, 1) }), hasMore: true },
      }),
    ],
    ["an empty first page", 0, () => ({ body: { totals: zero, visitors: [], hasMore: true } })],
  ])("that claim more with %s end it", async (_, rows, script) => {
    const { url, asked } = await service(script);
    const data = await readFrom(url);
    expect(data.current).toMatchObject({ complete: false, rows: { length: rows } });
    expect(data.missing).toEqual([{ what: "pages", why: "pagination" }]);
    expect(asked.length).toBeLessThanOrEqual(rows + 4);
  });

  it("with malformed rows only do not end the reading", async () => {
    const { url } = await service((query) =>
      query.page === 1 ? { body: { totals: zero, visitors: [null], hasMore: true } } : pageOf(9, query),
    );
    const data = await readFrom(url);
    expect(data.current).toMatchObject({ complete: true, rows: { length: 2000 } });
    expect(data.missing).toEqual([{ what: "rows", why: "malformed", count: 1 }]);
  });

  it("that never end are bounded by the budget", async () => {
    const { url, asked } = await service((query) => pageOf(Number.POSITIVE_INFINITY, query));
    const data = await readFrom(url, { periods: weeks({ compare: true, trend: 3 }), maxRequests: 20 });
    expect(asked).toHaveLength(20);
    expect(data.requests).toBe(20);
    expect(data.current).toMatchObject({ complete: false, rows: { length: 18 * 250 } });
    expect(data.previous).toMatchObject({ complete: false, rows: { length: 250 } });
    expect(data.missing).toEqual([
      { what: "pages", why: "budget" },
      { what: "previous-pages", why: "budget" },
    ]);
  });

  it("of the period before are begun only if as many requests remain as this one took", async () => {
    const { url, asked } = await lastFirst(4);
    const read = (maxRequests: number) => readFrom(url, { periods: weeks({ compare: true }), maxRequests });
    const short = await read(7);
    expect(short.current.complete).toBe(true);
    expect(pagesAsked(asked, 1)).toEqual([0]);
    expect(short.missing).toEqual([{ what: "previous-pages", why: "budget" }]);
    expect(await read(8)).toMatchObject({ requests: 8, missing: [], previous: { complete: true } });
  });

  it("stay unread with a budget of one, which still gives a report", async () => {
    const { url } = await site(3);
    const data = await readFrom(url, { periods: weeks({ compare: true, trend: 2 }), maxRequests: 1 });
    expect(data).toMatchObject({ requests: 1, previous: undefined });
    expect(data.trend.map((point) => point?.total)).toEqual([undefined, 120]);
    expect(data.missing).toEqual([
      { what: "previous", why: "budget" },
      { what: "trend", why: "budget" },
      { what: "pages", why: "budget" },
    ]);
  });
});

const zero = { human: 0, ai: 0, total: 0 };
const one = ({ page }: { page: number }) => [{ path: `/${page}`, human: 1, ai: 0, total: 1 }];
