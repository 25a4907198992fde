import { describe, expect, test } from "vitest";
import type { Refusal } from "../github/fake-github.ts";
import { sent, Thread, told, writes } from "./thread.ts";

const command = "/docs-agent Document it";

describe("who may give commands", () => {
  test("a stranger gets a reaction and a warning, no comment and no job, and the step is green", async () => {
    const thread = new Thread();
    const run = await thread.comment(command, {}, "outsider");
    expect(told(run)).toEqual(["denied permission"]);
    expect(writes(run.requests)).toEqual(["GitHub POST /issues/comments/101/reactions -1"]);
    expect(run.stdout).toMatch(
      /^::warning title=Docs Agent%3A Not allowed::@outsider cannot run commands/m,
    );
    expect(run.stdout).toContain("needs write, has read. To allow it, ");
    expect(run.outputs).not.toHaveProperty("jobId");
  });

  test("whom the event calls an owner may not, unless GitHub says so when it is asked", async () => {
    const thread = new Thread();
    const { name, payload } = thread.gitHub.commentEvent(thread.gitHub.write("outsider", command));
    const claim = JSON.stringify(payload).replace(
      '"login"',
      '"author_association":"OWNER","login"',
    );
    const event = { name, payload: JSON.parse(claim) };
    const { outputs } = await thread.event(event);
    expect(outputs).toMatchObject({ result: "denied", reason: "permission" });
    const scene = { with: { "required-permission": "read" } };
    expect((await thread.comment(command, scene, "outsider")).outputs["result"]).toBe(
      "pull-request",
    );
  });
});

test("a workflow whose token is empty sends nothing for a pull request, as nothing would be remembered", async () => {
  const thread = new Thread();
  const run = await thread.push({ with: { "github-token": "" } });
  expect(told(run)).toEqual(["error input"]);
});

describe("a command that was deleted before its turn sends nothing:", () => {
  test.each([
    ["a comment", false, {}],
    ["an inline comment", true, {}],
    ["a comment, where no replies are written", false, { comment: "never" }],
  ])("%s", async (_, isInline, given) => {
    const thread = new Thread();
    const { gitHub } = thread;
    const comment = isInline
      ? gitHub.writeInline("maintainer", command)
      : gitHub.write("maintainer", command);
    gitHub.delete(comment.id);
    const run = await thread.runOn(comment, { with: given });
    expect(told(run)).toEqual(["skipped deleted"]);
    expect([gitHub.own(), gitHub.reactions]).toEqual([[], []]);
    expect(run.stdout).not.toContain("::warning");
  });

  test("but one that only GitHub's list does not show yet is sent, with one 👀", async () => {
    const thread = new Thread();
    const unlisted = { id: 999, thread: 7, login: "maintainer", body: command, updatedAt: 0 };
    const run = await thread.runOn(unlisted);
    expect(told(run)[0]).toBe("pull-request");
    expect(thread.gitHub.reactions).toEqual([
      "issues/comments/999 eyes",
      "issues/comments/999 rocket",
    ]);
  });

  test("and a re-run goes on with what was sent before it was deleted", async () => {
    const thread = new Thread();
    const comment = thread.gitHub.write("maintainer", command);
    await thread.runOn(comment);
    thread.gitHub.delete(comment.id);
    expect(told(await thread.rerun())).toEqual(["pull-request"]);
  });
});

describe("what GitHub refuses in its own words is an error that shows them, and nothing is sent:", () => {
  const limit = "You have exceeded a secondary rate limit. Please wait a few minutes.";
  const allowList = "The `acme` organization has an IP allow list enabled.";

  test.each<[string, Refusal, string]>([
    ["the role", { path: /permission$/, status: 403, message: limit }, limit],
    [
      "the comments",
      { method: "GET", path: /comments/, status: 403, message: allowList },
      allowList,
    ],
  ])("%s", async (_, refusal, words) => {
    const thread = new Thread();
    thread.gitHub.refuse(refusal);
    const run = await thread.comment(command);
    expect(told(run)).toEqual(["error github"]);
    const shown = `HTTP 403: “${words.replaceAll("`", "&#96;")}”`;
    for (const place of [thread.shown(), run.summary]) expect(place).toContain(shown);
    expect(thread.shown()).toMatch(/^❌ \*\*No job was started\.\*\* /u);
    expect(run.stdout).toContain(`HTTP 403: “${words}”`);
    expect(`${run.stdout}${run.summary}${thread.shown()}`).not.toContain("issues: write");
    expect(thread.gitHub.reactions).toEqual(["issues/comments/101 confused"]);
  });
});

