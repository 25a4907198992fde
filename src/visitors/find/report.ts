import type { RichText } from "../../text/rich-text.ts";
import type { Counts, PageName, Periods, VisitorData } from "../read/data.ts";
import { isPlainPath } from "../read/pages.ts";
import { type Memory, namedPages, restDays, toldDays } from "./memory.ts";
import {
  type ComparedPage,
  comparePages,
  findMoves,
  groupMoves,
  type Move,
  type MoveGroup,
} from "./moved.ts";
import { findNext, type NextRow, type Said, saidAround } from "./next.ts";
import { contradictionIn, type SiteTotals, totalsOf } from "./site-totals.ts";

/** A page with fewer visitors is in no list: its address may be made for one person. */
export const fewestListed = 5;

/** What a report is made of, before anything is found in it. */
export type ReportParts = {
  periods: Periods;
  data: VisitorData;
  /** What the reports on the issue remember; empty without a comment. */
  memory: Memory;
  /** How many questions of a row are quoted. */
  quotes: number;
  /** The documentation site; names it in the heading and turns paths into links. */
  siteUrl: URL | undefined;
  project: string;
  /** Where the evidence of a row can be read. */
  dashboard: RichText;
  /** Pages that findings and top pages leave out; totals and files keep them. */
  isIgnored: (page: PageName) => boolean;
  /** The address of docs/report.md; undefined if the runner does not say which repository the action came from. */
  docsUrl: string | undefined;
  /** The rows of a list that are shown before the rest is folded away. */
  top: number;
  /** The address of the workflow run, whose summary has the whole report. */
  runUrl: string;
};

/** A page that an earlier report named for the agent at `at` (epoch ms), with what was said before and since. */
export type NamedPage = PageName & { at: number; before: Said; since: Said };

/** A row about a page. */
type PageRow = Extract<NextRow, { page: string }>;

/** Everything that a report is rendered from. */
export type Report = ReportParts & {
  totals: SiteTotals;
  /** Totals that contradict each other: then nothing else is told. */
  contradiction: Counts | undefined;
  /** All pages of this period, most visitors first, then those of the period before that nobody visited any more. */
  pages: readonly ComparedPage[];
  /** Those of this period that lists may show. */
  listed: readonly ComparedPage[];
  /** The pages that moved, most visitors at stake first. */
  moves: readonly Move[];
  /** The same, where many pages that are new or gone are one row. */
  moved: readonly (Move | MoveGroup)[];
  next: readonly NextRow[];
  named: readonly NamedPage[];
  /** The row that `nextPrompt` is about. */
  prompted: PageRow | undefined;
};

/** Finds what the report says. */
export function findReport(parts: ReportParts): Report {
  const { data, periods, memory, quotes, isIgnored } = parts;
  const totals = totalsOf(data, periods);
  const { threshold } = totals;
  const contradiction = contradictionIn(data);
  const pages = comparePages(data);
  const silent = {
    ...parts,
    totals,
    contradiction,
    pages,
    listed: [],
    moves: [],
    moved: [],
    next: [],
    named: [],
    prompted: undefined,
  };
  if (contradiction !== undefined) return silent;

  const told = pages.filter((page) => !isIgnored(page));
  const moves = findMoves(told, data, threshold);
  const periodEnd = periods.current.to;
  const resting = new Set(namedPages(memory, periodEnd, restDays).map(({ page }) => page));
  const next = findNext(data.current, data.signals, {
    isIgnored,
    threshold,
    quotes,
    resting,
  });
  const pathOf = (page: string) => pages.find((one) => one.page === page)?.path ?? page;
  return {
    ...silent,
    listed: told.filter(({ now }) => now.total >= fewestListed),
    moves,
    moved: groupMoves(moves),
    next,
    named: namedPages(memory, periodEnd, toldDays).map(({ page, at }) => ({
      page,
      path: pathOf(page),
      at,
      ...saidAround(page, at, data.signals),
    })),
    prompted: next.find((row): row is PageRow => mayBePrompted(row, threshold)),
  };
}

/**
 * Nobody reads the prompt before the agent. So it has no search term, and only plain paths of pages that enough people read:
 * anyone can make up a page and ask there. Nobody knows why votes are bad.
 */
function mayBePrompted(row: NextRow, threshold: number): boolean {
  if (row.kind !== "examples-reported" && row.kind !== "asked-unanswered") return false;
  return isPlainPath(row.path) && (row.readers?.human ?? 0) >= threshold;
}
