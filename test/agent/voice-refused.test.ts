import { describe, expect, it } from "vitest";
import { type Place, Voice } from "../../src/agent/voice.ts";
import type { Comment } from "../../src/github/client.ts";
import { warningsOf } from "../fake-log.ts";
import { clientOf, FakeGitHub } from "../github/fake-github.ts";

const onIssue: Place = { thread: 7, reviewRoot: undefined, reactTo: { kind: "issue-comment", id: 41 } };
const body = (comment: Comment | undefined) => `body ${comment?.id ?? "without id"}`;

/** A voice in this GitHub, without pauses between its requests; `cancel` ends what it writes. */
function voiceIn(gitHub: FakeGitHub, place: Place = onIssue) {
  const { log, warnings } = warningsOf();
  const stop = new AbortController();
  const { gitHub: client, requests } = clientOf(gitHub, { spaceWrites: false, stopWriting: stop.signal });
  return { voice: new Voice(client, log, place), warnings, requests, cancel: () => stop.abort() };
}

const permissions =
  "Give the workflow's job “permissions: issues: write, pull-requests: write”, or set comment: never.";
const without = "The run goes on without it.";

describe("what people are told when GitHub refuses", () => {
  const statuses: [number, string][] = [
    [401, permissions],
    [403, permissions],
    [404, permissions],
    [410, without],
    [422, without],
  ];

  it.each(statuses)("a comment with %i", async (status, advice) => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ method: "POST", path: /comments$/, status });
    const { voice, warnings } = voiceIn(gitHub);
    expect(await voice.say(body)).toBe(false);
    expect(warnings).toEqual([
      `Status comment not shown: The status comment could not be written (HTTP ${status}). ${advice}`,
    ]);
  });

  it.each(statuses.filter(([status]) => status !== 404))("an edit with %i", async (status, advice) => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ method: "PATCH", path: /comments/, status });
    const { voice, warnings, requests } = voiceIn(gitHub);
    await voice.say(body);
    expect(await voice.say(body)).toBe(false);
    expect(warnings).toEqual([
      `Status comment not shown: The status comment could not be updated (HTTP ${status}). ${advice}`,
    ]);
    // Only a comment that is gone is written anew.
    expect(requests).toHaveLength(2);
  });

  it.each(statuses)("a reaction with %i", async (status, advice) => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /reactions$/, status });
    const { voice, warnings } = voiceIn(gitHub);
    await voice.react("eyes");
    expect(warnings).toEqual([
      `Reaction not shown: GitHub did not take a reaction (HTTP ${status}). ${advice}`,
    ]);
  });

  it("by not answering at all", async () => {
    const gitHub = new FakeGitHub();
    gitHub.refuse({ path: /reactions$/, error: new Error("read ECONNRESET") });
    const { voice, warnings } = voiceIn(gitHub);
    await voice.react("eyes");
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Reaction not shown: GitHub did not take a reaction \(no answer: .+\)\. The run/,
      ),
    ]);
  });
});

describe("a run that is cancelled", () => {
  it("needs no warning of the comment and the reaction that it gave up, and tries neither again", async () => {
    const gitHub = new FakeGitHub();
    const { voice, warnings, requests, cancel } = voiceIn(gitHub);
    cancel();
    expect([await voice.say(body), await voice.say(body)]).toEqual([false, false]);
    await voice.react("eyes");
    await voice.react("rocket");
    expect([warnings, requests, gitHub.reactions]).toEqual([[], [], []]);
  });

  it("needs no warning of an edit that it gave up either", async () => {
    const { voice, warnings, cancel } = voiceIn(new FakeGitHub());
    await voice.say(body);
    cancel();
    expect(await voice.say(body)).toBe(false);
    expect(warnings).toEqual([]);
  });
});

describe("a status comment that somebody deletes", () => {
  it("is written anew a single time", async () => {
    const gitHub = new FakeGitHub();
    const { voice, warnings } = voiceIn(gitHub);
    await voice.say(body);
    gitHub.delete(101);
    expect(await voice.say(body)).toBe(true);
    gitHub.delete(102);
    expect(await voice.say(body)).toBe(false);
    expect(gitHub.own()).toEqual([]);
    expect(warnings).toEqual([
      `Status comment not shown: The status comment could not be updated (HTTP 404). ${permissions}`,
    ]);
  });

  it("is not written twice when the new one cannot be edited at first", async () => {
    const gitHub = new FakeGitHub();
    const { voice } = voiceIn(gitHub);
    await voice.say(body);
    gitHub.delete(101);
    gitHub.refuse({ method: "PATCH", path: /comments\/102$/, status: 403, times: 1 });
    expect(await voice.say(body)).toBe(false);
    expect(voice.comment?.id).toBe(102);
    expect(await voice.say(body)).toBe(true);
    expect(gitHub.own()).toMatchObject([{ id: 102, body: "body 102" }]);
  });
});

describe("a comment whose answer is lost on the way", () => {
  it.each<[string, number | undefined]>([
    ["an issue", undefined],
    ["a review thread", 90],
  ])("to %s is found there and not written twice", async (_, reviewRoot) => {
    const gitHub = new FakeGitHub();
    const meanwhile = () =>
      void (reviewRoot === undefined
        ? gitHub.write("docs[bot]", "body without id")
        : gitHub.writeInline("docs[bot]", "body without id", reviewRoot));
    gitHub.refuse({ method: "POST", path: /comments/, status: 502, times: 1, meanwhile });
    const { voice, warnings } = voiceIn(gitHub, { ...onIssue, reviewRoot });
    expect(await voice.say(body)).toBe(true);
    expect(voice.comment).toMatchObject({ id: 101, place: reviewRoot === undefined ? "issue" : "review" });
    expect(gitHub.own()).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});

it("an error of our own is not taken for one of GitHub's", async () => {
  const { voice, warnings } = voiceIn(new FakeGitHub());
  const broken = () => {
    throw new TypeError("a bug");
  };
  await expect(voice.say(broken)).rejects.toThrow("a bug");
  expect(warnings).toEqual([]);
});
