import { day } from "../../src/dates.ts";
import { findNext, type NextRow } from "../../src/visitors/find/next.ts";
import type {
  AssistantQuestion,
  FeedbackData,
  Page,
  PageReport,
  PageVotes,
  PeriodData,
  Searches,
  SearchTerm,
  SignalData,
} from "../../src/visitors/read/data.ts";
import { counts, dataOf, emptySignals, page, period } from "./report-fixture.ts";

/** How many readers a page needs before the votes on it count. */
export const threshold = 20;
/** The first day that something was said. */
export const noon = Date.UTC(2026, 10, 16, 12);

/** What visitors said, without the lists that are empty. */
export type Said = Partial<FeedbackData> & {
  questions?: readonly AssistantQuestion[];
  searches?: Searches;
};

/** What was read of the service. */
export const signalsOf = ({ searches, questions, ...feedback }: Said): SignalData => ({
  feedback: { ...emptySignals.feedback, ...feedback },
  questions: questions && { newest: questions, areAll: true },
  searches,
  elsewhere: [],
  missing: [],
});

/** A period in which these pages were read. */
export const readPages = (...pages: readonly Page[]): PeriodData =>
  period(counts(9000, 900), pages);

/** `/a` and `/b` have just enough people, and as much AI. */
export const twoPages = readPages(page("/a", 20, 20), page("/b", 20, 20));

/** The rows about what visitors said, on a site with these visitors. */
export function find(
  said: Said,
  visitors = twoPages,
  given: Partial<Parameters<typeof findNext>[1]> = {},
): readonly NextRow[] {
  const usual = { threshold, quotes: 0, resting: [], isIgnored: () => false };
  return findNext(dataOf({ current: visitors, signals: signalsOf(said) }), { ...usual, ...given });
}

/** `down` of `votes` thumbs on a page are down. */
export const thumbs = (page: string | undefined, down: number, votes: number): PageVotes => ({
  page,
  down,
  up: votes - down,
});

/** One report on a page for each of these days. */
export const reports = (
  page: string | undefined,
  ...days: readonly (number | undefined)[]
): PageReport[] =>
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
    words: "",
  }));

/** A term as visitors typed it. */
export const term = (text: string, hits: number, clicks = 0): SearchTerm => ({
  term: text,
  hits,
  clicks,
});
