import { ActionError } from "../errors.ts";
import type { GitHub } from "../github/client.ts";
import type { Outcome } from "../outcomes.ts";
import { AmbiguousRequestError } from "../service/errors.ts";
import { code, type RichText, richText, toPlainText } from "../text/rich-text.ts";
import { plural } from "../text/words.ts";
import { branchOf, type CommitRange, Commits } from "./commit-range.ts";
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
import { notesText, rangeText } from "./ledger-text.ts";
import { answerDryRun } from "./replies.ts";
import type { Run } from "./run-state.ts";
import { promptFor, sendOrReplace } from "./send.ts";
import { skippedFor } from "./sentences.ts";
import { abortable, sharedTime, type Tools, timeoutMs } from "./tools.ts";

/**
 * Sends what a conversation has not documented yet, up to the commit of the run (`diff-range: since-last`), and waits for the
 * end. Throws what `runRequest` makes an outcome of.
 */
export async function documentCommits(run: Run, github: GitHub): Promise<Outcome> {
  const { tools, thread } = run;
  const { inputs, log, signal } = tools;
  const commits = await abortable(signal, Commits.read(github, tools));

  // 1. What does the ledger say, and what became of its entries?
  const ledger = new LedgerComment(thread, tools);
  run.comment = ledger;
  const { next, judged } = await decideNext(ledger, commits, run);
  ledger.saw(judged.map(broughtUp));

  // 2. Decide.
  if (next.kind === "nothing") {
    await ledger.show();
    return skippedFor("no-diff", richText`No commit is new since the last request.`);
  }
  if (next.kind === "busy") throw otherRun();
  if (next.kind === "uncertain") {
    run.advance({ name: "decided", state: { kind: "sent", to: next.entry.jobId } });
    const operation = next.entry.tip === undefined ? "create the job" : "send the message";
    const why = ledger.foreign.includes(next.entry)
      ? "the comment that remembers it was signed with another key, or for another repository or project"
      : "the run that sent it was lost before it got a reply";
    throw new AmbiguousRequestError(operation, why);
  }
  if (next.kind === "watch") return await watchEntry(next.entry, ledger, run);
  const [newest] = ofBranch(ledger.entries, tools);
  const foreign = newest === undefined ? await judgeForeign(ledger, commits.head, tools) : [];
  const range = await abortable(signal, commits.rangeAfter(newest, next.again, foreign));
  const { entry, closed, notes } = describe(next, range, foreign, commits.head, ledger, tools);
  const place = ledgerPlace(tools);
  const covers = rangeText(entry, place);
  run.advance({ name: "decided", range: covers, notes, closed });
  log.info(toPlainText(richText`${covers}${notes}`));
  const { request } = run.now;
  const context = renderContext(request, range.changes, tools);
  if (context.skipped !== undefined) {
    await ledger.record({ ...entry, phase: "nothing" });
    run.advance({ range: undefined });
    return context.skipped;
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
  await sendOrReplace(sending, reads, run);

  // 4. Wait.
  return await follow(run);
}

/** What is known of the live entries of the run's branch, and what follows. Waits for a job at work, and decides again. */
async function decideNext(
  ledger: LedgerComment,
  commits: Commits,
  run: Run,
): Promise<{ next: Exclude<Next, { kind: "wait" }>; judged: readonly Judged[] }> {
  const { tools, beganAt } = run;
  const { signal, runContext, inputs, clock } = tools;
  const deadline = inputs.wait ? beganAt + timeoutMs(tools) : clock.elapsed();
  for (;;) {
    await abortable(signal, ledger.read());
    const own = ofBranch(ledger.entries, tools);
    const position = await abortable(signal, commits.positionIn(own));
    const isRerun = runContext.attempt > 1;
    // A commit that is documented already needs nobody to be asked.
    if (position === "older" && !isRerun) return { next: { kind: "nothing" }, judged: [] };
    // What an earlier attempt sent under another key is never sent again.
    const foreign = ledger.foreign.find((entry) => isOfEarlierAttempt(entry, runContext));
    if (foreign !== undefined) return { next: { kind: "uncertain", entry: foreign }, judged: [] };
    const judged = await abortable(signal, judgeAll(liveEntries(own), commits.head, tools));
    await linkSeen(judged, run);
    const next = nextOf(judged, position, runContext);
    if (next.kind !== "wait") return { next, judged };
    await waitFor(next.entry, deadline, tools);
  }
}

function isOfEarlierAttempt(
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

async function judgeAll(entries: readonly Entry[], head: string, tools: Tools): Promise<Judged[]> {
  return await Promise.all(
    entries.map(async (entry) => {
      try {
        return await judge(entry, tools);
      } catch (error) {
        if (!(error instanceof ActionError)) throw error;
        throw notKnown(entry, head, error);
      }
    }),
  );
}

/** The error where nobody says what became of an entry. It names the way to go on without an answer. */
function notKnown({ base }: Entry, head: string, error: ActionError): ActionError {
  const { reason, message, advice } = error.outcome;
  const range = code(`diff-range: ${base.slice(0, 7)}...${head.slice(0, 7)}`);
  // What the service refuses here, it refuses there, too.
  const isOfGitHub = reason === "github";
  const byHand = isOfGitHub
    ? richText` If this lasts, start ${code("by-hand.yml")} with ${range}.`
    : [];
  return new ActionError(
    reason,
    richText`${message} Without that, it is not known what is documented, so nothing was sent.`,
    richText`${advice}${byHand}`,
    { cause: error },
  );
}

/** Links the pull requests that no run has seen before. */
async function linkSeen(judged: readonly Judged[], run: Run): Promise<void> {
  const unseen = judged.flatMap(({ entry, facts: { job, pull } }) => {
    const isNews = entry.phase === "sent" && job !== undefined && pull?.state === "open";
    return isNews
      ? [{ link: pull.link, job: { id: job.id, at: entry.at }, createdAt: job.createdAt }]
      : [];
  });
  for (const pull of unseen) await linkDocsPull(pull, run);
}

/**
 * Waits for the end of a job that another request is at work in, until `deadline` by `Clock.elapsed`. Throws an `ActionError`
 * where it lasts longer.
 */
async function waitFor(
  { jobId = "", at, tip }: Entry,
  deadline: number,
  tools: Tools,
): Promise<void> {
  tools.log.info(`Waiting for the end of job ${jobId}: a workflow does not interrupt the agent.`);
  const { clock } = tools;
  const onJob = () => {};
  const following = {
    jobId,
    acceptedAt: clock.elapsed() - Math.max(0, sharedTime(tools) - at),
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

/** What entries count for that do not verify: they can only make a range longer. */
async function judgeForeign(ledger: LedgerComment, head: string, tools: Tools): Promise<Judged[]> {
  const entries = liveEntries(ofBranch(ledger.foreign, tools));
  return await abortable(tools.signal, judgeAll(entries, head, tools));
}

/** The entry of a request, and what people and the agent are told of its commits. */
function describe(
  { again, followUp }: Extract<Next, { kind: "send" }>,
  { changes, base, startsHere, isDiverged }: CommitRange,
  foreign: readonly Judged[],
  head: string,
  ledger: LedgerComment,
  tools: Tools,
): { entry: Entry; closed: string[]; notes: RichText } {
  const { runContext } = tools;
  const { runId, attempt } = runContext;
  const closed = linksOf(again.filter(({ verdict }) => verdict === "closed"));
  const pull = followUp?.facts.pull;
  const entry: Entry = {
    id: Math.max(0, ...ledger.entries.map(({ id }) => id)) + 1,
    ...{ base, head, branch: branchOf(tools), runId, attempt },
    commits: changes.totalCommits,
    since: changes.start?.date,
    at: sharedTime(tools),
    phase: "sending",
    pull: pull && withoutHead(pull),
    tip: pull?.head,
    again: again.map(({ entry: { id } }) => id),
    repeats: closed.length > 0,
    startsHere: startsHere || undefined,
    forgotten:
      foreign.length === 0
        ? undefined
        : linksOf(foreign.filter(({ facts }) => facts.pull?.state === "open")),
    isCut: !changes.complete || undefined,
  };
  const notes = notesText(
    {
      entry,
      isDiverged,
      closed,
      isLost: again.some(({ verdict }) => verdict === "lost"),
      undone: again.filter(({ verdict }) => verdict === "undone").map((one) => one.entry),
    },
    ledgerPlace(tools),
  );
  return { entry, closed, notes };
}

/** The links to the pull requests of these entries. */
function linksOf(judged: readonly Judged[]): string[] {
  return judged.flatMap(({ facts }) => facts.pull?.link ?? []);
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
