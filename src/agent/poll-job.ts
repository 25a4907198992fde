import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import type { Service } from "../service/client.ts";
import { CancelledError } from "../service/errors.ts";
import { isFinal, isKnownStatus, type Job } from "../service/schemas.ts";
import { formatDuration } from "../text/duration.ts";

/** How long a final status after a message may belong to the previous turn; the service does not say. */
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
  /** True when nothing was sent: the first poll is immediate, and the job may have been running for long. */
  watch: boolean;
  timeoutMs: number;
  /** A fixed time between polls instead of the adaptive one. */
  intervalMs: number | undefined;
  /** True when a message was sent and its answer was final: that status may be the previous turn's. */
  possiblyStale: boolean;
  /** Called with every good response. */
  onJob: (job: Job) => void;
};

/** How polling ended; `job` is the newest good response. */
export type PollResult = { kind: "final" | "timeout" | "cancelled"; job: Job | undefined };

/**
 * Polls a job until its final status, the time limit or the signal. Throws an `ActionError` when the service refuses
 * or gives no good response for five minutes.
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
      // The time limit cut the retries short, which says nothing about the service.
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
  if (!isKnownStatus(job.status)) note = ". This version does not know that status and keeps polling";
  else if (isFinal(job.status) && !moved) note = ". It may be from before the message, so polling continues";
  log.info(`${formatDuration(sinceMs)}: the job's status is ${job.status}${note}.`);
}
