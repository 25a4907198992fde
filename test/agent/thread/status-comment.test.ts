import { describe, expect, test } from "vitest";
import { duplicateOutcome } from "../../../src/agent/outcomes.ts";
import type { AgentThread } from "../../../src/agent/thread/agent-thread.ts";
import type { CommentUpdate } from "../../../src/agent/thread/comment-update.ts";
import type { JobMarker } from "../../../src/agent/thread/job-marker.ts";
import { emptyThread, type RequestIdentity } from "../../../src/agent/thread/read-thread.ts";
import type { RequestState } from "../../../src/agent/thread/request-state.ts";
import { StatusComment, type StatusCommentOptions } from "../../../src/agent/thread/status-comment.ts";
import type { CommentPlace } from "../../../src/github/client.ts";
import type { CommentEdit } from "../../../src/runner/post-state.ts";
import { getRunContext } from "../../../src/runner/run-context.ts";
import { FakeClock } from "../../fake-clock.ts";
import { warningsOf } from "../../fake-log.ts";
import { clientOf, type FakeComment, FakeGitHub, type Refusal } from "../../github/fake-github.ts";
import { changed, payloads } from "../../github/payloads.ts";
import type { Given } from "../../given-inputs.ts";
import { says } from "../../says.ts";
import { reset, routes } from "../../service/fake-service.ts";
import {
  AgentHarness,
  codec,
  codecFor,
  command,
  commentOf,
  creates,
  follows,
  posted,
  pullRequest,
  type RunOptions,
} from "../agent-harness.ts";
import { modelOf } from "./comment-model-fixture.ts";
import { marker as fixture } from "./job-marker-fixture.ts";

const job = { id: "job_7f3a", prLink: "https://github.com/acme/docs/pull/3", at: 5 };
const accepted: RequestState = { kind: "accepted", jobId: "job_7f3a", as: "job", at: 5 };
const working: CommentUpdate = { model: modelOf("Go"), state: accepted, job };
const done: CommentUpdate = {
  ...working,
  model: { ...working.model, outcome: duplicateOutcome() },
  state: { ...accepted, kind: "ended", result: "no-changes" },
};
/** What a marker says once `working` is shown. */
const shown = { job, isLink: false, request: expect.objectContaining({ state: accepted }) };

const identity: RequestIdentity = {
  ...{ conversation: "thread", command: "issue-comment:41", sharedKey: undefined },
  ...{ runId: "1001", attempt: 1, digest: "d" },
};

/** The marker of a comment, if it is valid there. */
function decoded(comment: FakeComment | undefined, place: CommentPlace = "issue") {
  return comment && codec.decode({ ...comment, place, url: "", login: undefined });
}

type Setup = {
  thread?: Partial<AgentThread>;
  identity?: Partial<RequestIdentity>;
  options?: Partial<StatusCommentOptions>;
  stopReading?: AbortSignal;
  stopWriting?: AbortSignal;
};

/** The status comment of a command on issue 7. */
function setUp(gitHub: FakeGitHub, { thread, options, identity: more, ...signals }: Setup = {}) {
  const { log, warnings } = warningsOf();
  const client = clientOf(gitHub, { spaceWrites: false, ...signals });
  const saved: (readonly CommentEdit[])[] = [];
  const statusComment = new StatusComment({
    thread: {
      ...{ github: client.gitHub, codec, codecFor, number: 7, isPullRequest: false },
      ...{ target: { place: "issue", number: 7 }, reactTo: { kind: "issue-comment", id: 41 } },
      ...thread,
    },
    ...{ log, clock: new FakeClock(), runContext: getRunContext({}), setOutput() {} },
    identity: { ...identity, ...more },
    inputs: { comment: "auto", "dry-run": false, "trigger-phrase": "/docs-agent" },
    savePostState: (edits) => void saved.push(edits),
    ...options,
  });
  const begin = () => statusComment.announce(working, undefined);
  const update = async () => {
    statusComment.show(working);
    await statusComment.flush();
  };
  return { statusComment, begin, update, warnings, requests: client.requests, saved };
}

const permissions =
  "The token needs “permissions: issues: write, pull-requests: write” in the workflow's job. Runs for pull requests from forks have a read-only token.";
const token = "Check the token in github-token: it is not valid, or has expired.";
const gone =
  "Check that the issue or pull request still exists, and that the token in github-token can read this repository.";
