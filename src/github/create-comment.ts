import { type Comment, GitHubError } from "./client.ts";

const attempts = 3;

/**
 * Writes a comment, and only once: where GitHub took it and its answer was lost, the one that is there is used.
 * `newest` reads the place's newest comments; the body has to be nobody else's. Throws a `GitHubError`.
 */
export async function createCommentIdempotent(
  body: string,
  create: (body: string) => Promise<Comment>,
  newest: () => Promise<readonly Comment[]>,
): Promise<Comment> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await create(body);
    } catch (error) {
      if (!(error instanceof GitHubError) || error.aborted || !mayPass(error.status)) throw error;
      const posted = (await newest()).findLast((comment) => isSame(comment.body, body));
      if (posted !== undefined) return posted;
      if (attempt === attempts) throw error;
    }
  }
}

/** True for what may be over at the next try: no answer, a time-out, a limit, a failure of GitHub's own. */
function mayPass(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** GitHub may give line ends back in another form, and cuts white space at the end. */
function isSame(a: string, b: string): boolean {
  return a.replaceAll("\r\n", "\n").trim() === b.replaceAll("\r\n", "\n").trim();
}
