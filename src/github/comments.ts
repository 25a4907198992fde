import type { Comment, CommentTarget, GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";

const createAttempts = 3;

/**
 * Creates a comment only once. When GitHub took it but its answer was lost, the comment is looked for: of several with
 * such a body the oldest is ours, because a copy is always younger. `lost` holds the bodies that may be there from
 * earlier calls; a body whose fate stays unknown is added to it. Throws a `GitHubError`.
 */
export async function createOnce(
  github: GitHub,
  target: CommentTarget,
  text: string,
  lost: Set<string> = new Set(),
): Promise<Comment> {
  // GitHub stores the text without secrets, so compare with that.
  const body = github.redact(text);
  for (let attempt = 1; ; attempt++) {
    try {
      const posted = lost.size > 0 ? await findOldest(github, target, lost) : undefined;
      return posted ?? (await github.createComment(target, body));
    } catch (error) {
      if (!(error instanceof GitHubError) || !mayExist(error)) throw error;
      lost.add(plain(body));
      // A creation that used up its minute is not repeated: GitHub hangs, and the step would wait for minutes.
      if (error.failure === "gave-up" || attempt === createAttempts) throw error;
    }
  }
}

/** True when the comment may be there all the same, or when another attempt may work. */
function mayExist({ failure }: GitHubError): boolean {
  if (typeof failure === "number") return failure === 408 || failure === 429 || failure >= 500;
  return failure === "no-answer" || failure === "unreadable" || failure === "gave-up";
}

async function findOldest(
  github: GitHub,
  { place, number }: CommentTarget,
  bodies: ReadonlySet<string>,
): Promise<Comment | undefined> {
  const comments = await github.comments(place, number);
  return comments
    .filter((comment) => bodies.has(plain(comment.body)))
    .reduce<Comment | undefined>((a, b) => (a === undefined || b.id < a.id ? b : a), undefined);
}

/** GitHub may change line ends, and trims white space. */
function plain(body: string): string {
  return body.replaceAll("\r\n", "\n").trim();
}
