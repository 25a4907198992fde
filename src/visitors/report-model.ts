import { isoMoment } from "../dates.ts";
import type { Signal } from "../inputs/table.ts";
import type { ErrorReason } from "../outcomes.ts";
import type { Memory } from "./find/memory.ts";

/** A span of time in epoch ms, UTC; `to` is exclusive, as in the service's API. */
export type Range = { from: number; to: number };

/** A range as the service, the outputs and the files write it; `dateTo` is exclusive. */
export function isoRange(range: Range): { dateFrom: string; dateTo: string } {
  return { dateFrom: isoMoment(range.from), dateTo: isoMoment(range.to) };
}

export type Periods = {
  current: Range;
  previous: Range | undefined;
  /** The periods of the trend, oldest first, ending with `current`; empty with `trend: 0`. */
  trend: readonly Range[];
  unit: "day" | "week" | "month" | "period";
};

/** Unique visitors. `total` counts a visitor once, so it is not the sum of the two. */
export type Counts = { human: number; ai: number; total: number };
export type VisitorGroup = "human" | "ai";
export type PageRow = Counts & { path: string };

/** Why something was not read. `pagination`: an old or short chunk announces more. `malformed`: rows were dropped. */
export type Failure =
  | { why: "failure"; reason: ErrorReason }
  | { why: "budget" | "time" | "pagination" | "malformed"; reason?: undefined };

/** A part that the report lacks although it was asked for. `count` is that of the rows that were dropped. */
export type Missing = Failure & {
  what: "pages" | "previous" | "previous-pages" | "trend" | "rows" | Signal;
  count?: number;
};

export type PeriodData = {
  totals: Counts;
  /** One row per path, most visitors first. */
  rows: readonly PageRow[];
  complete: boolean;
};

export type VisitorData = {
  current: PeriodData;
  /** Missing without a comparison, or when it could not be read. */
  previous: PeriodData | undefined;
  /** The site's totals for each of `Periods.trend`; `undefined` where they could not be read. */
  trend: readonly (Counts | undefined)[];
  signals: SignalData;
  missing: readonly Missing[];
};

/** More days than the report has: a week has too few votes to judge a page by. */
export const feedbackDays = 90;
/** The days of questions, and of each of the two windows of searches. */
export const questionDays = 28;

/** What visitors told the service, without their words but search terms. Undefined is what was not asked for or not read. */
export type SignalData = {
  /** The votes are read first. `exampleReports` are the open reports on code examples, none if they were not read. */
  feedback: { votes: readonly PageVotes[]; exampleReports: readonly PageReport[] } | undefined;
  /** Without those that the assistant answered with a question. `areAll` is false if there are older ones. */
  questions: { newest: readonly AssistantQuestion[]; areAll: boolean } | undefined;
  searches: Searches | undefined;
  missing: readonly Missing[];
};

/** The thumbs of a page. `page` is a path or an address, as the service names it. */
export type PageVotes = { page: string; up: number; down: number };

/** A report on a code example. Times are in epoch ms; here and below, undefined is what the service does not say. */
export type PageReport = { id: string; page: string; at: number | undefined };
/** A question to the assistant; several can belong to one conversation. */
export type AssistantQuestion = {
  conversation: string;
  at: number;
  page: string | undefined;
  answered: boolean;
};

/** What was searched for in two windows of 28 days. */
export type Searches = {
  recent: readonly SearchTerm[];
  before: readonly SearchTerm[];
  /** The most hits that a term can have which `recent` does not list; 0 if it lists all. */
  unlisted: number;
};

/** A term as a visitor typed it. */
export type SearchTerm = { term: string; hits: number; clicks: number };

/** A part that the report lacks, and why, as Markdown with code spans only. */
export type Gap = { part: string; reason: string };

/** The visitors of a page or the site in both periods. */
export type BothCounts = { current: Counts; previous: Counts };

/** What a page can stand out by. */
export type PageKind = "up" | "down" | "new" | "gone";
/** A page that stands out. */
export type PageFinding = BothCounts & { kind: PageKind; path: string };

export type Findings = {
  /** Changes of counts below this number of visitors are treated as chance. */
  threshold: number;
  /** The least count of the site whose change is worth a percentage; infinite on a site with few visitors. */
  siteThreshold: number;
  pages: readonly PageFinding[];
};

/** What each kind of “What to document next” is about, and its evidence. */
type NextFindings = {
  "rated-down": OnPage & { down: number; votes: number; rest: { down: number; votes: number } };
  "examples-reported": OnPage & { reports: number };
  "asked-unanswered": OnPage & Asked;
  "searched-unclicked": { term: string; hits: number; hitsBefore: number; clicks: number };
};
export type NextKind = keyof NextFindings;
/** A row of “What to document next”, of one kind or of any. */
export type NextRow<Kind extends NextKind = NextKind> = {
  [One in Kind]: { kind: One } & NextFindings[One];
}[Kind];

/** A page and who read it in the period. */
export type OnPage = {
  path: string;
  /** The name that the page has in common with others. */
  page: string;
  readers: PageReaders | undefined;
};

/** The questions on a page, and in how many conversations those without an answer were. */
export type Asked = { unanswered: number; asked: number; conversations: number };
/** The unique visitors of a page. */
export type PageReaders = Pick<Counts, VisitorGroup>;

/** What a report is made of, before anything is found in it. */
export type ReportParts = {
  periods: Periods;
  data: VisitorData;
  /** What the newest report in a comment remembers; undefined without a comment. */
  memory?: Memory | undefined;
  /** The documentation site; names it in the heading and turns paths into links. */
  siteUrl: URL | undefined;
  /** What messages call the service. */
  service: string;
  project: string;
  /** Paths that findings and top pages leave out; totals and files keep them. */
  ignored: (path: string) => boolean;
  /** The address of docs/report.md; undefined if the runner does not say which repository the action came from. */
  docsUrl: string | undefined;
  /** What starts a command. Set only for a comment: the summary shows no commands to copy. */
  triggerPhrase?: string | undefined;
  top: number;
  /** The address of the workflow run, whose summary has the whole report. */
  runUrl: string;
};

/** Everything that a report is rendered from. */
export type Report = ReportParts & {
  findings: Findings;
  /** True if the counts contradict each other. Such a report has no percentages in its headline and gives no advice. */
  isContradictory: boolean;
  /** What makes the rest doubtful, one sentence or two each, as Markdown with code spans only. */
  notices: readonly string[];
  next: readonly NextRow[];
};
