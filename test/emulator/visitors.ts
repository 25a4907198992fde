import { HOSTILE_PATHS } from "./hostile-paths.ts";
import type { DateRange } from "./query.ts";
import type { Settings } from "./settings.ts";
import { pathOfPage, readersOfPage } from "./site-paths.ts";

/** Distinct visitors of a page or of the site; `total` is the union, so at most the sum. */
type Counts = { human: number; ai: number; total: number };

export const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Nothing is known of the days before. */
export const SITE_OPENED = Date.UTC(2024, 0, 1);
/** The most read pages change little; what happens, happens behind them. */
const FRONT_PAGES = 20;

type Row = Counts & { path: string };
type Visitors = { rows: Row[]; totals: Counts };

/** A made-up documentation site: the same range always gives the same numbers. */
export class Site {
  readonly #known = new Map<string, Visitors>();

  /** The pages that had a visitor in the range, most visitors first, and the site's totals. */
  read(range: DateRange, { pages, hostilePaths }: Pick<Settings, "pages" | "hostilePaths">): Visitors {
    const key = JSON.stringify([range, pages, hostilePaths]);
    const visitors = this.#known.get(key) ?? readRange(range, pages, hostilePaths);
    // Today's range moves with the clock, so what was read must not pile up for ever.
    if (this.#known.size >= 64) this.#known.clear();
    this.#known.set(key, visitors);
    return visitors;
  }
}

function readRange(query: DateRange, pages: number, hostilePaths: boolean): Visitors {
  const visits = visitsOf(query);
  const age = ((query.from + query.to) / 2 - SITE_OPENED) / DAY;
  const week = Math.floor(age / 7) + Math.floor(1000 * chance("weeks"));
  // AI comes to read more and more, by fits and starts.
  const ai = 1.004 ** (age / 7) * (0.95 + 0.1 * chance(`ai:${Math.round(age)}`));
  const rows: Row[] = [];
  for (let index = 0; visits > 0 && index < pages; index += 1) {
    const event = eventOf(index, week);
    const moment = `${index}:${Math.round(age)}`;
    const counts = countsOf(index, visits, moment, { all: event.all, ai: event.ai * ai });
    if (counts.total > 0) rows.push({ path: shownPath(index, hostilePaths), ...counts });
  }
  rows.sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
  return { rows, totals: totalsOf(rows) };
}

/** The path of a page of the site, where `hostilePaths` replaces those of the most read ones. */
export function shownPath(index: number, hostilePaths: boolean): string {
  return (hostilePaths ? HOSTILE_PATHS[index] : undefined) ?? pathOfPage(index);
}

/** Visits of the range: weekends are quiet, the site grows by 1.5% a week, and no two days are alike. */
function visitsOf(query: DateRange): number {
  const from = Math.max(query.from, SITE_OPENED);
  let sum = 0;
  for (let day = Math.floor(from / DAY) * DAY; day < query.to; day += DAY) {
    const share = (Math.min(query.to, day + DAY) - Math.max(from, day)) / DAY;
    const weekday = new Date(day).getUTCDay();
    const season = weekday === 0 || weekday === 6 ? 0.45 : 1;
    const growth = 1.015 ** ((day - SITE_OPENED) / WEEK);
    sum += share * season * growth * (0.97 + 0.06 * chance(`day:${day}`));
  }
  return sum;
}

/** What happens to a page in a week: how many times as many come as usual, and how many times as many of them are AI. */
type PageEvent = { all: number; ai: number };

/** Distinct visitors grow more slowly than visits, because some of them come back. */
function countsOf(index: number, visits: number, name: string, event: PageEvent): Counts {
  const readers = readersOfPage(index);
  const usual = (150 / (index + 2) ** 0.8) * visits ** 0.85 * event.all;
  // As far from the usual as chance takes a count of people, so that nothing seems to move that does not.
  const jitter = (0.03 * usual + Math.sqrt(usual)) * (2 * chance(`page:${name}`) - 1);
  const both = Math.max(0, usual + jitter);
  const aiPart = readers === "people" ? 0.005 : (0.06 + 0.2 * chance(`ai-of:${index}`)) * event.ai;
  const human = Math.round(readers === "machines" ? both * 0.02 : both);
  const ai = Math.round(readers === "machines" ? both : both * aiPart);
  const shared = Math.floor(Math.min(human, ai) * (0.05 + 0.2 * chance(`both:${index}`)));
  return { human, ai, total: human + ai - shared };
}

/**
 * On a site of 120 pages, each week everybody talks about two of them, AI discovers one for a month, one goes offline,
 * and one comes back that was away for two weeks.
 */
function eventOf(index: number, week: number): PageEvent {
  if (index <= FRONT_PAGES) return { all: 1, ai: 1 };
  const isTurnOf = (every: number, at: number, weeks: number, lasts: number) =>
    index % every === at && (week + 3 * Math.floor(index / every)) % weeks < lasts;
  if (isTurnOf(6, 5, 17, 2)) return { all: 0, ai: 1 };
  const talkedAbout = isTurnOf(5, 3, 10, 1) ? 1.6 + 2 * chance(`talk:${index}`) : 1;
  return { all: talkedAbout, ai: isTurnOf(7, 2, 14, 4) ? 4 : 1 };
}

/** People read several pages, so the site has fewer visitors than its rows add up to. */
function totalsOf(rows: readonly Row[]): Counts {
  const [first] = rows;
  if (first === undefined) return { human: 0, ai: 0, total: 0 };
  const whole = (part: "human" | "ai"): number => {
    const most = rows.reduce((so, row) => Math.max(so, row[part]), 0);
    return Math.max(most, Math.round(rows.reduce((sum, row) => sum + row[part], 0) * 0.4));
  };
  const [human, ai] = [whole("human"), whole("ai")];
  return { human, ai, total: Math.max(first.total, human + ai - Math.floor(Math.min(human, ai) * 0.15)) };
}

/** A number from 0 to 1 that depends on the name alone; a digest would slow large sites down. */
export function chance(name: string): number {
  const text = `docs:${name}`;
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
