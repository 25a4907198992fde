import { describe, expect, it } from "vitest";
import { toMarkdownFile } from "../../../src/visitors/files.ts";
import { renderReport } from "../../../src/visitors/report.ts";
import type { Report } from "../../../src/visitors/report-model.ts";
import {
  counts,
  dataOf,
  page,
  period,
  reportOf,
  sampleData,
  section,
  siteReport,
} from "../report-fixture.ts";

describe("the key figures", () => {
  const head = (report: Report) => renderReport(report).match(/^\| {2}\| (.*) \|$/m)?.[1];

  it("leave out empty columns", () => {
    const noComparison = { ...sampleData(), previous: undefined };
    expect(head(reportOf({ data: noComparison }))).toBe("14 – 20 Nov");
    expect(head(siteReport(counts(0, 0), counts(900, 100)))).toBe("14 – 20 Nov | 7 – 13 Nov");
  });

  it("show no share of zero visitors and no change of a few", () => {
    const text = renderReport(siteReport(counts(0, 0), counts(50, 8, 60)));
    expect(text).toContain("| AI share | 13.3% | – |");
    expect(renderReport(siteReport(counts(100, 3), counts(150, 9)))).toContain(
      "| AI | 9 | 3 |  |\n| Both, counted in each | 0 | 0 |  |\n| AI share | 5.7% | 2.9% |  |",
    );
  });

  it.each([
    ["the whole", counts(0, 90), counts(0, 90), "100.0% | 100.0% | ±0 pts"],
    ["just enough AI visitors", counts(100, 0), counts(100, 20), "16.7% | 0.0% | +16.7 pts"],
    ["just enough visitors before", counts(20, 0), counts(50, 50), "50.0% | 0.0% | +50.0 pts"],
    ["too few visitors before", counts(19, 0), counts(50, 50), "50.0% | 0.0% | "],
  ])("show the share of AI, and its change if that is no chance: %s", (_, was, is, cells) => {
    expect(renderReport(siteReport(was, is))).toContain(`| AI share | ${cells} |`);
  });

  it.each([
    ["the overlap", counts(50, 30, 60), counts(50, 30, 70), "10 | 20"],
    ["nobody", counts(50, 30, 80), counts(50, 30, 50), "30 | 0"],
    ["an unknown overlap of a total that is larger", counts(50, 30, 81), counts(50, 30, 70), "10 | –"],
    ["an unknown overlap of a total that is smaller", counts(50, 30, 70), counts(50, 30, 49), "– | 10"],
  ])("show how many visitors are both, without a change: %s", (_, was, is, cells) => {
    expect(renderReport(siteReport(was, is))).toContain(`| Both, counted in each | ${cells} |  |`);
  });

  it("show no share of a total that is smaller", () => {
    const [smaller, larger] = [counts(90, 200, 180), counts(90, 100, 180)];
    expect(renderReport(siteReport(larger, smaller))).toContain("| AI share | – | 55.6% |  |");
    expect(renderReport(siteReport(smaller, larger))).toContain("| AI share | 55.6% | – |  |");
  });
});

