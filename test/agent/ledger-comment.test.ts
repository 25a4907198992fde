import { describe, expect, test } from "vitest";
import type { Entry } from "../../src/agent/ledger.ts";
import { LedgerComment } from "../../src/agent/ledger-comment.ts";
import { signerOf } from "../../src/agent/marker.ts";
import { RunThread } from "../../src/agent/thread.ts";
import type { Tools } from "../../src/agent/tools.ts";
import { outcomeOf } from "../every-outcome.ts";
import { FakeGitHub } from "../github/fake-github.ts";
import { contentsOf, progress, toolsOf } from "./fixture.ts";
import { a, b, c, entryOf, now } from "./ledger-fixture.ts";

const given = {
  prompt: "x",
  "issue-number": "7",
  "diff-range": "since-last",
  conversation: "merges",
};
const commits = { base: b, head: c };

/** The ledger as a run sees it that has read the thread. */
async function ledgerOf(gitHub: FakeGitHub, runId: string, more: Partial<Tools> = {}) {
  const { tools, warnings } = toolsOf({ gitHub, with: given, env: { GITHUB_RUN_ID: runId } });
  const all = { ...tools, ...more };
  const ledger = new LedgerComment(new RunThread({ trigger: undefined }, all), all);
  await ledger.read();
  return { ledger, warnings };
}

/** A run announces an entry. */
async function announced(
  gitHub: FakeGitHub,
  runId: string,
  more: Partial<Entry> = {},
  tools?: Partial<Tools>,
) {
  const { ledger, warnings } = await ledgerOf(gitHub, runId, tools);
  const id = Math.max(0, ...ledger.entries.map((entry) => entry.id)) + 1;
  ledger.take(
    entryOf({ id, runId, at: now, phase: "sending", jobId: undefined, pull: undefined, ...more }),
  );
  await ledger.announce({ ...progress, isFollowUp: more.tip !== undefined });
  return { ledger, warnings };
}

/** What a run reads that comes later, newest entry first. */
async function later(gitHub: FakeGitHub, more: Partial<Tools> = {}) {
  const { ledger } = await ledgerOf(gitHub, "900", more);
  return ledger;
}
const phases = async (gitHub: FakeGitHub) =>
  (await later(gitHub)).entries.map(({ runId, phase }) => `${runId} ${phase}`);

const ended = { ...progress, outcome: outcomeOf("pull-request"), contents: contentsOf() };
const busy = { reason: "busy" };

/** A clock that waits until it is told to go on. */
function heldClock() {
  const { clock } = toolsOf().tools;
  const going = Promise.withResolvers<void>();
  const asleep = Promise.withResolvers<void>();
  const sleep = () => {
    asleep.resolve();
    return going.promise;
  };
  return {
    tools: { clock: { ...clock, now: () => now, sleep } },
    asleep: asleep.promise,
    go: going.resolve,
  };
}

