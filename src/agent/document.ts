import { day } from "../dates.ts";
import { ActionError, isNotFound } from "../errors.ts";
import { type Changes, commitAWeekAgo, fetchChanges, fetchRange } from "../github/changes.ts";
import { GitHubError } from "../github/errors.ts";
import type { Outcome } from "../outcomes.ts";
import { AmbiguousRequestError, CancelledError } from "../service/errors.ts";
import { code, type RichText, richText, toPlainText } from "../text/rich-text.ts";
import { plural } from "../text/words.ts";
import { renderContext } from "./context.ts";
import type { Sending } from "./decide.ts";
import { linkDocsPull } from "./docs-pull.ts";
import { follow, watch } from "./follow.ts";
import { isJobClosed, poll } from "./job.ts";
import {
  broughtUp,
  comesAgain,
  type Entry,
  type Judged,
  liveEntries,
  type Next,
  nextOf,
  type Position,
  withoutHead,
} from "./ledger.ts";
import { LedgerComment, ledgerPlace, otherRun } from "./ledger-comment.ts";
import { judge } from "./ledger-facts.ts";
import { notesText, rangeText } from "./ledger-text.ts";
import { answerDryRun } from "./replies.ts";
import type { Run } from "./run-state.ts";
import { announceAndPost, promptFor } from "./send.ts";
import { skippedFor } from "./sentences.ts";
import { abortable, type Tools, timeoutMs } from "./tools.ts";

/**
 * Sends what a conversation has not documented yet, up to the commit of the run (`diff-range: since-last`), and waits for the
 * end. Throws what `runRequest` makes an outcome of.
 */
export async function documentCommits(run: Run): Promise<Outcome> {
  const { tools, thread } = run;
  const { inputs, log } = tools;

  // 1. What does the ledger say, and what became of its entries?
  const ledger = new LedgerComment(thread, tools);
  run.comment = ledger;
  const { next, judged } = await decideNext(ledger, run);
  ledger.saw(judged.map(broughtUp));

  // 2. Decide.
  if (next.kind === "nothing") {
    await ledger.show();
    return skippedFor("no-diff", richText`All commits are documented, or on their way.`);
  }
  if (next.kind === "busy") throw otherRun();
  if (next.kind === "uncertain") {
    run.advance({ name: "decided", state: { kind: "sent", to: next.entry.jobId } });
    const operation = next.entry.tip === undefined ? "create the job" : "send the message";
    throw new AmbiguousRequestError(operation, "the run that sent it was lost before it got a reply");
  }
  if (next.kind === "watch") return await watchEntry(next.entry, ledger, run);
  const range = await readRange(next.again, ledger, tools);
  const { entry, closed, told } = describe(next, range, ledger, tools);
  run.advance({ name: "decided", range: told, closed });
  log.info(toPlainText(told));
  const { request } = run.now;
  const context = renderContext(request, range.changes, tools);
  if (context.skipped !== undefined) {
    await ledger.record({ ...entry, phase: "nothing" });
    return { ...context.skipped, message: richText`${context.skipped.message} ${told}` };
  }

  // 3. Send, once.
  log.group(`Prompt (${plural(request.prompt.length, "character")})`, request.prompt);
  const sending = sendingOf(next.followUp);
  const reads = Promise.resolve(context);
  if (inputs["dry-run"]) {
    const { prompt = "" } = run.advance({ prompt: promptFor(sending, context, run) });
    return answerDryRun(prompt, sending, request, thread, tools);
  }
  ledger.prepare(entry);
  try {
    await announceAndPost(sending, reads, run);
  } catch (error) {
    if (sending.kind !== "message" || !isJobClosed(error, sending.status)) throw error;
    log.info(`Job ${sending.jobId} accepts no more messages (HTTP ${error.status}). Creating a new one.`);
    await announceAndPost({ kind: "create", replaces: undefined }, reads, run);
  }

  // 4. Wait.
  return await follow(run);
}

