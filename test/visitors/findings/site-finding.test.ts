import { describe, expect, it } from "vitest";
import { findFindings } from "../../../src/visitors/findings.ts";
import type { Counts, PageRow } from "../../../src/visitors/report-model.ts";
import { notableFindings } from "../../../src/visitors/worth-a-look.ts";
import { counts, dataOf, page, period, periodsOf } from "../report-fixture.ts";

type Case = {
  was?: Counts;
  is: Counts;
  before?: readonly PageRow[];
  now?: readonly PageRow[];
  complete?: boolean;
  given?: Parameters<typeof periodsOf>[0];
};

/** The finding about the whole site, which comes first. */
const siteFinding = (facts: Parameters<typeof notableFindings>[0]) => {
  const [first] = notableFindings(facts);
  return first === undefined || "path" in first ? undefined : first;
};

const find = ({ was = counts(1000, 400), is, before = [], now = [], complete = true, given = {} }: Case) => {
  const data = dataOf({ current: period(is, now, complete), previous: period(was, before) });
  return siteFinding({ periods: periodsOf(given), data, findings: findFindings(data) })?.kind;
};

describe("the finding about the whole site", () => {
  it.each<[string, Counts, Counts, string | undefined]>([
    ["people by a fifth", counts(1000, 400), counts(800, 400), "fewerPeople"],
    ["people by less than a fifth", counts(1000, 400), counts(801, 400), undefined],
    ["people, while AI rose", counts(1000, 400), counts(700, 900), "fewerPeople"],
    ["people, and AI within chance", counts(1000, 400), counts(700, 320), "fewerPeople"],
    ["people, and AI beyond chance", counts(1000, 400), counts(700, 318), "fewerPeopleAndAi"],
    ["AI alone by a fifth", counts(1000, 400), counts(1000, 300), "fewerAi"],
    ["AI by less than a fifth", counts(1000, 4000), counts(1000, 3201), undefined],
    ["AI, and people by less than a fifth", counts(1000, 4000), counts(801, 3200), "fewerAi"],
    ["people within chance", counts(40, 0), counts(19, 0), undefined],
    ["people beyond chance", counts(40, 0), counts(17, 0), "fewerPeople"],
    ["few people", counts(19, 1), counts(1, 1), undefined],
    ["just enough people", counts(20, 1), counts(1, 1), "fewerPeople"],
    ["nothing", counts(1000, 400), counts(1000, 400), undefined],
    ["everything", counts(1000, 400), counts(0, 0), undefined],
    ["all people", counts(1000, 400), counts(0, 400), "fewerPeople"],
    ["people, and few of the AI", counts(1000, 40_000), counts(700, 37_000), "fewerPeople"],
  ])("is there if it lost %s", (_, was, is, kind) => {
    expect(find({ was, is })).toBe(kind);
  });

  it.each<[string, Counts, Counts, string | undefined]>([
    ["people by a fifth", counts(1000, 400), counts(1200, 400), "morePeople"],
    ["people by less than a fifth", counts(1000, 400), counts(1199, 400), undefined],
    ["AI alone", counts(1000, 400), counts(1000, 900), "moreAi"],
    ["both", counts(1000, 400), counts(3000, 1400), "morePeopleAndAi"],
    ["AI by a fifth, while people fell by one", counts(1000, 400), counts(700, 900), "fewerPeople"],
    ["people by a fifth, while AI fell by one", counts(1000, 400), counts(1500, 200), "fewerAi"],
  ])("is there if it won %s", (_, was, is, kind) => {
    expect(find({ was, is })).toBe(kind);
  });

  it("holds the totals", () => {
    const [was, is] = [counts(1000, 400), counts(700, 500)];
    const data = dataOf({ current: period(is), previous: period(was) });
    expect(siteFinding({ periods: periodsOf(), data, findings: findFindings(data) })).toEqual({
      ...{ kind: "fewerPeople", current: is, previous: was },
    });
  });

  it("needs a comparison", () => {
    const data = dataOf({ current: period(counts(1, 1)) });
    expect(siteFinding({ periods: periodsOf(), data, findings: findFindings(data) })).toBeUndefined();
  });

  it.each([
    [{ period: "7d" }, true],
    [{ period: "last-week" }, true],
    [{ period: "28d" }, true],
    [{ period: "last-month" }, true],
    [{ "date-from": "2026-11-02", "date-to": "2026-11-16" }, true],
    [{ period: "1d" }, false],
    [{ period: "30d" }, true],
    [{ period: "27d" }, false],
    [{ "date-from": "2026-11-02T09:00", "date-to": "2026-11-04" }, false],
  ])("is about whole weeks or months: %j", (given, expected) => {
    expect(find({ is: counts(600, 400), given }) !== undefined).toBe(expected);
  });

  describe("is not there if one page is the cause", () => {
    const is = counts(600, 400);

    it("because it fell, and lost half of what the site lost", () => {
      expect(find({ is, before: [page("/a", 300)], now: [page("/a", 100)] })).toBeUndefined();
      expect(find({ is, before: [page("/a", 300)], now: [page("/a", 101)] })).toBe("fewerPeople");
    });

    it("because it is gone, and had half of what the site lost", () => {
      expect(find({ is, before: [page("/a", 200)] })).toBeUndefined();
      expect(find({ is, before: [page("/a", 199)] })).toBe("fewerPeople");
    });

    it("of AI, if AI fell", () => {
      const before = [page("/a", 300, 200)];
      expect(find({ is: counts(1000, 200), before, now: [page("/a", 250, 150)] })).toBe("fewerAi");
      expect(find({ is: counts(1000, 200), before, now: [page("/a", 100, 0)] })).toBeUndefined();
    });

    it("because it is new, and has half of what the site won", () => {
      expect(find({ is: counts(1400, 400), now: [page("/a", 200)] })).toBeUndefined();
      expect(find({ is: counts(1400, 400), now: [page("/a", 199)] })).toBe("morePeople");
    });
  });

  describe("is there although one page lost as much", () => {
    const is = counts(600, 400);

    it("if most people open it, and the others went too", () => {
      expect(find({ is, before: [page("/", 700)], now: [page("/", 420)] })).toBe("fewerPeople");
      expect(find({ is, before: [page("/", 1000)], now: [page("/", 600)] })).toBe("fewerPeople");
    });

    it("if the approximate counts have more people on it than on the site", () => {
      expect(find({ is, before: [page("/", 1100)], now: [page("/", 605)] })).toBe("fewerPeople");
    });

    it("if it moved", () => {
      const [before, now] = [[page("/old/a", 500)], [page("/new/a", 301)]];
      expect(find({ is, before, now })).toBe("fewerPeople");
    });

    it("if it was not read", () => {
      const before = [page("/a", 300)];
      expect(find({ is, before, complete: false })).toBe("fewerPeople");
    });

    it("if it is no page", () => {
      expect(find({ is, before: [page("", 1000)] })).toBe("fewerPeople");
    });
  });
});
