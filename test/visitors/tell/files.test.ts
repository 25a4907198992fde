import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { PeriodData } from "../../../src/visitors/read/data.ts";
import { toCsv, toJson, toMarkdownFile } from "../../../src/visitors/tell/files.ts";
import { renderReport } from "../../../src/visitors/tell/report.ts";
import { runs } from "../../runs.ts";
import { hostileRows } from "../arbitraries.ts";
import { reportWith, rowOf } from "../next-fixture.ts";
import {
  counts,
  dataOf,
  page,
  period,
  periodOf,
  periodsOf,
  reportOf,
  reportOn,
} from "../report-fixture.ts";

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
const head = "path,human,ai,total,previousHuman,previousAi,previousTotal";

/** Reports on the rows of strangers, some of which were in the previous period too. */
const hostileReports = fc
  .tuple(hostileRows, hostileRows, fc.boolean())
  .map(([now, before, complete]) => {
    const shared = now.slice(2).map((one) => ({ ...one, ...counts(7, 8, 9) }));
    const totals = counts(100, 50);
    const previous = { ...periodOf(totals, [...before, ...shared]), complete };
    return reportOn(periodOf(totals, now), previous);
  });

/** A cell that a spreadsheet runs: by its first sign, or by the one after characters that some of them skip. */
const formula = /^[\t\r]|^[\s\p{C}]*[=+\-@＝＋－＠]/u;

describe("the CSV", () => {
  it("has a row a page, and with a comparison the previous counts, as far as they are known", () => {
    const current = period(counts(70, 30), [page("/a", 60, 20), page("/b", 5)]);
    const previous = period(counts(70, 30), [page("/a", 50, 10), page("/gone", 9)]);
    const csvOf = (previous?: PeriodData) => toCsv(reportOn(current, previous));
    expect(csvOf(previous)).toBe(`${head}\n/a,60,20,80,50,10,60\n/b,5,0,5,0,0,0\n`);
    expect(csvOf({ ...previous, complete: false })).toBe(
      `${head}\n/a,60,20,80,50,10,60\n/b,5,0,5,,,\n`,
    );
    expect(csvOf()).toBe(`${head}\n/a,60,20,80,,,\n/b,5,0,5,,,\n`);
  });

  it("parses back to exactly the data, and no cell is a formula, at whatever sign a spreadsheet splits", () => {
    fc.assert(
      fc.property(hostileReports, (report) => {
        const csv = toCsv(report);
        const { current, previous } = report.data;
        const unknown = Array(3).fill(previous?.complete ? 0 : "");
        const rows = current.pages.map(({ page, path, counts }) => {
          const was = previous?.pages.find((one) => one.page === page)?.counts ?? unknown;
          return [path, ...Object.values(counts), ...Object.values(was)].map(String);
        });
        expect(parse(csv)).toEqual([head.split(","), ...rows]);
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
    expect(schema.validate(JSON.parse(toJson(report))).errors).toEqual([]);
  });

  it("follows its schema whatever the pages are called", () => {
    fc.assert(
      fc.property(hostileReports, (report) => {
        const json = toJson(report);
        expect(json.isWellFormed()).toBe(true);
        // A program in another language reads the bytes.
        const read: unknown = JSON.parse(Buffer.from(json).toString("utf8"));
        const pages = report.pages.map(({ path }) => expect.objectContaining({ path }));
        expect(read).toMatchObject({
          pages,
          previous: { complete: report.data.previous?.complete },
        });
        expect(schema.validate(read).errors).toEqual([]);
      }),
      runs(300, 40),
    );
  });
});

it("the Markdown file is the report without a limit and without a word of a visitor", () => {
  const report = reportOf();
  expect(toMarkdownFile(report)).toBe(renderReport({ ...report, top: report.pages.length }));
  const quotes = ["why 410?"];
  const said = toMarkdownFile(
    reportWith([rowOf["searched-unclicked"], { ...rowOf["asked-unanswered"], quotes }]),
  );
  expect(said).toContain("no answer to 9 of 31");
  expect(said).not.toMatch(/import csv|why 410/);
  const pages = Array.from({ length: 150 }, (_, index) => page(`/n/${index}`, 900 - index));
  const all = toMarkdownFile(reportOn(period(counts(9000, 0), pages), period(counts(9000, 0))));
  // Each is new, and a top page.
  expect(all.match(/\[`\/n\/\d+`\].* \|$/gm)).toHaveLength(300);
  // Also the search, so that its first line says the same.
  expect(said).toContain("Readers searched for a term **18 times**");
});
