import { describe, expect, it } from "vitest";
import type { PageRow, Report } from "../../../src/visitors/report-model.ts";
import { renderComment, renderReport } from "../../../src/visitors/tell/report.ts";
import { keyFigures, topPages, whatMoved } from "../../../src/visitors/tell/tables.ts";
import { counts, dataOf, page, period, reportOf, siteReport } from "../report-fixture.ts";

const site = counts(5000, 0);
const report = (now: readonly PageRow[], before: readonly PageRow[], parts: Partial<Report> = {}) =>
  reportOf({
    data: dataOf({ current: period(site, now), previous: period(site, before) }),
    siteUrl: undefined,
    ...parts,
  });
const pages = (prefix: string, count: number, human: number) =>
  Array.from({ length: count }, (_, index) => page(`${prefix}${index}`, human - index));

describe("the key figures", () => {
  it.each([
    ["no comparison", undefined, counts(9, 1), "|  | 14 – 20 Nov |\n"],
    ["nobody before", counts(0, 0), counts(900, 100), "|  | 14 – 20 Nov | 7 – 13 Nov |\n"],
    ["a comparison", counts(800, 100), counts(900, 100), "|  | 14 – 20 Nov | 7 – 13 Nov | Change |\n"],
    ["no AI", counts(90, 0), counts(90, 0), "| People | 90 | 90 |"],
    ["no share of zero visitors", counts(0, 0), counts(50, 8, 60), "| AI share | 13.3% | – |"],
    ["the whole", counts(0, 190), counts(0, 190), "| AI share | 100.0% | 100.0% | ±0 pts |"],
    ["the first AI", counts(100, 0), counts(100, 20), "| AI share | 16.7% | 0.0% | +16.7 pts |"],
    ["few visitors", counts(50, 0), counts(49, 50), "| AI share | 50.5% | 0.0% |\n"],
    [
      "more AI than all, but hardly",
      counts(0, 100, 100),
      counts(0, 104, 100),
      "| 100.0% | 100.0% | ±0 pts |",
    ],
    ["both", counts(50, 90, 120), counts(50, 90, 130), "| Counted as both | 10 | 20 |  |"],
    ["hardly more than both", counts(50, 90, 141), counts(50, 90, 130), "| Counted as both | 10 | 0 |  |"],
  ])("of %s", (_, was, is, text) => {
    const table = `${keyFigures(siteReport(was, is), true)}\n`;
    expect(table).toContain(text);
    expect(table.includes("AI share")).toBe(is.ai > 0);
  });

  it("are left out if nobody came in either period", () => {
    expect(keyFigures(siteReport(counts(0, 0), counts(0, 0)))).toBeUndefined();
  });
});

describe("what moved", () => {
  /** The rows of the tables, without their heads. */
  const rowsOf = (text = "") =>
    Array.from(text.matchAll(/^\| ((?:[▲▼]|new|gone|moved|AI).*) \|$/gm), ([, row]) => row);

  it.each([
    [110, 10, 190],
    [7, 7, 193],
    [0, 0, 200],
  ])(
    "of at most %d rows has %i of 200, those with most at stake, and says how many are left",
    (limit, rows, left) => {
      const text = whatMoved(report(pages("/new", 197, 900), pages("/gone", 3, 400)), limit) ?? "";
      expect(rowsOf(text)).toHaveLength(rows);
      expect(rowsOf(text).join("\n")).not.toContain("gone");
      const note = `\n\n${left} more pages are not listed; \`report-file\` writes all of them to a \`.json\` file.`;
      expect(text.endsWith(note)).toBe(true);
    },
  );

  it.each([
    [true, "No page stood out from the site as a whole."],
    [false, "No page that was read stood out from the site as a whole."],
  ])("says that nothing did (all was read: %s)", (complete, text) => {
    const data = dataOf({ current: period(counts(57, 0)), previous: period(counts(100, 0), [], complete) });
    expect(whatMoved(reportOf({ data }), 10)).toBe(`### What moved\n\n${text}`);
  });

  it.each([
    ["without a comparison", undefined, counts(90, 0)],
    ["if nobody came", counts(90, 0), counts(0, 0)],
    ["if nobody came before", counts(0, 0), counts(90, 0)],
  ])("is left out %s", (_, was, is) => {
    expect(whatMoved(siteReport(was, is), 10)).toBeUndefined();
  });
});

describe("the top pages", () => {
  const shown = (parts: Partial<Report>, rows = 112) =>
    topPages(reportOf({ siteUrl: undefined, ...parts }), rows);
  const many = (count: number) => ({ data: dataOf({ current: period(site, pages("/", count, 5000)) }) });

  it.each([
    [{ ...many(24), top: 12 }, 24, "<summary>The next 12 pages</summary>"],
    [{ ...many(111), top: 10 }, 111, "<summary>The next 101 pages</summary>"],
    [{ ...many(113), top: 10 }, 112, "\n\n1 more page is not listed; `report-file` writes all"],
    [{ ...many(24), ignored: (path: string) => path === "/0" }, 23, "/1` | 4,999 |"],
  ])("of %# have their rows and say what is left out", (parts, rows, text) => {
    expect(shown(parts)).toContain(text);
    expect(shown(parts)?.match(/^\| `/gm) ?? []).toHaveLength(rows);
    expect(shown({ ...many(12), top: 12 })).not.toContain("<details>");
    expect(shown({ ...many(3), ignored: () => true })).toBeUndefined();
  });

  it("have no row for visits without a path, and the small print says so", () => {
    const data = dataOf({ current: period(site, [page("/a", 400), page("", 310)]) });
    expect(shown({ data })).toMatch(/\| `\/a` \| 400 \|.*\|$/);
    for (const render of [renderReport, renderComment])
      expect(render(reportOf({ data }))).toContain(" · 310 visits without a path belong to no page · ");
  });

  it("have the change next to the visitors, if it is known and no chance", () => {
    const rows = [page("/up", 60), page("/few", 10), page("/fresh", 50), page("/b/setup", 120)];
    const before = [page("/up", 50), page("/few", 19), page("/a/setup", 100)];
    expect(shown(report(rows, before))).toMatchInlineSnapshot(`
      "### Top pages

      | Page | Change | All | People | AI |
      | :-- | --: | --: | --: | --: |
      | \`/up\` | +20% | 60 | 60 | 0 |
      | \`/few\` |  | 10 | 10 | 0 |
      | \`/fresh\` | new | 50 | 50 | 0 |
      | \`/b/setup\` | new | 120 | 120 | 0 |"
    `);
    const partly = dataOf({ current: period(site, rows), previous: period(site, before, false) });
    expect(shown({ data: partly })).toContain("| `/fresh` |  | 50 | 50 |");
    expect(shown({ data: dataOf({ current: period(site, rows) }) })).toContain(
      "| Page | All | People | AI |",
    );
  });
});
