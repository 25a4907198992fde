import { day, monthName, writtenDays, writtenRange } from "../../dates.ts";
import { grouped } from "../../text/words.ts";
import { lengthRatio } from "../find/site-totals.ts";
import type { Periods, Range } from "../read/data.ts";

// Numbers as a report shows them. The texts hold no Markdown.

/** The parts of a text. One that is left out is undefined, false or empty. */
export type Parts = readonly (string | false | undefined)[];

export function joinParts(parts: Parts, separator: string): string {
  return parts.filter((part) => part).join(separator);
}

const minus = "\u2212";

/** `+8%`, `−41%`, `±0%`. Empty if `before` is 0, or if both counts are below `least`, as small ones change by chance. */
export function change(before: number, now: number, least = 0): string {
  if (before <= 0 || Math.max(before, now) < least) return "";
  const rounded = Math.round((Math.abs(now - before) / before) * 100);
  // A loss of 99.7% is 99, because 100 would say that nothing is left.
  const isNearlyAll = rounded === 100 && now > 0 && now < before;
  const percents = isNearlyAll ? 99 : rounded;
  if (percents === 0) return "±0%";
  return `${now > before ? "+" : minus}${grouped(percents)}%`;
}

/** The change of a count as a fraction with at most four decimals: -0.27 is 27% fewer. Undefined after nobody. */
export function changeFraction(before: number | undefined, now: number): number | undefined {
  if (before === undefined || before <= 0) return undefined;
  // `-0 + 0` is 0; -0 would be printed as `-0`.
  return Math.round((now / before - 1) * 10_000) / 10_000 + 0;
}

/** What a report calls its periods: the heads of their columns, and the current one as a time: `this week`, `in October`. */
export function periodLabels(periods: Periods) {
  const { current, previous, unit } = periods;
  const isMonth = unit === "month";
  const month = ({ from }: Range) => monthName(from).slice(0, 3);
  // Without years if both periods together are shorter than 300 days.
  const isShort = current.to - (previous ?? current).from < 300 * day;
  const days = isShort ? writtenDays : writtenRange;
  const written = isMonth ? month : days;
  // Months of different length are compared by their daily average.
  const isPerDay = lengthRatio(periods) !== 1;
  return {
    current: written(current),
    previous: previous ? written(previous) : "",
    perDay: isPerDay ? " (daily average)" : "",
    change: isPerDay ? "Change (daily average)" : "Change",
    during: isMonth ? `in ${monthName(current.from)}` : `this ${unit}`,
  };
}