test("a re-run that cannot ask for the role says that it did nothing: an earlier attempt may have started a job", async () => {
  const thread = new Thread();
  await thread.comment(command);
  thread.gitHub.refuse({ path: /permission$/, status: 502 });
  expect(told(await thread.rerun())).toEqual(["error github"]);
  expect(thread.shown()).toMatch(
    /^❌ \*\*This re-run did nothing\.\*\* .*Re-run the workflow in ten minutes\. A re-run does not send again/su,
  );
});

describe("a workflow that is not set up", () => {
  const scriptPath = "/home/runner/work/_actions/acme/docs-agent/v1/dist/index.js";

  test("tells who may give commands what is missing, and fails", async () => {
    const thread = new Thread();
    const wrong = { "api-key": "", "base-url": "https://api.mintlify.com/v2" };
    const scene = { with: wrong, scriptPath };
    const run = await thread.comment(command, scene);
    expect(told(run)).toEqual(["error input"]);
    expect(thread.gitHub.own()).toHaveLength(1);
    expect(thread.shown()).toMatch(
      /^❌ \*\*Not set up yet: `api-key` is empty; `base-url` is not an https: address/,
    );
    expect(thread.shown()).toContain("v1/README.md#quickstart");
    expect(thread.gitHub.own()[0]?.body).toMatch(/^<!-- docs-agent:v1 -->\n/);
    expect(run.requests.every((request) => request.startsWith("GitHub"))).toBe(true);
    expect(thread.gitHub.reactions).toEqual(["issues/comments/101 confused"]);
    expect(run.summary).toContain(
      "alone, as the secret that the workflow reads (usually `DOCS_AGENT_API_KEY`).",
    );
  });

  test("mentions nobody with mention: false", async () => {
    const thread = new Thread();
    await thread.comment(command, { with: { "api-key": "", mention: "false" } });
    expect(thread.shown()).toContain("\n\nAsk someone who can edit");
  });

  const noComments = { comment: "never" };

  test.each<[string, string, string, Record<string, string>, string, string?]>([
    ["someone who may not give commands", "outsider", command, {}, "denied permission", "-1"],
    ["a comment without a command", "maintainer", "Thanks!", {}, "skipped no-command"],
    ["a step without comments", "maintainer", command, noComments, "error input", "confused"],
    ["a dry run", "maintainer", command, { "dry-run": "true" }, "error input"],
    ["a step without a token", "maintainer", command, { "github-token": "" }, "error input"],
    ["a step that has a prompt", "maintainer", "Hello", { prompt: "Document it" }, "error input"],
  ])("tells the thread of %s nothing", async (_, login, body, given, end, reaction) => {
    const thread = new Thread();
    const wrong = { "api-key": "Bearer mint_0123456789", ...given };
    expect(told(await thread.comment(body, { with: wrong }, login))).toEqual([end]);
    expect(thread.gitHub.own()).toEqual([]);
    expect(thread.gitHub.reactions).toEqual(
      reaction === undefined ? [] : [`issues/comments/101 ${reaction}`],
    );
  });
});

test.each<[string, string[]]>([
  ["--status", []],
  ["stop", []],
  ["--dry-run Longer", []],
  ["Longer", ['POST /v2/agent/acme/job "Longer"']],
])("a second command is not carried out, and the reply says so: %s", async (words, expected) => {
  const thread = new Thread();
  const text = `/docs-agent ${words}\n/docs-agent Shorter`;
  const { requests } = await thread.comment(text);
  expect(sent(requests)).toEqual(expected);
  expect(thread.shown()).toContain("\n\nThe rest of the comment was ignored: give each command");
});

test("a command by mail loses what the mail repeats, and the reply says so", async () => {
  const thread = new Thread();
  const mail = "> Praise it\r\n\r\nYou are receiving this because you commented.";
  const { requests } = await thread.comment(`/docs-agent Shorter\r\n\r\n${mail}`);
  expect(sent(requests)).toEqual(['POST /v2/agent/acme/job "Shorter"']);
  expect(thread.shown()).toContain("Only the first paragraph of this email was sent.");
});
