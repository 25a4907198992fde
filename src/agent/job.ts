import { ActionError, isNotFound } from "../errors.ts";
import type { PullRequest } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import { pullRequestOn, url } from "../github/pull-request-address.ts";
import { CancelledError, StatusError } from "../service/errors.ts";
import type { CallOptions } from "../service/retry.ts";
import { isFinal, type Job } from "../service/schemas.ts";
import { plainUrl } from "../text/markdown.ts";
import { richText } from "../text/rich-text.ts";
import { formatDuration } from "../text/words.ts";
import { type JobFacts, type JobStatus, noFacts, type PullFacts, type Sending } from "./decide.ts";
import type { AcceptedState, MarkedJob } from "./marker.ts";
import { isNeverShown } from "./pull-contents.ts";
import { callOptions, sharedTime, type Tools } from "./tools.ts";

/** What it takes to follow a job. */
type JobTools = Pick<Tools, "service" | "clock" | "log" | "signal" | "deadline" | "inputs">;

/** How long after its acceptance the service may not know a job yet, or may still show how its last turn ended. In ms. */
const graceMs = 60_000;
/** In ms. A single 404 may come from a proxy, or from a server that does not know the job yet, so ask a second time. */
const secondReadMs = 2000;
const minWaitMs = 2000;
const maxWaitMs = 10_000;

/**
 * True where a request was accepted so short ago, in ms, that what the service says of its job may be from before. As GitHub's
 * times are whole seconds, it may seem to be ahead of now; one that is further ahead says nothing.
 */
export function isFresh(acceptedAgo: number): boolean {
  return Math.abs(acceptedAgo) < graceMs;
}

/** The address of the job's pull request in its normal form; undefined for anything but an http(s) URL. */
export function pullOf(job: Job): string | undefined {
  return typeof job.prLink === "string" && job.prLink !== "" ? plainUrl(job.prLink) : undefined;
}

/** Asks about a job; a 404 counts when it comes twice, two seconds apart. Throws what `ask` throws. */
async function askTwice<T>({ clock, signal }: JobTools, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isNotFound(error)) {
      throw error;
    }
  }
  await clock.sleep(secondReadMs, signal);
  return await ask();
}

/** Reads a job; a 404 counts when it comes twice. Throws what `Service.getJob` throws. */
export async function readJob(jobId: string, tools: JobTools, options: CallOptions): Promise<Job> {
  return await askTwice(tools, () => tools.service.getJob(jobId, options));
}

/**
 * Reads the job that would be continued, and its pull request: a follow-up to a merged one would change nothing. A job that
 * cannot be read is `unknown`. Throws a `CancelledError`, and what `readPull` throws.
 */
export async function readFacts(current: MarkedJob | undefined, tools: Tools): Promise<JobFacts> {
  if (current === undefined) {
    return noFacts;
  }
  const options = { ...callOptions(tools), maxRetries: 1 };
  const unknown = (error: unknown) => {
    if (error instanceof ActionError) {
      return { ...noFacts, job: undefined };
    }
    throw error;
  };
  const [{ status, job }, known] = await Promise.all([
    readStatus(current.id, current.at, tools, options).catch(unknown),
    readPull(current.prLink, tools),
  ]);
  const prLink = (job && pullOf(job)) ?? current.prLink;
  // The run may have ended before the pull request was opened, and the job may have opened another one since.
  return { status, pull: prLink === current.prLink ? known : await readPull(prLink, tools) };
}

/** What the service says of a job that accepted a request at `at` (epoch ms). Throws what `Service.getJob` throws. */
export async function readStatus(
  id: string,
  at: number,
  tools: Tools,
  options = callOptions(tools),
): Promise<{ status: JobStatus; job?: Job }> {
  try {
    const job = await readJob(id, tools, options);
    return { status: isFinal(job.status) ? job.status : "working", job };
  } catch (error) {
    if (!isNotFound(error)) {
      throw error;
    }
    // The service may not know yet what it has just created.
    return { status: isFresh(sharedTime(tools) - at) ? "working" : "gone" };
  }
}

/**
 * Reads what became of a pull request, whose address the service or the thread names. `hidden` is one that the
 * token can never see. Throws an `ActionError` where GitHub does not say, as the pull request may be merged.
 */
export async function readPull(
  link: string | undefined,
  { github, runContext }: Tools,
): Promise<PullFacts | undefined> {
  if (link === undefined) {
    return undefined;
  }
  const address = pullRequestOn(runContext.serverUrl, link);
  if (address === undefined || github === undefined) {
    return { link, state: "hidden" };
  }
  try {
    return factsOf(link, await github.pullRequest(address));
  } catch (error) {
    if (!(error instanceof GitHubError)) {
      throw error;
    }
    if (isNeverShown(error, link, runContext)) {
      return { link, state: "hidden" };
    }
    const what = richText`GitHub does not say what became of ${url(link)}: ${error.why}.`;
    const advice = error.advice("pull-requests: read");
    throw new ActionError("github", what, advice, { cause: error });
  }
}

