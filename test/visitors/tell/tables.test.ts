import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/visitors/find/report.ts";
import { keyFigures, topPages } from "../../../src/visitors/tell/tables.ts";
import {
  counts,
  dataOf,
  page,
  period,
  periodsOf,
  reportOf,
  siteReport,
} from "../report-fixture.ts";

const site = counts(5000, 0);
const pages = (count: number, most = 5000) =>
  Array.from({ length: count }, (_, index) => page(`/${index}x`, most - index));

describe("the key figures", () => {
  it.each([
    ["no comparison", undefined, counts(9, 1), "|  | Now |\n"],
    ["nobody before", counts(0, 0), counts(900, 100), "|  | Now |\n"],
    ["a comparison", counts(800, 100), counts(900, 100), "|  | Now | Before | Change |\n"],
    ["few AI", counts(800, 4), counts(900, 19), "| AI | 19 | 4 |  |\n"],
    ["few visitors", counts(9, 4), counts(8, 9), "| People | 8 | 9 |\n"],
    [
      "counts that contradict each other",
      counts(900, 900),
      counts(500, 9000, 2000),
      "| **All visitors** | **2,000** | 1,800 |\n",
    ],
  ])("of %s", (_, was, is, text) => {
    expect(`${keyFigures(siteReport(was, is))}\n`).toContain(text);
  });

  it("of months compare daily averages", () => {
    const periods = periodsOf({ period: "last-month" });
    expect(keyFigures(siteReport(counts(3000, 0), counts(3100, 0), { periods }))).toMatch(
      /\| Change \|\n.*\n\| \*\*All visitors\*\* \| \*\*3,100\*\* \| 3,000 \| ±0% \|/,
    );
  });

  it("have the trend below their names but on small sites, and are left out if nobody came in either period", () => {
    const trend = [10, 20, 30].map((human) => counts(human, 40 - human));
    expect(
      keyFigures(siteReport(site, site, { data: dataOf({ current: period(site), trend }) })),
    ).toMatch(/\| People<br>▃▆█ \|.*\n\| AI<br>█▆▃ \|/);
    const few = dataOf({
      current: period(counts(3, 1)),
      trend: [1, 2, 3].map((human) => counts(human, 0)),
    });
    expect(keyFigures(siteReport(site, site, { data: few }))).toContain("| People | 3 |");
    expect(keyFigures(siteReport(counts(0, 0), counts(0, 0)))).toBe("");
  });
});

describe("the top pages", () => {
  const shown = (given: Partial<Report>) => topPages(reportOf({ siteUrl: undefined, ...given }));
  const many = (count: number, most?: number) => ({
    data: dataOf({ current: period(site, pages(count, most)) }),
  });

  it.each<[Partial<Report>, number, string]>([
    [{ ...many(24), top: 12 }, 24, "<summary>The next 12 pages</summary>"],
    [{ ...many(111), top: 10 }, 110, "\n\n1 more page is not listed."],
    [{ ...many(113), top: 0 }, 100, "<summary>The next 100 pages</summary>"],
    [{ ...many(24), isIgnored: ({ path }) => path === "/0x" }, 23, "/1x` | 4,999 |"],
    // The last four have fewer than five visitors.
    [{ ...many(8, 8), top: 10 }, 4, "| `/3x` | 5 | 5 | 0 |"],
  ])("of %# have their rows and say what is left out", (given, rows, text) => {
    expect(shown(given)).toContain(text);
    expect(shown(given).match(/^\| `/gm) ?? []).toHaveLength(rows);
  });

  it("have no table in the open with top: 0, and are left out if there are none to list", () => {
    expect(shown({ ...many(3), top: 0 })).toMatch(/^### Top pages\n\n<details>/);
    expect(shown({ ...many(3), isIgnored: () => true })).toBe("");
    expect(shown(many(3, 4))).toBe("");
    expect(shown({ ...many(12), top: 12 })).not.toContain("<details>");
  });

  it("have the visitors of the period before, if they are known and not those of a first period", () => {
    const nobody = period(counts(0, 0));
    const first = shown({
      data: dataOf({ current: period(site, [page("/a", 60)]), previous: nobody }),
    });
    expect(first).toContain("| Page | All | People | AI |\n");

    const now = period(site, [page("/a", 60, 20), page("/fresh", 50)]);
    const before = period(site, [page("/a", 50)]);
    expect(shown({ data: dataOf({ current: now, previous: before }) })).toMatchInlineSnapshot(`
      "### Top pages

      | Page | All | Before | People | AI |
      | :-- | --: | --: | --: | --: |
      | \`/a\` | 80 | 50 | 60 | 20 |
      | \`/fresh\` | 50 | 0 | 50 | 0 |"
    `);
    const partly = dataOf({ current: now, previous: { ...before, complete: false } });
    expect(shown({ data: partly })).toContain("| `/fresh` | 50 |  | 50 | 0 |");
    expect(shown({ data: dataOf({ current: now }) })).toContain("| Page | All | People | AI |");
  });
});
