import * as z from "zod/mini";
import type { GitHub } from "../../github/client.ts";
import { type Comment, commentThread } from "../../github/comments.ts";
import { GitHubError } from "../../github/errors.ts";
import { isSameLogin } from "../../github/logins.ts";
import { type MarkerScope, MarkerSigner } from "../../github/marker.ts";
import type { Clock } from "../../runner/clock.ts";
import type { Logger } from "../../runner/log.ts";
import { ownMarker } from "../../text/hidden-text.ts";
import { type Memory, memorySchema } from "../find/memory.ts";

/** `at` is when the report was written, in epoch ms, and `login` the author of the comment. */
const contentSchema = z.object({ at: z.number(), login: z.string(), memory: memorySchema });

/** What the comment is written with, and where. */
export type CommentTools = { github: GitHub; log: Logger; clock: Clock; apiKey: string; scope: MarkerScope };

/** A report in a comment of ours, and what it remembers. */
export type PublishedReport = { comment: Comment; memory: Memory };

/** The reports in the comments of the issue, the newest first. Undefined, with a warning, if GitHub does not list them. */
export async function readReports(tools: CommentTools): Promise<PublishedReport[] | undefined> {
  const signer = signerOf(tools);
  const comments = await attempt(tools, () => commentThread(tools.github, tools.scope.thread).list());
  return comments
    ?.flatMap((comment) => {
      const marker = signer.read(comment.body);
      const content = contentSchema.safeParse(marker?.verified ? JSON.parse(marker.content) : undefined).data;
      // Anyone can copy a marker, so it counts only in a comment by the author whom it names.
      const isOurs = content !== undefined && isSameLogin(content.login, comment.login ?? "");
      return isOurs ? [{ comment, ...content }] : [];
    })
    .sort((a, b) => b.at - a.at);
}

/**
 * Writes the report and what it remembers into the comment with the newest of the `earlier` reports, or into a new one. With
 * `fresh`, each period has a comment of its own. Undefined, with a warning, if GitHub refuses.
 */
export async function publishReport(
  { text, memory, fresh }: { text: string; memory: Memory; fresh: boolean },
  earlier: readonly PublishedReport[],
  tools: CommentTools,
): Promise<Comment | undefined> {
  const { github, clock, scope } = tools;
  const signer = signerOf(tools);
  const bodyBy = (login?: string) =>
    `${ownMarker}\n${signer.write(JSON.stringify({ at: clock.now(), login, memory }))}\n\n${text}`;
  const isSamePeriod = ({ from, to }: Memory) => from === memory.from && to === memory.to;
  const known = earlier.find((one) => !fresh || isSamePeriod(one.memory))?.comment;
  const issue = commentThread(github, scope.thread);
  return await attempt(tools, async () => {
    // Only GitHub's answer says who the author is, so the marker names them in a second write.
    const { id, login } = known ?? (await issue.create(bodyBy()));
    return await issue.edit(id, bodyBy(login));
  });
}

function signerOf({ apiKey, scope }: CommentTools): MarkerSigner {
  return new MarkerSigner(apiKey, "report", scope);
}

async function attempt<T>({ log, scope }: CommentTools, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
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
