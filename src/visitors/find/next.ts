import { midnightBefore } from "../../dates.ts";
import type {
  AssistantQuestion,
  Counts,
  PageName,
  PageReport,
  PageVotes,
  PeriodData,
  Searches,
  SignalData,
  VisitorData,
} from "../read/data.ts";
import { lowerBound, type Part, smallestRest, standsOut } from "./chance.ts";
import type { ReportParts } from "./report.ts";
import { isPrivateTerm, quotable, searchTerms } from "./words.ts";

// What to document next: the rules are in docs/report.md.

/** A page, and its visitors in the period, if those are known. */
type OnPage = PageName & { readers: Counts | undefined };

/** The questions on a page. */
export type Asked = {
  unanswered: number;
  asked: number;
};

/** A row of what to document next. Its evidence holds numbers alone, and no word of a visitor. */
export type NextRow =
  | (OnPage & {
      kind: "rated-down";
      evidence: {
        down: number;
        votes: number;
      };
    })
  | (OnPage & {
      kind: "examples-reported";
      evidence: { reports: number };
    })
  | (OnPage & {
      kind: "asked-unanswered";
      evidence: Asked & {
        conversations: number;
        rest: Asked;
      };
      quotes: readonly string[];
    })
  | {
      kind: "searched-unclicked";
      term: string;
      evidence: SearchEvidence;
    };

/** How often a term was searched for in 28 days, in the 28 days before, and how often a result was opened. */
type SearchEvidence = {
  hits: number;
  hitsBefore: number;
  clicks: number;
};

type NextOptions = Pick<ReportParts, "isIgnored" | "quotes"> & {
  /** How many people must read a page before the votes on it count. */
  threshold: number;
  /** The names of the pages that earlier reports have named. */
  resting: readonly string[];
};

/** True if anything was read that can want work. */
export function isAnyRead({ feedback, questions, searches }: SignalData): boolean {
  return (feedback ?? questions ?? searches) !== undefined;
}

const maxRows = 5;

/** At most five rows: one of each kind before a second of any, then those that concern most people first. */
export function findNext({ current, signals }: VisitorData, options: NextOptions): NextRow[] {
  const { feedback, questions, searches } = signals;
  const onPages = pageGroups(current, options);
  const rows = [
    ...ratedDown(feedback?.votes ?? [], onPages, options.threshold),
    ...examplesReported(feedback?.exampleReports ?? [], onPages),
    ...askedUnanswered(questions?.newest ?? [], onPages, options.quotes),
    ...(searches === undefined ? [] : searchedUnclicked(searches)),
  ].sort((a, b) => concerned(b) - concerned(a));
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const placeOf = (row: NextRow) => byKind.get(row.kind)?.indexOf(row) ?? 0;
  // Of rows with the same place among their kind, the order stays.
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, maxRows);
}

/** How many a row concerns: the people who read the page, of a term its hits. */
function concerned(row: NextRow): number {
  return row.kind === "searched-unclicked" ? row.evidence.hits : (row.readers?.human ?? -1);
}

type OnPages = ReturnType<typeof pageGroups>;

/**
 * A function that groups what was said by the pages that can be a row: no page that is none, that is ignored, that was named
 * lately, or that nobody read, which only a whole list can show.
 */
function pageGroups({ pages, complete }: PeriodData, { isIgnored, resting }: NextOptions) {
  const byName = new Map(pages.map((page) => [page.page, page]));
  return <Said extends { page: string | undefined }>(all: readonly Said[]) => {
    const groups = Map.groupBy(all, ({ page }) => page ?? "");
    return [...groups].flatMap(([name, said]) => {
      const known = byName.get(name);
      const page: OnPage = {
        page: name,
        path: known?.path ?? name,
        readers: known?.counts,
      };
      const isGone = known === undefined && (complete || name === "");
      return isGone || resting.includes(name) || isIgnored(page) ? [] : { page, said };
    });
  };
}

function ratedDown(all: readonly PageVotes[], onPages: OnPages, threshold: number): NextRow[] {
  const site = votesOf(all);
  const onEach = onPages(all);
  const compared = onEach.filter(({ said }) => votesOf(said).whole >= 4).length;
  return onEach.flatMap(({ page, said }): NextRow[] => {
    const here = votesOf(said);
    const { part: down, whole: votes } = here;
    const isRead = (page.readers?.human ?? 0) >= threshold;
    const isRatedDown = down >= 4 && lowerBound(down, votes) > 0.5;
    const rest = restOf(site, here);
    const isOrdinary = rest.whole >= smallestRest && !standsOut(here, rest, compared);
    if (!isRead || !isRatedDown || isOrdinary) {
      return [];
    }
    return [
      {
        kind: "rated-down",
        ...page,
        evidence: {
          down,
          votes,
        },
      },
    ];
  });
}

/** The votes, and those that are thumbs down. */
function votesOf(all: readonly PageVotes[]): Part {
  const part = sumOf(all, ({ down }) => down);
  return {
    part,
    whole: part + sumOf(all, ({ up }) => up),
  };
}

