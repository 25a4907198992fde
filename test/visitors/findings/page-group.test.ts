import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PageFinding } from "../../../src/visitors/report-model.ts";
import { withGroups } from "../../../src/visitors/worth-a-look.ts";
import { runs } from "../../runs.ts";
import { path as anyPath } from "../arbitraries.ts";
import { people } from "./one-page.ts";

const visitors = { current: people(40), previous: people(50) };
/** A hundred pages elsewhere, so that no folder is half of the site. */
const others = Array.from({ length: 100 }, (_, index) => `/other-${index}`);
const groupOf = (paths: readonly string[], site: readonly string[] = others) =>
  withGroups(
    paths.map((path): PageFinding => ({ kind: "down", path, ...visitors })),
    [...paths, ...site],
  )[0]?.group;

describe("pages of one kind", () => {
  it("are grouped by the folder that at least half of them are below", () => {
    expect(groupOf(["/a/1", "/a/2", "/a/b/3", "/c"])).toEqual({ pages: 4, below: 3, folder: "/a/" });
    expect(groupOf(["/a/1", "/a/2", "/c", "/d"])).toEqual({ pages: 4, below: 2, folder: "/a/" });
    expect(groupOf(["/a/1", "/a/2", "/c", "/d", "/e"])).toBeUndefined();
  });

  it("are grouped only from three on", () => {
    expect(groupOf(["/a/1", "/a/2"])).toBeUndefined();
    expect(groupOf(["/a/1", "/a/2", "/a/3"])).toBeDefined();
  });

  it("are not grouped by the root, which is every page", () => {
    expect(groupOf(["/1", "/2", "/3"])).toBeUndefined();
    expect(groupOf(["1", "2", "3"])).toBeUndefined();
  });

  it("are grouped by the folder that most of them are below, of several by the deepest", () => {
    expect(groupOf(["/a/b/1", "/a/b/2", "/a/b/3"])?.folder).toBe("/a/b/");
    expect(groupOf(["/a/b/1", "/a/b/2", "/a/3"])?.folder).toBe("/a/");
    expect(groupOf(["/b/1", "/b/2", "/a/1", "/a/2"])?.folder).toBe("/a/");
  });

  it("are not grouped by a folder with half of the site, but by one in it", () => {
    const pages = ["/docs/a/1", "/docs/a/2", "/docs/3"];
    const elsewhere = (count: number) => others.slice(0, count);
    expect(groupOf(pages, elsewhere(4))?.folder).toBe("/docs/");
    expect(groupOf(pages, elsewhere(3))).toEqual({ pages: 3, below: 2, folder: "/docs/a/" });
    expect(groupOf(["/docs/1", "/docs/2", "/docs/3"], elsewhere(3))).toBeUndefined();
  });

  it("are a folder's only if its whole name is the same", () => {
    expect(groupOf(["/guides/1", "/guides-old/2", "/guidesx/3"])).toBeUndefined();
  });

  it("are grouped in no time, whatever they are called", () => {
    fc.assert(
      fc.property(fc.array(anyPath, { maxLength: 12 }), (paths) => {
        const group = groupOf(paths);
        if (group === undefined) return;
        expect(group.folder).toMatch(/.\/$/s);
        expect(paths.filter((path) => path.startsWith(group.folder))).toHaveLength(group.below);
        expect(group.below * 2).toBeGreaterThanOrEqual(paths.length);
      }),
      runs(300),
    );
    const deep = Array.from({ length: 2000 }, (_, index) => `/${"x/".repeat(5000)}${index}`);
    const site = Array.from({ length: 2010 }, (_, index) => `/${index}`);
    expect(groupOf([...deep, "/y"], site)?.folder).toBe(`/${"x/".repeat(10)}`);
  });
});

describe("pages that moved", () => {
  /** The groups, and how many pages are named one by one. */
  const movesOf = (...moves: readonly (readonly [from: string, to: string])[]) => {
    const pages = moves.map(([from, path]): PageFinding => ({ kind: "moved", from, path, ...visitors }));
    const found = withGroups(pages, []);
    return [
      ...found.flatMap(({ group }) => group ?? []),
      found.filter(({ group }) => group === undefined).length,
    ];
  };

  it("are grouped by both folders, even if these are the whole site", () => {
    expect(
      movesOf(["/guides/a", "/learn/a"], ["/guides/b/c", "/learn/b/c"], ["/guides/d", "/learn/d"]),
    ).toEqual([{ pages: 3, below: 3, fromFolder: "/guides/", folder: "/learn/", visitors: 150 }, 0]);
    expect(movesOf(["/a", "/docs/a"], ["/b", "/docs/b"], ["/c", "/docs/c"])).toMatchObject([
      { fromFolder: "/", folder: "/docs/" },
      0,
    ]);
  });

  it("are grouped only if three went from one folder to another", () => {
    expect(movesOf(["/a/1", "/b/1"], ["/a/2", "/b/2"], ["/a/3", "/b/3"], ["/d/4", "/b/4"])).toMatchObject([
      { pages: 3, fromFolder: "/a/", folder: "/b/" },
      1,
    ]);
    expect(movesOf(["/a/1", "/b/1"], ["/a/2", "/b/2"], ["/d/4", "/b/4"])).toEqual([3]);
  });
});
