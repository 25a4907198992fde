import { expect, it } from "vitest";
import { comparePages, findMoves } from "../../../src/visitors/find/moved.ts";
import { totalsOf } from "../../../src/visitors/find/site-totals.ts";
import { isLong } from "../../runs.ts";
import { Chance } from "../chance.ts";
import { dataOf, page, periodsOf } from "../report-fixture.ts";
import { conversations, find, readPages } from "../said.ts";
import { twoPeriods } from "../site-builder.ts";

/** `SIMULATION_SEED=7 TEST_RUNS=1 npx vitest run test/visitors/simulation` shows a simulation again. */
const seed = Number(process.env["SIMULATION_SEED"] ?? Date.now());
const thousand = 1000;

/** What people do on a site in the windows of one report. */
type Site = Record<"pages" | "people" | "votes" | "conversations", number>;
const small = { pages: 25, people: 800, votes: 60, conversations: 60 };
const medium = { pages: 120, people: 8000, votes: 500, conversations: 350 };
const large = { pages: 500, people: 60_000, votes: 4000, conversations: 1000 };

/** How many rows a report has where votes and answers are the same on all pages, so that no row is true. */
function rowsOn(site: Site, chance: Chance): number {
  // The first are the most popular ones, as on real sites.
  const weights = Array.from({ length: site.pages }, (_, rank) => 1 / (rank + 3));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const pages = weights.map((weight, rank) => ({ page: `/${rank}`, share: weight / sum }));
  const votes = pages.map(({ page, share }) => ({
    page,
    down: chance.times(site.votes * share * 0.3),
    up: chance.times(site.votes * share * 0.7),
  }));
  const questions = pages.flatMap(({ page, share }) => {
    const unanswered = chance.times(site.conversations * share * 0.1);
    const answered = chance.times(site.conversations * share * 0.9);
    return conversations(page, unanswered, unanswered + answered);
  });
  const readers = pages.map(({ page: path, share }) => page(path, Math.ceil(site.people * share)));
  const threshold = Math.max(20, Math.ceil(site.people / 500));
  return find({ votes, questions }, readPages(...readers), { threshold }).length;
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
