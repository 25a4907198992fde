import { describe, expect, test } from "vitest";
import { HOSTILE_PATHS } from "./hostile-paths.ts";
import { useService } from "./service-fixture.ts";
import { pathOfPage } from "./site-paths.ts";

const WEEK = "?dateFrom=2026-03-02&dateTo=2026-03-09";
const BEFORE = "?dateFrom=2026-02-23&dateTo=2026-03-02";

const emulated = await useService({ limits: { analytics: 100_000 } });

/** Reads page after page as the contract says. */
async function everyPage(query: string, limit: number) {
  const rows = [];
  for (let offset = 0; ; offset += limit) {
    const { body } = await emulated.caller.visitors(`${query}&limit=${limit}&offset=${offset}`);
    rows.push(...body.visitors);
    if (!body.hasMore) return rows;
  }
}

describe("the query", () => {
  test.each([
    ...["limit=0", "limit=251", "limit=1.5", "limit=", "limit=ten", "offset=-1", "offset=x"],
    ...["dateFrom=yesterday", "dateFrom=2026-02-31", "dateTo=03/01/2026", "dateTo=2026-03-01T25:00:00Z"],
  ])("%s is refused with details", async (query) => {
    const path = `/v1/analytics/docs-project/visitors?${query}`;
    const { status, body } = await emulated.caller.refused("GET", path);
    expect(status).toBe(400);
    expect(body.details).toEqual([{ message: expect.stringMatching(`^${query.split("=")[0]} must be`) }]);
  });

  test("everything that is wrong is named", async () => {
    const path = "/v1/analytics/docs-project/visitors?limit=0&offset=-1&dateFrom=x&dateTo=y";
    expect((await emulated.caller.refused("GET", path)).body.details).toHaveLength(4);
  });

  test("dates may be days or moments, and dateTo is exclusive", async () => {
    const days = (await emulated.caller.visitors(WEEK)).body;
    const moments = "?dateFrom=2026-03-02T00:00:00.000Z&dateTo=2026-03-09T01:00:00%2B01:00";
    expect((await emulated.caller.visitors(moments)).body).toEqual(days);
    const nothing = (await emulated.caller.visitors("?dateFrom=2026-03-02&dateTo=2026-03-02")).body;
    expect(nothing).toEqual({ totals: { human: 0, ai: 0, total: 0 }, visitors: [], hasMore: false });
    const longer = (await emulated.caller.visitors("?dateFrom=2026-03-02&dateTo=2026-03-10")).body;
    expect(longer.totals.total).toBeGreaterThan(days.totals.total);
  });

  test("without parameters: fifty rows from the first", async () => {
    const { body } = await emulated.caller.visitors();
    expect(body.visitors).toHaveLength(50);
    expect(body.hasMore).toBe(true);
  });
});

describe("the numbers", () => {
  test("are the same for the same range, and others for another", async () => {
    const first = (await emulated.caller.visitors(WEEK)).body;
    const before = (await emulated.caller.visitors(BEFORE)).body;
    await emulated.service.reset();
    expect((await emulated.caller.visitors(WEEK)).body).toEqual(first);
    expect(before.totals).not.toEqual(first.totals);
    emulated.service.change({ seed: "another" });
    expect((await emulated.caller.visitors(WEEK)).body).not.toEqual(first);
  });

  test.each([1, 2, 120, 5000])("agree with each other on a site of %d pages", async (pages) => {
    emulated.service.change({ pages });
    const { totals } = (await emulated.caller.visitors(WEEK)).body;
    const rows = await everyPage(WEEK, 250);
    expect(rows.length).toBeGreaterThan(pages * 0.9);
    for (const counts of [totals, ...rows]) {
      expect(counts.total).toBeGreaterThanOrEqual(Math.max(counts.human, counts.ai));
      expect(counts.total).toBeLessThanOrEqual(counts.human + counts.ai);
    }
    const sum = rows.reduce((all, row) => all + row.total, 0);
    if (pages > 2) expect(totals.total).toBeLessThan(sum);
    expect(totals.total).toBeGreaterThanOrEqual(Math.max(...rows.map((row) => row.total)));
  });

  test("two weeks have fewer visitors than each week by itself adds up to", async () => {
    const both = (await emulated.caller.visitors("?dateFrom=2026-03-02&dateTo=2026-03-16")).body.totals.total;
    const second = (await emulated.caller.visitors("?dateFrom=2026-03-09&dateTo=2026-03-16")).body.totals
      .total;
    const first = (await emulated.caller.visitors(WEEK)).body.totals.total;
    expect(both).toBeLessThan(first + second);
    expect(both).toBeGreaterThan(Math.max(first, second));
  });

  test("some pages are read by AI alone, some by people alone", async () => {
    const rows = await everyPage(WEEK, 250);
    expect(rows.some((row) => row.human > 20 && row.ai < row.human / 50)).toBe(true);
    expect(rows.some((row) => row.ai > 20 && row.human < row.ai / 10)).toBe(true);
  });
});