const continues = "The run continues without it.";
/** Why the warning says that a request failed, what GitHub does, and the advice. */
const refusals: [string, Partial<Refusal>, string][] = [
  ["HTTP 401", { status: 401 }, token],
  ["HTTP 403", { status: 403 }, permissions],
  ["HTTP 404", { status: 404 }, gone],
  ["HTTP 410", { status: 410 }, gone],
  ["HTTP 400", { status: 400 }, continues],
  ["HTTP 422", { status: 422 }, continues],
  ["HTTP 500", { status: 500 }, continues],
  ["the connection broke (ECONNRESET)", { error: reset() }, continues],
];

/** A status comment that continues a comment of thread 7 with this marker. */
function adopting(gitHub: FakeGitHub, more: Partial<JobMarker>, setup: Setup = {}) {
  const { id } = gitHub.write("docs[bot]", "old");
  const marker = { ...fixture, ...more };
  const comment = { id, place: "issue", body: "old", url: "", login: undefined } as const;
  const own = { comment, marker };
  const made = setUp(gitHub, setup);
  made.statusComment.adopt({ own, leftovers: [] });
  return { ...made, own };
}

/** The marker of a comment that was never edited. */
function decodedFirst(comment: FakeComment | undefined) {
  return comment && codec.decodeFirst({ ...comment, place: "issue", url: "", login: undefined });
}

