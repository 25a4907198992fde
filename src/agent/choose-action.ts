import type { Service } from "../service/client.ts";
import { AmbiguousRequestError, StatusError } from "../service/errors.ts";
import { code, message } from "../text/message.ts";
import { type FoundJobs, interruptedJobId } from "./find-job.ts";
import type { JobAction } from "./submit.ts";

/** What a prompt becomes, with where that came from. */
export type ChosenAction = {
  action: JobAction;
  /** True when the job comes from the thread's memory, so that a closed one may be replaced. */
  fromThread: boolean;
  /** True when an earlier attempt of this run had created the job, or sent the message, already. */
  resumed: boolean;
};

/** What is wished for. */
export type Wish = {
  /** As it will be sent; empty to watch the job of `jobId` only. */
  prompt: string;
  /** The input `job-id`. */
  jobId: string | undefined;
  /** True when the thread's job is not to be gone on with. */
  fresh: boolean;
};

/**
 * Decides between a new job, a follow-up and taking up what an earlier attempt began (design, section 5). Reads the
 * job of an earlier attempt, as a failed or archived one is not taken up. Throws what `Service.getJob` throws, and an
 * `AmbiguousRequestError` when an earlier attempt may have made a job that nobody knows.
 */
export async function chooseJobAction(
  wish: Wish,
  recalled: Pick<FoundJobs, "latest" | "rerun" | "pendingFound">,
  service: Service,
  options: { signal: AbortSignal; deadline: number },
): Promise<ChosenAction> {
  const { prompt } = wish;
  if (prompt === "" && wish.jobId !== undefined)
    return { action: { kind: "watch", jobId: wish.jobId }, fromThread: false, resumed: false };
  const begun = interruptedJobId(recalled);
  if (begun === "")
    throw new AmbiguousRequestError(
      "create the job",
      "an earlier attempt of this run may have sent the request and never learnt of its job",
      {
        advice: message`Look at the dashboard: if the job is there, take it up with the input ${code("job-id")}; if it is not, ask again in a new comment or start a new run, as a re-run never sends a request twice.`,
      },
    );
  if (begun !== undefined && (await isAlive(begun, service, options)))
    return { action: { kind: "watch", jobId: begun }, fromThread: true, resumed: true };
  if (wish.jobId !== undefined)
    return { action: { kind: "message", jobId: wish.jobId, prompt }, fromThread: false, resumed: false };
  const known = wish.fresh ? undefined : recalled.latest?.marker.job;
  if (known !== undefined && known !== begun)
    return { action: { kind: "message", jobId: known, prompt }, fromThread: true, resumed: false };
  return { action: { kind: "create", prompt }, fromThread: false, resumed: false };
}

async function isAlive(
  jobId: string,
  service: Service,
  options: { signal: AbortSignal; deadline: number },
): Promise<boolean> {
  try {
    const { status } = await service.getJob(jobId, options);
    return status !== "failed" && status !== "archived";
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return false;
    throw error;
  }
}
