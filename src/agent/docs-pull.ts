import type { GitHub } from "../github/client.ts";
import { createOnce } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import type { MarkerSigner } from "../github/marker.ts";
import { type PullRequestLink, parsePullRequestLink } from "../github/pull-request-address.ts";
import { renderLinkComment } from "./comment-text.ts";
import { type Marker, readMarkers, writeMarker } from "./marker.ts";
import type { Tools } from "./tools.ts";

/** A documentation pull request that gets a comment linking it to the thread. */
export type DocsPull = {
  address: PullRequestLink;
  /** Epoch ms of the job's creation; the pull request must not be older. */
  jobCreatedAt: number;
  /** True where an earlier run or attempt may have written the comment. */
  mayBeLinked: boolean;
};

/**
 * The pull request of a job, if it is in this repository and is not the thread itself. The address comes from the
 * service, which reads strangers' texts, so the pull request is compared with the job's creation time later; a job
 * without one gets no comment.
 */
export function findDocsPull(
  job: { prLink: string | undefined; createdAt: string | undefined },
  thread: number | undefined,
  { serverUrl, repository }: Tools["runContext"],
): Omit<DocsPull, "mayBeLinked"> | undefined {
  const address = parsePullRequestLink(job.prLink ?? "");
  const jobCreatedAt = Date.parse(job.createdAt ?? "");
  if (address === undefined || thread === undefined || Number.isNaN(jobCreatedAt)) return undefined;
  const isHere =
    address.origin === new URL(serverUrl).origin &&
    `${address.owner}/${address.repo}`.toLowerCase() === repository.toLowerCase();
  return isHere && address.number !== thread ? { address, jobCreatedAt } : undefined;
}

/**
 * Writes the one comment on a documentation pull request that links it to the thread, so that a command there continues
 * the job. The pull request must come from a branch of this repository, and must not be older than the job. What GitHub
 * refuses is a notice: commands work in the thread all the same.
 */
export async function linkDocsPull(
  { address, jobCreatedAt, mayBeLinked }: DocsPull,
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
