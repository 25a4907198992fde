import { describe, expect, test, vi } from "vitest";
import { fetchPromptContext } from "../../../src/agent/context/fetch-context.ts";
import { parseEvent } from "../../../src/github/event.ts";
import { getRunContext } from "../../../src/runner/run-context.ts";
import { CancelledError } from "../../../src/service/errors.ts";
import { warningsOf } from "../../fake-log.ts";
import { clientOf, type FakeFile, FakeGitHub } from "../../github/fake-github.ts";
import { payloads } from "../../github/payloads.ts";
import { type Given, load } from "../../given-inputs.ts";
import { routes } from "../../service/fake-service.ts";
import {
  AgentHarness,
  cancelledUnsent,
  command,
  creates,
  type Event,
  follows,
  posted,
  pullRequest,
  push,
  type RunOptions,
  type RunRecord,
} from "../agent-harness.ts";

const sentPrompt = ({ outputs }: RunRecord) => outputs.find(([name]) => name === "prompt")?.[1];
const diff = { context: "diff" };

const limit = { filename: "src/limit.ts", status: "modified", patch: "+limit" };
const [before, after] = ["a".repeat(40), "b".repeat(40)];
/** A push to the default branch. */
const pushed = {
  name: "push",
  payload: { ref: "refs/heads/main", before, after, repository: { default_branch: "main" } },
};
const released = {
  name: "release",
  payload: { action: "published", release: { tag_name: "v2", draft: false, prerelease: false } },
};
const schedule = { name: "schedule", payload: {} };
const [ours, fork] = [{ full_name: "acme/site" }, { full_name: "octo/site" }];
const forked = {
  name: "pull_request_target",
  payload: {
    action: "closed",
    pull_request: { number: 7, title: "t", head: { sha: after, repo: fork }, base: { repo: ours } },
  },
};
/** A push of these files. */
function harnessWith(...files: FakeFile[]): AgentHarness {
  const harness = new AgentHarness();
  harness.gitHub.comparisons.set(`${before}...${after}`, { files });
  return harness;
}
const notes = ({ log }: RunRecord) => log.filter((line) => /^(?:warning|notice)/.test(line));

describe("context: diff sends the changed files", () => {
  test("of a pull request", async () => {
    const harness = new AgentHarness();
    harness.gitHub.files = [limit];
    const run = await harness.run({ event: pullRequest(), with: diff, service: creates });
    expect(sentPrompt(run)).toContain("M src/limit.ts\nPatch of src/limit.ts:\n+limit");
  });

  test.each<[string, RunOptions, string, string]>([
    ["a push", { event: pushed }, `${before}...${after}`, `Commit: ${after}`],
    ["a release", { event: released }, "v1...v2", "Compared: v1...v2"],
    [
      "diff-range instead of the event's own change",
      { event: pushed, with: { "diff-range": "v1...main" } },
      "v1...main",
      "Compared: v1...main",
    ],
    [
      "diff-range on any event",
      { event: schedule, with: { "diff-range": "v1...main" } },
      "v1...main",
      "Compared: v1...main",
    ],
  ])("of %s", async (_, options, compared, line) => {
    const harness = new AgentHarness();
    harness.gitHub.releases = [{ tag_name: "v1", published_at: "2026-01-01T00:00:00Z" }];
    harness.gitHub.comparisons.set(compared, { files: [limit] });
    const given = { prompt: "Document it", ...diff, ...options.with };
    const run = await harness.run({ ...options, with: given, service: creates });
    expect(notes(run)).toEqual([]);
    expect(sentPrompt(run)).toContain("Repository: acme/site\nCompared: ");
    expect(sentPrompt(run)).toContain(line);
    expect(sentPrompt(run)).toContain("Patch of src/limit.ts:\n+limit");
  });

  test("of the pull request of issue-number on other events", async () => {
    const harness = new AgentHarness();
    harness.gitHub.files = [limit];
    const given = { prompt: "Document it", "issue-number": "7", ...diff };
    const run = await harness.run({ event: schedule, with: given, service: creates });
    expect(sentPrompt(run)).toContain("Compared: pull request #7");
    expect(sentPrompt(run)).toContain("+limit");
  });

  test("of the event where issue-number names the place for comments", async () => {
    const harness = harnessWith(limit);
    const given = { prompt: "Document it", "issue-number": "7", ...diff };
    const run = await harness.run({ event: pushed, with: given, service: creates });
    expect(sentPrompt(run)).toContain(`Compared: ${before}...${after}`);
  });

  test("with a follow-up, too", async () => {
    const harness = new AgentHarness();
    harness.gitHub.files = [limit];
    await harness.run({ event: pullRequest(), with: diff, service: creates });
    const given = { prompt: "Shorter", ...diff };
    const run = await harness.run({ event: pullRequest("It limits."), with: given, service: follows });
    expect([posted(run.requests), sentPrompt(run)]).toEqual([
      [routes.message],
      expect.stringContaining("+limit"),
    ]);
  });
});

