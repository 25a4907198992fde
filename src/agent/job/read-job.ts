import { ActionError } from "../../errors.ts";
import type { GitHub } from "../../github/client.ts";
import { GitHubError } from "../../github/errors.ts";
import { parsePullRequestLink } from "../../github/pull-request-address.ts";
import type { Clock } from "../../runner/clock.ts";
import type { CallOptions, Service } from "../../service/client.ts";
import { StatusError } from "../../service/errors.ts";
import { isFinal, type Job } from "../../service/schemas.ts";
import { plainUrl } from "../../text/markdown.ts";
import type { MarkedJob } from "../thread/job-marker.ts";
import { type JobFacts, noFacts } from "./decide.ts";

/** In ms. A single 404 may come from a proxy, or from a server that does not know the job yet, so ask a second time. */
export const secondReadMs = 2000;
/** How long after the acceptance a 404 does not count at all. */
const notThereYetMs = 60_000;

/** True when the service accepted the request so recently that it may not find its job yet. Times in epoch ms. */
export function mayNotBeThereYet(acceptedAt: number | undefined, now: number): boolean {
  return acceptedAt !== undefined && now < acceptedAt + notThereYetMs;
}

/** True for the answer that the service knows no such job. */
export function isNotFound(error: unknown): error is StatusError {
  return error instanceof StatusError && error.status === 404;
}

export type ReadDependencies = { service: Service; clock: Clock };

/** Reads a job; a 404 counts when it comes twice, two seconds apart. Throws what `Service.getJob` throws. */
export async function readJob(
  jobId: string,
  { service, clock }: ReadDependencies,
  options: CallOptions,
): Promise<Job> {
  try {
    return await service.getJob(jobId, options);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await clock.sleep(secondReadMs, options.signal);
  return await service.getJob(jobId, options);
}

export type FactsDependencies = ReadDependencies & {
  /** Missing without a token. */
  github: GitHub | undefined;
  /** The web address of this GitHub, such as `https://github.com`. */
  serverUrl: string;
  callOptions: CallOptions;
};

/**
 * Reads the job that would be continued, and its pull request: a follow-up to a merged one would change nothing.
 * What cannot be read is `unknown`. Throws a `CancelledError`.
 */
export async function readJobFacts(
  current: MarkedJob | undefined,
  deps: FactsDependencies,
): Promise<JobFacts> {
  if (current === undefined) return noFacts;
  const [{ job, prLink }, known] = await Promise.all([
    readStatus(current, deps),
    readPull(current.prLink, deps),
  ]);
  // The marker has no link when its run ended before the pull request was opened.
  return { job, pull: known ?? (await readPull(prLink, deps)) };
}

async function readStatus(
  { id, at }: MarkedJob,
  deps: FactsDependencies,
): Promise<{ job: JobFacts["job"]; prLink?: string | undefined }> {
  try {
    const { status, prLink } = await readJob(id, deps, { ...deps.callOptions, maxRetries: 1 });
    return { job: isFinal(status) ? status : "working", prLink: plainUrl(prLink ?? "") };
  } catch (error) {
    if (isNotFound(error)) return { job: mayNotBeThereYet(at, deps.clock.now()) ? "unknown" : "gone" };
    if (error instanceof ActionError) return { job: "unknown" };
    throw error;
  }
}

async function readPull(
  link: string | undefined,
  { github, serverUrl }: FactsDependencies,
): Promise<JobFacts["pull"]> {
  if (link === undefined) return undefined;
  const address = parsePullRequestLink(link);
  if (address === undefined || github === undefined || address.origin !== new URL(serverUrl).origin)
    return { link, state: "unknown" };
  try {
    return { link, state: (await github.pullRequest(address)).state };
  } catch (error) {
    if (error instanceof GitHubError) return { link, state: "unknown" };
    throw error;
  }
}
