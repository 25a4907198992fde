import type { CallOptions, Service } from "../../service/client.ts";
import { mayHaveBeenProcessed, StatusError } from "../../service/errors.ts";
import { isFinal, type Job, unknownStatus } from "../../service/schemas.ts";
import type { RequestState } from "../thread/request-state.ts";
import type { SendAction } from "./decide.ts";

/** What the service accepted. */
export type Submission = {
  jobId: string;
  /** The service's answer. */
  job: Job;
  /** True when the answer to a message was final or named no status: a final one may belong to the previous turn. */
  mayBeStale: boolean;
};

/**
 * The only place that posts a job or a message. `onState` is told of each state before anything else happens; `now` is
 * the time of acceptance in epoch ms. Throws what `Service` throws.
 */
export async function submit(
  action: SendAction,
  prompt: string,
  { service, now }: { service: Service; now: () => number },
  options: CallOptions,
  onState: (state: RequestState) => void,
): Promise<Submission> {
  const target = action.kind === "message" ? action.jobId : undefined;
  onState({ kind: "sent", to: target });
  try {
    const job =
      target === undefined
        ? await service.createJob(prompt, options)
        : ((await service.sendMessage(target, prompt, options)).job ?? {
            id: target,
            status: unknownStatus,
          });
    const jobId = target ?? job.id;
    onState({ kind: "accepted", jobId, as: target === undefined ? "job" : "follow-up", at: now() });
    const saysNothing = isFinal(job.status) || job.status === unknownStatus;
    return { jobId, job, mayBeStale: target !== undefined && saysNothing };
  } catch (error) {
    if (!mayHaveBeenProcessed(error)) onState({ kind: "not-sent" });
    throw error;
  }
}

/** True for a refusal that says that the job accepts no more messages. */
export function isJobClosed(error: unknown): error is StatusError {
  return error instanceof StatusError && [404, 409, 410].includes(error.status);
}