describe("the status comment", () => {
  test("is created once, with a marker that says that a run began, and then edited with its own marker", async () => {
    const gitHub = new FakeGitHub();
    const { statusComment, begin, update, requests } = setUp(gitHub);
    expect(statusComment.exists).toBe(false);
    await begin();
    const [comment] = gitHub.own();
    const body = comment?.body ?? "";
    expect(decoded(comment)).toBeUndefined();
    const first = codec.decodeFirst({ id: 101, place: "issue", url: "", login: undefined, body });
    expect(first).toMatchObject({
      job: undefined,
      request: { state: { kind: "sent", to: undefined } },
    });
    await update();
    expect(statusComment.exists).toBe(true);
    expect(requests).toEqual(["GitHub POST /issues/7/comments", "GitHub PATCH /issues/comments/101"]);
    // Copies of the first body are told from ours by its signature.
    expect(decoded(comment)).toMatchObject({ ...shown, firstBody: first?.firstBody });
  });

  test("is known to the post step as soon as it is created, before its first edit", async () => {
    const gitHub = new FakeGitHub();
    const { update, saved } = setUp(gitHub);
    let known: (readonly CommentEdit[])[] = [];
    gitHub.refuse({ method: "PATCH", path: /comments/, times: 1, meanwhile: () => (known = [...saved]) });
    await update();
    expect(known.at(-1)).toMatchObject([{ place: "issue", id: gitHub.own()[0]?.id }]);
  });

  test("of an inline comment is a reply in its review thread", async () => {
    const gitHub = new FakeGitHub();
    const root = gitHub.writeInline("maintainer", "/docs-agent x");
    const { begin, update, requests } = setUp(gitHub, {
      thread: { target: { place: "review", number: 7, root: root.id } },
    });
    await begin();
    await update();
    expect(requests).toEqual([
      `GitHub POST /pulls/7/comments/${root.id}/replies`,
      "GitHub PATCH /pulls/comments/102",
    ]);
    const reply = gitHub.reviewComments.at(-1);
    expect(reply?.inReplyTo).toBe(root.id);
    expect(decoded(reply, "review")).toMatchObject(shown);
  });

  test("of an earlier attempt is edited, and keeps its first body and its linked pull request", async () => {
    const gitHub = new FakeGitHub();
    const { statusComment, own, requests } = adopting(gitHub, { linkedPr: 9 });
    statusComment.show(working);
    await statusComment.flush();
    expect(requests).toEqual([`GitHub PATCH /issues/comments/${own.comment.id}`]);
    expect(decoded(gitHub.own()[0])).toMatchObject({
      ...shown,
      ...{ firstBody: fixture.firstBody, linkedPr: 9, earlier: [] },
    });
  });

  test("that runs share keeps the last eight requests, newest first, and this one once", async () => {
    const gitHub = new FakeGitHub();
    const earlier = Array.from({ length: 8 }, (_, index) => ({ ...fixture.request, runId: `${index}` }));
    const shared = { sharedKey: "key" };
    const { statusComment } = adopting(gitHub, { sharedKey: "key", earlier }, { identity: shared });
    statusComment.show(working);
    await statusComment.flush();
    statusComment.show(done);
    await statusComment.flush();
    const found = decoded(gitHub.own()[0]);
    expect(found?.request).toMatchObject({ runId: "1001", digest: "d", state: done.state });
    expect(found?.earlier).toEqual([fixture.request, ...earlier.slice(0, 7)]);
  });

  test("that runs share keeps the other attempts, and other runs with the same prompt", async () => {
    const gitHub = new FakeGitHub();
    const same = { ...fixture.request, runId: identity.runId, attempt: 2, digest: identity.digest };
    const earlier = [
      { ...same, attempt: 1 },
      { ...same, runId: "1000" },
    ];
    const shared = { sharedKey: "key", attempt: 2 };
    const { statusComment } = adopting(
      gitHub,
      { sharedKey: "key", request: same, earlier },
      { identity: shared },
    );
    statusComment.show(working);
    await statusComment.flush();
    expect(decoded(gitHub.own()[0])?.earlier).toEqual(earlier);
  });

  test("that runs share, and this one created, holds its request once", async () => {
    const gitHub = new FakeGitHub();
    const { update } = setUp(gitHub, { identity: { sharedKey: "key" } });
    await update();
    await update();
    expect(decoded(gitHub.own()[0])).toMatchObject({ ...shown, sharedKey: "key", earlier: [] });
  });

  test("that nobody announced is created and edited by the first update", async () => {
    const gitHub = new FakeGitHub();
    const { update, saved } = setUp(gitHub);
    await update();
    expect(decoded(gitHub.own()[0])).toMatchObject(shown);
    const first = codec.decodeFirst({
      id: 101,
      place: "issue",
      url: "",
      login: undefined,
      body: gitHub.written[0] ?? "",
    });
    expect(first).toMatchObject({ job: undefined, request: { state: { kind: "sent" } } });
    // The run goes on, so a process that is killed from here on still leaves the post step its edit.
    expect(saved.at(-1)).toMatchObject([{ id: 101 }]);
  });

  test("that runs share, and somebody deleted, is created again with the requests that it kept", async () => {
    const gitHub = new FakeGitHub();
    const earlier = [{ ...fixture.request, runId: "1" }];
    const shared = { sharedKey: "key" };
    const { statusComment, own } = adopting(gitHub, { sharedKey: "key", earlier }, { identity: shared });
    gitHub.delete(own.comment.id);
    const next = { ...working, job: undefined };
    statusComment.show(next);
    await statusComment.flush();
    const kept = { job: fixture.job, earlier: [fixture.request, ...earlier] };
    expect(decoded(gitHub.own()[0])).toMatchObject(kept);
  });

  test("that is deleted is created again, so that the outcome is not lost", async () => {
    const gitHub = new FakeGitHub();
    const { update, warnings } = setUp(gitHub);
    await update();
    gitHub.delete(101);
    await update();
    const [recreated] = gitHub.own();
    expect(decoded(recreated)).toMatchObject(shown);
    expect(warnings).toEqual([]);
  });

  test("that is deleted a second time stays away", async () => {
    const gitHub = new FakeGitHub();
    const { update } = setUp(gitHub);
    for (const id of [101, 102]) {
      await update();
      gitHub.delete(id);
    }
    await update();
    expect(gitHub.own()).toEqual([]);
  });

  test("that is created again is not created twice when its first edit fails", async () => {
    const gitHub = new FakeGitHub();
    const { update } = setUp(gitHub);
    await update();
    gitHub.delete(101);
    gitHub.refuse({ method: "PATCH", path: /comments\/102$/, status: 403, times: 1 });
    await update();
    await update();
    expect(gitHub.own()).toMatchObject([{ id: 102 }]);
    expect(decoded(gitHub.own()[0])).toMatchObject(shown);
  });

  test.each(refusals)("that cannot be created (%s) is one warning", async (why, refusal, advice) => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ ...refusal, path: /comments/ });
    const { update, warnings, requests } = setUp(gitHub);
    await update();
    const before = requests.length;
    await update();
    expect(warnings).toEqual([
      `Status comment not shown: The status comment could not be created (${why}). ${advice}`,
    ]);
    // An outage may be over the next time; a refusal stays.
    const isRefusal = refusal.status !== undefined && refusal.status < 500;
    expect(requests.length > before).toBe(!isRefusal);
  });

  test.each(refusals.filter(([why]) => why !== "HTTP 404"))(
    "that cannot be edited (%s) is a warning, and the next update tries again",
    async (why, refusal, advice) => {
      const gitHub = new FakeGitHub();
      const { update, warnings } = setUp(gitHub);
      await update();
      gitHub.refuse({ ...refusal, method: "PATCH", path: /comments/ });
      await update();
      gitHub.allowAll();
      expect(gitHub.own()).toHaveLength(1);
      await update();
      expect(warnings).toEqual([
        `Status comment not shown: The status comment could not be updated (${why}). ${advice}`,
      ]);
      expect(decoded(gitHub.own()[0])).toMatchObject(shown);
    },
  );

  test("is retried while GitHub fails, and is there once", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /comments/, status: 502, times: 3 });
    const { begin, warnings, requests } = setUp(gitHub);
    await begin();
    // One attempt to create it, three to look for it, and the second attempt to create it.
    expect(requests).toHaveLength(5);
    expect(gitHub.own()).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});