describe("the top pages", () => {
  const pages = (parts: Partial<Report>) =>
    section(reportOf({ siteUrl: undefined, ...parts }), "Top pages") ?? "";
  const manyPages = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => page(`/${index}`, 5000 - index));
    return dataOf({ current: period(counts(9000, 0), rows) });
  };

  it.each([
    [0, "All 24 pages"],
    [23, "The next page"],
    [12, "The next 12 pages"],
  ])("after the first %i are folded as %s", (top, title) => {
    expect(pages({ top })).toContain(`<summary>${title}</summary>`);
    expect(pages({ top }).match(/^\| `/gm)).toHaveLength(24);
  });

  it("with one page that is folded are titled so", () => {
    expect(pages({ top: 0, data: manyPages(1) })).toMatch(/^<details>\n<summary>The only page<\/summary>/);
  });

  it("are not folded if all are shown", () => {
    expect(pages({ top: 24 })).not.toContain("<summary>The next");
  });

  it.each([
    [{ top: 10 }, 110, "The next 100 pages", "1 more page is in `visitors.csv`."],
    [{ top: 0 }, 100, "The first 100 pages", "11 more pages are in `visitors.csv`."],
    [
      { top: 10, files: ["a.csv", "b.json"] },
      110,
      "The next 100 pages",
      "1 more page is in `a.csv` and `b.json`.",
    ],
    [
      { top: 5, files: [] },
      105,
      "The next 100 pages",
      "6 more pages are not listed; `report-file` writes all of them to a file.",
    ],
  ])("of %j are %i of 111, and the text says where the others are", (given, rows, title, text) => {
    const shown = pages({ ...given, data: manyPages(111) });
    expect(shown.match(/^\| `/gm)).toHaveLength(rows);
    expect(shown).toContain(`<summary>${title}</summary>`);
    expect(shown).toContain(`</details>\n\n${text}`);
  });

  it("are all in a file", () => {
    const text = toMarkdownFile(reportOf({ data: manyPages(1000), siteUrl: undefined }));
    expect(text.match(/^\| `/gm)).toHaveLength(1000);
  });

  it("leave out ignored pages and say so", () => {
    const ignored = (path: string) => path.startsWith("/llms");
    expect(pages({ ignored })).not.toContain("llms");
    expect(pages({ ignored })).toMatch(/\n\n2 pages that match `ignore-paths` are left out\./);
    expect(pages({ ignored: (path) => path === "/" })).toContain(
      "\n\n1 page that matches `ignore-paths` is left out.",
    );
    expect(pages({ ignored: (path) => path === "/0", data: manyPages(114) })).toContain(
      "1 more page is in `visitors.csv`. 1 page that matches `ignore-paths` is left out.",
    );
    expect(pages({ ignored: () => true })).toMatch(/^There are no pages to list\. 24 pages that match/);
  });

  it("have no row for visits without a path", () => {
    const rows = [page("/a", 400), page("", 310)];
    const text = pages({ data: dataOf({ current: period(counts(500, 0), rows) }) });
    expect(text).toMatch(/^\| `\/a` \| 400 /m);
    expect(text).not.toContain("310");
  });

  it("say if there are none of a site with visitors", () => {
    expect(pages({ data: dataOf({ current: period(counts(9, 1)) }) })).toMatch(
      /^There are no pages to list\.\n\n<details>/,
    );
  });

  it("have the change next to the visitors, then people and AI", () => {
    const rows = [page("/", 500, 500)];
    expect(pages({ data: dataOf({ current: period(counts(1, 0), rows) }) })).toContain(
      "| Page | All | People | AI |\n| :-- | --: | --: | --: |\n| `/` | 1,000 | 500 | 500 |\n",
    );
    const previous = period(counts(1, 0), [page("/", 400, 400)]);
    expect(pages({ data: dataOf({ current: period(counts(1, 0), rows), previous }) })).toContain(
      "| Page | All | Change | People | AI |\n| :-- | --: | --: | --: | --: |\n| `/` | 1,000 | +25% | 500 | 500 |\n",
    );
  });

  it("show no change that is chance or unknown", () => {
    const rows = [page("/known", 60), page("/few", 10), page("/unknown", 50)];
    const previous = period(counts(500, 0), [page("/known", 50), page("/few", 19)], false);
    const text = pages({ data: dataOf({ current: period(counts(500, 0), rows), previous }) });
    expect(text).toContain("| `/known` | 60 | +20% | 60 |");
    expect(text).toContain("| `/few` | 10 |  | 10 |");
    expect(text).toContain("| `/unknown` | 50 |  | 50 |");
  });

  it("compare a page that has moved with its old path", () => {
    const current = period(counts(500, 0), [page("/new/setup", 120)]);
    const previous = period(counts(500, 0), [page("/old/setup", 100)]);
    expect(pages({ data: dataOf({ current, previous }) })).toContain("| `/new/setup` | 120 | +20% | 120 |");
  });
});
