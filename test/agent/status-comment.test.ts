import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type MarkerState,
  parsePostState,
  StatusComment,
  type StatusCommentOptions,
  type StatusCommentThread,
} from "../../src/agent/status-comment.ts";
import type { CommentPlace } from "../../src/github/client.ts";
import { getRunContext } from "../../src/run-context.ts";
import { FakeClock } from "../fake-clock.ts";
import { silentLog, warningsOf } from "../fake-log.ts";
import { clientOf, type FakeComment, FakeGitHub, type Refusal } from "../github/fake-github.ts";
import { changed, payloads } from "../github/payloads.ts";
import type { Given } from "../given-inputs.ts";
import { reset } from "../scenarios/fake-service.ts";
import {
  AgentHarness,
  codec,
  codecFor,
  command,
  creates,
  follows,
  posted,
  pullRequest,
  type RunOptions,
  routes,
} from "./agent-harness.ts";
import { modelOf } from "./comment-model-fixture.ts";

const marker: MarkerState = { job: "job_7f3a", state: "accepted", prLink: "", linkedPr: 0 };
const working = modelOf("Go");

/** The marker of a comment, if it is valid there. */
function decoded(comment: FakeComment | undefined, place: CommentPlace = "issue") {
  return comment && codec.decode({ ...comment, place, url: "" });
}

type Setup = {
  thread?: Partial<StatusCommentThread>;
  options?: Partial<StatusCommentOptions>;
  stopReading?: AbortSignal;
  stopWriting?: AbortSignal;
};

/** The status comment of a command on issue 7. */
function setUp(gitHub: FakeGitHub, { thread, options, ...signals }: Setup = {}) {
  const { log, warnings } = warningsOf();
  const client = clientOf(gitHub, { spaceWrites: false, ...signals });
  const statusComment = new StatusComment({
    thread: {
      ...{ github: client.gitHub, codec, codecFor, number: 7, isPullRequest: false, comments: 1 },
      ...{ reviewRoot: undefined, reactTo: { kind: "issue-comment", id: 41 } },
      ...thread,
    },
    ...{ log, clock: new FakeClock(), runContext: getRunContext({}), conversation: "thread", digest: "d" },
    ...{
      sharedComment: undefined,
      command: "issue-comment:41",
      comment: "auto",
      triggerPhrase: "/docs-agent",
    },
    ...{ readOnly: false, setOutput() {}, savePostState() {}, ...options },
  });
  const update = () => statusComment.update(working, marker);
  return { statusComment, update, warnings, requests: client.requests };
}

const permissions =
  "The token needs “permissions: issues: write, pull-requests: write” in the workflow's job. Runs for pull requests from forks have a read-only token.";
const token = "Check the token in github-token: it is not valid, or has expired.";
const gone = "Check that it still exists, and that the token in github-token can read this repository.";
const continues = "The run continues without it.";
/** Why the warning says that a request failed, what GitHub does, and the advice. */
const refusals: [string, Partial<Refusal>, string][] = [
  ["HTTP 401", { status: 401 }, token],
  ["HTTP 403", { status: 403 }, permissions],
  ["HTTP 404", { status: 404 }, gone],
  ["HTTP 410", { status: 410 }, gone],
  ["HTTP 422", { status: 422 }, continues],
  ["the connection broke (ECONNRESET)", { error: reset() }, continues],
];

