import { describe, expect, it } from "vitest";
import type { Page } from "../../../src/visitors/read/data.ts";
import { movedList, movedTable } from "../../../src/visitors/tell/tables.ts";
import { counts, page, period, reportOn } from "../report-fixture.ts";

const site = counts(50_000, 0);
const moved = (now: readonly Page[], before: readonly Page[], siteUrl?: URL) =>
  reportOn(period(site, now), period(site, before), { siteUrl });
/** So many pages, each with fewer people than the one before. */
const pages = (prefix: string, count: number, most: number) =>
  Array.from({ length: count }, (_, index) => page(`${prefix}${index}`, most - index));

describe("the list of what moved", () => {
  it("has before and after, and groups of pages that are new or gone; links only to pages that are there", () => {
    const now = [page("/up", 900), ...pages("/n/", 6, 800), page("/down", 100)];
    const before = [page("/up", 300), page("/down", 700), page("/g/0", 500), page("/g/1", 400)];
    expect(movedList(moved(now, before, new URL("https://a.test")))).toMatchInlineSnapshot(`
      "### What moved

      - 6 new pages, all below \`/n/\`; the most read is [\`/n/0\`](<https://a.test/n/0>) (800)
      - [\`/up\`](<https://a.test/up>) 300 → 900
      - [\`/down\`](<https://a.test/down>) 700 → 100
      - \`/g/0\` 500 → 0
      - \`/g/1\` 400 → 0"
    `);
  });

  it.each([
    [
      [...pages("/a/", 5, 700), page("/x", 300)],
      "- 6 pages have no visitors any more, 5 of them below `/a/`; the most read was `/a/0` (700)",
    ],
    [pages("/x", 4, 700), "- 4 pages have no visitors any more; the most read was `/x0` (700)"],
    [
      [...pages("/a/", 2, 700), page("/b/", 600), page("/x", 500), page("/y", 400)],
      "- 5 pages have no visitors any more; the most read was `/a/0` (700)",
    ],
  ])("says where pages were that are gone", (before, text) => {
    expect(movedList(moved([page("/stays", 9)], before))).toBe(`### What moved\n\n${text}`);
  });

  it("has five rows at most, and says how many more there are", () => {
    const text = movedList(moved(pages("/a", 9, 900), pages("/a", 9, 100)));
    expect(text.match(/^- `/gm)).toHaveLength(5);
    expect(text.endsWith("\n- and 4 more")).toBe(true);
  });

  it("is left out if nothing moved", () => {
    const report = moved([page("/a", 100)], [page("/a", 101)]);
    expect([movedList(report), movedTable(report)]).toEqual(["", ""]);
  });
});

describe("the table of all that moved", () => {
  it("is left out if the list has all of it", () => {
    expect(movedTable(moved([page("/a", 900)], [page("/a", 300)]))).toBe("");
  });

  it("has each page of a group, the hundred that moved most", () => {
    const grouped = moved([page("/a", 900), ...pages("/n/", 3, 300)], [page("/a", 300)]);
    expect(movedTable(grouped)).toMatchInlineSnapshot(`
      "### Pages that moved most

      | Now | Before | Page |
      | --: | --: | :-- |
      | 900 | 300 | \`/a\` |
      | 300 | 0 | \`/n/0\` |
      | 299 | 0 | \`/n/1\` |
      | 298 | 0 | \`/n/2\` |"
    `);
    const many = movedTable(moved(pages("/n/", 150, 900), [page("/a", 9)]));
    expect(many.match(/`\/n\/\d+` \|$/gm)).toHaveLength(100);
  });
});
