import * as z from "zod/mini";
import { day, writtenRange } from "../../dates.ts";
import type { RichText } from "../../text/rich-text.ts";
import type { PageName, Periods, VisitorData } from "../read/data.ts";
import { isPlainPath } from "../read/pages.ts";
import { type ComparedPage, comparePages, findMoves, type Move } from "./moved.ts";
import { findNext, type NextRow, type Said, saidAround } from "./next.ts";
import { type SiteTotals, totalsOf } from "./site-totals.ts";

/** A page with fewer visitors is in no list: its address may be made for one person. */
export const fewestListed = 5;

/** What a report is made of, before anything is found in it. */
export type ReportParts = {
  periods: Periods;
  data: VisitorData;
  /** What the reports on the issue remember; empty without a comment. */
  memory: PromptedPages;
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
  /** How many top pages are listed. */
  top: number;
  /** The address of the workflow run, whose summary has the whole report. */
  runUrl: string;
};

/** A page that an earlier report named for the agent at `at` (epoch ms), with what was said before and since. */
export type NamedPage = PageName & {
  at: number;
  before: Said;
  since: Said;
};

/** A row about a page. */
type PageRow = Extract<NextRow, { page: string }>;

/** Everything that a report is rendered from. */
export type Report = ReportParts & {
  totals: SiteTotals;
  /** All pages of this period, most visitors first, then those of the period before that nobody visited any more. */
  pages: readonly ComparedPage[];
  /** Those of this period that lists may show. */
  listed: readonly ComparedPage[];
  /** The pages that moved, most visitors at stake first. */
  moves: readonly Move[];
  next: readonly NextRow[];
  /** True if there would be rows, but only about pages that were named lately. */
  isResting: boolean;
  named: readonly NamedPage[];
  /** The row that `nextPrompt` is about. */
  prompted: PageRow | undefined;
};

/** Finds what the report says: nothing but totals if these contradict each other. */
export function findReport(parts: ReportParts): Report {
  const { data, periods, memory, isIgnored } = parts;
  const totals = totalsOf(data, periods);
  const { threshold, contradiction } = totals;
  const isSilent = contradiction !== undefined;
  const pages = comparePages(data);
  const shown = isSilent ? [] : pages.filter((page) => !isIgnored(page));
  const end = periods.current.to;
  const days = writtenRange(periods.current);
  // A report of the same days, written again, names its page again.
  const resting = memory.flatMap(({ page, at, range }) =>
    end - at < restDays * day && range !== days ? page : [],
  );
  const told = isSilent ? [] : memory.filter(({ at }) => at < end && end - at < toldDays * day);
  const without = (pages: readonly string[]) =>
    isSilent ? [] : findNext(data, { ...parts, threshold, resting: pages });
  const next = without(resting);
  return {
    ...parts,
    totals,
    pages,
    listed: shown.filter(({ now }) => now.total >= fewestListed),
    moves: findMoves(shown, totals),
    next,
    isResting: next.length === 0 && without([]).length > 0,
    named: told.map(({ page, at }) => ({
      page,
      path: page,
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
  if (row.kind !== "examples-reported" && row.kind !== "asked-unanswered") {
    return false;
  }
  return isPlainPath(row.path) && (row.readers?.human ?? 0) >= threshold;
}

/** How many pages a report remembers, the newest: those of `restDays` of daily reports. A marker must not fill its comment. */
const maxPages = 100;
/** In days: for so long a page that `nextPrompt` named is no row. */
const restDays = 90;
/** In days: for so long its numbers are told. */
const toldDays = 28;

/**
 * The pages that `nextPrompt` named, the newest first: each with its name, when the report was written, in epoch ms, and the
 * days of that report.
 */
export const memorySchema = z.array(
  z.object({
    page: z.string(),
    at: z.number(),
    range: z.optional(z.string()),
  }),
);
export type PromptedPages = z.infer<typeof memorySchema>;

/** What several comments of one issue remember together, the newest first: each page once. */
export function joinMemories(memories: readonly PromptedPages[]): PromptedPages {
  const newestFirst = memories.flat().sort((a, b) => b.at - a.at);
  const pages = newestFirst.map(({ page }) => page);
  return newestFirst.filter(({ page }, index) => pages.indexOf(page) === index);
}

/** What the comment of this report, written at `now`, remembers. */
export function remember({ memory, prompted, periods }: Report, now: number): PromptedPages {
  if (prompted === undefined) {
    return memory;
  }
  const newest = {
    page: prompted.page,
    at: now,
    range: writtenRange(periods.current),
  };
  return joinMemories([[newest], memory]).slice(0, maxPages);
}
