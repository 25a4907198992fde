import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoRange, type Range } from "../../src/visitors/read/data.ts";
import { runs } from "../runs.ts";
import { periodsOf } from "./report-fixture.ts";

const written = (range: Range | undefined) =>
  range === undefined ? "none" : Object.values(isoRange(range)).join(" ");
const at = (text: string) => Date.parse(text);

describe("the current period", () => {
  it.each([
    ["7d", "2026-11-21T15:04:05Z", "2026-11-14 2026-11-21"],
    ["30d", "2024-03-10T00:00:00Z", "2024-02-09 2024-03-10"],
    ["last-week", "2026-11-22T23:59:59Z", "2026-11-09 2026-11-16"],
    ["last-week", "2026-11-23T00:00:00Z", "2026-11-16 2026-11-23"],
    ["last-week", "2027-01-01T12:00:00Z", "2026-12-21 2026-12-28"],
    ["last-month", "2026-11-21T15:04:05Z", "2026-10-01 2026-11-01"],
    ["last-month", "2027-01-01T00:00:00Z", "2026-12-01 2027-01-01"],
    ["last-month", "2024-03-31T12:00:00Z", "2024-02-01 2024-03-01"],
  ])("of %s at %s is %s", (period, now, range) => {
    expect(written(periodsOf({ period }, at(now)).current)).toBe(range);
  });

  it.each([
    ["2026-11-01", "2026-12-01", "2026-11-01 2026-12-01", "period"],
    ["2026-11-01T00:00:00Z", "2026-11-02", "2026-11-01 2026-11-02", "period"],
    [
      "2026-11-01T09:30",
      "2026-11-02T10:00:00",
      "2026-11-01T09:30:00Z 2026-11-02T10:00:00Z",
      "period",
    ],
    ["2024-02-29", "2024-03-07", "2024-02-29 2024-03-07", "week"],
  ])("from %s to %s is %s", (from, to, range, unit) => {
    const periods = periodsOf({ "date-from": from, "date-to": to, period: "30d" });
    expect(written(periods.current)).toBe(range);
    expect(periods.unit).toBe(unit);
  });
});

describe("the previous period", () => {
  it.each([
    [{ "date-from": "2026-11-01", "date-to": "2026-12-01" }, "2026-10-02 2026-11-01"],
    [
      { "date-from": "2026-11-01T06:00", "date-to": "2026-11-01T18:00" },
      "2026-10-31T18:00:00Z 2026-11-01T06:00:00Z",
    ],
    [{ compare: false }, "none"],
  ])("of %j is %s", (given, range) => {
    expect(written(periodsOf(given).previous)).toBe(range);
  });

  it("and the trend have no gap and no overlap; the trend is oldest first and ends with both", () => {
    const time = fc.integer({ min: at("2000-01-01"), max: at("2100-01-01") });
    const periods = fc.constantFrom("1d", "7d", "366d", "last-week", "last-month");
    fc.assert(
      fc.property(time, periods, (now, period) => {
        const { trend, current, previous } = periodsOf({ period, trend: 20 }, now);
        for (const [index, range] of trend.entries()) {
          expect(range.from).toBeLessThan(range.to);
          expect(range.to).toBe(trend[index + 1]?.from ?? current.to);
        }
        expect(trend.at(-2)).toEqual(previous);
        expect(current.to).toBeLessThanOrEqual(now);
      }),
      runs(100),
    );
  });
});
