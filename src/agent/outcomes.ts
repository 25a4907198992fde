import { ActionError } from "../errors.ts";
import type { ErrorOutcome, Outcome, PlainResult } from "../result.ts";
import { AmbiguousRequestError } from "../service/errors.ts";
import type { Job } from "../service/schemas.ts";
import { code, richText } from "../text/rich-text.ts";
import { errorPolicies } from "./error-policy.ts";
import type { JobAction } from "./job/decide.ts";
import type { PollResult } from "./job/poll-job.ts";
import {
  type Cancelled,
  cancelled,
  duplicate,
  ends,
  jobIdInput,
  type ResumeOptions,
  type Sentences,
  started,
  timeout,
} from "./sentences.ts";
import type { EndResult } from "./thread/request-state.ts";

/** How a run of the agent ended, for outputs, summary and status comment. */
export type AgentResult = {
  outcome: Outcome;
  /** The prompt without its context; empty when the job is only watched. */
  prompt: string;
  jobId: string | undefined;
  job: Job | undefined;
  /** The normalised link of the pull request; missing when there is none. */
  prLink: string | undefined;
  /** From acceptance to the end; missing when nothing was accepted. */
  tookMs: number | undefined;
};

/** The result of a run that has no job. */
export function resultWithoutJob(outcome: Outcome): AgentResult {
  return { outcome, prompt: "", jobId: undefined, job: undefined, prLink: undefined, tookMs: undefined };
}

/** The outcome of a job that was followed to its end, to the time limit, or to a cancellation. */
export function pollOutcome(
  poll: PollResult,
  prLink: string | undefined,
  elapsedMs: number,
  resume: ResumeOptions,
): Outcome {
  if (poll.kind === "cancelled") return cancelledOutcome(resume);
  if (poll.kind === "timeout")
    return outcome("timeout", timeout, { status: poll.job?.status, elapsedMs, resume });
  const { status } = poll.job;
  const closed = status === "failed" || status === "archived" ? status : undefined;
  const result = closed ?? (prLink === undefined ? "no-changes" : "pull-request");
  return endedOutcome(result, prLink, resume.jobId);
}

/** The outcome of a request that has ended, also when an earlier attempt told it already. */
export function endedOutcome(result: EndResult, prLink: string | undefined, jobId: string): Outcome {
  return outcome(result, ends[result], { jobId, prLink });
}

/** The outcome of `wait: false`. */
export function startedOutcome(jobId: string, kind: JobAction["kind"]): Outcome {
  return outcome("started", started, { jobId, kind });
}

/** The outcome of a run that was cancelled. `request` says how far it had come. */
export function cancelledOutcome(request: Cancelled["request"]): Outcome {
  return outcome("cancelled", cancelled, { wasKilled: false, request });
}

/** The outcome that the post step shows for a run that was killed. */
export function killedOutcome(request: Cancelled["request"]): Outcome {
  return outcome("cancelled", cancelled, { wasKilled: true, request });
}

/**
 * The outcome of a dry run. `target` is where the request would go. A reply in a thread leaves it out, because anyone
 * may read that.
 */
export function dryRunOutcome(action: JobAction, target?: { origin: string; project: string }): Outcome {
  const [what, verb] =
    action.kind === "message"
      ? [richText`a follow-up to job ${code(action.jobId)}`, richText`be sent`]
      : [richText`a new job`, richText`be created`];
  const where = target && richText`go to ${code(target.origin)}, project ${code(target.project)}`;
  const text = richText`Nothing was sent. Without the dry run, ${what} would ${where ?? verb}.`;
  return { result: "dry-run", reason: "", message: text, advice: [] };
}

/** The outcome of a command that another run has taken. */
export function duplicateOutcome(): Outcome {
  return { result: "skipped", reason: "duplicate", message: duplicate.message(), advice: duplicate.advice() };
}

/** Why a re-run sends nothing, when an earlier attempt was lost before it learned whether the service got the request. */
export function lostRequest(to: string | undefined): ActionError {
  const advice =
    to === undefined
      ? richText`Look at the service's dashboard. If the job is there, set ${code("job-id")} to continue it; if not, ask again in a new comment or start a new run. A re-run never sends a request twice.`
      : richText`Look at job ${code(to)} first: if the change does not come, ask again in a new comment or start a new run. A re-run never sends a request twice.`;
  return new AmbiguousRequestError(
    to === undefined ? "create the job" : "send the message",
    "an earlier attempt of this run may have sent the request and did not learn what became of it",
    { advice },
  );
}

/** Why a re-run sends nothing when GitHub refuses the comment that would remember the request. */
export function notAnnounced(hasTrace: boolean): ActionError {
  if (!hasTrace)
    return new AmbiguousRequestError(
      "create the job",
      "no comment tells what an earlier attempt of this run did, and GitHub refuses a new one",
      {
        advice: richText`Give the job “permissions: issues: write, pull-requests: write”, look at the service's dashboard, and start a new run if the request is not there.`,
      },
    );
  return new ActionError(
    "github",
    richText`GitHub refuses the comment that would remember the request, so nothing was sent.`,
    richText`A later re-run could not know of the request and would send it again. Give the job “permissions: issues: write, pull-requests: write”, then re-run it.`,
  );
}

/** The outcome of an error, which also names the job, where one is known, so that somebody can continue it. */
export function withJob(error: ErrorOutcome, jobId: string | undefined): Outcome {
  if (jobId === undefined || !errorPolicies[error.reason].mayContinueJob) return error;
  const advice = richText`${error.advice} To continue job ${code(jobId)}, run a step with ${jobIdInput(jobId)}.`;
  return { ...error, advice };
}

function outcome<Facts>(result: PlainResult, { message, advice }: Sentences<Facts>, facts: Facts): Outcome {
  return { result, reason: "", message: message(facts), advice: advice(facts) };
}
