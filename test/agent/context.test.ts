import { describe, expect, test } from "vitest";
import { fetchPromptContext } from "../../src/agent/context.ts";
import { ActionError } from "../../src/errors.ts";
import { parseEvent } from "../../src/github/event.ts";
import { toPlainText } from "../../src/text/rich-text.ts";
import { type FakeFile, FakeGitHub, noAccess } from "../github/fake-github.ts";
import { payloads } from "../github/payloads.ts";
import type { Given } from "../given-inputs.ts";
import { toolsOf } from "./fixture.ts";

const limit = { filename: "src/limit.ts", status: "modified", patch: "+limit" };
const [before, after] = ["a".repeat(40), "b".repeat(40)];
const asked = `GitHub GET /compare/${before}...${after}`;
const patch = "Patch of src/limit.ts:\n+limit";

type Event = { name: string; payload: unknown };
/** A push to the default branch. */
const pushed = {
  name: "push",
  payload: { ref: "refs/heads/main", before, after, repository: { default_branch: "main" } },
};
const released = {
  name: "release",
  payload: { action: "published", release: { tag_name: "v2", draft: false, prerelease: false } },
};
const schedule: Event = { name: "schedule", payload: {} };
const issue: Event = { name: "issues", payload: payloads["issues"] };
const pull: Event = { name: "pull_request", payload: payloads["pull_request"] };
const inline: Event = {
  name: "pull_request_review_comment",
  payload: payloads["pull_request_review_comment"],
};
const pullRequest = { number: 7, title: "t", head: { sha: after } };
const closed: Event = {
  ...{ name: "pull_request_target", payload: { action: "closed", pull_request: pullRequest } },
};

/** A GitHub where the push changed these files. */
function gitHubWith(...files: FakeFile[]): FakeGitHub {
  const fake = new FakeGitHub();
  fake.comparisons.set(`${before}...${after}`, { files });
  return fake;
}

/** The context of a step's prompt or, where the event holds one, of its command; what it asked and logged. */
async function contextOf({ name, payload }: Event, given: Given, fake = new FakeGitHub()) {
  const event = parseEvent(name, payload);
  const gitHub = given["github-token"] === "" ? undefined : fake;
  const { tools, requests, log } = toolsOf({ gitHub, with: { prompt: "Document it", ...given } });
  const trigger = given.prompt === "" ? event.triggerText : undefined;
  const reading = fetchPromptContext({ kind: "prompt", trigger }, { ...tools, event });
  const read = await reading.catch((thrown: unknown) => {
    if (thrown instanceof ActionError) return thrown;
    throw thrown;
  });
  if (read instanceof ActionError)
    return {
      error: [read.reason, read.message, toPlainText(read.outcome.advice)],
      isWhole: read.outcome.isWhole,
      requests,
      notes: log,
    };
  const { create, message, skipped } = read;
  const missing = read.missing && toPlainText(read.missing);
  const why = skipped && [skipped.result, skipped.reason, toPlainText(skipped.message)];
  return { create, message, skipped: why, missing, requests, notes: log };
}

describe("context: diff brings the changed files", () => {
  test("of a pull request, to a follow-up too", async () => {
    const fake = new FakeGitHub();
    fake.files = [limit];
    const { create, message } = await contextOf(pull, { prompt: "", context: "diff" }, fake);
    expect(create).toContain(`M src/limit.ts\n${patch}`);
    expect(message).toBe(create);
  });

  test.each<[string, Event, Given, string, string]>([
    ["a push", pushed, {}, `${before}...${after}`, `Commit: ${after}`],
    ["a release", released, {}, "v1...v2", "Compared: v1...v2"],
    ["diff-range", pushed, { "diff-range": "v1...main" }, "v1...main", "Compared: v1...main"],
  ])("of %s", async (_, event, given, compared, line) => {
    const fake = new FakeGitHub();
    fake.releases = [{ tag_name: "v1" }];
    fake.comparisons.set(compared, { files: [limit] });
    const { create, notes } = await contextOf(event, { context: "diff", ...given }, fake);
    expect(create).toContain("Repository: acme/site\nCompared: ");
    expect(create).toContain(line);
    expect(create).toContain(patch);
    expect(notes).toEqual([]);
  });

  test("of the pull request of issue-number, but not where the event names a change", async () => {
    const fake = gitHubWith(limit);
    fake.files = [limit];
    const given = { context: "diff", "issue-number": "7" };
    expect((await contextOf(schedule, given, fake)).create).toContain("Compared: pull request #7");
    expect((await contextOf(pushed, given, fake)).create).toContain(
      `Compared: ${before}...${after}`,
    );
  });
});

