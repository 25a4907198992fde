import { mentionableLogin } from "../github/logins.ts";
import { namesOf, type ServiceNames } from "../names.ts";
import type { Outcome } from "../outcomes.ts";
import type { Job } from "../service/schemas.ts";
import type { RichText } from "../text/rich-text.ts";
import { asksForLedger } from "./context.ts";
import type { PullFacts, Replacement } from "./decide.ts";
import type { MarkedJob, RequestState } from "./marker.ts";
import type { Cut } from "./parse.ts";
import { isLate, type PullContents } from "./pull-contents.ts";
import { type AgentRequest, askedOf, type JobRequest } from "./request.ts";
import { type Tools, timeoutMs } from "./tools.ts";

/**
 * The state of a run, for everything that shows it: comments and their markers, the sentences of its end, the summary, the
 * outputs, and the post step. Each is made from the one before, and never changes. All texts may be foreign, but hold no
 * secrets.
 */
export type Progress = Readonly<{
  service: ServiceNames;
  /** The phrase that starts a command. */
  phrase: string;
  /** The page of the run. */
  runUrl: string;
  /** Where people report what is wrong with the action, if that is known. */
  issuesUrl: string | undefined;
  /** False for a run that a workflow started. */
  isCommand: boolean;
  /** True for a command in a review, whose inline comments no other comment would bring along. */
  isReview: boolean;
  /** True for a review that asks for changes: it never begins a job. */
  asksForChanges?: boolean;
  /** True with `conversation: new`: each command starts a job of its own. */
  startsAnew?: boolean;
  /** True where people can start a run of the workflow by hand. */
  canStart: boolean;
  timeoutMs: number;
  /** The login to mention when the run ends; missing to mention no one. */
  mention: string | undefined;

  /** What was asked, without context and comments of a review; empty when the job is only watched. */
  asked: string;
  /** What is left out below the command. */
  cut?: Cut | undefined;
  /** Which comments of a review are sent with it, or why none are; missing for any other request. */
  review?: RichText | undefined;
  /** True for a request in a table of commits: the next run of its workflow sends again what is not documented. */
  hasTable?: boolean | undefined;
  /** The commits of such a request, in words for people. */
  range?: RichText | undefined;
  /** What people have to know of them. */
  notes?: RichText | undefined;

  /** How far the request came. */
  state: RequestState;
  /** The job of the request, or the one that it is for; missing as long as none is known. */
  jobId?: string | undefined;
  isFollowUp: boolean;
  /** True where the input `job-id` names the job. */
  namesJob?: boolean;
  /** Of a follow-up: the head of the pull request before it. */
  tip?: string | undefined;
  /** True when the follow-up was sent while the job was still working. */
  interrupts?: boolean;
  /** Why a new job does what a follow-up was expected to do; `pull` is the pull request that is done. */
  replaces?: { why: Replacement; pull?: PullFacts | undefined } | undefined;
  /** What a new job does not continue, because the key or the project changed; missing without an earlier one. */
  forgotten?: RichText | undefined;
  /** True when a comment remembers the request, so that a re-run finds it. */
  isRemembered: boolean;
  /** When the request was sent, in epoch ms; missing for a job that is only watched. */
  startedAt: number | undefined;

  /** The newest that the service said of the job. */
  job?: Job | undefined;
  /** The address of its pull request; missing without one. */
  prLink?: string | undefined;
  /** What is in the pull request; missing before the end, and where it cannot be read. */
  contents?: PullContents | undefined;
  /** True where GitHub never shows the pull request to this run. */
  isHidden?: boolean;
  /** True where commands on the pull request continue the job. */
  isLinked?: boolean;
  /** Missing while the agent is working. */
  outcome?: Outcome | undefined;
  /** From acceptance to the end, in ms; missing for a watched job, and before the end. */
  tookMs?: number | undefined;
  /** True when the runner killed the run. The post step says so. */
  wasKilled?: boolean;
}>;

/** The state of a run that has not done anything yet. */
export function beginning(request: AgentRequest, tools: Tools): Progress {
  const { inputs, connection, runContext, clock } = tools;
  const { trigger, cut } = request;
  const isOfJob = request.kind === "prompt" || request.kind === "watch";
  return {
    service: namesOf(connection.base),
    phrase: inputs["trigger-phrase"],
    runUrl: runContext.runUrl,
    issuesUrl: runContext.issuesUrl,
    isCommand: trigger !== undefined,
    isReview: trigger?.kind === "review",
    asksForChanges: request.kind === "prompt" && request.asksForChanges === true,
    startsAnew: inputs.conversation === "new",
    hasTable: asksForLedger(request, inputs),
    canStart: runContext.eventName === "workflow_dispatch",
    timeoutMs: timeoutMs(inputs),
    mention: mentionOf(trigger, inputs),
    asked: "",
    ...(isOfJob ? askedBy(request, tools) : {}),
    cut,
    state: { kind: "not-sent" },
    jobId: isOfJob ? request.jobId : undefined,
    namesJob: isOfJob && request.jobId !== undefined,
    isFollowUp: false,
    isRemembered: false,
    startedAt: clock.now(),
  };
}

/** The author of a command, whom a comment may mention. */
export function mentionOf(
  trigger: AgentRequest["trigger"],
  inputs: Pick<Tools["inputs"], "mention">,
): string | undefined {
  if (!inputs.mention) {
    return undefined;
  }
  return mentionableLogin(trigger?.author, trigger?.authorIsBot === true);
}

/** What people read of a request. */
export function askedBy(
  request: JobRequest,
  { redact }: Pick<Tools, "redact">,
): Pick<Progress, "asked" | "review"> {
  // Masked before it is escaped: a key with an entity in it would not be found.
  return { asked: redact(askedOf(request)), review: request.review?.note };
}

/** Why an accepted request may be sent once more: its job did not carry it out, or came too late for its pull request. */
export function whyUndone({
  state,
  outcome,
  contents,
}: Progress): "failed" | "archived" | "late" | undefined {
  if (state.kind !== "accepted" || outcome === undefined) {
    return undefined;
  }
  const { result } = outcome;
  if (result === "failed" || result === "archived") {
    return result;
  }
  return isLate(contents) ? "late" : undefined;
}

/** What a comment remembers of the request and its job for later runs. Without a job, it keeps the one that it names. */
export function markedOf(progress: Progress): {
  state: RequestState;
  job: MarkedJob | undefined;
} {
  const { state, prLink, tip, isLinked } = progress;
  if (state.kind !== "accepted") {
    return { state, job: undefined };
  }
  const { jobId: id, at } = state;
  const isUndone = whyUndone(progress) !== undefined;
  const { result } = progress.outcome ?? {};
  const isEnded = !isUndone && (result === "pull-request" || result === "no-changes");
  // A re-run that looks at it once more, and may be stopped, forgets no end.
  const ended = isEnded || state.ended;
  return {
    state: { ...state, failed: isUndone || undefined, ended: ended || undefined },
    job: { id, prLink, at, tip, isLinked: isLinked || undefined },
  };
}
