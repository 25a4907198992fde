import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { grouped, plural } from "../../../src/text/words.ts";
import { change, changeFraction, periodLabels } from "../../../src/visitors/tell/format.ts";
import { runs } from "../../runs.ts";
import { count } from "../arbitraries.ts";
import { periodsOf } from "../report-fixture.ts";

it.each([
  [grouped(0), "0"],
  [grouped(999.4), "999"],
  [grouped(999.5), "1,000"],
  [grouped(100_000), "100,000"],
  [grouped(1234567), "1,234,567"],
  [plural(2000, "person", "people"), "2,000 people"],
])("%s is %s", (text, expected) => {
  expect(text).toBe(expected);
});

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
        const text = change(before, now);
        if (before === 0) expect(text).toBe("");
        else if (now >= before) expect(text).toMatch(/^(?:±0%|\+\d[\d,]*%)$/);
        else expect(text).toMatch(/^(?:±0%|−\d{1,2}%|−100%)$/);
        if (text === "−100%") expect(now).toBe(0);
      }),
      runs(1000),
    );
  });
});

it.each([
  [100, 73, -0.27],
  [3, 0, -1],
  [1_000_000, 999_999, 0],
  [0, 5, undefined],
  [undefined, 5, undefined],
])("the change from %s to %d is the fraction %s", (before, now, fraction) => {
  expect(changeFraction(before, now)).toBe(fraction);
});

it.each([
  [{ period: "7d" }, "14 – 20 Nov | 7 – 13 Nov |  | Change | this week"],
  [{ period: "1d" }, "20 Nov | 19 Nov |  | Change | this day"],
  [{ period: "150d" }, "24 Jun – 20 Nov 2026 | 25 Jan – 23 Jun 2026 |  | Change | this period"],
  [{ period: "last-month" }, "Oct | Sep |  (daily average) | Change (daily average) | in October"],
  [{ compare: false }, "14 – 20 Nov |  |  | Change | this week"],
  [
    { "date-from": "2026-11-14T09:00", "date-to": "2026-11-14T12:00" },
    "14 Nov 09:00 – 14 Nov 12:00 UTC | 14 Nov 06:00 – 14 Nov 09:00 UTC |  | Change | this period",
  ],
])("the periods of %j are called %s", (given, names) => {
  expect(Object.values(periodLabels(periodsOf(given))).join(" | ")).toBe(names);
});