test("context: auto brings them to a new job alone; a follow-up gets the file and lines of a comment", async () => {
  const fake = new FakeGitHub();
  fake.files = [limit];
  const { create, message } = await contextOf(inline, { prompt: "" }, fake);
  expect(create).toContain(patch);
  expect(message).toContain("Comment 1 is on src/limit.ts:10–12\n");
  expect(message).not.toContain("Changed files");
});

test("context: reference names the head of the event's pull request", async () => {
  const { create } = await contextOf(closed, { context: "reference" });
  expect(create).toContain(`Commit: ${after}`);
});

test.each<[string, Event, Given]>([
  ["with context: none", pull, { context: "none" }],
  ["with context: reference", pull, { context: "reference" }],
  ["for a command in an issue", issue, { context: "diff", prompt: "" }],
  ["of an issue", issue, { context: "diff" }],
  ["of issue-number with context: auto", issue, { "issue-number": "8" }],
  ["on a push with context: auto", pushed, {}],
])("the changed files are not read %s", async (_, event, given) => {
  const { requests, notes } = await contextOf(event, given);
  expect([requests, notes]).toEqual([[], []]);
});

describe("GitHub refuses the changed files: a warning names the permission, and the rest is sent", () => {
  const permission = (name: string) =>
    `Give the token ${name}: read. If it is the job's own, add that to the permissions: of the workflow's job.`;

  test.each<[string, number, Event, Given, string]>([
    // It is sent all the same, so nobody has to run it again.
    ["a pull request", 502, pull, { context: "diff" }, ""],
    ["a pull request", 403, pull, { context: "diff" }, permission("pull-requests")],
    ["a range", 403, schedule, { "diff-range": "v1...v2" }, permission("contents")],
    [
      ...(["a range", 404, schedule, { "diff-range": "v1...v2" }] as const),
      "Check that both ends exist, and that the job has permissions: { contents: read }.",
    ],
  ])("of %s with HTTP %i", async (_, status, event, given, advice) => {
    const fake = new FakeGitHub();
    fake.refuse({ path: /files|compare/, status });
    const { create, notes, missing } = await contextOf(event, given, fake);
    const said = status === 403 ? `: “${noAccess}”` : "";
    const why = `GitHub did not give the changed files (HTTP ${status}${said})`;
    expect(missing).toBe(`without the changed files: ${why}`);
    expect(notes).toEqual([
      `warning: Changed files not read: The prompt goes without the changed files: ${why}. ${advice}`.trim(),
    ]);
    expect(create).not.toContain("Changed files");
    expect(create?.includes("Description:\n/docs-agent Document it")).toBe(event === pull);
  });
});

describe("where there is nothing to compare with, a warning and the reply say so, and the rest is sent", () => {
  const setRange = "Set diff-range: since-last and issue-number: dashboard.";
  const nothing = "there is nothing to compare this";
  const firstPush: Event = { name: "push", payload: { ...pushed.payload, before: "0".repeat(40) } };

  test.each<[string, Event, Given, string, string]>([
    [
      "without a token",
      pull,
      { "github-token": "" },
      "github-token is empty",
      "To use the token of the job, remove that line",
    ],
    ["the first release", released, {}, `${nothing} release event with`, setRange],
    ["the first push", firstPush, {}, `${nothing} push event with`, setRange],
    ["an event that names no change", schedule, {}, `${nothing} schedule event with`, setRange],
    [
      "an issue that is named",
      schedule,
      { "issue-number": "8" },
      `${nothing} schedule event with`,
      setRange,
    ],
  ])("%s", async (_, event, given, why, advice) => {
    const fake = new FakeGitHub();
    fake.refuse({ path: /pulls\/8/, status: 404 });
    const { error, missing, notes } = await contextOf(event, { context: "diff", ...given }, fake);
    expect([error, missing]).toEqual([undefined, `without the changed files: ${why}`]);
    expect(notes).toEqual([
      expect.stringContaining(
        `Changed files not read: The prompt goes without the changed files: ${why}. ${advice}`,
      ),
    ]);
  });
});

