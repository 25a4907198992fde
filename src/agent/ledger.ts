import type { Changes } from "../github/changes.ts";
import { url } from "../github/pull-request-address.ts";
import type { RangeNote } from "./comment-text.ts";
import type { JobFacts } from "./decide.ts";
import type { Ledger } from "./marker.ts";
import type { Memory } from "./memory.ts";

// What `diff-range: since-last` knows: which commits a conversation has documented.

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
  { documented, job }: Memory,
  facts: JobFacts,
  isFollowUp: boolean,
  head: string,
): NextRange | undefined {
  const { ledger, state } = documented?.marker ?? {};
  if (ledger === undefined || state === undefined)
    return { base: undefined, sent: undefined, skipped: { since: head, head }, mayRepeat: false };
  // What is known of a job that took another one's place says nothing of the request that documented these.
  const isSame = state.kind === "accepted" && state.jobId === job?.id;
  const status = isSame ? facts.status : "unknown";
  const hasFailed = status === "failed" || status === "archived" || status === "gone";
  const counts = state.kind === "accepted" && !state.failed && !hasFailed;
  const held = ledger.before === undefined || counts ? ledger : ledger.before;
  if (held.head === head) return undefined;
  const isClosed = facts.pull?.state === "closed";
  const base = isClosed ? held.since : held.head;
  const isMerged = facts.pull?.state === "merged";
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
