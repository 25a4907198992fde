import { midnightBefore } from "../../dates.ts";
import type {
  AssistantQuestion,
  Counts,
  PageName,
  PageReport,
  PageVotes,
  PeriodData,
  Searches,
  SearchTerm,
  SignalData,
} from "../read/data.ts";
import { lowerBound, type Part, smallestRest, standsOut } from "./chance.ts";
import { isPrivateTerm, quotable, searchTerms } from "./words.ts";

// What to document next: the rules are in docs/report.md.

/** A page, and who read it in the period, if that is known. */
export type OnPage = PageName & { readers: Pick<Counts, "human" | "ai"> | undefined };

/** The questions on a page. */
export type Asked = { unanswered: number; asked: number };

/** A row of what to document next. Its evidence holds numbers alone, and no word of a visitor. */
export type NextRow =
  | (OnPage & { kind: "rated-down"; evidence: { down: number; votes: number } })
  | (OnPage & { kind: "examples-reported"; evidence: { reports: number } })
  | AskedRow
  | {
      kind: "searched-unclicked";
      term: string;
      evidence: { hits: number; hitsBefore: number; clicks: number };
    };

type AskedRow = OnPage & {
  kind: "asked-unanswered";
  evidence: Asked & { conversations: number; rest: Asked };
  quotes: readonly string[];
};

type NextOptions = {
  isIgnored: (page: PageName) => boolean;
  /** How many people must read a page before the votes on it count. */
  threshold: number;
  /** How many questions of a row are quoted. */
  quotes: number;
  /** The names of the pages that earlier reports have named. */
  resting: ReadonlySet<string>;
};

const maxRows = 5;

/** At most five rows: one of each kind before a second of any, then those that concern most people first. */
export function findNext(period: PeriodData, signals: SignalData, options: NextOptions): NextRow[] {
  const { feedback, questions, searches } = signals;
  const find = pageFinder(period, options);
  const rows = [
    ...ratedDown(feedback?.votes ?? [], find, options.threshold),
    ...examplesReported(feedback?.exampleReports ?? [], find),
    ...askedUnanswered(questions?.newest ?? [], find, options.quotes),
    ...(searches === undefined ? [] : searchedUnclicked(searches)),
  ].sort((a, b) => concerned(b) - concerned(a));
  // The how-manieth of its kind a row is.
  const place = (row: NextRow) => rows.filter(({ kind }) => kind === row.kind).indexOf(row);
  return rows.toSorted((a, b) => place(a) - place(b)).slice(0, maxRows);
}

/** How many a row concerns: the people who read the page, of a term its hits. */
function concerned(row: NextRow): number {
  return row.kind === "searched-unclicked" ? row.evidence.hits : (row.readers?.human ?? -1);
}

/** Finds the page that a row can be about by its name. */
type FindPage = (page: string) => OnPage | undefined;

/** No page that is ignored, that was named lately, or that nobody read, which only a whole list can show. */
function pageFinder(
  { pages, complete }: PeriodData,
  { isIgnored, resting }: NextOptions,
): FindPage {
  const byName = new Map(pages.map((page) => [page.page, page]));
  return (page) => {
    const known = byName.get(page);
    const isGone = known === undefined && complete;
    const { path, human = 0, ai = 0 } = known ?? { path: page };
    if (isGone || resting.has(page) || isIgnored({ page, path })) return undefined;
    return {
      page,
      path,
      readers: known && { human, ai },
    };
  };
}

/** What was said on each page that can be a row. */
function onPages<Said extends { page: string | undefined }>(all: readonly Said[], find: FindPage) {
  const byPage = Map.groupBy(all, ({ page }) => page ?? "");
  return [...byPage].flatMap(([name, said]) => {
    const page = find(name);
    return page === undefined ? [] : [{ page, said }];
  });
}

