import { describe, expect, test } from "vitest";
import { isByAgent, parseEvent } from "../../src/github/event.ts";
import { textEvents } from "./any-event.ts";
import { eventSchemas, hasField } from "./event-schemas.ts";
import { changed, payloads, places } from "./payloads.ts";

const names = Object.keys(payloads);
/** The event with its payload changed at these places, such as `issue.title`. */
const parsed = (name: string, changes: Record<string, unknown> = {}) =>
  parseEvent(
    name,
    Object.entries(changes).reduce<unknown>(
      (payload, [path, value]) => changed(payload, path.split("."), value),
      payloads[name],
    ),
  );

test.each([
  ["issue_comment", "issue-comment", 41, false, "edited"],
  ["pull_request_review_comment", "review-comment", 41, true, "edited"],
  ["pull_request_review", "review", undefined, true, "dismissed"],
  ["issues", "issue", undefined, false, "reopened"],
  ["pull_request", "pull-request", undefined, true, "synchronize"],
  ["pull_request_target", "pull-request", undefined, true, "synchronize"],
])(
  "%s gives its text, author and thread, and on another action its thread alone",
  (name, kind, commentId, isPullRequest, other) => {
    const event = parsed(name);
    const thread = { number: 7, isPullRequest, title: "Add a limit" };
    const triggerText = {
      kind,
      commentId,
      author: "maintainer",
      authorIsBot: false,
      text: "/docs-agent Document it",
    };
    expect(event).toMatchObject({ name, isTextEvent: true, triggerText, thread });
    expect(parsed(name, { action: other })).toEqual({ ...event, triggerText: undefined });
  },
);

test("what anyone may have written is cut where it is read", () => {
  const [title, body] = ["t".repeat(1001), "b".repeat(65_537)];
  const login = title.slice(1);
  for (const [name, { holder }] of Object.entries(textEvents)) {
    const written = { [`${holder}.body`]: body, [`${holder}.user.login`]: title };
    const { triggerText } = parsed(name, written);
    expect(triggerText).toMatchObject({ text: body.slice(1), author: login });
  }
  const { thread } = parsed("issues", { "issue.title": title, "issue.body": body });
  expect(thread).toMatchObject({ title: login, body: body.slice(1) });
});

test("a text is the body alone: no title, as GitHub fills in titles, and nothing that is no text", () => {
  for (const [name, { holder }] of Object.entries(textEvents))
    for (const body of [null, 5]) {
      const titled = { [`${holder}.title`]: "/docs-agent Do it", [`${holder}.body`]: body };
      const event = parsed(name, titled);
      expect(event.triggerText?.text).toBe("");
    }
});

test.each<[string, unknown, boolean]>([
  ["from another repository", { old_issue: { number: 3 }, old_repository: {} }, true],
  ["from a repository that GitHub does not show", { old_issue: null }, true],
  ["nowhere", {}, false],
  ["nowhere, in a file with a word there", "old_issue", false],
])("an opened issue says whether it was transferred: %s", (_, changes, expected) => {
  expect(parsed("issues", { changes }).triggerText?.isTransferred).toBe(expected);
});

test("the author is that of the text, never the sender, and a bot by type or by name", () => {
  const author = (user: unknown) => {
    const { triggerText } = parsed("issue_comment", { "comment.user": user });
    return [triggerText?.author, triggerText?.authorIsBot];
  };
  for (const gone of [null, undefined, {}, { login: "" }, { login: 5 }, "maintainer"])
    expect(author(gone)).toEqual([undefined, false]);
  expect(author({ login: "renovate", type: "Bot" })).toEqual(["renovate", true]);
  expect(author({ login: "renovate[BOT]", type: "USER" })).toEqual(["renovate[BOT]", true]);
  for (const type of [null, "Robot", "Bots"])
    expect(author({ login: "robot", type })).toEqual(["robot", false]);
  const sender = { login: "owner", type: "User" };
  for (const [event, { holder }] of Object.entries(textEvents)) {
    const { triggerText } = parsed(event, { sender, [`${holder}.user`]: { login: "me" } });
    expect(triggerText?.author).toBe("me");
  }
});

test("an inline comment says its lines, as far as it has them, and the comment that began its thread", () => {
  const inline = (changes = {}) =>
    parsed("pull_request_review_comment", changes).triggerText?.inline;
  const whole = { path: "src/limit.ts", startLine: 10, line: 12, rootCommentId: 40 };
  expect(inline()).toEqual({ ...whole, hunk: "@@ -1,2 +1,3 @@\n+limit" });
  expect(inline({ "comment.in_reply_to_id": null })?.rootCommentId).toBe(41);
  const noLine = { "comment.line": null };
  expect(inline(noLine)?.line).toBe(11);
  expect(inline({ ...noLine, "comment.original_line": null })?.line).toBeUndefined();
});

test("other events never hold a text, and say their thread where they have one", () => {
  expect(parseEvent("push", { ref: "refs/heads/main" })).toEqual({
    name: "push",
    isTextEvent: false,
  });
  expect(parseEvent("pull_request_label", payloads["pull_request"])).toMatchObject({
    ...{ isTextEvent: false, triggerText: undefined, thread: { number: 7 } },
  });
  for (const name of ["discussion_comment", "constructor", "__proto__"])
    expect(parseEvent(name, payloads["issue_comment"])).toMatchObject({ name, isTextEvent: false });
});