/** What is known of the live entries of the run's branch, and what follows. Waits for a job at work, and decides again. */
async function decideNext(
  ledger: LedgerComment,
  run: Run,
): Promise<{ next: Exclude<Next, { kind: "wait" }>; judged: readonly Judged[] }> {
  const { tools, startedAt } = run;
  const { signal, runContext } = tools;
  for (;;) {
    await abortable(signal, ledger.read());
    const own = ofBranch(ledger.entries, tools);
    const position = await abortable(signal, positionOf(own, tools));
    const isRerun = runContext.attempt > 1;
    // A commit that is documented already needs nobody to be asked.
    if (position === "older" && !isRerun) return { next: { kind: "nothing" }, judged: [] };
    const judged = await abortable(signal, judgeAll(liveEntries(own), tools));
    await linkSeen(judged, run);
    const next = nextOf(judged, position, runContext);
    if (next.kind !== "wait") return { next, judged };
    await waitFor(next.entry, startedAt + timeoutMs(tools), tools);
  }
}

/** The entries of the run's branch, or of the tags of its package. */
function ofBranch(entries: readonly Entry[], tools: Tools): Entry[] {
  const branch = branchOf(tools);
  return entries.filter((entry) => entry.branch === branch);
}

/** `default`, so that a branch can be renamed; the name of another one; or the package that a tag is about. */
function branchOf({ runContext, event }: Tools): string {
  const { branch, eventName } = runContext;
  if (isTag(runContext)) return `tag:${packageOf(branch)}`;
  // A schedule always runs on the default branch.
  const isDefault = eventName === "schedule" || branch === (event.defaultBranch ?? branch);
  return isDefault ? "default" : branch;
}

function isTag({ ref }: Tools["runContext"]): boolean {
  return ref.startsWith("refs/tags/");
}

async function positionOf([newest, ...older]: readonly Entry[], tools: Tools): Promise<Position> {
  const { github, runContext } = tools;
  const { sha } = runContext;
  if (newest === undefined || github === undefined) return "newer";
  if (newest.head === sha) return "same";
  if (isTag(runContext)) return older.some(({ head }) => head === sha) ? "older" : "newer";
  const changes = await compare(newest.head, tools);
  return changes?.start?.status === "behind" ? "older" : "newer";
}

/** What changed from a commit to that of the run; missing where GitHub does not know that commit any more. */
async function compare(base: string, { github, runContext }: Tools): Promise<Changes | undefined> {
  if (github === undefined) return undefined;
  try {
    return await fetchRange({ kind: "range", base, head: runContext.sha }, github);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    // After a force-push, GitHub forgets commits that no branch holds.
    if (isNotFound(error)) return undefined;
    throw notCompared(error);
  }
}

function notCompared(error: GitHubError): ActionError {
  return new ActionError(
    "github",
    richText`GitHub did not compare the commits (${error.whyText}), so nothing was sent.`,
    [{ trusted: error.advice("contents: read", "Re-run the workflow later.") }],
    { cause: error },
  );
}

async function judgeAll(entries: readonly Entry[], tools: Tools): Promise<Judged[]> {
  return await Promise.all(
    entries.map(async (entry) => {
      try {
        return await judge(entry, tools);
      } catch (error) {
        if (!(error instanceof ActionError)) throw error;
        throw notKnown(entry, error, tools);
      }
    }),
  );
}

/** The error where nobody says what became of an entry. It names the way to go on without an answer. */
function notKnown({ base }: Entry, error: ActionError, { runContext }: Tools): ActionError {
  const { reason, message, advice } = error.outcome;
  const range = code(`diff-range: ${base.slice(0, 7)}...${runContext.sha.slice(0, 7)}`);
  return new ActionError(
    reason,
    richText`${message} Without that, it is not known what is documented, so nothing was sent.`,
    richText`${advice} If this lasts, start ${code("by-hand.yml")} with ${range}.`,
    { cause: error },
  );
}

