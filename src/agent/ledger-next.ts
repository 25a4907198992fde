import { ActionError } from "../errors.ts";
import { isWait } from "../github/errors.ts";
import { namesOf } from "../names.ts";
import { code, richText } from "../text/rich-text.ts";
import { askGitHub, branchOf, type Commits } from "./commit-range.ts";
import { linkDocsPull } from "./docs-pull.ts";
import { poll } from "./job.ts";
import {
  type Attempt,
  acceptedAt,
  broughtUp,
  type Entry,
  isEarlier,
  type Judged,
  liveEntries,
  type Next,
  nextOf,
} from "./ledger.ts";
import type { LedgerComment } from "./ledger-comment.ts";
import { judge } from "./ledger-facts.ts";
import { byHand } from "./ledger-text.ts";
import type { Run } from "./run-state.ts";
import { abortable, sharedTime, type Tools } from "./tools.ts";

/** No table has more jobs at work: a service that says so without end must not hold the run. */
const maxWaits = 10;

/** What is known of the live entries of the run's branch, and what follows. Waits for a job at work, and decides again. */
export async function decideNext(
  ledger: LedgerComment,
  commits: Commits,
  run: Run,
): Promise<{ next: Next; judged: readonly Judged[] }> {
  const { tools, thread } = run;
  const { signal } = tools;
  const { identity } = thread;
  for (let waits = 0; ; waits++) {
    await abortable(signal, ledger.read());
    const ofOthers = ledger.entries.filter(
      (one) => one.runId === identity.runId && !isEarlier(one, identity),
    );
    // An undone one is no obstacle: a second step may try again what the first could not do.
    if (ofOthers.some(({ phase }) => phase !== "undone")) {
      throw twofold();
    }
    const position = await askGitHub(commits.positionIn(ofBranch(ledger.entries, tools)), tools);
    // What an earlier attempt sent under another key is never sent again.
    const foreign = ledger.foreign.find((entry) => mayBeSentBefore(entry, identity));
    if (foreign !== undefined) {
      return { next: { kind: "uncertain", entry: foreign }, judged: [] };
    }
    const all = await judgeLive(ledger.entries, commits.head, tools);
    ledger.saw(all.map(broughtUp));
    await linkSeen(all, run);
    const judged = await askGitHub(commits.withoutLater(all), tools);
    const next = nextOf(judged, position, identity);
    if (next.kind !== "wait") {
      return { next, judged };
    }
    if (waits === maxWaits) {
      throw stillAtWork(next.entry, tools);
    }
    await waitFor(next.entry, tools);
  }
}

/** The error where another step of this run, or another leg of its matrix, has written an entry. */
function twofold(): ActionError {
  return new ActionError(
    "input",
    richText`Another step of this run has taken the commits of this conversation, so nothing was sent.`,
    richText`Give each step, each leg of a matrix and each call of a reusable workflow a ${code("conversation")} of its own.`,
    { isWhole: true },
  );
}

/** True where an earlier attempt of the run may have sent the entry. */
function mayBeSentBefore(entry: Entry, run: Attempt): boolean {
  const { phase } = entry;
  return phase !== "undone" && phase !== "nothing" && isEarlier(entry, run);
}

/** The entries of the run's branch, or of the tags of its package. */
function ofBranch(entries: readonly Entry[], tools: Tools): Entry[] {
  const branch = branchOf(tools);
  return entries.filter((entry) => entry.branch === branch);
}

/** The entries under another key; none once the run's branch has one under this key. */
export function foreignIn({ entries, foreign }: LedgerComment, tools: Tools): readonly Entry[] {
  return ofBranch(entries, tools).length === 0 ? foreign : [];
}

/** What became of the live entries of the run's branch. */
export async function judgeLive(
  entries: readonly Entry[],
  head: string,
  tools: Tools,
): Promise<Judged[]> {
  const judging = liveEntries(ofBranch(entries, tools)).map(async (entry) => {
    try {
      return await judge(entry, tools);
    } catch (error) {
      throw error instanceof ActionError ? notKnown(entry, head, error, tools) : error;
    }
  });
  return await abortable(tools.signal, Promise.all(judging));
}

/** The error where nobody says what became of an entry. It names the way to go on without an answer. */
function notKnown(
  { base }: Entry,
  head: string,
  error: ActionError,
  { runContext }: Tools,
): ActionError {
  const { reason, message, advice } = error.outcome;
  const range = code(`${base.slice(0, 7)}...${head.slice(0, 7)}`);
  // What the service refuses here, it refuses there, too.
  const isOfGitHub = reason === "github" && !isWait(advice);
  const anyway = isOfGitHub
    ? richText` To send them all the same, also what is documented, save and start ${byHand(runContext)} with ${range} as its ${code("diff-range")}: the next run that succeeds sends the new ones again.`
    : [];
  return new ActionError(
    reason,
    richText`${message} So it is not known whether earlier commits are documented, and nothing was sent.${anyway}`,
    advice,
    { cause: error },
  );
}

/** Links the pull requests that no run has seen before. */
async function linkSeen(judged: readonly Judged[], run: Run): Promise<void> {
  for (const { entry, facts } of judged) {
    const { job, pull } = facts;
    const isNews = entry.phase === "sent" && pull?.state === "open";
    if (isNews && job !== undefined) {
      await linkDocsPull(job, { id: job.id, at: acceptedAt(entry) }, run);
    }
  }
}

/**
 * Waits for the end of a job that another request is at work in. Throws an `ActionError` where that lasts longer than the run
 * waits.
 */
async function waitFor(entry: Entry, tools: Tools): Promise<void> {
  const { jobId = "", tip } = entry;
  tools.log.info(`Waiting for the end of job ${jobId}: a workflow does not interrupt the agent.`);
  const { clock } = tools;
  const following = {
    jobId,
    acceptedAt: clock.elapsed() - Math.max(0, sharedTime(tools) - acceptedAt(entry)),
    looksAtOnce: true,
    isFollowUp: tip !== undefined,
    onJob: () => {},
  };
  if ((await poll(following, tools)) === undefined) {
    throw stillAtWork(entry, tools);
  }
}

function stillAtWork({ jobId = "" }: Entry, tools: Tools): ActionError {
  return new ActionError(
    "busy",
    richText`The agent is still working on the request before this one (job ${code(jobId)}), so nothing was sent.`,
    richText`Re-run the workflow when it has finished; if it never does, archive it in the ${namesOf(tools.connection.base).dashboard}. The next run documents these commits, too.`,
  );
}
