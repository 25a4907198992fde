import { writtenRange } from "../../dates.ts";
import { grouped } from "../../text/words.ts";
import type { SiteTotals } from "../find/site-totals.ts";
import type { Counts, Range } from "../read/data.ts";

// Numbers as a report shows them. The texts hold no Markdown.

/** The parts of a text. One that is left out is undefined, false or empty. */
export type Parts = readonly (string | false | undefined)[];

export function joinParts(parts: Parts, separator: string): string {
  return parts.filter((part) => part).join(separator);
}

/** A space at which no line breaks. */
export const noBreak = "\u00a0";

/** A range whose days stand on one line. One with times of day is too long for that. */
export function rangeOnOneLine(range: Range): string {
  const text = writtenRange(range);
  // Behind a dash, a line breaks before a no-break space too, but for a word joiner.
  return text.endsWith("UTC") ? text : text.replace("–", "–\u2060").replaceAll(" ", noBreak);
}

const minus = "\u2212";

/**
 * The change of a count of the site: `+8%`, `−41%`, `±0%`. Empty if there is nothing to compare with, or if both counts are
 * below the threshold, as small ones change by chance.
 */
export function changeOf(totals: SiteTotals, part: keyof Counts): string {
  const before = totals.before[part] ?? 0;
  const now = totals.now[part];
  if (before <= 0 || Math.max(before, now) < totals.threshold) {
    return "";
  }
  const rounded = Math.round((Math.abs(now - before) / before) * 100);
  // A loss of 99.7% is 99, because 100 would say that nothing is left.
  const isNearlyAll = rounded === 100 && now > 0 && now < before;
  const percents = isNearlyAll ? 99 : rounded;
  if (percents === 0) {
    return "±0%";
  }
  return `${now > before ? "+" : minus}${grouped(percents)}%`;
}

/** The change of a count as a fraction with at most four decimals: -0.27 is 27% fewer. Undefined after nobody. */
export function changeFraction(before: number | undefined, now: number): number | undefined {
  if (before === undefined || before <= 0) {
    return undefined;
  }
  // `-0 + 0` is 0; -0 would be printed as `-0`.
  return Math.round((now / before - 1) * 10_000) / 10_000 + 0;
}
