import type { Comment } from "../../github/client.ts";
import { createOnce } from "../../github/comments.ts";
import { GitHubError } from "../../github/errors.ts";
import type { AgentThread } from "./agent-thread.ts";
import type { JobMarker } from "./job-marker.ts";
import { listReplies } from "./read-thread.ts";

/** A comment that GitHub made. `firstBody` is the signature of the body that it was made with. */
export type CreatedComment = { comment: Comment; firstBody: string };

/**
 * Creates the status comment of one attempt. After a try whose answer was lost, the next one looks for that comment
 * before it creates another.
 */
export class CommentCreation {
  readonly #sent = new Set<string>();
  readonly #lost = new Set<string>();
  #newestId: number | undefined;

  /** The signatures of the first bodies that this attempt has sent to GitHub. */
  get firstBodies(): ReadonlySet<string> {
    return this.#sent;
  }

  /** True for the comment that this attempt created last. */
  isNewest(id: number): boolean {
    return id === this.#newestId;
  }

  /** Creates a comment with the body that `render` makes of the signed marker. Throws a `GitHubError`. */
  async create(
    thread: AgentThread,
    marker: JobMarker,
    render: (marker: string) => string,
  ): Promise<CreatedComment> {
    const created = (await this.#findLost(thread)) ?? (await this.#post(thread, marker, render));
    this.#lost.clear();
    this.#newestId = created.comment.id;
    return created;
  }

  async #post(
    { github, codec, target }: AgentThread,
    marker: JobMarker,
    render: (marker: string) => string,
  ): Promise<CreatedComment> {
    const first = codec.encodeFirst(target.place, marker);
    const body = render(first.marker);
    this.#sent.add(first.signature);
    try {
      const comment = await createOnce(github, target, body);
      return { comment, firstBody: first.signature };
    } catch (error) {
      const isAborted = error instanceof GitHubError && error.aborted;
      if (!isAborted) this.#lost.add(first.signature);
      throw error;
    }
  }

  /** The comment of an earlier try whose answer was lost, if GitHub made it all the same. */
  async #findLost(thread: AgentThread): Promise<CreatedComment | undefined> {
    if (this.#lost.size === 0) return undefined;
    const replies = await listReplies(thread).catch((error: unknown) => {
      if (error instanceof GitHubError) return [];
      throw error;
    });
    const mine = replies.flatMap((comment) => {
      const firstBody = thread.codec.decodeFirst(comment)?.firstBody;
      return firstBody !== undefined && this.#lost.has(firstBody) ? [{ comment, firstBody }] : [];
    });
    // A copy is younger than the original, so the oldest is ours.
    return mine.sort((a, b) => a.comment.id - b.comment.id)[0];
  }
}
