import { describe, expect, it } from "vitest";
import { day } from "../../../src/dates.ts";
import { isResting, type Memory, remember } from "../../../src/visitors/find/memory.ts";
import { promptedRow } from "../../../src/visitors/tell/outputs.ts";
import { rowOf } from "../next-fixture.ts";
import { periodsOf, reportOf } from "../report-fixture.ts";

const periods = periodsOf();
const { from, to } = periods.current;
const week = 7 * day;
const asked = rowOf["asked-unanswered"];
const memoryOf = (...notes: Memory["notes"]): Memory => ({ from: from - week, to: to - week, notes });

describe("what a prompt named", () => {
  it.each([
    [0, false],
    [1, true],
    [27, true],
    [28, false],
  ])("%i days ago is not named again: %s", (days, expected) => {
    const memory = memoryOf({ page: "/a", last: to - days * day });
    expect(isResting({ memory, periods }, "/a")).toBe(expected);
    expect(isResting({ memory, periods }, "/b")).toBe(false);
  });

  it("is not named again in the 28 days after; the next row is", () => {
    const next = [asked, rowOf["examples-reported"]];
    const page = (memory: Memory | undefined) => promptedRow(reportOf({ next, memory }))?.page;
    expect(page(undefined)).toBe(asked.page);
    expect(page(memoryOf({ page: asked.page, last: to - 3 * week }))).toBe("/sdks/python");
    expect(page(memoryOf({ page: asked.page, last: to - 4 * week }))).toBe(asked.page);
    // The same week, reported again, names the same page.
    expect(page({ from, to, notes: [{ page: asked.page, last: to }] })).toBe(asked.page);
  });
});

describe("the memory of a report", () => {
  it("has what it prompted and what rests, at most twenty pages, the newest", () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      page: `/${index}`,
      last: to - (index + 1) * day,
    }));
    expect(remember(reportOf({ memory: memoryOf(...many) }), "/now")).toEqual({
      from,
      to,
      notes: [{ page: "/now", last: to }, ...many.slice(0, 19)],
    });
    const old = memoryOf({ page: "/p", last: to - 27 * day }, { page: "/old", last: to - 28 * day });
    expect(remember(reportOf({ memory: old }), undefined).notes.map(({ page }) => page)).toEqual(["/p"]);
  });
});
