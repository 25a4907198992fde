import { createSigned } from "../comments/create-once.ts";
import { readIssueComments } from "../comments/read-comments.ts";
import { type MarkerScope, SignedMarker } from "../comments/signed-marker.ts";
import type { Comment, GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import type { Logger } from "../runner/log.ts";
import { ownMarker } from "../text/hidden-text.ts";

/** GitHub accepts every comment of up to this many characters. */
export const maxCommentLength = 65_536;

/** The comment of an issue that holds the newest visitor report. */
export class ReportComment {
  readonly #github: GitHub;
  readonly #log: Logger;
  readonly #thread: number;
  readonly #marker: SignedMarker;

  constructor(
    github: GitHub,
    log: Logger,
    apiKey: string,
    { repository, thread, origin, project }: MarkerScope,
  ) {
    this.#github = github;
    this.#log = log;
    this.#thread = thread;
    this.#marker = new SignedMarker({
      name: "report",
      secret: apiKey,
      purpose: "comment with the visitor report, version 1",
      parts: ({ id }) => [repository.toLowerCase(), thread, "visitors", id, origin, project],
    });
  }

  /** How many characters a report may have, next to the marker. */
  get room(): number {
    return maxCommentLength - this.#body("", undefined).length;
  }

  /**
   * Replaces the newest earlier report, or creates a comment if there is none or `fresh` is set. If GitHub refuses, it
   * logs a warning and returns undefined.
   */
  async publish(report: string, fresh = false): Promise<Comment | undefined> {
    const github = this.#github;
    try {
      const earlier = fresh ? undefined : await this.#find();
      if (earlier === undefined)
        return await createSigned(github, { place: "issue", number: this.#thread }, (comment) =>
          this.#body(report, comment),
        );
      return await github.updateComment("issue", earlier.id, this.#body(report, earlier));
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      if (error.aborted) return undefined;
      this.#log.warning(
        "Report comment not written",
        `The comment on #${this.#thread} could not be written (${error.why}). ${error.advice("issues: write, pull-requests: write")}`,
      );
      return undefined;
    }
  }

  /** The newest report of the issue; `comment: new` leaves several. A copied comment does not count: its marker names another id. */
  async #find(): Promise<Comment | undefined> {
    const comments = await readIssueComments(this.#github, this.#thread);
    return comments
      .filter((comment) => this.#marker.decode(comment) !== undefined)
      .reduce<Comment | undefined>((a, b) => (a === undefined || b.id > a.id ? b : a), undefined);
  }

  #body(report: string, comment: Comment | undefined): string {
    const marker =
      comment === undefined ? this.#marker.encodeFirst("issue").marker : this.#marker.encode(comment);
    return `${ownMarker}\n${marker}\n\n${report}`;
  }
}
