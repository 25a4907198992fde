import type { Changes } from "../github/changes.ts";
import { url } from "../github/pull-request-address.ts";
import type { RangeNote } from "./comment-text.ts";
import type { JobFacts } from "./decide.ts";
import type { Ledger, RequestState } from "./marker.ts";
import type { Memory } from "./memory.ts";

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

/** The commits that a conversation has not documented yet, up to `head`; missing where none is new. */
export function undocumented(
  { documented, job }: Memory,
  facts: JobFacts,
  done: JobFacts["pull"],
  isFollowUp: boolean,
  head: string,
): NextRange | undefined {
  const { ledger, state } = documented?.marker ?? {};
  const entry = ledger === undefined || state === undefined ? undefined : { ledger, state };
  // What is known of a job that took another one's place says nothing of the request that documented these.
  const isSame = state?.kind === "accepted" && state.jobId === job?.id;
  const pull = (done ?? facts.pull)?.state;
  return nextRange(entry, { status: isSame ? facts.status : "unknown", pull, isFollowUp }, head);
}

/** What is remembered once a request with these changes is sent. */
export function sentLedger({ sent }: NextRange, { compared, start }: Changes): Ledger | undefined {
  if (compared.kind !== "range" || !start?.isWeekAgo) return sent;
  const { base, head } = compared;
  return { since: base, head, before: { since: base, head: base } };
}

/** What people learn of the commits of a request. */
export function noteOf(
  next: NextRange,
  { compared, start, totalCommits }: Changes,
  done: JobFacts["pull"],
): RangeNote {
  const isWeekAgo = start?.isWeekAgo === true;
  return {
    commits: totalCommits,
    base: compared.kind === "range" ? compared.base : "",
    start,
    mayRepeat: next.mayRepeat,
    closed: done?.state === "closed" && next.sent !== undefined ? url(done.link) : undefined,
    isLost: next.base !== undefined && isWeekAgo,
  };
}
