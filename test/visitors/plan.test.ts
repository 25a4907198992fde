import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planRequests } from "../../src/visitors/fetch.ts";
import type { Periods, Range } from "../../src/visitors/types.ts";
import { runs } from "../runs.ts";

const day = 86_400_000;
const end = Date.UTC(2026, 0, 5);
/** The week that lies so many weeks back; 0 is the newest. */
const week = (back: number): Range => ({ from: end - (back + 1) * 7 * day, to: end - back * 7 * day });

function periods(given: { trend: number; compare?: boolean }): Periods {
  return {
    current: week(0),
    previous: given.compare === false ? undefined : week(1),
    trend: Array.from({ length: given.trend }, (_, at) => week(given.trend - 1 - at)),
    unit: { kind: "days", days: 7 },
  };
}

describe("the plan of the first requests", () => {
  it("holds both periods and the trend's other points, newest first", () => {
    expect(planRequests(periods({ trend: 5 }), 60)).toEqual({
      current: week(0),
      previous: week(1),
      trend: [week(2), week(3), week(4)],
      trendRequests: 15,
      missing: [],
    });
  });

  it("asks for the period before as a point of the trend where it is not compared", () => {
    const { previous, trend } = planRequests(periods({ trend: 3, compare: false }), 60);
    expect(previous).toBeUndefined();
    expect(trend).toEqual([week(1), week(2)]);
  });

  it("gives the trend at most a quarter of the budget, and leaves its oldest points out", () => {
    const plan = planRequests(periods({ trend: 52 }), 60);
    expect(plan.trend).toHaveLength(15);
    expect(plan.trend.at(-1)).toEqual(week(16));
    expect(plan.missing).toEqual([{ what: "trend", why: "budget" }]);
  });

  it.each([
    [1, false, 0, ["previous", "trend"]],
    [2, true, 0, ["trend"]],
    [3, true, 0, ["trend"]],
    [4, true, 1, ["trend"]],
    [24, true, 6, []],
  ])("of %d requests", (maxRequests, compared, points, missing) => {
    const plan = planRequests(periods({ trend: 8 }), maxRequests);
    expect(plan.previous !== undefined).toBe(compared);
    expect(plan.trend).toHaveLength(points);
    expect(plan.missing).toEqual(missing.map((what) => ({ what, why: "budget" })));
  });

  it("misses nothing that was not asked for", () => {
    expect(planRequests(periods({ trend: 0, compare: false }), 1).missing).toEqual([]);
    expect(planRequests(periods({ trend: 2 }), 2).missing).toEqual([]);
  });

  it("never plans more than the budget, and says when it plans less than was asked for", () => {
    const anyCase = fc.record({
      trend: fc.integer({ min: 0, max: 52 }),
      compare: fc.boolean(),
      max: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(anyCase, ({ trend, compare, max }) => {
        const plan = planRequests(periods({ trend, compare }), max);
        const planned = 1 + (plan.previous === undefined ? 0 : 1) + plan.trend.length;
        const asked = 1 + (compare ? 1 : 0) + Math.max(0, trend - (compare ? 2 : 1));
        expect(planned).toBeLessThanOrEqual(max);
        expect(plan.trend.length).toBeLessThanOrEqual(max / 4);
        if (plan.missing.length === 0) expect(planned).toBe(asked);
        if (planned >= asked) expect(plan.missing).toEqual([]);
      }),
      runs(100),
    );
  });
});
