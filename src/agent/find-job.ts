import type { Comment, GitHub } from "../github/client.ts";
import { type JobMarker, type JobMarkerCodec, threadConversation } from "./job-marker.ts";

/** A marker with the comment that holds it. */
export type FoundMarker = { marker: JobMarker; comment: Comment };

/** What to look for in a thread. */
export type SearchCriteria = {
  conversation: string;
  /** The command of this run, as `JobMarker.command` names it; empty for a run without one. */
  command: string;
  /** The comment to edit; `undefined` when this run has a comment of its own. */
  comment: string | undefined;
  runId: string;
  attempt: number;
  digest: string;
};

/** What a thread's comments hold. */
export type FoundJobs = {
  /** The newest marker with a job in this conversation. A later request that came to no job does not replace it. */
  latest: FoundMarker | undefined;
  /** The comment to edit. */
  comment: Comment | undefined;
  /** On a re-run, the newest marker of the same request. */
  rerun: FoundMarker | undefined;
  /** True when an earlier attempt at the same request created its comment and nothing after that. */
  pendingFound: boolean;
  /** True when another run has sent the same command, and this run has not. */
  duplicate: boolean;
};

/** What an empty thread holds, or one that is not read. */
export const nothingFound: FoundJobs = {
  latest: undefined,
  comment: undefined,
  rerun: undefined,
  pendingFound: false,
  duplicate: false,
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
  const both = [issue, review];
  const rerun = newer(issue.rerun, review.rerun);
  const pendingFound = both.some((search) => search.pendingFound);
  const isSentByOther = both.some(({ duplicate }) => duplicate);
  return {
    latest: newest(
      both.flatMap(({ jobs }) => jobs),
      criteria,
    ),
    comment: newer(issue.comment, review.comment)?.comment,
    rerun,
    pendingFound,
    duplicate: isSentByOther && interruptedJobId({ rerun, pendingFound }) === undefined,
  };
}

/** Collects the markers that match the criteria. */
class MarkerSearch {
  /** The newest marker with a job of each conversation. */
  readonly #jobs = new Map<string, FoundMarker>();
  comment: FoundMarker | undefined;
  rerun: FoundMarker | undefined;
  pendingFound = false;
  duplicate = false;
  readonly #codec: JobMarkerCodec;
  readonly #criteria: SearchCriteria;

  constructor(codec: JobMarkerCodec, criteria: SearchCriteria) {
    this.#codec = codec;
    this.#criteria = criteria;
  }

  get jobs(): FoundMarker[] {
    return [...this.#jobs.values()];
  }

  add(comments: readonly Comment[]): void {
    for (const comment of comments) {
      if (this.#isRerun) {
        const pending = this.#codec.decodePending(comment);
        if (pending !== undefined && this.#isSameRequest(pending)) this.pendingFound = true;
      }
      const marker = this.#codec.decode(comment);
      if (marker !== undefined) this.#add({ marker, comment });
    }
  }

  #add(found: FoundMarker): void {
    const { marker } = found;
    const { conversation, command, comment, runId } = this.#criteria;
    if (marker.job !== "" && !(marker.isLink && command === ""))
      this.#jobs.set(marker.conversation, newer(this.#jobs.get(marker.conversation), found) ?? found);
    if (comment !== undefined && marker.comment === comment) this.comment = newer(this.comment, found);
    if (marker.conversation !== conversation) return;
    if (this.#isRerun && this.#isSameRequest(marker)) this.rerun = newer(this.rerun, found);
    const isSameCommand = command !== "" && marker.command === command && marker.runId !== runId;
    if (isSameCommand && marker.state !== "not-sent") this.duplicate = true;
  }

  /** True when the pages read so far hold all that can matter. */
  get isDone(): boolean {
    if (this.#isRerun && this.rerun === undefined) return false;
    const { conversation, comment } = this.#criteria;
    return this.#jobs.has(conversation) && (comment === undefined || this.comment !== undefined);
  }

  get #isRerun(): boolean {
    return this.#criteria.attempt > 1;
  }

  #isSameRequest(marker: JobMarker): boolean {
    const { runId, attempt, digest } = this.#criteria;
    return marker.runId === runId && marker.attempt < attempt && marker.digest === digest;
  }
}

/**
 * The newest job of the conversation. A command in a thread without a job of its own continues the job of the only
 * named conversation, if there is one.
 */
function newest(
  jobs: readonly FoundMarker[],
  { conversation, command }: SearchCriteria,
): FoundMarker | undefined {
  const of = (name: string) =>
    jobs
      .filter(({ marker }) => marker.conversation === name)
      .reduce<FoundMarker | undefined>(newer, undefined);
  const own = of(conversation);
  if (own !== undefined || command === "" || conversation !== threadConversation) return own;
  const names = new Set(jobs.map(({ marker }) => marker.conversation));
  const [name] = names;
  return names.size === 1 && name !== undefined ? of(name) : undefined;
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
