import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wilsonInterval } from "../../../src/visitors/findings/wilson-interval.ts";
import { runs } from "../../runs.ts";

describe("the Wilson score interval", () => {
  it.each([
    [0, 10, "95%", 0, 0.2775],
    [10, 10, "95%", 0.7225, 1],
    [8, 10, "95%", 0.4902, 0.9433],
    [11, 14, "95%", 0.5241, 0.9243],
    [0, 7, "99%", 0, 0.4866],
    [4, 4, "99%", 0.3761, 1],
    [50, 100, "99%", 0.3753, 0.6247],
  ] as const)("%i of %i is at %s from %f to %f", (part, whole, confidence, lower, upper) => {
    expect(wilsonInterval(part, whole, confidence).lower).toBeCloseTo(lower, 4);
    expect(wilsonInterval(part, whole, confidence).upper).toBeCloseTo(upper, 4);
  });

  it("reaches to the shares from which the observed one is just so many standard deviations away", () => {
    const observed = fc
      .integer({ min: 1, max: 500 })
      .chain((whole) => fc.tuple(fc.nat(whole), fc.constant(whole)));
    fc.assert(
      fc.property(observed, ([part, whole]) => {
        for (const [confidence, deviations] of [
          ["95%", 1.96],
          ["99%", 2.576],
        ] as const) {
          const { lower, upper } = wilsonInterval(part, whole, confidence);
          for (const bound of [lower, upper])
            expect((part / whole - bound) ** 2).toBeCloseTo(
              (deviations ** 2 * bound * (1 - bound)) / whole,
              9,
            );
          expect(lower).toBeLessThan(upper);
        }
      }),
      runs(200),
    );
  });

  it("is everything if nothing was observed", () => {
    expect(wilsonInterval(0, 0, "99%")).toEqual({ lower: 0, upper: 1 });
  });

  it("closes in on the share where very much was observed", () => {
    const { lower, upper } = wilsonInterval(Number.MAX_SAFE_INTEGER / 4, Number.MAX_SAFE_INTEGER, "99%");
    expect(lower).toBeCloseTo(0.25, 6);
    expect(upper).toBeCloseTo(0.25, 6);
  });
});
