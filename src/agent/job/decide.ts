import type { PullRequestState } from "../../github/client.ts";
import type { FinalStatus } from "../../service/schemas.ts";
import type { ThreadMemory } from "../thread/read-thread.ts";
import type { AcceptedState, EndedState, Replacement } from "../thread/request-state.ts";

/** What to do at the service: create a job, send a follow-up to one, or only watch one. */
export type JobAction =
  | { kind: "create"; replaces: Replacement | undefined }
  | {
      kind: "message";
      jobId: string;
      /** The job's pull request; missing when none is known, or when the job is not the thread's. */
      prLink: string | undefined;
      /** True when the thread named the job, so a new one may replace it. */
      fromThread: boolean;
      /** True when the job is still working on the previous request. */
      interrupts: boolean;
    }
  /** `resumed` is what an earlier attempt sent; missing when this run only watches a job that it is told of. */
  | { kind: "watch"; jobId: string; resumed: AcceptedState | undefined };

/** An action that posts something. */
export type SendAction = Exclude<JobAction, { kind: "watch" }>;

/** What becomes of a request. */
export type Decision =
  | JobAction
  /** An earlier attempt reported the result; it is reported again. */
  | { kind: "report-again"; end: EndedState }
  /** An earlier attempt sent it, and whether the service got it is not known. `to` is the job that it went to. */
  | { kind: "uncertain"; to: string | undefined }
  /** Somebody else has taken the command. */
  | { kind: "duplicate" };

/** What a request asks for. */
export type Wants =
  /** `fresh`: a new job, whatever the thread continues. `jobId`: the input `job-id`. */
  { kind: "prompt"; fresh: boolean; jobId: string | undefined } | { kind: "watch"; jobId: string };

/** What the service and GitHub say of the job that would be continued. */
export type JobFacts = {
  /** `working` is every status that is not final. `gone`: the service does not know the job. `unknown`: it did not say. */
  job: "working" | FinalStatus | "gone" | "unknown";
  /** The pull request that the thread names, or else the service; missing when there is none. */
  pull: { link: string; state: PullRequestState["state"] | "unknown" } | undefined;
};

/** The facts where there is no job to read, or nobody could be asked. */
export const noFacts: JobFacts = { job: "unknown", pull: undefined };

type Memory = Pick<ThreadMemory, "earlierState" | "current">;

/**
 * Decides what becomes of a request. `taken` says that somebody else has taken the command. Without I/O: every case is a
 * row of the table in its test.
 */
export function decide(
  wants: Wants,
  { earlierState, current }: Memory,
  taken: boolean,
  facts: JobFacts,
): Decision {
  if (wants.kind === "watch") return { kind: "watch", jobId: wants.jobId, resumed: undefined };
  // An earlier attempt's state comes before `taken`: only a request that would be sent now can be a duplicate.
  if (earlierState.kind === "sent") return { kind: "uncertain", to: earlierState.to };
  // Even if the job has failed since: this attempt reports the failure, and the next one sends again.
  if (earlierState.kind === "accepted")
    return { kind: "watch", jobId: earlierState.jobId, resumed: earlierState };
  if (earlierState.kind === "ended" && !mayStartAnew(earlierState))
    return { kind: "report-again", end: earlierState };
  if (taken) return { kind: "duplicate" };
  return decideWhatToSend(wants, current, facts);
}

/** What a prompt becomes that was not sent yet. */
export function decideWhatToSend(
  { fresh, jobId }: Pick<Extract<Wants, { kind: "prompt" }>, "fresh" | "jobId">,
  current: Memory["current"],
  facts: JobFacts,
): SendAction {
  if (jobId !== undefined)
    return { kind: "message", jobId, prLink: undefined, fromThread: false, interrupts: false };
  if (fresh || current === undefined) return { kind: "create", replaces: undefined };
  const replaces = whyReplaced(facts);
  if (replaces !== undefined) return { kind: "create", replaces };
  // Also where the job could not be read.
  const interrupts = facts.job === "working";
  return { kind: "message", jobId: current.id, prLink: facts.pull?.link, fromThread: true, interrupts };
}

/** The job to read before `decide`; missing when the decision does not depend on the thread's job. */
export function jobToRead(
  wants: Wants,
  { earlierState, current, rivals }: Memory & Pick<ThreadMemory, "rivals">,
): Memory["current"] {
  // A run that has only begun yields to one that may have sent the command, so it will not continue the job.
  if (rivals.some(({ says }) => says !== "began")) return undefined;
  const mayMatter = wants.kind === "prompt" && !wants.fresh && wants.jobId === undefined;
  const maySend =
    earlierState.kind === "not-sent" || (earlierState.kind === "ended" && mayStartAnew(earlierState));
  return mayMatter && maySend ? current : undefined;
}

/** True when the job failed and an attempt said so: the next attempt may send the request again. */
function mayStartAnew({ result }: EndedState): boolean {
  return result === "failed" || result === "archived";
}

function whyReplaced({ job, pull }: JobFacts): Replacement | undefined {
  if (job === "failed" || job === "archived" || job === "gone") return { reason: job };
  if (pull?.state === "merged" || pull?.state === "closed") return { reason: pull.state, prLink: pull.link };
  return undefined;
}
