import * as z from "zod/mini";
import type { GitHub } from "../github/client.ts";
import { type Comment, commentThread } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { type MarkerScope, MarkerSigner } from "../github/marker.ts";
import type { Clock } from "../runner/clock.ts";
import type { Logger } from "../runner/log.ts";
import { ownMarker } from "../text/hidden-text.ts";

/** `at` is when the report was written, in epoch ms, and `login` the author of the comment. */
const contentSchema = z.object({ at: z.number(), login: z.string() });

/** What the comment is written with, and where. */
export type CommentTools = { github: GitHub; log: Logger; clock: Clock; apiKey: string; scope: MarkerScope };

/**
 * Writes the report into the comment of an issue that holds the newest one, or into a new comment if there is none or
 * `fresh` is set. If GitHub refuses, it logs a warning and returns undefined.
 */
export async function publishReport(
  report: string,
  { github, log, clock, apiKey, scope }: CommentTools,
  fresh = false,
): Promise<Comment | undefined> {
  const signer = new MarkerSigner(apiKey, "report", scope);
  const head = (login?: string) =>
    `${ownMarker}\n${signer.write(JSON.stringify({ at: clock.now(), login }))}\n\n`;
  const issue = commentThread(github, scope.thread);
  try {
    const known = fresh ? undefined : newestReport(await issue.list(), signer);
    // Only GitHub's answer says who the author is, so the marker names them in a second write.
    const { id, login } = known ?? (await issue.create(head() + report));
    return await issue.edit(id, head(login) + report);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (!error.aborted)
      log.warning(
        "Report comment not written",
        `The comment on #${scope.thread} could not be written (${error.why}). ${error.advice("issues: write, pull-requests: write")}`,
      );
    return undefined;
  }
}

/** The newest report of the issue whose marker names its author, because anyone can copy a marker. */
function newestReport(comments: readonly Comment[], signer: MarkerSigner): Comment | undefined {
  return comments
    .flatMap((comment) => {
      const marker = signer.read(comment.body);
      const content = contentSchema.safeParse(marker?.verified ? JSON.parse(marker.content) : undefined).data;
      return content === undefined || content.login !== comment.login ? [] : [{ comment, at: content.at }];
    })
    .sort((a, b) => b.at - a.at)
    .at(0)?.comment;
}
