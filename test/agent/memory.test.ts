import { describe, expect, test } from "vitest";
import { type Identity, type Marker, writeMarker } from "../../src/agent/marker.ts";
import { emptyMemory, readMemory } from "../../src/agent/memory.ts";
import type { Comment } from "../../src/github/comments.ts";
import { identity, marker, prLink, signerOf } from "./fixture.ts";
import { entryOf } from "./ledger-fixture.ts";

const signer = signerOf();
/** A comment with this marker; by another login or under another key, it is not ours. */
const written = (
  id: number,
  more: Partial<Marker> = {},
  login = "docs[bot]",
  by = signer,
): Comment => ({
  ...{ id, url: "", login },
  body: writeMarker(by, { ...marker, ...more }),
});
/** One that is signed for another place or with another key. */
const foreign = (more: Partial<Marker>, by = signerOf({}, "x")) =>
  written(50, more, "docs[bot]", by);
const read = (
  comments: readonly Comment[],
  more: Partial<Identity> = {},
  isShared = false,
  time = now,
) => readMemory(comments, signer, { ...identity, attempt: 2, ...more, isShared }, time);

/** Long after everything. */
const now = 10_000_000;
const sent: Marker["state"] = { kind: "sent" };
const { state: accepted } = marker;

describe("what an earlier attempt did", () => {
  test.each<[string, Comment[], Marker["state"] | undefined]>([
    ["an empty thread says nothing", [], undefined],
    ["is what its marker says", [written(50)], accepted],
    ["in a stranger's copy of a first body", [written(50, { login: undefined }, "mallory")], sent],
    ["not what another run did", [written(50, { runId: "1002" })], undefined],
    ["not what another job or step did", [written(50, { step: "other" })], undefined],
    ["not what another conversation did", [written(50, { conversation: "api" })], undefined],
    [
      "not what another command asked for",
      [written(50, { command: "issue-comment:42" })],
      undefined,
    ],
    ["not what this attempt does", [written(50, { attempt: 3 })], undefined],
    ["not what links a pull request", [written(50, { isLink: true })], undefined],
    ["the newest counts", [written(50, { time: 9, state: sent }), written(51, { time: 8 })], sent],
    ["of equal ones the oldest comment", [written(51, { state: sent }), written(50)], accepted],
    [
      "attempts before times",
      [written(50, { time: 9 }), written(51, { time: 8, attempt: 2, state: sent })],
      sent,
    ],
  ])("%s", (_, comments, state) => {
    expect(read(comments, { attempt: 3 }).lastState).toEqual(state);
  });
});

describe("what nobody can know any more", () => {
  const run = { command: "", runId: "1001", attempt: 3 };
  const shared = (names: string[], more: Partial<Marker> = {}) =>
    written(50, { command: "", isShared: true, runId: "2000", earlier: names, ...more });
  const notSentState = { kind: "not-sent" } as const;
  const notSent = foreign({ ...run, attempt: 1, state: notSentState });
  const takenOver = /^a later run has taken over/;
  const otherKey = /^the comment that remembers it was signed with another key/;

  test.each<[string, Comment[], RegExp | undefined]>([
    ["nothing is there", [], undefined],
    ["the shared comment holds this run", [shared([], { runId: "1001" })], undefined],
    ["a later run has taken it over", [shared(["1999.1", "1001.1"])], takenOver],
    ["after a second attempt", [shared(["1001.2", "1999.1"])], takenOver],
    ["this attempt, or a later one", [shared(["1001.3", "1001.4"])], undefined],
    ["a run whose name begins like this one's", [shared(["10011.1", "100.1"])], undefined],
    ["the shared comment of another step", [shared(["1001.1"], { step: "other" })], undefined],
    ["of another conversation", [shared(["1001.1"], { conversation: "api" })], undefined],
    ["this run's, under another key", [foreign(run)], undefined],
    ["one that says that nothing was sent", [notSent], undefined],
    ["beside one that says more", [notSent, foreign({ ...run, attempt: 2 })], otherKey],
    [
      "one of which nothing was sent, but that has taken over what may be",
      [
        foreign({
          ...run,
          ...{ isShared: true, runId: "2000", earlier: ["1001.1"] },
          state: notSentState,
        }),
      ],
      otherKey,
    ],
    ["this run's earlier attempt, under another key", [foreign({ ...run, attempt: 2 })], otherKey],
    [
      "another run's, under another key",
      [foreign({ ...run, runId: "1002", attempt: 1 })],
      undefined,
    ],
  ])("%s", (_, comments, why) => {
    const { forgotten } = read(comments, run, true);
    if (why === undefined) expect(forgotten).toBeUndefined();
    else expect(forgotten).toMatch(why);
  });

  test.each<[string, Comment[], boolean]>([
    ["two comments", [written(50), written(51, { state: sent })], true],
    [
      "two comments of the newest attempt",
      [written(50, { attempt: 2 }), written(51, { attempt: 2, time: 9 })],
      true,
    ],
    ["one comment for each attempt", [written(50), written(51, { attempt: 2 })], false],
    [
      "two of an attempt before the newest",
      [written(50), written(51, { time: 9 }), written(52, { attempt: 2 })],
      false,
    ],
    [
      "one comment and a copy of its first body",
      [written(50), written(51, { login: undefined }, "mallory")],
      false,
    ],
  ])("an attempt, of two calls of a reusable workflow, may have: %s", (_, comments, isTwofold) => {
    const { forgotten, own } = read(comments, { attempt: 3 });
    expect(forgotten?.includes("give each a “conversation” of its own")).toBe(
      isTwofold || undefined,
    );
    expect(own === undefined).toBe(isTwofold);
  });

  test("is nothing on a first attempt, where a marker that does not verify may be a stranger's", () => {
    const stranger = foreign({ runId: "1001", attempt: 0 });
    expect(read([stranger], { attempt: 1 }).forgotten).toBeUndefined();
    expect(read([stranger], { attempt: 2 }).forgotten).toMatch(otherKey);
  });

  test("matters only where no marker of ours says it", () => {
    expect(read([foreign({ attempt: 1 }), { ...written(50), id: 51 }])).toMatchObject({
      lastState: accepted,
      forgotten: undefined,
    });
  });
});

