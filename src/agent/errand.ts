import type { Outcome } from "../result.ts";
import type { Job } from "../service/schemas.ts";

/** A prompt to be carried out, or with an empty one a job to be watched. */
export type Errand = {
  prompt: string;
  /** The input `job-id`. */
  jobId: string | undefined;
  fresh: boolean;
  /** True for a command in a text; else the prompt is an input. */
  command: boolean;
  /** The context that goes below the prompt; read from GitHub only when it is needed. */
  context: () => Promise<string>;
};

/** What a run knows and in the end tells: the material of summary and comment. */
export type AgentReport = {
  outcome: Outcome;
  /** What was or would be sent, without its context; empty when a job is only watched. */
  prompt: string;
  jobId: string | undefined;
  job: Job | undefined;
  prLink: string | undefined;
  /** From acceptance to the end, in ms; missing when nothing was accepted. */
  elapsedMs: number | undefined;
};

/** The report of an outcome that no job belongs to. */
export function reportOf(outcome: Outcome): AgentReport {
  return { outcome, prompt: "", jobId: undefined, job: undefined, prLink: undefined, elapsedMs: undefined };
}
