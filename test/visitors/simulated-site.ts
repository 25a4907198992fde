import { day } from "../../src/dates.ts";
import type { NextRow, PeriodData } from "../../src/visitors/report-model.ts";
import type { PageVotes, Question, SearchTerm, SignalData } from "../../src/visitors/signals.ts";
import type { Chance } from "./chance.ts";

/** What people do on a site in the windows of one report, and how good its pages are. */
export type SiteShape = {
  pages: number;
  people: number;
  votes: number;
  conversations: number;
  terms: number;
  searches: number;
  /** How far the pages' rates are apart, in standard deviations of their logarithmic odds; 0 if all are the same. */
  spread: number;
};

/** A site whose pages and terms have rates that never change. `weight` is its share of what people do. */
export type Site = {
  shape: SiteShape;
  pages: readonly { path: string; weight: number; down: number; unanswered: number }[];
  terms: readonly { term: string; weight: number; clicked: number }[];
};

const siteRates = { down: 0.3, unanswered: 0.1, clicked: 0.5 };

/** The first pages and terms are the most popular ones, as on real sites. */
export function siteOf(shape: SiteShape, chance: Chance): Site {
  const around = (rate: number) => {
    const odds = (rate / (1 - rate)) * Math.exp(shape.spread * chance.normal());
    return odds / (1 + odds);
  };
  return {
    shape,
    pages: weights(shape.pages).map((weight, index) => ({
      path: `/page-${index}`,
      weight,
      down: around(siteRates.down),
      unanswered: around(siteRates.unanswered),
    })),
    // The terms begin with one of 26 letters, so some begin with the same ones.
    terms: weights(shape.terms).map((weight, index) => ({
      term: `${String.fromCharCode(97 + (index % 26))}term ${index}`,
      weight,
      clicked: around(siteRates.clicked),
    })),
  };
}

function weights(count: number): number[] {
  const all = Array.from({ length: count }, (_, rank) => 1 / (rank + 3));
  const sum = all.reduce((total, weight) => total + weight, 0);
  return all.map((weight) => weight / sum);
}

export function visitorsOf({ shape, pages }: Site): PeriodData {
  const counts = (people: number) => ({ human: people, ai: people, total: 2 * people });
  return {
    totals: counts(shape.people),
    rows: pages.map(({ path, weight }) => ({ path, ...counts(Math.ceil(shape.people * weight)) })),
    complete: true,
  };
}

/** What people did before one report. Without `noise`, everyone acts once and alone. */
export function signalsOf(site: Site, chance: Chance, noise: boolean) {
  const votes = votesOn(site, chance);
  const questions = questionsOn(site, chance, noise);
  const somePage = () => site.pages[chance.below(site.pages.length)]?.path ?? "";
  if (noise) {
    // Someone dislikes all, and in every tenth report someone votes down the same page again and again.
    for (let index = 0; index < 10; index++) votes.push({ page: somePage(), up: 0, down: 1 });
    if (chance.happens(0.1)) votes.push({ page: somePage(), up: 0, down: 4 });
    // In every fourth report someone tries five times in one day, in new conversations, and gets no answer.
    if (chance.happens(0.25)) {
      const burst = { page: somePage(), askedAt: chance.below(28) * day, answered: false };
      for (let index = 0; index < 5; index++) questions.push({ conversation: `burst ${index}`, ...burst });
    }
  }
  return {
    feedback: { votes, exampleReports: [] },
    questions: questions,
    searches: { recent: searchesOn(site, chance), before: searchesOn(site, chance) },
    missing: [],
  } satisfies SignalData;
}

function votesOn({ shape, pages }: Site, chance: Chance): PageVotes[] {
  return pages.map(({ path, weight, down }) => {
    const votes = chance.times(shape.votes * weight);
    const thumbsDown = chance.of(votes, down);
    return { page: path, down: thumbsDown, up: votes - thumbsDown };
  });
}

function questionsOn({ shape, pages }: Site, chance: Chance, noise: boolean): Question[] {
  return pages.flatMap(({ path, weight, unanswered }) =>
    Array.from({ length: chance.times(shape.conversations * weight) }, (_, index) => {
      const question = {
        conversation: `${path} ${index}`,
        askedAt: chance.below(28) * day,
        page: path,
        answered: !chance.happens(unanswered),
      };
      // Whoever gets no answer asks again.
      const asked = noise && !question.answered && chance.happens(0.5) ? 2 + chance.below(5) : 1;
      return Array.from({ length: asked }, () => question);
    }).flat(),
  );
}

