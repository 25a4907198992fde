import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderReport, renderWithin } from "../../../src/visitors/report.ts";
import { runs } from "../../runs.ts";
import { counts, dataOf, period, reportOf } from "../report-fixture.ts";

const { periods } = reportOf();

const pageCount = 2500;

function reportOn(count: number) {
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
  return reportOf({ data, files: ["all.csv"] });
}

const rowsOf = (text: string) => Array.from(text.matchAll(/^\| \[`\/.*$/gm), ([row]) => row);

describe("a report within a limit of bytes", () => {
  it.each([
    [100_000, 112],
    [12_000, 56],
    [9000, 28],
    [5000, 14],
    [3700, 7],
    [2500, 0],
  ])("of %i has %i rows: half as many, and half as many again, until it fits", (maxBytes, count) => {
    const whole = reportOn(pageCount);
    const text = renderWithin(whole, maxBytes);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    const rows = rowsOf(text);
    expect(rows).toEqual(rowsOf(renderReport(whole)).slice(0, count));
    const left = (pageCount - count).toLocaleString("en");
    expect(text).toContain(`\n\n${left} more pages are in \`all.csv\`.\n\n`);
    expect(text).toMatch(/<\/sub>\n$/);
  });

  it("is whole if it fits to the byte, and has fewer rows if it does not", () => {
    const whole = reportOn(60);
    const text = renderReport(whole);
    const bytes = Buffer.byteLength(text);
    expect(renderWithin(whole, bytes)).toBe(text);
    expect(rowsOf(renderWithin(whole, bytes - 1)).length).toBeLessThan(60);
  });

  it("keeps to the limit by whole rows, and is empty if even the report without lists is longer", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 15_000 }),
        fc.integer({ min: 0, max: 60 }),
        fc.constantFrom(0, 1, 11, 60),
        (maxBytes, top, count) => {
          const whole = { ...reportOn(count), top };
          const text = renderWithin(whole, maxBytes);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
          if (text === "") expect(Buffer.byteLength(renderReport(whole, 0))).toBeGreaterThan(maxBytes);
          else expect(text).toMatch(/<\/sub>\n$/);
          expect(rowsOf(text)).toHaveLength(text.match(/^\| \[`\/.*\|$/gm)?.length ?? 0);
          expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
          expect(text).not.toMatch(/\n{3}/);
        },
      ),
      runs(400),
    );
  });

  it("only rows that are shown are rendered, so that 25,000 pages take no longer than a few hundred", () => {
    const large = reportOn(25_000);
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
    const text = renderWithin({ ...large, data: { ...large.data, current } }, 64_000);
    expect(rowsOf(text)).toHaveLength(112);
    expect(rendered).toBe(112);
  });
});