/** Links the pull requests that no run has seen before. */
async function linkSeen(judged: readonly Judged[], run: Run): Promise<void> {
  const unseen = judged.flatMap(({ entry, facts: { job, pull } }) => {
    const isNews = entry.phase === "sent" && job !== undefined && pull?.state === "open";
    return isNews ? [{ link: pull.link, job: { id: job.id, at: entry.at }, createdAt: job.createdAt }] : [];
  });
  for (const pull of unseen) await linkDocsPull(pull, run);
}

/** Waits for the end of a job that another request is at work in. Throws an `ActionError` where it lasts too long. */
async function waitFor({ jobId = "", at, tip }: Entry, deadline: number, tools: Tools): Promise<void> {
  tools.log.info(`Waiting for the end of job ${jobId}: a workflow does not interrupt the agent.`);
  const onJob = () => {};
  const following = {
    jobId,
    acceptedAt: at,
    deadline,
    looksAtOnce: true,
    isFollowUp: tip !== undefined,
    onJob,
  };
  const ended = await poll(following, tools);
  if (ended !== undefined) return;
  throw new ActionError(
    "busy",
    richText`The agent is still working on the request before this one (job ${code(jobId)}), so nothing was sent.`,
    richText`Re-run the workflow when it has finished. The next run documents these commits, too.`,
  );
}

/** The commits of a request. */
type Range = {
  changes: Changes;
  base: string;
  /** True where commits before them may not be documented. */
  startsHere: boolean;
  /** True where the branch was force-pushed. */
  isDiverged: boolean;
  /** Entries of another key or project that made the range longer. */
  foreign: readonly Judged[];
};

/**
 * Reads the commits from the base that is furthest back: that of the entries that come again, or else where the newest entry
 * ends. Where nothing is remembered, they begin where the branch stood a week ago.
 */
async function readRange(again: readonly Judged[], ledger: LedgerComment, tools: Tools): Promise<Range> {
  const { signal, runContext } = tools;
  const [newest] = ofBranch(ledger.entries, tools);
  const foreign = newest === undefined ? await judgeForeign(ledger, tools) : [];
  const bases = again.length > 0 ? again.map(({ entry }) => entry.base) : endOf(newest, foreign, tools);
  const distinct = [...new Set(bases)];
  const reading = Promise.all(distinct.map(async (base) => ({ base, changes: await compare(base, tools) })));
  const read = await abortable(signal, reading);
  const gone = read.flatMap(({ base, changes }) => (changes === undefined ? [base] : []));
  const known = read.flatMap(({ base, changes }) =>
    changes === undefined ? [] : [{ base, changes, isKnown: true }],
  );
  const isRemembered = newest !== undefined && distinct.length > 0 && gone.length === 0;
  const candidates = isRemembered ? known : [...known, await abortable(signal, startOf(gone, tools))];
  const first = candidates.reduce((best, one) =>
    one.changes.totalCommits > best.changes.totalCommits ? one : best,
  );
  const { status, mergeBase } = first.changes.start ?? {};
  const isDiverged = status === "diverged" && !isTag(runContext);
  return {
    changes: first.changes,
    // GitHub may forget a commit that a force-push took away, but not the one where the histories part.
    base: (status === "diverged" ? mergeBase : undefined) ?? first.base,
    startsHere: !first.isKnown && foreign.length === 0,
    isDiverged,
    foreign,
  };
}

/** Where the documentation ends, if no entry comes again. A release begins at the one before it. */
function endOf(newest: Entry | undefined, foreign: readonly Judged[], tools: Tools): string[] {
  if (newest !== undefined) return isTag(tools.runContext) ? [] : [newest.head];
  const again = foreign.filter(comesAgain);
  if (again.length > 0) return again.map(({ entry }) => entry.base);
  return foreign.slice(0, 1).map(({ entry }) => entry.head);
}

