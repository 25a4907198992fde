import type { GitHub } from "../github/client.ts";
import { createOnce } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import type { MarkerSigner } from "../github/marker.ts";
import type { Job } from "../service/schemas.ts";
import { renderLinkComment } from "./comment-text.ts";
import { type Marker, readMarkers, writeMarker } from "./marker.ts";
import type { PullContents } from "./pull-contents.ts";
import type { RunThread } from "./status-comment.ts";
import type { Tools } from "./tools.ts";

/**
 * Writes the one comment on a job's pull request that links it to the thread, so that a command there continues the job.
 * The address comes from the service, which reads strangers' texts: the pull request must be in this repository, from a
 * branch of it, not the thread itself, and not older than the job. `mayBeLinked`: an earlier run or attempt may have
 * written the comment.
 */
export function linkDocsPull(
  job: Job,
  contents: PullContents | undefined,
  mayBeLinked: boolean,
  thread: RunThread,
  tools: Tools,
): void {
  const { number } = thread;
  if (contents === undefined || number === undefined) return;
  const { address, pull } = contents;
  const repository = tools.runContext.repository.toLowerCase();
  const isHere = `${address.owner}/${address.repo}`.toLowerCase() === repository;
  const isOurs = pull.headRepository?.toLowerCase() === repository;
  // Of a job without a time, nobody knows whether the pull request is older.
  const isOlder = !(pull.createdAt >= Date.parse(job.createdAt ?? ""));
  if (!isHere || !isOurs || isOlder || address.number === number) return;
  thread.after((github, signerOf, marker) =>
    writeLink(address.number, mayBeLinked, number, github, signerOf(address.number), marker, tools),
  );
}

/** What GitHub refuses is a notice: commands work in the thread all the same. */
async function writeLink(
  number: number,
  mayBeLinked: boolean,
  thread: number,
  github: GitHub,
  signer: MarkerSigner,
  marker: Marker,
  { runContext, inputs, redact, log }: Pick<Tools, "runContext" | "inputs" | "redact" | "log">,
): Promise<void> {
  const { serverUrl, repository } = runContext;
  try {
    const comments = mayBeLinked ? await github.comments("issue", number) : [];
    if (readMarkers(comments, signer).ours.some((found) => found.marker.isLink)) return;
    const content = { ...marker, isLink: true, isShared: false, command: "", earlier: [] };
    const origin = { number: thread, url: `${serverUrl}/${repository}/issues/${thread}` };
    const body = renderLinkComment(origin, inputs["trigger-phrase"], writeMarker(signer, content, redact));
    await createOnce(github, { place: "issue", number }, body);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (!error.aborted)
      log.notice(
        "Documentation pull request not linked",
        `GitHub refused the comment on #${number} (${error.why}). Commands work in the original thread.`,
      );
  }
}
