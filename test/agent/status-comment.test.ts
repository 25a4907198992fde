import { describe, expect, test, vi } from "vitest";
import {
  type AcceptedState,
  type Marker,
  readMarkers,
  stepName,
  writeMarker,
} from "../../src/agent/marker.ts";
import { emptyMemory, type Memory } from "../../src/agent/memory.ts";
import type { Progress } from "../../src/agent/progress.ts";
import type { PullContents } from "../../src/agent/pull-contents.ts";
import { recall } from "../../src/agent/recall.ts";
import { endOf } from "../../src/agent/sentences.ts";
import { StatusComment } from "../../src/agent/status-comment.ts";
import { RunThread } from "../../src/agent/thread.ts";
import type { Tools } from "../../src/agent/tools.ts";
import type { TriggerText } from "../../src/github/event.ts";
import type { CommentEdit } from "../../src/runner/files.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { FakeGitHub, noAccess, type Refusal } from "../github/fake-github.ts";
import { says } from "../says.ts";
import { reset } from "../service/fake-service.ts";
import { contentsOf, identity, marker, progress, signerOf, toolsOf, trigger } from "./fixture.ts";

type Setup = Parameters<typeof toolsOf>[0] & { trigger?: TriggerText | undefined };

const sending: Progress = { ...progress, state: { kind: "sent" }, jobId: undefined };
const working = progress;
const done: Progress = { ...working, outcome: endOf("no-changes", working) };
/** An inline comment in the review thread that begins with this comment. */
const onLine = (rootCommentId: number): TriggerText => ({
  ...trigger,
  kind: "review-comment",
  commentId: rootCommentId,
  inline: { path: "a.ts", startLine: undefined, line: 1, hunk: "", rootCommentId },
});
/** What the comment remembers while the agent works. */
const { state } = working;
const job = { id: "job_1", at: 1000 };

/** The thread and the comment of a command, or of another run. */
function threadOf(tools: Tools, setup: Setup = {}) {
  const thread = new RunThread({ trigger: "trigger" in setup ? setup.trigger : trigger }, tools);
  const remember = () => recall(thread, tools);
  const commentOf = (memory: Memory) => new StatusComment(memory.own, thread, tools);
  return { thread, remember, commentOf };
}

/** The thread of a command, or of another run; it has read what thread 7 remembers. */
async function start(setup: Setup = {}) {
  const { gitHub = new FakeGitHub() } = setup;
  const run = toolsOf({ gitHub, ...setup });
  const { thread, remember, commentOf } = threadOf(run.tools, setup);
  const memory = await remember();
  const comment = commentOf(memory);
  run.requests.length = 0;
  return { ...run, gitHub, thread, comment, memory };
}

/** What the comment with this body remembers, whoever wrote it. */
function remembered(body = "", login = "docs[bot]"): Marker | undefined {
  const { ours, unsure } = readMarkers([{ id: 1, url: "", body, login }], signerOf());
  return [...ours, ...unsure][0]?.marker;
}
const bodies = (gitHub: FakeGitHub) => gitHub.own().map(({ body }) => body);

/** A comment that a run of this step, or of this command, left on thread 7. */
function leave(gitHub: FakeGitHub, more: Partial<Marker> = {}, login = "docs[bot]") {
  const { runContext } = toolsOf().tools;
  const content = { ...marker, step: stepName(runContext, ""), ...more };
  return gitHub.write(login, writeMarker(signerOf(), content));
}

/** The comment that the runs of the step share, as the run before left it. */
const shared = { command: "", isShared: true, runId: "1000" };

