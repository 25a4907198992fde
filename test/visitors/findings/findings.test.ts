import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFindings, stake } from "../../../src/visitors/findings.ts";
import type { Counts } from "../../../src/visitors/report-model.ts";
import { runs } from "../../runs.ts";
import { anyCounts, plainRows } from "../arbitraries.ts";
import { counts, period, sampleData } from "../report-fixture.ts";
import { found, lists, listsOf, type OnePage, page, people } from "./one-page.ts";

const moved = (before: number, now: number, was = 1000, is = 1000) =>
  lists(found({ before: people(before), now: people(now), was: people(was), is: people(is) }));

describe("the threshold", () => {
  it.each([
    [0, 0, 20],
    [10_000, 0, 20],
    [10_001, 0, 21],
    [5000, 12_000, 24],
    [11_528, 10_684, 24],
  ])("for %i visitors after %i is %i", (now, before, least) => {
    expect(found({ was: people(before), is: people(now) }).threshold).toBe(least);
  });

  it("needs no previous period", () => {
    const data = { current: period(people(50_000)), previous: undefined };
    expect(findFindings(data).threshold).toBe(100);
  });
});

describe("up and down", () => {
  it.each([
    ["too few visitors", 1, 19, ""],
    ["just enough visitors", 1, 20, "up"],
    ["too few left", 19, 1, ""],
    ["enough before", 20, 1, "down"],
    ["exactly three standard deviations", 35, 65, ""],
    ["more than three standard deviations", 34, 65, "up"],
    ["exactly three standard deviations down", 65, 35, ""],
    ["more than three standard deviations down", 65, 34, "down"],
  ])("%s: %i to %i", (_, before, now, list) => {
    expect(moved(before, now)).toBe(list);
  });

  it.each([
    ["a fifth more", 10_000, 12_000, "up"],
    ["less than a fifth more", 10_000, 11_999, ""],
    ["a fifth less", 10_000, 8000, "down"],
    ["less than a fifth less", 10_000, 8001, ""],
  ])("%s: %i to %i", (_, before, now, list) => {
    expect(moved(before, now, 1_000_000, 1_000_000)).toBe(list);
  });

  it.each([
    ["as the whole site grew", 100, 200, 1000, 2000, ""],
    ["hardly more than the site", 1000, 1300, 10_000, 12_000, ""],
    ["well beyond the site", 1000, 1500, 10_000, 12_000, "up"],
    ["less than the site lost", 1000, 780, 10_000, 5000, ""],
    ["far less than the site", 1000, 100, 10_000, 5000, "down"],
    ["nothing while the site doubled", 1000, 1000, 10_000, 20_000, ""],
    ["a site without visitors before", 1000, 2000, 0, 5000, ""],
  ])("%s: %i to %i", (_, before, now, was, is, list) => {
    expect(moved(before, now, was, is)).toBe(list);
  });

  it("need no period that was read completely", () => {
    const site = { before: people(30), now: people(300), complete: [false, false] as [boolean, boolean] };
    expect(lists(found(site))).toBe("up");
  });

  it("are sorted by visitors won or lost, then by path", () => {
    const rows = (values: Record<string, number>) =>
      Object.entries(values).map(([path, total]) => page(path, people(total)));
    const { up } = listsOf(
      findFindings({
        current: period(people(9000), rows({ "/c": 110, "/b": 500, "/a": 110 })),
        previous: period(people(9000), rows({ "/a": 10, "/b": 300, "/c": 10 })),
      }),
    );
    expect(up.map(({ path }) => path)).toEqual(["/b", "/a", "/c"]);
    expect(up[0]).toEqual({ path: "/b", current: people(500), previous: people(300) });
  });
});

it("people and AI of a page are expected to do as those of the site do", () => {
  const site = { was: counts(900, 100), is: counts(600, 400) };
  const list = (before: Counts, now: Counts) => lists(found({ ...site, before, now }));
  expect(list(counts(300, 30), counts(200, 120))).toBe("");
  expect(list(counts(0, 60, 60), counts(0, 240, 240))).toBe("aiOnly");
  expect(list(counts(300, 30), counts(60, 60))).toBe("down");
  expect(list(counts(300, 30), counts(300, 120))).toBe("up");
  expect(list(counts(0, 0, 60), counts(0, 0, 240))).toBe("up");
});