describe("a reaction", () => {
  test.each<[string, string[]]>([
    ["issue_comment", ["issues/comments/41 eyes", "issues/comments/41 rocket"]],
    ["pull_request_review_comment", ["pulls/comments/41 eyes", "pulls/comments/41 rocket"]],
    ["issues", ["issues/7 eyes", "issues/7 rocket"]],
    ["pull_request", ["issues/7 eyes", "issues/7 rocket"]],
    ["pull_request_review", []],
  ])("on the text of %s goes where GitHub has reactions", async (name, reactions) => {
    const harness = new AgentHarness();
    const { log } = await harness.run({ event: { name, payload: payloads[name] }, service: creates });
    expect(harness.gitHub.reactions).toEqual(reactions);
    expect(log.filter((line) => line.startsWith("warning"))).toEqual([]);
  });

  test.each(refusals)("that fails (%s) is one warning", async (why, refusal, advice) => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ ...refusal, path: /reactions$/ });
    const { statusComment, warnings, requests } = setUp(gitHub);
    statusComment.react("eyes");
    await statusComment.flush();
    const before = requests.length;
    statusComment.react("rocket");
    await statusComment.flush();
    expect(warnings).toEqual([`Reaction not shown: The reaction could not be added (${why}). ${advice}`]);
    expect(requests).toHaveLength(before);
  });
});

test("a cancelled run warns of nothing that it gave up, and does not retry it", async () => {
  const gitHub = new FakeGitHub();
  const cancelled = new AbortController();
  const edits = setUp(gitHub, { stopWriting: cancelled.signal });
  await edits.begin();
  cancelled.abort();
  await edits.update();
  const creates = setUp(gitHub, { stopWriting: cancelled.signal });
  await creates.update();
  await creates.update();
  creates.statusComment.react("eyes");
  await creates.statusComment.flush();
  creates.statusComment.react("rocket");
  await creates.statusComment.flush();
  expect([edits.warnings, creates.warnings, gitHub.reactions]).toEqual([[], [], []]);
  expect([edits.requests.length, creates.requests.length]).toEqual([1, 0]);
});

describe("an unforeseen error in a queued update", () => {
  test.each<[string, (fail: () => void) => Partial<StatusCommentOptions>]>([
    ["before the request", (fail) => ({ clock: new FailingClock(fail) })],
    ["after the request", (fail) => ({ setOutput: fail })],
  ])("%s is one warning, and the next update is shown", async (_, faults) => {
    const gitHub = new FakeGitHub();
    let fails = true;
    const fail = () => {
      if (fails) throw new TypeError("a mistake");
    };
    const { statusComment, update, warnings } = setUp(gitHub, { options: faults(fail) });
    void update();
    statusComment.react("eyes");
    await expect(update()).resolves.toBeUndefined();
    await expect(statusComment.flush()).resolves.toBeUndefined();
    expect(warnings).toEqual([
      "Status comment not updated: The run continues without this update: a mistake",
    ]);
    expect(gitHub.reactions).toEqual(["issues/comments/41 eyes"]);
    fails = false;
    statusComment.reply("A reply");
    await statusComment.flush();
    expect(gitHub.own().at(-1)?.body).toBe("A reply");
  });
});

class FailingClock extends FakeClock {
  readonly #fail: () => void;

  constructor(fail: () => void) {
    super();
    this.#fail = fail;
  }

  override now(): number {
    this.#fail();
    return super.now();
  }
}

