import type { Comment, CommentPlace, GitHub } from "../github/client.ts";
import { type Page, pageNumbers, readItems } from "../github/pages.ts";

/** GitHub shows at most this many pages of a hundred comments. */
const maxPages = 100;
const concurrentPages = 4;

/**
 * The comments of an issue or pull request, at most the newest ten thousand. `count` is how many there were when
 * someone counted: it tells which page is the last one, so that a long thread takes no request more. Throws a
 * `GitHubError`.
 */
export async function readIssueComments(github: GitHub, number: number, count = 0): Promise<Comment[]> {
  // GitHub lists the oldest first, and answers a page behind the last one with an empty list.
  const guess = Math.max(1, Math.ceil(count / 100));
  return await readAll((page) => github.issueComments(number, page), guess, "oldest first");
}

/** The comments in the review threads of a pull request, at most the newest ten thousand. Throws a `GitHubError`. */
export async function readReviewComments(github: GitHub, pull: number): Promise<Comment[]> {
  return await readAll((page) => github.reviewComments(pull, page), 1, "newest first");
}

/** The comments in one of the two places. `count` is as for `readIssueComments`. Throws a `GitHubError`. */
export function readComments(
  github: GitHub,
  { place, number }: { place: CommentPlace; number: number },
  count?: number,
): Promise<Comment[]> {
  switch (place) {
    case "issue":
      return readIssueComments(github, number, count);
    case "review":
      return readReviewComments(github, number);
  }
}

/**
 * The comments of every page, those of `first` and then of the newest pages first. All are read: the comment that a run
 * edits may be far above the newest, and of several copies of a body the oldest is ours.
 */
async function readAll(
  read: (page: number) => Promise<Page<Comment>>,
  first: number,
  order: "oldest first" | "newest first",
): Promise<Comment[]> {
  const { items, lastPage } = await read(first);
  const pages = pageNumbers(1, lastPage);
  const newestFirst = order === "newest first" ? pages : pages.reverse();
  const others = newestFirst.filter((page) => page !== first).slice(0, maxPages - 1);
  return [...items, ...(await readItems(read, others, concurrentPages))];
}
