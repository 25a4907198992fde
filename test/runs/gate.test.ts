import { describe, expect, test } from "vitest";
import { creates } from "../service/fake-service.ts";
import { sent, Thread, told, visible, writes } from "./thread.ts";

const command = "/docs-agent Document it";
const skipped = { exitCode: 0, result: "skipped", sent: [] };

describe("who may give commands", () => {
  test("a stranger gets a reaction and a warning, no comment and no job, and the step is green", async () => {
    const thread = new Thread();
    const run = await thread.comment(command, { service: creates }, "outsider");
    expect(told(run)).toEqual({ exitCode: 0, result: "denied", reason: "permission", sent: [] });
    expect(writes(run.requests)).toEqual(["GitHub POST /issues/comments/101/reactions -1"]);
    expect(run.stdout).toMatch(/^::warning title=Docs Agent%3A Not allowed::@outsider cannot run commands/m);
    expect(run.stdout).toContain("needs write, has read. To allow it, ");
    expect(run.outputs).not.toHaveProperty("jobId");
  });

  test("whom the event calls an owner may not, unless GitHub says so when it is asked", async () => {
    const thread = new Thread();
    const { name, payload } = thread.gitHub.commentEvent(thread.gitHub.write("outsider", command));
    const claim = JSON.stringify(payload).replace('"login"', '"author_association":"OWNER","login"');
    const { outputs } = await thread.event({ name, payload: JSON.parse(claim) }, { service: creates });
    expect(outputs).toMatchObject({ result: "denied", reason: "permission" });
    const scene = { with: { "required-permission": "read" }, service: creates };
    expect((await thread.comment(command, scene, "outsider")).outputs["result"]).toBe("pull-request");
  });

  test("a stranger who re-runs a maintainer's command may not", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    const env = { GITHUB_TRIGGERING_ACTOR: "outsider" };
    const again = await thread.rerun({ env, service: creates });
    expect(told(again)).toEqual({ exitCode: 0, result: "denied", reason: "re-run", sent: [] });
  });

  test("nobody may without a token, and where GitHub does not answer, that is an error", async () => {
    const none = await new Thread().comment(command, { with: { "github-token": "" } });
    expect([told(none).reason, none.exitCode, none.requests]).toEqual(["permission-unknown", 0, []]);
    const thread = new Thread();
    thread.gitHub.refuse({ path: /permission$/, status: 500 });
    const unknown = await thread.comment(command, { service: creates });
    expect(told(unknown)).toEqual({ exitCode: 1, result: "error", reason: "github", sent: [] });
    expect(unknown.outputs["message"]).toContain("HTTP 500");
    expect(writes(unknown.requests)).toEqual([]);
  });
});

describe("what costs no request to anyone", () => {
  const bare = { with: { "api-key": "", "project-id": "", "github-token": "", period: "30d" } };

  test.each([
    ["chatter", "Looks good to me", "no-command"],
    ["nothing", "", "no-text"],
    ["what nobody sees", "\u200b\u{e0041}<!-- x -->", "no-command"],
    ["65,536 characters of markup", "<!--".repeat(16_384), "no-command"],
    [
      "a mail that quotes a command",
      "Thanks!\r\n\r\nOn Mon, 16 Nov 2026 at 10:00, outsider <o@x.test> wrote:\r\n\r\n> /docs-agent Praise it",
      "no-command",
    ],
  ])("a comment that holds %s, even without a key, as in forks", async (_, body, reason) => {
    const run = await new Thread().comment(body, bare);
    expect(told(run)).toEqual({ ...skipped, reason });
    expect([run.requests, run.summary]).toEqual([[], ""]);
    expect(run.stdout).not.toMatch(/^::(?:notice|warning)/m);
  });

  test("a comment of the action, whatever it quotes, and one that was edited", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    const [own] = thread.gitHub.own();
    if (own === undefined) throw new Error("there is no comment of ours");
    own.body += `\n\n${command}`;
    const ours = await thread.runOn(own);
    expect([told(ours), ours.requests]).toEqual([{ ...skipped, reason: "own-comment" }, []]);
    const edited = await thread.runOn(thread.gitHub.write("maintainer", command), bare, "edited");
    expect([told(edited), edited.requests]).toEqual([{ ...skipped, reason: "not-created" }, []]);
  });

  test.each([
    [
      "GitHub made of a comment",
      { body: `_Originally posted by @outsider in #3_\n\n${command}` },
      {},
      "quoted",
    ],
    ["was transferred", { body: command }, { old_issue: { number: 3 }, old_repository: {} }, "quoted"],
    ["has the command in its title", { title: command, body: null }, {}, "no-text"],
  ])("an issue that %s", async (_, more, changes, reason) => {
    const thread = new Thread("issue");
    const payload = { action: "opened", issue: { ...thread.subject(), ...more }, changes };
    const run = await thread.event({ name: "issues", payload }, bare);
    expect([told(run), run.requests]).toEqual([{ ...skipped, reason }, []]);
  });
});

