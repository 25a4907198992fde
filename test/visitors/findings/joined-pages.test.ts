import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JoinedPages, type PageOptions } from "../../../src/visitors/site-pages.ts";
import { runs } from "../../runs.ts";
import { path } from "../arbitraries.ts";
import { counts, period } from "../report-fixture.ts";

const site = counts(1000, 500);

function pagesOf(
  rows: readonly (readonly [path: string, human: number, ai: number])[],
  { siteUrl, ignored = () => false }: { siteUrl?: string; ignored?: PageOptions["ignored"] } = {},
  complete = true,
) {
  const visitors = period(
    site,
    rows.map(([path, human, ai]) => ({ path, ...counts(human, ai) })),
    complete,
  );
  return new JoinedPages(visitors, {
    siteUrl: siteUrl === undefined ? undefined : new URL(siteUrl),
    ignored,
  });
}

describe("a page", () => {
  it.each([
    "/guides/webhooks",
    "guides/webhooks",
    "/guides/webhooks/",
    "/guides/webhooks.md",
    "/guides/webhooks?utm_source=mail",
    "/guides/webhooks/?a=/b.md#c",
    "/guides/webhooks#retries?",
    "/guides/webhooks?a\nb",
    "/guides/webhooks/.md",
    " /guides/webhooks\n",
    "https://docs.example.com/guides/webhooks",
    "https://www.docs.example.com/guides/webhooks/#retries",
    "HTTP://Docs.Example.Com:80/guides/webhooks.md?b",
    "/guides/%77ebhooks",
  ])("is the same as %j", (name) => {
    for (const siteUrl of ["https://docs.example.com", "https://www.docs.example.com/"])
      expect(pagesOf([], { siteUrl }).join(name)).toBe("/guides/webhooks");
    expect(pagesOf([]).join(name)).toBe("/guides/webhooks");
  });

  it("can be the root", () => {
    const pages = pagesOf([], { siteUrl: "https://docs.example.com" });
    for (const name of ["/", "//", "/?a", "https://docs.example.com", "https://docs.example.com/#a"])
      expect(pages.join(name)).toBe("/");
  });

  it("is told apart by case, by a file type that is not .md, and by an encoded slash", () => {
    const pages = pagesOf([]);
    expect(pages.join("/A")).toBe("/A");
    expect(pages.join("/llms.txt")).toBe("/llms.txt");
    expect(pages.join("/amd")).toBe("/amd");
    expect(pages.join("/a.mdx")).toBe("/a.mdx");
    expect(pages.join("/a%2Fb")).toBe("/a%2Fb");
  });

  it("is known without the site's own path, which a browser's address has and a row may have", () => {
    const pages = pagesOf([], { siteUrl: "https://example.com/docs/" });
    for (const name of ["/a", "/docs/a", "https://example.com/docs/a.md"])
      expect(pages.join(name)).toBe("/a");
    for (const name of ["/", "/docs", "/docs/", "https://example.com/docs"])
      expect(pages.join(name)).toBe("/");
    expect(pages.join("/docs-old/a")).toBe("/docs-old/a");
    expect(pagesOf([], { siteUrl: "https://example.com/%E6%97%A5" }).join("/日/a")).toBe("/a");
  });

  it.each([
    "https://example.com/pricing",
    "https://example.com/docs-old/a",
    "https://docs.example.com/docs/a",
    "https://example.com:8443/docs/a",
    "https://example.com@evil.test/docs/a",
    "https://example.com.evil.test/docs/a",
    "https://evil.test\\@example.com/docs/a",
    "ftp://example.com/docs/a",
    "https://",
    "https://[/docs/a",
    "",
    "  ",
    "?a",
    "#a",
  ])("is not %j", (name) => {
    expect(pagesOf([], { siteUrl: "https://example.com/docs" }).join(name)).toBeUndefined();
  });

  it("can have any origin if the site's address is unknown", () => {
    const pages = pagesOf([]);
    expect(pages.join("https://one.example/a")).toBe("/a");
    expect(pages.join("http://localhost:3000/a")).toBe("/a");
    for (const name of ["file:///a", "https://", ""]) expect(pages.join(name)).toBeUndefined();
  });

  it("is named as the visitors' rows name it", () => {
    const pages = pagesOf([["/docs/a/", 30, 5]], { siteUrl: "https://example.com/docs" });
    expect(pages.find("/a")).toEqual({ path: "/docs/a/", readers: { human: 30, ai: 5 } });
  });

  it("of several rows has the most people and the most AI of one row, and the name that most people used", () => {
    const rows = [
      ["/a.md", 1, 900],
      ["/a", 300, 20],
      ["/a/", 299, 40],
    ] as const;
    expect(pagesOf(rows).find("/a")).toEqual({ path: "/a", readers: { human: 300, ai: 900 } });
    expect(pagesOf(rows.toReversed()).find("/a")).toEqual({ path: "/a", readers: { human: 300, ai: 900 } });
  });

  it("keeps the name of the row with most visitors where as many people used another", () => {
    const rows = [
      ["/a", 300, 20],
      ["/a/", 300, 10],
    ] as const;
    expect(pagesOf(rows).find("/a")?.path).toBe("/a");
  });

  it("without visitors is gone if all rows were read, and has unknown readers otherwise", () => {
    expect(pagesOf([["/a", 0, 0]]).find("/a")).toBeUndefined();
    expect(pagesOf([]).find("/a")).toBeUndefined();
    expect(pagesOf([], {}, false).find("/a")).toEqual({ path: "/a", readers: undefined });
    expect(pagesOf([["/a", 0, 1]]).find("/a")?.readers).toEqual({ human: 0, ai: 1 });
  });

  it("is left out if any of its names is ignored", () => {
    const rows = [["/docs/a/", 30, 5]] as const;
    const find = (name: string) =>
      pagesOf(rows, { siteUrl: "https://example.com/docs", ignored: (path) => path === name }).find("/a");
    for (const name of ["/docs/a/", "/docs/a", "/a"]) expect(find(name)).toBeUndefined();
    expect(find("/b")).toBeDefined();
    expect(pagesOf([], { ignored: (path) => path === "/a" }, false).find("/a")).toBeUndefined();
  });

  it("of any name never throws, and is found under its own joined name", () => {
    const siteUrl = fc.constantFrom(undefined, "https://docs.example.com", "https://example.com/docs");
    const name = fc.oneof(
      path,
      fc
        .tuple(fc.constantFrom("https://docs.example.com", "//", "http:", "x://"), path)
        .map((all) => all.join("")),
    );
    fc.assert(
      fc.property(siteUrl, fc.array(name), name, (siteUrl, names, other) => {
        const pages = pagesOf(
          names.map((one) => [one, 1, 1]),
          siteUrl === undefined ? {} : { siteUrl },
        );
        for (const one of [...names, other]) {
          const joined = pages.join(one);
          if (joined === undefined) continue;
          expect(joined).toMatch(/^\//);
          if (one !== other) expect(names).toContain(pages.find(joined)?.path);
        }
      }),
      runs(500),
    );
  });
});
