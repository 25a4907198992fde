import { midnightBefore } from "../../dates.ts";
import { joinPages, type PageOptions, type SitePages } from "../read/pages.ts";
import type {
  Asked,
  AssistantQuestion,
  NextRow,
  PageReport,
  PageVotes,
  Searches,
  SearchTerm,
  VisitorData,
} from "../report-model.ts";
import { chanceOfAtLeast, lowerBound } from "./counts.ts";
import { inRounds } from "./moved.ts";

const maxRows = 5;

/** With fewer votes, conversations or searches on the rest of the site, there is nothing to compare a page with. */
const smallestRest = 20;

/** `threshold` is the number of people who must read a page before the votes on it count. */
type NextOptions = PageOptions & { threshold: number };

/** What to document next (docs/report.md). */
export function findNextRows(
  { current, signals }: Pick<VisitorData, "current" | "signals">,
  options: NextOptions,
): readonly NextRow[] {
  const { threshold } = options;
  const { feedback, questions, searches } = signals;
  const pages = joinPages(current, options);
  const kinds: NextRow[][] = [
    ratedDown(feedback?.votes ?? [], pages, threshold),
    examplesReported(feedback?.exampleReports ?? [], pages),
    askedUnanswered(questions?.newest ?? [], pages),
    searchedUnclicked(searches ?? { recent: [], before: [], unlisted: 0 }),
  ];
  const sorted = kinds.map((ofKind) => ofKind.sort(byConcerned));
  return inRounds(sorted, byConcerned).slice(0, maxRows);
}

type Share = { part: number; whole: number };

/**
 * True if the share is larger than that of the rest of the site beyond chance: for one page the probability is below 0.5%,
 * and for all that are compared together below 10%. Among several hundred pages, one would exceed the 0.5% in most reports.
 */
function standsOut({ part, whole }: Share, rest: Share, compared: number): boolean {
  if (rest.whole < smallestRest) return false;
  return chanceOfAtLeast(part, whole, rest.part / rest.whole) * Math.max(20, compared) < 0.1;
}

function ratedDown(all: readonly PageVotes[], pages: SitePages, threshold: number): NextRow[] {
  const sumOf = (votes: readonly PageVotes[]) => {
    const down = votes.reduce((sum, page) => sum + page.down, 0);
    return { down, votes: votes.reduce((sum, page) => sum + page.up, down) };
  };
  const byPage = Array.from(groupedByPage(all, pages), ([joined, votes]) => ({ joined, ...sumOf(votes) }));
  const site = sumOf(all.filter(({ page }) => pages.join(page) !== undefined));
  const compared = byPage.filter(({ votes }) => votes >= 4).length;
  return byPage.flatMap(({ joined, down, votes }): NextRow[] => {
    const rest = { down: site.down - down, votes: site.votes - votes };
    if (down < 4 || lowerBound(down, votes) <= 0.5) return [];
    if (!standsOut({ part: down, whole: votes }, { part: rest.down, whole: rest.votes }, compared)) return [];
    const page = pages.find(joined);
    if (page?.readers === undefined || page.readers.human < threshold) return [];
    return [{ kind: "rated-down", ...page, down, votes, rest }];
  });
}

/** The pages with a finding, and what was said on each. */
function pagesWithFinding<T>(
  byPage: ReadonlyMap<string, readonly T[]>,
  pages: SitePages,
  isFinding: (said: readonly T[]) => boolean,
) {
  return [...byPage].flatMap(([joined, said]) => {
    const page = isFinding(said) ? pages.find(joined) : undefined;
    return page === undefined ? [] : [{ page, said }];
  });
}

function countDays(said: readonly { at: number | undefined }[]): number {
  return new Set(said.flatMap(({ at }) => (at === undefined ? [] : midnightBefore(at)))).size;
}

function examplesReported(all: readonly PageReport[], pages: SitePages): NextRow[] {
  // On two days, so there are two reports at least.
  const found = pagesWithFinding(groupedByPage(all, pages), pages, (said) => countDays(said) >= 2);
  return found.map(({ page, said }) => ({ kind: "examples-reported", ...page, reports: said.length }));
}

/** Shares are of conversations, because who asks three times is one person. */
function askedUnanswered(all: readonly AssistantQuestion[], pages: SitePages): NextRow[] {
  // A question that names no page was asked somewhere on the site.
  const onSite = all.filter(({ page }) => page === undefined || pages.join(page) !== undefined);
  const [site, unanswered] = [conversationsOf(onSite), conversationsOf(onSite.filter(isUnanswered))];
  const byPage = groupedByPage(onSite, pages);
  const compared = [...byPage.values()].filter((asked) => conversationsOf(asked).size >= 4).length;
  const found = pagesWithFinding(byPage, pages, (onPage) => {
    const withoutAnswer = onPage.filter(isUnanswered);
    // The rest are the conversations without any question on this page.
    const here = conversationsOf(onPage);
    const share = { part: conversationsOf(withoutAnswer).size, whole: here.size };
    const elsewhere = [...unanswered].filter((conversation) => !here.has(conversation));
    const rest = { part: elsewhere.length, whole: site.size - here.size };
    return share.part >= 4 && countDays(withoutAnswer) >= 2 && standsOut(share, rest, compared);
  });
  return found.map(({ page, said }) => ({ kind: "asked-unanswered", ...page, ...countQuestions(said) }));
}

