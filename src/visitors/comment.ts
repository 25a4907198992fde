import { type Comment, type GitHub, GitHubError } from "../github/client.ts";
import { createCommentIdempotent } from "../github/create-comment.ts";
import { HmacSigner } from "../github/hmac-signer.ts";
import { ownMarker } from "../github/trigger-events.ts";
import type { Logger } from "../logger.ts";

/** A comment of up to this many characters is always accepted by GitHub. */
export const maxCommentLength = 65_536;
const maxPages = 100;

/** Where the newest report is kept; its comment is found again by a signature over all of this. */
export type ReportPlace = { repository: string; issue: number; origin: string; project: string };

/** The one comment of an issue that holds the newest visitor report. */
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

  /** How many characters the report may have, besides what marks the comment. */
  get room(): number {
    return maxCommentLength - this.#wrap("", Number.MAX_SAFE_INTEGER).length;
  }

  /** Writes the report, into the comment of an earlier one if there is one. What GitHub refuses is a warning. */
  async publish(report: string): Promise<Comment | undefined> {
    const { issue } = this.#place;
    try {
      const earlier = await this.#find();
      if (earlier !== undefined) return await this.#sign(earlier.id, report);
      const { id } = await this.#create(`${ownMarker}\n\n${report}`);
      return await this.#sign(id, report).catch(async (error: unknown) => {
        // Without its marker no later run would find it, and each would write another beside it.
        await this.#github.deleteComment(id);
        throw error;
      });
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      if (error.aborted) return undefined;
      this.#log.warning(
        "Report not put into the comment",
        `The comment on #${issue} could not be written (${error.why}). Give the workflow's job “permissions: issues: write” (and pull-requests: write for a pull request), or leave issue-number out.`,
      );
      return undefined;
    }
  }

  /** The signature holds the comment's id, so that a new one gets its marker by an edit. */
  #sign(id: number, report: string): Promise<Comment> {
    return this.#github.updateComment("issue", id, this.#wrap(report, id));
  }

  /** The report names its run, so that its body is nobody else's. */
  #create(body: string): Promise<Comment> {
    const { issue } = this.#place;
    return createCommentIdempotent(
      body,
      (text) => this.#github.createComment(issue, text),
      () => this.#github.newestIssueComments(issue),
    );
  }

  /** The comment whose marker was made for just this comment: a copy in any other, old or new, does not verify. */
  async #find(): Promise<Comment | undefined> {
    for (let page = 1, last = 1; page <= Math.min(last, maxPages); page++) {
      const { comments, lastPage } = await this.#github.issueComments(this.#place.issue, page);
      last = Math.max(last, lastPage);
      const found = comments.find((comment) => this.#isOurs(comment));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #isOurs({ id, body }: Comment): boolean {
    const [, signature] = /^<!-- docs-agent:v1 -->\s*<!-- docs-agent:report ([\w-]{43}) -->/.exec(body) ?? [];
    return signature !== undefined && this.#signer.verifies(signature, this.#parts(id));
  }

  #wrap(report: string, id: number): string {
    return `${ownMarker}\n<!-- docs-agent:report ${this.#signer.sign(this.#parts(id))} -->\n\n${report}`;
  }

  #parts(id: number): (string | number)[] {
    const { repository, issue, origin, project } = this.#place;
    return [repository.toLowerCase(), issue, "visitors", id, origin, project];
  }
}
