import { isoMoment } from "../dates.ts";
import type { ReadReason } from "./read-reason.ts";
import type { NextRow, SignalData } from "./signals-model.ts";

/** A span of time in epoch ms, UTC; `to` is exclusive, as in the service's API. */
export type Range = { from: number; to: number };

/** A range as the service, the outputs and the files write it; `dateTo` is exclusive. */
export function isoRange(range: Range): { dateFrom: string; dateTo: string } {
  return { dateFrom: isoMoment(range.from), dateTo: isoMoment(range.to) };
}

/** The ranges that a report covers. */
export type Periods = {
  current: Range;
  /** Missing with `compare: false`. */
  previous: Range | undefined;
  /** The periods of the trend, oldest first, ending with `current`; empty with `trend: 0`. */
  trend: readonly Range[];
  /** How the report names one period. */
  unit: { kind: "days"; days: number } | { kind: "month" } | { kind: "span" };
};

/** Unique visitors. `total` counts a visitor once, so it is not the sum of the two. */
export type Counts = { human: number; ai: number; total: number };
export type PageRow = Counts & { path: string };

/** The pages of a period, which may need many requests. */
export type PagesPart = "pages" | "previous-pages";
/** A part of the report that needs requests. */
export type FetchedPart = PagesPart | "previous" | "trend";

/** A part that the report lacks although it was asked for, and the reason. */
export type Missing =
  | { what: FetchedPart; why: "budget" | "time" }
  /** The pages never ended. */
  | { what: PagesPart; why: "pagination" }
  /** `reason` is the error's code. */
  | { what: FetchedPart; why: "failure"; reason: ReadReason }
  | { what: "rows"; why: "malformed"; count: number };

/** The data of one period. */
export type PeriodData = {
  totals: Counts;
  /** One row per path, most visitors first. */
  rows: readonly PageRow[];
  /** True when every page of the period was read. */
  complete: boolean;
};

/** All data of a report. */
export type VisitorData = {
  current: PeriodData;
  /** Missing without a comparison, or when it could not be read. */
  previous: PeriodData | undefined;
  /** The site's totals for each of `Periods.trend`; `undefined` where they could not be read. */
  trend: readonly (Counts | undefined)[];
  signals: SignalData;
  /** All attempts at the service, failed ones included. */
  requests: number;
  missing: readonly Missing[];
};

/** A page's visitors in both periods. */
export type PageChange = { path: string; current: Counts; previous: Counts };

/** A page that has a new path: gone under the old one, new under the new one. */
export type MovedPage = { from: string; to: string; current: Counts; previous: Counts };

/** The pages that stand out, each list with the most important first. */
export type Findings = {
  /** Changes of counts below this number of visitors are treated as chance. */
  threshold: number;
  up: readonly PageChange[];
  down: readonly PageChange[];
  /** Pages with visitors in the current period only. */
  appeared: readonly PageChange[];
  /** Pages with visitors in the previous period only. */
  gone: readonly PageChange[];
  /** Pages with a new path; they are neither new nor gone. */
  moved: readonly MovedPage[];
  aiShareUp: readonly PageChange[];
  /** The paths of pages that changed far beyond chance: of those that are up or down, and of those with more AI. */
  significant: { change: ReadonlySet<string>; aiShare: ReadonlySet<string> };
  /** Pages that AI reads and people do not. */
  aiOnly: readonly PageRow[];
  /** Pages that people read and AI does not. */
  peopleOnly: readonly PageRow[];
  /** The paths of pages in these two lists that were or may have been read so in the previous period. */
  oneSidedBefore: ReadonlySet<string>;
};

/** A fall of the whole site that no page explains, with the site's totals. */
export type SiteFinding = {
  kind: "fewerPeople" | "fewerAi" | "fewerPeopleAndAi";
  current: Counts;
  previous: Counts;
};

/** What a page under one path can stand out by. */
export type ChangeKind = "up" | "down" | "new" | "gone" | "aiShareUp";

/** A page that stands out. `from` is the old path of a page that moved. */
export type OnePageFinding = PageChange & ({ kind: ChangeKind } | { kind: "moved"; from: string });

/** Several pages of one kind; `path` is that of the page that changed most. */
export type GroupFinding = PageChange &
  ({ kind: ChangeKind; group: PageGroup } | { kind: "moved"; from: string; group: MoveGroup });

export type PageFinding = OnePageFinding | GroupFinding;

/** Pages of one kind, at least half of them below the same folder. */
export type PageGroup = {
  /** All pages of the kind. */
  pages: number;
  /** How many of them are below `folder`. */
  below: number;
  /** Ends with `/`. */
  folder: string;
};

/** Pages that moved, at least half of them between the same two folders. */
export type MoveGroup = PageGroup & {
  /** Where the pages were; ends with `/`. */
  fromFolder: string;
};

/** A finding that the reader may want to act on. */
export type NotableFinding = SiteFinding | PageFinding;

/** Everything that a report is rendered from. */
export type Report = {
  periods: Periods;
  data: VisitorData;
  findings: Findings;
  /** Up to three findings to act on, the most important first. */
  worthALook: readonly NotableFinding[];
  /** What to document next, the most important first. */
  next: readonly NextRow[];
  /** The documentation site; names it in the heading and turns paths into links. */
  siteUrl: URL | undefined;
  /** The project's identifier at the service. */
  project: string;
  /** Paths that findings and top pages leave out; totals and files keep them. */
  ignored: (path: string) => boolean;
  /** The address of docs/report.md; undefined if the runner does not say which repository the action came from. */
  docsUrl: string | undefined;
  /** What starts a command. Set only for a comment: the summary shows no commands to copy. */
  triggerPhrase: string | undefined;
  /** True where search terms may be seen: in the summary and the comment, and not in a file. */
  showsTerms: boolean;
  /** Rows shown before the rest is folded away. */
  top: number;
  /** The files that hold the report too. */
  files: readonly string[];
  /** The address of the workflow run, if there is one. */
  runUrl: string | undefined;
};
