import type { Comment, GitHub } from "../github/client.ts";
import type { JobMarker, JobMarkerCodec } from "./job-marker.ts";

/** A marker with the comment that holds it. */
export type FoundMarker = { marker: JobMarker; comment: Comment };

/** What to look for: the newest job of a conversation, and on a re-run the marker of the same request. */
export type SearchCriteria = {
  conversation: string;
  rerunOf: { runId: string; attempt: number; digest: string } | undefined;
};

/** What a thread's comments hold. */
export type FoundJobs = {
  /** The newest marker with a job. A later request that came to no job does not replace it. */
  latest: FoundMarker | undefined;
  /** The newest marker, with or without a job. */
  newest: FoundMarker | undefined;
  /** The newest marker of the same request. */
  rerun: FoundMarker | undefined;
  /** True when an earlier attempt at the same request created its comment and nothing after that. */
  pendingFound: boolean;
};

/** What an empty thread holds, or one that is not read. */
export const nothingFound: FoundJobs = {
  latest: undefined,
  newest: undefined,
  rerun: undefined,
  pendingFound: false,
};

/**
 * The job of the request that an earlier attempt of this run sent: empty when the attempt did not learn of it,
 * `undefined` when nothing was sent.
 */
export function interruptedJobId({
  rerun,
  pendingFound,
}: Pick<FoundJobs, "rerun" | "pendingFound">): string | undefined {
  if (rerun === undefined) return pendingFound ? "" : undefined;
  return rerun.marker.state === "not-sent" ? undefined : rerun.marker.job;
}

/** GitHub shows at most this many pages of a hundred comments. */
const maxPages = 100;
const concurrentPages = 4;

/**
 * Searches a thread's comments, newest first, for markers that verify. The newest by its signed time counts. Throws a
 * `GitHubError` when the comments cannot be read.
 */
export async function findJob(
  github: GitHub,
  codec: JobMarkerCodec,
  thread: { number: number; isPullRequest: boolean; comments: number | undefined },
  criteria: SearchCriteria,
): Promise<FoundJobs> {
  // Each kind of comment is searched to its own first match, because the match in the other may be older.
  const issue = new MarkerSearch(codec, criteria);
  const review = new MarkerSearch(codec, criteria);
  await Promise.all([
    searchIssueComments(github, thread.number, thread.comments, issue),
    thread.isPullRequest ? searchReviewComments(github, thread.number, review) : undefined,
  ]);
  return {
    latest: newer(issue.latest, review.latest),
    newest: newer(issue.newest, review.newest),
    rerun: newer(issue.rerun, review.rerun),
    pendingFound: issue.pendingFound || review.pendingFound,
  };
}

/** Collects the markers that match the criteria. */
class MarkerSearch implements FoundJobs {
  latest: FoundMarker | undefined;
  newest: FoundMarker | undefined;
  rerun: FoundMarker | undefined;
  pendingFound = false;
  readonly #codec: JobMarkerCodec;
  readonly #criteria: SearchCriteria;

  constructor(codec: JobMarkerCodec, criteria: SearchCriteria) {
    this.#codec = codec;
    this.#criteria = criteria;
  }

  add(comments: readonly Comment[]): void {
    const { conversation, rerunOf } = this.#criteria;
    for (const comment of comments) {
      if (rerunOf !== undefined) {
        const pending = this.#codec.decodePending(comment);
        if (pending !== undefined && isSameRequest(pending, rerunOf)) this.pendingFound = true;
      }
      const marker = this.#codec.decode(comment);
      if (marker === undefined || marker.conversation !== conversation) continue;
      const found = { marker, comment };
      this.newest = newer(this.newest, found);
      if (marker.job !== "") this.latest = newer(this.latest, found);
      if (rerunOf !== undefined && isSameRequest(marker, rerunOf)) this.rerun = newer(this.rerun, found);
    }
  }

  get isDone(): boolean {
    return (this.#criteria.rerunOf === undefined ? this.latest : this.rerun) !== undefined;
  }
}

/** Issue comments come oldest first, so the last page is the newest. The event's count says which page that is. */
async function searchIssueComments(
  github: GitHub,
  issue: number,
  count: number | undefined,
  search: MarkerSearch,
): Promise<void> {
  const guess = Math.max(1, Math.ceil((count ?? 1) / 100));
  const first = await github.issueComments(issue, guess);
  search.add(first.comments);
  // Without a count the guess is page 1. With one, more comments may have come since.
  const pages: number[] = [];
  for (let page = first.lastPage; page >= 1 && pages.length < maxPages; page--)
    if (page !== guess) pages.push(page);
  // Pages after the guess are newer than what was found on it, so they are read in any case.
  await searchPages(search, pages, (page) => github.issueComments(issue, page), guess);
}

async function searchReviewComments(github: GitHub, pull: number, search: MarkerSearch): Promise<void> {
  const first = await github.reviewComments(pull, 1);
  search.add(first.comments);
  const pages = Array.from({ length: Math.min(first.lastPage, maxPages) - 1 }, (_, index) => index + 2);
  await searchPages(search, pages, (page) => github.reviewComments(pull, page));
}

/** Reads pages, a few at once, until the search is done. Pages above `always` are read in any case. */
async function searchPages(
  search: MarkerSearch,
  pages: number[],
  read: (page: number) => Promise<{ comments: readonly Comment[] }>,
  always = Number.POSITIVE_INFINITY,
): Promise<void> {
  while (pages[0] !== undefined && (!search.isDone || pages[0] > always)) {
    const batch = pages.splice(0, concurrentPages);
    for (const { comments } of await Promise.all(batch.map(read))) search.add(comments);
  }
}

function newer(a: FoundMarker | undefined, b: FoundMarker | undefined): FoundMarker | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.marker.time >= b.marker.time ? a : b;
}

function isSameRequest(marker: JobMarker, rerunOf: NonNullable<SearchCriteria["rerunOf"]>): boolean {
  return (
    marker.runId === rerunOf.runId && marker.attempt < rerunOf.attempt && marker.digest === rerunOf.digest
  );
}
