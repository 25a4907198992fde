import { describe, expect, it } from "vitest";
import { day } from "../../src/dates.ts";
import { isResting, type Memory, remember, timesInRow } from "../../src/visitors/memory.ts";
import { promptedRow } from "../../src/visitors/outputs.ts";
import type { NextRow, SignalData } from "../../src/visitors/report-model.ts";
import { rowOf } from "./next-fixture.ts";
import { dataOf, noSignals, periodsOf, reportOf, sampleData } from "./report-fixture.ts";

const periods = periodsOf();
const { from, to } = periods.current;
const week = 7 * day;
const asked = rowOf["asked-unanswered"];
const note = (kind: Memory["notes"][number]["kind"], page: string, last: number, since = last - week) => ({
  ...{ kind, page, since, last },
});
const memoryOf = (...notes: Memory["notes"]): Memory => ({ from: from - week, to: to - week, notes });

describe("a row", () => {
  const nth = (memory: Memory | undefined, given = periods) =>
    timesInRow({ memory, periods: given }, "asked-unanswered", "/a");
  it.each<[string, Memory | undefined, number | undefined]>([
    ["without a memory", undefined, undefined],
    ["that the last report had", memoryOf(note("asked-unanswered", "/a", to - week)), 2],
    [
      "that it had for the tenth time",
      memoryOf(note("asked-unanswered", "/a", to - week, from - 10 * week)),
      11,
    ],
    ["of another kind", memoryOf(note("rated-down", "/a", to - week)), undefined],
    ["of another page", memoryOf(note("asked-unanswered", "/b", to - week)), undefined],
    ["that the last report had not", memoryOf(note("asked-unanswered", "/a", to - 2 * week)), undefined],
    [
      "of the same period, reported again",
      { from, to, notes: [note("asked-unanswered", "/a", to, from)] },
      undefined,
    ],
    ["of a later period", memoryOf(note("asked-unanswered", "/a", to - week, from + week)), undefined],
  ])("%s", (_, memory, times) => {
    expect(nth(memory)).toBe(times);
  });

  it("of months is counted in months, also over a year", () => {
    const monthly = periodsOf({ period: "last-month" }, Date.UTC(2027, 2, 2));
    const last = monthly.current.from;
    const since = Date.UTC(2026, 1, 1);
    const memory = { from: since, to: last, notes: [note("asked-unanswered", "/a", last, since)] };
    expect(nth(memory, monthly)).toBe(13);
  });
});

describe("what is named", () => {
  it.each([
    [0, false, false],
    [1, true, true],
    [27, true, true],
    [28, false, true],
    [89, false, true],
    [90, false, false],
  ])("%i days ago is not named again: prompt %s, unchanged %s", (days, prompt, unchanged) => {
    const last = to - days * day;
    const memory = memoryOf(note("prompt", "/a", last), note("unchanged", "/a", last));
    expect(isResting({ memory, periods }, "prompt", "/a")).toBe(prompt);
    expect(isResting({ memory, periods }, "unchanged", "/a")).toBe(unchanged);
    expect(isResting({ memory, periods }, "prompt", "/b")).toBe(false);
  });

  it("is not what a prompt named in the last 28 days; the next row is", () => {
    const next = [asked, rowOf["examples-reported"]];
    const page = (memory: Memory | undefined) => promptedRow(reportOf({ next, memory }))?.page;
    expect(page(undefined)).toBe(asked.page);
    expect(page(memoryOf(note("prompt", asked.page, to - 3 * week)))).toBe("/sdks/python");
    expect(page(memoryOf(note("prompt", asked.page, to - 4 * week)))).toBe(asked.page);
    // The same week, reported again, names the same page.
    expect(page({ from, to, notes: [note("prompt", asked.page, to)] })).toBe(asked.page);
  });
});

describe("the memory of a report", () => {
  it("has its rows with the start of each, what it prompted, and what rests; no term, no figure", () => {
    const memory = memoryOf(
      note("asked-unanswered", asked.page, to - week, from - 3 * week),
      note("rated-down", "/gone", to - week),
      note("prompt", "/p", to - 27 * day),
      note("prompt", "/old", to - 28 * day),
      note("unchanged", "/u", to - 89 * day),
    );
    expect(
      remember(reportOf({ next: [asked, rowOf["searched-unclicked"], rowOf["rated-down"]], memory }), "/now"),
    ).toEqual({
      from,
      to,
      notes: [
        note("asked-unanswered", asked.page, to, from - 3 * week),
        note("rated-down", "/guides/billing", to, from),
        note("prompt", "/now", to, from),
        note("prompt", "/p", to - 27 * day),
        note("unchanged", "/u", to - 89 * day),
      ],
    });
  });

  it("keeps what was not read this time, which neither ends nor begins anew", () => {
    const open = note("asked-unanswered", asked.page, to - week, from - 2 * week);
    const rated = note("rated-down", asked.page, to - week);
    const memory = memoryOf(open, rated, note("asked-unanswered", "/before", to - 2 * week));
    const notesWithout = (...missing: SignalData["missing"]) => {
      const data = dataOf({ ...sampleData(), signals: { ...noSignals, missing } });
      return remember(reportOf({ next: [], data, memory }), undefined).notes;
    };
    expect(notesWithout({ what: "questions", why: "budget" })).toEqual([{ ...open, last: to }]);
    expect(notesWithout({ what: "feedback", why: "time" })).toEqual([{ ...rated, last: to }]);
    expect(notesWithout({ what: "questions", why: "malformed" })).toEqual([]);
    expect(notesWithout()).toEqual([]);
  });

  it("has at most twenty notes, the newest, and no page of more than 200 characters", () => {
    const next: NextRow[] = [{ ...asked, page: `/${"x".repeat(200)}` }, asked];
    const many = Array.from({ length: 30 }, (_, index) =>
      note("unchanged", `/${index}`, to - (30 - index) * day),
    );
    const { notes } = remember(reportOf({ next, memory: memoryOf(...many) }), undefined);
    expect(notes.map(({ page }) => page)).toEqual([
      asked.page,
      ...Array.from({ length: 19 }, (_, index) => `/${29 - index}`),
    ]);
  });
});