describe("the status comment", () => {
  test("is created once, with a marker that says that a run began, and then edited with its own marker", async () => {
    const gitHub = new FakeGitHub();
    const { statusComment, update, requests } = setUp(gitHub);
    expect(statusComment.exists).toBe(false);
    await update();
    const [comment] = gitHub.own();
    const body = comment?.body ?? "";
    expect(decoded(comment)).toBeUndefined();
    expect(codec.decodePending({ id: 101, place: "issue", url: "", body })).toMatchObject({
      ...{ job: "", state: "sent" },
    });
    await update();
    expect(statusComment.exists).toBe(true);
    expect(requests).toEqual(["GitHub POST /issues/7/comments", "GitHub PATCH /issues/comments/101"]);
    expect(decoded(comment)).toMatchObject(marker);
  });

  test("of an inline comment is a reply in its review thread", async () => {
    const gitHub = new FakeGitHub();
    const root = gitHub.writeInline("maintainer", "/docs-agent x");
    const { update, requests } = setUp(gitHub, { thread: { reviewRoot: root.id } });
    await update();
    await update();
    expect(requests).toEqual([
      `GitHub POST /pulls/7/comments/${root.id}/replies`,
      "GitHub PATCH /pulls/comments/102",
    ]);
    const reply = gitHub.reviewComments.at(-1);
    expect(reply?.inReplyTo).toBe(root.id);
    expect(decoded(reply, "review")).toMatchObject(marker);
  });

  test("of an earlier run is edited", async () => {
    const gitHub = new FakeGitHub();
    const { id } = gitHub.write("docs[bot]", "old");
    const { statusComment, update, requests } = setUp(gitHub);
    statusComment.useExisting({ id, place: "issue", body: "old", url: "" });
    await update();
    expect(requests).toEqual([`GitHub PATCH /issues/comments/${id}`]);
  });

  test("that is deleted is created again, but only once", async () => {
    const gitHub = new FakeGitHub();
    const { update, warnings } = setUp(gitHub);
    await update();
    gitHub.delete(101);
    await update();
    const [recreated] = gitHub.own();
    expect(decoded(recreated)).toMatchObject(marker);
    expect(warnings).toEqual([]);
    gitHub.delete(102);
    await update();
    expect(gitHub.own()).toEqual([]);
    expect(warnings).toEqual([
      `Status comment not shown: The status comment could not be updated (HTTP 404). ${gone}`,
    ]);
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
    expect(decoded(gitHub.own()[0])).toMatchObject(marker);
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
    expect(requests).toHaveLength(before);
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
      expect(decoded(gitHub.own()[0])).toMatchObject(marker);
    },
  );

  test("is retried while GitHub fails, and is there once", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /comments/, status: 502, times: 3 });
    const { update, warnings, requests } = setUp(gitHub);
    await update();
    // One attempt to create it, three to look for it, and the second attempt to create it.
    expect(requests).toHaveLength(5);
    expect(gitHub.own()).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  test.each<[string, number | undefined]>([
    ["an issue", undefined],
    ["a review thread", 90],
  ])("in %s is found, and not created twice, when GitHub's response is lost", async (_, reviewRoot) => {
    const gitHub = new FakeGitHub();
    const meanwhile = () =>
      void (reviewRoot === undefined
        ? gitHub.write("docs[bot]", "A reply")
        : gitHub.writeInline("docs[bot]", "A reply", reviewRoot));
    gitHub.refuse({ method: "POST", path: /comments/, status: 502, times: 1, meanwhile });
    const { statusComment, warnings } = setUp(gitHub, { thread: { reviewRoot } });
    await statusComment.reply("A reply");
    await statusComment.reply("Another");
    expect(gitHub.own()).toMatchObject([{ id: 101, body: "Another" }]);
    expect(warnings).toEqual([]);
  });
});

describe("a secondary rate limit", () => {
  afterEach(() => void vi.useRealTimers());

  test("is waited for, and the request is sent again once", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.setTimerTickMode("nextTimerAsync");
    const gitHub = new FakeGitHub();
    const limit = { message: "You have exceeded a secondary rate limit.", headers: { "retry-after": "7" } };
    gitHub.refuse({ path: /comments/, status: 403, times: 1, ...limit });
    const { gitHub: github, requests } = clientOf(gitHub);
    const { update, warnings } = setUp(gitHub, { thread: { github } });
    await update();
    expect(requests).toHaveLength(2);
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
    await statusComment.react("eyes");
    const before = requests.length;
    await statusComment.react("rocket");
    expect(warnings).toEqual([`Reaction not shown: The reaction could not be added (${why}). ${advice}`]);
    expect(requests).toHaveLength(before);
  });
});

