import { day, midnightBefore, monthStart } from "../dates.ts";
import type { VisitorsInputs } from "../inputs/load.ts";
import type { Periods, Range } from "./report-model.ts";

/** The range that lies `periods` before the current one; 0 is the current one. */
type RangeBack = (periods: number) => Range;

/**
 * The ranges of a report, by the inputs and the time `now` (epoch ms). Only the UTC day of `now` counts, so a late
 * schedule and a re-run on the same day cover the same days.
 */
export function resolvePeriods(
  inputs: Pick<VisitorsInputs, "period" | "date-from" | "date-to" | "compare" | "trend">,
  now: number,
): Periods {
  const { rangeBack, unit } = choosePeriod(inputs, now);
  return {
    current: rangeBack(0),
    previous: inputs.compare ? rangeBack(1) : undefined,
    trend: Array.from({ length: inputs.trend }, (_, index) => rangeBack(index)).reverse(),
    unit,
  };
}

function choosePeriod(
  inputs: Pick<VisitorsInputs, "period" | "date-from" | "date-to">,
  now: number,
): { rangeBack: RangeBack; unit: Periods["unit"] } {
  const today = midnightBefore(now);
  const { "date-from": from, "date-to": to } = inputs;
  if (from !== undefined && to !== undefined) return equalSteps({ from, to });
  if (inputs.period === "last-month") {
    const rangeBack: RangeBack = (periods) => ({
      from: monthStart(today, periods + 1),
      to: monthStart(today, periods),
    });
    return { rangeBack, unit: "month" };
  }
  // The epoch, 1 January 1970, was a Thursday: three days after a Monday.
  const monday = Math.floor((today + 3 * day) / (7 * day)) * 7 * day - 3 * day;
  const end = inputs.period === "last-week" ? monday : today;
  const days = inputs.period === "last-week" ? 7 : Number.parseInt(inputs.period, 10);
  return equalSteps({ from: end - days * day, to: end });
}

function equalSteps({ from, to }: Range): { rangeBack: RangeBack; unit: Periods["unit"] } {
  const length = to - from;
  return {
    rangeBack: (periods) => ({ from: from - periods * length, to: to - periods * length }),
    unit: length === day ? "day" : length === 7 * day ? "week" : "period",
  };
}
