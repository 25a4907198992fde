import type { ThreadMemory } from "../thread/read-thread.ts";
import type { AcceptedState, EndedState, ReplacedJob, ReplacementReason } from "../thread/request-state.ts";

/** What to do at the service: create a job, send a follow-up to one, or only watch one. */
export type JobAction =
  | { kind: "create"; replaces: ReplacedJob | undefined }
  | {
      kind: "message";
      jobId: string;
      /** The pull request that the thread knows of; empty when there is none, or when the job is not the thread's. */
      prLink: string;
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
  | { kind: "tell"; end: EndedState }
  /** An earlier attempt sent it, and whether the service got it is not known. `to` is the job that it went to. */
  | { kind: "uncertain"; to: string | undefined }
  /** Somebody else has taken the command. */
  | { kind: "duplicate" };

/** What a request asks for. */
export type Wants =
  /** `fresh`: a new job, whatever the thread continues. `jobId`: the input `job-id`. */
  { kind: "prompt"; fresh: boolean; jobId: string | undefined } | { kind: "watch"; jobId: string };

/** What the service and GitHub say of the job that would be continued; missing where they could not be asked. */
export type JobFacts = {
  /** The service's word, or `gone` when it does not know the job. */
  status?: string | undefined;
  isWorking?: boolean;
  prLink?: string | undefined;
  pullRequest?: "open" | "merged" | "closed" | undefined;
};

type Memory = Pick<ThreadMemory, "earlier" | "current">;

/**
 * Decides what becomes of a request. `taken` says that somebody else has taken the command. Without I/O: every case is a
 * row of the table in its test.
 */
export function decide(
  wants: Wants,
  { earlier, current }: Memory,
  taken: boolean,
  facts: JobFacts,
): Decision {
  if (wants.kind === "watch") return { kind: "watch", jobId: wants.jobId, resumed: undefined };
  // An earlier attempt's state comes before `taken`: only a request that would be sent now can be a duplicate.
  if (earlier.kind === "sent") return { kind: "uncertain", to: earlier.to };
  // Even if the job has failed since: this attempt reports the failure, and the next one sends again.
  if (earlier.kind === "accepted") return { kind: "watch", jobId: earlier.jobId, resumed: earlier };
  if (earlier.kind === "ended" && !mayStartAnew(earlier)) return { kind: "tell", end: earlier };
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
    return { kind: "message", jobId, prLink: "", fromThread: false, interrupts: false };
  if (fresh || current === undefined) return { kind: "create", replaces: undefined };
  // The marker has no link when its run ended before the pull request was opened.
  const prLink = current.prLink || (facts.prLink ?? "");
  const reason = closedReason(facts);
  if (reason !== undefined) return { kind: "create", replaces: { reason, prLink } };
  // If the job could not be read, `isWorking` is missing, and the follow-up is sent anyway.
  const interrupts = facts.isWorking === true;
  return { kind: "message", jobId: current.id, prLink, fromThread: true, interrupts };
}

/** The job to read before `decide`; missing when the decision does not depend on the thread's job. */
export function jobToLookAt(
  wants: Wants,
  { earlier, current, rivals }: Memory & Pick<ThreadMemory, "rivals">,
): Memory["current"] {
  if (rivals.some(({ says }) => says !== "began")) return undefined;
  const mayMatter = wants.kind === "prompt" && !wants.fresh && wants.jobId === undefined;
  const maySend = earlier.kind === "not-sent" || (earlier.kind === "ended" && mayStartAnew(earlier));
  return mayMatter && maySend ? current : undefined;
}

/** True when the job failed and an attempt said so: the next attempt may send the request again. */
function mayStartAnew({ result }: EndedState): boolean {
  return result === "failed" || result === "archived";
}

function closedReason({ status, pullRequest }: JobFacts): ReplacementReason | undefined {
  if (status === "failed" || status === "archived" || status === "gone") return status;
  return pullRequest === "open" ? undefined : pullRequest;
}