test("a cancelled run warns of nothing that it gave up, and does not retry it", async () => {
  const gitHub = new FakeGitHub();
  const cancelled = new AbortController();
  const edits = setUp(gitHub, { stopWriting: cancelled.signal });
  await edits.update();
  cancelled.abort();
  await edits.update();
  const creates = setUp(gitHub, { stopWriting: cancelled.signal });
  await creates.update();
  await creates.update();
  await creates.statusComment.react("eyes");
  await creates.statusComment.react("rocket");
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
    void statusComment.react("eyes");
    await expect(update()).resolves.toBeUndefined();
    await expect(statusComment.flush()).resolves.toBeUndefined();
    expect(warnings).toEqual([
      "Status comment not updated: The run continues without this update: a mistake",
    ]);
    expect(gitHub.reactions).toEqual(["issues/comments/41 eyes"]);
    fails = false;
    await statusComment.reply("A reply");
    expect(gitHub.own()).toMatchObject([{ body: "A reply" }]);
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
    const saved = postStates.filter((state) => state !== undefined);
    const parsed = saved.map((state) => parsePostState(JSON.stringify(state)));
    expect(parsed.map((state) => [state?.place, state?.id])).toEqual(parsed.map(() => ["issue", 101]));
    const markers = parsed.map((state) => state && codec.decode({ ...state, url: "" }));
    const states = new Set(markers.map((found) => `${found?.state} ${found?.job}`.trim()));
    expect([...states]).toEqual(["not-sent", "sent", "accepted job_7f3a"]);
    for (const found of markers)
      expect(found).toMatchObject({ conversation: "thread", runId: "1001", attempt: 1 });
    expect(postStates.at(-1)).toBeUndefined();
  });

  test("of a follow-up says not-sent until it is sent, although the comment says sent before", async () => {
    const harness = new AgentHarness();
    const options: RunOptions = { event: pullRequest(""), with: { prompt: "Document it" }, service: follows };
    await harness.run(options);
    const { postStates } = await harness.run({ ...options, env: { GITHUB_RUN_ID: "1002" } });
    const states = postStates.flatMap((state) => {
      const parsed = parsePostState(JSON.stringify(state) ?? "");
      const found = parsed && codec.decode({ ...parsed, url: "" });
      return found === undefined ? [] : [`${found.state} ${found.job}`];
    });
    expect([...new Set(states)]).toEqual(["not-sent job_7f3a", "sent job_7f3a", "accepted job_7f3a"]);
    expect(postStates[0]?.body).toContain("Nothing was sent.");
  });

  test("tells what is known at each moment, and claims no time", async () => {
    const { postStates } = await new AgentHarness().run({ comment: command, service: creates });
    const bodies = postStates.flatMap((state) => (state === undefined ? [] : [state.body]));
    const texts = bodies.map((body) => body.split("\n\n").slice(1, 3).join(" "));
    expect([...new Set(texts)]).toMatchInlineSnapshot(`
      [
        "⚠️ **The run was interrupted.** Nothing was sent. @maintainer, repeat your request to try again.",
        "⚠️ **It is not known whether the agent got this.** The run was interrupted before the service replied. @maintainer, please don't repeat the request yet. Maintainers: look at the service's dashboard first, or the same work may be done twice.",
        "⚠️ **The run was interrupted.** The agent is still working. @maintainer, reply \`/docs-agent --status\` later to see how it went.",
        "✅ **Pull request ready: [acme/docs&#35;&#8203;3](<https://github.com/acme/docs/pull/3>)** @maintainer, to change something, reply \`/docs-agent make the example shorter\`.",
      ]
    `);
    for (const body of bodies.filter((text) => text.includes("interrupted")))
      expect(body).not.toMatch(/\d\d:\d\d|\d (?:s|min)\b/);
  });

  test("is the outcome when GitHub refuses the last edit", async () => {
    const harness = new AgentHarness();
    harness.gitHub.refuse({ method: "PATCH", path: /comments/, status: 403 });
    const { postStates } = await harness.run({ comment: command, service: creates });
    expect(postStates.at(-1)?.body).toContain("Pull request ready");
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

  test.each([
    ['{"place":"issue","id":1,"body":"x"}', { place: "issue", id: 1, body: "x" }],
    ['{"place":"review","id":2,"body":""}', { place: "review", id: 2, body: "" }],
    ['{"place":"wiki","id":1,"body":"x"}', undefined],
    ['{"place":"issue","id":1.5,"body":"x"}', undefined],
    ['{"place":"issue","id":1}', undefined],
    ["{", undefined],
    ["", undefined],
  ])("is parsed from %s", (json, state) => {
    expect(parsePostState(json)).toEqual(state);
  });
});