describe("the status comment", () => {
  test("is created once and then edited; GitHub says whose it is, and its marker says it from then on", async () => {
    const { gitHub, comment, requests, outputs } = await start();
    expect(comment.isRemembered).toBe(false);
    expect(await comment.write(sending)).toBe(true);
    const first = { ...identity, step: expect.any(String), state: { kind: "sent" }, isLink: false };
    expect(remembered(bodies(gitHub)[0], "anybody")).toMatchObject(first);
    expect(remembered(bodies(gitHub)[0])?.login).toBeUndefined();
    expect(comment.isRemembered).toBe(true);
    expect(await comment.write(working)).toBe(true);
    expect(requests).toEqual([
      "GitHub POST /issues/7/comments",
      "GitHub PATCH /issues/comments/101",
    ]);
    expect(remembered(bodies(gitHub)[0])).toMatchObject({ state, job, login: "docs[bot]" });
    expect(bodies(gitHub)[0]).toContain(says.working);
    expect(outputs).toEqual([
      ["commentUrl", "https://github.com/acme/site/issues/7#issuecomment-101"],
    ]);
  });

  test("of an inline comment is a reply in its review thread", async () => {
    const gitHub = new FakeGitHub();
    const root = gitHub.writeInline("alice", "/docs-agent Go");
    const review = onLine(root.id);
    const { comment, requests } = await start({ gitHub, trigger: review, isPullRequest: true });
    await comment.write(working);
    await comment.write(done);
    expect(requests).toEqual([
      `GitHub POST /pulls/7/comments/${root.id}/replies`,
      "GitHub PATCH /pulls/comments/102",
    ]);
    // In another thread than the event's, it stands below that.
    const other = await start({ gitHub, trigger: review, with: { "issue-number": "8" } });
    await other.comment.write(working);
    expect(other.requests).toEqual(["GitHub POST /issues/8/comments"]);
  });

  test("of an earlier attempt is edited by the next", async () => {
    const gitHub = new FakeGitHub();
    const first = leave(gitHub);
    const { comment, memory, outputs, requests } = await start({
      gitHub,
      env: { GITHUB_RUN_ATTEMPT: "2" },
    });
    expect([memory?.lastState, outputs.map(([name]) => name)]).toEqual([
      marker.state,
      ["commentUrl"],
    ]);
    await comment.write(working);
    expect([requests, remembered(first.body)?.attempt]).toEqual([
      ["GitHub PATCH /issues/comments/101"],
      2,
    ]);
  });

  test.each<[string, Partial<Marker>, string[]]>([
    ["the request before", { earlier: [] }, ["1000.1"]],
    [
      "a dozen",
      { earlier: Array.from({ length: 12 }, (_, n) => `${n}.1`) },
      ["1000.1", ...Array.from({ length: 11 }, (_, n) => `${n}.1`)],
    ],
    ["the attempt before this one", { runId: "1001", attempt: 0, earlier: [] }, ["1001.0"]],
    ["a request that may have been sent", { state: { kind: "sent" } }, ["1000.1"]],
    ["none of what was not sent", { state: { kind: "not-sent" } }, []],
  ])(
    "that runs share is edited by the next run, and keeps the names of %s",
    async (_, more, names) => {
      const gitHub = new FakeGitHub();
      leave(gitHub, { ...shared, ...more });
      const { comment } = await start({ gitHub, trigger: undefined });
      await comment.write(working);
      await comment.write(done);
      expect(gitHub.own()).toHaveLength(1);
      expect(remembered(bodies(gitHub)[0])).toMatchObject({
        isShared: true,
        runId: "1001",
        earlier: names,
      });
    },
  );

  test.each<[string, Partial<PullContents>, "open" | "merged", Partial<AcceptedState>]>([
    ["an end that was reported", {}, "merged", { ended: true }],
    ["a follow-up without a new commit", { isUnchanged: true }, "open", { ended: true }],
    [
      "one that came too late, and may be sent again",
      { isUnchanged: true },
      "merged",
      { failed: true },
    ],
  ])("remembers %s", async (_, more, state, expected) => {
    const { gitHub, comment } = await start();
    const about = { ...working, isFollowUp: true, contents: contentsOf(more, { state }) };
    const result = expected.failed ? "no-changes" : "pull-request";
    await comment.write(about);
    await comment.write({ ...about, outcome: endOf(result, about) });
    const kept = { kind: "accepted", jobId: "job_1", as: "job", at: 1000 };
    expect(remembered(bodies(gitHub)[0])?.state).toEqual({ ...kept, ...expected });
  });

  test.each([
    ["keeps the job that a later run has named", { id: "job_2", at: 5000 }, "job_2"],
    ["names its own job, where that is younger", { id: "job_2", at: 500 }, "job_1"],
    ["keeps the job where a request was refused", { id: "job_2", at: 500 }, "job_2", sending],
  ])("that runs share %s", async (_, job, expected, shown: Progress = working) => {
    const gitHub = new FakeGitHub();
    leave(gitHub, { ...shared, job });
    const { comment } = await start({ gitHub, trigger: undefined });
    await comment.write(shown);
    expect(remembered(bodies(gitHub)[0])?.job?.id).toBe(expected);
  });

  test.each<[string, Setup, number]>([
    ["a command's", {}, 2],
    ["with comment: new", { trigger: undefined, with: { comment: "new" } }, 2],
    ["with conversation: new", { trigger: undefined, with: { conversation: "new" } }, 2],
    ["another conversation's", { trigger: undefined, with: { conversation: "api" } }, 2],
    ["a workflow's", { trigger: undefined }, 1],
  ])("is one for each request, or shared by the runs of a step: %s", async (_, setup, count) => {
    const gitHub = new FakeGitHub();
    leave(gitHub, shared);
    const { comment } = await start({ gitHub, ...setup });
    await comment.write(working);
    expect(gitHub.own()).toHaveLength(count);
  });

  test("skips news that is out of date, but not an announcement", async () => {
    const { gitHub, comment, requests } = await start();
    await Promise.all([comment.announce(sending), comment.write(working), comment.write(done)]);
    expect(requests).toEqual([
      "GitHub POST /issues/7/comments",
      "GitHub PATCH /issues/comments/101",
    ]);
    expect(gitHub.written.map((body) => remembered(body, "docs[bot]")?.state.kind)).toEqual([
      "sent",
      "accepted",
    ]);
    expect(bodies(gitHub)[0]).toContain("**No pull request.**");
  });
});