describe("where AI came to a site that had none, or hardly any", () => {
  it.each([
    ["a page that AI came to as well is in no list", 0, counts(200, 0), counts(200, 100), ""],
    ["a page that rose more is up", 0, counts(200, 0), counts(500, 100), "up"],
    ["a page that AI came to far more has a larger AI share", 0, counts(80, 0), counts(30, 70), "aiShareUp"],
    ["few AI visitors before say nothing about a page", 3, counts(197, 3), counts(260, 40), ""],
    [
      "just enough AI visitors before say what a page is to expect",
      20,
      counts(190, 10),
      counts(190, 200),
      "",
    ],
    ["few AI visitors before hide no change of people", 3, counts(197, 3), counts(430, 20), "up"],
  ])("%s", (_, ai, before, now, list) => {
    const site = { was: counts(2000, ai), is: counts(2000, 600) };
    expect(lists(found({ ...site, before, now }))).toBe(list);
  });
});

describe("a clear change", () => {
  /** Whether the first of so many pages has one, the only finding; the others have so many visitors. */
  const isClear = (before: Counts, now: Counts, pages: number, others = 20) => {
    const rows = (first: Counts) =>
      Array.from({ length: pages }, (_, index) => page(`/${index}`, index === 0 ? first : people(others)));
    const total = people(10_000);
    const { pages: found, clear } = findFindings({
      current: period(total, rows(now)),
      previous: period(total, rows(before)),
    });
    expect(found).toHaveLength(1);
    return [...clear].map(({ kind }) => kind);
  };

  it.each([
    ["three standard deviations are enough for one page", 340, 650, 1, true],
    ["three and a half are too few among a thousand pages", 400, 510, 1000, false],
    ["five are enough among a thousand pages", 400, 560, 1000, true],
  ])("%s: %i to %i", (_, before, now, pages, significant) => {
    expect(isClear(people(before), people(now), pages)).toEqual(significant ? ["up"] : []);
  });

  it("needs no more than three standard deviations where hardly anybody reads the other pages", () => {
    expect(isClear(people(400), people(510), 1000, 19)).toEqual(["up"]);
  });

  it.each([
    ["more than three standard deviations of AI are enough for one page", 28, 1, true],
    ["but too few among a thousand", 28, 1000, false],
    ["and seven are enough there", 70, 1000, true],
  ])("%s: 9 to %i", (_, ai, pages, significant) => {
    expect(isClear(counts(91, 9), counts(80 - ai, ai), pages)).toEqual(significant ? ["aiShareUp"] : []);
  });
});

describe("new and gone", () => {
  it.each([
    ["enough visitors, none before", { now: people(20) }, "appeared"],
    ["too few visitors", { now: people(19) }, ""],
    ["a row without visitors before", { before: people(0), now: people(20) }, "appeared"],
    ["current period incomplete", { now: people(20), complete: [true, false] }, ""],
    ["previous period incomplete", { now: people(20), complete: [false, true] }, ""],
    ["enough visitors before, none now", { before: people(20) }, "gone"],
    ["too few visitors before", { before: people(19) }, ""],
    ["a row without visitors now", { before: people(20), now: people(0) }, "gone"],
    ["gone, current period incomplete", { before: people(20), complete: [true, false] }, ""],
    ["gone, previous period incomplete", { before: people(20), complete: [false, true] }, ""],
  ] satisfies [string, OnePage, string][])("%s", (_, site, list) => {
    expect(lists(found(site))).toBe(list);
  });
});

describe("after or before a period with nobody or hardly anybody", () => {
  it.each([
    ["no page is new after nobody", { now: people(500), was: people(0), is: people(500) }, ""],
    ["no page is gone before nobody", { before: people(500), was: people(500), is: people(0) }, ""],
    ["no page is new after too few", { now: people(100), was: people(99), is: people(1000) }, ""],
    ["a page is new after enough", { now: people(100), was: people(100), is: people(1000) }, "appeared"],
    ["no page is gone before too few", { before: people(100), was: people(1000), is: people(99) }, ""],
    ["a page is gone before enough", { before: people(100), was: people(1000), is: people(100) }, "gone"],
    ["no page is new where the totals say nobody", { now: people(500), was: people(500), is: people(0) }, ""],
    ["nor gone where they said nobody", { before: people(500), was: people(0), is: people(500) }, ""],
  ])("%s", (_, site, list) => {
    expect(lists(found(site))).toBe(list);
  });
});

it("ignored pages are in no finding, and the threshold stays that of the whole site", () => {
  const data = sampleData();
  const ignored = (path: string) => !path.startsWith("/guides/");
  const { threshold, pages, aiOnly, peopleOnly } = findFindings(data, ignored);
  expect(threshold).toBe(24);
  const paths = [...pages, ...aiOnly, ...peopleOnly].map(({ path }) => path);
  expect(paths).toContain("/guides/legacy-tokens");
  expect(paths.filter(ignored)).toEqual([]);
});

