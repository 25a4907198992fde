import { expect, test } from "vitest";
import { forgottenPull } from "../../src/agent/docs-pull.ts";
import { recall } from "../../src/agent/recall.ts";
import { Run } from "../../src/agent/run-state.ts";
import { StatusComment } from "../../src/agent/status-comment.ts";
import { RunThread } from "../../src/agent/thread.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { FakeGitHub } from "../github/fake-github.ts";
import { marker, memoryOf, reviewRequest, toolsOf } from "./fixture.ts";

const [here, elsewhere] = ["site", "docs"].map((name) => `https://github.com/acme/${name}/pull/3`);

test.each<[string, object, string | undefined]>([
  [
    "a pull request of this repository is",
    {},
    `It does not continue ${here}: if that is open, merge it if you want its changes, or close it.`,
  ],
  [
    "one of another repository is, without its address",
    { prLink: elsewhere },
    "No earlier job of this thread is continued.",
  ],
  ["one that a stranger names is not", { login: "mallory" }, undefined],
  ["one of another conversation is not", { conversation: "api" }, undefined],
])("what a comment under another key names: %s told as forgotten", (_, more, expected) => {
  const { login, prLink, conversation } = {
    login: "docs[bot]",
    prLink: here,
    conversation: "thread",
    ...more,
  };
  const { tools } = toolsOf({ gitHub: new FakeGitHub() });
  const thread = new RunThread(reviewRequest, tools);
  const run = new Run(reviewRequest, thread, tools);
  const comment = { id: 50, body: "", url: "", login };
  const job = { id: "job_1", at: 1, prLink };
  const unverified = [{ comment, marker: { ...marker, conversation, job } }];
  run.memory = memoryOf({ unverified });
  run.comment = new StatusComment(
    { comment: { ...comment, login: "docs[bot]" }, marker },
    thread,
    tools,
  );
  const text = forgottenPull(run);
  expect(text && toPlainText(text)).toBe(expected);
});

test.each<[string, string, string | undefined, object | undefined]>([
  [
    "of the service's agent, without a link",
    "https://api.mintlify.com",
    "mintlify[bot]",
    { jobId: undefined },
  ],
  ["of somebody else", "https://api.mintlify.com", "octocat", undefined],
  [
    "of that name, where the service is another one",
    "https://docs.example.com",
    "mintlify[bot]",
    undefined,
  ],
])("what is known of a pull request %s", async (_, base, author, expected) => {
  const { tools } = toolsOf({ gitHub: new FakeGitHub(), isPullRequest: true });
  const { event, connection } = tools;
  const there = {
    ...tools,
    connection: { ...connection, base: new URL(base) },
    event: { ...event, thread: event.thread && { ...event.thread, author } },
  };
  const memory = await recall(new RunThread(reviewRequest, there), there);
  expect(memory.unknownDocs).toEqual(expected);
});
