import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { toCsv, toJson, toMarkdownFile } from "../../../src/visitors/files.ts";
import { renderReport } from "../../../src/visitors/report.ts";
import type { PageRow, Report } from "../../../src/visitors/report-model.ts";
import { runs } from "../../runs.ts";
import { hostileRows } from "../arbitraries.ts";
import { reportWith, rowOf } from "../next-fixture.ts";
import { counts, dataOf, page, period, periodsOf, reportOf, siteReport } from "../report-fixture.ts";

const schema = new Validator(
  z
    .looseObject({})
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, "../../../docs/report.schema.json"), "utf8"))),
  "2020-12",
  false,
);
const schemaErrors = (report: Report) => schema.validate(JSON.parse(toJson(report))).errors;
const anyFinding = { path: "/b", current: counts(1, 1), previous: counts(2, 2) };

const alone = periodsOf({ compare: false });
const cells = (csv: string): string[][] => parse(csv);
const head = "path,human,ai,total,previousHuman,previousAi,previousTotal";

/** The CSV of these rows, without a comparison. */
const csvOf = (rows: readonly PageRow[]) =>
  toCsv(reportOf({ periods: alone, data: dataOf({ current: period(counts(1, 1), rows) }) }));

/** A report on these rows, some of which were in the previous period too. */
function reportOn(now: readonly PageRow[], before: readonly PageRow[], complete: boolean) {
  const totals = counts(100, 50);
  const shared = now
    .filter((_, index) => index % 2 === 0)
    .map((one) => ({ ...one, human: 7, ai: 8, total: 9 }));
  const earlier = [...new Map([...before, ...shared].map((one) => [one.path, one])).values()];
  const data = dataOf({ current: period(totals, now), previous: period(totals, earlier, complete) });
  return { report: reportOf({ data }), earlier };
}

/** A cell that a spreadsheet runs: by its first sign, or by the one after characters that some of them skip. */
const formula = /^[\t\r]|^[\s\p{C}]*[=+\-@＝＋－＠]/u;

describe("the CSV", () => {
  it("has the current counts, and the previous ones with a comparison", () => {
    const data = dataOf({
      current: period(counts(70, 30), [page("/a", 60, 20), page("/b", 5)]),
      previous: period(counts(70, 30), [page("/a", 50, 10), page("/gone", 9)]),
    });
    expect(toCsv(reportOf({ data }))).toBe(`${head}\n/a,60,20,80,50,10,60\n/b,5,0,5,0,0,0\n`);
    expect(toCsv(reportOf({ data, periods: alone }))).toBe("path,human,ai,total\n/a,60,20,80\n/b,5,0,5\n");
  });

  it("has empty cells for unknown previous counts", () => {
    const current = period(counts(70, 30), [page("/a", 60, 20)]);
    const incomplete = period(counts(70, 30), [], false);
    for (const previous of [undefined, incomplete])
      expect(toCsv(reportOf({ data: dataOf({ current, previous }) }))).toBe(`${head}\n/a,60,20,80,,,\n`);
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
    ["/a =1", "/a =1"],
    ['/a,"b"\n', '/a,"b"\n'],
    ["'=1", "'=1"],
    ["", ""],
  ])("has the path %j as %j", (path, cell) => {
    expect(cells(csvOf([page(path, 12, 3)]))[1]).toEqual([cell, "12", "3", "15"]);
  });

  it("parses back to exactly the data, and no cell is a formula, at whatever sign a spreadsheet splits", () => {
    fc.assert(
      fc.property(hostileRows, hostileRows, fc.boolean(), (now, before, complete) => {
        const { report, earlier } = reportOn(now, before, complete);
        const csv = toCsv(report);
        const read = cells(csv);
        expect(read[0]?.join()).toBe(head);
        expect(read).toHaveLength(now.length + 1);
        for (const [index, { path, human, ai, total }] of now.entries()) {
          const [cell = "?", ...numbers] = read[index + 1] ?? [];
          expect([path.toWellFormed(), `'${path.toWellFormed()}`]).toContain(cell);
          const was = earlier.find((one) => one.path === path);
          const unknown = Array(3).fill(complete ? "0" : "");
          const previous = was === undefined ? unknown : [was.human, was.ai, was.total].map(String);
          expect(numbers).toEqual([human, ai, total].map(String).concat(previous));
          for (const one of [cell, ...numbers]) expect(one).not.toMatch(formula);
        }
        for (const delimiter of [";", "\t"]) {
          const rows: string[][] = parse(csv, { delimiter, relax_quotes: true, relax_column_count: true });
          for (const one of rows.flat()) expect(one).not.toMatch(formula);
        }
      }),
      runs(1000),
    );
  });
});