describe("the comment of a ledger", () => {
  test("does not bring back an entry that has become one with a newer one", async () => {
    const gitHub = new FakeGitHub();
    const early = await announced(gitHub, "100", { base: a, head: b });
    await early.ledger.write(progress);
    await early.ledger.write(ended);
    const late = await announced(gitHub, "101", commits);
    await late.ledger.write(progress);
    await late.ledger.write(ended);
    const joined = [{ base: a, head: c, runId: "101" }];
    expect((await later(gitHub)).entries).toMatchObject(joined);
    // A check of the pull request has ended since.
    await early.ledger.write(ended);
    expect((await later(gitHub)).entries).toMatchObject(joined);
  });

  test("says that a request is on its way, then which job it is, then what became of it", async () => {
    const gitHub = new FakeGitHub();
    const { ledger } = await announced(gitHub, "100");
    expect(ledger.isRemembered).toBe(true);
    expect(await phases(gitHub)).toEqual(["100 sending"]);
    await ledger.write(progress);
    expect((await later(gitHub)).entries).toMatchObject([{ phase: "sent", jobId: "job_1" }]);
    await ledger.write(ended);
    const [entry] = (await later(gitHub)).entries;
    expect(entry).toMatchObject({ phase: "ended", pull: { state: "open" } });
    expect(gitHub.own()).toHaveLength(1);
  });

  // biome-ignore format: a table is read by its rows
  test.each<[string, Parameters<LedgerComment["write"]>[0], Partial<Entry>]>([
    ["a job that failed", { ...progress, outcome: outcomeOf("failed") }, { phase: "undone", why: "failed" }],
    ["one that was archived", { ...progress, outcome: outcomeOf("archived") }, { phase: "undone", why: "archived" }],
    ["no pull request", { ...progress, outcome: outcomeOf("no-changes") }, { phase: "ended" }],
    ["a follow-up that came too late", { ...progress, outcome: outcomeOf("no-changes"), contents: contentsOf({ isUnchanged: true }, { state: "merged" }) }, { phase: "undone", why: "late" }],
    ["a pull request that GitHub never shows", { ...progress, outcome: outcomeOf("pull-request"), prLink: "https://github.com/acme/docs/pull/3", isHidden: true }, { phase: "ended", pull: { link: "https://github.com/acme/docs/pull/3", state: "hidden" } }],
    ["one that GitHub does not show just now", { ...progress, outcome: outcomeOf("pull-request"), prLink: "https://github.com/acme/docs/pull/3" }, { phase: "sent" }],
    ["a run that gave up", { ...progress, outcome: outcomeOf("timeout") }, { phase: "sent" }],
    ["a request that was refused", { ...progress, state: { kind: "not-sent" }, outcome: outcomeOf("error", "payment") }, { phase: "undone", why: "payment" }],
    ["a request whose fate is unknown", { ...progress, state: { kind: "sent" }, outcome: outcomeOf("error", "uncertain") }, { phase: "sending" }],
  ])("remembers %s", async (_, shown, expected) => {
    const gitHub = new FakeGitHub();
    const { ledger } = await announced(gitHub, "100");
    await ledger.write(shown);
    expect((await later(gitHub)).entries).toMatchObject([expected]);
  });

  test("says that nothing was sent where the run is cancelled while it announces its request", async () => {
    const gitHub = new FakeGitHub();
    const { ledger } = await ledgerOf(gitHub, "100");
    ledger.take(entryOf({ runId: "100", at: now, phase: "sending", jobId: undefined }));
    const announcing = ledger.announce(progress);
    await ledger.write({
      ...progress,
      state: { kind: "not-sent" },
      outcome: outcomeOf("cancelled"),
    });
    await announcing;
    expect(await phases(gitHub)).toEqual(["100 undone"]);
  });

  test("keeps the entries of others, also those that were written meanwhile", async () => {
    const gitHub = new FakeGitHub();
    const first = await announced(gitHub, "100");
    await first.ledger.write(progress);
    const second = await announced(gitHub, "101", commits);
    await first.ledger.write(ended);
    await second.ledger.write({ ...progress, outcome: outcomeOf("failed") });
    expect(await phases(gitHub)).toEqual(["101 undone", "100 ended"]);
  });

  test("is written anew, with all that it said, where somebody deletes it", async () => {
    const gitHub = new FakeGitHub();
    const first = await announced(gitHub, "99", { base: a, head: b });
    await first.ledger.write(ended);
    const { ledger } = await announced(gitHub, "100", commits);
    gitHub.delete(gitHub.own()[0]?.id ?? 0);
    await ledger.write(progress);
    expect(await phases(gitHub)).toEqual(["100 sent", "99 ended"]);
  });

  test("is replaced by another one where GitHub refuses to edit it, and then that one counts", async () => {
    const gitHub = new FakeGitHub();
    const { ledger } = await announced(gitHub, "100");
    await ledger.write(ended);
    gitHub.refuse({
      method: "PATCH",
      path: new RegExp(`comments/${gitHub.own()[0]?.id}$`),
      status: 403,
    });
    const second = await announced(gitHub, "101", commits);
    await second.ledger.write(progress);
    expect(await phases(gitHub)).toEqual(["101 sent", "100 ended"]);
    expect(gitHub.own()).toHaveLength(2);
    const third = await announced(gitHub, "102", { base: c, head: a });
    expect(third.ledger.isRemembered).toBe(true);
  });

  test("costs a warning where the job cannot be remembered, and nothing is known of the answer then", async () => {
    const gitHub = new FakeGitHub();
    const { ledger, warnings } = await announced(gitHub, "100");
    gitHub.refuse({ method: "PATCH|POST", path: /comments/, status: 502 });
    await ledger.write(progress);
    gitHub.allowAll();
    expect(warnings()).toEqual([expect.stringContaining("could not be written")]);
    expect(await phases(gitHub)).toEqual(["100 sending"]);
  });
});

