import type { CallOptions, Service } from "../service/client.ts";
import { AmbiguousRequestError, StatusError } from "../service/errors.ts";
import { code, message } from "../text/message.ts";
import { type FoundJobs, interruptedJobId } from "./find-job.ts";
import type { JobAction } from "./submit.ts";
import type { PromptRequest } from "./trigger.ts";

/**
 * Decides between a new job, a follow-up, and resuming what an earlier attempt of this run began (design, section 5).
 * Reads the job of an earlier attempt, because a failed or archived one is not resumed. Throws what `Service.getJob`
 * throws, and an `AmbiguousRequestError` when an earlier attempt may have created a job that is not known.
 */
export async function chooseJobAction(
  request: Pick<PromptRequest, "prompt" | "jobId" | "fresh">,
  found: Pick<FoundJobs, "latest" | "rerun" | "pendingFound">,
  service: Service,
  options: CallOptions,
): Promise<JobAction> {
  const { prompt } = request;
  const interrupted = interruptedJobId(found);
  if (interrupted === "")
    throw new AmbiguousRequestError(
      "create the job",
      "an earlier attempt of this run may have sent the request and did not learn of its job",
      {
        advice: message`Look at the service's dashboard. If the job is there, set ${code("job-id")} to continue it; if not, ask again in a new comment or start a new run. A re-run never sends a request twice.`,
      },
    );
  if (interrupted !== undefined && (await isAlive(interrupted, service, options)))
    return { kind: "watch", jobId: interrupted, resumed: true };
  if (request.jobId !== undefined)
    return { kind: "message", jobId: request.jobId, prompt, fromThread: false };
  const latest = request.fresh ? undefined : found.latest?.marker.job;
  if (latest !== undefined && latest !== interrupted)
    return { kind: "message", jobId: latest, prompt, fromThread: true };
  return { kind: "create", prompt };
}

async function isAlive(jobId: string, service: Service, options: CallOptions): Promise<boolean> {
  try {
    const { status } = await service.getJob(jobId, options);
    return status !== "failed" && status !== "archived";
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return false;
    throw error;
  }
}