describe("a comment that is gone, refused or lost", () => {
  test.each<[string, Partial<Refusal>, string]>([
    [
      `HTTP 403: “${noAccess}”`,
      { status: 403 },
      "Give the token issues: write and pull-requests: write. If it is the job's own, add that to the permissions: of the workflow's job",
    ],
    ["HTTP 500", { status: 500 }, ""],
    ["the connection broke (ECONNRESET)", { error: reset() }, ""],
  ])("cannot be created (%s): one warning, and the run goes on", async (why, refusal, advice) => {
    const { gitHub, comment, warnings, saved } = await start();
    gitHub.refuse({ ...refusal, path: /comments/ });
    expect([await comment.write(working), await comment.write(done)]).toEqual([false, false]);
    expect([comment.isRemembered, saved]).toEqual([false, []]);
    expect(warnings()).toEqual([
      expect.stringContaining(`The status comment could not be written (${why}). ${advice}`.trim()),
    ]);
  });

  test("was deleted: it is created once more, with what it kept, and not a second time", async () => {
    const gitHub = new FakeGitHub();
    const { id } = leave(gitHub, { ...shared, earlier: ["999.1"] });
    const { comment, warnings } = await start({ gitHub, trigger: undefined });
    gitHub.delete(id);
    await comment.write(sending);
    const [again] = gitHub.own();
    expect(remembered(again?.body)).toMatchObject({ earlier: ["1000.1", "999.1"] });
    await comment.write(working);
    expect(remembered(gitHub.own()[0]?.body)?.job?.id).toBe(marker.job?.id);
    expect(warnings()).toEqual([]);
    gitHub.delete(again?.id ?? 0);
    expect(await comment.write(working)).toBe(false);
    expect([gitHub.own(), warnings().length]).toEqual([[], 1]);
  });

  test("cannot be edited: one warning, and the next news tries again", async () => {
    const { gitHub, comment, warnings } = await start();
    await comment.write(sending);
    gitHub.refuse({ method: "PATCH", path: /comments/, status: 403 });
    expect(await comment.write(working)).toBe(false);
    expect(await comment.write({ ...working })).toBe(false);
    gitHub.allowAll();
    expect(await comment.write(done)).toBe(true);
    expect(warnings()).toHaveLength(1);
    expect(bodies(gitHub)).toEqual([expect.stringContaining("**No pull request.**")]);
  });

  test("cannot be edited, but must show a request: a new one, once", async () => {
    const gitHub = new FakeGitHub();
    leave(gitHub, shared);
    const { comment, warnings } = await start({ gitHub, trigger: undefined });
    gitHub.refuse({ method: "PATCH", path: /comments\/101$/, status: 403 });
    await comment.announce(sending);
    await comment.write(done);
    expect(bodies(gitHub).map((body) => remembered(body)?.runId)).toEqual(["1000", "1001"]);
    expect([remembered(bodies(gitHub)[1])?.state.kind, warnings()]).toEqual(["accepted", []]);
    gitHub.refuse({ method: "PATCH", path: /comments\/102$/, status: 403 });
    const refused =
      /^This run could not comment on #7 \(HTTP 403: “Resource not accessible by integration”\), so nothing was sent\.$/;
    await expect(comment.announce({ ...sending })).rejects.toMatchObject({
      reason: "github",
      message: expect.stringMatching(refused),
    });
    expect(gitHub.own()).toHaveLength(2);
  });

  test("cannot be edited for a while: no new one, also where it must show a request", async () => {
    const gitHub = new FakeGitHub();
    leave(gitHub, shared);
    const { comment } = await start({ gitHub, trigger: undefined });
    gitHub.refuse({ method: "PATCH", path: /comments/, status: 502 });
    await expect(comment.announce(sending)).rejects.toMatchObject({ reason: "github" });
    expect(comment.isRemembered).toBe(false);
    expect(gitHub.own()).toHaveLength(1);
  });

  test("its creation was not answered, nor could it be looked for: the next news finds it", async () => {
    const { gitHub, comment } = await start();
    gitHub.refuse({ method: "POST", path: /comments$/, times: 1, acts: true, error: reset() });
    gitHub.refuse({ method: "GET", path: /comments/, error: reset() });
    expect(await comment.write(sending)).toBe(false);
    gitHub.allowAll();
    expect(await comment.write(done)).toBe(true);
    expect(bodies(gitHub)).toEqual([expect.stringContaining("**No pull request.**")]);
  });
});

