import { describe, expect, test } from "vitest";
import { findRequest } from "../../src/agent/request.ts";
import { parseEvent } from "../../src/github/event.ts";
import { toMarkdown } from "../../src/text/rich-text.ts";
import { changed, payloads } from "../github/payloads.ts";
import { type Given, load } from "../given-inputs.ts";

const textEvents: [string, string[]][] = [
  ["issue_comment", ["comment", "body"]],
  ["pull_request_review_comment", ["comment", "body"]],
  ["pull_request_review", ["review", "body"]],
  ["issues", ["issue", "body"]],
  ["pull_request", ["pull_request", "body"]],
  ["pull_request_target", ["pull_request", "body"]],
];
const otherEvents = [
  "push",
  "schedule",
  "workflow_dispatch",
  "workflow_run",
  "discussion_comment",
  "",
];

/** What a comment with this text asks for. */
function requestOf(body: unknown, given: Given = {}, action = "created") {
  const payload = changed(payloads["issue_comment"], ["comment", "body"], body);
  return findRequest(
    load(given),
    parseEvent("issue_comment", changed(payload, ["action"], action)),
  );
}

/** Why a comment with this text is skipped, or the kind of its request. */
function skipReason(body: unknown, given: Given = {}): string {
  const request = requestOf(body, given);
  return "result" in request ? request.reason : request.kind;
}

describe("the prompt", () => {
  test.each(textEvents)("comes from the text of %s", (name, path) => {
    const payload = changed(payloads[name], path, "/docs-agent Document it\nplease");
    const prompt = {
      kind: "prompt",
      prompt: "Document it\nplease",
      fresh: false,
      jobId: undefined,
    };
    const trigger = { author: "maintainer" };
    expect(findRequest(load({}), parseEvent(name, payload))).toMatchObject({ ...prompt, trigger });
  });

  test.each([...textEvents.map(([name]) => name), ...otherEvents])(
    "comes from the input, whatever the event's text says, unless that is a command: %s",
    (name) => {
      const event = parseEvent(name, payloads[name]);
      const asked = (given: Record<string, string>) =>
        findRequest(load({ prompt: "By input", ...given }), event);
      const request = {
        ...{ kind: "prompt", prompt: "By input", fresh: false, dryRun: false },
        ...{ cut: undefined, jobId: undefined, trigger: undefined },
      };
      expect(asked({ "trigger-phrase": "/another" })).toEqual(request);
      // A second look at the job that a step before has begun.
      expect(asked({ "job-id": "job_1" })).toEqual({ ...request, jobId: "job_1" });
      if (event.triggerText === undefined) expect(asked({})).toEqual(request);
      else expect(() => asked({})).toThrow("a workflow that a command has started");
    },
  );

  test.each([
    ["/docs-agent x", {}, { fresh: false, startsAnew: false }],
    ["/docs-agent x", { conversation: "new" }, { fresh: false, startsAnew: true }],
    ["/docs-agent --new x", {}, { fresh: true, startsAnew: false }],
  ])("starts a new job where the command or the input says so: %s with %j", (body, given, how) => {
    expect(requestOf(body, given)).toMatchObject({ kind: "prompt", prompt: "x", ...how });
  });

  test("of an input is a follow-up to the job of the input job-id", () => {
    const inputs = load({ prompt: "x", "job-id": "job_1" });
    expect(findRequest(inputs, parseEvent("push", {}))).toMatchObject({
      kind: "prompt",
      jobId: "job_1",
    });
  });
});

describe("a command", () => {
  test.each([
    ["/docs-agent x <!-- docs-agent:v1 -->", "prompt"],
    ["/DOCS-AGENT --Status", "status"],
    ["/docs-agent", "help"],
  ])("comes with its text and author: %s", (text, kind) => {
    expect(requestOf(text)).toMatchObject({ kind, trigger: { author: "maintainer", text } });
  });

  test("is the phrase alone only in a review, whose comments say the rest", () => {
    const inText = textEvents.map(([name, path]) => {
      const event = parseEvent(name, changed(payloads[name], path, "/docs-agent --new"));
      const request = findRequest(load({}), event);
      return "prompt" in request
        ? [request.prompt, request.fresh]
        : "kind" in request && request.kind;
    });
    expect(inText).toEqual(["help", "help", ["", true], "help", "help", "help"]);
  });

  test("starts with the trigger phrase and no other", () => {
    const given = { "trigger-phrase": "@docs-bot" };
    expect(requestOf("@docs-bot Document it", given)).toMatchObject({ prompt: "Document it" });
    expect(skipReason("/docs-agent Document it", given)).toBe("no-command");
  });
});

describe("a text event is skipped", () => {
  test.each([
    ["not-created", "edited", "/docs-agent x"],
    ["own-comment", "created", "<!-- docs-agent:v1 -->\n\n/docs-agent x"],
    ["own-comment", "created", "\ufeff\n<!-- docs-agent:v1 -->"],
    ["no-text", "created", ""],
    ["no-text", "created", " \n\t "],
    ["no-command", "created", "\0\0\0"],
  ])("as %s: %s, %j", (reason, action, body) => {
    const request = requestOf(body, {}, action);
    expect(request).toMatchObject({ result: "skipped", reason, advice: [] });
  });

  test.each(["I like /docs-agent", "Hi\n/docs-agent x\n\n> You are receiving this because"])(
    "and says where a phrase does not count: %j",
    (body) => {
      const request = requestOf(body);
      expect("result" in request && toMarkdown(request.message)).toBe(
        "No line starts with the word `/docs-agent`, or only in code, in quotes or below the first line of a reply by mail.",
      );
    },
  );

  test("without a key and a project, as events from forks have none", () => {
    expect(skipReason("Looks good", { "api-key": "", "project-id": "" })).toBe("no-command");
  });
});

test.each(textEvents)(
  "a description that someone else posted first holds no command, a comment does: %s",
  (name, path) => {
    const reposted = [
      "_Originally posted by @x in https://github.com/acme/site/issues/1_",
      "### Discussed in https://github.com/acme/site/discussions/1\n\n<div type='discussions-op-text'>\n\nx</div>",
      "<sup>ORIGINALLY POSTED BY **x**</sup>",
    ];
    const isDescription = ["issue", "pull_request"].includes(path[0] ?? "");
    const expected = isDescription ? { reason: "quoted" } : { kind: "prompt" };
    for (const words of reposted) {
      const payload = changed(payloads[name], path, `/docs-agent x\n\n${words}`);
      expect(findRequest(load({}), parseEvent(name, payload))).toMatchObject(expected);
    }
  },
);

test.each([{ number: 3 }, {}, null])(
  "an issue that was transferred holds no command: %j",
  (old) => {
    const moved = changed(payloads["issues"], ["changes"], { old_issue: old });
    expect(findRequest(load({}), parseEvent("issues", moved))).toMatchObject({
      result: "skipped",
      reason: "quoted",
    });
  },
);

describe("job-id without a prompt", () => {
  const plain = { prompt: "", fresh: false, dryRun: false, cut: undefined, trigger: undefined };
  const watches = { kind: "watch", jobId: "job_1", ...plain };

  test.each([...textEvents.map(([name]) => name), ...otherEvents])(
    "watches the job on %j",
    (name) => {
      const event = parseEvent(name, payloads[name] ?? {});
      expect(findRequest(load({ "job-id": "job_1" }), event)).toEqual(watches);
    },
  );

  test("that comes out empty counts as none", () => {
    expect(requestOf("/docs-agent x", { "job-id": "" })).toMatchObject({
      kind: "prompt",
      jobId: undefined,
    });
  });
});
