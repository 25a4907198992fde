import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Report } from "../../../src/visitors/find/report.ts";
import type { VisitorData } from "../../../src/visitors/read/data.ts";
import type { Row } from "../../../src/visitors/read/pages.ts";
import { toCsv, toJson, toMarkdownFile } from "../../../src/visitors/tell/files.ts";
import { renderReport } from "../../../src/visitors/tell/report.ts";
import { runs } from "../../runs.ts";
import { hostileRows } from "../arbitraries.ts";
import { reportWith, rowOf } from "../next-fixture.ts";
import { counts, dataOf, page, period, periodOf, periodsOf, reportOf } from "../report-fixture.ts";

const schema = new Validator(
  z
    .looseObject({})
    .parse(
      JSON.parse(
        readFileSync(join(import.meta.dirname, "../../../docs/report.schema.json"), "utf8"),
      ),
    ),
  "2020-12",
  false,
);
const cells = (csv: string): string[][] => parse(csv);
const head = "path,human,ai,total,previousHuman,previousAi,previousTotal";

/** A report on these rows, some of which were in the previous period too. */
function reportOn(now: readonly Row[], before: readonly Row[], complete: boolean): Report {
  const shared = now
    .filter((_, index) => index % 2 === 0)
    .map((one) => ({ ...one, ...counts(7, 8, 9) }));
  const totals = counts(100, 50);
  const previous = { ...periodOf(totals, [...before, ...shared]), complete };
  return reportOf({ data: dataOf({ current: periodOf(totals, now), previous }) });
}

/** A cell that a spreadsheet runs: by its first sign, or by the one after characters that some of them skip. */
const formula = /^[\t\r]|^[\s\p{C}]*[=+\-@＝＋－＠]/u;

describe("the CSV", () => {
  it("has a row a page, and with a comparison the previous counts, as far as they are known", () => {
    const current = period(counts(70, 30), [page("/a", 60, 20), page("/b", 5)]);
    const previous = period(counts(70, 30), [page("/a", 50, 10), page("/gone", 9)]);
    const csvOf = (parts: Partial<VisitorData>) => toCsv(reportOf({ data: dataOf(parts) }));
    expect(csvOf({ current, previous })).toBe(`${head}\n/a,60,20,80,50,10,60\n/b,5,0,5,0,0,0\n`);
    const partly = { ...previous, complete: false };
    expect(csvOf({ current, previous: partly })).toBe(
      `${head}\n/a,60,20,80,50,10,60\n/b,5,0,5,,,\n`,
    );
    expect(csvOf({ current })).toBe(`${head}\n/a,60,20,80,,,\n/b,5,0,5,,,\n`);
    expect(csvOf({})).toBe(`${head}\n`);
  });

  it("parses back to exactly the data, and no cell is a formula, at whatever sign a spreadsheet splits", () => {
    fc.assert(
      fc.property(hostileRows, hostileRows, fc.boolean(), (now, before, complete) => {
        const report = reportOn(now, before, complete);
        const csv = toCsv(report);
        const [first, ...rows] = cells(csv);
        expect(first?.join()).toBe(head);
        expect(rows).toHaveLength(report.data.current.pages.length);
        for (const [index, { page, path, counts }] of report.data.current.pages.entries()) {
          const [cell = "?", ...numbers] = rows[index] ?? [];
          expect(cell).toBe(path);
          const was = report.data.previous?.pages.find((one) => one.page === page);
          const previous = was ? Object.values(was.counts) : Array(3).fill(complete ? 0 : "");
          expect(numbers).toEqual([...Object.values(counts), ...previous].map(String));
        }
        for (const delimiter of [",", ";", "\t"]) {
          const split: string[][] = parse(csv, {
            delimiter,
            relax_quotes: true,
            relax_column_count: true,
          });
          for (const one of split.flat()) expect(one).not.toMatch(formula);
        }
      }),
      runs(1000),
    );
  });
});

