import fc from "fast-check";
import { expect, it } from "vitest";
import { visitorsPage } from "../../../src/service/schemas.ts";
import { PeriodRows, toCounts } from "../../../src/visitors/fetch/period-rows.ts";
import { runs } from "../../runs.ts";
import { hostile } from "../../text/hostile.ts";

const count = fc.oneof(
  { weight: 3, arbitrary: fc.nat(5000) },
  fc.constantFrom(-0, -1, 0.4, 1.5, 2 ** 53, 2 ** 53 - 1, 1e300, -1e300, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
// Few paths, so that some repeat.
const path = fc.oneof(fc.constantFrom("/", "/a", "__proto__", "constructor", ""), hostile);
const row = fc.oneof(
  { weight: 6, arbitrary: fc.record({ path, human: count, ai: count, total: count }) },
  fc.jsonValue(),
);
const chunks = fc.array(fc.array(row, { maxLength: 8 }), { maxLength: 4 });

it("counts are rounded to whole numbers from zero, or refused", () => {
  fc.assert(
    fc.property(count, count, count, (human, ai, total) => {
      const given = [human, ai, total];
      const counts = toCounts({ human, ai, total });
      expect(counts !== undefined).toBe(given.every((value) => value >= 0 && value < 2 ** 53));
      if (counts === undefined) return;
      for (const [index, value] of [counts.human, counts.ai, counts.total].entries()) {
        expect(Number.isSafeInteger(value)).toBe(true);
        expect(Object.is(value, -0)).toBe(false);
        expect(Math.abs(value - (given[index] ?? Number.NaN))).toBeLessThanOrEqual(0.5);
      }
    }),
    runs(2000),
  );
});

it("rows keep each path once with its first counts, most visitors first, and malformed ones are counted", () => {
  fc.assert(
    fc.property(chunks, (given) => {
      const rows = new PeriodRows();
      const first = new Map<string, unknown>();
      let usable = 0;
      for (const visitors of given) {
        const totals = { human: 0, ai: 0, total: 0 };
        const sent: unknown = JSON.parse(JSON.stringify({ totals, visitors, hasMore: true }));
        const chunk = visitorsPage.parse(sent);
        const [known, malformed] = [first.size, rows.malformed];
        for (const { path: name, ...values } of chunk.visitors) {
          const counts = toCounts(values);
          if (counts === undefined) continue;
          usable += 1;
          if (!first.has(name)) first.set(name, { path: name, ...counts });
        }
        expect(rows.add(chunk)).toBe(first.size > known || rows.malformed > malformed);
      }
      const sorted = rows.sorted();
      expect(new Map(sorted.map((one) => [one.path, one]))).toEqual(first);
      expect(sorted).toHaveLength(first.size);
      expect(rows.malformed).toBe(given.flat().length - usable);
      for (const [index, { total, path: name }] of sorted.slice(0, -1).entries()) {
        const next = sorted[index + 1];
        expect(next && (total > next.total || (total === next.total && name < next.path))).toBe(true);
      }
    }),
    runs(700),
  );
});