/** What counts of a pull request that GitHub shows. */
export function factsOf(link: string, pull: PullRequest): PullFacts {
  const { state, headSha, createdAt, mergedAt, closedAt, conflict } = pull;
  return { link, state, head: headSha, at: mergedAt ?? closedAt ?? createdAt, conflict };
}

/**
 * The only place that posts a job or a message. Resolves with what the service accepted. Throws what `Service` throws.
 */
export async function post(
  sending: Sending,
  prompt: string,
  tools: Tools,
): Promise<{ state: AcceptedState; job: Job }> {
  const { service } = tools;
  const isNew = sending.kind === "create";
  const job = isNew
    ? await service.createJob(prompt, callOptions(tools))
    : await askTwice(tools, () => service.sendMessage(sending.jobId, prompt, callOptions(tools)));
  const as = isNew ? "job" : "follow-up";
  // Not before: a rate limit may have held it for minutes. Runners differ in their clocks, so GitHub's time orders requests.
  const at = sharedTime(tools);
  return { state: { kind: "accepted", jobId: job.id, as, at }, job };
}

/** True for a refusal that says that a job accepts no more messages; `status` is what the service said of it before. */
export function isJobClosed(error: unknown, status: JobFacts["status"]): error is StatusError {
  if (!(error instanceof StatusError) || error.isForeign) {
    return false;
  }
  // Of a job at work, a conflict is about this message alone.
  return (
    error.status === 404 || error.status === 410 || (error.status === 409 && status === "completed")
  );
}

/** How to follow a job. */
export type Following = {
  jobId: string;
  /** When the service accepted the request, by `Clock.elapsed`. Unknown for a watched job. */
  acceptedAt: number | undefined;
  /** True for a job that may have ended already, because this attempt sent nothing. */
  looksAtOnce: boolean;
  /** True when a final status may be that of the turn before the message. */
  isFollowUp: boolean;
  /** Called with every good answer. */
  onJob: (job: Job) => void;
};

/**
 * Polls a job until its final status. Resolves with undefined where the time of the run is over before, and at the first poll
 * with `wait: false`. Throws a `CancelledError`, and an `ActionError` when the service refuses, does not know the job, or gives
 * no good answer for five minutes.
 */
export async function poll(
  { jobId, acceptedAt, looksAtOnce, isFollowUp, onJob }: Following,
  tools: JobTools,
): Promise<Job | undefined> {
  const { clock, log, signal, inputs } = tools;
  const deadline = inputs.wait ? tools.deadline : clock.elapsed();
  const since = acceptedAt ?? clock.elapsed();
  const running = () => clock.elapsed() - since;
  const isNew = () => acceptedAt !== undefined && isFresh(running());
  const interval = inputs["poll-interval-seconds"];
  /** True once a final status can only be that of this request: a follow-up's job has the one of the turn before for a while. */
  let isOfRequest = !isFollowUp;
  let status: string | undefined;
  for (let isFirst = true; ; isFirst = false) {
    const usual = interval === undefined ? adaptiveWaitMs(running()) : interval * 1000;
    const wait = isFirst && looksAtOnce ? 0 : usual;
    await clock.sleep(Math.max(0, Math.min(wait, deadline - clock.elapsed())), signal);
    if (signal.aborted) {
      throw new CancelledError(false);
    }
    const isLast = clock.elapsed() >= deadline;
    let isCutShort = false;
    try {
      const onDeadline = () => {
        isCutShort = true;
      };
      const job = await readJob(jobId, tools, { signal, deadline, onDeadline });
      onJob(job);
      if (job.status !== status) {
        status = job.status;
        log.info(`${formatDuration(running())}: the job's status is ${status}.`);
      }
      if (!isFinal(job.status)) {
        isOfRequest = true;
      } else if (isOfRequest || !isNew()) {
        return job;
      }
    } catch (error) {
      // The time limit stopped the retries: the service may be fine.
      if (isCutShort) {
        return undefined;
      }
      if (!isNotFound(error) || !isNew()) {
        throw error;
      }
      log.info(`${formatDuration(running())}: the job was not found; looking again.`);
    }
    if (isLast) {
      return undefined;
    }
  }
}

/** The wait before the next poll, in ms: 5% of the time the job has been running, from 2 to 10 seconds. */
export function adaptiveWaitMs(runningMs: number): number {
  return Math.round(Math.min(maxWaitMs, Math.max(minWaitMs, runningMs * 0.05)));
}
