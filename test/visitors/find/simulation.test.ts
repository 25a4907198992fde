import { expect, it } from "vitest";
import { day } from "../../../src/dates.ts";
import { comparePages, findMoves } from "../../../src/visitors/find/moved.ts";
import { totalsOf } from "../../../src/visitors/find/site-totals.ts";
import { isLong } from "../../runs.ts";
import { Chance } from "../chance.ts";
import { counts, dataOf, page, period, periodsOf } from "../report-fixture.ts";
import { find, type Said, thumbs } from "../said.ts";
import { twoPeriods } from "../site-builder.ts";

/** `SIMULATION_SEED=7 TEST_RUNS=1 npx vitest run test/visitors/simulation` shows a simulation again. */
const seed = Number(process.env["SIMULATION_SEED"] ?? Date.now());
const thousand = 1000;

/** What people do on a site in the windows of one report. */
type Site = Record<"pages" | "people" | "votes" | "conversations", number>;
const small = { pages: 25, people: 800, votes: 60, conversations: 60 };
const medium = { pages: 120, people: 8000, votes: 500, conversations: 350 };
const large = { pages: 500, people: 60_000, votes: 4000, conversations: 1000 };
/** Of votes and of conversations, the same on all pages: no row is true. */
const rates = { down: 0.3, unanswered: 0.1 };

/** The share of each in what people do: the first are the most popular ones, as on real sites. */
function shares(count: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 3));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** What visitors said on a site. */
function signalsOf(site: Site, chance: Chance): Said {
  const pages = shares(site.pages).map((share, index) => ({
    page: `/${index}`,
    votes: chance.times(site.votes * share),
    conversations: chance.times(site.conversations * share),
  }));
  return {
    votes: pages.map(({ page, votes }) => thumbs(page, chance.of(votes, rates.down), votes)),
    questions: pages.flatMap(({ page, conversations }) =>
      Array.from({ length: conversations }, (_, index) => ({
        ...{ conversation: `${page} ${index}`, page, words: "" },
        ...{ at: chance.below(28) * day, answered: !chance.happens(rates.unanswered) },
      })),
    ),
  };
}

/** How many rows a report has. */
function rowsOn(site: Site, chance: Chance): number {
  const readers = shares(site.pages).map((share, index) =>
    page(`/${index}`, Math.ceil(site.people * share)),
  );
  const threshold = Math.max(20, Math.ceil(site.people / 500));
  const visitors = period(counts(site.people, 0), readers);
  return find(signalsOf(site, chance), visitors, { threshold }).length;
}

// Of a thousand reports, 1 to 4% had one.
it.runIf(isLong).each([
  ["small", small],
  ["medium", medium],
  ["large", large],
])("few of the reports of a %s site without a problem have a row", (_, site) => {
  const chance = new Chance(seed);
  const found = Array.from({ length: thousand }, () => rowsOn(site, chance));
  const share = found.filter((rows) => rows > 0).length / thousand;
  expect(share, `seed ${seed}`).toBeLessThanOrEqual(0.045);
});

// Of a thousand weeks, 2 to 3 in a hundred had one.
it.runIf(isLong).each([120, 600])(
  "something moved in few of the quiet weeks of %i pages",
  (pages) => {
    const size = pages * 90;
    const totals = [size * 0.83, size * 0.19, size] as const;
    const weeks = Array.from({ length: thousand }, (_, week) => {
      const data = dataOf(
        twoPeriods({ site: { seed: seed + week, pages, before: totals, now: totals } }),
      );
      return findMoves(comparePages(data), totalsOf(data, periodsOf()));
    });
    const share = weeks.filter((moves) => moves.length > 0).length / thousand;
    expect(share, `seed ${seed}`).toBeLessThanOrEqual(0.045);
  },
);
