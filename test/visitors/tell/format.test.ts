import { expect, it } from "vitest";
import { changeOf } from "../../../src/visitors/tell/format.ts";
import { counts, reportOf } from "../report-fixture.ts";

it.each([
  [1000, 1004, 0, "±0%"],
  [1000, 1, 0, "−99%"],
  [1000, 0, 0, "−100%"],
  [0, 5, 0, ""],
  [19, 1, 20, ""],
  [20, 1, 20, "−95%"],
  [1, 20, 20, "+1,900%"],
])(
  "the change from %d to %d, if %d is the least that counts, is %j",
  (before, now, least, text) => {
    const { totals } = reportOf();
    const given = { now: counts(now, 0), before: counts(before, 0), threshold: least };
    expect(changeOf({ ...totals, ...given }, "human")).toBe(text);
  },
);