describe("taking the comment back", () => {
  test("deletes it, clears the output, and leaves nothing to the post step", async () => {
    const gitHub = new FakeGitHub();
    const outputs: [string, string][] = [];
    const states: unknown[] = [];
    const { statusComment, update, warnings } = setUp(gitHub, {
      options: {
        setOutput: (name, value) => void outputs.push([name, value]),
        savePostState: (state) => void states.push(state),
      },
    });
    await update();
    await statusComment.remove();
    expect(gitHub.own()).toEqual([]);
    expect([outputs.at(-1), states.at(-1), warnings]).toEqual([["commentUrl", ""], undefined, []]);
    await statusComment.remove();
    expect(statusComment.exists).toBe(false);
  });

  test("that GitHub refuses is a notice", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ method: "DELETE", path: /comments/, status: 403 });
    const notices: string[] = [];
    const log = {
      ...silentLog,
      notice: (title: string, text: string) => void notices.push(`${title}: ${text}`),
    };
    const { statusComment, update } = setUp(gitHub, { options: { log } });
    await update();
    await statusComment.remove();
    expect(notices).toEqual(["Status comment not removed: GitHub refused to delete it (HTTP 403)."]);
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
      const { outputs } = await harness.run({ comment, service: creates });
      expect(commentUrls(outputs)).toEqual(new Set());
    },
  );
});

describe("the search for the thread's job", () => {
  test("reads only the last page when that holds a marker, and a re-run finds its comment", async () => {
    const harness = new AgentHarness();
    for (let index = 0; index < 250; index++) harness.gitHub.write("reader", "ordinary text");
    const event = () => {
      const { comment, issue } = payloads["issue_comment"] ?? {};
      const counted = changed(issue, ["comments"], harness.gitHub.issueComments.length);
      return { name: "issue_comment", payload: { action: "created", issue: counted, comment } };
    };
    await harness.run({ event: event(), service: creates });
    const { requests } = await harness.run({ event: event(), service: follows });
    expect(posted(requests)).toEqual([routes.message]);
    expect(requests.filter((request) => /GET .*comments/.test(request))).toEqual([
      "GitHub GET /issues/7/comments?per_page=100&page=3",
    ]);
    const again = await harness.run({ event: event(), attempt: 2, service: creates });
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
      expect(await statusComment.findJob()).toBeUndefined();
      expect(warnings).toEqual([
        `Thread not read: The comments of #7 cannot be read (HTTP ${status}), so its earlier jobs are not known. ${advice}`,
      ]);
    },
  );

  test("that a cancelled run gave up is no warning", async () => {
    const { statusComment, warnings } = setUp(new FakeGitHub(), { stopReading: AbortSignal.abort() });
    expect(await statusComment.findJob()).toBeUndefined();
    expect(warnings).toEqual([]);
  });
});
