import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { change } from "../../../src/visitors/tell/format.ts";
import { runs } from "../../runs.ts";
import { count } from "../arbitraries.ts";

describe("a change", () => {
  it.each([
    [1000, 1004, 0, "±0%"],
    [1000, 1, 0, "−99%"],
    [1000, 0, 0, "−100%"],
    [0, 5, 0, ""],
    [19, 1, 20, ""],
    [20, 1, 20, "−95%"],
    [1, 20, 20, "+1,900%"],
  ])("from %d to %d, if %d is the least that counts, is %j", (before, now, least, text) => {
    expect(change(before, now, least)).toBe(text);
  });

  it("has the sign of the change, and is 100% down only if nothing is left", () => {
    fc.assert(
      fc.property(count, count, (before, now) => {
        const text = change(before, now, 0);
        if (before === 0) expect(text).toBe("");
        else if (now >= before) expect(text).toMatch(/^(?:±0%|\+\d[\d,]*%)$/);
        else expect(text).toMatch(/^(?:±0%|−\d{1,2}%|−100%)$/);
        if (text === "−100%") expect(now).toBe(0);
      }),
      runs(1000),
    );
  });
});
