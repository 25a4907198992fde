import type { PromptedPages } from "../../src/visitors/find/report.ts";
import type {
  Counts,
  PeriodData,
  Periods,
  SignalData,
  VisitorData,
} from "../../src/visitors/read/data.ts";
import type { Row } from "../../src/visitors/read/pages.ts";
import { pathOfPage, readersOfPage } from "../emulator/site-paths.ts";
import { Chance } from "./chance.ts";
import { counts, dataOf, noSignals, periodOf, periodsOf } from "./report-fixture.ts";

/** A made-up documentation site with a story, and what was read of it. */
export type Site = Pick<Story, "name" | "lesson"> & {
  periods: Periods;
  data: VisitorData;
  memory: PromptedPages;
};

/** People, AI and all visitors. */
type Triple = readonly [people: number, ai: number, total: number];

/** A page that is part of the story, exactly so. Without visitors in a period, it has no row there. */
export type PlantedPage = readonly [
  path: string,
  before: Triple | undefined,
  now: Triple | undefined,
];

/** A row of the made-up sites. What it leaves out is usual: weeks that were read to the end, without signals. */
export type Story = {
  name: string;
  /** What the reader of the report should learn, in one or two sentences. */
  lesson: string;
  /** The totals of two periods, and the number of ordinary pages, which follow the site and wobble as chance does. */
  site: { seed: number; pages?: number; before: Triple; now: Triple };
  planted?: readonly PlantedPage[];
  /** The rows that the service sends of an ordinary row, by period. */
  sent?: { before?: (row: Row) => Row[]; now?: (row: Row) => Row[] };
  periods?: Periods;
  /** By how many times people and AI grew from each period of the trend to the next. Missing: there is no trend. */
  grew?: readonly [people: number, ai: number];
  signals?: Partial<SignalData>;
  memory?: PromptedPages;
  /** What was read otherwise. */
  read?: (all: VisitorData) => Partial<VisitorData>;
};

/** How many pages a visitor opens. */
const pagesPerVisitor = 2.2;
/** The part of a page's AI visitors that are counted as people too. */
const countedAsBoth = 0.12;

function withBoth(human: number, ai: number): Counts {
  return counts(human, ai, human + ai - Math.min(human, Math.round(ai * countedAsBoth)));
}

/** Two periods of a site: planted pages exactly as given, all others by the site's totals and chance. */
export function twoPeriods({ site, planted = [], sent }: Pick<Story, "site" | "planted" | "sent">) {
  const { seed, pages = 0, before, now } = site;
  const chance = new Chance(seed);
  const special = new Set(planted.map(([path]) => path));
  const ordinary = Array.from({ length: pages }, (_, index) => index).filter(
    (index) => !special.has(pathOfPage(index)),
  );
  const weight = (index: number) => 1 / (index + 10) ** 0.9;
  const all = ordinary.reduce((sum, index) => sum + weight(index), 0);
  const readPeriod = (totals: Triple, which: 1 | 2): PeriodData => {
    const [people, ai] = totals;
    const rows = ordinary.map((index): Row => {
      const part = (weight(index) / all) * pagesPerVisitor;
      const readers = readersOfPage(index);
      const human = chance.times(people * part * (readers === "machines" ? 0.03 : 1));
      const machines = chance.times(ai * part * (readers === "people" ? 0.01 : 1));
      return { path: pathOfPage(index), ...withBoth(human, machines) };
    });
    const exact = planted.flatMap((page) =>
      page[which] ? [{ path: page[0], ...counts(...page[which]) }] : [],
    );
    const send = (which === 1 ? sent?.before : sent?.now) ?? ((row: Row) => [row]);
    return periodOf(counts(...totals), [...rows.flatMap(send), ...exact]);
  };
  const previous = readPeriod(before, 1);
  return { current: readPeriod(now, 2), previous };
}

/** The site of a story. */
export function siteOf(story: Story): Site {
  const { name, lesson, periods = periodsOf(), grew, signals, read, memory = [] } = story;
  const { current, previous } = twoPeriods(story);
  const chance = new Chance(story.site.seed);
  const { human, ai } = previous.totals;
  // The points before the two periods, oldest first.
  const earlier = [6, 5, 4, 3, 2, 1].map((back) => {
    const [people = 1, machines = 1] = grew ?? [];
    return withBoth(chance.times(human / people ** back), chance.times(ai / machines ** back));
  });
  const all = dataOf({
    current,
    previous: periods.previous && previous,
    trend: grew ? [...earlier, previous.totals, current.totals] : [],
    signals: { ...noSignals, ...signals },
  });
  const data = { ...all, ...read?.(all) };
  return {
    ...{ name, lesson, data, memory },
    periods: grew ? periods : { ...periods, trend: [] },
  };
}
