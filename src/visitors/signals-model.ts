import type { Signal } from "../service/signal-schemas.ts";
import type { ReadReason } from "./read-reason.ts";

/** Feedback is read of more days than the report has, because a week has too few votes to judge a page by. */
export const feedbackDays = 90;
/** The days of questions, and of each of the two windows of searches. */
export const questionDays = 28;

/**
 * What visitors told the service, without their words: questions, answers, comments, code and addresses are dropped
 * where a response is parsed. Only search terms are kept. A signal is undefined if it was not asked for or not read.
 */
export type SignalData = {
  feedback: Feedback | undefined;
  questions: Questions | undefined;
  searches: Searches | undefined;
  missing: readonly MissingSignal[];
};

/** The votes are read first, so without them there are no reports. Reports are undefined if they were not read. */
export type Feedback = {
  /** The thumbs of each page. */
  votes: readonly PageVotes[];
  /** Open reports on code examples. */
  exampleReports: readonly PageReport[] | undefined;
};

/** Questions to the assistant, without those that it answered with a question. */
export type Questions = {
  /** Newest first. */
  asked: readonly Question[];
  /** True if there are older questions in the range that were not read. */
  isCut: boolean;
};

/** The thumbs of a page. `page` is a path or an address, as the service names it. */
export type PageVotes = { page: string; up: number; down: number };

/** A report on a page. */
export type PageReport = {
  page: string;
  /** Epoch ms; undefined if the service does not say it. */
  reportedAt: number | undefined;
};

/** A question to the assistant; several can belong to one conversation. */
export type Question = {
  conversation: string;
  /** Epoch ms. */
  askedAt: number;
  /** Where it was asked; undefined if the service does not say it. */
  page: string | undefined;
  answered: boolean;
};

/** What was searched for in two windows of 28 days. */
export type Searches = {
  recent: readonly SearchTerm[];
  before: readonly SearchTerm[];
  /** The most hits that a term can have which `recent` does not list; missing if it lists all. */
  unlisted?: number;
};

/** A term as a visitor typed it; what is typed is recorded letter by letter, so its beginnings are terms too. */
export type SearchTerm = { term: string; hits: number; clicks: number };

/** A signal, or a part of it, that could not be read, and why. */
export type MissingSignal =
  | { signal: Signal; why: "budget" | "time" }
  /** `reason` is the error's code. */
  | { signal: Signal; why: "failure"; reason: ReadReason }
  /** `count` rows had the wrong shape or impossible numbers, and were dropped. */
  | { signal: Signal; why: "malformed"; count: number };
