import { day, isMidnight, isoMoment, midnightBefore, monthStart, parseMoment } from "../dates.ts";
import { InputError } from "../errors.ts";
import type { Inputs } from "../inputs.ts";
import { collapseLines } from "../text/escape-markdown.ts";
import { message } from "../text/message.ts";
import { shorten } from "../text/shorten.ts";
import type { Periods, Range } from "./types.ts";

/** The range that lies this many periods before the current one; 0 is the current one itself. */
type Back = (periods: number) => Range;

/**
 * The ranges a report covers, by the inputs and the time `now` (epoch ms). Only `now`'s UTC day matters, so a late
 * schedule and a re-run on the same day read the same days. Periods that would begin before 1970 are left out.
 * Throws an `InputError` for dates that cannot be used.
 */
export function resolvePeriods(
  inputs: Pick<Inputs, "period" | "date-from" | "date-to" | "compare" | "trend">,
  now: number,
): Periods {
  const { back, unit } = chosen(inputs, now);
  const previous = back(1);
  const trend = Array.from({ length: inputs.trend }, (_, index) => back(index)).filter(isKnown);
  return {
    current: back(0),
    previous: inputs.compare && isKnown(previous) ? previous : undefined,
    trend: trend.reverse(),
    unit,
  };
}

/** A range as the service takes it and as the outputs `dateFrom` and `dateTo` name it; `dateTo` is exclusive. */
export function rangeForService(range: Range): { dateFrom: string; dateTo: string } {
  return { dateFrom: isoMoment(range.from), dateTo: isoMoment(range.to) };
}

function chosen(
  inputs: Pick<Inputs, "period" | "date-from" | "date-to">,
  now: number,
): { back: Back; unit: Periods["unit"] } {
  const today = midnightBefore(now);
  if (inputs["date-from"] !== "" || inputs["date-to"] !== "") {
    const range = explicitRange(inputs["date-from"], inputs["date-to"]);
    const whole = isMidnight(range.from) && isMidnight(range.to);
    const unit = { kind: "days", days: (range.to - range.from) / day } as const;
    return { back: steps(range), unit: whole ? unit : { kind: "span" } };
  }
  if (inputs.period === "last-month") {
    const back: Back = (periods) => ({
      from: monthStart(today, periods + 1),
      to: monthStart(today, periods),
    });
    return { back, unit: { kind: "month" } };
  }
  // The epoch was a Thursday, so Mondays are three days off.
  const monday = Math.floor((today + 3 * day) / (7 * day)) * 7 * day - 3 * day;
  const to = inputs.period === "last-week" ? monday : today;
  const days = inputs.period === "last-week" ? 7 : Number.parseInt(inputs.period, 10);
  return { back: steps({ from: to - days * day, to }), unit: { kind: "days", days } };
}

function steps({ from, to }: Range): Back {
  const length = to - from;
  return (periods) => ({ from: from - periods * length, to: to - periods * length });
}

/** No site has visitors from before 1970, and years below 0 have no form that the service would take. */
function isKnown(range: Range): boolean {
  return range.from >= 0;
}

function explicitRange(dateFrom: string, dateTo: string): Range {
  const from = parseMoment(dateFrom);
  const to = parseMoment(dateTo);
  if (from === undefined || to === undefined) {
    const wrong = [from === undefined ? "date-from" : "", to === undefined ? "date-to" : ""];
    throw refused(dateFrom, dateTo, `${wrong.filter(Boolean).join(" and ")} cannot be read as a date`);
  }
  if (from === to) throw refused(dateFrom, dateTo, "the range is empty, as date-to is not part of it");
  if (from > to) throw refused(dateFrom, dateTo, "the range ends before it begins");
  return { from, to };
}

function refused(dateFrom: string, dateTo: string, why: string): InputError {
  return new InputError(
    message`The range cannot be used: date-from is “${shown(dateFrom)}” and date-to is “${shown(dateTo)}”, but ${{ own: why }} (allowed: two dates that exist, from 1970 on, as YYYY-MM-DD or in ISO 8601 such as 2026-11-14T09:30Z, date-from before date-to).`,
    message`Correct date-from and date-to in the step's “with:” block; for whole days date-to is the day after the last one. Nothing was sent.`,
  );
}

function shown(value: string): string {
  return shorten(collapseLines(value), 80);
}
