import { mentionableLogin } from "../github/logins.ts";
import { url } from "../github/pull-request-address.ts";
import { namesOf } from "../names.ts";
import type { Outcome } from "../outcomes.ts";
import type { Job } from "../service/schemas.ts";
import type { RichText, RichTextPart } from "../text/rich-text.ts";
import type { Progress } from "./comment-text.ts";
import type { Plan } from "./decide.ts";
import { pullOf } from "./job.ts";
import type { RequestState } from "./marker.ts";
import { emptyMemory, type Memory } from "./memory.ts";
import { setOutputs } from "./outputs.ts";
import { isLate, type PullContents } from "./pull-contents.ts";
import { askedOf, type JobRequest } from "./request.ts";
import type { RunThread } from "./thread.ts";
import { type Tools, timeoutMs } from "./tools.ts";

/** The comment that shows a request, and remembers it for later runs. */
export type RequestComment = {
  /** True once a comment remembers this run, so that a re-run of it finds the request. */
  readonly isRemembered: boolean;
  /** Its author; missing until GitHub has said it. */
  readonly login: string | undefined;
  /** When it was written, by GitHub's clock, in epoch ms; missing until GitHub has said it. */
  readonly updatedAt: number | undefined;
  /** Says that the request will be sent. Throws an `ActionError` where GitHub refuses: then nothing may be sent. */
  announce(progress: Progress): Promise<void>;
  /** Names the job that the service has accepted the request as. */
  accept(progress: Progress): Promise<void>;
  /** Shows the run. False, with a warning, where GitHub refuses, and where nothing is written. */
  write(progress: Progress): Promise<boolean>;
};

/** What a run knows at one moment. Each stage is made from the one before it, and never changes. */
export type Stage = Readonly<{
  /** `decided` once the thread is read and a plan is made, `sent` from the announcement on. With an outcome, it has ended. */
  name: "asked" | "decided" | "sent";
  /** With the comments of its review, once the thread is read. */
  request: JobRequest;
  memory: Memory;
  plan?: Plan;
  state: RequestState;
  /** True where GitHub refuses the announcement, so that it would refuse the end, too. */
  isRefused?: boolean;
  /** What is sent. */
  prompt?: string;
  /** The commits that the request documents, in words for people. */
  range?: RichText | undefined;
  /** What people have to know of them. */
  notes?: RichText | undefined;
  /** The links to pull requests that were closed, whose commits come again. */
  closed: readonly string[];
  forgotten?: RichTextPart | undefined;
  /** The newest that the service said of the job. */
  job?: Job | undefined;
  /** When the service accepted the request, by `Clock.elapsed`; missing where that is not known. */
  acceptedAt?: number | undefined;
  /** The time limit, by `Clock.elapsed`, once the job is followed. */
  deadline?: number;
  /** What is in the job's pull request, once the job is over. */
  contents?: PullContents | undefined;
  /** True where GitHub never shows the job's pull request to this run. */
  isHidden?: boolean;
  isLinked?: boolean;
  outcome?: Outcome;
  /** By `Clock.elapsed`. */
  endedAt?: number;
}>;

/** One attempt at a request. */
export class Run {
  readonly tools: Tools;
  readonly thread: RunThread;
  /** Epoch ms. */
  readonly startedAt: number;
  /** The same moment by `Clock.elapsed`. */
  readonly beganAt: number;
  /** The comment that shows the request; missing before the thread is read. */
  comment: RequestComment | undefined;
  #now: Stage;

  constructor(request: JobRequest, thread: RunThread, tools: Tools) {
    this.tools = tools;
    this.thread = thread;
    this.startedAt = tools.clock.now();
    this.beganAt = tools.clock.elapsed();
    this.#now = {
      name: "asked",
      request,
      memory: emptyMemory,
      state: { kind: "not-sent" },
      closed: [],
    };
  }

  /** The newest stage. */
  get now(): Stage {
    return this.#now;
  }

  /** The only place where a run goes on to another stage. Sets the outputs that are known by then. */
  advance(news: Partial<Stage>): Stage {
    this.#now = { ...this.#now, ...news };
    const { state, plan, request } = this.#now;
    const followed = plan?.kind === "watch" ? plan.jobId : request.jobId;
    setOutputs(
      { ...this.#now, jobId: state.kind === "accepted" ? state.jobId : followed },
      this.tools,
    );
    return this.#now;
  }

  /** The comment that shows the request, or undefined where the thread need not show it. */
  get shown(): RequestComment | undefined {
    const { name, plan, memory, request, isRefused } = this.#now;
    if (plan?.kind === "unread") return request.trigger === undefined ? undefined : this.comment;
    if (name === "sent" || plan?.kind === "watch") return isRefused ? undefined : this.comment;
    return memory.lastState === undefined ? undefined : this.comment;
  }
}

