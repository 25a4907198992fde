import { describe, expect, it } from "vitest";
import type { PageRow, Report } from "../../../src/visitors/report-model.ts";
import { counts, dataOf, page, period, periodsOf, reportOf, section } from "../report-fixture.ts";

describe("who reads what", () => {
  it("names three pages of a list and counts the others", () => {
    const rows = [1, 2, 3, 4, 5].map((number) => page(`/${number}`, 1, 1200 - number));
    const report = reportOf({ data: dataOf({ current: period(counts(9, 5000), rows) }), siteUrl: undefined });
    expect(section(report, "Who reads what")).toBe(
      "- **AI reads, people don’t:** `/1` 1,199\u00a0AI,\u00a01\u00a0person · `/2` 1,198\u00a0AI,\u00a01\u00a0person · `/3` 1,197\u00a0AI,\u00a01\u00a0person · 2 more",
    );
  });

  const site = counts(800, 200);
  const now = [
    page("/bots", 0, 90),
    page("/fresh-bots", 1, 80),
    page("/people", 70),
    page("/fresh-people", 60),
  ];
  const before = [page("/bots", 0, 90), page("/people", 70), page("/fresh-people", 60, 20)];
  const shown = (rows: readonly PageRow[], earlier: readonly PageRow[], parts: Partial<Report> = {}) =>
    section(
      reportOf({
        data: dataOf({ current: period(site, rows), previous: period(site, earlier) }),
        siteUrl: undefined,
        ...parts,
      }),
      "Who reads what",
    )?.replaceAll("\u00a0", " ");

  it("folds the pages that were read so before", () => {
    expect(shown(now, before)).toBe(
      [
        "- **AI reads, people don’t:** `/fresh-bots` 80 AI, 1 person",
        "- **People read, AI doesn’t:** `/fresh-people` 60 people, 0 AI",
        "",
        "<details>",
        "<summary>2 more pages, as the week before</summary>",
        "",
        "- **AI reads, people don’t:** `/bots` 90 AI, 0 people",
        "- **People read, AI doesn’t:** `/people` 70 people, 0 AI",
        "",
        "</details>",
      ].join("\n"),
    );
  });

  it("does not claim that pages were read so before if not all pages were read", () => {
    const data = dataOf({ current: period(site, now.slice(0, 1)), previous: period(site, [], false) });
    const text = section(reportOf({ data, siteUrl: undefined }), "Who reads what");
    expect(text).toMatch(/^<details>\n<summary>1 page<\/summary>/);
  });

  it("is folded as a whole if nothing is new", () => {
    const month = { periods: periodsOf({ period: "last-month" }) };
    expect(shown(now.slice(0, 1), now.slice(0, 1), month)).toMatch(
      /^<details>\n<summary>1 page, as in September<\/summary>\n\n- \*\*AI reads.*\n\n<\/details>$/,
    );
  });
});
