import { day, midnightBefore, monthStart } from "../dates.ts";
import type { Inputs } from "../inputs/load.ts";
import type { Periods, Range } from "./read/data.ts";

type PeriodInputs = Pick<Inputs, "period" | "date-from" | "date-to" | "compare" | "trend">;

/** The ranges of a report. Only the UTC day of `now` counts, so a late schedule and a re-run cover the same days. */
export function resolvePeriods(inputs: PeriodInputs, now: number): Periods {
  const endOf = endsOf(inputs, midnightBefore(now));
  const rangeBack = (back: number): Range => ({
    from: endOf(back + 1),
    to: endOf(back),
  });
  const current = rangeBack(0);
  const isMonth = inputs["date-from"] === undefined && inputs.period === "last-month";
  const days = current.to - current.from === 7 * day ? "week" : "period";
  const trend = Array.from({ length: inputs.trend }, (_, index) => rangeBack(index));
  return {
    current,
    previous: inputs.compare ? rangeBack(1) : undefined,
    trend: trend.reverse(),
    unit: isMonth ? "month" : days,
  };
}

/** When the period ends that is so many `back`. Each ends where the next one begins. */
function endsOf(inputs: PeriodInputs, today: number): (back: number) => number {
  const { period, "date-from": from, "date-to": to } = inputs;
  if (from !== undefined && to !== undefined) {
    return (back) => to - back * (to - from);
  }
  if (period === "last-month") {
    return (back) => monthStart(today, back);
  }

  // The epoch, 1 January 1970, was a Thursday: three days after a Monday.
  const daysSinceMonday = (today / day + 3) % 7;
  if (period === "last-week") {
    return (back) => today - (daysSinceMonday + back * 7) * day;
  }

  const days = Number.parseInt(period, 10);
  return (back) => today - back * days * day;
}
