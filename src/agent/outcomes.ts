import type { ActionError } from "../errors.ts";
import type { Outcome } from "../result.ts";
import { duration } from "../text/duration.ts";
import { code, type Sentence, say, url } from "../text/message.ts";
import type { Ending } from "./poll-job.ts";
import type { Task } from "./submit.ts";

/** What is known when the run ends. */
export type Known = {
  jobId: string;
  /** The normalised link, missing when there is none. */
  prLink: string | undefined;
  elapsedMs: number;
  /** True when a thread remembers the job, so that a re-run or `--status` finds it. */
  inThread: boolean;
};

const outcome = (result: Outcome["result"], message: Sentence, advice: Sentence = []): Outcome => ({
  result,
  reason: "",
  message,
  advice,
});

/** The outcome of a job that was followed to its end, the limit or a cancellation. */
export function endingOutcome(ending: Ending, known: Known): Outcome {
  if (ending.kind === "cancelled") return cancelledOutcome(known);
  if (ending.kind === "final") return finalOutcome(ending.job?.status, known);
  const status = ending.job === undefined ? say`could not be read` : say`was ${code(ending.job.status)}`;
  return outcome(
    "timeout",
    [...say`The job `, ...status, ...say` after ${duration(known.elapsedMs)} and goes on at the service.`],
    [...takeUp(known.jobId, known.inThread), ...say` Or raise ${code("timeout-minutes")}.`],
  );
}

function finalOutcome(status: string | undefined, known: Known): Outcome {
  if (status === "failed")
    return outcome(
      "failed",
      say`The agent hit an error that it could not recover from.`,
      say`Look at job ${code(known.jobId)} in the dashboard; running the step again starts afresh.`,
    );
  if (status === "archived")
    return outcome(
      "archived",
      say`The job has been archived.`,
      say`Nobody works on job ${code(known.jobId)} any more; running the step again starts afresh.`,
    );
  if (known.prLink !== undefined)
    return outcome(
      "pull-request",
      say`The agent's pull request is ready: ${url(known.prLink)}`,
      say`Review it, and send a follow-up where it should be different.`,
    );
  return outcome(
    "no-changes",
    say`The agent finished without changing a file.`,
    say`If you expected a change, name the page and what should be different in the prompt.`,
  );
}

const startedMessages: Record<Task["kind"], (jobId: string) => Sentence> = {
  create: (jobId) => say`Job ${code(jobId)} has begun.`,
  message: (jobId) => say`Job ${code(jobId)} took the follow-up.`,
  watch: (jobId) => say`Job ${code(jobId)} is under way.`,
};

/** The outcome of `wait: false`. */
export function startedOutcome(jobId: string, task: Task): Outcome {
  return outcome(
    "started",
    startedMessages[task.kind](jobId),
    say`To bring its pull request back, run a step with ${job(jobId)} and no prompt.`,
  );
}

/** The outcome of a run that was cancelled, at any point. */
export function cancelledOutcome(
  known: { jobId: string | undefined; inThread: boolean },
  maybeTaken = false,
): Outcome {
  const { jobId } = known;
  if (jobId !== undefined)
    return outcome(
      "cancelled",
      say`The run was cancelled; job ${code(jobId)} goes on at the service.`,
      takeUp(jobId, known.inThread),
    );
  if (maybeTaken)
    return outcome(
      "cancelled",
      say`The run was cancelled before the service answered, so a job may exist.`,
      say`Look at the dashboard before you run the step again; if the job is there, take it up with the input ${code("job-id")}.`,
    );
  return outcome("cancelled", say`The run was cancelled before anything was sent.`);
}

/** The outcome of `dry-run`. `where` is what the request would go to. */
export function dryRunOutcome(task: Task, where: { origin: string; project: string }): Outcome {
  const what = task.kind === "message" ? say`a follow-up to job ${code(task.jobId)}` : say`a new job`;
  return outcome("dry-run", [
    ...say`Nothing was sent; without ${code("dry-run")}, `,
    ...what,
    ...say` would go to ${code(where.origin)}, project ${code(where.project)}.`,
  ]);
}

/** The outcome of a failure; a job that is known by then is never lost. */
export function errorOutcome(error: ActionError, jobId: string | undefined): Outcome {
  const { reason, what, advice, points } = error;
  const goesOn =
    jobId === undefined || reason === "not-found"
      ? []
      : say` Take job ${code(jobId)} up again with ${job(jobId)}.`;
  return { result: "error", reason, message: what, advice: [...advice, ...goesOn], points };
}

/** How to go on with a job. Only a thread remembers it: elsewhere a re-run would create another. */
function takeUp(jobId: string, inThread: boolean): Sentence {
  if (!inThread) return say`Take it up again with ${job(jobId)}.`;
  return say`Take it up again by re-running this job, with ${code("--status")} in the thread, or with ${job(jobId)}.`;
}

function job(id: string) {
  return code(`job-id: ${id}`);
}
