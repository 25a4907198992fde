import type { Comment, GitHub } from "../github/client.ts";
import type { Memory, MemoryKeeper } from "./memory.ts";

/** A memory with the comment that holds it. */
export type Remembered = { memory: Memory; comment: Comment };

/** What is looked for: the newest memory of a conversation, and on a re-run that of the same request. */
export type Wanted = {
  conversation: string;
  rerunOf: { runId: string; attempt: number; digest: string } | undefined;
};

/** What was found in a thread. */
export type Recall = { latest: Remembered | undefined; rerun: Remembered | undefined };

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
  const found: Recall = { latest: undefined, rerun: undefined };
  const take = (comments: readonly Comment[]) => {
    for (const comment of comments) {
      const memory = keeper.read(comment);
      if (memory === undefined || memory.conversation !== wanted.conversation) continue;
      const remembered = { memory, comment };
      found.latest = newer(found.latest, remembered);
      if (isSameRequest(memory, wanted.rerunOf)) found.rerun = newer(found.rerun, remembered);
    }
  };
  const enough = () => (wanted.rerunOf === undefined ? found.latest : found.rerun) !== undefined;
  await Promise.all([
    throughIssueComments(github, thread.number, thread.comments, take, enough),
    thread.isPullRequest ? throughReviewComments(github, thread.number, take, enough) : undefined,
  ]);
  return found;
}

type Take = (comments: readonly Comment[]) => void;

/** Issue comments come oldest first, so the last page is the newest; the event's count tells which that is. */
async function throughIssueComments(
  github: GitHub,
  issue: number,
  counted: number | undefined,
  take: Take,
  enough: () => boolean,
): Promise<void> {
  const guess = Math.max(1, Math.ceil((counted ?? 1) / 100));
  const first = await github.issueComments(issue, guess);
  take(first.comments);
  // Without the count the guess is the first page; with it, comments may have come since.
  const read = new Set([guess]);
  const pages: number[] = [];
  for (let page = first.lastPage; page >= 1 && pages.length < maxPages; page--)
    if (!read.has(page)) pages.push(page);
  // Pages behind the guess are newer than what was found in it.
  while (pages.length > 0 && (!enough() || (pages[0] ?? 0) > guess)) {
    const batch = pages.splice(0, pagesAtOnce);
    for (const page of await Promise.all(batch.map((page) => github.issueComments(issue, page))))
      take(page.comments);
  }
}

async function throughReviewComments(
  github: GitHub,
  pull: number,
  take: Take,
  enough: () => boolean,
): Promise<void> {
  const first = await github.reviewComments(pull, 1);
  take(first.comments);
  for (let page = 2; page <= Math.min(first.lastPage, maxPages) && !enough(); page += pagesAtOnce) {
    const batch = Array.from(
      { length: Math.min(pagesAtOnce, first.lastPage - page + 1) },
      (_, index) => page + index,
    );
    for (const more of await Promise.all(batch.map((number) => github.reviewComments(pull, number))))
      take(more.comments);
  }
}

function newer(a: Remembered | undefined, b: Remembered): Remembered {
  return a !== undefined && a.memory.time >= b.memory.time ? a : b;
}

function isSameRequest(memory: Memory, rerunOf: Wanted["rerunOf"]): boolean {
  if (rerunOf === undefined) return false;
  return (
    memory.runId === rerunOf.runId && memory.attempt < rerunOf.attempt && memory.digest === rerunOf.digest
  );
}
