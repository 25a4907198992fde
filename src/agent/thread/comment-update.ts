import { killedOutcome } from "../outcomes.ts";
import { type JobMarker, type MarkedJob, maxEarlier } from "./job-marker.ts";
import type { OwnComment, RequestIdentity } from "./read-thread.ts";
import { isAccepted, type RequestState } from "./request-state.ts";
import type { StatusCommentModel } from "./status-comment-model.ts";

/** What the comment shows, and what it remembers for later runs. */
export type CommentUpdate = {
  model: StatusCommentModel;
  /**
   * What the marker tells later runs. Before anything is sent, it may be ahead of `model.state`: `announce` stores `sent`
   * while the model still has `not-sent`, because a re-run of a run that is lost in between must not send again.
   */
  state: RequestState;
  /** The job that the conversation continues; missing to keep the one that the comment names. */
  job: MarkedJob | undefined;
};

/**
 * The marker of a comment that shows this update. `own` is the comment as it was before; missing for one that is not
 * created yet. `now` is epoch ms.
 */
export function markerOf(
  { state, job }: CommentUpdate,
  own: OwnComment | undefined,
  identity: RequestIdentity,
  now: number,
): JobMarker {
  const { conversation, command, sharedKey, runId, attempt, digest } = identity;
  const before = own === undefined ? [] : [own.marker.request, ...own.marker.earlier];
  const isThisAttempt = (record: (typeof before)[number]) =>
    record.runId === runId && record.digest === digest && record.attempt === attempt;
  return {
    conversation,
    command,
    isLink: false,
    sharedKey,
    firstBody: own?.marker.firstBody ?? "",
    job: newerJob(job, own?.marker.job),
    linkedPr: own?.marker.linkedPr,
    request: { runId, attempt, digest, state, time: now },
    earlier:
      sharedKey === undefined ? [] : before.filter((record) => !isThisAttempt(record)).slice(0, maxEarlier),
  };
}

/** What the comment says when the process is killed after this update. */
export function whenKilled(update: CommentUpdate): CommentUpdate {
  const { model } = update;
  if (model.outcome !== undefined) return update;
  const { jobId, triggerPhrase, state } = model;
  const isKnown = jobId !== undefined && isAccepted(state);
  const request = isKnown ? { jobId, inThread: true, triggerPhrase } : state === "sent" ? "sent" : "not-sent";
  const outcome = killedOutcome(request);
  return { ...update, model: { ...model, wasKilled: true, tookMs: undefined, outcome } };
}

/**
 * The job that accepted a request last. A re-run of an older run must not make a shared comment forget the job that a
 * later run has named there since.
 */
function newerJob(job: MarkedJob | undefined, known: MarkedJob | undefined): MarkedJob | undefined {
  if (job === undefined || known === undefined || job.id === known.id) return job ?? known;
  return known.at > job.at ? known : job;
}
