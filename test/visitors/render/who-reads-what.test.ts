import { describe, expect, it } from "vitest";
import { counts, dataOf, page, period, reportOf, section } from "../report-fixture.ts";

describe("who reads what", () => {
  it("names three pages of a list and counts the others", () => {
    const rows = [1, 2, 3, 4, 5].map((number) => page(`/${number}`, 1, 1200 - number));
    const report = reportOf({ data: dataOf({ current: period(counts(9, 5000), rows) }), siteUrl: undefined });
    expect(section(report, "Who reads what")).toBe(
      "- **AI reads, people don’t:** `/1` 1,199\u00a0AI,\u00a01\u00a0person · `/2` 1,198\u00a0AI,\u00a01\u00a0person · `/3` 1,197\u00a0AI,\u00a01\u00a0person · 2 more",
    );
  });
});