test("context: reference names the head of the event's pull request, and its fork", async () => {
  const given = { prompt: "Document it", context: "reference" };
  const run = await new AgentHarness().run({ event: forked, with: given, service: creates });
  expect(sentPrompt(run)).toContain(`Commit: ${after} (from a fork: octo/site)`);
});

test("context: auto is the default, and sends the same as diff with a new job", async () => {
  const prompts: (string | undefined)[] = [];
  for (const given of [{}, { context: "auto" }, diff]) {
    const harness = new AgentHarness();
    harness.gitHub.files = [limit];
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
  ["of issue-number with context: auto", { comment: command, with: { "issue-number": "8" } }],
  ["on a push with context: auto", { event: pushed, with: { prompt: "Document it" } }],
])("the changed files are not read %s", async (_, options) => {
  const run = await new AgentHarness().run({ ...options, service: creates });
  expect(run.requests.filter((request) => /files|compare|trees/.test(request))).toEqual([]);
  expect(notes(run)).toEqual([]);
});

describe("GitHub refuses the changed files: a warning names the permission, and the rest is sent", () => {
  test.each([
    [
      403,
      "The token needs “permissions: pull-requests: read” in the workflow's job. Runs for pull requests from forks have a read-only token.",
    ],
    [422, "The run continues without it."],
  ])("of a pull request with HTTP %i", async (status, advice) => {
    const harness = new AgentHarness();
    harness.gitHub.refuse({ path: /files/, status });
    const run = await harness.run({ event: pullRequest(), with: diff, service: creates });
    expect(run.log).toContain(
      `warning: Changed files not read: The prompt goes without the changed files of #7 (HTTP ${status}). ${advice}`,
    );
    expect(sentPrompt(run)).toContain(`Description:\n${command}`);
    expect(sentPrompt(run)).not.toContain("Changed files");
  });

  test.each([
    [
      403,
      "The token needs “permissions: contents: read” in the workflow's job. Runs for pull requests from forks have a read-only token.",
    ],
    [404, "Check that both ends exist, and that the job has “permissions: contents: read”."],
  ])("of a range with HTTP %i", async (status, advice) => {
    const harness = new AgentHarness();
    harness.gitHub.refuse({ path: /compare/, status });
    const given = { prompt: "Document it", "diff-range": "v1...v2" };
    const run = await harness.run({ event: schedule, with: given, service: creates });
    expect(notes(run)).toEqual([
      `warning: Changed files not read: The prompt goes without the changed files of v1...v2 (HTTP ${status}). ${advice}`,
    ]);
    expect(sentPrompt(run)).toBe("Document it");
  });

  test("of the trees: some files are left out, and the prompt says so", async () => {
    const many = Array.from({ length: 301 }, (_, index) => ({ ...limit, filename: `src/${index}.ts` }));
    const harness = harnessWith(...many);
    harness.gitHub.refuse({ path: /trees/, status: 403 });
    const run = await harness.run({
      event: pushed,
      with: { prompt: "Document it", ...diff },
      service: creates,
    });
    expect(notes(run).join()).toContain("The prompt goes without some of the changed files of aaaaaaa");
    expect(notes(run).join()).toContain("contents: read");
    expect(sentPrompt(run)).toContain("(GitHub's list is cut: more files changed)");
  });
});

test("a comparison that the run itself aborts causes no warning", async () => {
  const { gitHub: github } = clientOf(new FakeGitHub(), { stopReading: AbortSignal.abort() });
  const { log, warnings } = warningsOf();
  const inputs = load({ prompt: "Document it", ...diff });
  const event = parseEvent(pushed.name, pushed.payload);
  const runContext = getRunContext({ GITHUB_REPOSITORY: "acme/site" });
  const { signal } = new AbortController();
  await fetchPromptContext({ trigger: undefined }, { github, log, inputs, event, runContext, signal });
  expect(warnings).toEqual([]);
});

test("a cancellation is noticed while many paths are matched with diff-paths", async () => {
  const fake = new FakeGitHub();
  const path = (index: number) => `${"a/".repeat(200)}${index}`;
  const treeOf = (version: string) => ({
    files: Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index): [string, [string, string]] => [
        path(index),
        ["100644", `${version}${index}`],
      ]),
    ),
  });
  const files = Array.from({ length: 300 }, (_, index) => ({ filename: path(index), status: "modified" }));
  fake.comparisons.set(`${before}...${after}`, { files, mergeBase: before });
  fake.trees.set(before, treeOf("old"));
  fake.trees.set(after, treeOf("new"));
  const { gitHub: github } = clientOf(fake);
  const { log } = warningsOf();
  const patterns = Array.from({ length: 20 }, (_, index) => `${"**/*".repeat(index + 1)}/*[0-9]*`);
  const inputs = load({ prompt: "Document it", ...diff, "diff-paths": patterns.join("\n") });
  const cancelled = new AbortController();
  const cancelledInputs = {
    ...inputs,
    // Read where the matching begins, and then a signal of the runner comes.
    get "diff-paths"() {
      setImmediate(() => cancelled.abort());
      return inputs["diff-paths"];
    },
  };
  const event = parseEvent(pushed.name, pushed.payload);
  const runContext = getRunContext({ GITHUB_REPOSITORY: "acme/site" });
  const fetching = fetchPromptContext(
    { trigger: undefined },
    { github, log, inputs: cancelledInputs, event, runContext, signal: cancelled.signal },
  );
  await expect(fetching).rejects.toBeInstanceOf(CancelledError);
});

