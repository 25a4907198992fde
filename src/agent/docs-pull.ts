import { commentThread } from "../github/comments.ts";
import { GitHubError } from "../github/errors.ts";
import { renderLinkComment } from "./comment-text.ts";
import { readMarkers, signerOf, writeMarker } from "./marker.ts";
import type { Run } from "./progress.ts";

/**
 * Writes the one comment on a job's pull request that links it to the thread, so that a command there continues the job.
 * The address comes from the service, which reads strangers' texts: the pull request must be in this repository, from a
 * branch of it, not the thread itself, and not older than the job. What GitHub refuses is a notice: commands work in the
 * thread all the same.
 */
export function linkDocsPull({ job, contents, plan, thread, comment, tools }: Run): void {
  const { runContext, github, inputs, redact, log } = tools;
  if (job === undefined || contents === undefined || github === undefined) return;
  const { address, pull } = contents;
  const repository = runContext.repository.toLowerCase();
  const isHere = `${address.owner}/${address.repo}`.toLowerCase() === repository;
  const isFromHere = pull.headRepository?.toLowerCase() === repository;
  // Unknown for a job without a time.
  const isOlder = !(pull.createdAt >= Date.parse(job.createdAt ?? ""));
  if (!isHere || !isFromHere || isOlder) return;
  void thread.enqueue("The documentation pull request could not be linked", async ({ number }) => {
    const { marker } = comment;
    if (marker === undefined || address.number === number) return;
    const target = commentThread(github, address.number);
    const signer = signerOf(address.number, tools);
    try {
      // An earlier run or attempt may have written it, unless the job is new.
      const comments = plan?.kind === "create" ? [] : await target.list();
      if (readMarkers(comments, signer).ours.some((found) => found.marker.isLink)) return;
      const content = { ...marker, isLink: true, isShared: false, command: "", earlier: [] };
      const origin = { number, url: `${runContext.serverUrl}/${runContext.repository}/issues/${number}` };
      const text = writeMarker(signer, content, redact);
      await target.create(renderLinkComment(origin, inputs["trigger-phrase"], text));
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      if (!error.aborted)
        log.notice(
          "Documentation pull request not linked",
          `GitHub refused the comment on #${address.number} (${error.why}). Commands work in the original thread.`,
        );
    }
  });
}
