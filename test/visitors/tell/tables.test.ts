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
      "| All visitors | 2,000 | 1,800 |\n",
    ],
  ])("of %s", (_, was, is, text) => {
    expect(`${keyFigures(siteReport(was, is))}\n`).toContain(text);
  });

  it("of months compare daily averages", () => {
    const periods = periodsOf({ period: "last-month" });
    expect(keyFigures(siteReport(counts(3000, 0), counts(3100, 0), { periods }))).toMatch(
      /\| Change \(daily average\) \|\n.*\n\| All visitors \| 3,100 \| 3,000 \| ±0% \|/,
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
    [{ ...many(24), top: 12 }, 12, "| 4,989 | 0 | `/11x` |"],
    [{ ...many(24), isIgnored: ({ path }) => path === "/0x" }, 12, "| --: | :-- |\n| 4,999 |"],
    // The last four have fewer than five visitors.
    [{ ...many(8, 8), top: 10 }, 4, "| 5 | 0 | `/3x` |"],
  ])("of %# are as many as asked for", (given, rows, text) => {
    expect(shown(given)).toContain(text);
    expect(shown(given).match(/x` \|$/gm) ?? []).toHaveLength(rows);
  });

  it("are those with most visitors, most people first", () => {
    const current = period(site, [
      page("/a", 20, 60),
      page("/b", 70),
      page("/c", 60),
      page("/d", 4),
    ]);
    const given = { data: dataOf({ current }), top: 2 };
    expect(shown(given)).toMatchInlineSnapshot(`
      "### Top pages

      | People | AI | Page |
      | --: | --: | :-- |
      | 70 | 0 | \`/b\` |
      | 60 | 0 | \`/c\` |"
    `);
  });

  it("are left out without any that had enough visitors", () => {
    expect(shown({ ...many(3), top: 0 })).toBe("");
    expect(shown(many(1))).toContain("| 5,000 | 0 | `/0x` |");
    expect(shown({ ...many(3), isIgnored: () => true })).toBe("");
    expect(shown(many(3, 4))).toBe("");
  });
});