test.each([{ context: "diff" }, { "diff-paths": "src/**" }])(
  "a new tag is an input error: %j",
  async (given) => {
    const tag = { ref: "refs/tags/v1.1.0", before: "0".repeat(40) };
    const event = { name: "push", payload: { ...pushed.payload, ...tag } };
    const { error, requests } = await contextOf(event, given);
    expect([error, requests]).toEqual([
      [
        ...["input", "A new tag names no commit to compare with."],
        "Set diff-range: since-last and issue-number: dashboard: then releases are compared. To document this one, save by-hand.yml and start it (a paid job) with a range from an older commit, such as 1a2b3c4...v1.0.0.",
      ],
      [],
    ]);
    expect((await contextOf(event, {})).error).toBeUndefined();
  },
);

describe("diff-paths", () => {
  const paths = { "diff-paths": "src/**,!src/**/*.test.ts" };

  test("leaves the files that match, and says how many changed", async () => {
    const fake = gitHubWith(
      limit,
      { ...limit, filename: "src/limit.test.ts" },
      { filename: "moved.ts", previous_filename: "src/old.ts", status: "renamed" },
      { ...limit, filename: "README.md" },
    );
    const { create } = await contextOf(pushed, paths, fake);
    expect(create).toMatch(
      /: 2 of 4 match diff-paths\nM src\/limit.ts\nR src\/old.ts -> moved.ts\nPatch/,
    );
  });

  test.each<[string, FakeFile[]]>([
    [
      "no changed file matches",
      [
        { ...limit, filename: "README.md" },
        { ...limit, filename: "src/limit.test.ts" },
      ],
    ],
    ["no file changed", []],
  ])("sends nothing where %s", async (_, files) => {
    const { skipped, requests } = await contextOf(pushed, paths, gitHubWith(...files));
    const message = expect.stringMatching(
      /^No file changed that can be documented: .* do not count\.$/,
    );
    expect([skipped, requests]).toEqual([["skipped", "no-diff", message], [asked]]);
  });

  test("filters the context of a command, which is sent whatever changed", async () => {
    const fake = new FakeGitHub();
    fake.files = [limit];
    const given = { prompt: "", "diff-paths": "docs/**" };
    const { create, skipped } = await contextOf(pull, given, fake);
    expect(create).toContain(": 0 of 1 match diff-paths");
    expect(create).not.toContain("src/limit.ts");
    fake.refuse({ path: /files/, status: 403 });
    const refused = await contextOf(pull, given, fake);
    expect([skipped, refused.skipped, refused.notes.length]).toEqual([undefined, undefined, 1]);
  });

  test("sends the prompt where GitHub's list is cut, because a file that matches may be missing from it", async () => {
    const many = Array.from({ length: 301 }, (_, index) => ({
      ...limit,
      filename: `lib/${index}.ts`,
    }));
    const { create, skipped } = await contextOf(pushed, paths, gitHubWith(...many));
    expect(skipped).toBeUndefined();
    expect(create).toContain(
      ": 0 of 300 match diff-paths\n(GitHub's list is cut: more files changed)",
    );
  });

  test("is an error where there is nothing to compare with, and nothing where nothing changed", async () => {
    const { error } = await contextOf(released, paths);
    const message =
      "It is not known what changed: there is nothing to compare this release event with. Nothing was sent.";
    expect(error).toEqual([
      "input",
      message,
      "Set diff-range: since-last and issue-number: dashboard.",
    ]);
    const deleted = { ...released, payload: { ...released.payload, action: "deleted" } };
    expect((await contextOf(deleted, paths)).skipped?.slice(0, 2)).toEqual(["skipped", "no-diff"]);
  });

  test("is an error where GitHub does not say what changed", async () => {
    const fake = new FakeGitHub();
    fake.refuse({ path: /compare/, status: 500 });
    const { error, requests } = await contextOf(pushed, paths, fake);
    const message =
      "It is not known what changed: GitHub did not give the changed files (HTTP 500). Nothing was sent.";
    expect(error).toEqual(["github", message, "Re-run the workflow in ten minutes."]);
    expect(new Set(requests)).toEqual(new Set([asked]));
  });
});
