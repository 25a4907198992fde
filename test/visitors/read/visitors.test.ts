import { describe, expect, it } from "vitest";
import {
  fake,
  fetchFrom,
  pageOf,
  pagesAsked,
  type Query,
  type Script,
  turns,
  weeks,
} from "./harness.ts";

const site = (pages: number) => fake((query) => pageOf(pages, query));

it.each([
  ["1 request", 1, 8, 0, ["previous"]],
  ["4 requests", 4, 8, 2, []],
  ["2 requests and a trend of the two periods", 2, 2, 0, []],
])(
  "the first requests are those of both periods, then of the trend, the newest first: %s",
  async (_, maxRequests, trend, points, missing) => {
    const { url, asked } = await site(1);
    const data = await fetchFrom(url, { periods: weeks({ trend, compare: true }), maxRequests });
    const backs = asked.filter(({ limit }) => limit === 1).map(({ back }) => back);
    expect(backs).toEqual([2, 3].slice(0, points));
    expect(asked).toHaveLength(maxRequests);
    expect(data.missing).toEqual(missing.map((what) => ({ what, why: "budget" })));
  },
);

describe("the data of a report", () => {
  it("has most visitors first", async () => {
    const totals = { human: 9, ai: 0, total: 9 };
    const visitors = ["/c", "/a", "/b"].map((path) => ({
      path,
      ...totals,
      total: path === "/b" ? 9 : 8,
    }));
    const { url } = await fake(() => ({ json: { totals, visitors, hasMore: false } }));
    expect((await fetchFrom(url)).current.pages.map(({ path }) => path)).toEqual([
      "/b",
      "/c",
      "/a",
    ]);
  });

  it("is requested at once as far as the requests are known beforehand", async () => {
    const all = Promise.withResolvers<void>();
    const { url, asked } = await fake(async (query) => {
      if (asked.length === 8) all.resolve();
      await all.promise;
      return pageOf(1, query);
    });
    const data = await fetchFrom(url, { periods: weeks({ trend: 8, compare: true }) });
    expect(data.requests).toBe(8);
  });

  it("drops rows that cannot be read, rounds fractions, and the list is not whole", async () => {
    const rows = [
      '{"path":"/good","human":1.5,"ai":-0,"total":7}',
      '{"path":"/negative","human":1,"ai":-1,"total":1}',
      '{"path":"/infinite","human":1e999,"ai":0,"total":1}',
      '{"path":"/text","human":"1","ai":0,"total":1}',
      '{"path":"/null","human":null,"ai":0,"total":1}',
      "null",
      '{"path":"/beyond","human":9007199254740992,"ai":9,"total":9}',
      '{"path":"__proto__","human":0,"ai":0.4,"total":1}',
    ];
    const text = `{"totals":{"human":0.4,"ai":0,"total":2},"visitors":[${rows.join()}],"hasMore":false}`;
    const { url } = await fake(() => ({ text }));
    const data = await fetchFrom(url);
    expect(data.current).toMatchObject({
      totals: { human: 0, ai: 0, total: 2 },
      pages: [
        { path: "/good", counts: { human: 2, ai: 0, total: 7 } },
        { path: "/__proto__", counts: { human: 0, ai: 0, total: 1 } },
      ],
      complete: false,
    });
    expect(data.missing).toEqual([{ what: "pages", why: "malformed" }]);
  });

  it("has pages in the place of rows", async () => {
    const totals = { human: 40, ai: 9, total: 49 };
    const visitors = ["/docs/a/", "/a.md", "/docs/a?b", "/wp-login.php"].map((path) => ({
      path,
      ...totals,
    }));
    const { url } = await fake(() => ({ json: { totals, visitors, hasMore: false } }));
    const { current } = await fetchFrom(url, { siteUrl: "https://example.com/docs" });
    expect(current).toEqual({
      ...{ totals, complete: true },
      pages: [{ path: "/docs/a", page: "/a", counts: totals }],
      noPages: [{ path: "/wp-login.php", page: "/wp-login.php", counts: totals }],
    });
  });
});

describe("a list that changes while it is read", () => {
  /** Two chunks; in the second, this row is in the place of its first. */
  const shifted = (path: string) =>
    fake((query) => {
      const { json } = sized(400, 250, query);
      if (query.page !== 1) return { json };
      return { json: { ...json, visitors: json.visitors.with(0, row(path)) } };
    });

  it.each([
    // It was the last of the first chunk, so another row has moved to the first chunk unseen.
    ["with a row that comes twice is not whole", "249", false, 399],
    ["with other rows is", "new", true, 400],
  ])("%s", async (_, path, complete, length) => {
    const { url } = await shifted(path);
    const data = await fetchFrom(url);
    expect(data.current).toMatchObject({ complete, pages: { length } });
    expect(data.missing).toEqual(complete ? [] : [{ what: "pages", why: "repeated" }]);
  });
});