describe("the state for the post step", () => {
  test("follows the request from not-sent to accepted, and is cleared when the outcome is shown", async () => {
    const { postStates } = await new AgentHarness().run({ comment: command, service: creates });
    const saved = postStates.flat();
    expect(saved.map(({ place, id }) => [place, id])).toEqual(saved.map(() => ["issue", 101]));
    const markers = saved.map((edit) => codec.decode({ ...edit, url: "", login: undefined }));
    const states = markers.map((found) => `${found?.request.state.kind} ${found?.job?.id ?? ""}`.trim());
    expect([...new Set(states)]).toEqual(["not-sent", "sent", "accepted job_7f3a", "ended job_7f3a"]);
    for (const found of markers)
      expect(found).toMatchObject({ conversation: "thread", request: { runId: "1001", attempt: 1 } });
    expect(postStates.at(-1)).toEqual([]);
  });

  test("of a follow-up says not-sent until it is sent, although the comment says sent before", async () => {
    const harness = new AgentHarness();
    const options: RunOptions = { event: pullRequest(""), with: { prompt: "Document it" }, service: follows };
    await harness.run(options);
    const { postStates } = await harness.run({ ...options, env: { GITHUB_RUN_ID: "1002" } });
    const states = postStates.flat().map((edit) => {
      const found = codec.decode({ ...edit, url: "", login: undefined });
      return `${found?.request.state.kind} ${found?.job?.id}`;
    });
    expect([...new Set(states)]).toEqual([
      ...["not-sent job_7f3a", "sent job_7f3a", "accepted job_7f3a", "ended job_7f3a"],
    ]);
    expect(postStates.flat()[0]?.body).toContain("Nothing was sent.");
  });

  test("tells what is known at each moment, and claims no time", async () => {
    const { postStates } = await new AgentHarness().run({ comment: command, service: creates });
    const bodies = postStates.flat().map(({ body }) => body);
    const told = [...new Set(bodies.map((body) => body.split("\n\n").slice(1, 3).join(" ")))];
    expect(told).toHaveLength(4);
    expect(told[0]).toContain(`${says.interrupted} Nothing was sent.`);
    expect(told[1]).toContain(says.uncertain);
    expect(told[2]).toContain(`${says.interrupted} The agent is still working.`);
    expect(told[3]).toContain(says.ready);
    for (const body of bodies.filter((text) => text.includes("interrupted")))
      expect(body).not.toMatch(/\d\d:\d\d|\d (?:s|min)\b/);
  });

  test("tells who runs the workflow that a re-run keeps waiting", async () => {
    const options: RunOptions = { event: pullRequest(""), with: { prompt: "Document it" }, service: creates };
    const { postStates } = await new AgentHarness().run(options);
    const working = postStates.flat().filter(({ body }) => body.includes("The agent is still working."));
    expect(working[0]?.body).toContain("Maintainers: re-run the workflow to keep waiting");
  });

  test("is the outcome when GitHub refuses the last edit", async () => {
    const harness = new AgentHarness();
    harness.gitHub.refuse({ method: "PATCH", path: /comments/, status: 403 });
    const { postStates } = await harness.run({ comment: command, service: creates });
    expect(postStates.at(-1)?.map(({ body }) => body)).toEqual([expect.stringContaining(says.ready)]);
  });

  test.each<[string, Given]>([
    ["comment: never", { comment: "never" }],
    ["dry-run", { "dry-run": "true" }],
  ])("is not saved with %s, nor is commentUrl set", async (_, given) => {
    const harness = new AgentHarness();
    const options: RunOptions = { event: pullRequest(""), with: { prompt: "Document it" }, service: creates };
    await harness.run(options);
    for (const next of [
      { ...options, with: { ...options.with, ...given } },
      { comment: command, with: given },
    ]) {
      const { postStates, outputs } = await harness.run({ ...next, service: follows });
      expect(postStates).toEqual([]);
      expect(outputs.map(([name]) => name)).not.toContain("commentUrl");
    }
  });
});

