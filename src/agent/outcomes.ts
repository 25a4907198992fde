import type { ActionError } from "../errors.ts";
import type { Outcome } from "../result.ts";
import { formatDuration } from "../text/duration.ts";
import { code, type Message, message, url } from "../text/message.ts";
import type { PollResult } from "./poll-job.ts";
import type { JobAction } from "./submit.ts";

/** What is known when the run ends. */
export type Known = {
  jobId: string;
  /** The normalised link, missing when there is none. */
  prLink: string | undefined;
  elapsedMs: number;
  /** True when a thread remembers the job, so that a re-run or `--status` finds it. */
  inThread: boolean;
};

const outcome = (result: Outcome["result"], message: Message, advice: Message = []): Outcome => ({
  result,
  reason: "",
  message,
  advice,
});

/** The outcome of a job that was followed to its end, the limit or a cancellation. */
export function endingOutcome(ending: PollResult, known: Known): Outcome {
  if (ending.kind === "cancelled") return cancelledOutcome(known);
  if (ending.kind === "final") return finalOutcome(ending.job?.status, known);
  const status =
    ending.job === undefined ? message`could not be read` : message`was ${code(ending.job.status)}`;
  return outcome(
    "timeout",
    [
      ...message`The job `,
      ...status,
      ...message` after ${formatDuration(known.elapsedMs)} and goes on at the service.`,
    ],
    [...takeUp(known.jobId, known.inThread), ...message` Or raise ${code("timeout-minutes")}.`],
  );
}

function finalOutcome(status: string | undefined, known: Known): Outcome {
  if (status === "failed")
    return outcome(
      "failed",
      message`The agent hit an error that it could not recover from.`,
      message`Look at job ${code(known.jobId)} in the dashboard; running the step again starts afresh.`,
    );
  if (status === "archived")
    return outcome(
      "archived",
      message`The job has been archived.`,
      message`Nobody works on job ${code(known.jobId)} any more; running the step again starts afresh.`,
    );
  if (known.prLink !== undefined)
    return outcome(
      "pull-request",
      message`The agent's pull request is ready: ${url(known.prLink)}`,
      message`Review it, and send a follow-up where it should be different.`,
    );
  return outcome(
    "no-changes",
    message`The agent finished without changing a file.`,
    message`If you expected a change, name the page and what should be different in the prompt.`,
  );
}

const startedMessages: Record<JobAction["kind"], (jobId: string) => Message> = {
  create: (jobId) => message`Job ${code(jobId)} has begun.`,
  message: (jobId) => message`Job ${code(jobId)} took the follow-up.`,
  watch: (jobId) => message`Job ${code(jobId)} is under way.`,
};

/** The outcome of `wait: false`. */
export function startedOutcome(jobId: string, task: JobAction): Outcome {
  return outcome(
    "started",
    startedMessages[task.kind](jobId),
    message`To bring its pull request back, run a step with ${job(jobId)} and no prompt.`,
  );
}

/** The outcome of a run that was cancelled, at any point. */
export function cancelledOutcome(
  known: { jobId: string | undefined; inThread: boolean },
  mayHaveBeenProcessed = false,
): Outcome {
  const { jobId } = known;
  if (jobId !== undefined)
    return outcome(
      "cancelled",
      message`The run was cancelled; job ${code(jobId)} goes on at the service.`,
      takeUp(jobId, known.inThread),
    );
  if (mayHaveBeenProcessed)
    return outcome(
      "cancelled",
      message`The run was cancelled before the service answered, so a job may exist.`,
      message`Look at the dashboard before you run the step again; if the job is there, take it up with the input ${code("job-id")}.`,
    );
  return outcome("cancelled", message`The run was cancelled before anything was sent.`);
}

/** The outcome of `dry-run`. `where` is what the request would go to. */
export function dryRunOutcome(task: JobAction, where: { origin: string; project: string }): Outcome {
  const what = task.kind === "message" ? message`a follow-up to job ${code(task.jobId)}` : message`a new job`;
  return outcome("dry-run", [
    ...message`Nothing was sent; without ${code("dry-run")}, `,
    ...what,
    ...message` would go to ${code(where.origin)}, project ${code(where.project)}.`,
  ]);
}

/** The outcome of a failure; a job that is known by then is never lost. */
export function errorOutcome(error: ActionError, jobId: string | undefined): Outcome {
  const { reason, what, advice, points } = error;
  const goesOn =
    jobId === undefined || reason === "not-found"
      ? []
      : message` Take job ${code(jobId)} up again with ${job(jobId)}.`;
  return { result: "error", reason, message: what, advice: [...advice, ...goesOn], points };
}

/** How to go on with a job. Only a thread remembers it: elsewhere a re-run would create another. */
function takeUp(jobId: string, inThread: boolean): Message {
  if (!inThread) return message`Take it up again with ${job(jobId)}.`;
  return message`Take it up again by re-running this job, with ${code("--status")} in the thread, or with ${job(jobId)}.`;
}

function job(id: string) {
  return code(`job-id: ${id}`);
}