describe("pages", () => {
  it.each([2, 5, 6, 13])(
    "of a site of %i are all read, with at most three wasted requests",
    async (pages) => {
      const { url, asked } = await site(pages);
      const data = await fetchFrom(url, { periods: weeks({ compare: true }) });
      expect(data.current).toMatchObject({ complete: true, pages: { length: pages * 250 } });
      expect(data.previous).toMatchObject({ complete: true, pages: { length: pages * 250 } });
      for (const back of [0, 1]) {
        const numbers = pagesAsked(asked, back);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers.filter((page) => page >= pages).length).toBeLessThanOrEqual(3);
      }
    },
  );

  it("are requested four at a time, the next four once these are read", async () => {
    const four = Promise.withResolvers<void>();
    const { url, asked } = await fake(async (query) => {
      if (pagesAsked(asked).length === 5) four.resolve();
      if (query.page > 0) await four.promise.then(turns);
      if (query.page === 4) expect(pagesAsked(asked).toSorted()).toEqual([0, 1, 2, 3, 4]);
      return pageOf(9, query);
    });
    expect((await fetchFrom(url)).current.complete).toBe(true);
  });

  it("with fewer rows than were asked for are all read", async () => {
    const { url, asked } = await fake((query) => sized(600, 100, query));
    const data = await fetchFrom(url);
    expect(data).toMatchObject({
      current: { complete: true, pages: { length: 600 } },
      missing: [],
    });
    expect(asked.map(({ page }) => page * 250)).toEqual([
      0, 100, 200, 300, 400, 500, 600, 700, 800,
    ]);
  });

  it("with fewer rows than the first page are not complete if they announce more", async () => {
    const { url } = await fake((query) => sized(600, query.page < 1 ? 250 : 249, query));
    const data = await fetchFrom(url);
    expect(data.current).toMatchObject({ complete: false, pages: { length: 599 } });
    expect(data.missing).toEqual([{ what: "pages", why: "pagination" }]);
  });

  it.each<[string, number, Script]>([
    ["an empty page", 500, ({ page }) => more(page < 2 ? fullPage(page) : [])],
    ["no new row", 500, ({ page }) => more(fullPage(Math.min(page, 1)))],
  ])("that announce more after %s end the reading", async (_, rows, script) => {
    const { url, asked } = await fake(script);
    const data = await fetchFrom(url);
    expect(data.current).toMatchObject({ complete: false, pages: { length: rows } });
    expect(data.missing).toEqual([{ what: "pages", why: "pagination" }]);
    expect(asked.length).toBeLessThanOrEqual(5);
  });
});

describe("the budget", () => {
  it("bounds pages that never end", async () => {
    const { url, asked } = await fake((query) => pageOf(Number.POSITIVE_INFINITY, query));
    const data = await fetchFrom(url, {
      periods: weeks({ compare: true, trend: 3 }),
      maxRequests: 20,
    });
    expect(asked).toHaveLength(20);
    expect(data.requests).toBe(20);
    expect(data.current).toMatchObject({ complete: false, pages: { length: 18 * 250 } });
    expect(data.previous).toMatchObject({ complete: false, pages: { length: 250 } });
    expect(data.missing).toEqual([
      { what: "pages", why: "budget" },
      { what: "previous-pages", why: "budget" },
    ]);
  });

  it("goes to the pages of the previous period last", async () => {
    const { url, asked } = await site(5);
    const short = await fetchFrom(url, { periods: weeks({ compare: true }), maxRequests: 8 });
    expect(short.current.complete).toBe(true);
    expect(pagesAsked(asked, 1)).toEqual([0, 1, 2]);
    expect(short.missing).toEqual([{ what: "previous-pages", why: "budget" }]);
  });
});

const zero = { human: 0, ai: 0, total: 0 };
const row = (at: number | string) => ({ path: `/p${at}`, human: 1, ai: 0, total: 1 });
const fullPage = (page: number) =>
  Array.from({ length: 250 }, (_, index) => row(page * 250 + index));
/** The answer of a site of so many rows that puts at most `size` of them on a page. */
const sized = (length: number, size: number, { page }: Query) => {
  const rows = Array.from({ length }, (_, at) => row(at)).slice(page * 250, page * 250 + size);
  return { json: { totals: zero, visitors: rows, hasMore: page * 250 + size < length } };
};
/** A page that is not the last, with these rows. */
const more = (visitors: unknown[]) => ({ json: { totals: zero, visitors, hasMore: true } });