describe("the announcement of a request", () => {
  const announced = { request: { state: { kind: "sent", to: "job_7f3a" } } };
  const notSent: CommentUpdate = { ...working, state: { kind: "not-sent" }, job: undefined };

  test("says that it may be sent, while the post step knows that it is not", async () => {
    const gitHub = new FakeGitHub();
    const { statusComment, saved } = adopting(gitHub, {});
    expect(await statusComment.announce(notSent, "job_7f3a")).toBe(true);
    expect(decoded(gitHub.own()[0])).toMatchObject(announced);
    const edits = saved
      .flat()
      .map((edit) => codec.decode({ ...edit, url: "", login: undefined })?.request.state);
    expect(new Set(edits.map((state) => state?.kind))).toEqual(new Set(["not-sent"]));
  });

  test("gets a comment of its own where the edit is refused, and the end is shown in both", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ method: "PATCH", path: /comments\/101$/, status: 403, times: 1 });
    const { statusComment, saved } = adopting(gitHub, {});
    expect(await statusComment.announce(notSent, undefined)).toBe(true);
    const [given, own] = gitHub.own();
    expect([given?.body, gitHub.own().length]).toEqual(["old", 2]);
    expect(
      codec.decodeFirst({ id: 102, place: "issue", url: "", login: undefined, body: own?.body ?? "" }),
    ).toBeDefined();
    expect(saved.at(-1)?.map(({ id }) => id)).toEqual([102, 101]);
    statusComment.show(done);
    await statusComment.flush();
    for (const { body } of gitHub.own()) expect(body).toContain("Another workflow has answered");
    expect(gitHub.own().map((comment) => decoded(comment)?.request.state.kind)).toEqual(["ended", "ended"]);
    expect(saved.at(-1)).toEqual([]);
  });

  test("is false where GitHub refuses both", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /comments/, status: 403 });
    const { statusComment } = adopting(gitHub, {});
    expect(await statusComment.announce(notSent, undefined)).toBe(false);
  });

  test("is false, with one warning and one request, where GitHub refuses the first comment", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /comments/, status: 403 });
    const { begin, warnings, requests } = setUp(gitHub);
    expect([await begin(), await begin()]).toEqual([false, false]);
    expect([warnings.length, requests.length]).toEqual([1, 1]);
  });

  test("is false after an unforeseen error", async () => {
    const clock = new FailingClock(() => {
      throw new TypeError("a mistake");
    });
    expect(await setUp(new FakeGitHub(), { options: { clock } }).begin()).toBe(false);
  });
});

test("other comments of earlier attempts show the end, too, and nothing before it", async () => {
  const gitHub = new FakeGitHub();
  const { statusComment } = setUp(gitHub);
  const left = gitHub.write("docs[bot]", "⏳ left");
  const comment = { id: left.id, place: "issue", body: left.body, url: "", login: undefined } as const;
  statusComment.adopt({ own: undefined, leftovers: [{ comment, marker: fixture }] });
  statusComment.show(working);
  await statusComment.flush();
  expect(left.body).toBe("⏳ left");
  statusComment.show(done);
  await statusComment.flush();
  expect(left.body).toContain(says.duplicate);
});

describe("of several comments of earlier attempts", () => {
  const leave = (gitHub: FakeGitHub, setup = setUp(gitHub)) => {
    const leftovers = ["⏳ one", "⏳ two"].map((body) => {
      const { id } = gitHub.write("docs[bot]", body);
      return { comment: { id, place: "issue", body, url: "", login: undefined } as const, marker: fixture };
    });
    setup.statusComment.adopt({ own: undefined, leftovers });
    return setup;
  };

  test("one that GitHub refuses to edit keeps no other from showing the end", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ method: "PATCH", path: /comments\/101$/, status: 403 });
    const { statusComment, warnings, saved } = leave(gitHub);
    statusComment.show(done);
    await statusComment.flush();
    expect(gitHub.own().map(({ body }) => body.includes("Another workflow"))).toEqual([false, true, true]);
    expect(warnings).toEqual([]);
    // The post step tries once more.
    expect(saved.at(-1)?.map(({ id }) => id)).toContain(101);
  });

  test("the post step edits all, where GitHub refuses the run's own", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /comments/, status: 403 });
    const { statusComment, saved } = leave(gitHub);
    statusComment.show(done);
    await statusComment.flush();
    expect(saved.at(-1)).toMatchObject([{ id: 101 }, { id: 102 }]);
  });
});

