import { ActionError } from "../errors.ts";
import type { GitHub, PullRequestState } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import type { CallOptions, Service } from "../service/client.ts";
import { AmbiguousRequestError, StatusError } from "../service/errors.ts";
import { isFinal, type Job } from "../service/schemas.ts";
import { code, message } from "../text/message.ts";
import { type FoundJobs, interruptedJobId } from "./find-job.ts";
import type { JobMarker } from "./job-marker.ts";
import { parsePullRequestLink } from "./pull-request-link.ts";
import type { JobAction, ReplacementReason } from "./submit.ts";
import type { PromptRequest } from "./trigger.ts";

/** What is needed to look at a job and its pull request. */
export type LookupDependencies = {
  service: Service;
  /** Missing without a token. */
  github: GitHub | undefined;
  /** The web address of this GitHub, such as `https://github.com`. */
  serverUrl: string;
  callOptions: CallOptions;
};

/**
 * Decides between a new job, a follow-up, and resuming what an earlier attempt of this run began (docs/how-it-works.md).
 * Looks at the job that it would continue first, and at its pull request: a follow-up to a merged one would change nothing.
 * Throws what `Service.getJob` throws, and an `AmbiguousRequestError` when an earlier attempt may have created a job
 * that is not known.
 */
export async function chooseJobAction(
  request: Pick<PromptRequest, "prompt" | "jobId" | "fresh">,
  found: Pick<FoundJobs, "latest" | "rerun" | "pendingFound">,
  deps: LookupDependencies,
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
  const over = interrupted === undefined ? undefined : await whyOver(interrupted, deps);
  if (interrupted !== undefined && over === undefined)
    return { kind: "watch", jobId: interrupted, resumed: true };
  if (request.jobId !== undefined)
    return {
      kind: "message",
      jobId: request.jobId,
      prompt,
      prLink: "",
      fromThread: false,
      interrupts: false,
    };
  const latest = request.fresh ? undefined : found.latest?.marker;
  if (latest === undefined) return { kind: "create", prompt, replaces: undefined };
  if (over !== undefined && latest.job === interrupted)
    return { kind: "create", prompt, replaces: { reason: over, prLink: latest.prLink } };
  return await continueJob(latest, prompt, deps);
}

/** A follow-up to the thread's job, or a new job where that one is over. What cannot be read changes nothing. */
async function continueJob(marker: JobMarker, prompt: string, deps: LookupDependencies): Promise<JobAction> {
  const { job: jobId } = marker;
  const [job, pullRequest] = await Promise.all([readJob(jobId, deps), readPullRequest(marker.prLink, deps)]);
  // The run that wrote the marker may have ended before the pull request was there.
  const prLink = marker.prLink || (job?.prLink ?? "");
  const state = marker.prLink === "" ? await readPullRequest(prLink, deps) : pullRequest;
  const status = job?.status;
  const over = overReason(status) ?? (state === "open" ? undefined : state);
  if (over !== undefined) return { kind: "create", prompt, replaces: { reason: over, prLink } };
  const interrupts = status !== undefined && !isFinal(status);
  return { kind: "message", jobId, prompt, prLink, fromThread: true, interrupts };
}

/** Why the job of an earlier attempt cannot be resumed; `undefined` when it can. */
async function whyOver(
  jobId: string,
  { service, callOptions }: LookupDependencies,
): Promise<ReplacementReason | undefined> {
  return overReason((await getJobOrGone(jobId, service, callOptions)).status);
}

function overReason(status: string | undefined): ReplacementReason | undefined {
  return status === "failed" || status === "archived" || status === "gone" ? status : undefined;
}

/** The job; `undefined` when it cannot be read. */
async function readJob(
  jobId: string,
  { service, callOptions }: LookupDependencies,
): Promise<FoundJob | undefined> {
  try {
    return await getJobOrGone(jobId, service, { ...callOptions, maxRetries: 1 });
  } catch (error) {
    if (error instanceof ActionError) return undefined;
    throw error;
  }
}

type FoundJob = Pick<Job, "status" | "prLink">;

/** The job; with the status `gone` when the service does not know it. */
async function getJobOrGone(jobId: string, service: Service, options: CallOptions): Promise<FoundJob> {
  try {
    return await service.getJob(jobId, options);
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return { status: "gone" };
    throw error;
  }
}

async function readPullRequest(
  prLink: string,
  { github, serverUrl }: LookupDependencies,
): Promise<PullRequestState["state"] | undefined> {
  const link = parsePullRequestLink(prLink);
  if (link === undefined || github === undefined || link.origin !== new URL(serverUrl).origin)
    return undefined;
  try {
    return (await github.pullRequest(link)).state;
  } catch (error) {
    if (error instanceof GitHubError) return undefined;
    throw error;
  }
}
