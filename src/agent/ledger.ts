import type { JobFacts } from "./decide.ts";
import type { Ledger, RequestState } from "./marker.ts";

// What `diff-range: since-last` knows: which commits a conversation has documented.

/** What became of the conversation's job and its pull request, and whether the next request is a follow-up. */
export type LedgerFacts = {
  status: JobFacts["status"];
  pull: NonNullable<JobFacts["pull"]>["state"] | undefined;
  isFollowUp: boolean;
};

/** The commits of the next request. */
export type NextRange = {
  /** Where the comparison begins; missing where nothing is remembered. */
  base: string | undefined;
  /** What is remembered once the request is sent; missing as long as the base is not known. */
  sent: Ledger | undefined;
  /** What is remembered where no commit has anything to document. */
  skipped: Ledger;
  /** True where nobody knows whether an earlier request with some of these commits has arrived. */
  mayRepeat: boolean;
};

/**
 * The commits that the next request documents, up to `head`; missing where none is new. A request that was not sent or
 * failed has documented nothing. Neither has one whose pull request was closed without a merge: its commits come again, but
 * only with new ones. Without I/O: every case is a row of the table in its test.
 */
export function nextRange(
  entry: { ledger: Ledger; state: RequestState } | undefined,
  { status, pull, isFollowUp }: LedgerFacts,
  head: string,
): NextRange | undefined {
  if (entry === undefined)
    return { base: undefined, sent: undefined, skipped: { since: head, head }, mayRepeat: false };
  const { ledger, state } = entry;
  const hasFailed = status === "failed" || status === "archived" || status === "gone";
  const counts = state.kind === "accepted" && !state.failed && !hasFailed;
  const held = ledger.before === undefined || counts ? ledger : ledger.before;
  if (held.head === head) return undefined;
  const isClosed = pull === "closed";
  const base = isClosed ? held.since : held.head;
  const isMerged = pull === "merged";
  const joins = isClosed || (isFollowUp && !isMerged);
  // A job that fails now takes along what it has not finished yet.
  const isUnfinished =
    ledger.before !== undefined && counts && status !== "completed" && !isMerged && !isClosed;
  return {
    base,
    sent: {
      since: joins ? held.since : base,
      head,
      before: isUnfinished ? ledger.before : { since: isMerged ? base : held.since, head: base },
    },
    skipped: { ...held, head },
    mayRepeat: held !== ledger && state.kind === "sent",
  };
}

/** A ledger that begins at a commit, because nothing is remembered or GitHub no longer knows what is. */
export function beginAt(base: string, head: string): Ledger {
  return { since: base, head, before: { since: base, head: base } };
}