/** A start that nothing is remembered of: the release before this one, or where the branch stood a week ago. */
async function startOf(
  gone: readonly string[],
  { github, runContext, clock, event }: Tools,
): Promise<{ base: string; changes: Changes; isKnown: boolean }> {
  const { sha: head, branch } = runContext;
  if (github === undefined) throw new CancelledError(false);
  try {
    if (isTag(runContext)) {
      const { diffSource } = event;
      const isPreRelease =
        typeof diffSource === "object" && "prerelease" in diffSource && diffSource.prerelease;
      const source = { kind: "release", tag: branch, prerelease: isPreRelease } as const;
      const changes = await fetchChanges(source, github);
      const base = changes?.start?.mergeBase;
      if (changes !== undefined && base !== undefined) return { base, changes, isKnown: true };
    }
    const weekAgo = clock.now() - 7 * day;
    const base = (await commitAWeekAgo({ branch, head, weekAgo, gone }, github)) ?? head;
    return { base, changes: await fetchRange({ kind: "range", base, head }, github), isKnown: false };
  } catch (error) {
    throw error instanceof GitHubError ? notCompared(error) : error;
  }
}

/** What entries count for that do not verify: they can only make a range longer. */
async function judgeForeign(ledger: LedgerComment, tools: Tools): Promise<Judged[]> {
  const entries = liveEntries(ofBranch(ledger.foreign, tools));
  return await abortable(tools.signal, judgeAll(entries, tools));
}

/** The entry of a request, and what people and the agent are told of its commits. */
function describe(
  { again, followUp }: Extract<Next, { kind: "send" }>,
  { changes, base, startsHere, isDiverged, foreign }: Range,
  ledger: LedgerComment,
  tools: Tools,
): { entry: Entry; closed: string[]; told: RichText } {
  const { runContext, clock } = tools;
  const { sha: head, runId, attempt } = runContext;
  const closed = again.filter(({ verdict }) => verdict === "closed");
  const pull = followUp?.facts.pull;
  const entry: Entry = {
    id: Math.max(0, ...ledger.entries.map(({ id }) => id)) + 1,
    ...{ base, head, branch: branchOf(tools), runId, attempt },
    commits: changes.totalCommits,
    since: changes.start?.date,
    at: clock.now(),
    phase: "sending",
    pull: pull && withoutHead(pull),
    tip: pull?.head,
    again: again.map(({ entry: { id } }) => id),
    repeats: closed.length > 0,
    startsHere: startsHere || undefined,
  };
  const place = ledgerPlace(tools);
  const pulls = (judged: readonly Judged[]) => judged.flatMap(({ facts }) => facts.pull ?? []);
  const notes = notesText(
    {
      entry,
      isCut: !changes.complete,
      isDiverged,
      closed: pulls(closed),
      isLost: again.some(({ verdict }) => verdict === "lost"),
      undone: again.filter(({ verdict }) => verdict === "undone").map((one) => one.entry),
      forgotten: pulls(foreign).filter(({ state }) => state === "open"),
    },
    place,
  );
  return {
    entry,
    closed: pulls(closed).map(({ link }) => link),
    told: richText`${rangeText(entry, place)}${notes}`,
  };
}

function sendingOf(followUp: Judged | undefined): Sending {
  const { jobId } = followUp?.entry ?? {};
  if (followUp === undefined || jobId === undefined) return { kind: "create", replaces: undefined };
  const { pull } = followUp.facts;
  return { kind: "message", jobId, isFromThread: true, status: "completed", pull };
}

/** Waits for the job that an earlier attempt of this run began. */
async function watchEntry(entry: Entry, ledger: LedgerComment, run: Run): Promise<Outcome> {
  const { jobId = "", at, tip } = entry;
  ledger.resume(entry);
  const as = tip === undefined ? "job" : "follow-up";
  const plan = { kind: "watch", jobId, resumed: { kind: "accepted", jobId, as, at }, tip } as const;
  run.advance({ name: "decided", plan });
  return await watch(plan, run);
}

/** The part of a tag in front of the version: `client-` of `client-1.4.0`. */
function packageOf(tag: string): string {
  return tag.replace(/v?\d+(?:\.\d+).*$/, "");
}
