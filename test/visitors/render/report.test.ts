import { expect, it } from "vitest";
import { renderReport } from "../../../src/visitors/report.ts";
import type { VisitorData } from "../../../src/visitors/report-model.ts";
import { counts, periodsOf, reportOf, sampleData, siteReport } from "../report-fixture.ts";

it("a report of complete data has the chart, the findings and the tables", async () => {
  await expect(renderReport(reportOf())).toMatchFileSnapshot("sample-report.md.snap");
});

it("a report of incomplete data says what is missing", async () => {
  const sample = sampleData();
  const data: VisitorData = {
    ...sample,
    current: { ...sample.current, complete: false, rows: sample.current.rows.slice(0, 2) },
    previous: undefined,
    trend: sample.trend.slice(-3).with(1, undefined),
    missing: [
      { what: "pages", why: "failure", reason: "rate-limit" },
      { what: "previous", why: "failure", reason: "rate-limit" },
      { what: "trend", why: "failure", reason: "rate-limit" },
      { what: "rows", why: "malformed", count: 1 },
    ],
  };
  const given = {
    periods: periodsOf({ period: "last-month", trend: 3 }),
    top: 2,
    files: [],
    runUrl: undefined,
  };
  await expect(renderReport(reportOf({ data, ...given }))).toMatchFileSnapshot("partial-report.md.snap");
});

it.each([
  [undefined, "## Docs visitors, 14 – 20 Nov 2026"],
  ["https://docs.example.com/guides/", "## docs.example.com: visitors, 14 – 20 Nov 2026"],
  ["http://localhost:3000", "## localhost:3000: visitors, 14 – 20 Nov 2026"],
  ["https://www.example.com", "## www&#8203;.example.com: visitors, 14 – 20 Nov 2026"],
])("the heading for the site %s is %s", (site, heading) => {
  const siteUrl = site === undefined ? undefined : new URL(site);
  expect(renderReport(reportOf({ siteUrl })).split("\n")[0]).toBe(heading);
});

it.each([
  ["in both periods", counts(0, 0)],
  ["in the only period", undefined],
])("if nobody came %s, no empty section follows the headline", (_, was) => {
  const text = renderReport(siteReport(was, counts(0, 0)));
  expect(text.match(/^(?:#+ |\||<summary>).*$/gm)).toEqual([
    "## docs.example.com: visitors, 14 – 20 Nov 2026",
    "<summary>How to read this</summary>",
  ]);
});

it("if nobody came after somebody had, the key figures follow the headline", () => {
  const text = renderReport(siteReport(counts(9, 1), counts(0, 0)));
  expect(text).toContain("| **All visitors** | **0** | 10 |");
  expect(text).not.toContain("###");
});

it("the parts come in their order", () => {
  const data = { ...sampleData(), missing: [{ what: "trend", why: "budget" }] as const };
  const text = renderReport(reportOf({ data }));
  const parts = Array.from(
    text.matchAll(/^(?:#+ .*|> Not read|```mermaid|\| \*\*All.*?\*\*|<summary>.*|<sub>2026-11-14)/gm),
    ([part]) => part,
  );
  expect(parts).toEqual([
    "## docs.example.com: visitors, 14 – 20 Nov 2026",
    "> Not read",
    "### Worth a look",
    "| **All visitors**",
    "```mermaid",
    "<summary>The figures of the chart</summary>",
    "### What moved",
    "### Who reads what",
    "<summary>4 pages, as the week before</summary>",
    "### Top pages",
    "<summary>The next 12 pages</summary>",
    "<summary>How to read this</summary>",
    "<sub>2026-11-14",
  ]);
});
