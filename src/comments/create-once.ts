import type { Comment, GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { readComments } from "./read-comments.ts";

/** Where a comment goes: below an issue or pull request, or into the review thread whose first comment is `root`. */
export type CommentTarget =
  | { place: "issue"; number: number }
  | { place: "review"; number: number; root: number };

const createAttempts = 3;

/**
 * Creates a comment only once. When GitHub took it but its answer was lost, the comment is looked for: of several with
 * this body the oldest is ours, because a copy is always younger. Throws a `GitHubError`.
 */
export async function createOnce(github: GitHub, target: CommentTarget, text: string): Promise<Comment> {
  // GitHub stores the text without secrets, so compare with that.
  const body = github.redact(text);
  for (let attempt = 1; ; attempt++) {
    try {
      return await create(github, target, body);
    } catch (error) {
      if (!(error instanceof GitHubError) || error.aborted || !mayHaveWorked(error)) throw error;
      // If looking for it fails too, throw the error of the creation.
      const posted = await findOldest(github, target, body).catch(() => Promise.reject(error));
      if (posted !== undefined) return posted;
      if (attempt === createAttempts) throw error;
    }
  }
}

/**
 * Creates a comment whose marker is signed for its id: first with the body of `render(undefined)`, then edited to that
 * of `render(comment)`. A comment that cannot be signed is deleted, because no later run would find it. Throws a
 * `GitHubError`.
 */
export async function createSigned(
  github: GitHub,
  target: CommentTarget,
  render: (comment: Comment | undefined) => string,
): Promise<Comment> {
  const created = await createOnce(github, target, render(undefined));
  try {
    return await github.updateComment(created.place, created.id, render(created));
  } catch (error) {
    // Throw the first error, not that of the deletion.
    await github.deleteComment(created.place, created.id).catch(() => {});
    throw error;
  }
}

function create(github: GitHub, target: CommentTarget, body: string): Promise<Comment> {
  switch (target.place) {
    case "issue":
      return github.createComment(target.number, body);
    case "review":
      return github.replyInReview(target.number, target.root, body);
  }
}

/** Reads all pages, because copies may fill the newest. Called only when an answer was lost. */
async function findOldest(github: GitHub, target: CommentTarget, body: string): Promise<Comment | undefined> {
  const comments = await readComments(github, target);
  return comments
    .filter((comment) => isSameBody(comment.body, body))
    .reduce<Comment | undefined>((a, b) => (a === undefined || b.id < a.id ? b : a), undefined);
}

/** True when the comment may exist or a second try may work: no answer, a time-out, a rate limit, an outage. */
function mayHaveWorked({ status }: GitHubError): boolean {
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

/** GitHub may change line ends, and trims white space. */
function isSameBody(a: string, b: string): boolean {
  return a.replaceAll("\r\n", "\n").trim() === b.replaceAll("\r\n", "\n").trim();
}
