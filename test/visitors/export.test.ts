import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCsv, toJson, toMarkdown } from "../../src/visitors/export.ts";
import { resolvePeriods } from "../../src/visitors/period.ts";
import { renderReport } from "../../src/visitors/report.ts";
import type { PageRow } from "../../src/visitors/types.ts";
import { HOSTILE_PATHS } from "../emulator/hostile-paths.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { counts, dataOf, period, reportOf, saturday, weekly } from "./report-fixture.ts";

const page = (path: string, human: number, ai = 0): PageRow => ({ path, ...counts(human, ai) });
const alone = resolvePeriods({ ...weekly, compare: false }, saturday);
const csvOf = (paths: readonly string[]) =>
  toCsv(
    reportOf({
      periods: alone,
      data: dataOf({
        current: period(
          counts(1, 1),
          paths.map((path) => page(path, 12, 3)),
        ),
      }),
    }),
  );
/** What a program reads of a CSV. */
const cells = (csv: string): string[][] => parse(csv);

const path = fc.oneof(
  hostile,
  fc.constantFrom(...HOSTILE_PATHS),
  fc
    .tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", " ", "＝", "\u0000="), hostile)
    .map((parts) => parts.join("")),
);

describe("the CSV", () => {
  it("has this period's counts, and those before when a comparison was asked for", () => {
    const data = dataOf({
      current: period(counts(70, 30), [page("/a", 60, 20), page("/b", 5)]),
      previous: period(counts(70, 30), [page("/a", 50, 10), page("/gone", 9)]),
    });
    expect(toCsv(reportOf({ data }))).toBe(
      "path,human,ai,total,previousHuman,previousAi,previousTotal\n/a,60,20,80,50,10,60\n/b,5,0,5,0,0,0\n",
    );
    expect(toCsv(reportOf({ data, periods: alone }))).toBe("path,human,ai,total\n/a,60,20,80\n/b,5,0,5\n");
  });

  it("leaves empty what is not known of the period before", () => {
    const current = period(counts(70, 30), [page("/a", 60, 20)]);
    const head = "path,human,ai,total,previousHuman,previousAi,previousTotal\n";
    expect(toCsv(reportOf({ data: dataOf({ current }) }))).toBe(`${head}/a,60,20,80,,,\n`);
    const previous = period(counts(70, 30), [], false);
    expect(toCsv(reportOf({ data: dataOf({ current, previous }) }))).toBe(`${head}/a,60,20,80,,,\n`);
  });

  it("has its columns even without a page", () => {
    expect(csvOf([])).toBe("path,human,ai,total\n");
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-2+3", "'-2+3"],
    ["@SUM(1)", "'@SUM(1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", "'\r=1"],
    ["\n=1", "'\n=1"],
    [" \u0000=1", "' \u0000=1"],
    ["＝1", "'＝1"],
    ["/a=1", "/a=1"],
    ['/a,"b"\n', '/a,"b"\n'],
    ["'=1", "'=1"],
    ["", ""],
  ])("holds %j as %j", (given, cell) => {
    expect(cells(csvOf([given]))[1]).toEqual([cell, "12", "3", "15"]);
  });

  it("brings every path back, and no formula", () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 12 }), (paths) => {
        const [, ...rows] = cells(csvOf(paths));
        expect(rows).toHaveLength(paths.length);
        for (const [index, [cell = "?", ...numbers]] of rows.entries()) {
          const given = paths[index]?.toWellFormed() ?? "";
          expect([given, `'${given}`]).toContain(cell);
          expect(cell).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r]/u);
          expect(numbers).toEqual(["12", "3", "15"]);
        }
      }),
      runs(1000),
    );
  });
});

describe("the JSON", () => {
  it("holds everything under the service's names", () => {
    const data = dataOf({
      current: period(counts(70, 30, 90), [page("/a", 60, 20)], false),
      previous: period(counts(70, 30, 95), [page("/a", 5, 1)]),
      trend: [undefined, counts(70, 30, 95), counts(70, 30, 90)],
      missing: [{ what: "pages", why: "budget" }],
    });
    const report = reportOf({ data, periods: resolvePeriods({ ...weekly, trend: 3 }, saturday) });
    expect(JSON.parse(toJson(report))).toEqual({
      dateFrom: "2026-11-14",
      dateTo: "2026-11-21",
      complete: false,
      missing: [{ what: "pages", why: "budget" }],
      totals: { human: 70, ai: 30, total: 90 },
      visitors: [{ path: "/a", human: 60, ai: 20, total: 80 }],
      previous: {
        dateFrom: "2026-11-07",
        dateTo: "2026-11-14",
        complete: true,
        totals: { human: 70, ai: 30, total: 95 },
        visitors: [{ path: "/a", human: 5, ai: 1, total: 6 }],
      },
      moved: {
        up: [
          {
            path: "/a",
            current: { human: 60, ai: 20, total: 80 },
            previous: { human: 5, ai: 1, total: 6 },
          },
        ],
        down: [],
        new: [],
        gone: [],
        aiShareUp: [],
      },
      trend: [
        { dateFrom: "2026-10-31", dateTo: "2026-11-07", totals: null },
        { dateFrom: "2026-11-07", dateTo: "2026-11-14", totals: { human: 70, ai: 30, total: 95 } },
        { dateFrom: "2026-11-14", dateTo: "2026-11-21", totals: { human: 70, ai: 30, total: 90 } },
      ],
    });
  });

  it("has no period before where none was read", () => {
    expect(JSON.parse(toJson(reportOf({ data: dataOf() })))).toMatchObject({
      previous: null,
      visitors: [],
    });
  });

  it("keeps every path exactly", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(path, fc.string({ unit: "binary" }))), (paths) => {
        const rows = paths.map((name) => page(name, 1));
        const json: unknown = JSON.parse(
          toJson(reportOf({ data: dataOf({ current: period(counts(1, 0), rows) }) })),
        );
        expect(json).toHaveProperty("visitors", rows);
      }),
      runs(100),
    );
  });
});

describe("the Markdown", () => {
  it("is the report without a limit, and does not point to itself", () => {
    const report = reportOf({ maxBytes: 3000, files: ["a.csv", "b.MD"] });
    const whole = renderReport({ ...report, maxBytes: Number.POSITIVE_INFINITY, files: ["a.csv"] });
    expect(toMarkdown(report)).toBe(whole);
    expect(whole).toContain("/sdks/日本語/はじめに");
  });
});
