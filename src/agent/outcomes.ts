import type { ActionError } from "../errors.ts";
import type { Outcome } from "../result.ts";
import type { Job } from "../service/schemas.ts";
import { formatDuration } from "../text/duration.ts";
import { code, type Message, message, url } from "../text/message.ts";
import type { PollResult } from "./poll-job.ts";
import type { JobAction } from "./submit.ts";

/** How a run of the agent ended: the material of outputs, summary and status comment. */
export type AgentResult = {
  outcome: Outcome;
  /** The prompt without its context; empty when the job is only watched. */
  prompt: string;
  jobId: string | undefined;
  job: Job | undefined;
  /** The normalised link; missing when there is none. */
  prLink: string | undefined;
  /** From acceptance to the end; missing when nothing was accepted. */
  elapsedMs: number | undefined;
};

/** The result of a run that has no job. */
export function resultOf(outcome: Outcome): AgentResult {
  return { outcome, prompt: "", jobId: undefined, job: undefined, prLink: undefined, elapsedMs: undefined };
}

/** What decides how the reader can continue with a job. */
export type ResumeOptions = {
  jobId: string;
  /** True when a status comment remembers the job, so that a re-run finds it. */
  inThread: boolean;
  /** The phrase that starts a command; missing for runs that a workflow started. */
  triggerPhrase: string | undefined;
};

const outcome = (result: Outcome["result"], text: Message, advice: Message = []): Outcome => ({
  result,
  reason: "",
  message: text,
  advice,
});

/** The outcome of a job that was followed to its end, to the time limit, or to a cancellation. */
export function pollOutcome(
  poll: PollResult,
  prLink: string | undefined,
  elapsedMs: number,
  resume: ResumeOptions,
): Outcome {
  if (poll.kind === "cancelled") return cancelledOutcome(resume);
  if (poll.kind === "final") return finalOutcome(poll.job?.status, prLink, resume);
  const status = poll.job === undefined ? message`could not be read` : message`is ${code(poll.job.status)}`;
  return outcome(
    "timeout",
    [
      ...message`The job `,
      ...status,
      ...message` after ${formatDuration(elapsedMs)}. This run stopped waiting; the agent has not stopped.`,
    ],
    howToResume(resume),
  );
}

function finalOutcome(
  status: string | undefined,
  prLink: string | undefined,
  { jobId }: { jobId: string },
): Outcome {
  if (status === "failed")
    return outcome(
      "failed",
      message`The agent could not finish.`,
      message`Look at job ${code(jobId)} in the service's dashboard. Run the step again to start another job.`,
    );
  if (status === "archived")
    return outcome(
      "archived",
      message`The job was archived.`,
      message`Job ${code(jobId)} will not continue. Run the step again to start another job.`,
    );
  if (prLink !== undefined)
    return outcome(
      "pull-request",
      message`Pull request ready: ${url(prLink)}`,
      message`Review it. To change something, send a follow-up.`,
    );
  return outcome(
    "no-changes",
    message`The agent finished without a pull request.`,
    message`Either nothing needed to change, or the project publishes changes without review. If you expected a change, name the page and the change in the prompt.`,
  );
}

const startedMessages: Record<JobAction["kind"], (jobId: string) => Message> = {
  create: (jobId) => message`Job ${code(jobId)} started.`,
  message: (jobId) => message`Job ${code(jobId)} accepted the follow-up.`,
  watch: (jobId) => message`Job ${code(jobId)} is working.`,
};

/** The outcome of `wait: false`. */
export function startedOutcome(jobId: string, action: JobAction): Outcome {
  const advice = message`To get its pull request, run a step with ${jobIdInput(jobId)} and no prompt.`;
  return outcome("started", startedMessages[action.kind](jobId), advice);
}

/** The outcome of a run that was cancelled. */
export function cancelledOutcome(resume: ResumeOptions | undefined, mayHaveBeenProcessed = false): Outcome {
  if (resume !== undefined)
    return outcome(
      "cancelled",
      message`The run was cancelled. The agent is still working on job ${code(resume.jobId)}.`,
      howToResume(resume),
    );
  if (mayHaveBeenProcessed)
    return outcome(
      "cancelled",
      message`The run was cancelled before the service replied, so a job may or may not exist.`,
      message`Look at the service's dashboard before you run the step again. If the job is there, set ${code("job-id")} to continue it.`,
    );
  return outcome("cancelled", message`The run was cancelled before anything was sent.`);
}

/** The outcome that the post step shows for a run that was killed. `job` is empty when none is known. */
export function interruptedOutcome(job: string): Outcome {
  if (job === "")
    return outcome(
      "cancelled",
      message`The run was interrupted before the service replied, so a job may or may not exist.`,
      message`Look at the service's dashboard before you ask again.`,
    );
  return outcome(
    "cancelled",
    message`The run was interrupted. The agent is still working on its job.`,
    message`Re-run it to continue waiting.`,
  );
}

/**
 * The outcome of a dry run. `target` is where the request would go; a reply in a thread leaves it out, because strangers
 * read it.
 */
export function dryRunOutcome(action: JobAction, target?: { origin: string; project: string }): Outcome {
  const [what, verb] =
    action.kind === "message"
      ? [message`a follow-up to job ${code(action.jobId)}`, message` would be sent.`]
      : [message`a new job`, message` would be created.`];
  const where = target && message` would go to ${code(target.origin)}, project ${code(target.project)}.`;
  return outcome("dry-run", [
    ...message`Nothing was sent. Without the dry run, `,
    ...what,
    ...(where ?? verb),
  ]);
}

/** The outcome of a command that another run has sent. */
export function duplicateOutcome(): Outcome {
  return {
    result: "skipped",
    reason: "duplicate",
    message: message`Another workflow has answered this command.`,
    advice: message`Let only one workflow listen to each trigger phrase.`,
  };
}

/** The outcome of a failure. A job that is known by then is named, so that it is not lost. */
export function errorOutcome(error: ActionError, jobId: string | undefined): Outcome {
  const { reason, what, advice, points } = error;
  const resume =
    jobId === undefined || reason === "not-found"
      ? []
      : message` To continue job ${code(jobId)}, run a step with ${jobIdInput(jobId)}.`;
  return { result: "error", reason, message: what, advice: [...advice, ...resume], points };
}

function howToResume({ jobId, inThread, triggerPhrase }: ResumeOptions): Message {
  if (!inThread) return message`To continue waiting, run a step with ${jobIdInput(jobId)} and no prompt.`;
  if (triggerPhrase === undefined) return message`Re-run this job to continue waiting.`;
  return message`Reply ${code(`${triggerPhrase} --status`)} later to see how it went.`;
}

function jobIdInput(jobId: string) {
  return code(`job-id: ${jobId}`);
}