describe("reactions", () => {
  test.each<[string, Partial<TriggerText>, string[]]>([
    ["a comment", {}, ["issues/comments/41 eyes", "issues/comments/41 rocket"]],
    ["an inline comment", onLine(41), ["pulls/comments/41 eyes", "pulls/comments/41 rocket"]],
    ["an issue", { kind: "issue", commentId: undefined }, ["issues/7 eyes", "issues/7 rocket"]],
    ["a review, which can have none", { kind: "review", commentId: undefined }, []],
  ])("go on %s, wherever the comment goes", async (_, more, expected) => {
    const setup = { with: { "issue-number": "8" }, trigger: { ...trigger, ...more } };
    const { gitHub, thread } = await start(setup);
    thread.react("eyes");
    thread.react("rocket");
    await thread.settled();
    expect(gitHub.reactions).toEqual(expected);
  });

  test("that are refused are one warning, and hold up neither the next nor the comment", async () => {
    const { gitHub, thread, comment, warnings } = await start();
    gitHub.refuse({ path: /reactions$/, status: 403, times: 2 });
    for (const reaction of ["eyes", "rocket", "+1"] as const) thread.react(reaction);
    await comment.write(working);
    await thread.settled();
    expect([gitHub.reactions, gitHub.own().length]).toEqual([["issues/comments/41 +1"], 1]);
    expect(warnings()).toEqual([
      expect.stringContaining("The reaction could not be added (HTTP 403: “"),
    ]);
  });

  test("are not put on what a workflow started", async () => {
    const { thread, requests } = await start({ trigger: undefined });
    thread.react("eyes");
    await thread.settled();
    expect(requests).toEqual([]);
  });
});

describe("what the post step is left", () => {
  const newest = (saved: readonly (CommentEdit | undefined)[]) => saved.at(-1);

  test("is the comment and a body that says that the run was cut off, with a marker that is valid", async () => {
    const { comment, saved } = await start();
    await comment.write(sending);
    expect(newest(saved)).toMatchObject({ number: 7, id: 101 });
    expect(newest(saved)?.body).toContain(says.uncertain);
    const { state: before, login } = remembered(newest(saved)?.body) ?? {};
    expect([before?.kind, login]).toEqual(["sent", "docs[bot]"]);
    const writing = comment.write(working);
    // Before the write, too: it may hang.
    expect(remembered(newest(saved)?.body)).toMatchObject({ state, job });
    await writing;
    expect(newest(saved)?.body).toContain(`${says.interrupted} The agent may still be working.`);
    expect(newest(saved)?.body).not.toMatch(/\d\d:\d\d|\d (?:s|min)\b/);
  });

  test("is the end while that is not shown yet, and nothing once it is", async () => {
    const { gitHub, comment, saved } = await start();
    await comment.write(working);
    gitHub.refuse({ method: "PATCH", path: /comments/, status: 403, times: 1 });
    await comment.write(done);
    expect(newest(saved)?.body).toContain("**No pull request.**");
    await comment.write({ ...done });
    expect(newest(saved)).toBeUndefined();
    // Nor is it gone while an older text is on its way.
    const older = comment.write(working);
    await new Promise(setImmediate);
    const ending = comment.write({ ...done });
    await older;
    expect(newest(saved)?.body).toContain("**No pull request.**");
    await ending;
    expect(newest(saved)).toBeUndefined();
  });

  test("holds no key, which the runner would not mask", async () => {
    const { comment, saved, tools } = await start();
    const { key } = tools.connection;
    await comment.write({ ...working, asked: `use \`${key}\`` });
    expect(newest(saved)?.body).not.toContain(key);
  });

  test("that cannot be saved costs nothing else", async () => {
    const gitHub = new FakeGitHub();
    const { tools, warnings } = toolsOf({ gitHub });
    const savePostState = () => {
      throw new Error("the disk is full");
    };
    const comment = threadOf({ ...tools, savePostState }).commentOf(emptyMemory);
    expect([await comment.write(sending), await comment.write(done)]).toEqual([true, true]);
    expect(warnings()).toEqual([expect.stringContaining("the disk is full")]);
  });
});

