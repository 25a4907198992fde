import type { Comment, CommentTarget, GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";

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
      return await github.createComment(target, body);
    } catch (error) {
      if (!(error instanceof GitHubError) || !mayExist(error)) throw error;
      // If looking for it fails too, throw the error of the creation.
      const posted = await findOldest(github, target, body).catch(() => Promise.reject(error));
      if (posted !== undefined) return posted;
      if (attempt === createAttempts) throw error;
    }
  }
}

/**
 * True when the comment may exist and another attempt may work. A creation that used up its minute is not among them:
 * GitHub hangs, and the step would wait for minutes.
 */
function mayExist({ failure }: GitHubError): boolean {
  if (typeof failure === "number") return failure === 408 || failure === 429 || failure >= 500;
  return failure === "no-answer" || failure === "unreadable";
}

async function findOldest(
  github: GitHub,
  { place, number }: CommentTarget,
  body: string,
): Promise<Comment | undefined> {
  const comments = await github.comments(place, number);
  return comments
    .filter((comment) => isSameBody(comment.body, body))
    .reduce<Comment | undefined>((a, b) => (a === undefined || b.id < a.id ? b : a), undefined);
}

/** GitHub may change line ends, and trims white space. */
function isSameBody(a: string, b: string): boolean {
  return a.replaceAll("\r\n", "\n").trim() === b.replaceAll("\r\n", "\n").trim();
}
