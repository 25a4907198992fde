/** The results that end the life of a request. After any other result, a re-run continues from the state it finds. */
export const endResults = ["pull-request", "no-changes", "failed", "archived"] as const;
export type EndResult = (typeof endResults)[number];

/** What the service accepted a request as: a new job, or a follow-up to one. */
export type AcceptedAs = "job" | "follow-up";

/**
 * How far a request has come, over all attempts, steps and workflows that see it. A comment's marker says where it is.
 * Normally it moves forward. `sent` goes back to `not-sent` when the service certainly did not process the request.
 */
export type RequestState =
  | { kind: "not-sent" }
  /** Sent, and the answer is not known: a job, or a turn of the job `to`, may exist. It is never sent again. */
  | { kind: "sent"; to: string | undefined }
  /** `at` is the epoch time in ms of the acceptance. */
  | { kind: "accepted"; jobId: string; as: AcceptedAs; at: number }
  /** An attempt told the end. */
  | { kind: "ended"; jobId: string; as: AcceptedAs; at: number; result: EndResult };

export type AcceptedState = Extract<RequestState, { kind: "accepted" }>;
export type EndedState = Extract<RequestState, { kind: "ended" }>;

/** The request of one attempt, as a marker keeps it. */
export type RequestRecord = {
  runId: string;
  attempt: number;
  /** The digest of prompt and step: see `requestDigest`. */
  digest: string;
  state: RequestState;
  /** Epoch ms at which the record was written. */
  time: number;
};

/** True once the service has accepted the request, also when it has ended. */
export function isAccepted(kind: RequestState["kind"]): kind is "accepted" | "ended" {
  return kind === "accepted" || kind === "ended";
}

/** Epoch ms at which the service accepted the request; missing before. */
export function acceptanceOf(state: RequestState): number | undefined {
  return "at" in state ? state.at : undefined;
}

/** The job of a request; missing as long as none is known. */
export function jobIdOf(state: RequestState): string | undefined {
  if (state.kind === "not-sent") return undefined;
  return state.kind === "sent" ? state.to : state.jobId;
}

/** Why a request that would continue a job creates a new one: its pull request is done, or it takes no more messages. */
export type Replacement =
  | { reason: "merged" | "closed"; prLink: string }
  | { reason: "failed" | "archived" | "gone" | "refused" };
