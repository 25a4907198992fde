import { ActionError } from "../errors.ts";
import type { PullRequest } from "../github/client.ts";
import { runLater } from "../github/errors.ts";
import type { FinalStatus } from "../service/schemas.ts";
import { richText } from "../text/rich-text.ts";
import type { AcceptedState } from "./marker.ts";
import { isOfDocsPull, type Memory } from "./memory.ts";

/** What a request asks for: to send a prompt, or only to watch a job. `jobId` is the input `job-id`. */
export type Wants = (
  | { kind: "prompt"; jobId: string | undefined }
  | { kind: "watch"; jobId: string }
) & {
  /** True for a new job, whatever the thread continues. */
  fresh: boolean;
  /** The same but for a documentation pull request: a command there is about that. */
  startsAnew?: boolean;
  /** The text that holds a command; missing for the prompt of a workflow. */
  trigger: object | undefined;
};

/** What the service says of a job. `working` is every status that is not final. `gone`: it does not know the job. */
export type JobStatus = "working" | FinalStatus | "gone";

/** True where a job has ended without doing what it was asked, and takes no more messages. */
export function hasFailed(status: string | undefined): status is "failed" | "archived" | "gone" {
  return status === "failed" || status === "archived" || status === "gone";
}

/** What the service and GitHub say of the job that would be continued. */
export type JobFacts = {
  /** `unknown`: the service did not say. */
  status: JobStatus | "unknown";
  /** Its pull request; missing when there is none. */
  pull?: PullFacts | undefined;
};

/** What GitHub says of a pull request. `hidden`: it never shows it to this run. Times are in epoch ms. */
export type PullFacts = {
  link: string;
  state: PullRequest["state"] | "hidden";
  /** The commit at its head. */
  head?: string | undefined;
  /** When it was opened, merged or closed. */
  at?: number | undefined;
  /** The branch with which it is in conflict. */
  conflict?: string | undefined;
};

/** The facts where there is no job to read. */
export const noFacts: JobFacts = { status: "unknown" };

/** Why a request that would continue a job creates a new one: its pull request is done, or it takes no more messages. */
export type Replacement =
  | "merged"
  | "closed"
  | "hidden"
  | "failed"
  | "archived"
  | "gone"
  | "refused";

/** What is sent: a new job, or a follow-up to one. */
export type Sending =
  | { kind: "create"; replaces: { why: Replacement; pull?: JobFacts["pull"] } | undefined }
  /** With the facts from just before the message. `isFromThread`: the thread named the job, so a new one may replace it. */
  | ({ kind: "message"; jobId: string; isFromThread: boolean } & JobFacts);

/** What becomes of a request. */
export type Plan =
  | Sending
  /**
   * `resumed` is what an earlier attempt sent; missing when this run only watches a job that it is told of. `tip` is the head
   * of the pull request before that.
   */
  | {
      kind: "watch";
      jobId: string;
      resumed: AcceptedState | undefined;
      tip?: string | undefined;
    }
  /** Unknown whether an earlier attempt sent it. `to` is the job of a follow-up. */
  | { kind: "uncertain"; why: string; to: string | undefined }
  /** The thread may have a job that the request should go to, because it cannot be read or another request is on its way. */
  | { kind: "refuse"; error: ActionError }
  /** A command on a documentation pull request whose job is not known: a new one would not change it. */
  | { kind: "unlinked"; jobId: string | undefined }
  /** Another run, job or step has taken the command. */
  | { kind: "duplicate" };

const busy = new ActionError(
  "busy",
  richText`Another request of this thread was sent less than a minute ago, and its job is not known yet.`,
  runLater,
);
const lost = "the run that sent it was lost before it got a reply";
const notRead = "what an earlier attempt did cannot be read from the comments";

function uncertain(why: string, to?: string): Plan {
  return { kind: "uncertain", why, to };
}

/** Decides what becomes of a request. Without I/O: every case is a row of the table in its test. */
export function decide(wants: Wants, memory: Memory, facts: JobFacts, attempt: number): Plan {
  if (wants.kind === "watch") {
    return { kind: "watch", jobId: wants.jobId, resumed: undefined };
  }
  const { unread, lastState, forgotten, isTaken, mayHaveJob, unknownDocs, job } = memory;
  const isFresh = wants.fresh || (wants.startsAnew === true && !isOfDocsPull(memory));
  if (unread !== undefined && attempt > 1) {
    return uncertain(notRead);
  }
  // A fresh job continues none.
  if (unread !== undefined && !isFresh) {
    return { kind: "refuse", error: unread };
  }
  if (forgotten !== undefined) {
    return uncertain(`an earlier attempt of this run may have sent the request, and ${forgotten}`);
  }
  if (lastState?.kind === "sent") {
    return uncertain(lost, lastState.to);
  }
  // A job whose end was not reported is watched, even if it has failed since. The next attempt after that sends again.
  if (lastState?.kind === "accepted" && !lastState.failed) {
    const { jobId, at, ended } = lastState;
    // A later request may have moved the head since.
    const isNewest = job?.id === jobId && job.at === at;
    const tip = isNewest && !ended ? job.tip : undefined;
    return { kind: "watch", jobId, resumed: lastState, tip };
  }
  // After what the earlier attempts did: only a request that would be sent now can be a duplicate.
  if (isTaken) {
    return { kind: "duplicate" };
  }
  if (wants.jobId !== undefined) {
    return { kind: "message", jobId: wants.jobId, isFromThread: false, ...noFacts };
  }
  if (isFresh) {
    return { kind: "create", replaces: undefined };
  }
  if (mayHaveJob) {
    return { kind: "refuse", error: busy };
  }
  if (job === undefined && unknownDocs !== undefined && wants.trigger !== undefined) {
    return { kind: "unlinked", ...unknownDocs };
  }
  if (job === undefined) {
    return { kind: "create", replaces: undefined };
  }
  const why = whyReplaced(facts, wants.trigger !== undefined);
  if (why !== undefined) {
    return { kind: "create", replaces: { why, pull: facts.pull } };
  }
  return { kind: "message", jobId: job.id, isFromThread: true, ...facts };
}

/** The job that has to be read before `decide`; missing when the decision does not depend on it. */
export function jobToRead(wants: Wants, memory: Memory, attempt: number): Memory["job"] {
  const plan = decide(wants, memory, noFacts, attempt);
  return plan.kind === "message" && plan.isFromThread ? memory.job : undefined;
}

function whyReplaced({ status, pull }: JobFacts, isCommand: boolean): Replacement | undefined {
  if (hasFailed(status)) {
    return status;
  }
  if (pull?.state === "merged" || pull?.state === "closed") {
    return pull.state;
  }
  // It may be merged. A person is told that, and a workflow that nobody watches starts a new job.
  return pull?.state === "hidden" && !isCommand ? "hidden" : undefined;
}
