import { describe, expect, it } from "vitest";
import { findFindings } from "../../../src/visitors/findings.ts";
import type { Counts, PageRow } from "../../../src/visitors/report-model.ts";
import { siteFinding } from "../../../src/visitors/site-finding.ts";
import { counts, dataOf, page, period, periodsOf } from "../report-fixture.ts";

type Case = {
  was?: Counts;
  is: Counts;
  before?: readonly PageRow[];
  now?: readonly PageRow[];
  complete?: boolean;
  given?: Parameters<typeof periodsOf>[0];
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
    ["nothing, but rose", counts(1000, 400), counts(3000, 1400), undefined],
    ["everything", counts(1000, 400), counts(0, 0), undefined],
    ["all people", counts(1000, 400), counts(0, 400), "fewerPeople"],
  ])("is there if it lost %s", (_, was, is, kind) => {
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
    [{ period: "30d" }, false],
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

    it("because the people who did not open it stayed", () => {
      // Nine of ten people open it, so it does not stand out from the site.
      expect(
        find({ is: counts(550, 0), was: counts(1000, 0), before: [page("/", 900)], now: [page("/", 450)] }),
      ).toBe(undefined);
    });

    it("of AI, if AI fell", () => {
      const [before, now] = [[page("/a", 100, 200)], [page("/a", 100, 0)]];
      expect(find({ is: counts(1000, 200), before, now })).toBeUndefined();
      expect(find({ is: counts(600, 200), before, now: [page("/a", 60, 0)] })).toBe("fewerPeopleAndAi");
    });
  });

  describe("needs a fall of pages with three quarters of the visitors", () => {
    const is = counts(600, 400);
    /** Pages with so many people before and now. */
    const findWith = (all: readonly [before: number, now: number][], parts: Partial<Case> = {}) =>
      find({
        is,
        before: all.map(([before], index) => page(`/${index}`, before)),
        now: all.map(([, now], index) => page(`/${index}`, now)),
        ...parts,
      });

    it("so it is not there if some pages fell far and the others stayed", () => {
      const stayed: [number, number][] = [1, 2, 3, 4].map(() => [200, 200]);
      const fell: [number, number][] = [1, 2, 3].map(() => [200, 60]);
      expect(findWith([...fell, ...stayed], { is: counts(650, 400) })).toBeUndefined();
    });

    it("and no more", () => {
      const fell: [number, number][] = [1, 2, 3].map(() => [300, 180]);
      expect(findWith([...fell, [300, 300]])).toBe("fewerPeople");
      expect(findWith([...fell, [301, 301]])).toBeUndefined();
    });

    it("at least half as far as the site’s", () => {
      expect(findWith([[300, 240]])).toBe("fewerPeople");
      expect(findWith([[300, 241]])).toBeUndefined();
    });

    it("as far as chance and the threshold let it be seen", () => {
      expect(findWith([[45, 45]])).toBe("fewerPeople");
      expect(findWith([[46, 46]])).toBeUndefined();
      expect(findWith([[19, 19]], { is: counts(0, 400) })).toBe("fewerPeople");
      expect(findWith([[20, 20]], { is: counts(0, 400) })).toBeUndefined();
    });

    it("of which those that were not read are not known", () => {
      const unread = { now: [page("/0", 100)], complete: false };
      expect(
        findWith(
          [
            [100, 100],
            [190, 0],
          ],
          unread,
        ),
      ).toBeUndefined();
    });

    it("of AI too, if both are said to have fallen", () => {
      const before = [page("/a", 100, 200)];
      expect(find({ is: counts(600, 200), before, now: [page("/a", 60, 200)] })).toBe("fewerPeople");
      expect(find({ is: counts(1000, 200), before, now: [page("/a", 100, 200)] })).toBeUndefined();
      expect(find({ is: counts(1000, 200), before, now: [page("/a", 100, 120)] })).toBe("fewerAi");
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