function restOf(site: Part, here: Part): Part {
  return {
    part: site.part - here.part,
    whole: site.whole - here.whole,
  };
}

function examplesReported(all: readonly PageReport[], onPages: OnPages): NextRow[] {
  return onPages(all)
    .filter(({ said }) => countDays(said) >= 2)
    .map(({ page, said }) => ({
      kind: "examples-reported",
      ...page,
      evidence: { reports: said.length },
    }));
}

function askedUnanswered(
  all: readonly AssistantQuestion[],
  onPages: OnPages,
  quotes: number,
): NextRow[] {
  const onEach = onPages(all);
  // With fewer conversations than a row needs, a page is not compared.
  const compared = onEach.filter(({ said }) => conversationsOf(said).whole >= 4).length;
  return onEach.flatMap(({ page, said }): NextRow[] => {
    // Shares are of conversations, because who asks three times is one person.
    const here = conversationsOf(said);
    const open = said.filter(isUnanswered);
    if (here.part < 4 || countDays(open) < 2) {
      return [];
    }

    // The rest are the conversations without any question on this page.
    const ids = new Set(said.map(({ conversation }) => conversation));
    const rest = conversationsOf(all.filter(({ conversation }) => !ids.has(conversation)));
    if (!standsOut(here, rest, compared)) {
      return [];
    }

    const evidence = {
      ...countQuestions(said),
      conversations: here.part,
      rest: countQuestions(all.filter((question) => question.page !== page.page)),
    };
    return [
      {
        kind: "asked-unanswered",
        ...page,
        evidence,
        quotes: newestWords(open, quotes),
      },
    ];
  });
}

function isUnanswered({ answered }: AssistantQuestion): boolean {
  return !answered;
}

/** The conversations, and those with a question without an answer. */
function conversationsOf(questions: readonly AssistantQuestion[]): Part {
  const countOf = (some: readonly AssistantQuestion[]) =>
    new Set(some.map(({ conversation }) => conversation)).size;
  return {
    part: countOf(questions.filter(isUnanswered)),
    whole: countOf(questions),
  };
}

function countQuestions(questions: readonly AssistantQuestion[]): Asked {
  return {
    unanswered: questions.filter(isUnanswered).length,
    asked: questions.length,
  };
}

function newestWords(questions: readonly AssistantQuestion[], count: number): string[] {
  const newestFirst = questions.toSorted((a, b) => b.at - a.at);
  const words = newestFirst.flatMap((question) => quotable(question.words) ?? []);
  return [...new Set(words)].slice(0, count);
}

function searchedUnclicked({ recent, before, unlisted }: Searches): NextRow[] {
  const termsBefore = searchTerms(before);
  const terms = searchTerms(recent).map(({ term, hits, clicks }) => {
    const was = termsBefore.find((one) => one.term === term);
    return {
      term,
      hits,
      hitsBefore: was?.hits ?? 0,
      clicks: clicks + (was?.clicks ?? 0),
    };
  });
  const site = unopened(terms);
  // In a full list, the longer terms that begin with this one may not be listed.
  const least = Math.max(5, 4 * unlisted);
  const repeated = terms.filter(({ term, hits, hitsBefore }) => {
    return hits >= least && hitsBefore >= 2 && !isPrivateTerm(term);
  });
  return repeated.flatMap(({ term, ...evidence }): NextRow[] => {
    const here = unopened([evidence]);
    const isOpened = evidence.clicks * 20 > here.whole;
    if (isOpened || !standsOut(here, restOf(site, here), repeated.length)) {
      return [];
    }
    return [
      {
        kind: "searched-unclicked",
        term,
        evidence,
      },
    ];
  });
}

/** The searches, and those after which nothing was opened. */
function unopened(terms: readonly SearchEvidence[]): Part {
  const whole = sumOf(terms, ({ hits, hitsBefore }) => hits + hitsBefore);
  return {
    part: whole - sumOf(terms, ({ clicks }) => clicks),
    whole,
  };
}

function sumOf<Row>(rows: readonly Row[], numberOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + numberOf(row), 0);
}

function countDays(said: readonly { at: number | undefined }[]): number {
  const days = said.flatMap(({ at }) => (at === undefined ? [] : midnightBefore(at)));
  return new Set(days).size;
}

/** What was said on a page in a time: questions, and open reports on its code. */
export type Said = Asked & { reports: number };

/** What was said on a page before a time and since. What has no time was said before. */
export function saidAround(page: string, time: number, { feedback, questions }: SignalData) {
  const said = (isSince: boolean): Said => {
    const isMeant = (one: { page: string | undefined; at: number | undefined }) =>
      one.page === page && (one.at ?? 0) >= time === isSince;
    return {
      ...countQuestions((questions?.newest ?? []).filter(isMeant)),
      reports: (feedback?.exampleReports ?? []).filter(isMeant).length,
    };
  };
  return {
    before: said(false),
    since: said(true),
  };
}
