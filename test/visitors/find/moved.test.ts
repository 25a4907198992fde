import { describe, expect, it } from "vitest";
import {
  comparePages,
  findMoves,
  groupMoves,
  type Move,
} from "../../../src/visitors/find/moved.ts";
import { totalsOf } from "../../../src/visitors/find/site-totals.ts";
import type { Counts } from "../../../src/visitors/read/data.ts";
import {
  counts,
  dataOf,
  page,
  period,
  periodsOf,
  reportOf,
  siteReport,
} from "../report-fixture.ts";

type Numbers = Parameters<typeof counts>;
/** So many people, and no AI. */
const people = (total: number) => counts(total, 0);

/** The counts of a page and of its site, and whether the lists of both periods are whole. */
type OnePage = {
  before?: Counts;
  now?: Counts;
  was?: Counts;
  is?: Counts;
  complete?: readonly [before: boolean, now: boolean];
};

/** How the page moved, the first of so many; its site has a steady thousand visitors unless said otherwise. */
function kindOf(
  { before, now, was = people(1000), is = was, complete = [true, true] }: OnePage,
  pages = 1,
) {
  const others = Array.from({ length: pages - 1 }, (_, index) => page(`/${index}`, 20));
  const first = (values: Counts | undefined) =>
    values ? [{ ...page("/p", 0), counts: values }] : [];
  const data = dataOf({
    current: period(is, [...first(now), ...others], complete[1]),
    previous: period(was, [...first(before), ...others], complete[0]),
  });
  const moves = findMoves(comparePages(data), totalsOf(data, periodsOf()));
  return moves.map(({ kind }) => kind).join();
}

it.each([
  [0, 0, 20],
  [10_000, 0, 20],
  [10_001, 0, 21],
  [5000, 12_000, 24],
])("the threshold for %i visitors after %i is %i", (now, before, least) => {
  expect(siteReport(people(before), people(now)).totals.threshold).toBe(least);
});

describe("up and down", () => {
  it.each([
    ["too few visitors", 1, 19, 1000, 1000, ""],
    ["just enough visitors", 1, 20, 1000, 1000, "up"],
    ["enough before", 20, 1, 1000, 1000, "down"],
    ["a change that may be chance", 35, 65, 1000, 1000, ""],
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

  it.each<[string, Numbers, Numbers, Numbers, Numbers, string]>([
    ["both as the site's", [900, 100], [600, 400], [300, 30], [200, 120], ""],
    ["fewer people", [900, 100], [600, 400], [300, 30], [60, 60], "down"],
    ["more of both", [900, 100], [600, 400], [300, 30], [300, 120], "up"],
    ["no parts known", [900, 100], [600, 400], [0, 0, 60], [0, 0, 240], "up"],
    ["few AI before", [2000, 3], [2000, 600], [197, 3], [260, 40], ""],
    ["enough AI before", [2000, 20], [2000, 600], [190, 10], [190, 200], ""],
  ])(
    "people and AI are expected to do as those of the site: %s",
    (_, was, is, before, now, list) => {
      const given = {
        ...{ was: counts(...was), is: counts(...is) },
        ...{ before: counts(...before), now: counts(...now) },
      };
      expect(kindOf(given)).toBe(list);
    },
  );
});

describe("new and gone", () => {
  it.each<[string, OnePage, string]>([
    ["enough visitors, none before", { now: people(20) }, "new"],
    ["too few visitors", { now: people(19) }, ""],
    ["this period incomplete", { now: people(20), complete: [true, false] }, ""],
    ["the period before incomplete", { now: people(20), complete: [false, true] }, ""],
    ["enough visitors before, none now", { before: people(20) }, "gone"],
    ["too few visitors before", { before: people(19) }, ""],
    ["after nobody", { now: people(500), was: people(0), is: people(500) }, ""],
    ["none now, this period incomplete", { before: people(20), complete: [true, false] }, ""],
    ["none now, the period before incomplete", { before: people(20), complete: [false, true] }, ""],
    ["before nobody", { before: people(500), was: people(500), is: people(0) }, ""],
  ])("%s", (_, site, kind) => {
    expect(kindOf(site)).toBe(kind);
  });
});

it.each([
  ["three and a half deviations are too few", 510, ""],
  ["five are enough", 560, "up"],
])("among a thousand pages %s", (_, now, kind) => {
  const site = { was: people(10_000), before: people(400), now: people(now) };
  expect(kindOf(site, 1000)).toBe(kind);
});

it("ignored pages do not move, and the threshold stays that of the site", () => {
  const isIgnored = ({ path }: { path: string }) => !path.startsWith("/guides/");
  const { totals, moves } = reportOf({ isIgnored });
  expect(totals.threshold).toBe(24);
  expect(moves.map(({ path }) => path)).toContain("/guides/legacy-tokens");
  expect(moves.filter(isIgnored)).toEqual([]);
});

it("three pages that are new, or gone, are one row, at the place of the first; others are named one by one", () => {
  const move = (kind: Move["kind"], path: string): Move => ({
    ...{ kind, path, page: path, before: people(1), now: people(1) },
  });
  const [up, one, other] = [move("up", "/up"), move("new", "/n/1"), move("new", "/n/2")];
  const gone = ["/g/1", "/g/2", "/g/3"].map((path) => move("gone", path));
  expect(groupMoves([up, one, other, ...gone, up, up])).toEqual([
    ...[[up], [one], [other], gone, [up], [up]],
  ]);
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
