import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visitorsChunk } from "../../src/visitors/read.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

const totals = { human: 3, ai: 2, total: 4 };
/** A value after it was sent as JSON: `__proto__` is then a member like any other. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const parse = (visitors: unknown, hasMore = false) => visitorsChunk.parse({ totals, visitors, hasMore });

const count = fc.oneof(
  { weight: 3, arbitrary: fc.nat(5000) },
  fc.constantFrom(-0, -1, 0.4, 1.5, 2 ** 53, 2 ** 53 - 1, 1e300, -1e300, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const isUsable = (value: unknown) => typeof value === "number" && value >= 0 && value < 2 ** 53;

describe("a chunk of visitors", () => {
  it("keeps every row with counts that can be, rounded to whole numbers from zero, and counts the others", () => {
    const path = fc.oneof(fc.constantFrom("/", "__proto__", "constructor", ""), hostile);
    const anyRow = fc.oneof(
      { weight: 6, arbitrary: fc.record({ path, human: count, ai: count, total: count }) },
      fc.record({ path: fc.jsonValue(), human: fc.jsonValue(), ai: count }, { requiredKeys: [] }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 12 }), (given) => {
        const { rows, malformed } = parse(sent(given));
        const usable = given.filter((one) => {
          const { path, human, ai, total } = Object(sent(one));
          return typeof path === "string" && [human, ai, total].every(isUsable);
        });
        expect(malformed).toBe(given.length - usable.length);
        expect(rows.map(({ path }) => path)).toEqual(usable.map((one) => Object(sent(one)).path));
        for (const [index, parsed] of rows.entries())
          for (const name of ["human", "ai", "total"] as const) {
            expect(Number.isSafeInteger(parsed[name])).toBe(true);
            expect(Object.is(parsed[name], -0)).toBe(false);
            expect(Math.abs(parsed[name] - Number(Object(usable[index])[name]))).toBeLessThanOrEqual(0.5);
          }
      }),
      runs(700),
    );
  });
});
