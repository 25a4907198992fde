import { describe, expect, it } from "vitest";
import {
  comparePages,
  findMoves,
  groupMoves,
  type Move,
} from "../../../src/visitors/find/moved.ts";
import { totalsOf } from "../../../src/visitors/find/site-totals.ts";
import type { Counts, Page } from "../../../src/visitors/read/data.ts";
import {
  counts,
  dataOf,
  page,
  period,
  periodsOf,
  reportOf,
  sampleData,
} from "../report-fixture.ts";

const pageWith = (path: string, values: Counts): Page => ({ path, page: path, counts: values });
/** So many people, and no AI. */
const people = (total: number) => counts(total, 0);

type OnePage = {
  before?: Counts;
  now?: Counts;
  was?: Counts;
  is?: Counts;
  complete?: [boolean, boolean];
};

/** A site of one page; its totals are a steady thousand unless said otherwise. */
function siteOf({ before, now, was = people(1000), is = was, complete = [true, true] }: OnePage) {
  const pages = (values: Counts | undefined) =>
    values === undefined ? [] : [pageWith("/p", values)];
  return dataOf({
    current: period(is, pages(now), complete[1]),
    previous: period(was, pages(before), complete[0]),
  });
}

/** The moves in these data. */
function movesIn(data: ReturnType<typeof dataOf>): Move[] {
  return findMoves(comparePages(data), totalsOf(data, periodsOf()));
}

/** How the page moved. */
const kindOf = (site: OnePage): string =>
  movesIn(siteOf(site))
    .map(({ kind }) => kind)
    .join();

it.each([
  [0, 0, 20],
  [10_000, 0, 20],
  [10_001, 0, 21],
  [5000, 12_000, 24],
])("the threshold for %i visitors after %i is %i", (now, before, least) => {
  const data = siteOf({ was: people(before), is: people(now) });
  expect(totalsOf(data, periodsOf()).threshold).toBe(least);
});

describe("up and down", () => {
  it.each([
    ["too few visitors", 1, 19, 1000, 1000, ""],
    ["just enough visitors", 1, 20, 1000, 1000, "up"],
    ["enough before", 20, 1, 1000, 1000, "down"],
    ["exactly three standard deviations", 35, 65, 1000, 1000, ""],
    ["more than three", 34, 65, 1000, 1000, "up"],
    ["a fifth more", 10_000, 12_000, 1_000_000, 1_000_000, "up"],
    ["less than a fifth more", 10_000, 11_999, 1_000_000, 1_000_000, ""],
    ["a fifth less", 10_000, 8000, 1_000_000, 1_000_000, "down"],
    ["less than a fifth less", 10_000, 8001, 1_000_000, 1_000_000, ""],
    ["as the whole site grew", 100, 200, 1000, 2000, ""],
    ["hardly more than the site", 1000, 1300, 10_000, 12_000, ""],
    ["well beyond the site", 1000, 1500, 10_000, 12_000, "up"],
    ["less than the site lost", 1000, 780, 10_000, 5000, ""],
    ["a site without visitors before", 1000, 2000, 0, 5000, ""],
  ])("%s: %i to %i on a site from %i to %i", (_, before, now, was, is, list) => {
    const given = { before: people(before), now: people(now), was: people(was), is: people(is) };
    expect(kindOf(given)).toBe(list);
    expect(kindOf({ ...given, complete: [false, false] })).toBe(list);
  });

  it.each([
    [
      "both as the site's",
      counts(900, 100),
      counts(600, 400),
      counts(300, 30),
      counts(200, 120),
      "",
    ],
    ["fewer people", counts(900, 100), counts(600, 400), counts(300, 30), counts(60, 60), "down"],
    ["more of both", counts(900, 100), counts(600, 400), counts(300, 30), counts(300, 120), "up"],
    [
      "no parts known",
      counts(900, 100),
      counts(600, 400),
      counts(0, 0, 60),
      counts(0, 0, 240),
      "up",
    ],
    ["the first AI", counts(2000, 0), counts(2000, 600), counts(200, 0), counts(200, 100), ""],
    ["few AI before", counts(2000, 3), counts(2000, 600), counts(197, 3), counts(260, 40), ""],
    [
      "enough AI before",
      counts(2000, 20),
      counts(2000, 600),
      counts(190, 10),
      counts(190, 200),
      "",
    ],
  ])(
    "people and AI are expected to do as those of the site: %s",
    (_, was, is, before, now, list) => {
      expect(kindOf({ was, is, before, now })).toBe(list);
    },
  );
});

