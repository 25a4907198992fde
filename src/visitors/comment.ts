import { type Comment, createCommentIdempotent, type GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { HmacSigner } from "../github/hmac-signer.ts";
import type { Logger } from "../logger.ts";
import { ownMarker } from "../text/hidden-text.ts";

/** GitHub accepts every comment of up to this many characters. */
export const maxCommentLength = 65_536;
const maxPages = 100;

/** Identifies the comment that holds the newest report; its marker is a signature over all of this. */
export type ReportPlace = { repository: string; issue: number; origin: string; project: string };

/** The comment of an issue that holds the newest visitor report. */
export class ReportComment {
  readonly #github: GitHub;
  readonly #log: Logger;
  readonly #place: ReportPlace;
  readonly #signer: HmacSigner;

  constructor(github: GitHub, log: Logger, apiKey: string, place: ReportPlace) {
    this.#github = github;
    this.#log = log;
    this.#place = place;
    this.#signer = new HmacSigner(apiKey, "comment with the visitor report, version 1");
  }

  /** How many characters a report may have, next to the marker. */
  get room(): number {
    return maxCommentLength - this.#bodyWith("", Number.MAX_SAFE_INTEGER).length;
  }

  /**
   * Writes the report, into the comment of an earlier report if there is one and `fresh` does not ask for a comment of
   * its own. If GitHub refuses, it warns.
   */
  async publish(report: string, fresh = false): Promise<Comment | undefined> {
    const { issue } = this.#place;
    try {
      const earlier = fresh ? undefined : await this.#find();
      if (earlier !== undefined) return await this.#update(earlier.id, report);
      const { id } = await this.#create(`${ownMarker}\n\n${report}`);
      return await this.#update(id, report).catch(async (error: unknown) => {
        // No later run would find a comment without its marker, and each would write another one.
        await this.#github.deleteComment("issue", id);
        throw error;
      });
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      if (error.aborted) return undefined;
      this.#log.warning(
        "Report comment not written",
        `The comment on #${issue} could not be written (${error.why}). ${error.advice("issues: write, pull-requests: write")}`,
      );
      return undefined;
    }
  }

  #update(id: number, report: string): Promise<Comment> {
    return this.#github.updateComment("issue", id, this.#bodyWith(report, id));
  }

  /** Creates the comment without its marker, because the signature needs the comment's id. */
  #create(body: string): Promise<Comment> {
    const { issue } = this.#place;
    return createCommentIdempotent(
      this.#github,
      body,
      (text) => this.#github.createComment(issue, text),
      () => this.#github.newestIssueComments(issue),
    );
  }

  /** The newest report of the issue, which `comment: new` may have given several. GitHub lists the oldest first. */
  async #find(): Promise<Comment | undefined> {
    const { issue } = this.#place;
    const isOwn = (comment: Comment) => this.#isOwn(comment);
    const first = await this.#github.issueComments(issue, 1);
    for (let page = first.lastPage; page > Math.max(1, first.lastPage - maxPages); page--) {
      const found = (await this.#github.issueComments(issue, page)).comments.findLast(isOwn);
      if (found !== undefined) return found;
    }
    return first.comments.findLast(isOwn);
  }

  /** True if the marker was signed for this very comment; a copy in another comment does not verify. */
  #isOwn({ id, body }: Comment): boolean {
    const [, signature] = /^<!-- docs-agent:v1 -->\s*<!-- docs-agent:report ([\w-]{43}) -->/.exec(body) ?? [];
    return signature !== undefined && this.#signer.verifies(signature, this.#signedParts(id));
  }

  #bodyWith(report: string, id: number): string {
    return `${ownMarker}\n<!-- docs-agent:report ${this.#signer.sign(this.#signedParts(id))} -->\n\n${report}`;
  }

  #signedParts(id: number): (string | number)[] {
    const { repository, issue, origin, project } = this.#place;
    return [repository.toLowerCase(), issue, "visitors", id, origin, project];
  }
}
