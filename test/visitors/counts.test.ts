import { describe, expect, it } from "vitest";
import { countsIn } from "../../src/visitors/counts.ts";
import { counts, period } from "./report-fixture.ts";

describe("a page's visitors in a period", () => {
  const previous = period(counts(100, 0), [{ path: "/a", ...counts(1, 2) }]);

  it("are zero if all pages were read and it was not among them", () => {
    const before = countsIn(previous);
    expect(before("/a")).toMatchObject(counts(1, 2));
    expect(before("/b")).toEqual(counts(0, 0));
  });

  it("are unknown otherwise", () => {
    expect(countsIn({ ...previous, complete: false })("/b")).toBeUndefined();
    expect(countsIn(undefined)("/a")).toBeUndefined();
  });
});
