import { ActionError } from "../errors.ts";
import type { GitHub } from "../github/client.ts";
import { namesOf } from "../names.ts";
import type { Outcome } from "../outcomes.ts";
import { code, richText, toPlainText } from "../text/rich-text.ts";
import { askGitHub, Commits } from "./commit-range.ts";
import { renderContext } from "./context.ts";
import type { Sending } from "./decide.ts";
import { follow, watch } from "./follow.ts";
import { acceptedAt, type Entry, type Judged } from "./ledger.ts";
import { LedgerComment, ledgerPlace, otherRun } from "./ledger-comment.ts";
import { newEntry } from "./ledger-entry.ts";
import { decideNext, foreignIn, judgeLive } from "./ledger-next.ts";
import { gapText, notesText, rangeText } from "./ledger-text.ts";
import type { Run } from "./run-state.ts";
import { dryRun, sendOrReplace, uncertainError } from "./send.ts";
import { skippedFor } from "./sentences.ts";

/**
 * Sends what a conversation has not documented yet, up to where the branch of the run is now (`diff-range: since-last`), and
 * waits for the end. Throws what `runRequest` makes an outcome of.
 */
export async function documentCommits(run: Run, github: GitHub): Promise<Outcome> {
  const { tools, thread } = run;
  const { inputs, log } = tools;
  // A release that was deleted, for example.
  if (tools.event.diffSource === "nothing") {
    return skippedFor("no-diff");
  }
  const commits = await askGitHub(Commits.read(github, tools), tools);

  // 1. What does the ledger say, and what became of its entries?
  const ledger = new LedgerComment(thread, tools);
  run.comment = ledger;
  const { next, judged } = await decideNext(ledger, commits, run);

  // 2. Decide.
  if (next.kind === "busy") {
    throw otherRun();
  }
  if (next.kind === "watch") {
    return await watchEntry(next.entry, ledger, run);
  }
  if (next.kind === "uncertain") {
    const { tip, jobId: to } = next.entry;
    if (to !== undefined) {
      throw sentBefore(to, run);
    }
    run.advance({ range: rangeText(next.entry, ledgerPlace(tools)) });
    const why =
      "an earlier attempt of this run may have sent the request, and what the service answered is not known";
    throw uncertainError({ to, why }, tip !== undefined, run);
  }
  if (next.kind !== "send") {
    await ledger.show();
    return skippedFor(
      "no-diff",
      richText`There is no new commit since the newest row of the table.`,
    );
  }
  // Where the key changed, the branch has no entry under the new one yet. Those under the old one say how far back to begin.
  const ofOtherKey = await judgeLive(foreignIn(ledger, tools), commits.head, tools);
  const foreign = await askGitHub(commits.withoutLater(ofOtherKey), tools);
  const isForeign = foreign.length > 0;
  const range = await askGitHub(commits.rangeAfter(isForeign ? foreign : judged, isForeign), tools);
  const { runId, attempt, step } = thread.identity;
  const by = { runId, attempt, step };
  const news = newEntry(next, range, foreign, commits.head, ledger, by, tools);
  const { entry, closed } = news;
  const place = ledgerPlace(tools);
  const context = renderContext(run.request, range.changes, tools);
  if (context.skipped !== undefined) {
    await ledger.record({ ...entry, phase: "nothing" });
    const counts = entry.commits === 0 ? [] : richText` What was skipped counts as documented.`;
    run.advance({ notes: [...counts, ...gapText(entry, place)] });
    return context.skipped;
  }
  const covers = rangeText(entry, place);
  const notes = notesText(news, place);
  run.closed = closed;
  run.advance({ range: covers, notes });
  log.info(toPlainText(richText`${covers}${notes}`));

  // 3. Send, once.
  const sending = sendingOf(next.followUp);
  if (inputs["dry-run"]) {
    return dryRun(sending, context, run);
  }
  ledger.take(entry);
  await sendOrReplace(sending, Promise.resolve(context), run);

  // 4. Wait.
  return await follow(run);
}

/** The error of a re-run whose earlier attempt has sent its request under another key. */
function sentBefore(jobId: string, { tools }: Run): ActionError {
  const { dashboard } = namesOf(tools.connection.base);
  return new ActionError(
    "busy",
    richText`This run has sent its request under another key, as job ${code(jobId)}, so nothing was sent again.`,
    richText`Look for its pull request in the ${dashboard}.`,
  );
}

function sendingOf(followUp: Judged | undefined): Sending {
  const jobId = followUp?.entry.jobId;
  if (jobId === undefined) {
    return { kind: "create", replaces: undefined };
  }
  const pull = followUp?.facts.pull;
  return { kind: "message", jobId, isFromThread: true, status: "completed", pull };
}

/** Waits for the job that an earlier attempt of this run began. */
async function watchEntry(entry: Entry, ledger: LedgerComment, run: Run): Promise<Outcome> {
  const { jobId = "", tip, phase, pull } = entry;
  ledger.take(entry);
  const as = tip === undefined ? "job" : "follow-up";
  const ended = phase === "ended";
  const resumed = { kind: "accepted", jobId, as, at: acceptedAt(entry), ended } as const;
  const plan = { kind: "watch", jobId, resumed, tip: ended ? undefined : tip } as const;
  run.setPlan(plan);
  run.advance({ prLink: pull?.link });
  return await watch(plan, run);
}
