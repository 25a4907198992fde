import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Counts } from "../../../src/visitors/read/data.ts";
import { ignoredPages, isPlainPath, joinRows, placesOn } from "../../../src/visitors/read/pages.ts";
import { leastCpuMs } from "../../cpu-time.ts";
import { runs } from "../../runs.ts";
import { path } from "../arbitraries.ts";
import { counts } from "../report-fixture.ts";

const urlOf = (text: string | undefined) => (text === undefined ? undefined : new URL(text));
/** What an address names on a site at this address. */
const placeOn = (siteUrl: string | undefined, address: string) => placesOn(urlOf(siteUrl))(address);

describe("a page", () => {
  it.each([
    "/guides/webhooks",
    "guides/webhooks",
    "/guides/webhooks/",
    "/guides/webhooks///",
    "/guides/webhooks.md",

    "/guides/webhooks.mdx",
    "/guides/webhooks/index",
    "/guides/webhooks/index.md",
    "/Guides/WebHooks.MD",

    "/guides/webhooks?utm_source=mail",
    "/guides/webhooks/?a=/b.md#c",
    "/guides/webhooks?a\nb",
    "/guides/webhooks%3Fa=b",
    "/guides/webhooks%253Fa",
    "/guides/webhooks&a=b",
    "/guides/webhooks;id=7",

    " /guides/webhooks\n",
    "/guides/%77ebhooks",
    "/guides/webhooks?%",
    "https://docs.example.com/guides/webhooks",
    "HTTP://Docs.Example.Com/guides/webhooks.md?b",
    "https://www.docs.example.com/guides/webhooks/#retries",
    "https://acme.mintlify.app/guides/webhooks",
  ])("is the same as %j", (address) => {
    for (const siteUrl of ["https://docs.example.com/", undefined])
      expect(placeOn(siteUrl, address)).toMatchObject({ page: "/guides/webhooks" });
  });

  it.each([
    ["https://docs.example.com", "https://docs.example.com/#a", "/", "/"],
    [undefined, "/index.md", "/", "/"],
    [undefined, "/.md", "/", "/"],
    [
      undefined,
      "/sdks/c++/Getting Started",
      "/sdks/c++/getting started",
      "/sdks/c++/Getting Started",
    ],
    [undefined, "/می\u200cخواهم（a）", "/می\u200cخواهم（a）", "/می\u200cخواهم（a）"],
    [undefined, "/amd", "/amd", "/amd"],
    [undefined, "/a%2Fb", "/a%2fb", "/a%2Fb"],
    [undefined, "/guides/q&a", "/guides/q&a", "/guides/q&a"],
    [undefined, "/v1.2/changelog/3.0.1", "/v1.2/changelog/3.0.1", "/v1.2/changelog/3.0.1"],
    [undefined, "/%E8%AA%8D%E8%A8%BC/", "/認証", "/認証"],
    [undefined, "/cafe\u0301", "/café", "/cafe\u0301"],
    [undefined, "/100%", "/100%", "/100%"],
    [undefined, "http://localhost:3000/a", "/a", "/a"],
    ["https://example.com/docs/", "/a", "/a", "/a"],
    ["https://example.com/docs/", "/Docs/A", "/a", "/Docs/A"],
    ["https://example.com/docs/", "https://example.com/docs/a.md", "/a", "/docs/a"],
    ["https://example.com/docs/", "/docs", "/", "/docs"],
    ["https://example.com/docs/", "/docs-old/a", "/docs-old/a", "/docs-old/a"],
    ["https://example.com/%E6%97%A5", "/日/a", "/a", "/日/a"],
  ])("on the site %s, %j is %s and shown as %s", (siteUrl, address, page, path) => {
    expect(placeOn(siteUrl, address)).toEqual({ page, path });
  });

  it.each([
    "",
    "  ",
    "?a",
    "#a",
    "/.env",
    "/.git/config",
    "/a/.well-known/x",
    "/../etc/passwd",
    "/%2e%2e/x",

    "/wp-login.php",
    "/wp-admin/",
    "/blog/wp-includes/x",
    "/sitemap.xml",
    "/feed.rss",
    "/llms.txt",
    "/llms.txt.md",
    "/a/app.js",

    ...[
      "/backup.7z",
      "/index.php~",
      "/404",
      "/404/",
      "/skill.md",
      `/${"x".repeat(300)}`,
      "/jane@example.com",
      "/a<b>",
      "/[click](x)",
      '/a"b',
      "/a\\b",
      "/a{b}",
      "/a|b",
      "/a`b",
      "/a^b",
      ..."*:;=@".split("").map((mark) => `/a${mark}b`),
      "/getting+started",
      "/a//b",
      "/a\u200bb",
      "/.md/a",
      "/a\u0000b",
      "/a\ud800b",
      "/%252e%252e/x",
    ],
  ])("is not %j", (address) => {
    const siteUrl = "https://example.com/docs";
    for (const folder of address.startsWith("/") ? ["", "/docs"] : [""]) {
      const place = placeOn(siteUrl, folder + address);
      expect([place.page, place.host], folder).toEqual([undefined, undefined]);
    }
  });

  it.each([
    "https://example.com/pricing",
    "https://example.com/docs-old/a",
    "https://docs.example.com/docs/a",

    "https://example.com:8443/docs/a",
    "https://example.com@evil.test/docs/a",
    "file:///docs/a",

    "https://example.com.evil.test/docs/a",
    "https://evil.test\\@example.com/docs/a",
    "ftp://example.com/docs/a",
    "https://",
    "https://[/docs/a",
    "https://acme.mintlify.app.evil.test/docs/a",
  ])("is on another site: %j", (address) => {
    const { page, host } = placeOn("https://example.com/docs", address);
    expect([page, typeof host]).toEqual([undefined, "string"]);
  });

  it("never shows a query, which may hold an address or a key", () => {
    const secret = "jane.doe";
    const start = fc.constantFrom("/a", "/a/", "/a.zip", "/.env", "", "https://docs.example.com/a");
    const query = fc.constantFrom(
      "?",
      "#",
      "%3F",
      "%3f",
      "%23",
      "&e=",
      ";e=",
      "%253Fe=",
      "?a=b?",
      "/?",
    );
    fc.assert(
      fc.property(start, query, (start, query) => {
        const place = placeOn("https://docs.example.com", `${start}${query}${secret}@example.com`);
        expect(JSON.stringify(place)).not.toContain(secret);
      }),
      runs(200),
    );
  });

  it("of any address never throws, has a name from its first slash on, and is found under its own path", () => {
    const siteUrl = fc.constantFrom(
      undefined,
      "https://docs.example.com",
      "https://example.com/docs",
    );
    const start = fc.constantFrom("", "https://docs.example.com", "//", "http:", "x://");
    fc.assert(
      fc.property(siteUrl, start, path, (siteUrl, start, path) => {
        const place = placeOn(siteUrl, start + path);
        if (place.page === undefined) return;
        expect(place.page).toMatch(/^\//);
        expect(placeOn(siteUrl, place.path).page).toBe(place.page);
      }),
      runs(1000),
    );
  });
});

describe("rows", () => {
  const join = (rows: readonly (readonly [path: string, ...Counts[]])[], siteUrl?: string) =>
    joinRows(
      rows.map(([path, values = counts(0, 0)]) => ({ path, ...values })),
      placesOn(urlOf(siteUrl)),
    );

  it("of one page have the most people, the most AI and the most of all of one row, and the path of most people", () => {
    const rows = [
      ["/docs/a.md", counts(1, 900)],
      ["/docs/A/", counts(300, 20, 310)],
      ["/a", counts(299, 40, 330)],
    ] as const;
    for (const given of [rows, rows.toReversed()])
      expect(join(given, "https://example.com/docs").pages).toEqual([
        { page: "/a", path: "/docs/A", counts: counts(300, 900, 901) },
      ]);
  });

  it("are sorted by their visitors; without visitors they are none", () => {
    const { pages } = join([
      ["/c", counts(5, 0)],
      ["/b", counts(9, 0)],
      ["/a", counts(5, 0)],
      ["/d"],
    ]);
    expect(pages.map(({ path }) => path)).toEqual(["/b", "/c", "/a"]);
  });

  it("that are no pages are kept by their paths, most visitors first", () => {
    const rows = [
      ["/llms.txt", counts(0, 30)],
      ["/a.zip?token=1", counts(40, 0)],
      ["/a.zip?token=2", counts(50, 0)],
      ["https://evil.test/a", counts(3, 0)],
      ["", counts(2, 0)],
    ] as const;
    expect(join(rows, "https://docs.example.com").noPages).toEqual([
      { page: "/a.zip", path: "/a.zip", counts: counts(50, 0) },
      { page: "/llms.txt", path: "/llms.txt", counts: counts(0, 30) },
      { page: "", path: "", counts: counts(3, 0) },
    ]);
  });

  it("of 25,000 pages with long runs of one character take no time", () => {
    const rows = Array.from({ length: 25_000 }, (_, index) => {
      return [
        `/${"/.&;%"[index % 5]}${"&/.%;"[index % 5]?.repeat(900)}${index}x`,
        counts(9, 1),
      ] as const;
    });
    expect(leastCpuMs(() => void join(rows), 3000)).toBeLessThan(3000);
  });
});

it.each([
  [["changelog/**"], "/changelog/a", true],
  [["/docs/Changelog/*"], "/docs/Changelog/a", true],
  [["/changelog/*"], "/docs/Changelog/a", true],
  [["/changelog"], "/changelog/a", false],
  [["/Changelog/"], "/changelog/", true],
  [["/"], "/docs", true],
  [["**", "!/Changelog/"], "/changelog", false],
  [["**/a"], "/changelog/a", true],
  [["**", "!changelog/**"], "/changelog/a", false],
  [["**", "!changelog/**"], "/docs/Changelog/a", false],
  [[], "/a", false],
])("ignore-paths: %j for the page %s: %s", (patterns, address, expected) => {
  const { page = "", path } = placeOn("https://example.com/docs", address);
  expect(ignoredPages(patterns)({ page, path })).toBe(expected);
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
