import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ignoredPaths, isPlainPath, joinPages } from "../../../src/visitors/read/pages.ts";
import { runs } from "../../runs.ts";
import { path } from "../arbitraries.ts";
import { counts, period } from "../report-fixture.ts";

type Row = readonly [path: string, human: number, ai: number];
type Options = { siteUrl?: string | undefined; ignored?: (path: string) => boolean; complete?: boolean };

function pagesOf(rows: readonly Row[], { siteUrl, ignored = () => false, complete = true }: Options = {}) {
  const all = rows.map(([path, human, ai]) => ({ path, ...counts(human, ai) }));
  const options = { siteUrl: siteUrl === undefined ? undefined : new URL(siteUrl), ignored };
  return joinPages(period(counts(1000, 500), all, complete), options);
}

/** The name of a page on a site at this address. */
const nameOn = (siteUrl: string | undefined, page: string) => pagesOf([], { siteUrl }).join(page);

describe("a page", () => {
  it.each([
    ...["/guides/webhooks", "guides/webhooks", "/guides/webhooks/", "/guides/webhooks.md"],
    ...["/guides/webhooks?utm_source=mail", "/guides/webhooks/?a=/b.md#c", "/guides/webhooks?a\nb"],
    ...["/guides/webhooks/.md", " /guides/webhooks\n", "/guides/%77ebhooks"],
    ...["https://docs.example.com/guides/webhooks", "HTTP://Docs.Example.Com:80/guides/webhooks.md?b"],
    "https://docs.example.com/guides/webhooks/#retries",
  ])("is the same as %j", (page) => {
    for (const siteUrl of ["https://docs.example.com/", undefined])
      expect(nameOn(siteUrl, page)).toBe("/guides/webhooks");
  });

  it.each([
    ["https://docs.example.com", "https://docs.example.com/#a", "/"],
    [undefined, "/amd", "/amd"],
    [undefined, "/a%2Fb", "/a%2Fb"],
    [undefined, "http://localhost:3000/a", "/a"],
    ["https://example.com/docs/", "/a", "/a"],
    ["https://example.com/docs/", "/docs/a", "/a"],
    ["https://example.com/docs/", "https://example.com/docs/a.md", "/a"],
    ["https://example.com/docs/", "/docs", "/"],
    ["https://example.com/docs/", "/docs-old/a", "/docs-old/a"],
    ["https://example.com/%E6%97%A5", "/日/a", "/a"],
  ])("on the site %s, %j is %s", (siteUrl, page, name) => {
    expect(nameOn(siteUrl, page)).toBe(name);
  });

  it.each([
    ...["https://example.com/pricing", "https://example.com/docs-old/a", "https://docs.example.com/docs/a"],
    ...["https://example.com:8443/docs/a", "https://example.com@evil.test/docs/a"],
    ...["https://example.com.evil.test/docs/a", "https://evil.test\\@example.com/docs/a"],
    ...["ftp://example.com/docs/a", "https://", "https://[/docs/a", "", "  ", "?a", "#a"],
  ])("is not %j", (page) => {
    expect(nameOn("https://example.com/docs", page)).toBeUndefined();
  });

  it("of several rows has the most people and the most AI of one row, and the name that most people used", () => {
    const rows: Row[] = [
      ["/docs/a.md", 1, 900],
      ["/docs/a/", 300, 20],
      ["/a", 299, 40],
    ];
    for (const given of [rows, rows.toReversed()])
      expect(pagesOf(given, { siteUrl: "https://example.com/docs" }).find("/a")).toEqual({
        ...{ path: "/docs/a/", page: "/a", readers: { human: 300, ai: 900 } },
      });
  });

  it("without visitors is gone if all rows were read, and has unknown readers otherwise", () => {
    expect(pagesOf([["/a", 0, 0]]).find("/a")).toBeUndefined();
    expect(pagesOf([], { complete: false }).find("/a")).toEqual({ path: "/a", page: "/a" });
    expect(pagesOf([["/a", 0, 1]]).find("/a")?.readers).toEqual({ human: 0, ai: 1 });
  });

  it("is left out if any of its names is ignored", () => {
    const find = (name: string) =>
      pagesOf([["/docs/a/", 30, 5]], {
        ...{ siteUrl: "https://example.com/docs", ignored: (one) => one === name },
      }).find("/a");
    expect(["/docs/a/", "/docs/a", "/a", "/b"].map((name) => find(name) !== undefined)).toEqual([
      ...[false, false, false, true],
    ]);
  });

  it("of any name never throws, and is found under its own joined name", () => {
    const siteUrl = fc.constantFrom(undefined, "https://docs.example.com", "https://example.com/docs");
    const start = fc.constantFrom("", "https://docs.example.com", "//", "http:", "x://");
    const page = fc.tuple(start, path).map((parts) => parts.join(""));
    fc.assert(
      fc.property(siteUrl, fc.array(page), (siteUrl, names) => {
        const pages = pagesOf(
          names.map((name) => [name, 1, 1]),
          { siteUrl },
        );
        for (const joined of names.flatMap((name) => pages.join(name) ?? [])) {
          expect(joined).toMatch(/^\//);
          expect(names).toContain(pages.find(joined)?.path);
        }
      }),
      runs(500),
    );
  });
});

it.each([
  [["llms*.txt"], "/llms-full.txt", true],
  [["llms.txt"], "/a/llms.txt", false],
  [["**/llms.txt"], "/a/llms.txt", true],
  [["**", "!llms.txt"], "/llms.txt", false],
  [["**", "!*"], "/a", true],
  [[], "/a", false],
])("ignore-paths: %j for the page %s: %s", (patterns, page, expected) => {
  expect(ignoredPaths(patterns)(page)).toBe(expected);
});

it.each([
  ["/", true],
  ["/Guides/rate_limits-2.0/", true],
  [`/${"a".repeat(99)}`, true],
  [`/${"a".repeat(100)}`, false],
  ["a", false],
  ["//evil.test/a", false],
  ["/a//b", false],
  ["/a/../b", false],
  ["/..", false],
  ["/a b", false],
  ["/a\n/docs-agent x", false],
  ["/é", false],
])("a command may name the path %j: %s", (page, expected) => {
  expect(isPlainPath(page)).toBe(expected);
});