test("a run that is not cancelled looks through all paths, however long that takes", async () => {
  let now = 0;
  const time = vi.spyOn(performance, "now").mockImplementation(() => (now += 1000));
  try {
    const harness = harnessWith(limit, { ...limit, filename: "README.md" });
    const given = { prompt: "Document it", "diff-paths": "src/**" };
    const run = await harness.run({ event: pushed, with: given, service: creates });
    expect(sentPrompt(run)).toContain(": 1 of 2 match diff-paths");
  } finally {
    time.mockRestore();
  }
});

describe("there is nothing to compare: a notice says so, and the prompt is sent alone", () => {
  test.each<[string, RunOptions["event"], string]>([
    [
      "on an event that names no change",
      schedule,
      "this event names no changed files. Set diff-range to say what changed.",
    ],
    ["on the first release", released, "there is nothing to compare this event with."],
  ])("%s", async (_, event, reason) => {
    const run = await new AgentHarness().run({
      ...(event && { event }),
      with: { prompt: "Document it", ...diff },
      service: creates,
    });
    expect(notes(run)).toEqual([`notice: No changed files: The prompt goes without a diff: ${reason}`]);
    expect(sentPrompt(run)).toBe("Document it");
  });

  test("without a token", async () => {
    const given = { prompt: "Document it", "github-token": "", ...diff };
    const run = await new AgentHarness().run({ event: pushed, with: given, service: creates });
    expect(notes(run)).toEqual([
      "notice: No changed files: The prompt goes without a diff: it cannot be read without github-token.",
    ]);
    expect(sentPrompt(run)).toBe("Document it");
  });
});

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

