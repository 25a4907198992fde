import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderReport } from "../../../src/visitors/render/report.ts";
import { runs } from "../../runs.ts";
import { counts, dataOf, period, reportOf } from "../report-fixture.ts";

const { periods } = reportOf();

describe("within a limit of bytes", () => {
  const report = (count: number, maxBytes: number, files = ["all.csv"]) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      path: `/${index % 7 === 0 ? "日本語/" : "section/"}page-${index}-${"x".repeat(index % 90)}`,
      ...counts(count - index + 50, index % 40),
    }));
    const previous = rows.map((row, index) => ({ ...row, total: row.total + (index % 9) }));
    const data = dataOf({
      current: period(counts(count, 40), rows),
      previous: period(counts(count, 30), previous),
      trend: periods.trend.map((_, index) => counts(count + index, 40)),
    });
    return reportOf({ data, maxBytes, files });
  };
  const mebibyte = 1024 * 1024;
  const rowsOf = (text: string) => Array.from(text.matchAll(/^\| \[`\/.*$/gm), ([row]) => row);

  it("the rows that fit are shown whole, and the text counts the others", () => {
    const whole = report(2500, mebibyte);
    const text = renderReport({ ...whole, maxBytes: 12_000 });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(12_000);
    // The space that is left is too small for three more rows.
    expect(Buffer.byteLength(text)).toBeGreaterThan(12_000 - 900);

    const shown = rowsOf(text);
    const all = rowsOf(renderReport(whole));
    expect(all).toHaveLength(112);
    expect(shown).toEqual(all.slice(0, shown.length));
    expect(text).toContain(`<summary>The next ${shown.length - 12} pages</summary>`);
    const left = (2500 - shown.length).toLocaleString("en");
    expect(text).toContain(`\n\n${left} more pages are in \`all.csv\`.\n\n`);
    expect(text).toMatch(/<\/sub>\n$/);
  });

  it("only rows that are shown are rendered, so that 25,000 pages take no longer than a few hundred", () => {
    const large = report(25_000, 64_000);
    let rendered = 0;
    const rows = large.data.current.rows.map((row) => ({
      ...row,
      // AI is only read to render a row.
      get ai() {
        rendered += 1;
        return row.ai;
      },
    }));
    const current = { ...large.data.current, rows };
    const text = renderReport({ ...large, data: { ...large.data, current } });
    expect(rowsOf(text)).toHaveLength(112);
    expect(rendered).toBe(112);
  });

  it("any report stays, complete if it fits", () => {
    const whole = report(60, mebibyte);
    const complete = renderReport(whole);
    const bytes = Buffer.byteLength(complete);
    const limit = fc.integer({ min: 0, max: bytes + 50 });
    fc.assert(
      fc.property(limit, fc.integer({ min: 0, max: 60 }), (maxBytes, top) => {
        const text = renderReport({ ...whole, maxBytes, top });
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        const shown = text.match(/^\| \[`\/.*\|$/gm)?.length ?? 0;
        expect(rowsOf(text)).toHaveLength(shown);
        if (text.includes("### Top pages")) {
          expect(shown).toBeGreaterThanOrEqual(10);
          expect(text.includes("more page")).toBe(shown < 60);
        }
        expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
      }),
      runs(400),
    );
    expect(renderReport(report(60, bytes))).toBe(complete);
  });

  it("less and less is shown: no folded rows that moved, no chart and no notes, no pages, the head alone", () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      path: `/new-${index}-${"x".repeat(90)}`,
      ...counts(900 - index, 40),
    }));
    const data = dataOf({
      current: period(counts(9000, 900), rows),
      previous: period(counts(9000, 900)),
      trend: periods.trend.map(() => counts(9000, 900)),
    });
    const whole = reportOf({ data });
    const shape = (text: string) =>
      Array.from(
        text.matchAll(/^(?:\*\*|### .*|```mermaid|\| \*\*|<summary>(?!The next).*(?=<)|<sub>)/gm),
        ([part]) => part,
      );
    const shapes = new Set<string>();
    for (let maxBytes = Buffer.byteLength(renderReport(whole)); maxBytes > 0; maxBytes -= 50) {
      const text = renderReport({ ...whole, maxBytes });
      expect(text).not.toMatch(/\n{3}/);
      shapes.add(shape(text).join("; "));
    }
    const notes = "<summary>How to read this; <sub>";
    const start = "**; ### Worth a look; ```mermaid; <summary>The figures of the chart; | **; ### What moved";
    expect([...shapes]).toEqual([
      `${start}; <summary>30 more pages that moved; ### Top pages; ${notes}`,
      `${start}; ### Top pages; ${notes}`,
      "**; ### Worth a look; | **; ### What moved; ### Top pages; <sub>",
      "**; | **; <sub>",
      "**",
      "",
    ]);
  });

  it("of exactly the length of the head, the head is all", () => {
    const text = renderReport(report(60, 200));
    expect(text).toBe(
      "## docs.example.com: visitors, 14 – 20 Nov 2026\n\n**100 visitors, +11%.** People 60 (±0%), AI 40 (+33%): 40% of all, up from 33%.\n",
    );
    const bytes = Buffer.byteLength(text);
    expect(renderReport(report(60, bytes))).toBe(text);
    expect(renderReport(report(60, bytes - 1))).toBe("");
  });

  it.each([0, 1, 11])("a report on %i pages stays", (count) => {
    for (let maxBytes = 0; maxBytes < 6000; maxBytes += 7)
      expect(Buffer.byteLength(renderReport(report(count, maxBytes)))).toBeLessThanOrEqual(maxBytes);
  });

  it("of a few bytes the report is empty", () => {
    expect(renderReport(report(60, 20))).toBe("");
  });
});
