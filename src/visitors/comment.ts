import * as z from "zod/mini";
import type { Comment, GitHub } from "../github/client.ts";
import { createOnce } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { type MarkerScope, MarkerSigner } from "../github/marker.ts";
import type { Clock } from "../runner/clock.ts";
import type { Logger } from "../runner/log.ts";
import { ownMarker } from "../text/hidden-text.ts";

/** GitHub accepts every comment of up to this many characters. */
export const maxCommentLength = 65_536;
/** Room for the longest login in a marker. */
const longestLogin = "x".repeat(100);

/** `at` is when the report was written, in epoch ms, and `login` the author of the comment, once GitHub has said it. */
const contentSchema = z.object({ at: z.number(), login: z.optional(z.string()) });

/** What the comment is written with. */
export type ReportCommentDependencies = { github: GitHub; log: Logger; clock: Clock };

/** The comment of an issue that holds the newest visitor report. */
export class ReportComment {
  readonly #deps: ReportCommentDependencies;
  readonly #thread: number;
  readonly #marker: MarkerSigner;

  constructor(deps: ReportCommentDependencies, apiKey: string, scope: MarkerScope) {
    this.#deps = deps;
    this.#thread = scope.thread;
    this.#marker = new MarkerSigner(apiKey, "report", scope);
  }

  /** How many characters a report may have, next to the marker. */
  get room(): number {
    return maxCommentLength - this.#body("", longestLogin).length;
  }

  /**
   * Replaces the newest earlier report, or creates a comment if there is none or `fresh` is set. If GitHub refuses, it
   * logs a warning and returns undefined.
   */
  async publish(report: string, fresh = false): Promise<Comment | undefined> {
    const { github, log } = this.#deps;
    try {
      const earlier = fresh ? undefined : await this.#find();
      if (earlier !== undefined)
        return await github.updateComment("issue", earlier.id, this.#body(report, earlier.login));
      // GitHub has not said yet who the author is. The next report's marker names them.
      return await createOnce(github, { place: "issue", number: this.#thread }, this.#body(report));
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      if (error.aborted) return undefined;
      log.warning(
        "Report comment not written",
        `The comment on #${this.#thread} could not be written (${error.why}). ${error.advice("issues: write, pull-requests: write")}`,
      );
      return undefined;
    }
  }

  /**
   * The newest report of the issue; `comment: new` leaves several. Of copies, those that name another author do not
   * count, and of equal ones the oldest is ours.
   */
  async #find(): Promise<Comment | undefined> {
    let newest: { comment: Comment; at: number } | undefined;
    for (const comment of await this.#deps.github.comments("issue", this.#thread)) {
      const at = this.#writtenAt(comment);
      if (at === undefined) continue;
      const isNewer =
        newest === undefined || at > newest.at || (at === newest.at && comment.id < newest.comment.id);
      if (isNewer) newest = { comment, at };
    }
    return newest?.comment;
  }

  /** When the report in a comment was written; missing in a comment that is none of ours. */
  #writtenAt({ body, login }: Comment): number | undefined {
    const marker = this.#marker.read(body);
    if (!marker?.verified) return undefined;
    const content = contentSchema.safeParse(JSON.parse(marker.content)).data;
    if (content === undefined || (content.login ?? login) !== login) return undefined;
    return content.at;
  }

  #body(report: string, login?: string): string {
    const marker = this.#marker.write(JSON.stringify({ at: this.#deps.clock.now(), login }));
    return `${ownMarker}\n${marker}\n\n${report}`;
  }
}
