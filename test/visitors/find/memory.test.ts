import { describe, expect, it } from "vitest";
import { day } from "../../../src/dates.ts";
import { joinMemories, type Memory, remember } from "../../../src/visitors/find/report.ts";
import { counts, dataOf, page, period, periodsOf, reportOf } from "../report-fixture.ts";
import { conversations, noon, reports, signalsOf } from "../said.ts";

const end = periodsOf().current.to;

describe("a page that a prompt named", () => {
  it.each([
    // A report of the same period, written again, names the same page.
    [-0.3, false, false],
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

  const asked = conversations("/guides/a", 9, 31);
  const said = (memory: Memory) => {
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
  expect(remember(many, "/5", end)).toEqual([
    { page: "/5", at: end },
    ...many.filter(({ page }) => page !== "/5").slice(0, 99),
  ]);
  expect(remember(many, undefined, end)).toEqual(many);
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
