import { expect, test } from "vitest";
import { creates } from "../service/fake-service.ts";
import { Thread, visible, writes } from "./thread.ts";

const scriptPath = "/home/runner/work/_actions/acme/docs-agent/v1/dist/index.js";
const quickstart = "[quickstart](<https://github.com/acme/docs-agent/blob/v1/README.md#quickstart>)";
const run = "<sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>";

const save =
  "someone who can edit this repository's settings can mend that: save the key under **Secrets** as `DOCS_AGENT_API_KEY` and the project ID under **Variables** as `DOCS_AGENT_PROJECT_ID`";
const exposed = "Was the key under Variables? It is exposed: create a new one.";
const then = "After that, repeat the command in a new comment.";

test.each<[string, Record<string, string>, string, string]>([
  ["an empty key", { "api-key": "" }, "`api-key` is empty", `${exposed} ${then}`],
  ["an empty project", { "project-id": "" }, "`project-id` is empty", then],
  [
    "a key with white space",
    { "api-key": "mint_0123 4567" },
    "`api-key` is not an admin API key, no mint_dsc_ or mint_us_ key, of 8 or more visible ASCII characters",
    `${exposed} ${then}`,
  ],
  [
    "an address with a version and a key of another kind",
    { "api-key": "mint_dsc_0123456789", "base-url": "https://api.mintlify.com/v2" },
    "`api-key` is not an admin API key, no mint_dsc_ or mint_us_ key, of 8 or more visible ASCII characters; `base-url` is not an https: address without version, user, password, query and fragment (http: only for loopback)",
    `${exposed} Leave the version at the end of \`base-url\` out: the action adds it. ${then}`,
  ],
])("a command by someone who may give it is told of %s, and the step fails", async (_, given, what, more) => {
  const thread = new Thread();
  const { exitCode, requests, outputs, summary } = await thread.comment("/docs-agent Document it", {
    with: given,
    scriptPath,
    service: creates,
  });
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ result: "error", reason: "input" });
  expect(thread.gitHub.own().map(({ body }) => visible(body))).toEqual([
    `❌ **Not set up yet: ${what}.**\n\n@maintainer, ${save} (${quickstart}). ${more}\n\n${run}`,
  ]);
  expect(thread.gitHub.own()[0]?.body).toMatch(/^<!-- docs-agent:v1 -->\n/);
  expect(requests.every((request) => request.startsWith("GitHub"))).toBe(true);
  expect(thread.gitHub.reactions).toEqual(["issues/comments/101 confused"]);
  expect(summary).toContain("Nothing was sent. Correct the step's `with:` block.");
});

test.each([
  ["someone who may not give commands", "/docs-agent x", {}, "outsider", 0, "denied"],
  ["a comment without a command", "Thanks!", {}, "maintainer", 0, "skipped"],
  ["a step that writes no comments", "/docs-agent x", { comment: "never" }, "maintainer", 1, "error"],
  ["a dry run", "/docs-agent x", { "dry-run": "true" }, "maintainer", 1, "error"],
  ["a step without a token", "/docs-agent x", { "github-token": "" }, "maintainer", 1, "error"],
  ["a step with another wrong input", "/docs-agent x", { wait: "x" }, "maintainer", 1, "error"],
])("%s is told nothing in the thread", async (_, body, given, login, exitCode, result) => {
  const thread = new Thread();
  const wrong = { "api-key": "Bearer mint_0123456789", ...given };
  const answered = await thread.comment(body, { with: wrong, service: creates }, login);
  expect([answered.exitCode, answered.outputs["result"]]).toEqual([exitCode, result]);
  expect(thread.gitHub.own()).toEqual([]);
});

test("someone who may not give commands gets a 👎, as in a workflow that is set up", async () => {
  const thread = new Thread();
  await thread.comment("/docs-agent x", { with: { "project-id": "" }, service: creates }, "outsider");
  expect(thread.gitHub.reactions).toEqual(["issues/comments/101 -1"]);
});

test("a step that is given the prompt fails alone, also on an event with text", async () => {
  const thread = new Thread();
  const step = { with: { "project-id": "", prompt: "Document it" }, service: creates };
  const { exitCode, requests, outputs } = await thread.comment("Hello", step);
  expect([exitCode, outputs["reason"]]).toEqual([1, "input"]);
  expect(writes(requests)).toEqual([]);
});

test("no one is mentioned where the step says so", async () => {
  const thread = new Thread();
  await thread.comment("/docs-agent x", { with: { "project-id": "", mention: "false" } });
  const [own] = thread.gitHub.own();
  expect(own?.body).toContain(
    "\n\nSomeone who can edit this repository's settings can mend that: save the key",
  );
  expect(own?.body).not.toContain("@");
});
