import { mentionableLogin } from "../github/logins.ts";
import { url } from "../github/pull-request-address.ts";
import type { Outcome, Situation } from "../outcomes.ts";
import type { Job } from "../service/schemas.ts";
import type { Shown } from "./comment-text.ts";
import type { Plan } from "./decide.ts";
import { pullOf } from "./job.ts";
import type { RequestState } from "./marker.ts";
import type { Memory } from "./memory.ts";
import type { PullContents } from "./pull-contents.ts";
import { askedOf, type PromptRequest, type WatchRequest } from "./request.ts";
import type { RunThread, Snapshot } from "./status-comment.ts";
import { type Tools, timeoutMs } from "./tools.ts";

/** What one attempt at a request knows and has done so far. */
export type Run = {
  readonly request: PromptRequest | WatchRequest;
  readonly tools: Tools;
  readonly thread: RunThread;
  /** Epoch ms. */
  readonly startedAt: number;
  memory: Memory | undefined;
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
  /** True once the thread shows this request, so that it must show its end, too. */
  isShown: boolean;
};

/** What the comment shows and remembers of a run now; with an outcome, of its end. */
export function snapshotOf(run: Run, outcome?: Outcome): Snapshot {
  const { state, request } = run;
  const asked = request.kind === "prompt" ? request.prompt : undefined;
  // Without a job of this request, the comment keeps the one that it names.
  const job =
    state.kind === "accepted"
      ? { id: state.jobId, prLink: prLinkOf(run), at: state.at, request: asked }
      : undefined;
  return { shown: shownOf(run, outcome), state, job };
}

function shownOf(run: Run, outcome: Outcome | undefined): Shown {
  const { request, plan, tools, startedAt } = run;
  const { trigger } = request;
  const isBot = trigger?.authorIsBot === true;
  return {
    outcome,
    about: situationOf(run),
    // Masked before it is escaped: a key with an entity in it would not be found.
    prompt: tools.redact(askedOf(request)),
    review: request.review?.note,
    isCut: request.kind === "prompt" && request.cut,
    interrupts: plan?.kind === "message" && plan.status === "working",
    // Of a job that an earlier attempt began, since then; of one that is only watched, nobody knows.
    startedAt: plan?.kind === "watch" ? plan.resumed?.at : startedAt,
    tookMs: tookMs(run),
    runUrl: tools.runContext.runUrl,
    mention: tools.inputs.mention ? mentionableLogin(trigger?.author, isBot) : undefined,
    contents: run.contents,
  };
}

/** What the sentences about a run depend on now. */
export function situationOf(run: Run): Situation {
  const { state, plan, request, tools, thread, contents } = run;
  const link = (prLink: string | undefined) => (prLink === undefined ? undefined : url(prLink));
  const wasFollowUp =
    (state.kind === "sent" && state.to !== undefined) || ("as" in state && state.as === "follow-up");
  const replaces = plan?.kind === "create" ? plan.replaces : undefined;
  return {
    jobId: jobIdOf(run),
    pull: link(prLinkOf(run)),
    state: state.kind,
    isFollowUp: plan?.kind === "message" || wasFollowUp,
    replaces: replaces && { why: replaces.why, pull: link(replaces.prLink) },
    phrase: request.trigger === undefined ? undefined : tools.inputs["trigger-phrase"],
    isRemembered: thread.isRemembered,
    timeoutMs: timeoutMs(tools),
    wasKilled: false,
    isUnchanged: contents?.isUnchanged === true,
    failedChecks: (contents?.checks ?? []).flatMap(({ name, result }) => (result === "failed" ? [name] : [])),
  };
}

/** The job of the request, or the one that it is for; missing as long as none is known. */
export function jobIdOf({ state, plan, request }: Run): string | undefined {
  if (state.kind === "accepted") return state.jobId;
  if (state.kind === "sent" && state.to !== undefined) return state.to;
  return plan?.kind === "message" || plan?.kind === "watch" ? plan.jobId : request.jobId;
}

/** The pull request of the job that the request went to: as the job says now, or as the thread knows. */
export function prLinkOf(run: Run): string | undefined {
  const { job, plan, memory } = run;
  const remembered = memory?.job?.id === jobIdOf(run) ? memory?.job?.prLink : undefined;
  return (job && pullOf(job)) ?? (plan?.kind === "message" ? plan.prLink : undefined) ?? remembered;
}

/** How long the request took, from its acceptance, in ms. Not known of a job that this run was only told of. */
export function tookMs(run: Run): number | undefined {
  const { state, tools, plan, endedAt = tools.clock.now() } = run;
  // What an earlier attempt saw end may have ended long ago.
  if (state.kind !== "accepted" || plan?.kind === "watch") return undefined;
  return endedAt - state.at;
}
