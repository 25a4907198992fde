import { branchOf, type CommitRange } from "./commit-range.ts";
import { type Entry, type Judged, type Next, withoutHead } from "./ledger.ts";
import type { LedgerComment } from "./ledger-comment.ts";
import { sharedTime, type Tools } from "./tools.ts";

/** The entry of a request, and what people and the agent have to know of the ones that come again with it. */
export function entryOf(
  { again, followUp }: Extract<Next, { kind: "send" }>,
  { changes, base, startsHere }: CommitRange,
  foreign: readonly Judged[],
  head: string,
  { entries }: LedgerComment,
  tools: Tools,
): { entry: Entry; closed: string[]; isLost: boolean } {
  const { runId, attempt } = tools.runContext;
  const closed = closedIn(again, entries);
  const pull = followUp?.facts.pull;
  const forgotten = linksOf(foreign.filter(({ facts }) => facts.pull?.state === "open"));
  const entry: Entry = {
    id: Math.max(0, ...entries.map(({ id }) => id)) + 1,
    base,
    head,
    branch: branchOf(tools),
    runId,
    attempt,
    commits: changes.totalCommits,
    since: changes.start?.date,
    at: sharedTime(tools),
    phase: "sending",
    pull: pull && withoutHead(pull),
    tip: pull?.head,
    again: again.map(({ entry: { id } }) => id),
    repeats: closed.length > 0 || again.some(({ entry: { repeats } }) => repeats),
    startsHere: startsHere || undefined,
    forgotten: foreign.length > 0 ? forgotten : undefined,
    isCut: !changes.complete || undefined,
  };
  return { entry, closed, isLost: again.some(({ verdict }) => verdict === "lost") };
}

/** The links to the pull requests that were closed, also before a second try that is undone. */
function closedIn(again: readonly Judged[], entries: readonly Entry[]): string[] {
  const now = linksOf(again.filter(({ verdict }) => verdict === "closed"));
  const tried = again.flatMap(({ entry }) => (entry.repeats ? entry.again : []));
  const before = entries.flatMap(({ id, pull }) =>
    tried.includes(id) && pull?.state === "closed" ? pull.link : [],
  );
  return [...now, ...before];
}

/** The links to the pull requests of these entries, each once. */
function linksOf(judged: readonly Judged[]): string[] {
  return [...new Set(judged.flatMap(({ facts }) => facts.pull?.link ?? []))];
}