describe("nothing is sent where", () => {
  test.each([
    ["GitHub refuses the announcement", { method: "PATCH|POST", path: /comments/, status: 403 }],
    ["GitHub does not show the comments", { method: "GET", path: /comments/, status: 502 }],
  ])("%s", async (_, refusal) => {
    const gitHub = new FakeGitHub();
    gitHub.refuse(refusal);
    await expect(announced(gitHub, "100")).rejects.toMatchObject({ reason: "github" });
  });

  test("the comment would be longer than GitHub allows", async () => {
    const gitHub = new FakeGitHub();
    const { ledger } = await announced(gitHub, "100");
    await ledger.write(progress);
    const again = Array.from({ length: 20_000 }, (_, id) => id);
    await expect(announced(gitHub, "101", { again })).rejects.toThrow(/table of commits is full/);
    expect(await phases(gitHub)).toEqual(["100 sent"]);
  });

  test("another run has announced a request since this one has read the thread", async () => {
    const gitHub = new FakeGitHub();
    const { ledger } = await ledgerOf(gitHub, "101");
    await announced(gitHub, "100");
    ledger.take(entryOf({ runId: "101", at: now, phase: "sending" }));
    await expect(ledger.announce(progress)).rejects.toMatchObject(busy);
    expect([ledger.isRemembered, await ledger.write(ended)]).toEqual([false, false]);
    expect(await phases(gitHub)).toEqual(["100 sending"]);
  });

  test("another run writes over the announcement, which it had not seen", async () => {
    const gitHub = new FakeGitHub();
    const { ledger } = await announced(gitHub, "99", { base: a, head: b });
    await ledger.write(ended);
    const comment = gitHub.own()[0] ?? expect.fail();
    const before = comment.body;
    const { tools, asleep, go } = heldClock();
    const slow = announced(gitHub, "100", commits, tools);
    await asleep;
    // The other run has read what was there before, and writes just behind this one.
    const written = comment.body;
    comment.body = before;
    const meanwhile = () => {
      comment.body = written;
    };
    gitHub.refuse({ method: "PATCH", path: /comments/, times: 1, meanwhile });
    await announced(gitHub, "101", commits);
    go();
    await expect(slow).rejects.toMatchObject(busy);
    expect(await phases(gitHub)).toEqual(["101 sending", "99 ended"]);
  });

  test.each([false, true])(
    "two runs begin the ledger at once: the older comment counts (nameless: %s)",
    async (isNameless) => {
      const gitHub = new FakeGitHub();
      const { tools, asleep, go } = heldClock();
      const { ledger } = await ledgerOf(gitHub, "101");
      ledger.take(entryOf({ runId: "101", at: now, phase: "sending" }));
      if (isNameless) gitHub.refuse({ method: "PATCH", path: /comments/, status: 502 });
      const first = announced(gitHub, "100", {}, tools);
      first.catch(() => {});
      if (isNameless) await expect.poll(() => gitHub.own().length).toBe(1);
      else await asleep;
      // This one lists the comments before the first one is there.
      gitHub.allowAll();
      const hidden = gitHub.issueComments.splice(0);
      const meanwhile = () => void gitHub.issueComments.push(...hidden);
      gitHub.refuse({ method: "POST", path: /comments/, times: 1, meanwhile });
      await expect(ledger.announce(progress)).rejects.toMatchObject(busy);
      expect(gitHub.own().map(({ id }) => id)).toEqual(hidden.map(({ id }) => id));
      go();
      if (!isNameless) expect((await first).ledger.isRemembered).toBe(true);
    },
  );
});

