import { day, midnightBefore, monthStart } from "../dates.ts";
import type { Inputs } from "../inputs/load.ts";
import type { Periods, Range } from "./read/data.ts";

type PeriodInputs = Pick<Inputs, "period" | "date-from" | "date-to" | "compare" | "trend">;

/** The ranges of a report. Only the UTC day of `now` counts, so a late schedule and a re-run cover the same days. */
export function resolvePeriods(inputs: PeriodInputs, now: number): Periods {
  const today = midnightBefore(now);
  const { period, "date-from": from, "date-to": to } = inputs;
  const isGiven = from !== undefined && to !== undefined;
  const newest = isGiven
    ? {
        from,
        to,
      }
    : lastDays(period, today);
  const length = newest.to - newest.from;
  const isMonth = !isGiven && period === "last-month";
  // Each period ends where the next one begins.
  const endOf = (back: number) => (isMonth ? monthStart(today, back) : newest.to - back * length);
  const rangeBack = (back: number): Range => ({
    from: endOf(back + 1),
    to: endOf(back),
  });
  const days = length === 7 * day ? "week" : "period";
  const trend = Array.from({ length: inputs.trend }, (_, index) => rangeBack(index));
  return {
    current: rangeBack(0),
    previous: inputs.compare ? rangeBack(1) : undefined,
    trend: trend.reverse(),
    unit: isMonth ? "month" : days,
  };
}

/** The last full week or the last `Nd`. */
function lastDays(period: string, today: number): Range {
  const isWeek = period === "last-week";
  // The epoch, 1 January 1970, was a Thursday: three days after a Monday.
  const daysSinceMonday = (today / day + 3) % 7;
  const to = isWeek ? today - daysSinceMonday * day : today;
  const days = isWeek ? 7 : Number.parseInt(period, 10);
  return {
    from: to - days * day,
    to,
  };
}
