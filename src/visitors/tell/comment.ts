import * as z from "zod/mini";
import type { Clock } from "../../clock.ts";
import type { GitHub } from "../../github/client.ts";
import { type Comment, commentThread } from "../../github/comments.ts";
import { GitHubError } from "../../github/errors.ts";
import { isSameLogin } from "../../github/logins.ts";
import { type MarkerScope, MarkerSigner } from "../../github/marker.ts";
import type { Logger } from "../../runner/log.ts";
import { ownMarker } from "../../text/hidden-text.ts";
import { memorySchema } from "../find/memory.ts";

/** What the marker of a report says. */
const markerSchema = z.object({
  /** When it was written, in epoch ms, and the author of the comment. */
  at: z.number(),
  login: z.string(),
  /** The input `period`, or `dates`: reports of different ones have comments of their own. */
  period: z.string(),
  /** Its days. */
  range: z.string(),
  memory: memorySchema,
});
type Marker = z.infer<typeof markerSchema>;

/** What the comment is written with, and where. */
export type CommentTools = {
  github: GitHub;
  log: Logger;
  clock: Clock;
  apiKey: string;
  scope: MarkerScope;
};

/** A report in a comment of ours. */
export type PublishedReport = Marker & { comment: Comment };

/** A report to write. If it `isFresh`, each period has a comment of its own. */
export type NewReport = { text: string; content: Omit<Marker, "at" | "login">; isFresh: boolean };

/** The reports in the comments of the issue, the newest first. Undefined, with a warning, if GitHub does not list them. */
export async function readReports(tools: CommentTools): Promise<PublishedReport[] | undefined> {
  const signer = signerOf(tools);
  const comments = await attempt(tools, () =>
    commentThread(tools.github, tools.scope.thread).list(),
  );
  const reports = comments?.flatMap((comment) => {
    const marker = signer.read(comment.body);
    if (!marker?.verified) return [];
    const content = markerSchema.safeParse(JSON.parse(marker.content)).data;
    // Anyone can copy a marker, so it counts only in a comment by the author whom it names.
    const isOurs = content !== undefined && isSameLogin(content.login, comment.login ?? "");
    return isOurs ? [{ ...content, comment }] : [];
  });
  return reports?.sort((a, b) => b.at - a.at);
}

/**
 * Writes the report into the comment with the newest of the `earlier` reports of this kind of period, or into a new one.
 * Undefined, with a warning, if GitHub refuses.
 */
export async function publishReport(
  { text, content, isFresh }: NewReport,
  earlier: readonly PublishedReport[],
  tools: CommentTools,
): Promise<Comment | undefined> {
  const { github, clock, scope } = tools;
  const signer = signerOf(tools);
  const bodyBy = (login?: string) => {
    const marker = signer.write(JSON.stringify({ ...content, at: clock.now(), login }));
    return `${ownMarker}\n${marker}\n\n${text}`;
  };
  const known = earlier.find(({ period, range }) => {
    return period === content.period && (!isFresh || range === content.range);
  });
  const issue = commentThread(github, scope.thread);
  return await attempt(tools, async () => {
    // Only GitHub's answer says who the author is, so the marker names them in a second write.
    const { id, login } = known?.comment ?? (await issue.create(bodyBy()));
    return await issue.edit(id, bodyBy(login));
  });
}

function signerOf({ apiKey, scope }: CommentTools): MarkerSigner {
  return new MarkerSigner(apiKey, "report", scope);
}

async function attempt<T>(
  { log, scope }: CommentTools,
  act: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const advice = error.advice("issues: write, pull-requests: write");
    const text = `The comment on #${scope.thread} could not be written (${error.why}). ${advice}`;
    if (!error.aborted) log.warning("Report comment not written", text);
    return undefined;
  }
}
