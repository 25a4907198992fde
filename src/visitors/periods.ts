import { day, midnightBefore, monthStart } from "../dates.ts";
import type { VisitorsInputs } from "../inputs/load.ts";
import type { Periods, Range } from "./read/data.ts";

type Inputs = Pick<VisitorsInputs, "period" | "date-from" | "date-to" | "compare" | "trend">;

/** The ranges of a report. Only the UTC day of `now` counts, so a late schedule and a re-run cover the same days. */
export function resolvePeriods(inputs: Inputs, now: number): Periods {
  const today = midnightBefore(now);
  const { period, "date-from": from, "date-to": to } = inputs;
  const isGiven = from !== undefined && to !== undefined;
  const isMonth = !isGiven && period === "last-month";
  const newest = isGiven ? { from, to } : lastDays(period, today);
  const length = newest.to - newest.from;

  const rangeBack = (count: number): Range => {
    if (isMonth)
      return {
        from: monthStart(today, count + 1),
        to: monthStart(today, count),
      };
    return {
      from: newest.from - count * length,
      to: newest.to - count * length,
    };
  };
  return {
    current: rangeBack(0),
    previous: inputs.compare ? rangeBack(1) : undefined,
    trend: Array.from({ length: inputs.trend }, (_, index) => rangeBack(index)).reverse(),
    unit: isMonth ? "month" : unitOf(length),
  };
}

function unitOf(length: number): Periods["unit"] {
  if (length === day) return "day";
  return length === 7 * day ? "week" : "period";
}

/** The last full week or the last `Nd`. */
function lastDays(period: string, today: number): Range {
  if (period !== "last-week")
    return {
      from: today - Number.parseInt(period, 10) * day,
      to: today,
    };
  // The epoch, 1 January 1970, was a Thursday: three days after a Monday.
  const monday = Math.floor((today + 3 * day) / (7 * day)) * 7 * day - 3 * day;
  return {
    from: monday - 7 * day,
    to: monday,
  };
}