describe("whether somebody else has taken the command", () => {
  test("is looked at once more, and of two first bodies the older goes on", async () => {
    const gitHub = new FakeGitHub();
    const one = setUp(gitHub);
    const other = setUp(gitHub, { identity: { runId: "1002" } });
    await Promise.all([one.begin(), other.begin()]);
    const [sees, otherSees] = await Promise.all(
      [one, other].map(({ statusComment }) => statusComment.seesOtherNow(emptyThread)),
    );
    // Only who is older may go on.
    expect([sees, otherSees].sort()).toEqual([false, true]);
    expect(sees).toBe(decodedFirst(gitHub.own()[0])?.request.runId !== "1001");
  });

  test.each([
    ["gives up", true, 1],
    ["says nothing for eight seconds", false, 4],
  ])("is asked again by a re-run that edits its reply, when a rival %s", async (_, givesUp, waits) => {
    const gitHub = new FakeGitHub();
    const clock = new FakeClock();
    const { statusComment, begin } = adopting(gitHub, {}, { identity: { attempt: 2 }, options: { clock } });
    await setUp(gitHub, { identity: { runId: "1002" } }).begin();
    const rival = gitHub.own()[1];
    await begin();
    const stop = clock.every(2000, () => {
      if (givesUp && rival !== undefined) rival.body = says.duplicate;
    });
    expect(await statusComment.seesOtherNow(emptyThread)).toBe(!givesUp);
    stop();
    expect(clock.sleeps).toEqual(Array(waits).fill(2000));
  });

  test("counts as yes for a run that could not reply, when it knew of a rival", async () => {
    const { statusComment } = setUp(new FakeGitHub());
    expect(await statusComment.seesOtherNow({ rivals: [{ id: 1, says: "began" }] })).toBe(true);
    expect(await statusComment.seesOtherNow({ rivals: [] })).toBe(false);
  });

  test("is seen by the younger of two legs of a matrix, which are the same run", async () => {
    const gitHub = new FakeGitHub();
    const clock = new FakeClock();
    const [leg, younger] = [setUp(gitHub), setUp(gitHub, { options: { clock } })];
    clock.advance(1000);
    await leg.begin();
    await younger.begin();
    expect(await leg.statusComment.seesOtherNow(emptyThread)).toBe(false);
    expect(await younger.statusComment.seesOtherNow(emptyThread)).toBe(true);
  });

  test("counts as no where GitHub cannot be asked, unless the thread showed it before", async () => {
    const gitHub = new FakeGitHub();
    const { statusComment, update } = setUp(gitHub);
    await update();
    gitHub.refuse({ method: "GET", path: /comments/, status: 403 });
    expect(await statusComment.seesOtherNow(emptyThread)).toBe(false);
    expect(await statusComment.seesOtherNow({ rivals: [{ id: 50, says: "accepted" }] })).toBe(true);
  });

  test("is not asked for a run without a command", async () => {
    const { statusComment, begin, requests } = setUp(new FakeGitHub(), { identity: { command: "" } });
    await begin();
    expect(await statusComment.seesOtherNow(emptyThread)).toBe(false);
    expect(requests).toHaveLength(1);
  });
});

describe("the output commentUrl", () => {
  const url = "https://github.com/acme/site/issues/7#issuecomment-101";
  const commentUrls = (outputs: readonly [string, string][]) =>
    new Set(outputs.filter(([name]) => name === "commentUrl").map(([, value]) => value));

  test("is the address of the comment, also when its edits fail", async () => {
    const harness = new AgentHarness();
    const first = await harness.run({ comment: command, service: creates });
    expect(commentUrls(first.outputs)).toEqual(new Set([url]));
    harness.gitHub.refuse({ method: "PATCH", path: /comments/, status: 403 });
    const rerun = await harness.run({ comment: command, attempt: 2, service: creates });
    expect(commentUrls(rerun.outputs)).toEqual(new Set([url]));
  });

  test.each([command, "/docs-agent --help"])(
    "is not set when GitHub refuses the comment: %s",
    async (comment) => {
      const harness = new AgentHarness();
      harness.gitHub.refuse({ method: "POST", path: /7\/comments/, status: 403 });
      const { outputs, log } = await harness.run({ comment, service: creates });
      expect(commentUrls(outputs)).toEqual(new Set());
      expect(log.join("\n")).toContain("The status comment could not be created (HTTP 403)");
    },
  );
});

describe("the search for the thread's job", () => {
  test("reads every page, and a re-run finds its comment", async () => {
    const harness = new AgentHarness();
    for (let index = 0; index < 250; index++) harness.gitHub.write("reader", "ordinary text");
    const run = (id: number): RunOptions => {
      const { event, env = {} } = commentOf(id, command);
      const comments = harness.gitHub.issueComments.length;
      const payload = changed(event?.payload, ["issue", "comments"], comments);
      return { event: { name: "issue_comment", payload }, env };
    };
    await harness.run({ ...run(41), service: creates });
    const { requests } = await harness.run({ ...run(42), service: follows });
    expect(posted(requests)).toEqual([routes.message]);
    const reads = requests.filter((request) => /GET .*comments/.test(request));
    expect(reads).toHaveLength(6);
    const again = await harness.run({ ...run(42), attempt: 2, service: creates });
    expect(posted(again.requests)).toEqual([]);
    expect(harness.gitHub.own()).toHaveLength(2);
  });

  test.each<[boolean, number, string]>([
    [false, 403, permissions.replace(", pull-requests: write", "")],
    [true, 403, permissions.replace("issues: write, ", "")],
    [false, 422, continues],
  ])(
    "in a pull request (%s) that GitHub refuses with HTTP %i is a warning",
    async (isPullRequest, status, advice) => {
      const gitHub = new FakeGitHub();
      gitHub.refuse({ method: "GET", path: /comments/, status });
      const { statusComment, warnings } = setUp(gitHub, { thread: { isPullRequest } });
      expect(await statusComment.recall()).toBeUndefined();
      expect(warnings).toEqual([
        `Thread not read: The comments of #7 cannot be read (HTTP ${status}), so its earlier jobs are not known. ${advice}`,
      ]);
    },
  );

  test("that a cancelled run gave up is no warning", async () => {
    const { statusComment, warnings } = setUp(new FakeGitHub(), { stopReading: AbortSignal.abort() });
    expect(await statusComment.recall()).toBeUndefined();
    expect(warnings).toEqual([]);
  });
});

