import { describe, expect, it } from "vitest";
import { day } from "../../../src/dates.ts";
import { comparePages, findMoves } from "../../../src/visitors/find/moved.ts";
import { isLong } from "../../runs.ts";
import { Chance } from "../chance.ts";
import { counts, dataOf, page, period } from "../report-fixture.ts";
import { find, type Said } from "../said.ts";
import { type PlantedPage, twoPeriods } from "../site-builder.ts";

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

/** What visitors said on a site, and on one page more, where `trouble` is. */
function signalsOf(site: Site, trouble: Trouble, chance: Chance): Said {
  const ordinary = shares(site.pages).map((share, index) => ({
    ...{ page: `/${index}`, ...rates },
    ...{ votes: site.votes * share, conversations: site.conversations * share },
  }));
  const pages = [...ordinary, { page: "/trouble", down: 0.8, unanswered: 1 / 3, ...trouble }];
  return {
    votes: pages.map(({ page, votes, down }) => {
      const all = chance.times(votes);
      const thumbsDown = chance.of(all, down);
      return { page, down: thumbsDown, up: all - thumbsDown };
    }),
    questions: pages.flatMap(({ page, conversations, unanswered }) =>
      Array.from({ length: chance.times(conversations) }, (_, index) => ({
        ...{ conversation: `${page} ${index}`, page },
        ...{ at: chance.below(28) * day, answered: !chance.happens(unanswered) },
      })),
    ),
  };
}

/** What comes on average on one page in the windows of one report. */
type Trouble = { votes: number; conversations: number };
const quiet = { votes: 0, conversations: 0 };

/** The names in the rows of one report. */
function namesIn(site: Site, said: Said): string[] {
  const readers = shares(site.pages).map((share, index) =>
    page(`/${index}`, Math.ceil(site.people * share)),
  );
  const visitors = period(counts(site.people, 0), [...readers, page("/trouble", 100)]);
  const threshold = Math.max(20, Math.ceil(site.people / 500));
  const rows = find(said, visitors, { threshold });
  return rows.map((row) => (row.kind === "searched-unclicked" ? row.term : row.path));
}

/** The share of a thousand reports whose names are so. */
function shareOf(report: (chance: Chance) => string[], isSo: (names: string[]) => boolean): number {
  const chance = new Chance(seed);
  return Array.from({ length: thousand }, () => report(chance)).filter(isSo).length / thousand;
}

describe.runIf(isLong)("what to document next", () => {
  // Of a thousand reports, 1 to 4% had one.
  it.each([
    ["small", small],
    ["medium", medium],
    ["large", large],
  ])("has a row in few of the reports of a %s site without a problem", (_, site) => {
    const report = (chance: Chance) => namesIn(site, signalsOf(site, quiet, chance));
    const share = shareOf(report, ({ length }) => length > 0);
    expect(share, `seed ${seed}`).toBeLessThanOrEqual(0.045);
  });

  // In a thousand reports each, 91 and 90%.
  it.each([
    ["60 conversations, a third unanswered", { conversations: 60 }],
    ["24 votes, four in five down", { votes: 24 }],
  ])("mostly has a row on a site of 120 pages with a problem: %s", (_, part) => {
    const report = (chance: Chance) =>
      namesIn(medium, signalsOf(medium, { ...quiet, ...part }, chance));
    const share = shareOf(report, (names) => names.includes("/trouble"));
    expect(share, `seed ${seed}`).toBeGreaterThan(0.8);
  });
});

describe.runIf(isLong)("what moved", () => {
  /** The kinds of what is found in a thousand weeks, in which one page of a site has other visitors than before. */
  function weeks(pages: number, before = 0, now = 0): string[] {
    const size = pages * 90;
    const totals = [size * 0.83, size * 0.19, size] as const;
    const planted =
      before === 0 ? [] : ([["/planted", [before, 0, before], [now, 0, now]]] as const);
    const chance = new Chance(seed);
    return Array.from({ length: thousand }, (_, week) => {
      const site = { seed: seed + week, pages, before: totals, now: totals };
      const around = planted.map(([path, was, is]): PlantedPage => {
        const [wobbledWas, wobbledIs] = [chance.times(was[0]), chance.times(is[0])];
        return [path, [wobbledWas, 0, wobbledWas], [wobbledIs, 0, wobbledIs]];
      });
      const data = dataOf(twoPeriods({ site, planted: around }));
      const threshold = Math.max(20, Math.ceil(size / 500));
      const found = findMoves(comparePages(data), data, threshold);
      return found.map(({ path }) => (path === "/planted" ? path : "another")).join(" ");
    });
  }

  // Of a thousand weeks, 2 to 3 in a hundred had one.
  it.each([120, 600])("has a row in few of the quiet weeks of %i pages", (pages) => {
    const share = weeks(pages).filter((found) => found !== "").length / thousand;
    expect(share, `seed ${seed}`).toBeLessThanOrEqual(0.045);
  });

  it.each([
    [500, 300, 0.99],
    [200, 76, 0.99],
    [200, 600, 0.99],
    // Less is chance in too many weeks.
    [200, 120, 0.6],
  ])("has a page that went from %i to %i in most weeks", (before, now, least) => {
    for (const pages of [120, 600]) {
      const share =
        weeks(pages, before, now).filter((found) => found.includes("/planted")).length / thousand;
      expect(share, `seed ${seed}, ${pages} pages`).toBeGreaterThanOrEqual(least);
    }
  });
});
