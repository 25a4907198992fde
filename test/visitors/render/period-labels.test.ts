import { describe, expect, it } from "vitest";
import { periodLabels } from "../../../src/visitors/format.ts";
import { periodsOf } from "../report-fixture.ts";

describe("the column heads of the two periods", () => {
  it.each([
    [{ period: "7d" }, "14 – 20 Nov | 7 – 13 Nov"],
    [{ period: "1d" }, "20 Nov | 19 Nov"],
    [{ period: "30d" }, "22 Oct – 20 Nov | 22 Sep – 21 Oct"],
    [{ period: "150d" }, "24 Jun – 20 Nov 2026 | 25 Jan – 23 Jun 2026"],
    [{ period: "365d" }, "21 Nov 2025 – 20 Nov 2026 | 21 Nov 2024 – 20 Nov 2025"],
    [{ period: "last-month" }, "October | September"],
    [{ "date-from": "2027-01-02", "date-to": "2027-01-04" }, "2 – 3 Jan | 31 Dec – 1 Jan"],
    [
      { "date-from": "2026-11-14T09:00", "date-to": "2026-11-14T12:00" },
      "14 Nov 09:00 – 14 Nov 12:00 UTC | 14 Nov 06:00 – 14 Nov 09:00 UTC",
    ],
  ])("of %j are %s", (given, columns) => {
    const { currentColumn, previousColumn } = periodLabels(periodsOf(given));
    expect(`${currentColumn} | ${previousColumn}`).toBe(columns);
  });
});
