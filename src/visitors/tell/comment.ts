import * as z from "zod/mini";
import type { GitHub } from "../../github/client.ts";
import { commentThread } from "../../github/comments.ts";
import { GitHubError } from "../../github/errors.ts";
import { isSameLogin } from "../../github/logins.ts";
import { type MarkerScope, markerSigner } from "../../github/marker.ts";
import type { Logger } from "../../runner/log.ts";
import { ownMarker } from "../../text/hidden-text.ts";
import { toPlainText } from "../../text/rich-text.ts";
import { memorySchema } from "../find/report.ts";

/** What the marker of a report says. */
const markerSchema = z.object({
  /** The author of the comment. */
  login: z.string(),
  /** The input `period`, or `dates`: reports of different ones have comments of their own. */
  period: z.string(),
  /** Its days. */
  range: z.string(),
  memory: memorySchema,
});
type Marker = z.infer<typeof markerSchema>;

/** A report to write. If it `isFresh`, each period has a comment of its own. */
export type NewReport = {
  text: string;
  content: Omit<Marker, "login">;
  isFresh: boolean;
};

/** The issue that a report is written into. */
export type ReportThread = NonNullable<Awaited<ReturnType<typeof reportThread>>>;

/** Reads the reports in the comments of the issue. Undefined, with a warning, if GitHub does not list them. */
export async function reportThread(
  scope: MarkerScope,
  apiKey: string,
  github: GitHub,
  log: Logger,
) {
  const { thread } = scope;
  const signer = markerSigner(apiKey, "report", scope);
  const comments = commentThread(github, thread);

  /** Undefined, with a warning, if GitHub refuses. */
  async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof GitHubError)) {
        throw error;
      }
      const advice = toPlainText(error.advice("issues: write, pull-requests: write", []));
      const text =
        `The comment on #${thread} could not be written (${error.why}). ${advice}`.trim();
      log.warning("Report comment not written", text);
      return undefined;
    }
  }

  const listed = await attempt(comments.list);
  if (listed === undefined) {
    return undefined;
  }
  const reports = listed.flatMap((comment) => {
    const marker = signer.read(comment.body, markerSchema);
    if (!marker?.verified) {
      return [];
    }
    const { content } = marker;
    // Anyone can copy a marker, so it counts only in a comment by the author whom it names.
    return isSameLogin(content.login, comment.login ?? "") ? { ...content, comment } : [];
  });
  // By GitHub's clock, because those of two runners may differ. It says seconds: of two, the later comment is newer.
  const newestFirst = reports
    .reverse()
    .sort((a, b) => (b.comment.updatedAt ?? 0) - (a.comment.updatedAt ?? 0));

  return {
    number: thread,
    /** What its reports remember, the newest first. */
    memories: newestFirst.map(({ memory }) => memory),

    /**
     * Writes the report into the comment with the newest report of this kind of period, or into a new one. Undefined, with a
     * warning, if GitHub refuses.
     */
    publish: ({ text, content, isFresh }: NewReport) => {
      const bodyBy = (login?: string) => {
        const marker = signer.write(
          JSON.stringify({
            ...content,
            login,
          }),
        );
        return `${ownMarker}\n${marker}\n\n${text}`;
      };
      const known = newestFirst.find(({ period, range }) => {
        return period === content.period && (!isFresh || range === content.range);
      });
      return attempt(async () => {
        // Only GitHub's answer says who the author is, so the marker names them in a second write.
        const { id, login } = known?.comment ?? (await comments.create(bodyBy()));
        return await comments.edit(id, bodyBy(login));
      });
    },
  };
}
