import { type Comment, type GitHub, GitHubError } from "../github/client.ts";
import { Signer } from "../github/signer.ts";
import { ownMarker } from "../github/text-events.ts";
import type { Log } from "../log.ts";

/** A comment of up to this many characters is always accepted by GitHub. */
export const maxCommentLength = 65_536;
const maxPages = 100;

/** Where the newest report is kept; its comment is found again by a signature over all of this. */
export type ReportPlace = { repository: string; issue: number; origin: string; project: string };

/** The one comment of an issue that holds the newest visitor report. */
export class ReportComment {
  readonly #github: GitHub;
  readonly #log: Log;
  readonly #place: ReportPlace;
  readonly #signer: Signer;

  constructor(github: GitHub, log: Log, apiKey: string, place: ReportPlace) {
    this.#github = github;
    this.#log = log;
    this.#place = place;
    this.#signer = new Signer(apiKey, "comment with the visitor report, version 1");
  }

  /** How many characters the report may have, besides what marks the comment. */
  get room(): number {
    return maxCommentLength - this.#wrap("").length;
  }

  /** Writes the report, into the comment of an earlier one if there is one. What GitHub refuses is a warning. */
  async publish(report: string): Promise<Comment | undefined> {
    const { issue } = this.#place;
    try {
      const earlier = await this.#find();
      const body = this.#wrap(report);
      return earlier === undefined
        ? await this.#github.createComment(issue, body)
        : await this.#github.updateComment("issue", earlier.id, body);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      const why = error.status === 0 ? error.message : `HTTP ${error.status}`;
      this.#log.warning(
        "Report not put into the comment",
        `The comment on #${issue} could not be written (${why}). Give the workflow's job “permissions: issues: write” (and pull-requests: write for a pull request), or leave issue-number out.`,
      );
      return undefined;
    }
  }

  /** The oldest comment that verifies: the signature does not hold the comment's id, but a copy is always younger. */
  async #find(): Promise<Comment | undefined> {
    for (let page = 1, last = 1; page <= Math.min(last, maxPages); page++) {
      const { comments, lastPage } = await this.#github.issueComments(this.#place.issue, page);
      last = Math.max(last, lastPage);
      const found = comments.find(({ body }) => this.#isOurs(body));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #isOurs(body: string): boolean {
    const [, signature] = /^<!-- docs-agent:v1 -->\s*<!-- docs-agent:report ([\w-]{43}) -->/.exec(body) ?? [];
    return signature !== undefined && this.#signer.verifies(signature, this.#parts());
  }

  #wrap(report: string): string {
    return `${ownMarker}\n<!-- docs-agent:report ${this.#signer.sign(this.#parts())} -->\n\n${report}`;
  }

  #parts(): (string | number)[] {
    const { repository, issue, origin, project } = this.#place;
    return [repository.toLowerCase(), issue, "visitors", origin, project];
  }
}
