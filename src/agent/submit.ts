import { ActionError } from "../errors.ts";
import type { CallOptions, Service } from "../service/client.ts";
import { AmbiguousRequestError, CancelledError, StatusError } from "../service/errors.ts";
import { isFinal, type Job, unknownStatus } from "../service/schemas.ts";

/** Why a request that would continue a job creates a new one. */
export type ReplacementReason = "merged" | "closed" | "failed" | "archived" | "gone" | "refused";

/** A job that a new one replaces. */
export type ReplacedJob = { reason: ReplacementReason; prLink: string };

/** What to do at the service: create a job, send a follow-up to one, or only watch one. */
export type JobAction =
  | { kind: "create"; prompt: string; replaces: ReplacedJob | undefined }
  | {
      kind: "message";
      jobId: string;
      prompt: string;
      /** The marker's link; empty when the job has no pull request or is not the thread's. */
      prLink: string;
      /** True when the thread named the job, so a new one may replace it. */
      fromThread: boolean;
      /** True when the job is still working on the previous request. */
      interrupts: boolean;
    }
  /** `resumed`: an earlier attempt of this run created the job or sent the message. */
  | { kind: "watch"; jobId: string; resumed: boolean };

/**
 * How far the request that costs money has come. A re-run reads it from the marker: it resumes what was accepted, asks
 * people to look at what is unknown, and sends only what was not sent.
 */
export type SubmissionState = "not-sent" | "sent" | "accepted" | "unknown";

/** The state of the request, and the job as far as it is known. */
export type Submission = { state: SubmissionState; jobId: string | undefined };

/** What the service accepted. */
export type SubmitResult = {
  jobId: string;
  /** The service's answer; missing when nothing was sent. */
  job: Job | undefined;
  /** True when the answer to a message was final or named no status: a final one may belong to the previous turn. */
  possiblyStale: boolean;
};

/**
 * The only place that posts a job or a message. `onState` is told of each state before anything else happens. Throws
 * what `Service` throws.
 */
export async function submit(
  action: JobAction,
  service: Service,
  options: CallOptions,
  onState: (submission: Submission) => void,
): Promise<SubmitResult> {
  if (action.kind === "watch") {
    onState({ state: "accepted", jobId: action.jobId });
    return { jobId: action.jobId, job: undefined, possiblyStale: false };
  }
  const target = action.kind === "message" ? action.jobId : undefined;
  onState({ state: "sent", jobId: target });
  try {
    const job =
      target === undefined
        ? await service.createJob(action.prompt, options)
        : await service.sendMessage(target, action.prompt, options);
    const jobId = target ?? job.id;
    onState({ state: "accepted", jobId });
    const saysNothing = isFinal(job.status) || job.status === unknownStatus;
    return { jobId, job, possiblyStale: target !== undefined && saysNothing };
  } catch (error) {
    onState({ state: mayHaveBeenProcessed(error) ? "unknown" : "not-sent", jobId: target });
    throw error;
  }
}

/** True for a refusal that says that the job accepts no more messages. */
export function isJobClosed(error: unknown): error is StatusError {
  return error instanceof StatusError && [404, 409, 410, 422].includes(error.status);
}

/** What the log says before the request is sent. */
export function describeAction(action: JobAction): string {
  if (action.kind === "create") return "Creating a job …";
  if (action.kind === "message") return `Sending a follow-up to job ${action.jobId} …`;
  return `Watching job ${action.jobId} …`;
}

/** An unforeseen error says nothing about the request, so a re-run must not send it again. */
function mayHaveBeenProcessed(error: unknown): boolean {
  if (error instanceof CancelledError) return error.mayHaveBeenProcessed;
  return error instanceof AmbiguousRequestError || !(error instanceof ActionError);
}