/** Each term as it was typed: some of its beginnings are recorded too. */
function searchesOn({ shape, terms }: Site, chance: Chance): SearchTerm[] {
  const typed = new Map<string, number>();
  const rows = terms.map(({ term, weight, clicked }) => {
    const hits = chance.times(shape.searches * weight);
    for (let length = 1; length < term.length; length++) {
      const beginning = term.slice(0, length);
      typed.set(beginning, (typed.get(beginning) ?? 0) + chance.of(hits, 0.7));
    }
    return { term, hits, clicks: chance.of(hits, clicked) };
  });
  return [...rows, ...Array.from(typed, ([term, hits]) => ({ term, hits, clicks: 0 }))];
}

/** What people search documentation for. Many of these words begin alike. */
const vocabulary = `
  config configure configuration conference connect connector connection confluence container content
  context control convert api authentication authorize author auth token webhook webhooks web website sdk
  python pydantic pycharm javascript java json rate limit limits billing bill invoice export import csv
  cli client cloud cluster code deploy deployment docker docs domain download dns error errors event
  events example feature file filter form format function get getting started github gitlab google graph
  graphql group guide header health help hook host http image index input install installation integrate
  integration issue key keys lambda language latency level library license link list local log login logs
  logging mail manage map markdown memory message metric migrate migration model monitor name network node
  notification oauth object openapi option order organization page pagination param parameter password
  path payment permission plan platform plugin policy port preview price pricing private process product
  profile project property provider proxy public query queue quick quickstart react read redirect
  reference region release remote report request reset resource response rest retry role route router rule
  run sample save scale schema scope script search secret security server service session set setup sign
  single site slack source sql sso start state status storage stream string style subscription support
  sync syntax table tag team template terminal test theme time timeout tool trace transform trigger type
  update upgrade upload url usage user users validate value variable version video view widget window
  workflow workspace
`
  .trim()
  .split(/\s+/);

/** The most rows that a report reads of a window. */
const mostListed = 200;

/**
 * So many searches for words, seven in ten of them clicked, and for `missing`, which is never clicked: as the service
 * lists them, most hits first and not to the end. Of what is typed on the way, `recorded` is the share that it has.
 */
export function listedSearches(
  {
    searches,
    recorded,
    missing,
  }: { searches: number; recorded: number; missing: { term: string; share: number } },
  chance: Chance,
): { rows: SearchTerm[]; unlisted: number } {
  const found = new Map<string, { term: string; hits: number; clicks: number }>();
  const add = (term: string, clicks: number) => {
    const row = found.get(term) ?? { term, hits: 0, clicks: 0 };
    found.set(term, { term, hits: row.hits + 1, clicks: row.clicks + clicks });
  };
  for (let search = 0; search < searches; search++) {
    const isMissing = chance.happens(missing.share);
    // The smaller of two: the first words are the most popular ones.
    const rank = Math.min(chance.below(vocabulary.length), chance.below(vocabulary.length));
    const term = isMissing ? missing.term : (vocabulary[rank] ?? "");
    for (let length = 1; length < term.length; length++)
      if (chance.happens(recorded)) add(term.slice(0, length), 0);
    add(term, !isMissing && chance.happens(0.7) ? 1 : 0);
  }
  const all = [...found.values()].sort((a, b) => b.hits - a.hits);
  const rows = all.slice(0, mostListed);
  return { rows, unlisted: all.length > mostListed ? (rows.at(-1)?.hits ?? 0) : 0 };
}

/** True for a page or term that is as good as nine in ten of the site's, so that its row is false. */
export function isFalse(row: NextRow, { pages, terms }: Site): boolean {
  if (row.kind === "searched-unclicked") {
    const clicked = terms.find(({ term }) => term === row.term)?.clicked ?? 1;
    return !isWorst(
      -clicked,
      terms.map((term) => -term.clicked),
    );
  }
  const page = pages.find(({ path }) => path === row.path);
  const rate = row.kind === "rated-down" ? "down" : "unanswered";
  return (
    page === undefined ||
    !isWorst(
      page[rate],
      pages.map((one) => one[rate]),
    )
  );
}

/** True for the worst tenth, if there is one. */
function isWorst(rate: number, all: readonly number[]): boolean {
  const better = all.filter((other) => other < rate).length;
  return better >= 0.9 * all.length;
}
