import type { Service } from "../service/client.ts";
import { isFinal, type Job } from "../service/schemas.ts";

/** What is to be done at the service: a new job, a follow-up to one, or only to watch one. */
export type JobAction =
  | { kind: "create"; prompt: string }
  | { kind: "message"; jobId: string; prompt: string }
  | { kind: "watch"; jobId: string };

/** What the service took: the job to follow, and how. */
export type SubmitResult = {
  jobId: string;
  /** The answer to the request; missing when nothing was sent. */
  job: Job | undefined;
  /** True when the answer to a message was final, so that it may speak of the turn before. */
  possiblyStale: boolean;
};

/** Sends the task's one request, if it has one. Throws what `Service` throws. */
export async function submit(
  task: JobAction,
  service: Service,
  options: { signal: AbortSignal; deadline: number },
): Promise<SubmitResult> {
  switch (task.kind) {
    case "create": {
      const job = await service.createJob(task.prompt, options);
      return { jobId: job.id, job, possiblyStale: false };
    }
    case "message": {
      const job = await service.sendMessage(task.jobId, task.prompt, options);
      return { jobId: task.jobId, job, possiblyStale: isFinal(job.status) };
    }
    case "watch":
      return { jobId: task.jobId, job: undefined, possiblyStale: false };
  }
}

/** What the log says before the request is sent. */
export function describeAction(task: JobAction): string {
  if (task.kind === "create") return "Creating a job …";
  if (task.kind === "message") return `Sending a follow-up to job ${task.jobId} …`;
  return `Watching job ${task.jobId} …`;
}