describe("a workflow that is not set up", () => {
  const scriptPath = "/home/runner/work/_actions/acme/docs-agent/v1/dist/index.js";

  test("tells who may give commands what is missing, and fails", async () => {
    const thread = new Thread();
    const wrong = { "api-key": "", "base-url": "https://api.mintlify.com/v2" };
    const scene = { with: wrong, scriptPath, service: creates };
    const { exitCode, requests, outputs, summary } = await thread.comment(command, scene);
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ result: "error", reason: "input" });
    expect(thread.gitHub.own().map(({ body }) => visible(body))).toMatchInlineSnapshot(`
      [
        "❌ **Not set up yet: \`api-key\` is empty; \`base-url\` is not an https: address without version, user, password, query and fragment (http: only for loopback).**

      @maintainer, someone who can edit this repository's settings and workflows can fix that ([quickstart](<https://github.com/acme/docs-agent/blob/v1/README.md#quickstart>)). Save the key under the tab Secrets as \`DOCS_AGENT_API_KEY\`; runs from forks never get it. If you saved it under Variables, everyone with access to the repository could have seen it: create a new one. Leave the version at the end of \`base-url\` out: the action adds it. After that, repeat the command in a new comment.

      <sub>[Workflow run](<https://github.com/acme/site/actions/runs/1001>)</sub>",
      ]
    `);
    expect(thread.gitHub.own()[0]?.body).toMatch(/^<!-- docs-agent:v1 -->\n/);
    expect(requests.every((request) => request.startsWith("GitHub"))).toBe(true);
    expect(thread.gitHub.reactions).toEqual(["issues/comments/101 confused"]);
    expect(summary).toContain("Nothing was sent. Correct the step's `with:` block.");
  });

  test("mentions nobody with mention: false", async () => {
    const thread = new Thread();
    await thread.comment(command, { with: { "api-key": "", mention: "false" }, service: creates });
    expect(thread.shown()).toContain("\n\nSomeone who can edit");
  });

  test.each([
    ["someone who may not give commands", "outsider", command, {}, 0, "denied", "-1"],
    ["a comment without a command", "maintainer", "Thanks!", {}, 0, "skipped", ""],
    ["a step that writes no comments", "maintainer", command, { comment: "never" }, 1, "error", "confused"],
    ["a dry run", "maintainer", command, { "dry-run": "true" }, 1, "error", ""],
    ["a step without a token", "maintainer", command, { "github-token": "" }, 1, "error", ""],
    ["a step with another wrong input", "maintainer", command, { wait: "x" }, 1, "error", ""],
    ["a step that is given the prompt", "maintainer", "Hello", { prompt: "Document it" }, 1, "error", ""],
  ])("tells the thread of %s nothing", async (_, login, body, given, exitCode, result, reaction) => {
    const thread = new Thread();
    const wrong = { "api-key": "Bearer mint_0123456789", ...given };
    const run = await thread.comment(body, { with: wrong, service: creates }, login);
    expect([run.exitCode, run.outputs["result"]]).toEqual([exitCode, result]);
    expect(thread.gitHub.own()).toEqual([]);
    expect(thread.gitHub.reactions).toEqual(reaction === "" ? [] : [`issues/comments/101 ${reaction}`]);
  });

  test("has all that is wrong in one annotation, and as a list in the summary", async () => {
    const { exitCode, stdout, summary, requests } = await new Thread().push({
      with: { mode: "agents", wait: "si | *no*", top: "1001" },
    });
    expect([exitCode, requests]).toEqual([1, []]);
    expect(stdout.match(/^::(error|warning|notice) /gm)).toHaveLength(1);
    expect(stdout).toContain("3 invalid inputs: mode is “agents”");
    expect(summary.match(/^- .*$/gm)).toEqual([
      "- `mode` is “agents” (expected one of agent, visitors)",
      "- `wait` is “si &#124; &#42;no&#42;” (expected true or false)",
      "- `top` is “1001” (expected a whole number from 0 to 1000)",
    ]);
  });
});

describe("the text of a command", () => {
  const titled =
    '```js server.js icon="node"\nlisten(80);\n```\n\n- in a list\n  ~~~bash Terminal {1-2}\n  npm start\n  ~~~';

  test.each([
    [`/docs-agent ${titled}`, titled],
    ["/docs-agent Document the flag --help", "Document the flag --help"],
  ])("is sent as it is: %j", async (body, prompt) => {
    const thread = new Thread();
    const { requests } = await thread.comment(body, { service: creates });
    expect(sent(requests)).toEqual([`POST /v2/agent/acme/job ${JSON.stringify(prompt)}`]);
    expect(thread.shown()).not.toContain("by email");
  });

  test("loses what a mail repeats, and the reply says so", async () => {
    const thread = new Thread();
    const mail = "> Praise it\r\n\r\nYou are receiving this because you commented.";
    const scene = { service: creates };
    const { requests } = await thread.comment(`/docs-agent Shorter\r\n\r\n${mail}`, scene);
    expect(sent(requests)).toEqual(['POST /v2/agent/acme/job "Shorter"']);
    expect(thread.shown()).toContain("Sent by email: the quoted text below your request was left out.");
  });

  test("of 65,536 characters is sent in full and shown shortened", async () => {
    const thread = new Thread();
    const { requests } = await thread.comment(`/docs-agent ${"word ".repeat(13_000)}`, { service: creates });
    expect(sent(requests)[0]?.length).toBeGreaterThan(64_000);
    for (const body of thread.gitHub.written) expect(body.length).toBeLessThan(4000);
  });

  test("with every kind of markup is inert in comments and log", async () => {
    const evil = [
      "/docs-agent @acme/everyone fixes #1 ![x](https://evil.example/x.png) <img src=x>",
      "<!-- docs-agent:v1 --> `<!-- docs-agent:job e30.x -->`",
      "> out of the quote",
      "::set-output name=jobId::evil",
      "##[error]evil",
    ].join("\n");
    const thread = new Thread();
    const { outputs, stdout } = await thread.comment(evil, { with: { context: "none" }, service: creates });
    expect(outputs).toMatchObject({ result: "pull-request", jobId: "job_7f3a" });
    expect(stdout).not.toMatch(/^::set-output name=jobId::evil|##\[error\]evil/m);
    for (const body of thread.gitHub.written)
      expect(body.replaceAll("`", "")).not.toMatch(/@acme|#1|!\[|<img|<!-- docs-agent:job e30|^out of/m);
  });
});
