import { resolvePeriods } from "../../src/visitors/period.ts";
import type {
  Counts,
  Missing,
  PageRow,
  PeriodData,
  Periods,
  VisitorData,
} from "../../src/visitors/report-model.ts";
import type { SignalData } from "../../src/visitors/signals.ts";
import { pathOfPage, readersOfPage } from "../emulator/site-paths.ts";
import { noSignals } from "./report-fixture.ts";
import { Chance } from "./simulated-site.ts";

/** People and AI, oldest first. */
export type Lines = { people: readonly number[]; ai: readonly number[] };

/** A made-up documentation site with a story, and what the reader of its report should learn. */
export type Site = {
  name: string;
  /** What the reader should learn, in one or two sentences. */
  lesson: string;
  host: string;
  periods: Periods;
  data: VisitorData;
};

/** People, AI and all visitors. */
export type Triple = readonly [people: number, ai: number, total: number];

/** A page whose visitors are part of the story, exactly so. Without visitors in a period it has no row there. */
export type PlantedPage = readonly [path: string, before: Triple | undefined, now: Triple | undefined];

type Plan = {
  seed: number;
  /** How many ordinary pages there are. They follow the site, and wobble as chance does. */
  pages: number;
  before: Triple;
  now: Triple;
  planted?: readonly PlantedPage[];
  /** Ordinary pages with such a path are left out. */
  without?: RegExp;
};

/** How many pages a visitor opens. */
const pagesPerVisitor = 2.2;
/** The part of a page's AI visitors that are counted as people too. */
export const countedAsBoth = 0.12;

/** A Saturday afternoon; the last seven full days are 14 to 20 November 2026. */
export const saturday = Date.UTC(2026, 10, 21, 15, 4, 5);
export const inputs = {
  period: "7d",
  "date-from": undefined,
  "date-to": undefined,
  compare: true,
  trend: 8,
} as const;
const weekly = resolvePeriods(inputs, saturday);

export const counts = ([human, ai, total]: Triple): Counts => ({ human, ai, total });

/** Two periods of a site: planted pages exactly as given, all others by the site's totals and chance. */
export function twoPeriods({ seed, pages, before, now, planted = [], without }: Plan): {
  current: PeriodData;
  previous: PeriodData;
} {
  const chance = new Chance(seed);
  const special = new Set(planted.map(([path]) => path));
  const ordinary = Array.from({ length: pages }, (_, index) => index).filter((index) => {
    const path = pathOfPage(index);
    return !special.has(path) && without?.test(path) !== true;
  });
  const weight = (index: number) => 1 / (index + 10) ** 0.9;
  const all = ordinary.reduce((sum, index) => sum + weight(index), 0);
  const rowsOf = ([people, ai]: Triple, which: 1 | 2): PageRow[] => {
    const rows = ordinary.map((index) => {
      const part = (weight(index) / all) * pagesPerVisitor;
      const readers = readersOfPage(index);
      const human = chance.times(people * part * (readers === "machines" ? 0.03 : 1));
      const machines = chance.times(ai * part * (readers === "people" ? 0.01 : 1));
      const both = Math.min(human, Math.round(machines * countedAsBoth));
      return { path: pathOfPage(index), human, ai: machines, total: human + machines - both };
    });
    const exact = planted.flatMap((page) => {
      const given = page[which];
      return given === undefined ? [] : [{ path: page[0], ...counts(given) }];
    });
    return mostFirst([...rows, ...exact].filter(({ total }) => total > 0));
  };
  const previous = { totals: counts(before), rows: rowsOf(before, 1), complete: true };
  return { current: { totals: counts(now), rows: rowsOf(now, 2), complete: true }, previous };
}

function mostFirst(rows: readonly PageRow[]): PageRow[] {
  return rows.toSorted((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
}

/** A period from explicit rows. */
export function periodOf(totals: Triple, rows: readonly (readonly [string, ...Triple])[] = []): PeriodData {
  return {
    totals: counts(totals),
    rows: mostFirst(rows.map(([path, human, ai, total]) => ({ path, human, ai, total }))),
    complete: true,
  };
}

/** The totals of a trend, oldest first, ending with those of the two periods that were read. */
export function trendOf(
  { people, ai }: Lines,
  { current, previous }: { current: PeriodData; previous: PeriodData | undefined },
): Counts[] {
  return people.map((human, index) => {
    if (index === people.length - 1) return current.totals;
    if (index === people.length - 2 && previous !== undefined) return previous.totals;
    const machines = ai[index] ?? 0;
    return { human, ai: machines, total: human + machines - Math.round(machines * countedAsBoth) };
  });
}

type Draft = Omit<Site, "data" | "periods"> & {
  /** The trend, for those that give none with gaps. Missing: none. */
  chart?: Lines;
  periods?: Periods;
  current: PeriodData;
  previous: PeriodData | undefined;
  requests?: number;
  missing?: readonly Missing[];
  trend?: readonly (Counts | undefined)[];
  signals?: SignalData;
};

export function site({
  periods = weekly,
  current,
  previous,
  requests,
  missing = [],
  chart,
  trend,
  signals = noSignals,
  ...rest
}: Draft): Site {
  const points = trend ?? (chart === undefined ? [] : trendOf(chart, { current, previous }));
  const used = points.length > 0 ? periods : { ...periods, trend: [] };
  const data = { current, previous, trend: points, signals, requests: requests ?? 8, missing };
  return { ...rest, periods: used, data };
}
