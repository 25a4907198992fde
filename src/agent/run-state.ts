import { mentionableLogin } from "../github/logins.ts";
import { url } from "../github/pull-request-address.ts";
import { namesOf } from "../names.ts";
import type { Outcome } from "../outcomes.ts";
import type { Job } from "../service/schemas.ts";
import type { RichTextPart } from "../text/rich-text.ts";
import type { Progress, RangeNote } from "./comment-text.ts";
import type { JobFacts, Plan } from "./decide.ts";
import { pullOf } from "./job.ts";
import type { Ledger, RequestState } from "./marker.ts";
import type { Memory } from "./memory.ts";
import { failedChecks, type PullContents } from "./pull-contents.ts";
import { askedOf, type PromptRequest, type WatchRequest } from "./request.ts";
import type { StatusComment } from "./status-comment.ts";
import type { RunThread } from "./thread.ts";
import { type Tools, timeoutMs } from "./tools.ts";

/** What one attempt at a request knows and has done so far. */
export type Run = {
  /** With the comments of its review, once the thread is read. */
  request: PromptRequest | WatchRequest;
  readonly tools: Tools;
  readonly thread: RunThread;
  readonly comment: StatusComment;
  /** Epoch ms. */
  readonly startedAt: number;
  memory: Memory;
  plan: Plan | undefined;
  state: RequestState;
  /** The newest that the service said of the job. */
  job: Job | undefined;
  /** What is in the job's pull request, once the job is over. */
  contents: PullContents | undefined;
  /** Epoch ms of the time limit; missing before the job is followed. */
  deadline: number | undefined;
  /** Epoch ms; missing before the end. */
  endedAt: number | undefined;
  /** The pull request of the conversation's job, if it is merged or closed. */
  done: JobFacts["pull"];
  /** What is remembered of the commits that the request documents. */
  ledger: Ledger | undefined;
  range: RangeNote | undefined;
  forgotten: RichTextPart | undefined;
  /** Whether the job's pull request has our comment; missing as long as the job shows none. */
  linking: Promise<boolean> | undefined;
  isLinked: boolean;
  /** True once the thread shows this request, so that it must show its end, too. */
  isShown: boolean;
};

/** The state of a run now; with an outcome, at its end. */
export function progressOf(run: Run, outcome?: Outcome): Progress {
  const { request, plan, tools, state, contents, memory, startedAt, endedAt = tools.clock.now() } = run;
  const { trigger } = request;
  const link = (address: string | undefined) => (address === undefined ? undefined : url(address));
  const prLink = prLinkOf(run);
  const isWatch = plan?.kind === "watch";
  const isAccepted = state.kind === "accepted";
  const wasFollowUp = isAccepted ? state.as === "follow-up" : state.kind === "sent" && state.to !== undefined;
  const replaces = plan?.kind === "create" ? plan.replaces : undefined;
  const asked = request.kind === "prompt" ? request.prompt : undefined;
  const isOfThread = replaces !== undefined || (plan?.kind === "message" && plan.isFromThread);
  const endedWell = outcome?.result === "pull-request" || outcome?.result === "no-changes";
  return {
    jobId: jobIdOf(run),
    pull: link(prLink),
    state: state.kind,
    isFollowUp: plan?.kind === "message" || wasFollowUp,
    replaces: replaces && { why: replaces.why, pull: link(replaces.prLink) },
    service: namesOf(tools.connection.base),
    phrase: tools.inputs["trigger-phrase"],
    isCommand: trigger !== undefined,
    isRemembered: run.comment.isRemembered,
    timeoutMs: timeoutMs(tools),
    wasKilled: false,
    isUnchanged: contents?.isUnchanged === true,
    failedChecks: failedChecks(contents),
    outcome,
    marked: {
      state,
      job: isAccepted
        ? { id: state.jobId, prLink, at: state.at, request: asked, isLinked: run.isLinked || undefined }
        : undefined,
      // A re-run watches what its earlier attempt sent.
      continues: isWatch ? run.comment.marker?.continues : isOfThread ? memory.continues : undefined,
      ledger: run.ledger && endedWell ? { ...run.ledger, before: undefined } : run.ledger,
    },
    range: run.range,
    forgotten: run.forgotten,
    isLinked: run.isLinked,
    // Masked before it is escaped: a key with an entity in it would not be found.
    prompt: tools.redact(askedOf(request)),
    isCut: request.kind === "prompt" && request.cut,
    review: request.review?.note,
    interrupts: plan?.kind === "message" && plan.status === "working",
    startedAt: isWatch ? plan.resumed?.at : startedAt,
    // The job of an earlier attempt may have ended long ago.
    tookMs: isAccepted && !isWatch ? endedAt - state.at : undefined,
    mention: tools.inputs.mention
      ? mentionableLogin(trigger?.author, trigger?.authorIsBot === true)
      : undefined,
    job: run.job,
    prLink,
    contents,
    runUrl: tools.runContext.runUrl,
  };
}

/** The job of the request, or the one that it is for; missing as long as none is known. */
export function jobIdOf({ state, plan, request }: Run): string | undefined {
  if (state.kind === "accepted") return state.jobId;
  if (state.kind === "sent" && state.to !== undefined) return state.to;
  return plan?.kind === "message" || plan?.kind === "watch" ? plan.jobId : request.jobId;
}

/** The pull request of the job that the request went to: as the job says now, or as the thread knows. */
function prLinkOf(run: Run): string | undefined {
  const { job, plan, memory } = run;
  const remembered = memory.job?.id === jobIdOf(run) ? memory.job?.prLink : undefined;
  return (job && pullOf(job)) ?? (plan?.kind === "message" ? plan.prLink : undefined) ?? remembered;
}
