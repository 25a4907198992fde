import { commentThread } from "../github/comments.ts";
import { renderLinkComment } from "./comment-text.ts";
import { readMarkers, signerOf, writeMarker } from "./marker.ts";
import type { Run } from "./run-state.ts";

/**
 * Writes the one comment on a job's pull request that links it to the thread, so that a command there continues the job.
 * The address comes from the service, which reads strangers' texts: the pull request must be in this repository, from a
 * branch of it, not the thread itself, and not older than the job. What GitHub refuses is a warning.
 */
export function linkDocsPull({ request, job, contents, plan, thread, comment, tools }: Run): void {
  const { runContext, github, inputs, redact } = tools;
  // A command there would not continue the job of another run, or of another conversation.
  const isFromCommand = request.trigger !== undefined && inputs.conversation === "thread";
  if (!isFromCommand || job === undefined || contents === undefined || github === undefined) return;
  const { address, pull } = contents;
  const repository = runContext.repository.toLowerCase();
  const isHere = `${address.owner}/${address.repo}`.toLowerCase() === repository;
  const isFromHere = pull.headRepository?.toLowerCase() === repository;
  // Unknown for a job without a time.
  const isOlder = !(pull.createdAt >= Date.parse(job.createdAt ?? ""));
  if (!isHere || !isFromHere || isOlder) return;
  const linked = thread.enqueue(async ({ number }) => {
    const { marker } = comment;
    if (marker === undefined || address.number === number) return;
    const target = commentThread(github, address.number);
    const signer = signerOf(address.number, tools);
    // An earlier run or attempt may have written it, unless the job is new.
    const comments = plan?.kind === "create" ? [] : await target.list();
    if (readMarkers(comments, signer).ours.some((found) => found.marker.isLink)) return;
    const content = { ...marker, isLink: true, isShared: false, command: "", earlier: [] };
    const origin = { number, url: `${runContext.serverUrl}/${runContext.repository}/issues/${number}` };
    const text = writeMarker(signer, content, redact);
    await target.create(renderLinkComment(origin, inputs["trigger-phrase"], text));
  });
  void linked.catch((error: unknown) =>
    thread.warn("The link on the pull request could not be written", error),
  );
}
