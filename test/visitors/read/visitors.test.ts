import { describe, expect, it } from "vitest";
import { fake, fetchFrom, pageOf, pagesAsked, type Query, turns, weeks } from "./harness.ts";

const both = weeks({ compare: true });

it.each([
  ["1 request", 1, 8, 0, ["previous"]],
  ["4 requests", 4, 8, 2, []],
  ["2 requests and a trend of the two periods", 2, 2, 0, []],
])(
  "the first requests are those of both periods, then of the trend, the newest first: %s",
  async (_, maxRequests, trend, points, missing) => {
    const { url, asked } = await fake((query) => pageOf(250, query));
    const data = await fetchFrom(url, { periods: weeks({ trend, compare: true }), maxRequests });
    const backs = asked.filter(({ limit }) => limit === 1).map(({ back }) => back);
    expect(backs).toEqual([2, 3].slice(0, points));
    expect(asked).toHaveLength(maxRequests);
    expect(data.missing).toEqual(missing.map((what) => ({ what, why: "budget" })));
  },
);

it("all requests that are known beforehand are sent at once", async () => {
  const all = Promise.withResolvers<void>();
  const { url, asked } = await fake(async (query) => {
    if (asked.length === 8) all.resolve();
    await all.promise;
    return pageOf(250, query);
  });
  const data = await fetchFrom(url, { periods: weeks({ trend: 8, compare: true }) });
  expect(data.requests).toBe(8);
});

it("rows that cannot be read are dropped, fractions are rounded, and the list is not whole", async () => {
  const rows = [
    '{"path":"/good","human":1.5,"ai":-0,"total":7}',
    '{"path":"/negative","human":1,"ai":-1,"total":1}',
    '{"path":"/infinite","human":1e999,"ai":0,"total":1}',
    '{"path":"/text","human":"1","ai":0,"total":1}',
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

it("pages are in the place of rows", async () => {
  const counts = { human: 40, ai: 9, total: 49 };
  const paths = ["/docs/a/", "/a.md", "/wp-login.php"];
  const visitors = paths.map((path) => ({ path, ...counts }));
  const { url } = await fake(() => ({ json: { totals: counts, visitors, hasMore: false } }));
  const { current } = await fetchFrom(url, { siteUrl: new URL("https://example.com/docs") });
  expect(current).toEqual({
    ...{ totals: counts, complete: true },
    pages: [{ path: "/docs/a", page: "/a", counts }],
    noPages: [{ path: "/wp-login.php", page: "/wp-login.php", counts }],
  });
});

describe("the pages of a list", () => {
  it.each([5, 6])("of %i are all read, with at most three wasted requests", async (pages) => {
    const { url, asked } = await fake((query) => pageOf(pages * 250, query));
    const whole = { complete: true, pages: { length: pages * 250 } };
    expect(await fetchFrom(url, { periods: both })).toMatchObject({
      current: whole,
      previous: whole,
    });
    for (const back of [0, 1]) {
      const numbers = pagesAsked(asked, back);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.filter((page) => page >= pages).length).toBeLessThanOrEqual(3);
    }
  });

  it("are requested four at a time, the next four once these are read", async () => {
    const four = Promise.withResolvers<void>();
    const { url, asked } = await fake(async (query) => {
      if (pagesAsked(asked).length === 5) four.resolve();
      if (query.page > 0) await four.promise.then(turns);
      if (query.page === 4) expect(pagesAsked(asked).toSorted()).toEqual([0, 1, 2, 3, 4]);
      return pageOf(9 * 250, query);
    });
    expect((await fetchFrom(url)).current.complete).toBe(true);
  });

  it("with fewer rows than were asked for are requested from where the last ended", async () => {
    const { url, asked } = await fake((query) => pageOf(600, query, 100));
    expect((await fetchFrom(url)).current).toMatchObject({
      complete: true,
      pages: { length: 600 },
    });
    expect(asked.map(({ page }) => page * 250)).toEqual([
      0, 100, 200, 300, 400, 500, 600, 700, 800,
    ]);
  });

  /** Rows of a site of 400, in whose second page this one is in the place of the first. */
  const shifted = (path: string, query: Query) => {
    const { json } = pageOf(400, query);
    const [first] = json.visitors;
    if (query.page === 1 && first) first.path = path;
    return { json };
  };

  it.each<[string, number, string | undefined, (query: Query) => ReturnType<typeof pageOf>]>([
    // It was the last of the first page, so another row has moved to the first page unseen.
    ["a row that comes twice", 399, "repeated", (query) => shifted("/p249", query)],
    ["other rows", 400, undefined, (query) => shifted("/new", query)],
    // Behind such a page, the next one begins too late.
    [
      "fewer rows on a page than on the first",
      599,
      "pagination",
      (query) => pageOf(600, query, query.page < 1 ? 250 : 249),
    ],
    [
      "an empty page that announces more",
      500,
      "pagination",
      (query) => announcing(pageOf(500, query)),
    ],
    [
      "a page without a new row that announces more",
      500,
      "pagination",
      (query) => announcing(pageOf(750, { ...query, page: Math.min(query.page, 1) })),
    ],
  ])("with %s have %i rows; they are not whole: %s", async (_, length, why, script) => {
    const { url, asked } = await fake(script);
    const data = await fetchFrom(url);
    expect(data.current).toMatchObject({ complete: why === undefined, pages: { length } });
    expect(data.missing).toEqual(why === undefined ? [] : [{ what: "pages", why }]);
    expect(asked.length).toBeLessThanOrEqual(5);
  });
  const announcing = ({ json }: ReturnType<typeof pageOf>) => ({
    json: { ...json, hasMore: true },
  });

  it("of the previous period come last, within the budget", async () => {
    const { url, asked } = await fake((query) => pageOf(5 * 250, query));
    const short = await fetchFrom(url, { periods: both, maxRequests: 8 });
    expect(short.current.complete).toBe(true);
    expect(pagesAsked(asked, 1)).toEqual([0, 1, 2]);
    expect(short.missing).toEqual([{ what: "previous-pages", why: "budget" }]);
  });
});