describe("new and gone", () => {
  it.each([
    ["enough visitors, none before", { now: people(20) }, "new"],
    ["too few visitors", { now: people(19) }, ""],
    ["a row without visitors before", { before: people(0), now: people(20) }, "new"],
    ["this period incomplete", { now: people(20), complete: [true, false] }, ""],
    ["the period before incomplete", { now: people(20), complete: [false, true] }, ""],
    ["enough visitors before, none now", { before: people(20) }, "gone"],
    ["too few visitors before", { before: people(19) }, ""],
    ["after nobody", { now: people(500), was: people(0), is: people(500) }, ""],
    [
      "no visitors now, this period incomplete",
      { before: people(20), complete: [true, false] },
      "",
    ],
    [
      "no visitors now, the period before incomplete",
      { before: people(20), complete: [false, true] },
      "",
    ],
    ["before nobody", { before: people(500), was: people(500), is: people(0) }, ""],
  ] satisfies [string, OnePage, string][])("%s", (_, site, kind) => {
    expect(kindOf(site)).toBe(kind);
  });
});

describe("chance among many pages", () => {
  /** Whether the first of so many pages stands out; the others have so many visitors. */
  const standsOut = (before: Counts, now: Counts, pages: number) => {
    const pagesOf = (first: Counts) =>
      Array.from({ length: pages }, (_, index) =>
        pageWith(`/${index}`, index === 0 ? first : people(20)),
      );
    const totals = people(10_000);
    const data = dataOf({
      current: period(totals, pagesOf(now)),
      previous: period(totals, pagesOf(before)),
    });
    return movesIn(data).length === 1;
  };

  it.each([
    ["three deviations are enough for one page", people(340), people(650), 1, true],
    ["three and a half are too few among a thousand", people(400), people(510), 1000, false],
    ["five are enough among a thousand", people(400), people(560), 1000, true],
  ])("%s", (_, before, now, pages, expected) => {
    expect(standsOut(before, now, pages)).toBe(expected);
  });
});

it("ignored pages do not move, and the threshold stays that of the site", () => {
  const isIgnored = ({ path }: { path: string }) => !path.startsWith("/guides/");
  const { totals, moves } = reportOf({ data: sampleData(), isIgnored });
  expect(totals.threshold).toBe(24);
  expect(moves.map(({ path }) => path)).toContain("/guides/legacy-tokens");
  expect(moves.filter(isIgnored)).toEqual([]);
});

describe("several pages that are new, or gone,", () => {
  const move = (kind: Move["kind"], path: string, total = 50): Move => {
    const counted = people(total);
    const none = people(0);
    const [before, now] = kind === "gone" ? [counted, none] : [none, counted];
    return { kind, path, page: path, before, now };
  };

  it("are one row of each kind, at the place of the first; two pages and others are named one by one", () => {
    const up: Move = { ...move("up", "/up"), kind: "up" };
    const gone = ["/g/1", "/g/2", "/g/3"].map((path) => move("gone", path));
    const [one, other] = [move("new", "/n/1"), move("new", "/n/2")];
    const rows = groupMoves([up, one, other, ...gone, up]);
    expect(rows).toEqual([[up], [one], [other], gone, [up]]);
  });
});

it("a page is compared with what is known of it", () => {
  const rows = {
    current: period(people(9), [page("/a", 5), page("/b", 4)]),
    previous: period(people(9), [page("/a", 3), page("/c", 6)]),
  };
  const compared = (data: Partial<ReturnType<typeof dataOf>>) =>
    comparePages(dataOf(data)).map(({ path, now, before }) => [path, now.total, before?.total]);
  expect(compared(rows)).toEqual([
    ["/a", 5, 3],
    ["/b", 4, 0],
    ["/c", 0, 6],
  ]);
  const partly = { ...rows.previous, complete: false };
  expect(compared({ ...rows, previous: partly })).toEqual([
    ["/a", 5, 3],
    ["/b", 4, undefined],
  ]);
  expect(compared({ ...rows, previous: undefined })).toEqual([
    ["/a", 5, undefined],
    ["/b", 4, undefined],
  ]);
});
