import { describe, expect, it } from "vitest";
import { day } from "../../src/dates.ts";
import { verdictOn } from "../../src/visitors/advice.ts";
import { chanceOfAtMost } from "../../src/visitors/counts.ts";
import { isLong } from "../runs.ts";
import { Chance } from "./chance.ts";
import { rowOf } from "./next-fixture.ts";
import { dataOf, noDocs, noSignals, page, periodsOf } from "./report-fixture.ts";
import { findAll, readPages } from "./said.ts";

const periods = periodsOf();
const end = periods.current.to;
const reportWith = (areAll: boolean) => ({
  periods,
  data: dataOf({ signals: { ...noSignals, questions: { newest: [], areAll } } }),
});

it.each<[unanswered: number, asked: number, before: [number, number], verdict: string]>([
  [
    1,
    23,
    [8, 8],
    "**It helped:** unanswered questions fell from 8 of 8 in the 16 days before to 1 of 23 in 12 days since.",
  ],
  // By the binomials, 0 of 5 has a chance of 3.0% after 9 of 15, and of 1.6% after 10 of 15.
  [
    1,
    9,
    [7, 19],
    "**Too early to tell:** 1 of 9 questions unanswered in 12 days since, 7 of 19 in the 16 days before.",
  ],
  [
    0,
    5,
    [9, 15],
    "**Too early to tell:** 0 of 5 questions unanswered in 12 days since, 9 of 15 in the 16 days before.",
  ],
  [
    3,
    6,
    [9, 18],
    "**No change yet:** 3 of 6 questions unanswered in 12 days since, 9 of 18 in the 16 days before.",
  ],
  [
    0,
    5,
    [10, 15],
    "**It helped:** unanswered questions fell from 10 of 15 in the 16 days before to 0 of 5 in 12 days since.",
  ],
  [
    0,
    4,
    [40, 40],
    "**Too early to tell:** 0 of 4 questions unanswered in 12 days since, 40 of 40 in the 16 days before.",
  ],
  [
    1,
    1,
    [7, 19],
    "**Too early to tell:** 1 of 1 question unanswered in 12 days since, 7 of 19 in the 16 days before.",
  ],
  [
    0,
    0,
    [7, 19],
    "**Too early to tell:** no question in 12 days since, 7 of 19 unanswered in the 16 days before.",
  ],
])("of %i unanswered questions among %i after %j: %s", (unanswered, asked, [was, all], text) => {
  const before = { unanswered: was, asked: all, conversations: was };
  const changed = { at: end - 12.5 * day, pull: 41 };
  const row = { ...rowOf["asked-unanswered"], unanswered, asked, changed, before };
  expect(verdictOn(row, reportWith(true))).toBe(text);
  // The newest thousand may cover fewer days.
  expect(verdictOn(row, reportWith(false))).toBe(text.replace(" in the 16 days before", " before"));
});

it.each<[reports: number, days: number, before: number, verdict: string]>([
  // 15 reports in 75 days would have brought three in 15.
  [0, 15, 15, "**It helped:** no report on its code examples in 15 days since, 15 in the 75 before."],
  [0, 15, 14, "**Too early to tell:** no report on its code examples in 15 days since, 14 in the 75 before."],
  [0, 13, 60, "**Too early to tell:** no report on its code examples in 13 days since, 60 in the 77 before."],
  [0, 14, 60, "**It helped:** no report on its code examples in 14 days since, 60 in the 76 before."],
  [1, 30, 4, "**No change yet:** 1 report on its code examples in 30 days since, 4 in the 60 before."],
  [1, 30, 5, "**Too early to tell:** 1 report on its code examples in 30 days since, 5 in the 60 before."],
  [0, -2, 5, "**Too early to tell:** no report on its code examples in 0 days since, 5 in the 90 before."],
])("of %i reports in %i days after %i: %s", (reports, days, before, text) => {
  const changed = { at: end - days * day, pull: 41 };
  const row = { ...rowOf["examples-reported"], reports, changed, before: { reports: before } };
  expect(verdictOn(row, reportWith(true))).toBe(text);
});

it("the chance of few is that of drawing without putting back", () => {
  // All draws of three from six, of which two are marked: 4, 12 and 4 of 20.
  expect([0, 1, 2].map((part) => Math.round(chanceOfAtMost(part, 3, 2, 6) * 20))).toEqual([4, 16, 20]);
  expect(chanceOfAtMost(1, 5, 6, 8)).toBe(0);
  expect(chanceOfAtMost(400, 500, 800, 1000)).toBeCloseTo(0.5, 1);
});

const seed = Number(process.env["SIMULATION_SEED"] ?? Date.now());

describe("chance alone", () => {
  /** Says what reports say of pages that were touched and answer as before; by verdict. */
  function verdicts(rounds: number, rate: number): Map<string, number> {
    const chance = new Chance(seed);
    const counts = new Map<string, number>();
    for (let round = 0; round < rounds; round++) {
      const asked = (name: string, mean: number, unanswered: number) =>
        Array.from({ length: chance.times(mean) }, (_, index) => ({
          ...{ conversation: `${name} ${index}`, page: name },
          ...{ at: end - (1 + chance.below(28)) * day, answered: !chance.happens(unanswered) },
        }));
      const newest = [...asked("/a", 5 + chance.below(60), rate), ...asked("/b", 300, 0.1)];
      const at = end - chance.below(28) * day;
      const changes = new Map([["/a", { at, pull: 41 }]]);
      const signals = { ...noSignals, questions: { newest, areAll: true } };
      const visitors = readPages(page("/a", 90), page("/b", 90));
      const { changedSince, next } = findAll(signals, visitors, { docs: { ...noDocs, changes } });
      const [settled] = changedSince;
      const verdict =
        settled === undefined ? (next.length > 0 ? "still" : "none") : verdictOn(settled, reportWith(true));
      const name = /\*\*(.*):\*\*/.exec(verdict)?.[1] ?? verdict;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  }

  it.each([0.1, 0.25, 0.4, 0.7])(
    "says “It helped” of at most 1 in 40 pages that leave %f of their questions without an answer",
    (rate) => {
      const rounds = isLong ? 4000 : 400;
      const found = verdicts(rounds, rate);
      const helped = found.get("It helped") ?? 0;
      const shown = rounds - (found.get("none") ?? 0);
      // Three standard deviations above 1 in 40, of all pages with a finding.
      const most = shown / 40 + 3 * Math.sqrt(shown / 40);
      expect(helped, `seed ${seed}: ${JSON.stringify([...found])}`).toBeLessThanOrEqual(most);
    },
  );
});
