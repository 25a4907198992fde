import { describe, expect, it } from "vitest";
import { findFindings } from "../../../src/visitors/findings.ts";
import type { Findings } from "../../../src/visitors/report-model.ts";
import { leastCpuMs } from "../../cpu-time.ts";
import { period } from "../report-fixture.ts";
import { lists, listsOf, page, people } from "./one-page.ts";

describe("a moved page", () => {
  /** The findings on a site with these pages before and these now. */
  function movedFrom(before: Record<string, number>, now: Record<string, number>, complete = true): Findings {
    const rows = (pages: Record<string, number>) =>
      Object.entries(pages).map(([path, total]) => page(path, people(total)));
    return findFindings({
      current: period(people(1000), rows(now)),
      previous: period(people(1000), rows(before), complete),
    });
  }

  it("is one finding, neither new nor gone", () => {
    const findings = movedFrom({ "/a/setup": 100 }, { "/b/setup": 60 });
    expect(lists(findings)).toBe("moved");
    expect(listsOf(findings).moved).toEqual([
      { from: "/a/setup", path: "/b/setup", previous: people(100), current: people(60) },
    ]);
  });

  it.each([
    ["half as many visitors", { "/a/x": 100 }, { "/b/x": 50 }, "moved"],
    ["less than half", { "/a/x": 101 }, { "/b/x": 50 }, "appeared gone"],
    ["twice as many", { "/a/x": 50 }, { "/b/x": 100 }, "moved"],
    ["more than twice", { "/a/x": 50 }, { "/b/x": 101 }, "appeared gone"],
    ["another last segment", { "/a/x": 100 }, { "/b/y": 100 }, "appeared gone"],
    ["a slash at the end", { "/a/x": 100 }, { "/b/x/": 100 }, "moved"],
    ["no segment", { "/": 100 }, { "//": 100 }, "appeared gone"],
    ["two new pages with the segment", { "/a/x": 100 }, { "/b/x": 100, "/c/x": 90 }, "appeared gone"],
    ["two gone pages with the segment", { "/a/x": 100, "/c/x": 90 }, { "/b/x": 100 }, "appeared gone"],
    ["a page that stays and has the segment", { "/a/x": 100, "/x": 1 }, { "/b/x": 100, "/x": 1 }, "moved"],
    ["too few visitors now", { "/a/x": 30 }, { "/b/x": 19 }, "gone"],
    ["a segment that is a name of objects", { "/a/__proto__": 100 }, { "/b/__proto__": 100 }, "moved"],
  ])("%s", (_, before, now, list) => {
    expect(lists(movedFrom(before, now))).toBe(list);
  });

  it("needs two periods that were read completely", () => {
    expect(lists(movedFrom({ "/a/x": 100 }, { "/b/x": 100 }, false))).toBe("");
  });

  it("is found in little time although thousands of one folder are gone, each to another folder", () => {
    const numbers = Array.from({ length: 3000 }, (_, index) => index);
    const before = numbers.flatMap((number) => [`/a/x${number}`, `/a/gone${number}`]);
    const now = numbers.map((number) => `/b${number}/x${number}`);
    const rows = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, 20]));
    const work = () => void movedFrom(rows(before), rows(now));
    expect(movedFrom(rows(before), rows(now)).pages.filter(({ kind }) => kind === "moved")).toHaveLength(
      3000,
    );
    // It takes some 20 ms; a search for each page took 24 s.
    expect(leastCpuMs(work, 400)).toBeLessThan(400);
  });

  it("with more visitors before comes first", () => {
    const { pages } = movedFrom(
      { "/a/z": 50, "/a/y": 90, "/a/x": 50 },
      { "/b/z": 60, "/b/y": 80, "/b/x": 60 },
    );
    expect(pages.map(({ path }) => path)).toEqual(["/b/y", "/b/x", "/b/z"]);
  });
});
