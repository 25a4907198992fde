import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCsv, toJson } from "../../src/visitors/export.ts";
import type { PageRow } from "../../src/visitors/types.ts";
import { HOSTILE_PATHS } from "../emulator/hostile-paths.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";
import { counts, dataOf, period, reportOf } from "./report-fixture.ts";

const path = fc.oneof(
  hostile,
  fc.constantFrom(
    ...HOSTILE_PATHS,
    "__proto__",
    "toString",
    "'=1",
    '"=1"',
    '=1,"x"\n=2',
    "/a;=1+1;",
    "/a\t=1\t",
    '/a";=1;"',
    "\u2028=1",
    "\u00a0@x",
  ),
);
const count = fc.oneof(fc.nat(5000), fc.constant(Number.MAX_SAFE_INTEGER), fc.constant(0));
const row: fc.Arbitrary<PageRow> = fc.record({ path, human: count, ai: count, total: count });
const rows = fc.uniqueArray(row, { selector: (one) => one.path, maxLength: 8 });

/** A report on these rows, some of which were there before too. */
function reportOn(now: readonly PageRow[], before: readonly PageRow[], complete: boolean) {
  const totals = counts(100, 50);
  const shared = now
    .filter((_, index) => index % 2 === 0)
    .map((one) => ({ ...one, human: 7, ai: 8, total: 9 }));
  const earlier = [...new Map([...before, ...shared].map((one) => [one.path, one])).values()];
  const data = dataOf({ current: period(totals, now), previous: period(totals, earlier, complete) });
  return { report: reportOf({ data }), earlier };
}

/** What a spreadsheet runs: a cell by its first sign, or by the one behind what some of them skip. */
const formula = /^[\t\r]|^[\s\p{C}]*[=+\-@＝＋－＠]/u;

describe("the CSV with a comparison", () => {
  it("parses back to exactly the data, and no cell is a formula", () => {
    fc.assert(
      fc.property(rows, rows, fc.boolean(), (now, before, complete) => {
        const { report, earlier } = reportOn(now, before, complete);
        const csv = toCsv(report);
        const read: string[][] = parse(csv);
        expect(read[0]).toEqual([
          "path",
          "human",
          "ai",
          "total",
          "previousHuman",
          "previousAi",
          "previousTotal",
        ]);
        expect(read).toHaveLength(now.length + 1);
        for (const [index, { path: name, human, ai, total }] of now.entries()) {
          const [cell = "?", ...numbers] = read[index + 1] ?? [];
          expect([name.toWellFormed(), `'${name.toWellFormed()}`]).toContain(cell);
          const was = earlier.find((one) => one.path === name);
          const then =
            was === undefined
              ? Array(3).fill(complete ? "0" : "")
              : [was.human, was.ai, was.total].map(String);
          expect(numbers).toEqual([human, ai, total].map(String).concat(then));
          for (const one of [cell, ...numbers]) expect(one).not.toMatch(formula);
        }
        // Spreadsheets part cells at other signs too, by the language they are set to.
        for (const delimiter of [";", "\t"]) {
          const rows: string[][] = parse(csv, { delimiter, relax_quotes: true, relax_column_count: true });
          for (const one of rows.flat()) expect(one).not.toMatch(formula);
        }
      }),
      runs(250),
    );
  });
});

describe("the JSON with a comparison", () => {
  it("is read by any parser, with every path and count as it was", () => {
    fc.assert(
      fc.property(rows, rows, fc.boolean(), (now, before, complete) => {
        const { report, earlier } = reportOn(now, before, complete);
        const json = toJson(report);
        const read: unknown = JSON.parse(json);
        expect(read).toMatchObject({ visitors: now, previous: { complete, visitors: earlier } });
        expect(json.isWellFormed()).toBe(true);
        expect(json.endsWith("}\n")).toBe(true);
        // As a reader in another language gets it, from the bytes.
        expect(JSON.parse(Buffer.from(json).toString("utf8"))).toEqual(read);
      }),
      runs(300),
    );
  });
});
