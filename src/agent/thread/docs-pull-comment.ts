import { createSigned } from "../../comments/create-signed.ts";
import type { GitHub } from "../../github/client.ts";
import { GitHubError } from "../../github/errors.ts";
import { type PullRequestLink, parsePullRequestLink } from "../../github/pull-request-address.ts";
import type { Logger } from "../../runner/logger.ts";
import type { RunContext } from "../../runner/run-context.ts";
import { renderLinkComment } from "./comment-template.ts";
import type { JobMarker, JobMarkerCodec } from "./job-marker.ts";

/** A documentation pull request that gets a comment linking it to the thread. */
export type DocsPull = {
  address: PullRequestLink;
  /** Epoch ms of the job's creation; the pull request must not be older. */
  jobCreatedAt: number;
};

/**
 * The pull request of a job, if it is in this repository and is not the thread itself. The address comes from the
 * service, which reads strangers' texts, so the pull request is compared with the job's creation time later; a job
 * without one gets no comment.
 */
export function findDocsPull(
  job: { prLink: string | undefined; createdAt: string | undefined },
  thread: number | undefined,
  { serverUrl, repository }: RunContext,
): DocsPull | undefined {
  const address = parsePullRequestLink(job.prLink ?? "");
  const jobCreatedAt = Date.parse(job.createdAt ?? "");
  if (address === undefined || thread === undefined || Number.isNaN(jobCreatedAt)) return undefined;
  const isHere =
    address.origin === new URL(serverUrl).origin &&
    `${address.owner}/${address.repo}`.toLowerCase() === repository.toLowerCase();
  return isHere && address.number !== thread ? { address, jobCreatedAt } : undefined;
}

/** What is needed to write on a documentation pull request. */
export type LinkOptions = {
  github: GitHub;
  /** The codec of the documentation pull request. */
  codec: JobMarkerCodec;
  log: Logger;
  thread: { number: number; url: string };
  triggerPhrase: string;
  /** The marker of the thread's status comment. */
  marker: JobMarker;
};

/**
 * Writes the one comment on a documentation pull request that links it to the thread, so that a command there continues
 * the job. The pull request must come from a branch of this repository, and must not be older than the job. True when
 * the comment is there, also from an earlier run. What GitHub refuses is a notice, and the next run tries again.
 */
export async function linkDocsPull(
  { address, jobCreatedAt }: DocsPull,
  { github, codec, log, thread, triggerPhrase, marker }: LinkOptions,
): Promise<boolean> {
  const { number, owner, repo } = address;
  const linkMarker: JobMarker = {
    ...marker,
    isLink: true,
    sharedKey: undefined,
    command: "",
    firstBody: "",
    earlier: [],
  };
  try {
    const [pull, comments] = await Promise.all([
      github.pullRequest(address),
      github.comments("issue", number),
    ]);
    const isOurs = pull.headRepository?.toLowerCase() === `${owner}/${repo}`.toLowerCase();
    if (!isOurs || !(pull.createdAt >= jobCreatedAt)) return false;
    if (comments.some((comment) => codec.decode(comment)?.isLink)) return true;
    await createSigned(github, { place: "issue", number }, (comment) =>
      renderLinkComment(
        thread,
        triggerPhrase,
        comment === undefined
          ? codec.encodeFirst("issue", linkMarker).marker
          : codec.encode(comment, linkMarker),
      ),
    );
    return true;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (!error.aborted)
      log.notice(
        "Documentation pull request not linked",
        `GitHub refused the comment on #${number} (${error.why}). The next run tries again; until then, commands work in the original thread.`,
      );
    return false;
  }
}