describe("the JSON", () => {
  it("has all data under the service's names", () => {
    const data = dataOf({
      current: period(counts(70, 30, 90), [page("/a", 60, 20)], false),
      previous: period(counts(70, 30, 95), [page("/a", 5, 1)]),
      trend: [undefined, counts(70, 30, 95), counts(70, 30, 90)],
      missing: [{ what: "pages", why: "budget" }],
    });
    const report = reportOf({ data, periods: periodsOf({ trend: 3 }) });
    const [now, before] = [
      { human: 60, ai: 20, total: 80 },
      { human: 5, ai: 1, total: 6 },
    ];
    expect(JSON.parse(toJson(report))).toEqual({
      dateFrom: "2026-11-14",
      dateTo: "2026-11-21",
      complete: false,
      missing: [{ what: "pages", why: "budget" }],
      totals: { human: 70, ai: 30, total: 90 },
      visitors: [{ path: "/a", ...now }],
      previous: {
        dateFrom: "2026-11-07",
        dateTo: "2026-11-14",
        complete: true,
        totals: { human: 70, ai: 30, total: 95 },
        visitors: [{ path: "/a", ...before }],
      },
      moved: {
        ...{ down: [], new: [], gone: [], moved: [], aiShareUp: [] },
        up: [{ path: "/a", current: now, previous: before }],
      },
      worthALook: [{ kind: "up", path: "/a", current: now, previous: before }],
      next: null,
      trend: [
        { dateFrom: "2026-10-31", dateTo: "2026-11-07", totals: null },
        { dateFrom: "2026-11-07", dateTo: "2026-11-14", totals: { human: 70, ai: 30, total: 95 } },
        { dateFrom: "2026-11-14", dateTo: "2026-11-21", totals: { human: 70, ai: 30, total: 90 } },
      ],
    });
  });

  it("has moved pages under both of their paths", () => {
    const data = dataOf({
      current: period(counts(500, 0), [page("/b/x", 60)]),
      previous: period(counts(500, 0), [page("/a/x", 70)]),
    });
    const both = { current: counts(60, 0), previous: counts(70, 0) };
    expect(JSON.parse(toJson(reportOf({ data })))).toMatchObject({
      moved: { moved: [{ from: "/a/x", to: "/b/x", ...both }], new: [], gone: [] },
      worthALook: [{ kind: "moved", from: "/a/x", path: "/b/x", ...both }],
    });
  });

  it.each([
    ["of the sample", reportOf()],
    ["without pages", reportOf({ data: dataOf() })],
    ["of a first week", siteReport(counts(0, 0), counts(90, 5), [page("/", 90, 5)])],
    ["without a comparison", reportOf({ periods: alone, data: dataOf({ current: period(counts(1, 1)) }) })],
    [
      "of part of a day",
      reportOf({
        periods: periodsOf({ "date-from": "2026-11-01T09:00:00.5Z", "date-to": "2026-11-01T10:30Z" }),
      }),
    ],
    ["of a site that fell", siteReport(counts(1000, 400), counts(600, 200))],
    [
      "of several new pages in one folder",
      siteReport(
        counts(900, 0),
        counts(900, 0),
        ["/a/1", "/a/2", "/b", "/c"].map((path) => page(path, 90)),
      ),
    ],
    [
      "of several pages that moved",
      reportOf({
        data: dataOf({
          current: period(counts(900, 0), [page("/b/1", 90), page("/b/2", 90), page("/b/3", 90)]),
          previous: period(counts(900, 0), [page("/a/1", 90), page("/a/2", 90), page("/a/3", 90)]),
        }),
      }),
    ],
    [
      "with everything missing",
      reportOf({
        data: dataOf({
          current: period(counts(90, 5), [page("/", 90, 5)], false),
          trend: [undefined, counts(1, 2)],
          missing: [
            { what: "pages", why: "pagination" },
            { what: "previous", why: "failure", reason: "service" },
            { what: "trend", why: "time" },
            { what: "previous-pages", why: "budget" },
            { what: "rows", why: "malformed", count: 3 },
          ],
        }),
      }),
    ],
    ["with a row of every kind to document next", reportWith(Object.values(rowOf))],
    [
      "with rows about pages of which little is known",
      reportWith([
        { ...rowOf["rated-down"], readers: undefined },
        { ...rowOf["examples-reported"], path: "/a b" },
      ]),
    ],
  ])("%s follows its schema", (_, report) => {
    expect(schemaErrors(report)).toEqual([]);
  });

  it("follows its schema whatever the pages are called", () => {
    fc.assert(
      fc.property(hostileRows, hostileRows, fc.boolean(), (now, before, complete) => {
        expect(schemaErrors(reportOn(now, before, complete).report)).toEqual([]);
      }),
      runs(200, 30),
    );
  });

  it.each([
    ["a count that is no whole number", { totals: { human: 1.5, ai: 0, total: 2 } }],
    ["a negative count", { totals: { human: 1, ai: -1, total: 2 } }],
    ["a field that nobody documented", { extra: 1 }],
    ["a date that is none", { dateFrom: "yesterday" }],
    ["a reason that is none", { missing: [{ what: "pages", why: "malformed" }] }],
    ["no list of pages", { visitors: null }],
    ["a finding about the site that names a page", { worthALook: [{ ...anyFinding, kind: "fewerAi" }] }],
    [
      "a group of two pages",
      { worthALook: [{ ...anyFinding, group: { pages: 2, below: 2, folder: "/a/" } }] },
    ],
    ["a moved page without its old path", { worthALook: [{ ...anyFinding, kind: "moved" }] }],
    ["an old path of a page that did not move", { worthALook: [{ ...anyFinding, kind: "up", from: "/a" }] }],
  ])("would not follow its schema with %s", (_, wrong) => {
    const content = z.record(z.string(), z.unknown()).parse(JSON.parse(toJson(reportOf())));
    expect(schema.validate({ ...content, ...wrong }).valid).toBe(false);
  });

  it("has no previous period if none was read", () => {
    expect(JSON.parse(toJson(reportOf({ data: dataOf() })))).toMatchObject({ previous: null, visitors: [] });
  });

  it("keeps every path and count exactly, for any parser", () => {
    fc.assert(
      fc.property(hostileRows, hostileRows, fc.boolean(), (now, before, complete) => {
        const { report, earlier } = reportOn(now, before, complete);
        const json = toJson(report);
        const read: unknown = JSON.parse(json);
        expect(read).toMatchObject({ visitors: now, previous: { complete, visitors: earlier } });
        expect(json.isWellFormed()).toBe(true);
        expect(json.endsWith("}\n")).toBe(true);
        // A program in another language reads the bytes.
        expect(JSON.parse(Buffer.from(json).toString("utf8"))).toEqual(read);
      }),
      runs(300),
    );
  });
});

it("the Markdown file is the report without a limit, and does not link to itself", () => {
  const report = reportOf({ files: ["a.csv", "b.MD", "c.md.json"], top: 3 });
  const whole = renderReport({ ...report, files: ["a.csv", "c.md.json"] });
  expect(toMarkdownFile(report)).toBe(whole);
  expect(whole).toContain("/sdks/日本語/はじめに");
});