describe("AI share up", () => {
  const was = { was: counts(900, 100), is: counts(900, 100) };
  it.each([
    ["fifteen points", counts(90, 10), counts(300, 100), "up aiShareUp"],
    ["less than fifteen points", counts(90, 10), counts(301, 100), "up"],
    ["more than three standard deviations of AI", counts(91, 9), counts(52, 28), "aiShareUp"],
    ["three", counts(91, 9), counts(53, 27), ""],
    ["AI at the threshold", counts(100, 0), counts(80, 20), "aiShareUp"],
    ["AI below the threshold", counts(100, 0), counts(81, 19), ""],
    ["too few before", counts(19, 0), counts(0, 30), "aiOnly"],
    ["just enough before", counts(20, 0), counts(0, 30), "aiShareUp aiOnly"],
    ["more of both alike", counts(50, 50), counts(150, 150), "up"],
  ])("%s", (_, before, now, list) => {
    expect(lists(found({ before, now, ...was }))).toBe(list);
  });

  it.each([
    ["as much as the site's", counts(80, 20), counts(50, 50), ""],
    ["fifteen points more than the site's", counts(90, 10, 100), counts(45, 55, 100), "aiShareUp"],
    ["less than fifteen points more", counts(90, 10, 100), counts(46, 54, 100), ""],
    ["AI that grew no more than the site's", counts(0, 100, 200), counts(0, 250, 250), ""],
  ])("%s, where the site's own went from 20%% to 50%%", (_, before, now, list) => {
    const site = { was: counts(800, 200, 1000), is: counts(500, 500, 1000) };
    expect(lists(found({ before, now, ...site })).replace(/ ?aiOnly/, "")).toBe(list);
  });

  it("by fifteen points more than a site's that rose from nothing", () => {
    const site = { was: counts(1000, 0), is: counts(850, 150) };
    expect(lists(found({ before: counts(100, 0), now: counts(70, 30), ...site }))).toBe("aiShareUp");
  });

  it("asks nothing of AI that the site's own share does not explain", () => {
    const site = { was: counts(900, 100), is: counts(1800, 200) };
    expect(lists(found({ before: counts(90, 10), now: counts(90, 30), ...site }))).toBe("aiShareUp");
  });
});

describe("who reads what", () => {
  it.each([
    ["a tenth as many people", counts(2, 20), "aiOnly"],
    ["more than a tenth", counts(3, 20), ""],
    ["too few AI visitors", counts(0, 19), ""],
    ["a fiftieth as much AI", counts(100, 2), "peopleOnly"],
    ["more than a fiftieth", counts(100, 3), ""],
    ["no AI where ten were to be expected", counts(50, 0), "peopleOnly"],
    ["no AI where fewer were", counts(49, 0), ""],
    ["just enough people where AI is most of all", counts(20, 0), "peopleOnly", counts(200, 800)],
    ["too few people there", counts(19, 0), "", counts(200, 800)],
  ])("%s", (_, now, list, is = counts(800, 200)) => {
    const { aiOnly, peopleOnly } = found({ now, before: now, is });
    expect([aiOnly.length > 0 ? "aiOnly" : "", peopleOnly.length > 0 ? "peopleOnly" : ""].join("")).toBe(
      list,
    );
  });

  it("is sorted by AI and by people, and needs no previous period", () => {
    const rows = [
      page("/a", counts(60, 0)),
      page("/b", counts(0, 30)),
      page("/c", counts(90, 0)),
      page("/d", counts(3, 70)),
    ];
    const { aiOnly, peopleOnly } = findFindings({
      current: period(counts(800, 200), rows),
      previous: undefined,
    });
    expect(aiOnly.map(({ path }) => path)).toEqual(["/d", "/b"]);
    expect(peopleOnly.map(({ path }) => path)).toEqual(["/c", "/a"]);
  });

  it.each<[string, Counts, Counts | undefined, boolean]>([
    ["AI at half of the threshold", counts(0, 30), counts(0, 10), true],
    ["AI below half of the threshold", counts(0, 30), counts(0, 9), false],
    ["a fifth as many people", counts(0, 30), counts(4, 20), true],
    ["more than a fifth as many people", counts(0, 30), counts(5, 20), false],
    ["people at half of the threshold", people(60), people(10), true],
    ["people below half of the threshold", people(60), people(9), false],
    ["a twenty-fifth as much AI", people(60), counts(50, 2), true],
    ["more than a twenty-fifth as much AI", people(60), counts(49, 2), false],
    ["nobody", people(60), undefined, false],
  ])("knows which page was read so before, less strictly: %s", (_, now, before, expected) => {
    const site = counts(800, 200);
    const of = (visitors: Counts | undefined) =>
      period(site, visitors === undefined ? [] : [page("/a", visitors)]);
    const known = { current: of(now), previous: of(before) };
    const asBefore = (data: Parameters<typeof findFindings>[0]) => {
      const { aiOnly, peopleOnly } = findFindings(data);
      return [...aiOnly, ...peopleOnly].map((page) => page.asBefore);
    };
    expect(asBefore(known)).toEqual([expected]);
    // What was not read is not known to be new, and without a period before nothing is old.
    const unread = { ...known.previous, rows: [], complete: false };
    expect(asBefore({ ...known, previous: unread })).toEqual([true]);
    expect(asBefore({ ...known, previous: undefined })).toEqual([false]);
  });

  it("knows a page that moved under its old path", () => {
    const site = counts(800, 200);
    const { pages, peopleOnly } = findFindings({
      current: period(site, [page("/new/a", people(100))]),
      previous: period(site, [page("/old/a", people(100))]),
    });
    expect(pages.map(({ kind }) => kind)).toEqual(["moved"]);
    expect(peopleOnly).toMatchObject([{ path: "/new/a", asBefore: true }]);
  });

  it.each([
    ["has no finding on a site without visitors", counts(0, 0), 0],
    // 77 × (10 / 77) is a little less than ten for a computer.
    ["counts ten where the share has no end", counts(70, 10, 77), 1],
  ])("%s", (_, totals, found) => {
    const current = period(totals, [page("/", people(77))]);
    expect(findFindings({ current, previous: undefined }).peopleOnly).toHaveLength(found);
  });
});

