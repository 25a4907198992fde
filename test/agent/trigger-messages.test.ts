import { describe, expect, it } from "vitest";
import { findTrigger, type Trigger } from "../../src/agent/trigger.ts";
import { InputError } from "../../src/errors.ts";
import { parseEvent } from "../../src/github/events.ts";
import { toMarkdown } from "../../src/text/message.ts";
import { changed, payloads } from "../github/payloads.ts";
import { type Given, load } from "../given-inputs.ts";

function asked(
  body: string,
  { action = "created", given = {} }: { action?: string; given?: Given } = {},
): Trigger {
  const payload = changed(payloads["issue_comment"], ["comment", "body"], body);
  return findTrigger(load(given), parseEvent("issue_comment", changed(payload, ["action"], action)));
}

describe("what is said of an event with nothing to do", () => {
  it.each([
    ["not-created", "edited", "/docs-agent x", "Only texts that have just been written can hold a command."],
    ["own-comment", "created", "<!-- docs-agent:v1 -->", "The text is a comment of this action itself."],
    ["no-text", "created", " \n", "The text is empty."],
    ["no-command", "created", "Fine", "The text holds no line that starts with `/docs-agent`."],
    [
      "no-text",
      "created",
      "/docs-agent \u200b",
      "What stands behind `/docs-agent` is nothing that people can see.",
    ],
  ])("%s, %s: %j", (reason, action, body, message) => {
    const request = asked(body, { action });
    if (request.kind !== "skip") throw new Error(`it was taken for ${request.kind}`);
    const { outcome } = request;
    expect({ ...outcome, message: toMarkdown(outcome.message) }).toEqual({
      result: "skipped",
      reason,
      message,
      advice: [],
    });
  });

  it("is an error of the inputs where an event holds no text", () => {
    const find = () => findTrigger(load({}), parseEvent("schedule", {}));
    expect(find).toThrow(InputError);
    try {
      find();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      expect([toMarkdown(error.what), toMarkdown(error.advice)]).toEqual([
        "There is nothing to do on the event `schedule`: no prompt is given.",
        "Set prompt or prompt-file to say what the agent should do, or job-id to watch a job.",
      ]);
    }
  });
});

describe("a command", () => {
  it("is without the space that hidden text leaves at its ends", () => {
    expect(asked("/docs-agent \u200b Document it \u200b")).toMatchObject({
      kind: "prompt",
      prompt: "Document it",
    });
  });

  it.each([
    ["/docs-agent --new x", { conversation: "new" }, true],
    ["/docs-agent --new x", { conversation: "thread" }, true],
    ["/docs-agent x", { conversation: "new" }, true],
    ["/docs-agent x", { conversation: "thread" }, false],
  ])("%s with %j is fresh: %s", (body, given, fresh) => {
    expect(asked(body, { given })).toMatchObject({ kind: "prompt", prompt: "x", fresh });
  });

  it("comes with who wrote it, whatever it asks for", () => {
    for (const body of ["/docs-agent x", "/docs-agent --status", "/docs-agent --help"])
      expect(asked(body)).toMatchObject({ written: { author: "maintainer", text: body } });
  });
});
