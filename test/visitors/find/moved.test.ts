import { describe, expect, it } from "vitest";
import { findFindings } from "../../../src/visitors/find/moved.ts";
import type { Counts, Findings, PageFinding } from "../../../src/visitors/report-model.ts";
import { counts, period, sampleData } from "../report-fixture.ts";

const page = (path: string, values: Counts) => ({ path, ...values });
/** So many people, and no AI. */
const people = (total: number) => counts(total, 0);

type OnePage = { before?: Counts; now?: Counts; was?: Counts; is?: Counts; complete?: [boolean, boolean] };

/** The findings on a site of one page; its totals are a steady thousand unless said otherwise. */
function found({ before, now, was = people(1000), is = was, complete = [true, true] }: OnePage): Findings {
  const rows = (values: Counts | undefined) => (values === undefined ? [] : [page("/p", values)]);
  return findFindings({
    current: period(is, rows(now), complete[1]),
    previous: period(was, rows(before), complete[0]),
  });
}

/** The kinds of the pages that stand out. */
const lists = ({ pages }: Findings): string => [...new Set(pages.map(({ kind }) => kind))].join(" ");

it.each([
  [0, 0, 20],
  [10_000, 0, 20],
  [10_001, 0, 21],
  [5000, 12_000, 24],
])("the threshold for %i visitors after %i is %i", (now, before, least) => {
  expect(found({ was: people(before), is: people(now) }).threshold).toBe(least);
});

it("the least count of a site with a percentage is its threshold, but none of a site with few visitors is", () => {
  expect(found({ was: people(99) }).siteThreshold).toBe(Number.POSITIVE_INFINITY);
  expect(found({ was: people(100) }).siteThreshold).toBe(20);
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
    expect(lists(found(given))).toBe(list);
    if (list !== "") expect(lists(found({ ...given, complete: [false, false] }))).toBe(list);
  });

  it.each([
    ["both as the site's", counts(900, 100), counts(600, 400), counts(300, 30), counts(200, 120), ""],
    ["fewer people", counts(900, 100), counts(600, 400), counts(300, 30), counts(60, 60), "down"],
    ["more of both", counts(900, 100), counts(600, 400), counts(300, 30), counts(300, 120), "up"],
    ["no parts known", counts(900, 100), counts(600, 400), counts(0, 0, 60), counts(0, 0, 240), "up"],
    ["the first AI", counts(2000, 0), counts(2000, 600), counts(200, 0), counts(200, 100), ""],
    ["few AI before", counts(2000, 3), counts(2000, 600), counts(197, 3), counts(260, 40), ""],
    ["enough AI before", counts(2000, 20), counts(2000, 600), counts(190, 10), counts(190, 200), ""],
  ])("people and AI are expected to do as those of the site: %s", (_, was, is, before, now, list) => {
    expect(lists(found({ was, is, before, now }))).toBe(list);
  });
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
    ["before nobody", { before: people(500), was: people(500), is: people(0) }, ""],
  ] satisfies [string, OnePage, string][])("%s", (_, site, list) => {
    expect(lists(found(site))).toBe(list);
  });
});

it.each(["/llms.txt", "/docs/llms-full.txt", "/robots.txt", "/sitemap.xml", "/"])(
  "%s is in no finding but a change of the home page",
  (path) => {
    const site = (now: Counts, was: Counts) =>
      findFindings({
        current: period(counts(1000, 400), [page(path, now)]),
        previous: period(counts(1000, 100), [page(path, was)]),
      });
    const kinds = (found: readonly PageFinding[]) => found.map(({ kind }) => kind).join();
    const more = site(people(600), people(100));
    expect(kinds(more.pages)).toBe(path === "/" ? "up" : "");
    const none = site(people(0), people(300));
    expect(kinds(none.pages)).toBe(path === "/" ? "down" : "");
  },
);

describe("chance among many pages", () => {
  /** Whether the first of so many pages stands out; the others have so many visitors. */
  const standsOut = (before: Counts, now: Counts, pages: number, others = 20) => {
    const rows = (first: Counts) =>
      Array.from({ length: pages }, (_, index) => page(`/${index}`, index === 0 ? first : people(others)));
    const totals = people(10_000);
    const found = findFindings({
      current: period(totals, rows(now)),
      previous: period(totals, rows(before)),
    });
    return found.pages.length === 1;
  };

  it.each([
    ["three deviations are enough for one page", people(340), people(650), 1, 20, true],
    ["three and a half are too few among a thousand", people(400), people(510), 1000, 20, false],
    ["five are enough among a thousand", people(400), people(560), 1000, 20, true],
  ])("%s", (_, before, now, pages, others, expected) => {
    expect(standsOut(before, now, pages, others)).toBe(expected);
  });
});

it("ignored pages and visits without a path are in no finding, and the threshold stays that of the site", () => {
  const ignored = (path: string) => !path.startsWith("/guides/");
  const { threshold, pages } = findFindings(sampleData(), ignored);
  expect(threshold).toBe(24);
  expect(pages.map(({ path }) => path)).toContain("/guides/legacy-tokens");
  expect(pages.filter(({ path }) => ignored(path))).toEqual([]);
  for (const path of ["", " \t\n"]) {
    const nameless = period(counts(800, 200), [page(path, people(300))]);
    expect(lists(findFindings({ current: nameless, previous: period(counts(800, 200)) }))).toBe("");
  }
});
