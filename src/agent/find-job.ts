import type { Comment, GitHub } from "../github/client.ts";
import type { JobMarker, JobMarkerCodec } from "./job-marker.ts";

/** A marker with the comment that holds it. */
export type FoundMarker = { marker: JobMarker; comment: Comment };

/** What is looked for: the newest job of a conversation, and on a re-run the marker of the same request. */
export type SearchCriteria = {
  conversation: string;
  rerunOf: { runId: string; attempt: number; digest: string } | undefined;
};

/** What was found in a thread. */
export type FoundJobs = {
  /** The newest marker of a job, which a request that came to none does not take away. */
  latest: FoundMarker | undefined;
  /** The newest marker of all, with a job or without. */
  newest: FoundMarker | undefined;
  /** The newest marker of the same request. */
  rerun: FoundMarker | undefined;
  /** True when an earlier attempt wrote a comment for the same request and was lost before it could remember more. */
  pendingFound: boolean;
};

/** What a thread that holds nothing of ours, or is not asked, remembers. */
export const nothingFound: FoundJobs = {
  latest: undefined,
  newest: undefined,
  rerun: undefined,
  pendingFound: false,
};

/** The job of what an earlier attempt of this run sent: empty when it never became known, missing when nothing was sent. */
export function interruptedJobId({
  rerun,
  pendingFound,
}: Pick<FoundJobs, "rerun" | "pendingFound">): string | undefined {
  if (rerun === undefined) return pendingFound ? "" : undefined;
  return rerun.marker.sent ? rerun.marker.job : undefined;
}

/** GitHub shows at most this many pages of a hundred comments; more is not looked through. */
const maxPages = 100;
const pagesAtOnce = 4;

/**
 * Looks through a thread's comments from the newest backwards for the memories that verify. The newest by its signed
 * time counts. Throws a `GitHubError` when the comments cannot be read.
 */
export async function findJob(
  github: GitHub,
  codec: JobMarkerCodec,
  thread: { number: number; isPullRequest: boolean; comments: number | undefined },
  wanted: SearchCriteria,
): Promise<FoundJobs> {
  // Each kind of comments is read until it has what is wanted, as the other may hold only something older.
  const issue = new MarkerSearch(codec, wanted);
  const review = new MarkerSearch(codec, wanted);
  await Promise.all([
    throughIssueComments(github, thread.number, thread.comments, issue),
    thread.isPullRequest ? throughReviewComments(github, thread.number, review) : undefined,
  ]);
  return {
    latest: newer(issue.latest, review.latest),
    newest: newer(issue.newest, review.newest),
    rerun: newer(issue.rerun, review.rerun),
    pendingFound: issue.pendingFound || review.pendingFound,
  };
}

/** Picks the memories that are wanted out of comments. */
class MarkerSearch implements FoundJobs {
  latest: FoundMarker | undefined;
  newest: FoundMarker | undefined;
  rerun: FoundMarker | undefined;
  pendingFound = false;
  readonly #codec: JobMarkerCodec;
  readonly #wanted: SearchCriteria;

  constructor(codec: JobMarkerCodec, wanted: SearchCriteria) {
    this.#codec = codec;
    this.#wanted = wanted;
  }

  take(comments: readonly Comment[]): void {
    for (const comment of comments) {
      // Only a re-run asks, and each look at a signature costs time.
      const begun = this.#wanted.rerunOf === undefined ? undefined : this.#codec.decodePending(comment);
      if (begun !== undefined && isSameRequest(begun, this.#wanted.rerunOf)) this.pendingFound = true;
      const marker = this.#codec.decode(comment);
      if (marker === undefined || marker.conversation !== this.#wanted.conversation) continue;
      const remembered = { marker, comment };
      this.newest = newer(this.newest, remembered);
      if (marker.job !== "") this.latest = newer(this.latest, remembered);
      if (isSameRequest(marker, this.#wanted.rerunOf)) this.rerun = newer(this.rerun, remembered);
    }
  }

  get enough(): boolean {
    return (this.#wanted.rerunOf === undefined ? this.latest : this.rerun) !== undefined;
  }
}

/** Issue comments come oldest first, so the last page is the newest; the event's count tells which that is. */
async function throughIssueComments(
  github: GitHub,
  issue: number,
  counted: number | undefined,
  finder: MarkerSearch,
): Promise<void> {
  const guess = Math.max(1, Math.ceil((counted ?? 1) / 100));
  const first = await github.issueComments(issue, guess);
  finder.take(first.comments);
  // Without the count the guess is the first page; with it, comments may have come since.
  const pages: number[] = [];
  for (let page = first.lastPage; page >= 1 && pages.length < maxPages; page--)
    if (page !== guess) pages.push(page);
  // Pages behind the guess are newer than what was found in it.
  await takePages(finder, pages, (page) => github.issueComments(issue, page), guess);
}

async function throughReviewComments(github: GitHub, pull: number, finder: MarkerSearch): Promise<void> {
  const first = await github.reviewComments(pull, 1);
  finder.take(first.comments);
  const pages = Array.from({ length: Math.min(first.lastPage, maxPages) - 1 }, (_, index) => index + 2);
  await takePages(finder, pages, (page) => github.reviewComments(pull, page));
}

/** Takes pages, some at once, until the finder has enough; those above `always` are taken all the same. */
async function takePages(
  finder: MarkerSearch,
  pages: number[],
  read: (page: number) => Promise<{ comments: readonly Comment[] }>,
  always = Number.POSITIVE_INFINITY,
): Promise<void> {
  while (pages[0] !== undefined && (!finder.enough || pages[0] > always)) {
    const batch = pages.splice(0, pagesAtOnce);
    for (const { comments } of await Promise.all(batch.map(read))) finder.take(comments);
  }
}

function newer(a: FoundMarker | undefined, b: FoundMarker | undefined): FoundMarker | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.marker.time >= b.marker.time ? a : b;
}

function isSameRequest(marker: JobMarker, rerunOf: SearchCriteria["rerunOf"]): boolean {
  if (rerunOf === undefined) return false;
  return (
    marker.runId === rerunOf.runId && marker.attempt < rerunOf.attempt && marker.digest === rerunOf.digest
  );
}
