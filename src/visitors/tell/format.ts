import { day, monthName, writtenDays, writtenRange } from "../../dates.ts";
import { grouped } from "../../text/words.ts";
import { lengthRatio } from "../find/counts.ts";
import type { Periods, Range } from "../report-model.ts";

// Numbers as a report shows them. The texts hold no Markdown.

/** A share in percent: `percent(0.1825, 1)` is `18.3%`. */
export function percent(ratio: number, decimals = 0): string {
  return `${(ratio * 100).toFixed(decimals)}%`;
}

/** A share in whole percent: `under 1%` instead of a rounded 0%, `over 99%` instead of a rounded 100%. */
export function boundedPercent(ratio: number): string {
  if (ratio > 0 && ratio < 0.005) return "under 1%";
  if (ratio < 1 && ratio >= 0.995) return "over 99%";
  return percent(ratio);
}

/** The parts of a text. One that is left out is undefined, false or empty. */
export type Parts = readonly (string | false | undefined)[];

export function joinParts(parts: Parts, separator: string): string {
  return parts.filter((part) => part).join(separator);
}

const minus = "\u2212";

/** `+8%`, `−41%`, `±0%`. Empty if `before` is 0, or if both counts are below `least`, as small ones change by chance. */
export function change(before: number, now: number, least = 0): string {
  if (before <= 0 || Math.max(before, now) < least) return "";
  const percents = wholePercents(before, now);
  return percents === 0 ? "±0%" : `${now > before ? "+" : minus}${grouped(percents)}%`;
}

/** The change of a count as a fraction with at most four decimals: -0.27 is 27% fewer. Undefined if `before` is 0. */
export function changeFraction(before: number, now: number): number | undefined {
  // `-0 + 0` is 0; -0 would be printed as `-0`.
  return before > 0 ? Math.round((now / before - 1) * 10_000) / 10_000 + 0 : undefined;
}

/** The change of a count in whole percent, without its sign. A loss of 99.7% is 99, because 100 would say that nothing is left. */
function wholePercents(before: number, now: number): number {
  const percents = Math.round((Math.abs(now - before) / before) * 100);
  return percents === 100 && now > 0 && now < before ? 99 : percents;
}

/** `−0.2 pts`, as the difference of the rounded shares that the report shows. */
export function pointsChange(before: number, now: number): string {
  const points = (Math.round(now * 1000) - Math.round(before * 1000)) / 10;
  if (points === 0) return "±0 pts";
  return `${points > 0 ? "+" : minus}${Math.abs(points).toFixed(1)} pts`;
}

/** What a report calls its periods: the heads of their columns, and the current one as a time: `this week`, `in October`. */
export function periodLabels(periods: Periods) {
  const { current, previous, unit } = periods;
  const isSame = lengthRatio(periods) === 1;
  const isMonth = unit === "month";
  const month = ({ from }: Range) => monthName(from).slice(0, 3);
  // Without years if both periods together are shorter than 300 days.
  const days = current.to - (previous ?? current).from < 300 * day ? writtenDays : writtenRange;
  const written = isMonth ? month : days;
  return {
    currentColumn: written(current),
    previousColumn: previous ? written(previous) : "",
    // Months of different length are compared by day.
    perDay: isSame ? "" : " compared per day",
    changeColumn: isSame ? "Change" : "Change per day",
    during: isMonth ? `in ${monthName(current.from)}` : `this ${unit}`,
  };
}
