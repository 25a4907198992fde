import { day } from "../../src/dates.ts";
import { findNextRows } from "../../src/visitors/find/next.ts";
import type { PageOptions } from "../../src/visitors/read/pages.ts";
import type {
  AssistantQuestion,
  NextRow,
  PageReport,
  PageRow,
  PageVotes,
  PeriodData,
  SearchTerm,
  SignalData,
} from "../../src/visitors/report-model.ts";
import { counts, page, period } from "./report-fixture.ts";

/** How many readers a page needs before the votes on it count. */
export const threshold = 20;
/** The first day that something was said. */
export const noon = Date.UTC(2026, 10, 16, 12);

/** What visitors said, without the lists that are empty. */
type Said = Partial<NonNullable<SignalData["feedback"]> & Pick<SignalData, "searches">> & {
  questions?: readonly AssistantQuestion[];
};

/** What was read of the service. */
const signalsOf = ({ searches, questions, ...feedback }: Said): SignalData => ({
  feedback: { votes: [], exampleReports: [], ...feedback },
  questions: questions && { newest: questions, areAll: true },
  searches,
  missing: [],
});

/** A period in which these pages were read. */
export const readPages = (...rows: readonly PageRow[]): PeriodData => period(counts(9000, 900), rows);

/** `/a` and `/b` have just enough people, and as much AI. */
export const twoPages = readPages(page("/a", 20, 20), page("/b", 20, 20));

/** All that is found in signals, by default on any site. */
export function findAll(
  signals: SignalData,
  current: PeriodData,
  options: Partial<Parameters<typeof findNextRows>[1]> = {},
) {
  const usual = { threshold, siteUrl: undefined, ignored: () => false };
  return findNextRows({ current, signals }, { ...usual, ...options });
}

/** The rows about what visitors said, on a site with these visitors. */
export function find(
  said: Said,
  visitors = twoPages,
  { siteUrl, ignored = () => false }: Partial<PageOptions> = {},
): readonly NextRow[] {
  return findAll(signalsOf(said), visitors, { siteUrl, ignored });
}

/** `down` of `votes` thumbs on a page are down. */
export const thumbs = (page: string, down: number, votes: number): PageVotes => ({
  page,
  down,
  up: votes - down,
});

/** One report on a page for each of these days. */
export const reports = (page: string, ...days: readonly (number | undefined)[]): PageReport[] =>
  days.map((index, id) => ({
    id: `${id}`,
    page,
    at: index === undefined ? undefined : noon + index * day,
  }));

/** Conversations on a page, each with one question on a day of its own; the first `unanswered` had no answer. */
export const conversations = (
  page: string | undefined,
  unanswered: number,
  all: number,
): AssistantQuestion[] =>
  Array.from({ length: all }, (_, index) => ({
    conversation: `${page} ${index}`,
    at: noon + index * day,
    page,
    answered: index >= unanswered,
  }));

/** A term as visitors typed it. */
export const term = (text: string, hits: number, clicks = 0): SearchTerm => ({ term: text, hits, clicks });
