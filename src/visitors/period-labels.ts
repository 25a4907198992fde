import { monthName } from "../dates.ts";
import { grouped } from "./numbers.ts";
import type { Periods } from "./types.ts";

/** What the periods of a report are called in it. */
export type PeriodLabels = {
  /** Heads the column of this period, and of the one before. */
  current: string;
  before: string;
  /** The two within a sentence. */
  theCurrent: string;
  theBefore: string;
  /** The one before as a time: when something was so. */
  whenBefore: string;
  /** One period as a noun, and several. */
  one: string;
  many: string;
  /** Heads the trend of so many periods. */
  last(count: number): string;
};

/** The words for periods of this kind. */
export function periodLabels({ current, unit }: Periods): PeriodLabels {
  if (unit.kind === "month") {
    const month = monthName(current.from);
    const before = monthName(current.from - 1);
    return {
      ...named("month"),
      current: month,
      before,
      theCurrent: month,
      theBefore: before,
      whenBefore: `in ${before}`,
    };
  }
  if (unit.kind === "span") return named("period");
  if (unit.days === 1) return named("day");
  if (unit.days === 7) return named("week");
  const days = `${grouped(unit.days)} days`;
  return {
    ...named("period"),
    current: `These ${days}`,
    before: `${days} before`,
    theCurrent: `these ${days}`,
    theBefore: `the ${days} before`,
    whenBefore: `the ${days} before`,
    last: (count) => `Last ${grouped(count)} × ${days}`,
  };
}

function named(one: string): PeriodLabels {
  const name = `${one.charAt(0).toUpperCase()}${one.slice(1)}`;
  return {
    current: `This ${one}`,
    before: `${name} before`,
    theCurrent: `this ${one}`,
    theBefore: `the ${one} before`,
    whenBefore: `the ${one} before`,
    one,
    many: `${one}s`,
    last: (count) => `Last ${grouped(count)} ${one}s`,
  };
}
