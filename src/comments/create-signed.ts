import type { Comment, CommentTarget, GitHub } from "../github/client.ts";
import { createOnce } from "../github/comments.ts";

/**
 * Creates a comment whose marker is signed for its id: first with the body of `render(undefined)`, then edited to that
 * of `render(comment)`. Throws a `GitHubError`.
 */
export async function createSigned(
  github: GitHub,
  target: CommentTarget,
  render: (comment: Comment | undefined) => string,
): Promise<Comment> {
  const created = await createOnce(github, target, render(undefined));
  return await github.updateComment(created.place, created.id, render(created));
}