describe("nothing is written", () => {
  const reacts = "GitHub POST /issues/comments/41/reactions eyes";
  test.each<[string, Setup, string[], boolean]>([
    ["with comment: never, and nothing is read", { with: { comment: "never" } }, [reacts], false],
    ["in a dry run, but the thread is read", { with: { "dry-run": "true" } }, [], true],
    ["without a token, and nothing is read", { gitHub: undefined }, [], false],
  ])("%s", async (_, setup, expected, remembers) => {
    const { thread, comment, requests, saved, outputs, warnings } = await start(setup);
    await comment.announce(sending);
    expect(await comment.write(sending)).toBe(false);
    thread.reply("A reply");
    thread.react("eyes");
    void thread.enqueue(() => Promise.reject(new Error("must not run")));
    await thread.settled();
    expect([requests, saved, outputs, warnings()]).toEqual([expected, [], [], []]);
    expect([thread.writes, thread.remembers]).toEqual([false, remembers]);
  });
});

test("a dry run leaves the comment of an earlier attempt as it is, even if it is killed", async () => {
  const gitHub = new FakeGitHub();
  leave(gitHub);
  const setup = { gitHub, with: { "dry-run": "true" }, env: { GITHUB_RUN_ATTEMPT: "2" } };
  const { comment, memory, saved } = await start(setup);
  expect(await comment.write(sending)).toBe(false);
  expect([memory.own?.comment.id, saved]).toEqual([101, []]);
});

describe("reading the thread", () => {
  const recall = async (refusal: Refusal, setup: Setup = {}) => {
    const gitHub = new FakeGitHub();
    leave(gitHub);
    gitHub.refuse(refusal);
    const { tools } = toolsOf({ gitHub, ...setup });
    return await threadOf(tools).remember();
  };

  test("that is refused is said, with what helps", async () => {
    const { unread } = await recall({ path: /issues\/7\/comments/, status: 403 });
    expect(unread).toMatchObject({
      reason: "github",
      message: expect.stringContaining("of #7 cannot be read (HTTP 403: “"),
    });
    expect(toPlainText(unread?.outcome.advice ?? [])).toMatch(/^Give the token issues: write and /);
    const pull = { isPullRequest: true };
    expect((await recall({ path: /pulls\/7\/comments/, status: 403 }, pull)).unread).toBeDefined();
  });

  test("of which nobody knows whether it is an issue goes on without inline comments", async () => {
    const setup = { with: { "issue-number": "8" } };
    const isUnread = async (refusal: Partial<Refusal>) =>
      (await recall({ path: /pulls\/8\/comments/, ...refusal }, setup)).unread !== undefined;
    expect(await isUnread({ status: 404, message: "Not Found" })).toBe(false);
    expect(await isUnread({ status: 404 })).toBe(true);
    expect(await isUnread({ status: 403 })).toBe(false);
    expect(await isUnread({ status: 500 })).toBe(true);
    expect(await isUnread({ status: 403, message: "IP not allowed" })).toBe(true);
  });
});

test("what hangs is waited for a minute at most", async () => {
  const { thread } = await start();
  const limits: number[] = [];
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort();
  });
  void thread.enqueue(() => new Promise(() => {}));
  const isSettled = await thread.settled();
  timeout.mockRestore();
  expect([isSettled, limits]).toEqual([false, [60_000]]);
});

test("a reply has no marker, and does not become the comment of the run", async () => {
  const { gitHub, thread, comment, saved } = await start();
  thread.reply("A reply");
  await thread.settled();
  expect([bodies(gitHub), saved, comment.isRemembered]).toEqual([["A reply"], [], false]);
});

test("an unforeseen error costs one update and one warning, not the run", async () => {
  const gitHub = new FakeGitHub();
  const { tools, warnings } = toolsOf({ gitHub });
  let isBroken = true;
  const setOutput = () => {
    if (isBroken) throw new TypeError("a mistake");
  };
  const { thread, commentOf } = threadOf({ ...tools, setOutput });
  const comment = commentOf(emptyMemory);
  expect(await comment.write(sending)).toBe(false);
  isBroken = false;
  expect(await comment.write(done)).toBe(true);
  expect(await thread.settled()).toBe(true);
  expect(warnings()).toEqual([expect.stringContaining("a mistake")]);
});