describe("the site", () => {
  test("has the paths of a documentation, each once, however large it is", async () => {
    const paths = Array.from({ length: 20_000 }, (_, index) => pathOfPage(index));
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(path).toMatch(/^\/$|^(\/[a-z\d]+(-[a-z\d]+)*)+(\.txt|\.json)?$/);
    const usual = paths.slice(0, 120);
    for (const section of ["guides", "api-reference", "concepts", "sdks", "integrations", "changelog"])
      expect(usual.filter((path) => path.startsWith(`/${section}/`)).length).toBeGreaterThan(5);
    expect(usual).toEqual(expect.arrayContaining(["/", "/llms.txt", "/api-reference/openapi.json"]));
    expect((await everyPage(WEEK, 250)).every(({ path }) => usual.includes(path))).toBe(true);
  });

  test("grows a little from month to month", async () => {
    const months = ["2026-03-02", "2026-03-30", "2026-04-27", "2026-05-25", "2026-06-22"];
    const totals: number[] = [];
    for (const [index, dateFrom] of months.slice(0, -1).entries()) {
      const { body } = await emulated.caller.visitors(`?dateFrom=${dateFrom}&dateTo=${months[index + 1]}`);
      totals.push(body.totals.total);
    }
    for (const [index, total] of totals.slice(1).entries()) {
      expect(total / (totals[index] ?? 0)).toBeGreaterThan(1.01);
      expect(total / (totals[index] ?? 0)).toBeLessThan(1.2);
    }
  });

  test.each(["docs", "another", "a third"])(
    "has a few pages that moved in a week (seed %s)",
    async (seed) => {
      emulated.service.change({ seed });
      const before = new Map((await everyPage(BEFORE, 250)).map((row) => [row.path, row.total]));
      const now = new Map((await everyPage(WEEK, 250)).map((row) => [row.path, row.total]));
      const paths = [...new Set([...before.keys(), ...now.keys()])];
      const factors = paths.map((path) => (now.get(path) ?? 0) / (before.get(path) ?? 0));
      const count = (holds: (factor: number) => boolean) => factors.filter(holds).length;
      expect(count((factor) => factor === Infinity)).toBe(1);
      expect(count((factor) => factor === 0)).toBe(1);
      expect(count((factor) => factor > 1.4 && factor < Infinity)).toBeGreaterThanOrEqual(1);
      expect(count((factor) => factor > 0 && factor < 0.7)).toBeGreaterThanOrEqual(1);
      expect(count((factor) => factor > 0.75 && factor < 1.35)).toBeGreaterThan(100);
    },
  );
});

describe("paging", () => {
  test("gives every page once, at any page size", async () => {
    const whole = await everyPage(WEEK, 250);
    expect(await everyPage(WEEK, 7)).toEqual(whole);
    expect(new Set(whole.map((row) => row.path)).size).toBe(whole.length);
  });

  test("ends exactly at the last row and is empty beyond it", async () => {
    const rows = await everyPage(WEEK, 250);
    expect((await emulated.caller.visitors(`${WEEK}&limit=${rows.length}`)).body.hasMore).toBe(false);
    const beyond = (await emulated.caller.visitors(`${WEEK}&offset=${rows.length}`)).body;
    expect(beyond).toMatchObject({ visitors: [], hasMore: false });
  });

  test("a site without pages has no rows; a large one has them all", async () => {
    emulated.service.change({ pages: 0 });
    expect((await emulated.caller.visitors(WEEK)).body).toMatchObject({ visitors: [], hasMore: false });
    emulated.service.change({ pages: 25_000 });
    expect((await emulated.caller.visitors(`${WEEK}&limit=250&offset=20000`)).body.visitors).toHaveLength(
      250,
    );
  });
});

describe("the switches", () => {
  test("hostile paths are among the most read pages", async () => {
    emulated.service.change({ hostilePaths: true });
    const paths = (await emulated.caller.visitors(`${WEEK}&limit=250`)).body.visitors.map((row) => row.path);
    const arrived = HOSTILE_PATHS.map((path) => path.toWellFormed());
    expect(arrived.filter((path) => paths.includes(path.toWellFormed())).length).toBeGreaterThan(25);
  });

  test("drifting rows repeat a row on the next page", async () => {
    emulated.service.change({ drift: true });
    const first = (await emulated.caller.visitors(`${WEEK}&limit=10`)).body.visitors;
    const second = (await emulated.caller.visitors(`${WEEK}&limit=10&offset=10`)).body.visitors;
    expect(second[0]).toEqual(first[9]);
  });

  test("rows can claim to go on for ever", async () => {
    emulated.service.change({ endless: "empty" });
    expect((await emulated.caller.visitors(`${WEEK}&offset=9000`)).body).toMatchObject({
      visitors: [],
      hasMore: true,
    });
    emulated.service.change({ endless: "repeat" });
    const last = (await emulated.caller.visitors(`${WEEK}&limit=5&offset=9000`)).body;
    expect(last.visitors).toHaveLength(5);
    expect(last.hasMore).toBe(true);
  });

  test("the order can be another", async () => {
    const usual = (await everyPage(WEEK, 250)).map((row) => row.path);
    emulated.service.change({ order: "path" });
    expect((await everyPage(WEEK, 250)).map((row) => row.path)).toEqual(usual.toSorted());
    emulated.service.change({ order: "shuffled" });
    const shuffled = (await everyPage(WEEK, 250)).map((row) => row.path);
    expect(shuffled).not.toEqual(usual);
    expect(shuffled.toSorted()).toEqual(usual.toSorted());
  });
});