/** The state of a run now, for everything that shows it. */
export function progressOf({ now, tools, comment, startedAt }: Run): Progress {
  const { request, plan, state, contents, memory, outcome, acceptedAt } = now;
  const { endedAt = tools.clock.elapsed() } = now;
  const { trigger } = request;
  const prLink = prLinkOf(now);
  const isWatch = plan?.kind === "watch";
  const isAccepted = state.kind === "accepted";
  const wasFollowUp = isAccepted
    ? state.as === "follow-up"
    : state.kind === "sent" && state.to !== undefined;
  const replaces = plan?.kind === "create" ? plan.replaces : undefined;
  const asked = request.kind === "prompt" ? request.prompt : undefined;
  const isOfThread = replaces !== undefined || (plan?.kind === "message" && plan.isFromThread);
  // What failed, or came too late, may be sent again.
  const hasFailed =
    outcome?.result === "failed" ||
    outcome?.result === "archived" ||
    (outcome !== undefined && isLate(contents));
  return {
    jobId: jobIdOf(now),
    prLink,
    pull: prLink && url(prLink),
    isHidden: now.isHidden === true,
    state: state.kind,
    isFollowUp: plan?.kind === "message" || wasFollowUp,
    replaces: replaces && { why: replaces.why, pull: replaces.pull && url(replaces.pull.link) },
    service: namesOf(tools.connection.base),
    phrase: tools.inputs["trigger-phrase"],
    isCommand: trigger !== undefined,
    canStart: ["workflow_dispatch", "schedule"].includes(tools.runContext.eventName),
    isReview: trigger?.kind === "review",
    isRemembered: comment?.isRemembered === true,
    timeoutMs: timeoutMs(tools),
    issuesUrl: tools.runContext.issuesUrl,
    isLinked: now.isLinked === true,
    outcome,
    marked: {
      state: isAccepted && hasFailed ? { ...state, failed: true } : state,
      job: isAccepted
        ? {
            id: state.jobId,
            prLink,
            at: state.at,
            request: asked,
            isLinked: now.isLinked || undefined,
          }
        : undefined,
      // A re-run watches what its earlier attempt sent.
      continues: isWatch ? memory.own?.marker.continues : isOfThread ? memory.continues : undefined,
    },
    range: now.range,
    notes: now.notes,
    forgotten: now.forgotten,
    // Masked before it is escaped: a key with an entity in it would not be found.
    prompt: tools.redact(askedOf(request)),
    cut: request.cut,
    review: request.review?.note,
    interrupts: plan?.kind === "message" && plan.status === "working",
    startedAt: isWatch ? plan.resumed?.at : startedAt,
    // The job of an earlier attempt may have ended long ago.
    tookMs: acceptedAt !== undefined && !isWatch ? endedAt - acceptedAt : undefined,
    mention: tools.inputs.mention
      ? mentionableLogin(trigger?.author, trigger?.authorIsBot === true)
      : undefined,
    job: now.job,
    contents,
    runUrl: tools.runContext.runUrl,
  };
}

/** The job of the request, or the one that it is for; missing as long as none is known. */
export function jobIdOf({ state, plan, request }: Stage): string | undefined {
  if (state.kind === "accepted") return state.jobId;
  if (state.kind === "sent" && state.to !== undefined) return state.to;
  return plan?.kind === "message" || plan?.kind === "watch" ? plan.jobId : request.jobId;
}

/** The pull request of the job that the request went to: as the job says now, or as the thread knows. */
function prLinkOf(stage: Stage): string | undefined {
  const { job, plan, memory } = stage;
  const remembered = memory.job?.id === jobIdOf(stage) ? memory.job?.prLink : undefined;
  return (
    (job && pullOf(job)) ?? (plan?.kind === "message" ? plan.pull?.link : undefined) ?? remembered
  );
}