describe("a command is taken", () => {
  test.each<[string, Comment, boolean]>([
    ["sent by another run", written(50, { runId: "1002", state: sent }), true],
    ["accepted for another run", written(50, { runId: "1002" }), true],
    ["by another job or step of this run", written(50, { step: "other" }), true],
    ["by another leg of a matrix, in this attempt", written(50, { attempt: 2 }), true],
    ["not by an earlier attempt of this run", written(50), false],
    [
      "not by a run that sent nothing",
      written(50, { runId: "1002", state: { kind: "not-sent" } }),
      false,
    ],
    ["not in another conversation", written(50, { runId: "1002", conversation: "api" }), false],
    [
      "not where another command is",
      written(50, { runId: "1002", command: "issue-comment:42" }),
      false,
    ],
    ["not by the comment on its pull request", written(50, { runId: "1002", isLink: true }), false],
    [
      "sent by another run, in a first body",
      written(50, { runId: "1002", state: sent, login: undefined }),
      true,
    ],
  ])("%s", (_, comment, isTaken) => {
    expect(read([comment]).isTaken).toBe(isTaken);
  });

  test("never where a workflow started the run", () => {
    expect(read([written(50, { runId: "1002", command: "" })], { command: "" }).isTaken).toBe(
      false,
    );
  });
});

describe("the conversation's job", () => {
  const job = (id: string, at: number, link?: string) => ({
    job: { id, at, prLink: link },
    runId: id,
  });
  const link = written(50, { ...job("job_2", 5), isLink: true });
  const weekly = (id: string, at: number) =>
    written(40 + at, { ...job(id, at), command: "", conversation: "merges" });
  test.each<[string, Comment[], Partial<Identity>, string | undefined]>([
    [
      "none where a request was not accepted",
      [written(50, { job: undefined, state: sent })],
      {},
      undefined,
    ],
    [
      "the one that accepted a request last, not the one told of last",
      [written(50, { ...job("job_2", 9), time: 1 }), written(51, { ...job("job_3", 8), time: 99 })],
      {},
      "job_2",
    ],
    [
      "of the same time, the one with a pull request",
      [written(50, job("job_2", 5)), written(51, job("job_3", 5, prLink))],
      {},
      "job_3",
    ],
    [
      "of the same time, else the oldest comment's",
      [written(51, job("job_3", 5)), written(50, job("job_2", 5))],
      {},
      "job_2",
    ],
    [
      "of its own conversation alone",
      [written(50, job("job_2", 5))],
      { conversation: "api" },
      undefined,
    ],
    ["for commands, also what links a pull request", [link], {}, "job_2"],
    ["on that, no workflow's", [link, weekly("job_3", 6)], {}, "job_2"],
    ["for workflows, not what links a pull request", [link], { command: "" }, undefined],
    [
      "not that of a first body",
      [written(50, { ...job("job_2", 5), login: undefined })],
      {},
      undefined,
    ],
    [
      "for commands, a link of whatever conversation",
      [written(50, { ...job("job_2", 5), isLink: true, conversation: "merges" })],
      {},
      "job_2",
    ],
    ["for commands of another conversation, too", [link], { conversation: "api" }, "job_2"],
    [
      "for commands, the newest of all, also the workflows'",
      [weekly("job_2", 5), weekly("job_3", 6)],
      {},
      "job_3",
    ],
    [
      "for commands, also where the thread has one of its own",
      [written(50, job("job_2", 5)), weekly("job_3", 6)],
      {},
      "job_3",
    ],
    [
      "for workflows, only that of their conversation",
      [weekly("job_2", 5)],
      { command: "" },
      undefined,
    ],
  ])("%s", (_, comments, more, id) => {
    expect(read(comments, more).job?.id).toBe(id);
  });

  test.each<[string, Comment, boolean]>([
    ["another request was sent a moment ago", written(50, { runId: "1002", state: sent }), true],
    [
      "it was a follow-up",
      written(50, { runId: "1002", state: { kind: "sent", to: "job_1" } }),
      false,
    ],
    ["a first body says so", written(50, { runId: "1002", state: sent, login: undefined }), true],
    [
      "it was of another conversation",
      written(50, { runId: "1002", state: sent, conversation: "api" }),
      false,
    ],
    ["it was an earlier attempt of this run", written(50, { state: sent }), false],
  ])("may not be known yet where %s", (_, comment, expected) => {
    expect(read([comment], {}, false, marker.time).mayHaveJob).toBe(expected);
  });
});

