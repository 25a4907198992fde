import {
  type Comment,
  type GitHub,
  GitHubError,
  type Reaction,
  type ReactionTarget,
} from "../github/client.ts";
import type { Log } from "../log.ts";

const createAttempts = 3;

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
  readonly #log: Log;
  readonly #place: Place;
  #comment: Comment | undefined;
  #silent = false;
  #reactionTold = false;
  #replaced = false;

  constructor(github: GitHub, log: Log, place: Place, comment?: Comment) {
    this.#github = github;
    this.#log = log;
    this.#place = place;
    this.#comment = comment;
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

  /** Creates the comment, and only once: where GitHub took it and its answer was lost, the one that is there is used. */
  async #create(body: string): Promise<Comment> {
    const { thread, reviewRoot } = this.#place;
    for (let attempt = 1; ; attempt++) {
      try {
        return reviewRoot === undefined
          ? await this.#github.createComment(thread, body)
          : await this.#github.replyInReview(thread, reviewRoot, body);
      } catch (error) {
        if (!(error instanceof GitHubError) || (error.status > 0 && error.status < 500)) throw error;
        const posted = await this.#findPosted(body);
        if (posted !== undefined) return posted;
        if (attempt === createAttempts) throw error;
      }
    }
  }

  /** The newest comment with just this body, which names the run and so is nobody else's. */
  async #findPosted(body: string): Promise<Comment | undefined> {
    const { thread, reviewRoot } = this.#place;
    const newest =
      reviewRoot === undefined
        ? await this.#github.newestIssueComments(thread)
        : (await this.#github.reviewComments(thread, 1)).comments;
    return newest.findLast((comment) => comment.body.replaceAll("\r\n", "\n").trim() === body.trim());
  }
}

function reason(error: GitHubError): string {
  return error.status === 0 ? `no answer: ${error.message}` : `HTTP ${error.status}`;
}

function advice(error: GitHubError): string {
  return error.status === 401 || error.status === 403 || error.status === 404
    ? "Give the workflow's job “permissions: issues: write, pull-requests: write”, or set comment: never."
    : "The job goes on without it.";
}
