import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Place, Voice } from "../../src/agent/voice.ts";
import type { Comment } from "../../src/github/client.ts";
import { warningsOf } from "../fake-log.ts";
import { clientOf, FakeGitHub } from "../github/fake-github.ts";

// The official plugin spaces writes by timers, which nobody here has to wait for.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
});
afterEach(() => {
  vi.useRealTimers();
});

const onIssue: Place = { thread: 7, reviewRoot: undefined, reactTo: { kind: "issue-comment", id: 41 } };
const body = (comment: Comment | undefined) => `body ${comment?.id ?? "without id"}`;

function voiceIn(gitHub: FakeGitHub, place: Place = onIssue) {
  const { log, warnings } = warningsOf();
  const { gitHub: client, requests } = clientOf(gitHub);
  return { voice: new Voice(client, log, place), warnings, requests };
}

describe("the status comment", () => {
  test("is written once and then edited", async () => {
    const gitHub = new FakeGitHub();
    const { voice, requests } = voiceIn(gitHub);
    expect(await voice.say(body)).toBe(true);
    expect(await voice.say(body)).toBe(true);
    expect(gitHub.written).toEqual(["body without id", "body 101"]);
    expect(requests).toEqual(["GitHub POST /issues/7/comments", "GitHub PATCH /issues/comments/101"]);
    expect(voice.comment).toMatchObject({ id: 101, place: "issue" });
  });

  test("goes into the review thread of an inline comment, and is edited there", async () => {
    const gitHub = new FakeGitHub();
    const root = gitHub.writeInline("maintainer", "/docs-agent x");
    const { voice, requests } = voiceIn(gitHub, { ...onIssue, reviewRoot: root.id });
    await voice.say(body);
    await voice.say(body);
    expect(requests).toEqual([
      `GitHub POST /pulls/7/comments/${root.id}/replies`,
      "GitHub PATCH /pulls/comments/102",
    ]);
    expect(gitHub.reviewComments.at(-1)).toMatchObject({ inReplyTo: root.id, body: "body 102" });
  });

  test("of an earlier run is edited instead of writing another", async () => {
    const gitHub = new FakeGitHub();
    const { id } = gitHub.write("docs[bot]", "old");
    const { voice } = voiceIn(gitHub);
    voice.adopt({ id, place: "issue", body: "old", url: "" });
    await voice.say(body);
    expect(gitHub.issueComments.map((comment) => comment.body)).toEqual([`body ${id}`]);
  });

  test("that somebody deleted is written anew, with what only its id makes possible", async () => {
    const gitHub = new FakeGitHub();
    const { voice, warnings } = voiceIn(gitHub);
    await voice.say(body);
    gitHub.delete(101);
    expect(await voice.say(body)).toBe(true);
    expect(gitHub.own()).toMatchObject([{ id: 102, body: "body 102" }]);
    expect(warnings).toEqual([]);
  });

  test.each([401, 403, 404])(
    "that GitHub refuses with %i is a warning with the permission to add, told once",
    async (status) => {
      const gitHub = new FakeGitHub();
      gitHub.refuse({ method: "POST", path: /comments$/, status });
      const { voice, warnings, requests } = voiceIn(gitHub);
      expect(await voice.say(body)).toBe(false);
      expect(await voice.say(body)).toBe(false);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain(`HTTP ${status}`);
      expect(warnings[0]).toContain("issues: write, pull-requests: write");
      expect(requests).toHaveLength(1);
    },
  );

  test("whose edit fails is tried again at the next thing to say", async () => {
    const gitHub = new FakeGitHub();
    const { voice, warnings } = voiceIn(gitHub);
    await voice.say(body);
    gitHub.refuse({ method: "PATCH", path: /comments/, status: 403, times: 1 });
    expect(await voice.say(body)).toBe(false);
    expect(await voice.say(body)).toBe(true);
    expect(warnings).toHaveLength(1);
    expect(gitHub.own()).toMatchObject([{ body: "body 101" }]);
  });

  test("is tried again while GitHub fails, and comes once", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /comments/, status: 502, times: 3 });
    const { voice, warnings, requests } = voiceIn(gitHub);
    expect(await voice.say(body)).toBe(true);
    // Between the two attempts to write it, it was looked for, which took three tries.
    expect(requests).toHaveLength(5);
    expect(gitHub.own()).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  test("that no connection takes is a warning that the job goes on", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /comments/, error: new Error("read ECONNRESET") });
    const { voice, warnings } = voiceIn(gitHub);
    expect(await voice.say(body)).toBe(false);
    expect(warnings).toEqual([expect.stringMatching(/no answer.*The run goes on without it/)]);
  });

  test("waits for a rate limit once, as long as GitHub says", async () => {
    const gitHub = new FakeGitHub();
    const headers = { "retry-after": "7" };
    const message = "You have exceeded a secondary rate limit.";
    gitHub.refuse({ path: /comments/, status: 403, message, headers, times: 1 });
    const { voice, requests, warnings } = voiceIn(gitHub);
    expect(await voice.say(body)).toBe(true);
    expect(requests).toHaveLength(2);
    expect(warnings).toEqual([]);
  });
});

describe("reactions", () => {
  test.each<[Place["reactTo"], string]>([
    [{ kind: "issue-comment", id: 41 }, "issues/comments/41 eyes"],
    [{ kind: "review-comment", id: 41 }, "pulls/comments/41 eyes"],
    [{ kind: "issue", number: 7 }, "issues/7 eyes"],
  ])("go to %o", async (reactTo, expected) => {
    const gitHub = new FakeGitHub();
    await voiceIn(gitHub, { ...onIssue, reactTo }).voice.react("eyes");
    expect(gitHub.reactions).toEqual([expected]);
  });

  test("have nowhere to go on a review", async () => {
    const { voice, requests, warnings } = voiceIn(new FakeGitHub(), { ...onIssue, reactTo: undefined });
    await voice.react("eyes");
    expect([requests, warnings]).toEqual([[], []]);
  });

  test("that GitHub refuses are one warning, and not tried again", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /reactions$/, status: 403 });
    const { voice, warnings, requests } = voiceIn(gitHub);
    await voice.react("eyes");
    await voice.react("rocket");
    expect(warnings).toEqual([expect.stringMatching(/HTTP 403.*pull-requests: write/)]);
    expect(requests).toHaveLength(1);
  });
});
