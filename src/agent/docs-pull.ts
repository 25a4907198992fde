import type { GitHub } from "../github/client.ts";
import { createOnce } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import type { MarkerSigner } from "../github/marker.ts";
import { type PullRequestLink, parsePullRequestLink } from "../github/pull-request-address.ts";
import type { Job } from "../service/schemas.ts";
import { renderLinkComment } from "./comment-text.ts";
import { pullOf } from "./job.ts";
import { type Marker, readMarkers, writeMarker } from "./marker.ts";
import type { RunThread } from "./status-comment.ts";
import type { Tools } from "./tools.ts";

/**
 * Writes the one comment on a job's pull request that links it to the thread, so that a command there continues the job.
 * The address comes from the service, which reads strangers' texts: the pull request must be in this repository, from a
 * branch of it, not the thread itself, and not older than the job. `mayBeLinked`: an earlier run or attempt may have
 * written the comment.
 */
export function linkDocsPull(job: Job, mayBeLinked: boolean, thread: RunThread, tools: Tools): void {
  const { serverUrl, repository } = tools.runContext;
  const address = parsePullRequestLink(pullOf(job) ?? "");
  const jobCreatedAt = Date.parse(job.createdAt ?? "");
  const { number } = thread;
  if (address === undefined || number === undefined || Number.isNaN(jobCreatedAt)) return;
  const isHere =
    address.origin === new URL(serverUrl).origin &&
    `${address.owner}/${address.repo}`.toLowerCase() === repository.toLowerCase();
  if (!isHere || address.number === number) return;
  thread.after((github, signerOf, marker) =>
    writeLink(
      { address, jobCreatedAt, mayBeLinked },
      number,
      github,
      signerOf(address.number),
      marker,
      tools,
    ),
  );
}

/** What GitHub refuses is a notice: commands work in the thread all the same. */
async function writeLink(
  {
    address,
    jobCreatedAt,
    mayBeLinked,
  }: { address: PullRequestLink; jobCreatedAt: number; mayBeLinked: boolean },
  thread: number,
  github: GitHub,
  signer: MarkerSigner,
  marker: Marker,
  { runContext, inputs, redact, log }: Pick<Tools, "runContext" | "inputs" | "redact" | "log">,
): Promise<void> {
  const { number } = address;
  const { serverUrl, repository } = runContext;
  try {
    const [pull, comments] = await Promise.all([
      github.pullRequest(address),
      mayBeLinked ? github.comments("issue", number) : [],
    ]);
    const isOurs = pull.headRepository?.toLowerCase() === repository.toLowerCase();
    if (!isOurs || pull.createdAt < jobCreatedAt) return;
    if (readMarkers(comments, signer).ours.some((found) => found.marker.isLink)) return;
    const content = { ...marker, isLink: true, isShared: false, command: "", earlier: [], login: undefined };
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
