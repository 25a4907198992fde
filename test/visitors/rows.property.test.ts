import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toVisitorsPage, visitorsSchema } from "../../src/service/schemas.ts";
import { PageRows, toCounts } from "../../src/visitors/page-reader.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

const count = fc.oneof(
  { weight: 3, arbitrary: fc.nat(5000) },
  fc.constantFrom(-0, -1, 0.4, 1.5, 2 ** 53, 2 ** 53 - 1, 1e300, -1e300, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
// Few paths, so that some come again.
const path = fc.oneof(fc.constantFrom("/", "/a", "__proto__", "constructor", ""), hostile);
const row = fc.oneof(
  { weight: 6, arbitrary: fc.record({ path, human: count, ai: count, total: count }) },
  fc.jsonValue(),
);
const pages = fc.array(fc.array(row, { maxLength: 8 }), { maxLength: 4 });

describe("counts", () => {
  it("are whole numbers from zero on, as near as can be, or none", () => {
    fc.assert(
      fc.property(count, count, count, (human, ai, total) => {
        const counts = toCounts({ human, ai, total });
        const usable = [human, ai, total].every((value) => value >= 0 && value < 2 ** 53);
        expect(counts !== undefined).toBe(usable);
        for (const [name, given] of Object.entries({ human, ai, total })) {
          const value: unknown = Object(counts ?? { human, ai, total })[name];
          if (counts === undefined) continue;
          expect(Number.isSafeInteger(value)).toBe(true);
          expect(String(value)).toMatch(/^\d{1,16}$/);
          expect(Math.abs(Number(value) - given)).toBeLessThanOrEqual(0.5);
        }
      }),
      runs(2000),
    );
  });
});

describe("the rows of pages", () => {
  it("are each path once with the counts that came first, most visitors first, and the rest is counted", () => {
    fc.assert(
      fc.property(pages, (given) => {
        const rows = new PageRows();
        const first = new Map<string, unknown>();
        let usable = 0;
        for (const visitors of given) {
          const sent: unknown = JSON.parse(
            JSON.stringify({ totals: { human: 0, ai: 0, total: 0 }, visitors, hasMore: true }),
          );
          const page = toVisitorsPage(visitorsSchema.parse(sent));
          const [known, bad] = [first.size, rows.malformed];
          for (const { path: name, ...given } of page.visitors) {
            const counts = toCounts(given);
            if (counts === undefined) continue;
            usable += 1;
            if (!first.has(name)) first.set(name, { path: name, ...counts });
          }
          expect(rows.add(page)).toBe(first.size > known || rows.malformed > bad);
        }
        const sorted = rows.sorted();
        expect(new Set(sorted.map((one) => JSON.stringify(one)))).toEqual(
          new Set([...first.values()].map((one) => JSON.stringify(one))),
        );
        expect(sorted).toHaveLength(first.size);
        expect(rows.malformed).toBe(given.flat().length - usable);
        for (const [index, { total, path: name }] of sorted.entries()) {
          const next = sorted[index + 1];
          if (next !== undefined)
            expect(total > next.total || (total === next.total && name < next.path)).toBe(true);
        }
      }),
      runs(700),
    );
  });
});