describe("the JSON", () => {
  it("has all data, one row a page", () => {
    const data = dataOf({
      current: {
        ...period(counts(70, 30, 90), [page("/a", 60, 20), page("/b/x", 60)]),
        noPages: [page("/x.php", 3), page("/y.php", 2)],
      },
      previous: period(counts(70, 30, 95), [page("/a", 5, 1), page("/old/x", 70)]),
      trend: [undefined, counts(70, 30, 95), counts(70, 30, 90)],
      missing: [{ what: "previous-pages", why: "budget" }],
    });
    expect(JSON.parse(toJson(reportOf({ data, periods: periodsOf({ trend: 3 }) })))).toEqual({
      ...{ dateFrom: "2026-11-14", dateTo: "2026-11-21", complete: true },
      missing: [{ what: "previous-pages", why: "budget" }],
      totals: counts(70, 30, 90),
      previous: {
        dateFrom: "2026-11-07",
        dateTo: "2026-11-14",
        complete: true,
        totals: counts(70, 30, 95),
      },
      pages: [
        { path: "/a", ...counts(60, 20), previous: counts(5, 1), moved: "up" },
        { path: "/b/x", ...counts(60, 0), previous: counts(0, 0), moved: "new" },
        { path: "/old/x", ...counts(0, 0), previous: counts(70, 0), moved: "gone" },
      ],
      noPages: 2,
      next: null,
      trend: [
        { dateFrom: "2026-10-31", dateTo: "2026-11-07", totals: null },
        { dateFrom: "2026-11-07", dateTo: "2026-11-14", totals: counts(70, 30, 95) },
        { dateFrom: "2026-11-14", dateTo: "2026-11-21", totals: counts(70, 30, 90) },
      ],
    });
    expect(JSON.parse(toJson(reportOf({ data: { ...data, previous: undefined } })))).toMatchObject({
      previous: null,
      pages: [{ path: "/a", previous: null, moved: null }, { path: "/b/x" }],
    });
  });

  const valid = (report: Report) => schema.validate(JSON.parse(toJson(report))).errors;

  it.each([
    [
      "with every row to document next",
      reportWith(
        Object.values({ ...rowOf, "rated-down": { ...rowOf["rated-down"], readers: undefined } }),
      ),
    ],
    [
      "with everything missing",
      reportOf({
        data: dataOf({
          missing: [
            { what: "pages", why: "pagination" },
            { what: "previous-pages", why: "repeated" },
            { what: "previous", why: "failure", reason: "service" },
            { what: "pages", why: "malformed" },
          ],
        }),
      }),
    ],
  ])("%s follows its schema", (_, report) => {
    expect(valid(report)).toEqual([]);
  });

  it("follows its schema whatever the pages are called", () => {
    fc.assert(
      fc.property(hostileRows, hostileRows, fc.boolean(), (now, before, complete) => {
        const report = reportOn(now, before, complete);
        const json = toJson(report);
        expect(json.isWellFormed()).toBe(true);
        // A program in another language reads the bytes.
        const read: unknown = JSON.parse(Buffer.from(json).toString("utf8"));
        const pages = report.pages.map(({ path }) => expect.objectContaining({ path }));
        expect(read).toMatchObject({ pages, previous: { complete } });
        expect(schema.validate(read).errors).toEqual([]);
      }),
      runs(300, 40),
    );
  });
});

it("the Markdown file is the report without a limit and without a word of a visitor", () => {
  const pages = Array.from({ length: 1000 }, (_, index) => page(`/${index}x`, 5000 - index));
  const report = reportOf({
    data: dataOf({ current: period(counts(9000, 0), pages) }),
    siteUrl: undefined,
  });
  const text = toMarkdownFile(report);
  expect(text).toBe(renderReport({ ...report, top: 1000 }));
  expect(text.match(/`\/\d+x` \|$/gm)).toHaveLength(1000);
  const quotes = ["why 410?"];
  const said = toMarkdownFile(
    reportWith([rowOf["searched-unclicked"], { ...rowOf["asked-unanswered"], quotes }]),
  );
  expect(said).toContain("no answer to 9 of 31");
  expect(said).not.toMatch(/import csv|why 410/);
});
