import { createCommentIdempotent, type GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import type { Logger } from "../logger.ts";
import type { RunContext } from "../run-context.ts";
import { renderLinkComment } from "./comment-template.ts";
import type { JobMarker, JobMarkerCodec } from "./job-marker.ts";
import { type PullRequestLink, parsePullRequestLink } from "./pull-request-link.ts";

/** A documentation pull request that gets a comment linking it to the thread. */
export type LinkTarget = {
  link: PullRequestLink;
  /** Epoch ms of the job's creation; the pull request must not be older. */
  jobCreatedAt: number;
};

/**
 * The pull request of a job, where it lies in this repository and in another thread. Its address comes from the service,
 * which reads strangers' texts, so a job without a creation time gets none.
 */
export function findLinkTarget(
  job: { prLink: string | undefined; createdAt: string | undefined },
  thread: number | undefined,
  { serverUrl, repository }: RunContext,
): LinkTarget | undefined {
  const link = parsePullRequestLink(job.prLink ?? "");
  const jobCreatedAt = Date.parse(job.createdAt ?? "");
  if (link === undefined || thread === undefined || Number.isNaN(jobCreatedAt)) return undefined;
  const isHere =
    link.origin === new URL(serverUrl).origin &&
    `${link.owner}/${link.repo}`.toLowerCase() === repository.toLowerCase();
  return isHere && link.number !== thread ? { link, jobCreatedAt } : undefined;
}

/** What is needed to write on a documentation pull request. */
export type LinkDependencies = {
  github: GitHub;
  codecFor: (thread: number) => JobMarkerCodec;
  log: Logger;
};

/**
 * Writes the one comment on a documentation pull request that links it to the thread, so that a command there continues
 * the job. The pull request must come from a branch of this repository, and must not be older than the job. What GitHub
 * refuses is a notice.
 */
export async function postLinkComment(
  { link, jobCreatedAt }: LinkTarget,
  thread: { number: number; url: string },
  triggerPhrase: string,
  marker: JobMarker,
  { github, codecFor, log }: LinkDependencies,
): Promise<void> {
  try {
    const pull = await github.pullRequest(link);
    const isOurs = pull.headRepository?.toLowerCase() === `${link.owner}/${link.repo}`.toLowerCase();
    if (!isOurs || !(pull.createdAt >= jobCreatedAt)) return;
    const codec = codecFor(link.number);
    const linkMarker: JobMarker = { ...marker, isLink: true, comment: "", command: "" };
    const render = (encoded: string) => renderLinkComment(thread, triggerPhrase, encoded);
    const created = await createCommentIdempotent(
      github,
      render(codec.encodePending("issue", linkMarker)),
      (text) => github.createComment(link.number, text),
      () => github.newestIssueComments(link.number),
    );
    await github.updateComment("issue", created.id, render(codec.encode(created, linkMarker)));
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (!error.aborted)
      log.notice(
        "Documentation pull request not linked",
        `GitHub refused the comment on #${link.number} (${error.why}). Commands work in the original thread.`,
      );
  }
}