describe("by GitHub's clock, a request was sent a moment ago", () => {
  const written1 = (time: number) => written(50, { runId: "1002", state: sent, time });

  test.each<[string, Comment[], boolean]>([
    ["less than a minute ago", [written1(now - 59_999)], true],
    ["but for a minute ago", [written1(now - 60_000)], false],
    ["also at a time ahead of now, as GitHub's are whole seconds", [written1(now + 999)], true],
    ["but for a time far ahead", [written1(now + 60_000)], false],
    [
      "as its first attempt has, whose comment a re-run has written since",
      [
        written(50, {
          runId: "1002",
          attempt: 2,
          state: { ...sent, at: now - 60_000 },
          time: now,
        }),
      ],
      false,
    ],
  ])("%s", (_, comments, expected) => {
    expect(read(comments).mayHaveJob).toBe(expected);
  });
});

describe("the comment to edit", () => {
  const shared = { isShared: true, command: "" };
  test.each<[string, Comment[], boolean, number | undefined]>([
    ["that of an earlier attempt", [written(50), written(51, { runId: "1002" })], false, 50],
    ["none of another run", [written(50, { runId: "1002" })], false, undefined],
    [
      "the shared one of the step, of any run",
      [written(50, { ...shared, runId: "1002" })],
      true,
      50,
    ],
    ["none of another step", [written(50, { ...shared, step: "other" })], true, undefined],
    ["none that is not shared", [written(50, { command: "" })], true, undefined],
    ["none of another leg of a matrix", [written(50, { ...shared, attempt: 2 })], true, undefined],
    [
      "of two shared ones the newest",
      [written(50, { ...shared, runId: "1000", time: 1 }), written(51, { ...shared, time: 2 })],
      true,
      51,
    ],
    [
      "never a first body, which may be a copy",
      [written(50, { state: sent, login: undefined })],
      false,
      undefined,
    ],
  ])("%s", (_, comments, isShared, id) => {
    expect(read(comments, isShared ? { command: "" } : {}, isShared).own?.comment.id).toBe(id);
  });
});

test("of jobs in comments and ledgers, a command continues the newest", () => {
  const idAt = (time: number) => {
    const entry = entryOf({ at: 5_000_000, jobId: "job_2" });
    const ledger = { conversation: "merges", version: 1, entries: [entry] };
    const comment = written(50, { job: { id: "job_1", at: time } });
    return readMemory([comment], signer, identity, now, [ledger]).job?.id;
  };
  expect([idAt(9_000_000), idAt(1000)]).toEqual(["job_1", "job_2"]);
});

test.each([
  ["continued by a command", identity.command, entryOf().jobId],
  ["not by another run of a workflow", "", undefined],
])("the job of a ledger is %s", (_, command, id) => {
  const ledger = { conversation: identity.conversation, version: 1, entries: [entryOf()] };
  expect(readMemory([], signer, { ...identity, command }, now, [ledger]).job?.id).toBe(id);
});

test("an empty thread is remembered like one that is not read", () => {
  expect(read([])).toEqual(emptyMemory);
});