function ratedDown(all: readonly PageVotes[], find: FindPage, threshold: number): NextRow[] {
  const site = votesOf(all);
  const onEach = onPages(all, find).map(({ page, said }) => ({
    page,
    here: votesOf(said),
  }));
  const compared = onEach.filter(({ here }) => here.whole >= 4).length;
  return onEach.flatMap(({ page, here }): NextRow[] => {
    const { part: down, whole: votes } = here;
    const rest = {
      part: site.part - down,
      whole: site.whole - votes,
    };
    const isRatedDown = down >= 4 && lowerBound(down, votes) > 0.5;
    const isOrdinary = rest.whole >= smallestRest && !standsOut(here, rest, compared);
    const isRead = (page.readers?.human ?? 0) >= threshold;
    if (!isRatedDown || isOrdinary || !isRead) return [];
    return [{ kind: "rated-down", ...page, evidence: { down, votes } }];
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

function examplesReported(all: readonly PageReport[], find: FindPage): NextRow[] {
  return onPages(all, find)
    .filter(({ said }) => countDays(said) >= 2)
    .map(({ page, said }) => ({
      kind: "examples-reported",
      ...page,
      evidence: { reports: said.length },
    }));
}

function askedUnanswered(
  all: readonly AssistantQuestion[],
  find: FindPage,
  quotes: number,
): NextRow[] {
  const onEach = onPages(all, find);
  const compared = onEach.filter(({ said }) => conversationsOf(said).whole >= 4).length;
  return onEach.flatMap(({ page, said }): NextRow[] => {
    // Shares are of conversations, because who asks three times is one person.
    const here = conversationsOf(said);
    const open = said.filter(isUnanswered);
    if (here.part < 4 || countDays(open) < 2) return [];

    // The rest are the conversations without any question on this page.
    const ids = new Set(said.map(({ conversation }) => conversation));
    const rest = conversationsOf(all.filter(({ conversation }) => !ids.has(conversation)));
    if (!standsOut(here, rest, compared)) return [];

    const others = all.filter((question) => question.page !== page.page);
    return [
      {
        kind: "asked-unanswered",
        ...page,
        evidence: {
          ...countQuestions(said),
          conversations: here.part,
          rest: countQuestions(others),
        },
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
  const words = newestFirst.flatMap((question) => quotable(question.words ?? "") ?? []);
  return [...new Set(words)].slice(0, count);
}

function searchedUnclicked({ recent, before, unlisted }: Searches): NextRow[] {
  const termsNow = searchTerms(recent);
  const termsBefore = searchTerms(before);
  const site = unopened([...termsNow.values(), ...termsBefore.values()]);
  // In a full list, the longer terms that begin with this one may not be listed.
  const least = Math.max(5, 4 * unlisted);
  const repeated = [...termsNow.values()].flatMap((now) => {
    const was = termsBefore.get(now.term);
    const isRepeated = now.hits >= least && was !== undefined && was.hits >= 2;
    return isRepeated && !isPrivateTerm(now.term) ? [{ now, was }] : [];
  });
  return repeated.flatMap(({ now, was }): NextRow[] => {
    const here = unopened([now, was]);
    const clicks = here.whole - here.part;
    const rest = {
      part: site.part - here.part,
      whole: site.whole - here.whole,
    };
    if (clicks * 20 > here.whole || !standsOut(here, rest, repeated.length)) return [];
    const evidence = {
      hits: now.hits,
      hitsBefore: was.hits,
      clicks,
    };
    return [{ kind: "searched-unclicked", term: now.term, evidence }];
  });
}

/** The searches, and those after which nothing was opened. */
function unopened(terms: readonly SearchTerm[]): Part {
  const whole = sumOf(terms, ({ hits }) => hits);
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
  const asked = questions?.newest.filter((one) => one.page === page) ?? [];
  const reported = feedback?.exampleReports.filter((one) => one.page === page) ?? [];
  const said = (isWanted: (one: { at: number | undefined }) => boolean): Said => ({
    ...countQuestions(asked.filter(isWanted)),
    reports: reported.filter(isWanted).length,
  });
  const isBefore = ({ at = 0 }: { at: number | undefined }) => at < time;
  return {
    before: said(isBefore),
    since: said((one) => !isBefore(one)),
  };
}
