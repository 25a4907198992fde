import { day, isMidnight, midnightBefore, monthStart, parseMoment } from "../../dates.ts";
import { InputError } from "../../errors.ts";
import type { VisitorsInputs } from "../../runner/inputs/visitors.ts";
import { collapseLines } from "../../text/markdown.ts";
import { richText } from "../../text/rich-text.ts";
import { shorten } from "../../text/shorten.ts";
import type { Periods, Range } from "../report-model.ts";

/** The range that lies `periods` before the current one; 0 is the current one. */
type RangeBack = (periods: number) => Range;

/**
 * The ranges of a report, by the inputs and the time `now` (epoch ms). Only the UTC day of `now` counts, so a late
 * schedule and a re-run on the same day cover the same days. Periods that start before 1970 are left out. Throws an
 * `InputError` for invalid dates.
 */
export function resolvePeriods(
  inputs: Pick<VisitorsInputs, "period" | "date-from" | "date-to" | "compare" | "trend">,
  now: number,
): Periods {
  const { rangeBack, unit } = choosePeriod(inputs, now);
  const previous = rangeBack(1);
  const trend = Array.from({ length: inputs.trend }, (_, index) => rangeBack(index)).filter(isAfterEpoch);
  return {
    current: rangeBack(0),
    previous: inputs.compare && isAfterEpoch(previous) ? previous : undefined,
    trend: trend.reverse(),
    unit,
  };
}

function choosePeriod(
  inputs: Pick<VisitorsInputs, "period" | "date-from" | "date-to">,
  now: number,
): { rangeBack: RangeBack; unit: Periods["unit"] } {
  const today = midnightBefore(now);
  if (inputs["date-from"] !== "" || inputs["date-to"] !== "") {
    const range = explicitRange(inputs["date-from"], inputs["date-to"]);
    const wholeDays = isMidnight(range.from) && isMidnight(range.to);
    const unit = { kind: "days", days: (range.to - range.from) / day } as const;
    return { rangeBack: equalSteps(range), unit: wholeDays ? unit : { kind: "span" } };
  }
  if (inputs.period === "last-month") {
    const rangeBack: RangeBack = (periods) => ({
      from: monthStart(today, periods + 1),
      to: monthStart(today, periods),
    });
    return { rangeBack, unit: { kind: "month" } };
  }
  // The epoch, 1 January 1970, was a Thursday: three days after a Monday.
  const monday = Math.floor((today + 3 * day) / (7 * day)) * 7 * day - 3 * day;
  const to = inputs.period === "last-week" ? monday : today;
  const days = inputs.period === "last-week" ? 7 : Number.parseInt(inputs.period, 10);
  return { rangeBack: equalSteps({ from: to - days * day, to }), unit: { kind: "days", days } };
}

function equalSteps({ from, to }: Range): RangeBack {
  const length = to - from;
  return (periods) => ({ from: from - periods * length, to: to - periods * length });
}

/** `parseMoment` reads no dates before 1970, and ISO 8601 has no plain form for years before 0. */
function isAfterEpoch(range: Range): boolean {
  return range.from >= 0;
}

function explicitRange(dateFrom: string, dateTo: string): Range {
  const from = parseMoment(dateFrom);
  const to = parseMoment(dateTo);
  if (from === undefined || to === undefined) {
    const wrong = [from === undefined ? "date-from" : "", to === undefined ? "date-to" : ""];
    throw invalidRange(dateFrom, dateTo, `${wrong.filter(Boolean).join(" and ")} cannot be read as a date`);
  }
  if (from === to) throw invalidRange(dateFrom, dateTo, "the range is empty, as date-to is not part of it");
  if (from > to) throw invalidRange(dateFrom, dateTo, "the range ends before it begins");
  return { from, to };
}

function invalidRange(dateFrom: string, dateTo: string, why: string): InputError {
  const short = (value: string) => shorten(collapseLines(value), 80);
  return new InputError(
    richText`Invalid date range: date-from is “${short(dateFrom)}” and date-to is “${short(dateTo)}”, but ${{ trusted: why }} (expected two existing dates from 1970 on, as YYYY-MM-DD or in ISO 8601 such as 2026-11-14T09:30Z, date-from before date-to).`,
    richText`Correct date-from and date-to in the step's “with:” block; for whole days date-to is the day after the last one. No request was sent.`,
  );
}
