import { mentionableLogin } from "../../github/logins.ts";
import type { Outcome } from "../../result.ts";
import type { CallOptions } from "../../service/client.ts";
import { formatDuration } from "../../text/words.ts";
import type { AgentDependencies } from "../dependencies.ts";
import type { PromptRequest, WatchRequest } from "../request.ts";
import type { ResumeOptions } from "../sentences.ts";
import type { CommentUpdate } from "../thread/comment-update.ts";
import type { MarkedJob } from "../thread/job-marker.ts";
import type { ThreadMemory } from "../thread/read-thread.ts";
import { acceptanceOf, jobIdOf, type RequestState } from "../thread/request-state.ts";
import type { StatusCommentModel } from "../thread/status-comment-model.ts";
import type { JobAction } from "./decide.ts";
import type { JobOutputs } from "./job-outputs.ts";

/** What one attempt at a request knows and has done so far; its phases hand it on. */
export type Attempt = {
  readonly request: PromptRequest | WatchRequest;
  readonly deps: AgentDependencies;
  readonly outputs: JobOutputs;
  /** Epoch ms. */
  readonly startedAt: number;
  state: RequestState;
  /** What this attempt does, at the service or without it; missing until it is decided. */
  action: JobAction | { kind: "report-again"; jobId: string } | undefined;
  memory: ThreadMemory;
  /** True once the thread shows this request, so that it must show its end, too. */
  isShown: boolean;
};

/** What the comment shows and remembers now. */
export function updateOf(attempt: Attempt, outcome?: Outcome): CommentUpdate {
  return { model: modelOf(attempt, outcome), state: attempt.state, job: markedJob(attempt) };
}

function markedJob(attempt: Attempt): MarkedJob | undefined {
  const { state } = attempt;
  if (state.kind !== "accepted" && state.kind !== "ended") return undefined;
  return { id: state.jobId, prLink: pullOf(attempt), at: state.at };
}

/** The pull request of the job that the request went to: as the job says now, as it said before, or as the thread knows. */
function pullOf({ state, outputs, action, memory }: Attempt): string | undefined {
  const known = action?.kind === "message" ? action.prLink : undefined;
  const remembered = memory.current?.id === jobIdOf(state) ? memory.current?.prLink : undefined;
  return outputs.prLink ?? known ?? remembered;
}

function modelOf(attempt: Attempt, outcome: Outcome | undefined): StatusCommentModel {
  const { action, state, deps, request } = attempt;
  const { runContext, inputs } = deps;
  const { trigger } = request;
  // On a re-run the action is `watch`, so the state tells whether it was a follow-up.
  const wasFollowUp =
    (state.kind === "sent" && state.to !== undefined) || ("as" in state && state.as === "follow-up");
  return {
    outcome,
    prompt: promptOf(attempt),
    firstParagraphOnly: request.kind === "prompt" && request.cut,
    jobId: jobIdOfAttempt(attempt),
    state: state.kind,
    prLink: pullOf(attempt),
    isFollowUp: action?.kind === "message" || wasFollowUp,
    interrupts: action?.kind === "message" && action.interrupts,
    replaces: action?.kind === "create" ? action.replaces : undefined,
    wasKilled: false,
    startedAt: action?.kind === "watch" ? action.resumed?.at : attempt.startedAt,
    tookMs: tookMs(attempt),
    timeoutMs: timeoutMs(deps),
    runUrl: runContext.runUrl,
    triggerPhrase: triggerPhrase(attempt),
    mention: inputs.mention ? mentionableLogin(trigger?.author, trigger?.authorIsBot === true) : undefined,
  };
}

/** What is happening, for a log that has been silent. */
export function activity(attempt: Attempt): string {
  const elapsed = elapsedMs(attempt);
  if (elapsed === undefined) return "Waiting for a response …";
  return `${formatDuration(elapsed)}: the job's status is ${attempt.outputs.job?.status ?? "not known yet"}.`;
}

/** The prompt without its context; empty when the job is only watched. */
export function promptOf({ request }: Attempt): string {
  return request.kind === "prompt" ? request.prompt : "";
}

/** The job of the request, or the one that it is for; missing as long as none is known. */
export function jobIdOfAttempt({ state, action, request }: Attempt): string | undefined {
  const target = action === undefined || action.kind === "create" ? undefined : action.jobId;
  return jobIdOf(state) ?? target ?? request.jobId;
}

/** What starts a command; missing for runs that a workflow started. */
function triggerPhrase({ request, deps }: Attempt): string | undefined {
  return request.trigger === undefined ? undefined : deps.inputs["trigger-phrase"];
}

/** How the reader can continue with this job. */
export function resumeOptions(jobId: string, attempt: Attempt): ResumeOptions {
  return { jobId, inThread: attempt.deps.statusComment.exists, triggerPhrase: triggerPhrase(attempt) };
}

/** For requests that a cancellation of the run ends. Their retries end `timeout-minutes` from now. */
export function callOptions(deps: AgentDependencies): CallOptions {
  return { signal: deps.signal, deadline: deps.clock.now() + timeoutMs(deps) };
}

/**
 * The input `timeout-minutes` in ms. The time begins anew for each phase of a run: for reading the thread's job, for
 * sending the request, and for following the job.
 */
export function timeoutMs({ inputs }: AgentDependencies): number {
  return inputs["timeout-minutes"] * 60_000;
}

/** Epoch ms at which the service accepted the request; missing for a job that is only watched. */
export function acceptedAt({ state, action }: Attempt): number | undefined {
  const isOnlyWatched = action?.kind === "watch" && action.resumed === undefined;
  return isOnlyWatched ? undefined : acceptanceOf(state);
}

/**
 * How long the request took. Not known of a job that this run was only told of, nor of one whose end is reported again,
 * because nothing says when it ended.
 */
export function tookMs(attempt: Attempt): number | undefined {
  const isKnown = acceptedAt(attempt) !== undefined && attempt.action?.kind !== "report-again";
  return isKnown ? elapsedMs(attempt) : undefined;
}

/** How long ago the request was accepted, or the watch began, in ms. */
export function elapsedMs({ state, deps }: Attempt): number | undefined {
  const since = acceptanceOf(state);
  return since === undefined ? undefined : deps.clock.now() - since;
}
