import { expect, test } from "vitest";
import { payloads } from "../github/payloads.ts";
import {
  AgentHarness,
  command,
  creates,
  follows,
  pullRequest,
  push,
  type RunOptions,
  type RunRecord,
} from "./agent-harness.ts";

const sentPrompt = ({ outputs }: RunRecord) => outputs.find(([name]) => name === "prompt")?.[1];
const diff = { context: "diff" };

test("context: diff sends the changed files of a pull request below the prompt", async () => {
  const harness = new AgentHarness();
  harness.gitHub.files = [{ filename: "src/limit.ts", status: "modified", patch: "+limit" }];
  const run = await harness.run({ event: pullRequest(), with: diff, service: creates });
  expect(sentPrompt(run)).toContain("Changed files:\nsrc/limit.ts (modified)\n+limit");
});

test("context: auto is the default, and sends the same as diff with a new job", async () => {
  const prompts: (string | undefined)[] = [];
  for (const given of [{}, { context: "auto" }, diff]) {
    const harness = new AgentHarness();
    harness.gitHub.files = [{ filename: "src/limit.ts", status: "modified", patch: "+limit" }];
    prompts.push(sentPrompt(await harness.run({ event: pullRequest(), with: given, service: creates })));
  }
  expect(new Set(prompts).size).toBe(1);
  expect(prompts[0]).toContain("+limit");
});

test("context: auto beside a review comment names its file and lines in follow-ups, too", async () => {
  const harness = new AgentHarness();
  await harness.run({ event: pullRequest(), service: creates });
  const name = "pull_request_review_comment";
  const run = await harness.run({ event: { name, payload: payloads[name] }, service: follows });
  expect(sentPrompt(run)).toContain("File: src/limit.ts, lines 10 to 12\nHunk:");
  expect(sentPrompt(run)).not.toContain("Changed files");
});

test.each<[string, RunOptions]>([
  ["with context: none", { event: pullRequest(), with: { context: "none" } }],
  ["with context: reference", { event: pullRequest(), with: { context: "reference" } }],
  ["in an issue", { comment: command, with: diff }],
])("the changed files are not read %s", async (_, options) => {
  const { requests, log } = await new AgentHarness().run({ ...options, service: creates });
  expect(requests.filter((request) => request.includes("files"))).toEqual([]);
  expect(log.filter((line) => line.startsWith("warning"))).toEqual([]);
});

test.each([
  [
    403,
    "The token needs “permissions: pull-requests: read” in the workflow's job. Runs for pull requests from forks have a read-only token.",
  ],
  [422, "The run continues without it."],
])(
  "GitHub refuses the changed files with HTTP %i: a warning, and the rest is sent",
  async (status, advice) => {
    const harness = new AgentHarness();
    harness.gitHub.refuse({ path: /files/, status });
    const run = await harness.run({ event: pullRequest(), with: diff, service: creates });
    expect(run.log).toContain(
      `warning: Changed files not read: The prompt goes without the changed files of #7 (HTTP ${status}). ${advice}`,
    );
    expect(sentPrompt(run)).toContain(`Description:\n${command}`);
    expect(sentPrompt(run)).not.toContain("Changed files");
  },
);

test("without a token, the context is what the event says", async () => {
  const run = await new AgentHarness().run({
    event: { ...pullRequest("It limits."), name: "pull_request_target" },
    with: { prompt: "Document it", "github-token": "", ...diff },
    service: creates,
  });
  expect(run.outcome.result).toBe("pull-request");
  expect(sentPrompt(run)).toContain("Description:\nIt limits.");
});

test.each(["none", "reference", "diff", "auto"])(
  "without a thread, context: %s sends the prompt alone",
  async (context) => {
    const given = { prompt: "Document it", context };
    const run = await new AgentHarness().run({ event: push, with: given, service: creates });
    expect(run.outcome.result).toBe("pull-request");
    expect(sentPrompt(run)).toBe("Document it");
  },
);
