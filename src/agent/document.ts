import { ActionError } from "../errors.ts";
import type { GitHub } from "../github/client.ts";
import { namesOf } from "../names.ts";
import type { Outcome } from "../outcomes.ts";
import { code, richText, toPlainText } from "../text/rich-text.ts";
import { branchOf, type CommitRange, Commits, compared } from "./commit-range.ts";
import { renderContext } from "./context.ts";
import type { Sending } from "./decide.ts";
import { linkDocsPull } from "./docs-pull.ts";
import { follow, watch } from "./follow.ts";
import { poll } from "./job.ts";
import {
  broughtUp,
  type Entry,
  type Judged,
  liveEntries,
  type Next,
  nextOf,
  withoutHead,
} from "./ledger.ts";
import { LedgerComment, ledgerPlace, otherRun } from "./ledger-comment.ts";
import { judge } from "./ledger-facts.ts";
import { byHand, notesText, rangeText } from "./ledger-text.ts";
import type { Run } from "./run-state.ts";
import { dryRun, mayBeSent, sendOrReplace } from "./send.ts";
import { skippedFor } from "./sentences.ts";
import { abortable, sharedTime, type Tools } from "./tools.ts";

/**
 * Sends what a conversation has not documented yet, up to where the branch of the run is now (`diff-range: since-last`), and waits for the
 * end. Throws what `runRequest` makes an outcome of.
 */
export async function documentCommits(run: Run, github: GitHub): Promise<Outcome> {
  const { tools, thread } = run;
  const { inputs, log } = tools;
  const commits = await compared(Commits.read(github, tools), tools);

  // 1. What does the ledger say, and what became of its entries?
  const ledger = new LedgerComment(thread, tools);
  run.comment = ledger;
  const { next, judged } = await decideNext(ledger, commits, run);

  // 2. Decide.
  if (next.kind === "busy") throw otherRun();
  if (next.kind === "watch") return await watchEntry(next.entry, ledger, run);
  if (next.kind === "uncertain") {
    const { tip, jobId: to } = next.entry;
    run.advance({ range: rangeText(next.entry, ledgerPlace(tools)) });
    const why =
      "an earlier attempt of this run may have sent the request, and what the service answered is not known";
    throw mayBeSent({ to, why }, tip !== undefined, run);
  }
  if (next.kind !== "send") {
    await ledger.show();
    return skippedFor("no-diff", richText`There is no new commit since the last request.`);
  }
  const ofOtherKey = await judgeLive(foreignIn(ledger, tools), commits.head, tools);
  const foreign = await compared(commits.held(ofOtherKey), tools);
  const isForeign = foreign.length > 0;
  const range = await compared(commits.rangeAfter(isForeign ? foreign : judged, isForeign), tools);
  const { entry, closed, isLost } = entryOf(next, range, foreign, commits.head, ledger, tools);
  const place = ledgerPlace(tools);
  const covers = rangeText(entry, place);
  const notes = notesText({ entry, closed, isLost, isDiverged: range.isDiverged }, place);
  run.closed = closed;
  run.advance({ range: covers, notes });
  log.info(toPlainText(richText`${covers}${notes}`));
  const context = renderContext(run.request, range.changes, tools);
  if (context.skipped !== undefined) {
    await ledger.record({ ...entry, phase: "nothing" });
    run.advance({ range: undefined });
    return context.skipped;
  }

  // 3. Send, once.
  const sending = sendingOf(next.followUp);
  if (inputs["dry-run"]) return dryRun(sending, context, run);
  ledger.take(entry);
  // What is not sent comes again, which people are told as long as it is not sent.
  run.advance({ notes: richText`${notes} What was not sent comes with the next run.` });
  await sendOrReplace(sending, Promise.resolve(context), run);
  run.advance({ notes });

  // 4. Wait.
  return await follow(run);
}

/** What is known of the live entries of the run's branch, and what follows. Waits for a job at work, and decides again. */
async function decideNext(
  ledger: LedgerComment,
  commits: Commits,
  run: Run,
): Promise<{ next: Next; judged: readonly Judged[] }> {
  const { tools } = run;
  const { signal, runContext } = tools;
  const { runId, attempt } = runContext;
  for (;;) {
    await abortable(signal, ledger.read());
    const ofThisAttempt = ledger.entries.filter(
      (one) => one.runId === runId && one.attempt === attempt,
    );
    // A step that tries again what the one before could not do has a reason.
    if (ofThisAttempt.some(({ phase }) => phase !== "undone")) throw twofold();
    const position = await compared(commits.positionIn(ofBranch(ledger.entries, tools)), tools);
    // What an earlier attempt sent under another key is never sent again.
    const foreign = foreignIn(ledger, tools).find((entry) => mayBeSentBefore(entry, runContext));
    if (foreign !== undefined) return { next: { kind: "uncertain", entry: foreign }, judged: [] };
    const all = await judgeLive(ledger.entries, commits.head, tools);
    ledger.saw(all.map(broughtUp));
    await linkSeen(all, run);
    const judged = await compared(commits.held(all), tools);
    const next = nextOf(judged, position, runContext);
    if (next.kind !== "wait") return { next, judged };
    await waitFor(next.entry, tools);
  }
}

