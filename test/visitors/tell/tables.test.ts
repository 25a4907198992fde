import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/visitors/find/report.ts";
import type { PeriodData } from "../../../src/visitors/read/data.ts";
import { keyFigures, topPages } from "../../../src/visitors/tell/tables.ts";
import {
  counts,
  dataOf,
  page,
  period,
  periodsOf,
  reportOf,
  reportOn,
  siteReport,
} from "../report-fixture.ts";

const site = counts(5000, 0);

describe("the key figures", () => {
  it.each([
    ["no comparison", undefined, counts(9, 1), "|  | Now |\n"],
    ["nobody before", counts(0, 0), counts(900, 100), "|  | Now |\n"],
    ["few AI", counts(800, 4), counts(900, 19), "| AI | 19 | 4 |  |\n"],
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
    const shown = (current: PeriodData) =>
      keyFigures(reportOf({ data: dataOf({ current, trend }) }));
    expect(shown(period(counts(30, 10)))).toMatch(/\| People<br>▃▆█ \|.*\n\| AI<br>█▆▃ \|/);
    // Of so many visitors, 30 people are too few.
    expect(shown(period(counts(20_000, 1)))).toContain("| People | 20,000 |");
    expect(keyFigures(siteReport(counts(0, 0), counts(0, 0)))).toBe("");
  });
});

describe("the top pages", () => {
  const pages = [page("/a", 20, 60), page("/b", 70), page("/c", 5), page("/d", 4)];
  const shown = (given: Partial<Report>) =>
    topPages(reportOn(period(site, pages), undefined, { siteUrl: undefined, ...given }));

  it("are as many as asked for, most people first, but no page of fewer than five visitors", () => {
    expect(shown({ top: 2 })).toMatchInlineSnapshot(`
      "### Top pages

      | People | AI | Page |
      | --: | --: | :-- |
      | 70 | 0 | \`/b\` |
      | 20 | 60 | \`/a\` |"
    `);
    expect(shown({ top: 9 }).match(/`\/\w`/g)).toEqual(["`/b`", "`/a`", "`/c`"]);
  });

  it("are left out where none is left", () => {
    expect(shown({ top: 0 })).toBe("");
    expect(shown({ isIgnored: () => true })).toBe("");
  });
});
