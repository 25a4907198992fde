/** A span of time, epoch ms in UTC; `to` is exclusive, as the service takes it. */
export type Range = { from: number; to: number };

/** What a report covers, worked out before any request. */
export type Periods = {
  current: Range;
  /** The period before; missing with `compare: false`. */
  previous: Range | undefined;
  /** The periods of the trend, oldest first, ending with `current`; empty with `trend: 0`. */
  trend: readonly Range[];
  /** What one period is, for the words of the report: `days` with their number, a calendar month, or any other span. */
  unit: { kind: "days"; days: number } | { kind: "month" } | { kind: "span" };
};

/** Unique visitors; `total` is deduplicated, so it is not the sum of the two (specification 2.3). */
export type Counts = { human: number; ai: number; total: number };
export type PageRow = Counts & { path: string };

/** Why something that was asked for is not in the report; each kind has words of our own. */
export type Missing =
  /** The budget of requests did not reach. */
  | { what: "pages" | "previous" | "previous-pages" | "trend"; why: "budget" }
  /** The service failed, refused or was too slow midway; `reason` is the code of the error. */
  | { what: "pages" | "previous" | "previous-pages" | "trend"; why: "failure"; reason: string }
  /** The time limit was reached. */
  | { what: "pages" | "previous" | "previous-pages" | "trend"; why: "time" }
  /** The pagination never ended, or an empty page claimed more. */
  | { what: "pages" | "previous-pages"; why: "pagination" }
  /** Rows of the wrong shape were dropped. */
  | { what: "rows"; why: "malformed"; count: number };

/** What was read of one period. */
export type PeriodData = {
  totals: Counts;
  /** Without repeated paths, most visitors first. */
  rows: readonly PageRow[];
  /** True when every page of the period was read. */
  complete: boolean;
};

/** All that was read for a report. */
export type VisitorData = {
  current: PeriodData;
  /** Missing when not asked for, or when it could not be read. */
  previous: PeriodData | undefined;
  /** The site's totals, a point for each of `Periods.trend`; `undefined` is a gap. */
  trend: readonly (Counts | undefined)[];
  /** Every attempt at the service, also those that failed. */
  requests: number;
  missing: readonly Missing[];
  /** True when a failure, and not a planned omission, made the report partial. */
  failedMidway: boolean;
};