describe("a comment whose creation and the look for it both failed", () => {
  test("is found by the next update, so that there is one, and no other comment is touched", async () => {
    const gitHub = new FakeGitHub();
    await setUp(gitHub, { identity: { runId: "1002" } }).begin();
    const rivals = gitHub.own()[0]?.body;
    // The original is the last comment of the first page, and the copy is on the second one, which is read first.
    for (let index = 0; index < 98; index++) gitHub.write("reader", "ordinary text");
    const copy = () => void gitHub.write("outsider", gitHub.own().at(-1)?.body ?? "");
    gitHub.refuse({ method: "POST", path: /comments/, status: 502, times: 1, acts: true, meanwhile: copy });
    gitHub.refuse({ method: "GET", path: /comments/, status: 500, times: 4 });
    const { begin, update } = setUp(gitHub, {});
    expect(await begin()).toBe(false);
    await update();
    expect([gitHub.own().length, gitHub.own()[0]?.body]).toEqual([2, rivals]);
    expect(decoded(gitHub.own()[1])).toMatchObject(shown);
    expect(
      gitHub.issueComments.filter(({ login }) => login === "outsider").map((one) => decoded(one)),
    ).toEqual([undefined]);
  });
});

test("a comment that is not found again is no rival of the one that takes its place", async () => {
  const gitHub = new FakeGitHub();
  gitHub.refuse({ method: "POST", path: /comments/, status: 502, times: 1, acts: true });
  gitHub.refuse({ method: "GET", path: /comments/, status: 500 });
  const { statusComment, begin } = setUp(gitHub);
  expect([await begin(), await begin()]).toEqual([false, true]);
  gitHub.allowAll();
  expect(gitHub.own()).toHaveLength(2);
  expect(await statusComment.seesOtherNow(emptyThread)).toBe(false);
});

describe("an edit that finds the comment deleted where GitHub takes no other", () => {
  const refusing = () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ method: "PATCH", path: /comments/, status: 404 });
    gitHub.refuse({ method: "POST", path: /comments/, status: 403 });
    return adopting(gitHub, {}, { identity: { attempt: 2 } });
  };

  test("announces nothing", async () => {
    const { begin, saved } = refusing();
    expect(await begin()).toBe(false);
    expect(saved.at(-1)).toEqual([]);
  });

  test("leaves nothing to the post step", async () => {
    const { update, saved } = refusing();
    await update();
    expect(saved.at(-1)).toEqual([]);
  });
});

test("an older request that is told again does not make a shared comment forget the newer job", async () => {
  const gitHub = new FakeGitHub();
  const newer = { id: "job_2", prLink: undefined, at: accepted.at + 1000 };
  const { update } = adopting(gitHub, { sharedKey: "key", job: newer }, { identity: { sharedKey: "key" } });
  await update();
  expect(decoded(gitHub.own()[0])?.job).toEqual(newer);
});

test("a leftover whose edit GitHub refuses is left to the post step", async () => {
  const gitHub = new FakeGitHub();
  const { id } = gitHub.write("docs[bot]", "Working on it.");
  const { statusComment, saved, own } = adopting(gitHub, {});
  const leftover = { ...own, comment: { ...own.comment, id } };
  statusComment.adopt({ own, leftovers: [leftover] });
  gitHub.refuse({ method: "PATCH", path: new RegExp(`comments/${id}$`), status: 403 });
  statusComment.show(done);
  await statusComment.flush();
  expect(saved.at(-1)?.map((edit) => edit.id)).toEqual([own.comment.id, id]);
});

test("a state that cannot be kept for the post step is one warning", () => {
  const savePostState = () => {
    throw new TypeError("a mistake");
  };
  const { statusComment, warnings } = setUp(new FakeGitHub(), { options: { savePostState } });
  statusComment.keep(working);
  expect(warnings).toEqual(["Status comment not updated: The run continues without this update: a mistake"]);
});
