import { isoMoment } from "../dates.ts";
import type { Signal } from "../inputs/table.ts";
import type { ErrorReason } from "../outcomes.ts";
import type { Memory } from "./memory.ts";

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

/** The last change of a page's file, in epoch ms: its merge, or without a pull request its commit, perhaps long before. */
export type PageChange = { at: number; pull: number | undefined };

/** The agent's pull requests of the last `days`; half of those that were merged took at most so many days. */
export type AgentPulls = {
  days: number;
  merged: number;
  closed: number;
  open: number;
  halfMergedWithin: number;
  /** Open ones of any age, the oldest first. */
  waiting: readonly { number: number; days: number }[];
};

/** What is known of the documentation's repository. `address` is on the web. */
export type DocsRepository = {
  address: string;
  /** The last changes of pages within the days of the signals, by their joined names. */
  changes: ReadonlyMap<string, PageChange>;
  /** When the files of pages were last committed, however long ago, in epoch ms. */
  committed: ReadonlyMap<string, number>;
  /** The pull requests of the agent for pages that were closed without a merge in the last 28 days, and when. */
  closed: ReadonlyMap<string, { number: number; at: number }>;
  pulls: AgentPulls | undefined;
  missing: readonly Gap[];
};

/** A part that the report lacks, and why, as Markdown with code spans only. */
export type Gap = { part: string; reason: string };

/** The visitors of a page or the site in both periods. */
export type BothCounts = { current: Counts; previous: Counts };

/** What a page can stand out by. `moved` is a page with a new path, though “What moved” lists all kinds. */
export type PageKind = "up" | "down" | "new" | "gone" | "moved";
/** A page that stands out. */
export type PageFinding = BothCounts & {
  kind: PageKind;
  path: string;
  /** The old path of a page that moved, gone under this one and new under `path`. */
  from?: string;
  /** Set if the page stands for several; it is the one with most at stake. */
  group?: PageGroup;
};

/**
 * Several pages of one kind. Of those that are new or gone, so many are `below` a folder. Of those that moved, `folder` is
 * where they are, and their `visitors` before are added up, each page counted for itself. Folders end with `/`.
 */
export type PageGroup = {
  pages: number;
  below?: number;
  folder?: string;
  fromFolder?: string;
  visitors?: number;
};

export type Findings = {
  /** Changes of counts below this number of visitors are treated as chance. */
  threshold: number;
  /** The least count of the site whose change is worth a percentage; infinite on a site with few visitors. */
  siteThreshold: number;
  pages: readonly PageFinding[];
  /** Those that no reader would act on, such as `/llms.txt`. They may be why the whole site changed. */
  untold: readonly PageFinding[];
};

/** A fall of the whole site that no page explains. */
export type SiteKind = `fewer${"People" | "Ai" | "PeopleAndAi"}`;
/** A finding that the reader may want to act on. */
export type NotableFinding = (BothCounts & { kind: SiteKind }) | PageFinding;

/** What each kind of “What to document next” is about, and its evidence. */
type NextFindings = {
  "rated-down": OnPage & { down: number; votes: number; rest: { down: number; votes: number } };
  // `before` is set if the change of the page has settled it: what was said since is no finding.
  "examples-reported": OnPage & { reports: number; before?: { reports: number } | undefined };
  "asked-unanswered": OnPage & Asked & { before?: Asked | undefined };
  unchanged: OnPage & { committedAt: number };
  "searched-unclicked": { term: string; hits: number; hitsBefore: number; clicks: number };
};
export type NextKind = keyof NextFindings;
/** A row of “What to document next”, of one kind or of any. */
export type NextRow<Kind extends NextKind = NextKind> = {
  [One in Kind]: { kind: One } & NextFindings[One];
}[Kind];

/** A row that the last change of its page has settled. */
type Settled = { changed: PageChange; before: object };
export type SettledRow = NextRow<"examples-reported" | "asked-unanswered"> & Settled;

/** A page and who read it in the period. If its last change is known, questions and reports are those since. */
export type OnPage = {
  path: string;
  /** The name that the page has in common with others. */
  page: string;
  readers: PageReaders | undefined;
  changed?: PageChange | undefined;
  closed?: { number: number; at: number } | undefined;
  /** In how many periods in a row the page has had this row; undefined if it is new, or if no comment remembers it. */
  nth?: number | undefined;
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
  /** Undefined if it was not asked for. */
  docs?: DocsRepository | undefined;
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
  worthALook: readonly NotableFinding[];
  /** The findings for which *Worth a look* has no room. */
  others: readonly PageFinding[];
  next: readonly NextRow[];
  /** Those that a change of the page has settled, at most three, the newest change first. */
  changedSince: readonly SettledRow[];
  /** The joined names of the ten pages whose files matter most: those with a row, then those that most people read. */
  candidates: readonly string[];
};
