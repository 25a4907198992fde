import { day, monthName, writtenDays, writtenRange } from "../dates.ts";
import { upperFirst } from "../text/words.ts";
import { grouped } from "./format.ts";
import type { Periods } from "./report-model.ts";

/** What a report calls its periods. */
export type PeriodLabels = {
  /** Column heads: the days or the month. */
  currentColumn: string;
  previousColumn: string;
  /** Within a sentence: `this week`, `the week before`. */
  current: string;
  previous: string;
  /** Whose readers: `this week's`. */
  possessive: string;
  /** The previous period as a time: `the week before`, `in October`. */
  duringPrevious: string;
  /** The noun: `week`, `weeks`. */
  one: string;
  many: string;
  /** The length, as in `visitors per week`. */
  length: string;
  /** The column that names the periods of the trend. */
  trendColumn: string;
};

/** The labels for periods of this kind. */
export function periodLabels(periods: Periods): PeriodLabels {
  const { current, unit } = periods;
  if (unit.kind === "month") {
    const month = monthName(current.from);
    const before = monthName(current.from - 1);
    return {
      ...labelsFor("month", { currentColumn: month, previousColumn: before }),
      current: month,
      possessive: `${month}'s`,
      previous: before,
      duringPrevious: `in ${before}`,
      trendColumn: "Month",
    };
  }
  const columns = dateColumns(periods);
  if (unit.kind === "span") return labelsFor("period", columns);
  if (unit.days === 1) return { ...labelsFor("day", columns), trendColumn: "Day" };
  if (unit.days === 7) return labelsFor("week", columns);
  const days = `${grouped(unit.days)} days`;
  return {
    ...labelsFor("period", columns),
    current: `these ${days}`,
    possessive: `these ${days}'`,
    previous: `the ${days} before`,
    duringPrevious: `the ${days} before`,
    length: days,
    trendColumn: `${days} from`,
  };
}

type Columns = Pick<PeriodLabels, "currentColumn" | "previousColumn">;

/** The days of both periods, without years if both together are shorter than 300 days. */
function dateColumns({ current, previous }: Periods): Columns {
  const isShort = current.to - (previous ?? current).from < 300 * day;
  const written = isShort ? writtenDays : writtenRange;
  return {
    currentColumn: written(current),
    previousColumn: previous === undefined ? "" : written(previous),
  };
}

function labelsFor(one: string, columns: Columns): PeriodLabels {
  const before = `the ${one} before`;
  return {
    ...columns,
    one,
    many: `${one}s`,
    length: one,
    current: `this ${one}`,
    possessive: `this ${one}'s`,
    previous: before,
    duringPrevious: before,
    trendColumn: `${upperFirst(one)} from`,
  };
}
