import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { findTrigger } from "../src/agent/trigger.ts";
import { isPlainChatter } from "../src/chatter.ts";
import { parseEvent } from "../src/github/events.ts";
import { loadInputs } from "../src/inputs.ts";
import { runStep } from "./runner/runner.ts";
import { runs } from "./runs.ts";

const folder = mkdtempSync(join(tmpdir(), "docs-agent-chatter-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function envOf(name: string, payload: unknown, inputs: Record<string, string> = {}): Record<string, string> {
  const path = join(folder, "event.json");
  writeFileSync(path, typeof payload === "string" ? payload : JSON.stringify(payload));
  const given = Object.entries(inputs).map(([input, value]) => [`INPUT_${input.toUpperCase()}`, value]);
  return { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path, ...Object.fromEntries(given) };
}

const comment = (body: unknown, action = "created") => ({
  action,
  issue: { number: 1 },
  comment: { id: 2, body },
});

test.each([
  ["a comment without the phrase", "issue_comment", comment("Looks good"), {}, true],
  ["another phrase", "issue_comment", comment("/docs-agent go"), { "trigger-phrase": "@helper" }, true],
  ["the phrase anywhere", "issue_comment", comment("see /DOCS-agent"), {}, false],
  ["an empty text", "issue_comment", comment("  "), {}, false],
  ["no text", "issue_comment", comment(null), {}, false],
  ["an edited text", "issue_comment", comment("Looks good", "edited"), {}, false],
  ["a comment of ours", "issue_comment", comment("<!-- docs-agent:v1 -->"), {}, false],
  ["a prompt from an input", "issue_comment", comment("Looks good"), { prompt: "x" }, false],
  ["the other mode", "issue_comment", comment("Looks good"), { mode: "visitors" }, false],
  ["another event", "push", comment("Looks good"), {}, false],
  ["a broken event file", "issue_comment", "{", {}, false],
])("%s: %#", (_, name, payload, inputs, expected) => {
  expect(isPlainChatter(envOf(name, payload, inputs))).toBe(expected);
});

test("what is recognised early is what the whole run would call no command", () => {
  const words = fc.constantFrom(
    "/docs-agent",
    "hello",
    "\n",
    " ",
    "> ",
    "```",
    "<!-- docs-agent:v1 -->",
    "--help",
    "İ",
  );
  const body = fc.oneof(
    fc.array(words, { maxLength: 8 }).map((parts) => parts.join("")),
    fc.string(),
    fc.constant(null),
  );
  const names = fc.constantFrom("issue_comment", "pull_request_review", "issues", "pull_request", "push");
  const actions = fc.constantFrom("created", "opened", "submitted", "edited");
  const inputs = loadInputs({ get: () => "", readFile: () => "", checkWritable: () => {} });
  fc.assert(
    fc.property(names, actions, body, (name, action, text) => {
      const subject = { number: 1, title: "A title", body: text };
      const payload = {
        action,
        issue: subject,
        pull_request: subject,
        comment: { id: 2, body: text },
        review: { body: text },
      };
      if (!isPlainChatter(envOf(name, payload))) return;
      expect(findTrigger(inputs, parseEvent(name, payload))).toMatchObject({
        kind: "skip",
        outcome: { result: "skipped", reason: "no-command" },
      });
    }),
    runs(500),
  );
});

test("the bundle skips chatter without a request, also where the secrets are empty, as in forks", async () => {
  const { exitCode, outputs, stdout, stderr, summary } = await runStep({
    with: { "api-key": "", "project-id": "", "github-token": "" },
    eventName: "issue_comment",
    event: comment("Looks good"),
    // Nothing listens there: a request would fail, and the step with it.
    env: { GITHUB_API_URL: "http://127.0.0.1:9" },
  });
  expect(exitCode).toBe(0);
  expect(outputs).toEqual({
    result: "skipped",
    reason: "no-command",
    message: "The text holds no line that starts with the trigger phrase.",
  });
  expect(stdout).toBe("The text holds no line that starts with the trigger phrase.\n");
  expect(stderr + summary).toBe("");
});

test("the entry points load the bundle only when there is something to do", () => {
  for (const name of ["main.js", "post.js"])
    expect(readFileSync(new URL(`../dist/${name}`, import.meta.url), "utf8")).not.toMatch(
      /^import .*index\.js/m,
    );
});
