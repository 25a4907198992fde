import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import type { Service } from "../service/client.ts";
import { CancelledError } from "../service/errors.ts";
import { isFinal, isKnownStatus, type Job } from "../service/schemas.ts";
import { formatDuration } from "../text/duration.ts";

/** What the last turn's final status is given to go away after a message (service-facts: status after a follow-up). */
const graceMs = 60_000;
const minWaitMs = 2000;
const maxWaitMs = 15_000;

export type PollOptions = {
  service: Service;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
  jobId: string;
  /** Epoch ms from which the time limit counts: when the job or message was accepted, or the watch began. */
  acceptedAt: number;
  /** True when nothing was sent: the first look is at once, and the job may have been running for long. */
  watch: boolean;
  timeoutMs: number;
  /** A fixed time between polls instead of the adaptive one. */
  intervalMs: number | undefined;
  /** True when a message was sent and its answer was final: that status may be the previous turn's. */
  possiblyStale: boolean;
  /** Told of every good answer. */
  onJob: (job: Job) => void;
};

/** How following ended; `job` is the newest good answer. */
export type PollResult = { kind: "final" | "timeout" | "cancelled"; job: Job | undefined };

/**
 * Polls a job until its final status, the time limit or the signal. Throws an `ActionError` when the service refuses
 * or gives no good answer for five minutes.
 */
export async function pollJob(options: PollOptions): Promise<PollResult> {
  const { service, clock, log, signal, acceptedAt, onJob } = options;
  const deadline = acceptedAt + options.timeoutMs;
  let job: Job | undefined;
  let moved = !options.possiblyStale;
  let runningSince = acceptedAt;
  for (;;) {
    const now = clock.now();
    const wait =
      options.watch && job === undefined ? 0 : (options.intervalMs ?? adaptiveWaitMs(now - runningSince));
    await clock.sleep(Math.max(0, Math.min(wait, deadline - now)), signal);
    if (signal.aborted) return { kind: "cancelled", job };
    const last = clock.now() >= deadline;
    let cutShort = false;
    const onDeadline = () => {
      cutShort = true;
    };
    try {
      const polled = await service.getJob(options.jobId, { signal, deadline, onDeadline });
      if (polled.status !== job?.status) logStatus(log, clock.now() - acceptedAt, polled, moved);
      job = polled;
      onJob(polled);
    } catch (error) {
      if (error instanceof CancelledError) return { kind: "cancelled", job };
      // The limit cut the retries short: a time-out of ours, and no verdict on the service.
      if (cutShort) return { kind: "timeout", job };
      throw error;
    }
    if (options.watch) runningSince = Math.min(runningSince, createdAt(job) ?? runningSince);
    if (!isFinal(job.status)) moved = true;
    else if (moved || clock.now() >= acceptedAt + graceMs) return { kind: "final", job };
    if (last) return { kind: "timeout", job };
  }
}

/** The wait before the next poll, in ms: 5% of the time the job has been running, from 2 to 15 seconds. */
export function adaptiveWaitMs(runningMs: number): number {
  return Math.round(Math.min(maxWaitMs, Math.max(minWaitMs, runningMs * 0.05)));
}

function createdAt(job: Job): number | undefined {
  const time = Date.parse(job.createdAt ?? "");
  return Number.isNaN(time) ? undefined : time;
}

function logStatus(log: Logger, sinceMs: number, job: Job, moved: boolean): void {
  let note = "";
  if (!isKnownStatus(job.status)) note = ", a status that this version does not know; it keeps following";
  else if (isFinal(job.status) && !moved) note = ", which may be from before the message; it keeps following";
  log.info(`${formatDuration(sinceMs)}: the job's status is ${job.status}${note}.`);
}
