import { HOSTILE_PATHS } from "./hostile-paths.ts";
import type { DateRange } from "./query.ts";
import type { Settings } from "./settings.ts";
import { pathOfPage, readersOfPage } from "./site-paths.ts";

/** Distinct visitors of a page or of the site; `total` is the union, so at most the sum. */
type Counts = { human: number; ai: number; total: number };
type Visitors = { rows: (Counts & { path: string })[]; totals: Counts };

export const DAY = 86_400_000;
/** Nothing is known of the days before. */
export const SITE_OPENED = Date.UTC(2024, 0, 1);
/** The most read pages change little; what happens, happens behind them. */
const FRONT_PAGES = 20;

const known = new Map<string, Visitors>();

/**
 * The pages of a made-up site that had a visitor in the range, most visitors first, and the site's totals. The same range
 * always gives the same numbers.
 */
export function visitorsOf(range: DateRange, { pages, hostilePaths }: Settings): Visitors {
  const key = JSON.stringify([range, pages, hostilePaths]);
  const visitors = known.get(key) ?? readRange(range, pages, hostilePaths);
  // Today's range moves with the clock, so what was read must not pile up for ever.
  if (known.size >= 64) known.clear();
  known.set(key, visitors);
  return visitors;
}

function readRange({ from, to }: DateRange, pages: number, hostilePaths: boolean): Visitors {
  const days = Math.max(0, to - Math.max(from, SITE_OPENED)) / DAY;
  const week = Math.floor((to - SITE_OPENED) / (7 * DAY));
  const rows = Array.from({ length: days > 0 ? pages : 0 }, (_, index) => {
    return { path: shownPath(index, hostilePaths), ...countsOf(index, days, week) };
  })
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
  // People read several pages, so the site has fewer visitors than its rows add up to.
  const whole = (part: "human" | "ai") =>
    Math.round(0.4 * rows.reduce((sum, row) => sum + row[part], 0));
  const [human, ai] = [whole("human"), whole("ai")];
  return {
    rows,
    totals: { human, ai, total: human + ai - Math.floor(0.15 * Math.min(human, ai)) },
  };
}

/** The path of a page of the site, where `hostilePaths` replaces those of the most read ones. */
export function shownPath(index: number, hostilePaths: boolean): string {
  return (hostilePaths ? HOSTILE_PATHS[index] : undefined) ?? pathOfPage(index);
}

/** The visitors of a page in so many days up to that week. */
function countsOf(index: number, days: number, week: number): Counts {
  // Each week everybody talks about some pages, others are offline, and each month AI discovers some.
  const isTurn = (period: number, every: number) =>
    index > FRONT_PAGES && (index + 3 * period) % every === 0;
  if (isTurn(week + 9, 60)) return { human: 0, ai: 0, total: 0 };
  const talk = isTurn(week, 40) ? 3 : 1;
  const discovered = isTurn(Math.floor(week / 4), 50) ? 4 : 1;
  // Some visitors come back, so days add up to less. The site grows by 1.3% a week, and AI comes more and more.
  const usual = (150 / (index + 2) ** 0.8) * days ** 0.85 * 1.013 ** week * talk;
  const aiPart = (0.06 + 0.2 * chance(`ai-of:${index}`)) * 1.004 ** week * discovered;
  // As far from the usual as chance takes a count of people, so that nothing seems to move that does not.
  const jitter = (0.03 * usual + Math.sqrt(usual)) * (2 * chance(`page:${index}:${week}`) - 1);
  const both = Math.max(0, usual + jitter);
  const readers = readersOfPage(index);
  const human = Math.round(readers === "machines" ? both * 0.02 : both);
  const ai = Math.round(both * { machines: 1, people: 0.005, everybody: aiPart }[readers]);
  const shared = Math.floor(Math.min(human, ai) * (0.05 + 0.2 * chance(`both:${index}`)));
  return { human, ai, total: human + ai - shared };
}

/** A number from 0 to 1 that depends on the name alone; a digest would slow large sites down. */
function chance(name: string): number {
  const text = `docs:${name}`;
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