describe("what an event changed", () => {
  const [before, after, none] = ["a".repeat(40), "b".repeat(40), "0".repeat(40)];
  const pushed = (more: object) =>
    parseEvent("push", {
      ...{ ref: "refs/heads/main", before, after },
      ...{ repository: { default_branch: "main" }, ...more },
    }).diffSource;
  const released = (release: object, action = "published") =>
    parseEvent("release", {
      action,
      release: { tag_name: "v1.0.0", draft: false, prerelease: false, ...release },
    }).diffSource;

  const changed = (base: string, head: string) => ({ kind: "range", base, head });
  const zeros = `00${before.slice(4)}00`;
  test.each<[string, object, object | string | undefined]>([
    ["the default branch", {}, changed(before, after)],
    ["another branch", { ref: "refs/heads/next" }, changed(before, after)],
    ["a new branch", { ref: "refs/heads/next", before: none }, changed("main", after)],
    ["a new tag", { ref: "refs/tags/main", before: none }, "new tag"],
    ["a tag that was moved", { ref: "refs/tags/v1" }, changed(before, after)],
    ["a deleted tag", { ref: "refs/tags/v1", after: none }, "nothing"],
    ["the first push of the default branch", { before: none }, undefined],
    [
      "commits that begin and end with zeros",
      { before: zeros, after: zeros },
      changed(zeros, zeros),
    ],
    ["a file without the default branch", { repository: {} }, undefined],
    ["a file without the ref", { ref: undefined }, undefined],
    ["a commit that is none", { before: "main" }, undefined],
  ])("by a push is read of %s", (_, more, expected) => {
    expect(pushed(more)).toEqual(expected);
  });

  const release = (prerelease: boolean) => ({ kind: "release", tag: "v1.0.0", prerelease });
  test.each<[string, object, string, object | string | undefined]>([
    ["a release", {}, "published", release(false)],
    ["a pre-release", { prerelease: true }, "released", release(true)],
    ["a draft", { draft: true }, "created", "nothing"],
    ["a deleted release", {}, "deleted", "nothing"],
    ["a release that was taken back", {}, "unpublished", "nothing"],
    ["a release without a tag", { tag_name: "" }, "published", undefined],
  ])("is read of %s", (_, more, action, expected) => {
    expect(released(more, action)).toEqual(expected);
  });

  test("is no release on another event", () => {
    const release = { tag_name: "v1.0.0", draft: false, prerelease: false };
    expect(parseEvent("workflow_dispatch", { release }).diffSource).toBeUndefined();
  });

  test("is the pull request of any event that has one, and of its comments", () => {
    const ofPull = { kind: "pull-request", number: 7, fromEvent: true };
    for (const event of names.filter((one) => one.startsWith("pull_request")))
      expect(parsed(event).diffSource).toEqual(ofPull);
    const withPull = (pull: unknown) =>
      parsed("issue_comment", { "issue.pull_request": pull }).diffSource;
    expect([withPull({}), withPull(undefined), withPull(null)]).toEqual([
      ofPull,
      undefined,
      undefined,
    ]);
    const head = { "pull_request.head": { sha: after, repo: null } };
    expect(parsed("pull_request_review", head).diffSource).toEqual({ ...ofPull, headSha: after });
  });
});

test.each([
  ["mintlify[bot]", true],
  ["octocat", false],
])("a pull request of the service's agent is known by its author: %s", (login, expected) => {
  const pull_request = { number: 9, user: { login } };
  const { thread } = parseEvent("pull_request_review", { pull_request });
  expect(isByAgent(thread)).toBe(expected);
  expect(isByAgent(thread && { ...thread, isPullRequest: false })).toBe(false);
});

describe("events with fields missing or wrong", () => {
  test.each([0, -1, 1.5, "7"])("a number that is none of GitHub's is missing: %j", (number) => {
    expect(parsed("issues", { "issue.number": number }).thread).toBeUndefined();
    expect(parsed("issue_comment", { "comment.id": number }).triggerText).toBeUndefined();
  });

  // Each of them would be read, where it held what GitHub puts there.
  test.each([
    ["issue_comment", "pull_request"],
    ["issues", "changes"],
    ["pull_request", "pull_request.head"],
  ])("a part of another shape takes nothing else away: %s with %s", (name, path) => {
    for (const other of [null, "x"])
      expect(parsed(name, { [path]: other }).triggerText?.text).toBe("/docs-agent Document it");
  });

  test("of two subjects the pull request is the thread", () => {
    const event = parsed("pull_request", { issue: { number: 3 } });
    expect(event.thread).toMatchObject({ number: 7, isPullRequest: true });
  });

  test("what a text's place leaves out is empty", () => {
    const nothing = { author: undefined, authorIsBot: false, text: "", url: "" };
    const inline = { path: "", startLine: undefined, line: undefined, hunk: "", rootCommentId: 41 };
    const inPull = { action: "created", pull_request: { number: 7 }, comment: { id: 41 } };
    expect(parseEvent("pull_request_review_comment", inPull)).toMatchObject({
      thread: { number: 7, isPullRequest: true, title: "", url: "", body: "" },
      triggerText: { ...nothing, id: "review-comment:41", commentId: 41, inline },
    });
    const review = { action: "submitted", pull_request: { number: 7 }, review: {} };
    expect(parseEvent("pull_request_review", review).triggerText).toMatchObject({
      ...nothing,
      id: "review:",
    });
  });
});

test.each(Object.entries(payloads))(
  "the payload of %s has only fields that GitHub describes",
  (name, payload) => {
    const { action = "" } = textEvents[name] ?? {};
    const schema = eventSchemas[`${name.replace("_target", "")}$${action}`] ?? {};
    expect(places(payload).filter((path) => !hasField(schema, path))).toEqual([]);
  },
);