describe("diff-paths", () => {
  const paths = { prompt: "Document it", "diff-paths": "src/**,!src/**/*.test.ts" };

  test("leaves the files that match, and says how many changed", async () => {
    const harness = harnessWith(
      limit,
      { ...limit, filename: "src/limit.test.ts" },
      { filename: "moved.ts", previous_filename: "src/old.ts", status: "renamed" },
      { ...limit, filename: "README.md" },
    );
    const run = await harness.run({ event: pushed, with: paths, service: creates });
    expect(sentPrompt(run)).toMatch(
      /: 2 of 4 match diff-paths; 1 of them with a patch below\nM src\/limit.ts\nR src\/old.ts -> moved.ts\nPatch/,
    );
  });

  test.each<[string, FakeFile[], string]>([
    [
      "no changed file matches",
      [
        { ...limit, filename: "README.md" },
        { ...limit, filename: "src/limit.test.ts" },
      ],
      "2 files changed, 2 patterns",
    ],
    ["no file changed", [], "0 files changed, 2 patterns"],
  ])("sends and announces nothing where %s", async (_, files, counts) => {
    const harness = harnessWith(...files);
    const given = { ...paths, "issue-number": "7" };
    const run = await harness.run({ event: pushed, with: given, service: creates });
    expect(run.outcome).toEqual({
      ...{ result: "skipped", reason: "no-diff", advice: "" },
      message: `No changed file of aaaaaaa...bbbbbbb matches diff-paths (${counts}).`,
    });
    expect(run.requests).toEqual([`GitHub GET /compare/${before}...${after}?per_page=1`]);
    expect(run.postStates).toEqual([]);
    expect(run.outputs).toEqual([]);
  });

  test("cuts commits short, but no names that hold the characters of one", async () => {
    const [base, head] = [`v-${before}`, `${after}-fix`];
    const harness = new AgentHarness();
    harness.gitHub.comparisons.set(`${base}...${head}`, { files: [] });
    const given = { ...paths, "diff-range": `${base}...${head}` };
    const run = await harness.run({ event: schedule, with: given, service: creates });
    expect(run.outcome.message).toContain(`No changed file of ${base}...${head} matches`);
  });

  test.each<[string, RunOptions]>([
    ["a re-run", { attempt: 2 }],
    ["a dry run", { with: { "dry-run": "true" } }],
  ])("holds back %s, too", async (_, options) => {
    const harness = harnessWith({ ...limit, filename: "README.md" });
    const run = await harness.run({ event: pushed, ...options, with: { ...paths, ...options.with } });
    expect(run.outcome).toMatchObject({ result: "skipped", reason: "no-diff" });
    expect(posted(run.requests)).toEqual([]);
  });

  test("sends nothing where the run is cancelled while GitHub compares", async () => {
    const harness = harnessWith(limit);
    harness.gitHub.refuse({ path: /compare/, meanwhile: () => harness.cancel() });
    const run = await harness.run({ event: pushed, with: paths, service: creates });
    expect(run.outcome).toEqual(cancelledUnsent);
    expect(posted(run.requests)).toEqual([]);
  });

  test("says of a fork's pull request where its files come from", async () => {
    const harness = new AgentHarness();
    harness.gitHub.files = [limit];
    const run = await harness.run({ event: forked, with: paths, service: creates });
    expect(sentPrompt(run)).toContain(`Commit: ${after} (from a fork: octo/site)\nChanged files`);
  });

  test("filters the context of a command, and sends it whatever changed", async () => {
    const harness = new AgentHarness();
    harness.gitHub.files = [limit];
    const given = { "diff-paths": "docs/**" };
    const run = await harness.run({ event: pullRequest(), with: given, service: creates });
    expect(run.outcome.result).toBe("pull-request");
    expect(sentPrompt(run)).toContain(": 0 of 1 match diff-paths");
    expect(sentPrompt(run)).not.toContain("src/limit.ts");
  });

  test("filters the context of a command that GitHub has no changed files for", async () => {
    const harness = new AgentHarness();
    harness.gitHub.refuse({ path: /files/, status: 403 });
    const given = { "diff-paths": "docs/**" };
    const run = await harness.run({ event: pullRequest(), with: given, service: creates });
    expect(run.outcome.result).toBe("pull-request");
    expect(notes(run)).toHaveLength(1);
  });

  test("sends the prompt where GitHub's list is cut, because a file that matches may be missing from it", async () => {
    const many = Array.from({ length: 301 }, (_, index) => ({ ...limit, filename: `lib/${index}.ts` }));
    const harness = harnessWith(...many);
    harness.gitHub.refuse({ path: /trees/, status: 403 });
    const run = await harness.run({ event: pushed, with: paths, service: creates });
    expect(run.outcome.result).toBe("pull-request");
    expect(sentPrompt(run)).toContain(
      ": 0 of 300 match diff-paths\n(GitHub's list is cut: more files changed)",
    );
  });

  test.each<[string, Event]>([
    ["the first release", released],
    ["a new repository", { name: "push", payload: { ...pushed.payload, before: "0".repeat(40) } }],
    ["a branch that is deleted", { name: "push", payload: { ...pushed.payload, after: "0".repeat(40) } }],
    ["a release that is deleted", { name: "release", payload: { ...released.payload, action: "deleted" } }],
  ])("sends nothing on %s, which there is nothing to compare with", async (_, event) => {
    const run = await new AgentHarness().run({ event, with: paths, service: creates });
    expect(run.outcome).toEqual({
      ...{ result: "skipped", reason: "no-diff", advice: "" },
      message: "There is nothing to compare this event with, so no changed file matches diff-paths.",
    });
    expect(posted(run.requests)).toEqual([]);
  });

  test.each<[string, number, string]>([
    [
      "refuses",
      403,
      "Nothing was sent. The token needs “permissions: contents: read” in the workflow's job. Runs for pull requests from forks have a read-only token.",
    ],
    [
      "knows no",
      404,
      "Nothing was sent. Check that both ends exist, and that the job has “permissions: contents: read”.",
    ],
    ["fails at", 500, "Nothing was sent. Run the step again later."],
  ])(
    "sends nothing where GitHub %s the comparison (HTTP %i), because it is not known whether a file matches",
    async (_, status, advice) => {
      const harness = new AgentHarness();
      harness.gitHub.refuse({ path: /compare/, status });
      const run = await harness.run({
        event: pushed,
        with: { ...paths, "issue-number": "7" },
        service: creates,
      });
      expect(run.outcome).toEqual({
        ...{ result: "error", reason: "github", advice },
        message: `GitHub did not give the changed files of aaaaaaa...bbbbbbb (HTTP ${status}), so it is not known whether one matches diff-paths.`,
      });
      expect(new Set(run.requests)).toEqual(new Set([`GitHub GET /compare/${before}...${after}?per_page=1`]));
    },
  );

  test.each<[string, Event, Given, string, string]>([
    [
      "on an event that names no change",
      schedule,
      {},
      "This schedule event names no changed files, and diff-paths needs some.",
      "Nothing was sent. Set diff-range to what changed, or remove diff-paths.",
    ],
    [
      "on a push whose event file does not say what was pushed",
      push,
      {},
      "This push event names no changed files, and diff-paths needs some.",
      "Nothing was sent. Set diff-range to what changed, or remove diff-paths.",
    ],
    [
      "without a token",
      pushed,
      { "github-token": "" },
      "Without github-token, it is not known whether a changed file matches diff-paths.",
      "Nothing was sent. Remove github-token from the step to use the token of the job.",
    ],
  ])("is invalid %s", async (_, event, given, text, advice) => {
    const run = await new AgentHarness().run({ event, with: { ...paths, ...given }, service: creates });
    expect(run.outcome).toEqual({ result: "error", reason: "input", message: text, advice });
    expect(run.requests).toEqual([]);
  });
});

test("a release behind more pre-releases than are read is not known to be without changes: the step fails", async () => {
  const harness = new AgentHarness();
  harness.gitHub.releases = Array.from({ length: 1001 }, (_, index) => ({
    tag_name: `nightly-${index}`,
    prerelease: true,
  }));
  const run = await harness.run({
    event: released,
    with: { prompt: "Document it", ...diff, "diff-paths": "src/**" },
    service: creates,
  });
  expect(run.outcome).toMatchObject({
    ...{ result: "error", reason: "github" },
    message:
      "GitHub did not give the changed files of v2 (none of the 1000 newest releases can be compared with v2), so it is not known whether one matches diff-paths.",
    advice: "Nothing was sent. Set diff-range to say what changed.",
  });
  expect(sentPrompt(run)).toBeUndefined();
});
