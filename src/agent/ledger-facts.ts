import { isFresh, pullOf, readPull, readStatus } from "./job.ts";
import {
  acceptedAt,
  type Entry,
  type EntryFacts,
  isSettled,
  type Judged,
  verdictOf,
} from "./ledger.ts";
import { sharedTime, type Tools } from "./tools.ts";

/**
 * Asks the service and GitHub what became of an entry. Throws an `ActionError` where one of them does not say: then nobody
 * knows which commits are missing, so nothing may be sent. Throws a `CancelledError`, too.
 */
export async function judge(entry: Entry, tools: Tools): Promise<Judged> {
  const facts = isSettled(entry) ? { pull: entry.pull } : await readFactsOf(entry, tools);
  return { entry, facts, verdict: verdictOf(entry, facts, sharedTime(tools)) };
}

async function readFactsOf(entry: Entry, tools: Tools): Promise<EntryFacts> {
  const { phase, jobId, pull: known, tip } = entry;
  const at = acceptedAt(entry);
  if (jobId === undefined) {
    return {};
  }
  if (phase === "ended") {
    const pull = await readPull(known?.link, tools);
    if (pull?.state !== "open") {
      return { pull };
    }
    // Only an open pull request is continued, by its job.
    const { status, job } = await readStatus(jobId, at, tools);
    // The service may name none after a turn without a change.
    const newest = (job && pullOf(job)) ?? pull.link;
    // Into another pull request that it has opened since, it would work now.
    return newest === pull.link ? { pull, status } : { pull };
  }
  const { status, job } = await readStatus(jobId, at, tools);
  // A follow-up to a job whose pull request was merged may open another one.
  const pull = await readPull((job && pullOf(job)) ?? known?.link, tools);
  // Right after a message the service may still show how the turn before it ended.
  const isStale = tip !== undefined && isFresh(sharedTime(tools) - at);
  return { status: isStale ? "working" : status, job, pull };
}
