import { isoMoment } from "../../dates.ts";
import type { Signal } from "../../inputs/table.ts";
import type { ErrorReason } from "../../outcomes.ts";

// What was read of the service, with pages in the place of the rows that it sends.

/** A span of time in epoch ms, UTC; `to` is exclusive, as in the service's API. */
export type Range = {
  from: number;
  to: number;
};

/** A range as the service, the outputs and the files write it; `dateTo` is exclusive. */
export function isoRange(range: Range) {
  return {
    dateFrom: isoMoment(range.from),
    dateTo: isoMoment(range.to),
  };
}

export type Periods = {
  current: Range;
  previous: Range | undefined;
  /** The periods of the trend, oldest first, ending with `current`; empty with `trend: 0`. */
  trend: readonly Range[];
  unit: "week" | "month" | "period";
};

/** Unique visitors. `total` counts a visitor once, so it is not the sum of the two. */
export type Counts = {
  human: number;
  ai: number;
  total: number;
};

/** The counts of a page or a period that nobody visited. */
export const noVisitors: Counts = {
  human: 0,
  ai: 0,
  total: 0,
};

/** True if all counts are 0; approximate parts can be larger than a total of 0. */
export function hasNoVisitors({ human, ai, total }: Counts): boolean {
  return Math.max(human, ai, total) === 0;
}

/** What a page is called. */
export type PageName = {
  /** The name that all spellings of its path have in common, such as `/guides/a` for `/docs/Guides/a.md?b`. */
  page: string;
  /** The path that people read: as it came, without query, fragment and ending. */
  path: string;
};

/** A page and its visitors. */
export type Page = PageName & { counts: Counts };

export type PeriodData = {
  totals: Counts;
  /** Most visitors first. */
  pages: readonly Page[];
  /** True if every row was read, and none of them twice: a page that is not there then had no visitors. */
  complete: boolean;
  /** The addresses that are no pages of the site, most visitors first. */
  noPages: readonly Page[];
};

/**
 * Why something was not read. `pagination`: an old or short chunk announces more. `repeated`: a row came twice, so another
 * may be missing. `malformed`: rows were dropped.
 */
export type Failure =
  | { why: "failure"; reason: ErrorReason }
  | {
      why: "budget" | "time" | "pagination" | "repeated" | "malformed";
      reason?: undefined;
    };

/** A part that the report lacks although it was asked for. */
export type Missing = Failure & {
  what: "pages" | "previous" | "previous-pages" | Signal;
};

export type VisitorData = {
  current: PeriodData;
  /** Missing without a comparison, or when it could not be read. */
  previous: PeriodData | undefined;
  /** The site's totals for each of `Periods.trend`; `undefined` where they could not be read, which is not in `missing`. */
  trend: readonly (Counts | undefined)[];
  signals: SignalData;
  missing: readonly Missing[];
};

/** More days than the report has: a week has too few votes to judge a page by. */
export const feedbackDays = 90;
/** The days of questions, and of each of the two windows of searches. */
export const questionDays = 28;

/** What visitors told the service. Undefined is what was not asked for or not read. */
export type SignalData = {
  feedback: FeedbackData | undefined;
  /** Without those that the assistant answered with a question. `areAll` is false if there are older ones. */
  questions:
    | {
        newest: readonly AssistantQuestion[];
        areAll: boolean;
      }
    | undefined;
  searches: Searches | undefined;
  /** The hosts of votes, reports and questions of other sites, which are left out. */
  elsewhere: readonly string[];
  missing: readonly Missing[];
};

export type FeedbackData = {
  votes: readonly PageVotes[];
  /** False if the service may have votes of more pages than it sends. */
  areAllVotes: boolean;
  /** The open reports on code examples, none if they were not read. */
  exampleReports: readonly PageReport[];
};

// In what follows, `page` is the name of a page; undefined if it was said on none of the site's pages.

/** The thumbs of a page. */
export type PageVotes = {
  page: string | undefined;
  up: number;
  down: number;
};

/** A report on a code example. Times are in epoch ms; undefined is what the service does not say. */
export type PageReport = {
  id: string;
  page: string | undefined;
  at: number | undefined;
};

/** A question to the assistant; several can belong to one conversation. */
export type AssistantQuestion = {
  conversation: string;
  at: number;
  page: string | undefined;
  answered: boolean;
  /** Empty where it was answered. */
  words: string;
};

/** What was searched for in two windows of 28 days. */
export type Searches = {
  recent: readonly SearchTerm[];
  before: readonly SearchTerm[];
  /** The most hits that a term can have which `recent` does not list; 0 if it lists all. */
  unlisted: number;
};

/** A term as a visitor typed it. */
export type SearchTerm = {
  term: string;
  hits: number;
  clicks: number;
};
