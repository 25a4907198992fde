import {
  type Comment,
  createCommentIdempotent,
  type GitHub,
  GitHubError,
  type Reaction,
  type ReactionTarget,
} from "../github/client.ts";
import type { Logger } from "../logger.ts";

/** Where the action speaks: an issue or pull request, or the review thread of an inline comment. */
export type Place = {
  thread: number;
  /** The first comment of the review thread to answer in. */
  reviewRoot: number | undefined;
  /** What reactions go to; missing where there are none, as for reviews. */
  reactTo: ReactionTarget | undefined;
};

/**
 * Posts what others have rendered. Whatever GitHub refuses here is a warning, never the end of a job, and is told
 * once.
 */
export class Voice {
  readonly #github: GitHub;
  readonly #log: Logger;
  readonly #place: Place;
  #comment: Comment | undefined;
  #silent = false;
  #reactionTold = false;
  #replaced = false;

  constructor(github: GitHub, log: Logger, place: Place) {
    this.#github = github;
    this.#log = log;
    this.#place = place;
  }

  /** The status comment, once there is one. */
  get comment(): Comment | undefined {
    return this.#comment;
  }

  /** Goes on with a comment of an earlier run instead of writing another. */
  adopt(comment: Comment): void {
    this.#comment = comment;
  }

  /**
   * Writes the status comment, or edits it. The body is made for the comment, which is missing as long as it has no id. False when
   * GitHub refused.
   */
  async say(body: (comment: Comment | undefined) => string): Promise<boolean> {
    if (this.#silent) return false;
    try {
      this.#comment = await this.#write(body);
      return true;
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      // What cannot be created cannot be edited either; a failed edit may succeed the next time.
      this.#silent = this.#comment === undefined;
      if (error.aborted) return false;
      const what = this.#comment === undefined ? "written" : "updated";
      this.#log.warning(
        "Status comment not shown",
        `The status comment could not be ${what} (${reason(error)}). ${advice(error)}`,
      );
      return false;
    }
  }

  /** Puts a reaction on the command. */
  async react(reaction: Reaction): Promise<void> {
    const target = this.#place.reactTo;
    if (target === undefined || this.#reactionTold) return;
    try {
      await this.#github.react(target, reaction);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      this.#reactionTold = true;
      if (error.aborted) return;
      this.#log.warning(
        "Reaction not shown",
        `GitHub did not take a reaction (${reason(error)}). ${advice(error)}`,
      );
    }
  }

  async #write(body: (comment: Comment | undefined) => string): Promise<Comment> {
    const comment = this.#comment;
    if (comment === undefined) return await this.#create(body(undefined));
    try {
      return await this.#github.updateComment(comment.place, comment.id, body(comment));
    } catch (error) {
      if (!(error instanceof GitHubError) || error.status !== 404 || this.#replaced) throw error;
      // Somebody deleted it: a new one, but only one, says what the old one cannot any more.
      this.#replaced = true;
      const created = await this.#create(body(undefined));
      this.#comment = created;
      return await this.#github.updateComment(created.place, created.id, body(created));
    }
  }

  #create(body: string): Promise<Comment> {
    const { thread, reviewRoot } = this.#place;
    const github = this.#github;
    // The body names the run, so that it is nobody else's.
    if (reviewRoot === undefined)
      return createCommentIdempotent(
        body,
        (text) => github.createComment(thread, text),
        () => github.newestIssueComments(thread),
      );
    return createCommentIdempotent(
      body,
      (text) => github.replyInReview(thread, reviewRoot, text),
      async () => (await github.reviewComments(thread, 1)).comments,
    );
  }
}

function reason(error: GitHubError): string {
  return error.status === 0 ? `no answer: ${error.message}` : `HTTP ${error.status}`;
}

function advice(error: GitHubError): string {
  return error.missesPermission
    ? "Give the workflow's job “permissions: issues: write, pull-requests: write”, or set comment: never."
    : "The run goes on without it.";
}