function countQuestions(all: readonly AssistantQuestion[]): Asked {
  const unanswered = all.filter(isUnanswered);
  const conversations = conversationsOf(unanswered).size;
  return { unanswered: unanswered.length, asked: all.length, conversations };
}

function isUnanswered({ answered }: AssistantQuestion): boolean {
  return !answered;
}

function conversationsOf(questions: readonly AssistantQuestion[]): Set<string> {
  return new Set(questions.map(({ conversation }) => conversation));
}

function searchedUnclicked({ recent, before, unlisted }: Searches): NextRow[] {
  const termsNow = searchTerms(recent);
  const termsBefore = searchTerms(before);
  const site = { hits: 0, clicks: 0 };
  for (const { hits, clicks } of [...termsNow.values(), ...termsBefore.values()]) {
    site.hits += hits;
    site.clicks += clicks;
  }
  const repeated = [...termsNow.values()].flatMap((now) => {
    const was = termsBefore.get(now.term);
    // In a full list, the longer terms that begin with this one may not be listed.
    if (now.hits < Math.max(5, 4 * unlisted) || isPrivateTerm(now.term)) return [];
    return was === undefined || was.hits < 2 ? [] : [{ now, was }];
  });
  return repeated.flatMap(({ now, was }): NextRow[] => {
    const hits = now.hits + was.hits;
    const clicks = now.clicks + was.clicks;
    if (clicks * 20 > hits) return [];
    const rest = { part: site.hits - hits - (site.clicks - clicks), whole: site.hits - hits };
    if (!standsOut({ part: hits - clicks, whole: hits }, rest, repeated.length)) return [];
    return [{ kind: "searched-unclicked", term: now.term, hits: now.hits, hitsBefore: was.hits, clicks }];
  });
}

function groupedByPage<T extends { page: string | undefined }>(
  all: readonly T[],
  pages: SitePages,
): Map<string, T[]> {
  const byPage = Map.groupBy(all, ({ page }) => (page === undefined ? undefined : pages.join(page)));
  return new Map([...byPage].flatMap(([joined, group]) => (joined === undefined ? [] : [[joined, group]])));
}

/** Most people first. Equal ones by what they hold, so that the order never depends on the service's. */
function byConcerned(a: NextRow, b: NextRow): number {
  return concerned(b) - concerned(a) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}

/** How many a row concerns: the people who read the page, of a term its hits. */
function concerned(row: NextRow): number {
  return row.kind === "searched-unclicked" ? row.hits : (row.readers?.human ?? -1);
}

/** In characters; a longer text is no term. */
const longestTerm = 100;

/** The terms by their name in lower case. Typing is recorded letter by letter, so what begins another term is none. */
export function searchTerms(typed: readonly SearchTerm[]): Map<string, SearchTerm> {
  const byName = new Map<string, SearchTerm>();
  for (const { term, hits, clicks } of typed) {
    // First: white space of 9 MB would take long.
    if (term.length > longestTerm) continue;
    const name = term.trim().toLowerCase().replaceAll(/\s+/g, " ");
    const known = byName.get(name) ?? { hits: 0, clicks: 0 };
    byName.set(name, { term: name, hits: known.hits + hits, clicks: known.clicks + clicks });
  }
  // In the order of their characters, a term that begins others stands right before one of them.
  const names = [...byName.keys()].sort();
  for (const [index, name] of names.entries()) {
    const letters = name.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    const isBeginning = names[index + 1]?.startsWith(name) === true;
    if (isBeginning || name.endsWith("?") || letters < 3 || name.split(" ").length > 6) byName.delete(name);
  }
  return byName;
}

/** A word of letters without digits can be longer: keys have digits, or they are longer still. */
const privateWords = /[\p{L}\p{M}_-]{21}|(?=[^ ]*\p{Nd})[^ ]{13}|(?:key|pass|pwd|secret|token).*\p{Nd}/u;

/** False for plain words with at most five digits. What else may be an address, a password, a key or a number. */
export function isPrivateTerm(term: string): boolean {
  const isPlain = /^[\p{L}\p{M}\p{Nd} _-]*$/u.test(term);
  const digits = term.match(/\p{Nd}/gu)?.length ?? 0;
  return !isPlain || digits > 5 || privateWords.test(term);
}
