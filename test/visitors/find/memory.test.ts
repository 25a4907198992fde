import { describe, expect, it } from "vitest";
import { day } from "../../../src/dates.ts";
import { joinMemories, type PromptedPages, remember } from "../../../src/visitors/find/report.ts";
import { counts, dataOf, page, period, periodsOf, reportOf } from "../report-fixture.ts";
import { conversations, noon, reports, signalsOf } from "../said.ts";

const end = periodsOf().current.to;

describe("a page that a prompt named", () => {
  it.each([
    [-0.3, true, false],
    [0.3, true, true],
    [27.9, true, true],
    [28, true, false],
    [89.9, true, false],
    [90, false, false],
  ])(
    "%d days before the period's end: is no row: %s, its numbers are told: %s",
    (days, rests, told) => {
      const { prompted, named } = said([{ page: "/guides/a", at: end - days * day }]);
      expect(prompted?.page).toBe(rests ? "/c" : "/guides/a");
      expect(named).toHaveLength(told ? 1 : 0);
    },
  );

  it("rests, if it would be a row and there is no other", () => {
    const memory = ["/c", "/guides/a"].map((page) => ({ page, at: end - 80 * day }));
    const some = [memory, memory.slice(1), [{ page: "/b", at: end - day }], []];
    expect(some.map((pages) => said(pages).isResting)).toEqual([true, false, false, false]);
  });

  it("is named again by a report of the same days alone", () => {
    const at = end + 0.3 * day;
    const memory = remember(said([]), at);
    expect(memory).toEqual([{ page: "/guides/a", at, range: "14 – 20 Nov 2026" }]);
    expect(said(memory).prompted?.page).toBe("/guides/a");
    // Such as the report of a month on the same day.
    const others = memory.map((one) => ({ ...one, range: "1 – 31 Oct 2026" }));
    expect(said(others).prompted?.page).toBe("/c");
  });

  const asked = conversations("/guides/a", 9, 31);
  const said = (memory: PromptedPages) => {
    const signals = signalsOf({
      questions: [...asked, ...conversations("/b", 1, 90)],
      exampleReports: reports("/c", 0, 1, undefined),
    });
    const pages = [page("/Guides/A", 500), page("/b", 400), page("/c", 300)];
    return reportOf({ data: dataOf({ current: period(counts(900, 0), pages), signals }), memory });
  };

  it("is told with what was said before and since", () => {
    const [first, second] = [noon + 4 * day - 1, noon - 20 * day];
    const { named } = said([
      { page: "/guides/a", at: first },
      { page: "/c", at: second },
    ]);
    expect(named).toEqual([
      {
        ...{ page: "/guides/a", path: "/guides/a", at: first },
        before: { unanswered: 4, asked: 4, reports: 0 },
        since: { unanswered: 5, asked: 27, reports: 0 },
      },
      {
        ...{ page: "/c", path: "/c", at: second },
        // What has no time.
        before: { unanswered: 0, asked: 0, reports: 1 },
        since: { unanswered: 0, asked: 0, reports: 2 },
      },
    ]);
  });
});

it("a report remembers what it names before what was named: at most a hundred pages, each once", () => {
  const many = Array.from({ length: 130 }, (_, index) => ({
    page: `/${index}`,
    at: end - (index + 1) * day,
  }));
  const range = "14 – 20 Nov 2026";
  const prompted = { kind: "examples-reported", evidence: { reports: 2 } } as const;
  const fifth = { ...prompted, page: "/5", path: "/5", readers: undefined };
  expect(remember(reportOf({ memory: many, prompted: fifth }), end)).toEqual([
    { page: "/5", at: end, range },
    ...many.filter(({ page }) => page !== "/5").slice(0, 99),
  ]);
  expect(remember(reportOf({ memory: many }), end)).toEqual(many);
});

it("what is remembered is joined over the comments of an issue", () => {
  const weekly = [
    { page: "/a", at: 3 },
    { page: "/b", at: 1 },
  ];
  const monthly = [{ page: "/b", at: 2 }];
  expect(joinMemories([weekly, monthly])).toEqual([
    { page: "/a", at: 3 },
    { page: "/b", at: 2 },
  ]);
});
