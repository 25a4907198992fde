import type { Comment, GitHub } from "../github/client.ts";
import type { Memory, MemoryKeeper } from "./job-marker.ts";

/** A memory with the comment that holds it. */
export type Remembered = { memory: Memory; comment: Comment };

/** What is looked for: the newest job of a conversation, and on a re-run the memory of the same request. */
export type Wanted = {
  conversation: string;
  rerunOf: { runId: string; attempt: number; digest: string } | undefined;
};

/** What was found in a thread. */
export type Recall = {
  /** The newest memory of a job, which a request that came to none does not take away. */
  latest: Remembered | undefined;
  /** The newest memory of all, with a job or without. */
  newest: Remembered | undefined;
  /** The newest memory of the same request. */
  rerun: Remembered | undefined;
  /** True when an earlier attempt wrote a comment for the same request and was lost before it could remember more. */
  lost: boolean;
};

/** What a thread that holds nothing of ours, or is not asked, remembers. */
export const nothingRecalled: Recall = {
  latest: undefined,
  newest: undefined,
  rerun: undefined,
  lost: false,
};

/** The job of what an earlier attempt of this run sent: empty when it never became known, missing when nothing was sent. */
export function begunJob({ rerun, lost }: Pick<Recall, "rerun" | "lost">): string | undefined {
  if (rerun === undefined) return lost ? "" : undefined;
  return rerun.memory.sent ? rerun.memory.job : undefined;
}

/** GitHub shows at most this many pages of a hundred comments; more is not looked through. */
const maxPages = 100;
const pagesAtOnce = 4;

/**
 * Looks through a thread's comments from the newest backwards for the memories that verify. The newest by its signed
 * time counts. Throws a `GitHubError` when the comments cannot be read.
 */
export async function recall(
  github: GitHub,
  keeper: MemoryKeeper,
  thread: { number: number; isPullRequest: boolean; comments: number | undefined },
  wanted: Wanted,
): Promise<Recall> {
  // Each kind of comments is read until it has what is wanted, as the other may hold only something older.
  const issue = new Finder(keeper, wanted);
  const review = new Finder(keeper, wanted);
  await Promise.all([
    throughIssueComments(github, thread.number, thread.comments, issue),
    thread.isPullRequest ? throughReviewComments(github, thread.number, review) : undefined,
  ]);
  return {
    latest: newer(issue.latest, review.latest),
    newest: newer(issue.newest, review.newest),
    rerun: newer(issue.rerun, review.rerun),
    lost: issue.lost || review.lost,
  };
}

/** Picks the memories that are wanted out of comments. */
class Finder implements Recall {
  latest: Remembered | undefined;
  newest: Remembered | undefined;
  rerun: Remembered | undefined;
  lost = false;
  readonly #keeper: MemoryKeeper;
  readonly #wanted: Wanted;

  constructor(keeper: MemoryKeeper, wanted: Wanted) {
    this.#keeper = keeper;
    this.#wanted = wanted;
  }

  take(comments: readonly Comment[]): void {
    for (const comment of comments) {
      // Only a re-run asks, and each look at a signature costs time.
      const begun = this.#wanted.rerunOf === undefined ? undefined : this.#keeper.readFirst(comment);
      if (begun !== undefined && isSameRequest(begun, this.#wanted.rerunOf)) this.lost = true;
      const memory = this.#keeper.read(comment);
      if (memory === undefined || memory.conversation !== this.#wanted.conversation) continue;
      const remembered = { memory, comment };
      this.newest = newer(this.newest, remembered);
      if (memory.job !== "") this.latest = newer(this.latest, remembered);
      if (isSameRequest(memory, this.#wanted.rerunOf)) this.rerun = newer(this.rerun, remembered);
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
  finder: Finder,
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

async function throughReviewComments(github: GitHub, pull: number, finder: Finder): Promise<void> {
  const first = await github.reviewComments(pull, 1);
  finder.take(first.comments);
  const pages = Array.from({ length: Math.min(first.lastPage, maxPages) - 1 }, (_, index) => index + 2);
  await takePages(finder, pages, (page) => github.reviewComments(pull, page));
}

/** Takes pages, some at once, until the finder has enough; those above `always` are taken all the same. */
async function takePages(
  finder: Finder,
  pages: number[],
  read: (page: number) => Promise<{ comments: readonly Comment[] }>,
  always = Number.POSITIVE_INFINITY,
): Promise<void> {
  while (pages[0] !== undefined && (!finder.enough || pages[0] > always)) {
    const batch = pages.splice(0, pagesAtOnce);
    for (const { comments } of await Promise.all(batch.map(read))) finder.take(comments);
  }
}

function newer(a: Remembered | undefined, b: Remembered | undefined): Remembered | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.memory.time >= b.memory.time ? a : b;
}

function isSameRequest(memory: Memory, rerunOf: Wanted["rerunOf"]): boolean {
  if (rerunOf === undefined) return false;
  return (
    memory.runId === rerunOf.runId && memory.attempt < rerunOf.attempt && memory.digest === rerunOf.digest
  );
}