describe("strangers get nothing:", () => {
  test("a copy of our comment is no ledger", async () => {
    const gitHub = new FakeGitHub();
    const { ledger } = await announced(gitHub, "100");
    const copy = gitHub.write("stranger", gitHub.own()[0]?.body ?? "");
    await ledger.write(ended);
    expect(await phases(gitHub)).toEqual(["100 ended"]);
    gitHub.delete(gitHub.own()[0]?.id ?? 0);
    expect((await later(gitHub)).entries).toEqual([]);
    expect(copy.body).toContain("docs-agent:ledger");
  });

  test("a copy of our first body, which names nobody, is read, and never edited", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ method: "PATCH", path: /comments/, status: 502 });
    await announced(gitHub, "100").catch(() => {});
    gitHub.allowAll();
    const copy = gitHub.write("stranger", gitHub.own()[0]?.body ?? "");
    gitHub.delete(gitHub.own()[0]?.id ?? 0);
    const { body } = copy;
    const { ledger } = await ledgerOf(gitHub, "101");
    expect(ledger.entries).toMatchObject([{ phase: "sending" }]);
    ledger.take(entryOf({ id: 2, runId: "101", at: now, phase: "sending", again: [1] }));
    await ledger.announce(progress);
    expect([copy.body, gitHub.own().length]).toEqual([body, 1]);
  });

  test.each([
    ["an app's comment under another key", "docs[bot]", ["100"]],
    ["a person's", "stranger", []],
  ])("%s counts for a longer range at most", async (_, login, runIds) => {
    const gitHub = new FakeGitHub();
    Object.assign(gitHub, { bot: login });
    const { connection } = toolsOf().tools;
    const other = { connection: { ...connection, key: "mint_another_key" } };
    await announced(gitHub, "100", {}, other);
    const ledger = await later(gitHub);
    expect(ledger.entries).toEqual([]);
    expect(ledger.foreign.map(({ runId }) => runId)).toEqual(runIds);
  });

  test("of the tables under two earlier keys the one of the newer key counts, however often the other was written", async () => {
    const gitHub = new FakeGitHub();
    const { connection } = toolsOf().tools;
    const under = (key: string) => ({ connection: { ...connection, key } });
    const { ledger } = await announced(gitHub, "100", {}, under("mint_oldest_key"));
    await ledger.write(ended);
    await announced(gitHub, "101", {}, under("mint_old_key"));
    const { foreign } = await later(gitHub);
    expect(foreign.map(({ runId }) => runId)).toEqual(["101"]);
  });

  test("a copy by an app, of a ledger under another key, is not one by whom it names", async () => {
    const gitHub = new FakeGitHub();
    const { connection } = toolsOf().tools;
    await announced(gitHub, "100", {}, { connection: { ...connection, key: "mint_another_key" } });
    gitHub.write("echo[bot]", gitHub.own()[0]?.body ?? "");
    gitHub.delete(gitHub.own()[0]?.id ?? 0);
    expect((await later(gitHub)).foreign).toEqual([]);
  });

  test("what names its author counts before what may be a copy, however often that was written", async () => {
    const gitHub = new FakeGitHub();
    const { ledger } = await announced(gitHub, "100");
    const { tools } = toolsOf({ gitHub });
    const nameless = { conversation: "merges", version: 99, entries: [entryOf({ runId: "1" })] };
    gitHub.write("stranger", signerOf(7, tools, "ledger").write(JSON.stringify(nameless)));
    await ledger.write(ended);
    expect(await phases(gitHub)).toEqual(["100 ended"]);
  });

  test("another conversation has a ledger of its own", async () => {
    const gitHub = new FakeGitHub();
    await announced(gitHub, "100");
    const { tools } = toolsOf({ gitHub, with: { ...given, conversation: "client" } });
    const ledger = new LedgerComment(new RunThread({ trigger: undefined }, tools), tools);
    await ledger.read();
    expect([ledger.entries, ledger.foreign]).toEqual([[], []]);
  });
});
