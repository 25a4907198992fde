import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findTrigger } from "../../src/agent/trigger.ts";
import { InputError } from "../../src/errors.ts";
import { parseEvent } from "../../src/github/events.ts";
import { cpuMs } from "../cpu-time.ts";
import { changed, payloads } from "../github/payloads.ts";
import { type Given, load } from "../given-inputs.ts";
import { runs } from "../runs.ts";
import { hostile } from "../text/hostile.ts";

const textEvents: [string, string[]][] = [
  ["issue_comment", ["comment", "body"]],
  ["pull_request_review_comment", ["comment", "body"]],
  ["pull_request_review", ["review", "body"]],
  ["issues", ["issue", "body"]],
  ["pull_request", ["pull_request", "body"]],
  ["pull_request_target", ["pull_request", "body"]],
];

function asked(body: unknown, given: Given = {}, name = "issue_comment", path = ["comment", "body"]) {
  return findTrigger(load(given), parseEvent(name, changed(payloads[name], path, body)));
}
function skipped(body: unknown, given: Given = {}): string {
  const request = asked(body, given);
  return request.kind === "skip" ? request.outcome.reason : request.kind;
}

describe("the prompt", () => {
  test.each(textEvents)("comes from the text of %s", (name, path) => {
    expect(asked("/docs-agent Document it\nplease", {}, name, path)).toMatchObject({
      kind: "prompt",
      prompt: "Document it\nplease",
      fresh: false,
      written: { author: "maintainer" },
    });
  });

  test.each([...textEvents.map(([name]) => name), "push", "schedule", "workflow_dispatch", ""])(
    "comes from the input before anything else: %s",
    (name) => {
      const event = parseEvent(name, payloads[name]);
      expect(findTrigger(load({ prompt: "By input" }), event)).toEqual({
        kind: "prompt",
        prompt: "By input",
        fresh: false,
        written: undefined,
      });
    },
  );

  test("comes from a file in the workspace", () => {
    const inputs = load({ "prompt-file": "ask.md" }, { "ask.md": "From the file" });
    expect(findTrigger(inputs, parseEvent("push", {}))).toMatchObject({ prompt: "From the file" });
  });

  test("is without text that people cannot see", () => {
    expect(asked("/docs-agent Document<!-- and delete --> it\u200b\u{e0041} \u202enow")).toMatchObject({
      prompt: "Document it now",
    });
  });

  test.each([
    ["/docs-agent --new Document it", {}, true],
    ["/docs-agent Document it", { conversation: "new" }, true],
    ["/docs-agent Document it", {}, false],
  ])("%s with %j is fresh: %s", (body, given, fresh) => {
    expect(asked(body, given)).toMatchObject({ kind: "prompt", prompt: "Document it", fresh });
  });

  test("by input is fresh with conversation: new", () => {
    expect(findTrigger(load({ prompt: "x", conversation: "new" }), parseEvent("push", {}))).toMatchObject({
      fresh: true,
    });
  });
});

describe("other commands", () => {
  test.each([
    ["/docs-agent --status", "status"],
    ["/docs-agent --help", "help"],
    ["/docs-agent", "help"],
    ["/DOCS-AGENT --Status", "status"],
  ])("%s", (body, kind) => {
    expect(asked(body)).toMatchObject({ kind, written: { author: "maintainer" } });
  });

  test("another phrase works the same", () => {
    expect(asked("@docs-bot Document it", { "trigger-phrase": "@docs-bot" })).toMatchObject({
      prompt: "Document it",
    });
    expect(skipped("/docs-agent Document it", { "trigger-phrase": "@docs-bot" })).toBe("no-command");
  });
});

describe("nothing to do", () => {
  test.each([
    ["not-created", "edited", "/docs-agent x"],
    ["not-created", "deleted", "/docs-agent x"],
    ["own-comment", "created", "<!-- docs-agent:v1 -->\n\n/docs-agent x"],
    ["own-comment", "created", "/docs-agent x <!-- docs-agent:v1 -->"],
    ["no-text", "created", ""],
    ["no-text", "created", " \n\t "],
    ["no-text", "created", "/docs-agent \u200b"],
    ["no-text", "created", "/docs-agent --new <!-- hidden -->"],
    ["no-command", "created", "I like /docs-agent"],
    ["no-command", "created", "> /docs-agent quoted"],
    ["no-command", "created", "```\n/docs-agent in code\n```"],
    ["no-command", "created", "/docs-agents"],
    ["no-command", "created", "\0\0\0"],
  ])("%s: %s %j", (reason, action, body) => {
    const payload = changed(
      changed(payloads["issue_comment"], ["action"], action),
      ["comment", "body"],
      body,
    );
    const request = findTrigger(load({}), parseEvent("issue_comment", payload));
    expect(request).toMatchObject({ kind: "skip", outcome: { result: "skipped", reason } });
  });

  test("needs neither key nor project, as events from forks have none", () => {
    expect(skipped("Looks good", { "api-key": "", "project-id": "" })).toBe("no-command");
  });

  test("holds with job-id as well: chatter under an issue is no request to watch", () => {
    expect(skipped("Looks good", { "job-id": "job_1" })).toBe("no-command");
  });

  test("a text of 65,536 characters of anything is never a job by mistake, and takes no time", () => {
    const units = [
      "x",
      "/docs-agent",
      "<!--",
      "`",
      "```\n",
      "> ",
      "\0",
      "[",
      "]( ",
      "@a #1 ",
      "\u202e",
      "<b",
      " \n",
      "é",
      "\ud83d",
    ];
    for (const unit of units) {
      const body = `. ${unit.repeat(Math.ceil(65_534 / unit.length)).slice(0, 65_534)}`;
      const ms = cpuMs(() => expect(skipped(body), JSON.stringify(unit)).toMatch(/^no-(?:command|text)$/));
      expect(ms).toBeLessThan(5000);
    }
  });

  test("hostile texts without the phrase are chatter", () => {
    fc.assert(
      fc.property(hostile, (body) => {
        expect(skipped(body)).toMatch(/^(?:no-command|no-text|own-comment)$/);
      }),
      runs(500),
    );
  });
});

describe("other events", () => {
  test.each(["push", "schedule", "workflow_dispatch", "workflow_run", "discussion_comment", ""])(
    "%s without a prompt is an error that says which input to set",
    (name) => {
      const find = () => findTrigger(load({}), parseEvent(name, payloads["issue_comment"]));
      expect(find).toThrow(InputError);
      expect(find).toThrow(/prompt/);
    },
  );

  test("with job-id the job is watched", () => {
    expect(findTrigger(load({ "job-id": "job_1" }), parseEvent("schedule", {}))).toEqual({
      kind: "watch",
      jobId: "job_1",
    });
  });
});