it.each(["", " ", "\t\n"])("visits without a path (%j) are no page", (path) => {
  const site = counts(800, 200);
  const row = (visitors: Counts) => period(site, [page(path, visitors)]);
  for (const [now, before] of [
    [row(people(300)), row(people(100))],
    [row(people(300)), period(site)],
    [period(site), row(people(300))],
    [row(counts(0, 300)), period(site)],
  ] as const)
    expect(lists(findFindings({ current: now, previous: before }))).toBe("");
});

it("the sample's findings are found, those with most visitors at stake first", () => {
  const { pages, clear, aiOnly, peopleOnly } = findFindings(sampleData());
  expect(pages.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    "up /integrations/mcp-server",
    "up /guides/migrate-v1-to-v2",
    "new /guides/streaming-responses",
    "gone /guides/legacy-tokens",
    "aiShareUp /guides/rate-limits",
    "down /pricing",
    "new /changelog/2026-11",
    "down /guides/containers",
    "aiShareUp /api-reference/invoices/list",
  ]);
  expect(clear.size).toBe(pages.length);
  expect(aiOnly.map(({ path }) => path)).toEqual([
    "/api-reference/openapi.json",
    "/llms.txt",
    "/llms-full.txt",
  ]);
  expect(peopleOnly.map(({ path }) => path)).toEqual(["/support"]);
  expect([...aiOnly, ...peopleOnly].every(({ asBefore }) => asBefore)).toBe(true);
});

it("every finding comes from the rows, each list is sorted, and no page moved both ways", () => {
  fc.assert(
    fc.property(
      anyCounts,
      anyCounts,
      plainRows,
      plainRows,
      fc.boolean(),
      (now, before, rows, earlier, complete) => {
        const found = findFindings({
          current: period(now, rows),
          previous: period(before, earlier, complete),
        });
        const previous = new Map(earlier.map((row) => [row.path, row]));
        const of = listsOf(found);
        for (const change of [...of.up, ...of.down, ...of.aiShareUp]) {
          expect(rows).toContainEqual({ path: change.path, ...change.current });
          expect(previous.get(change.path)).toEqual({ path: change.path, ...change.previous });
        }
        for (const { current, previous } of of.up) expect(current.total).toBeGreaterThan(previous.total);
        for (const { current, previous } of of.down) expect(current.total).toBeLessThan(previous.total);
        for (const { path } of of.appeared) expect(previous.get(path)?.total ?? 0).toBe(0);
        if (!complete) expect([...of.appeared, ...of.gone, ...of.moved]).toEqual([]);
        const sizes = found.pages.map(stake);
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
        const paths = [...of.up, ...of.down, ...of.appeared].map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
      },
    ),
    runs(1000),
  );
});
