import type { Comment, GitHub } from "../github/client.ts";

/** GitHub shows at most this many pages of a hundred comments. */
const maxPages = 100;
const concurrentPages = 4;

type Page = { comments: Comment[]; lastPage: number };

/**
 * The comments of an issue or pull request, at most the newest ten thousand. `count` is how many there were when
 * someone counted: it tells which page is the last one, so that a long thread takes no request more. Throws a
 * `GitHubError`.
 */
export async function readIssueComments(github: GitHub, number: number, count = 0): Promise<Comment[]> {
  // GitHub lists the oldest first, and answers a page behind the last one with an empty list.
  const guess = Math.max(1, Math.ceil(count / 100));
  return await readPages((page) => github.issueComments(number, page), guess, "oldest first");
}

/** The comments in the review threads of a pull request, at most the newest ten thousand. Throws a `GitHubError`. */
export async function readReviewComments(github: GitHub, pull: number): Promise<Comment[]> {
  return await readPages((page) => github.reviewComments(pull, page), 1, "newest first");
}

/**
 * Every page, a few at once. All are read: the comment that a run edits may be far above the newest, and of several
 * copies of a body the oldest is ours.
 */
async function readPages(
  read: (page: number) => Promise<Page>,
  first: number,
  order: "oldest first" | "newest first",
): Promise<Comment[]> {
  const start = await read(first);
  const comments = [...start.comments];
  const all = Array.from({ length: start.lastPage }, (_, index) => index + 1);
  const newestFirst = order === "newest first" ? all : all.reverse();
  const pages = newestFirst.filter((page) => page !== first).slice(0, maxPages - 1);
  while (pages.length > 0) {
    const batch = await Promise.all(pages.splice(0, concurrentPages).map(read));
    comments.push(...batch.flatMap((page) => page.comments));
  }
  return comments;
}