/** The error where another step of this run, or another leg of its matrix, has written an entry. */
function twofold(): ActionError {
  return new ActionError(
    "input",
    richText`Another step of this run has documented this conversation, so nothing was sent.`,
    richText`Give each step, and each leg of a matrix, a ${code("conversation")} of its own.`,
  );
}

/** True where an earlier attempt of the run may have sent the entry. */
function mayBeSentBefore(
  { runId, attempt, phase }: Entry,
  run: Pick<Entry, "runId" | "attempt">,
): boolean {
  const mayBeSent = phase !== "undone" && phase !== "nothing";
  return mayBeSent && runId === run.runId && attempt < run.attempt;
}

/** The entries of the run's branch, or of the tags of its package. */
function ofBranch(entries: readonly Entry[], tools: Tools): Entry[] {
  const branch = branchOf(tools);
  return entries.filter((entry) => entry.branch === branch);
}

/** The entries under another key; none once the run's branch has one under this key. */
function foreignIn({ entries, foreign }: LedgerComment, tools: Tools): readonly Entry[] {
  return ofBranch(entries, tools).length === 0 ? foreign : [];
}

/** What became of the live entries of the run's branch. */
async function judgeLive(entries: readonly Entry[], head: string, tools: Tools): Promise<Judged[]> {
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
  const range = code(`diff-range: ${base.slice(0, 7)}...${head.slice(0, 7)}`);
  // What the service refuses here, it refuses there, too.
  const isOfGitHub = reason === "github";
  const anyway = isOfGitHub
    ? richText` If you cannot wait for that, start ${byHand(runContext)} with ${range}: the next run that succeeds sends these commits, too.`
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
    if (isNews && job !== undefined) await linkDocsPull(job, { id: job.id, at: entry.at }, run);
  }
}

/**
 * Waits for the end of a job that another request is at work in. Throws an `ActionError` where that lasts longer than the run
 * waits.
 */
async function waitFor({ jobId = "", at, tip }: Entry, tools: Tools): Promise<void> {
  tools.log.info(`Waiting for the end of job ${jobId}: a workflow does not interrupt the agent.`);
  const { clock } = tools;
  const following = {
    jobId,
    acceptedAt: clock.elapsed() - Math.max(0, sharedTime(tools) - at),
    looksAtOnce: true,
    isFollowUp: tip !== undefined,
    onJob: () => {},
  };
  if ((await poll(following, tools)) !== undefined) return;
  throw new ActionError(
    "busy",
    richText`The agent is still working on the request before this one (job ${code(jobId)}), so nothing was sent.`,
    richText`Re-run the workflow when it has finished; if it never does, archive it in the ${namesOf(tools.connection.base).dashboard}. The next run documents these commits, too.`,
  );
}

/** The entry of a request, and what people and the agent have to know of the ones that come again with it. */
function entryOf(
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
    ...{ base, head, branch: branchOf(tools), runId, attempt },
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

function sendingOf(followUp: Judged | undefined): Sending {
  const jobId = followUp?.entry.jobId;
  if (jobId === undefined) return { kind: "create", replaces: undefined };
  const pull = followUp?.facts.pull;
  return { kind: "message", jobId, isFromThread: true, status: "completed", pull };
}

/** Waits for the job that an earlier attempt of this run began. */
async function watchEntry(entry: Entry, ledger: LedgerComment, run: Run): Promise<Outcome> {
  const { jobId = "", at, tip, phase, pull } = entry;
  ledger.take(entry);
  const as = tip === undefined ? "job" : "follow-up";
  const resumed = { kind: "accepted", jobId, as, at } as const;
  const isEnded = phase === "ended";
  const plan = { kind: "watch", jobId, resumed, tip: isEnded ? undefined : tip, isEnded } as const;
  run.setPlan(plan);
  run.advance({ prLink: pull?.link });
  return await watch(plan, run);
}
