import type { Clock } from "../../runner/clock.ts";
import type { Logger } from "../../runner/log.ts";
import type { CallOptions, Service } from "../../service/client.ts";
import { CancelledError, type StatusError } from "../../service/errors.ts";
import { isFinal, isKnownStatus, type Job } from "../../service/schemas.ts";
import { formatDuration } from "../../text/words.ts";
import { isNotFound, mayNotBeThereYet, readJob, secondReadMs } from "./read-job.ts";

/** In ms. After a follow-up the service may still return the final status of the turn before; ignore it this long. */
const graceMs = 60_000;
const minWaitMs = 2000;
const maxWaitMs = 10_000;

export type PollOptions = {
  service: Service;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
  jobId: string;
  /** Epoch ms at which the service accepted the request; missing for a job that is only watched. */
  acceptedAt: number | undefined;
  /** Epoch ms at which this run began to follow the job. */
  startedAt: number;
  /** Epoch ms of the time limit; the last poll is made then. */
  deadline: number;
  /** True when this run sent nothing, so that the job may have ended already. */
  atOnce: boolean;
  /** A fixed time between polls instead of the adaptive one. */
  intervalMs: number | undefined;
  /** True when a final status may be the previous turn's: a message was sent, and its answer was no sign of work. */
  mayBeStale: boolean;
  /** Called with every good response. */
  onJob: (job: Job) => void;
};

/** How polling ended. */
export type PollResult =
  | { kind: "final"; job: Job }
  /** `job` is the newest good response, if there was one. */
  | { kind: "timeout"; job: Job | undefined }
  | { kind: "cancelled" };

/** What one check of a job shows. `job` is missing when the service does not find one that it accepted just now. */
export type JobCheck = { kind: "final"; job: Job } | { kind: "working"; job: Job | undefined };

/**
 * Polls a job until its final status, the time limit or the signal. Throws an `ActionError` when the service refuses,
 * does not know the job, or gives no good response for five minutes.
 */
export async function pollJob(options: PollOptions): Promise<PollResult> {
  const { clock, log, signal, acceptedAt, startedAt, deadline, onJob } = options;
  const since = acceptedAt ?? startedAt;
  let job: Job | undefined;
  let sawNonFinal = !options.mayBeStale;
  let runningSince = since;
  /** True after a 404 that counts; a second one is the end. */
  let wasMissing = false;
  for (let first = true; ; first = false) {
    const now = clock.now();
    const wait = options.intervalMs ?? adaptiveWaitMs(now - runningSince);
    const next = first && options.atOnce ? 0 : wasMissing ? secondReadMs : wait;
    await clock.sleep(Math.max(0, Math.min(next, deadline - now)), signal);
    if (signal.aborted) return { kind: "cancelled" };
    const last = clock.now() >= deadline;
    const polled = await pollOnce(options);
    switch (polled.kind) {
      case "cancelled":
        return polled;
      case "cut-short":
        return { kind: "timeout", job };
      case "not-found": {
        const isTooEarly = mayNotBeThereYet(acceptedAt, clock.now());
        if (wasMissing && !isTooEarly) throw polled.error;
        wasMissing = !isTooEarly;
        log.info(`${formatDuration(clock.now() - since)}: the service did not find the job; looking again.`);
        break;
      }
      case "read":
        if (polled.job.status !== job?.status) logStatus(log, clock.now() - since, polled.job, sawNonFinal);
        job = polled.job;
        wasMissing = false;
        onJob(job);
        if (acceptedAt === undefined) runningSince = Math.min(runningSince, createdAt(job) ?? runningSince);
        if (!isFinal(job.status)) sawNonFinal = true;
        else if (sawNonFinal || clock.now() >= since + graceMs) return { kind: "final", job };
    }
    if (last) return { kind: "timeout", job };
  }
}

/** What one poll says of the job. */
type Polled =
  | { kind: "read"; job: Job }
  | { kind: "not-found"; error: StatusError }
  /** The time limit stopped the retries: the run timed out, the service may be fine. */
  | { kind: "cut-short" }
  | { kind: "cancelled" };

/** Reads the job, with retries. Throws what `Service.getJob` throws for any other reason. */
async function pollOnce({ service, jobId, signal, deadline }: PollOptions): Promise<Polled> {
  let isCutShort = false;
  const onDeadline = () => {
    isCutShort = true;
  };
  try {
    return { kind: "read", job: await service.getJob(jobId, { signal, deadline, onDeadline }) };
  } catch (error) {
    if (error instanceof CancelledError) return { kind: "cancelled" };
    if (isCutShort) return { kind: "cut-short" };
    if (isNotFound(error)) return { kind: "not-found", error };
    throw error;
  }
}

/** Checks a job once, for a run that does not wait. Throws what `Service.getJob` throws. */
export async function checkJob(
  options: Pick<PollOptions, "service" | "clock" | "jobId" | "acceptedAt" | "mayBeStale">,
  callOptions: CallOptions,
): Promise<JobCheck> {
  const { clock, jobId, acceptedAt = Number.NEGATIVE_INFINITY, mayBeStale } = options;
  try {
    const job = await readJob(jobId, options, callOptions);
    const counts = isFinal(job.status) && (!mayBeStale || clock.now() >= acceptedAt + graceMs);
    return counts ? { kind: "final", job } : { kind: "working", job };
  } catch (error) {
    if (isNotFound(error) && mayNotBeThereYet(acceptedAt, clock.now()))
      return { kind: "working", job: undefined };
    throw error;
  }
}

/** The wait before the next poll, in ms: 5% of the time the job has been running, from 2 to 10 seconds. */
export function adaptiveWaitMs(runningMs: number): number {
  return Math.round(Math.min(maxWaitMs, Math.max(minWaitMs, runningMs * 0.05)));
}

function createdAt(job: Job): number | undefined {
  const time = Date.parse(job.createdAt ?? "");
  return Number.isNaN(time) ? undefined : time;
}

function logStatus(log: Logger, sinceMs: number, job: Job, sawNonFinal: boolean): void {
  let note = "";
  if (!isKnownStatus(job.status)) note = ". This version does not know that status and keeps polling";
  else if (isFinal(job.status) && !sawNonFinal)
    note = ". It may be from before the message, so polling continues";
  log.info(`${formatDuration(sinceMs)}: the job's status is ${job.status}${note}.`);
}
