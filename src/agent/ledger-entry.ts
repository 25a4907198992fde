import { branchOf, type CommitRange } from "./commit-range.ts";
import { type Attempt, type Entry, type Judged, type Next, seenPull } from "./ledger.ts";
import type { LedgerComment } from "./ledger-comment.ts";
import type { RangeNotes } from "./ledger-text.ts";
import { sharedTime, type Tools } from "./tools.ts";

/** The entry of a request, and what people have to know of its commits. `foreign` are the entries under another key. */
export function newEntry(
  { again, followUp }: Extract<Next, { kind: "send" }>,
  { changes, base, startsHere, isDiverged }: CommitRange,
  foreign: readonly Judged[],
  head: string,
  { entries }: LedgerComment,
  by: Attempt,
  tools: Tools,
): RangeNotes {
  const closed = closedIn(again, entries);
  const pull = followUp?.facts.pull;
  const forgotten = linksOf(foreign.filter(({ facts }) => facts.pull?.state === "open"));
  const entry: Entry = {
    id: Math.max(0, ...entries.map(({ id }) => id)) + 1,
    base,
    head,
    branch: branchOf(tools),
    ...by,
    commits: changes.totalCommits,
    since: changes.start?.date,
    at: sharedTime(tools),
    phase: "sending",
    pull: seenPull(undefined, pull),
    tip: pull?.head,
    again: again.map(({ entry: { id } }) => id),
    repeats: closed.length > 0 || again.some(({ entry: { repeats } }) => repeats),
    startsHere: startsHere || undefined,
    forgotten: foreign.length > 0 ? forgotten : undefined,
    isCut: !changes.complete || undefined,
  };
  return { entry, isDiverged, closed, isLost: again.some(({ verdict }) => verdict === "lost") };
}

/**
 * The links to the pull requests that were closed, whose commits come again: those of these entries, and those that tries which
 * are undone had taken along, each from the one before it.
 */
function closedIn(again: readonly Judged[], entries: readonly Entry[]): string[] {
  const links = linksOf(again.filter(({ verdict }) => verdict === "closed"));
  const tries = again.map(({ entry }) => entry);
  // Grows with what each of them had taken along.
  for (const { repeats, again: ids } of tries) {
    const taken = repeats ? entries.filter(({ id }) => ids.includes(id)) : [];
    tries.push(...taken);
    links.push(...taken.flatMap(({ pull }) => (pull?.state === "closed" ? pull.link : [])));
  }
  return links;
}

/** The links to the pull requests of these entries, each once. */
function linksOf(judged: readonly Judged[]): string[] {
  return [...new Set(judged.flatMap(({ facts }) => facts.pull?.link ?? []))];
}
