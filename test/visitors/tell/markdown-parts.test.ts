import { describe, expect, it } from "vitest";
import { inertCode, nameInChat, pageLinks } from "../../../src/visitors/tell/markdown-parts.ts";
import { render, textOf } from "../../text/rendered.ts";

const pageLink = (path: string, siteUrl?: URL) => pageLinks([path])(path, siteUrl);

const docs = new URL("https://docs.example.com");
const folder = new URL("https://example.com:8443/docs/");

/** Where a browser goes after a click, if there is anything to click. */
const target = (markdown: string) => {
  const [, href] = /<a href="([^"]*)"/.exec(render(markdown)) ?? [];
  return href === undefined
    ? undefined
    : new URL(textOf(href), "https://github.com/octo/docs/").href;
};

describe("the link of a page", () => {
  it.each([
    ["no-slash", "https://docs.example.com/no-slash"],
    ["/日本語 x", "https://docs.example.com/%E6%97%A5%E6%9C%AC%E8%AA%9E%20x"],
    ["//evil.test/x", "https://docs.example.com//evil.test/x"],
  ])("of %j leads to %s", (name, address) => {
    expect(target(pageLink(name, docs))).toBe(address);
  });

  it.each([
    ["/start", "https://example.com:8443/docs/start"],
    ["/docs/start", "https://example.com:8443/docs/start"],
    ["/docs", "https://example.com:8443/docs"],
    ["/docs-old", "https://example.com:8443/docs/docs-old"],
    ["/", "https://example.com:8443/docs/"],
  ])("of %j keeps the folder of the site's address once: %s", (name, address) => {
    expect(target(pageLink(name, folder))).toBe(address);
  });

  it.each([
    ["https://example.com/文档", "/文档/a", "/%E6%96%87%E6%A1%A3/a"],
    ["https://example.com/my%20docs", "/my docs/a", "/my%20docs/a"],
    ["https://example.com/docs", "/Docs/a", "/Docs/a"],
  ])("below %s keeps its folder once, however it is written: %s", (site, path, address) => {
    expect(target(pageLink(path, new URL(site)))).toBe(`https://example.com${address}`);
  });

  it("keeps both ends of a long path readable and its address whole", () => {
    const long = `/start/${"part/".repeat(30)}end`;
    expect(pageLink(long, docs)).toMatch(/^\[`\/start\/[^`]{10,20}…[^`]{10,20}\/end`\]/);
    expect(target(pageLink(long, docs))).toBe(docs.origin + long);
  });

  it.each([
    ["/ar/البدء", "`/ar/البدء`&lrm;"],
    ["/התחלה/a", "`/התחלה/a`&lrm;"],
    ["/日本/👧", "`/日本/👧`"],
  ])("of %j lets no browser move the number behind it: %s", (path, shown) => {
    expect(pageLink(path, docs).endsWith("&lrm;")).toBe(shown.endsWith("&lrm;"));
    expect(inertCode(path)).toBe(shown);
  });
});

describe("the paths of a list", () => {
  const labels = (...paths: readonly string[]) =>
    paths.map((path) => pageLinks(paths)(path).replaceAll("`", ""));
  const long = (middle: string) =>
    `/reference/client-libraries/${middle}/authentication/refreshing-tokens`;

  it("are cut in their middle, but never to the same text", () => {
    expect(labels(long("python"), `/x${long("python")}`, "/a")).toEqual([
      "/reference/client-librar…ation/refreshing-tokens",
      "/x/reference/client-libr…ation/refreshing-tokens",
      "/a",
    ]);
    expect(labels(long("python"), long("ruby"))).toEqual([long("python"), long("ruby")]);
  });
});

it.each([
  ["/guides/quick-start", true],
  ["/ja/認証", true],
  // Numbers behind these letters would change places.
  ["/ar/البدء", false],
  ["/a_b_c", false],
  ["/a.test", false],
  ["/@everyone", false],
  ["/a:b:", false],
  ["/a<b", false],
  ["/a b", false],
  ["/a\u200bb", false],
])("a chat shows the name of a page that no chat takes for more: %s", (path, isShown) => {
  expect(nameInChat(path)).toBe(isShown ? path : "a page whose name cannot be shown here");
});
