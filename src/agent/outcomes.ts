import type { ActionError } from "../errors.ts";
import type { Outcome } from "../outcome.ts";
import type { Job } from "../service/schemas.ts";
import { duration } from "./duration.ts";
import type { Ending } from "./follow.ts";
import type { Task } from "./submit.ts";

/** What is known when the run ends. `prLink` is the normalised link, missing when there is none. */
export type Known = { jobId: string | undefined; prLink: string | undefined; elapsedMs: number };

/** The outcome of a job that was followed to its end, the limit or a cancellation. */
export function endingOutcome(ending: Ending, known: Known): Outcome {
  const id = known.jobId ?? "";
  const status = ending.job?.status ?? "not read yet";
  if (ending.kind === "timeout")
    return {
      result: "timeout",
      reason: "",
      message: `The job was ${status} after ${duration(known.elapsedMs)} and goes on at the service.`,
      advice: `Take it up again with job-id: ${id}, by re-running this job, or with --status in the thread; or raise timeout-minutes.`,
    };
  if (ending.kind === "cancelled") return cancelledOutcome(known.jobId, false);
  return finalOutcome(ending.job, id, known.prLink);
}

function finalOutcome(job: Job | undefined, id: string, prLink: string | undefined): Outcome {
  const make = (result: Outcome["result"], message: string, advice: string): Outcome => ({
    result,
    reason: "",
    message,
    advice,
  });
  switch (job?.status) {
    case "failed":
      return make(
        "failed",
        "The agent hit an error that it could not recover from.",
        `Look at job ${id} in the dashboard; running the step again starts afresh.`,
      );
    case "archived":
      return make(
        "archived",
        "The job has been archived.",
        `Nobody works on job ${id} any more; running the step again starts afresh.`,
      );
    default:
      if (prLink !== undefined)
        return make(
          "pull-request",
          `The agent's pull request is ready: ${prLink}`,
          "Review it, and send a follow-up where it should be different.",
        );
      return make(
        "no-changes",
        "The agent finished without changing a file.",
        "If you expected a change, name the page and what should be different in the prompt.",
      );
  }
}

const startedMessages: Record<Task["kind"], (jobId: string) => string> = {
  create: (jobId) => `Job ${jobId} has begun.`,
  message: (jobId) => `Job ${jobId} took the follow-up.`,
  watch: (jobId) => `Job ${jobId} is under way.`,
};

/** The outcome of `wait: false`. */
export function startedOutcome(jobId: string, task: Task): Outcome {
  return {
    result: "started",
    reason: "",
    message: startedMessages[task.kind](jobId),
    advice: `To bring its pull request back, run a step with job-id: ${jobId} and no prompt.`,
  };
}

/** The outcome of a run that was cancelled, at any point. */
export function cancelledOutcome(jobId: string | undefined, maybeTaken: boolean): Outcome {
  const make = (message: string, advice: string): Outcome => ({
    result: "cancelled",
    reason: "",
    message,
    advice,
  });
  if (jobId !== undefined)
    return make(
      `The run was cancelled; job ${jobId} goes on at the service.`,
      `Take it up again with job-id: ${jobId}, or by re-running this job.`,
    );
  if (maybeTaken)
    return make(
      "The run was cancelled before the service answered, so a job may exist.",
      "Look at the dashboard before you run the step again; if the job is there, take it up with the input job-id.",
    );
  return make("The run was cancelled before anything was sent.", "");
}

/** The outcome of `dry-run`. `where` is the address that the request would go to. */
export function dryRunOutcome(task: Task, where: string): Outcome {
  const what = task.kind === "message" ? `a follow-up to job ${task.jobId}` : "a new job";
  return {
    result: "dry-run",
    reason: "",
    message: `Nothing was sent; without dry-run, ${what} would go to ${where}.`,
    advice: "",
  };
}

/** The outcome of a failure; a job that is known by then is never lost. */
export function errorOutcome(error: ActionError, jobId: string | undefined): Outcome {
  const goesOn =
    jobId === undefined || error.reason === "not-found"
      ? ""
      : ` Job ${jobId} goes on at the service: take it up with job-id: ${jobId}.`;
  return {
    result: "error",
    reason: error.reason,
    message: error.message,
    advice: `${error.advice}${goesOn}`,
  };
}
