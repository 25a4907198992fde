import { describe, expect, test } from "vitest";
import { changed, payloads } from "../github/payloads.ts";
import { job } from "../scenarios/scenario.ts";
import { AgentStage, command, creates, done, routes } from "./run-job-harness.ts";

const by = (login: string, type = "User") => ({
  name: "issue_comment",
  payload: {
    ...payloads["issue_comment"],
    comment: { id: 41, body: command, html_url: "", user: { login, type } },
  },
});
const toAllow = "To allow it, name the login in allowed-users or lower required-permission.";

describe("the gate", () => {
  test.each([
    [
      "who may only read",
      { event: by("outsider") },
      "permission",
      "outsider may not command here: the role in this repository is read, and write is needed.",
    ],
    [
      "a bot",
      { event: by("renovate[bot]", "Bot") },
      "bot",
      "renovate[bot] is a bot, and bots may command only by name.",
    ],
    [
      "who re-runs without the role",
      { comment: command, attempt: 2, env: { GITHUB_TRIGGERING_ACTOR: "outsider" } },
      "re-run",
      "outsider, who re-ran this, may not command here: the role is read, and write is needed.",
    ],
  ])("tells %s what is needed, and how to allow it", async (_, act, reason, message) => {
    const stage = new AgentStage();
    const { end, report } = await stage.act(act);
    expect(end).toEqual({ result: "denied", reason, message, advice: toAllow });
    expect(report).toMatchObject({ prompt: "", jobId: undefined });
    expect(stage.gitHub.reactions).toEqual(["issues/comments/41 -1"]);
    expect(stage.gitHub.written).toEqual([]);
  });

  test("asks about who re-runs on a re-run alone", async () => {
    const env = { GITHUB_TRIGGERING_ACTOR: "outsider" };
    const { end } = await new AgentStage().act({ comment: command, env, service: creates });
    expect(end.result).toBe("pull-request");
  });

  test.each([
    ["no token", { "github-token": "" }, {}],
    ["HTTP 500", {}, { status: 500 }],
  ])("that cannot find out the role (%s) says no, and what to look after", async (why, given, refusal) => {
    const stage = new AgentStage();
    if ("status" in refusal) stage.gitHub.refuse({ path: /permission/, ...refusal });
    const { end } = await stage.act({ comment: command, with: given });
    expect(end).toEqual({
      result: "denied",
      reason: "permission-unknown",
      message: `Whether maintainer may command here could not be found out (${why}), which means no.`,
      advice: "See that github-token may read the repository's metadata, or name the login in allowed-users.",
    });
  });

  test("of a deleted account names nobody", async () => {
    const comment = { id: 41, body: command, html_url: "", user: null };
    const event = { name: "issue_comment", payload: { ...payloads["issue_comment"], comment } };
    const { end } = await new AgentStage().act({ event, with: { "github-token": "" } });
    expect(end.message).toBe(
      "Whether ghost may command here could not be found out (no token), which means no.",
    );
  });

  test("that is cancelled lets nothing happen any more", async () => {
    const stage = new AgentStage();
    stage.gitHub.refuse({ path: /permission/, times: 1, meanwhile: () => stage.cancel() });
    const { end, requests } = await stage.act({ comment: command, service: creates });
    expect(end).toEqual({
      result: "cancelled",
      reason: "",
      message: "The run was cancelled before anything was sent.",
      advice: "",
    });
    expect(requests).toEqual(["GitHub GET /collaborators/maintainer/permission"]);
  });
});

describe("--help", () => {
  test("is answered with the phrase in force", async () => {
    const stage = new AgentStage();
    const { end } = await stage.act({ comment: "@docs", with: { "trigger-phrase": "@docs" } });
    expect(end).toEqual({
      result: "answered",
      reason: "",
      message: "The comment shows what @docs can do.",
      advice: "",
    });
    expect(stage.gitHub.own()[0]?.body).toContain("| `@docs --help` |");
    expect(stage.gitHub.reactions).toEqual(["issues/comments/41 eyes"]);
  });

  test.each<[string, Parameters<AgentStage["act"]>[0]]>([
    ["with comment: never", { with: { comment: "never" } }],
    ["in a dry run", { with: { "dry-run": "true" } }],
    ["without a repository", { env: { GITHUB_REPOSITORY: "" } }],
  ])("%s does not speak of a comment that nobody wrote", async (_, act) => {
    const stage = new AgentStage();
    const { end } = await stage.act({ comment: "/docs-agent --help", ...act });
    expect(end).toMatchObject({
      result: "answered",
      message:
        "Help was asked for, and no comment is written here; the README shows what /docs-agent can do.",
    });
    expect(stage.gitHub.own()).toEqual([]);
  });
});

describe("a thread that cannot be named", () => {
  test("has nothing answered in it, and is no error", async () => {
    const act = { comment: "/docs-agent --help", env: { GITHUB_REPOSITORY: "" } };
    const { end, requests } = await new AgentStage().act(act);
    expect(end.result).toBe("answered");
    expect(requests).toHaveLength(1);
  });
});

describe("what a command is answered with", () => {
  test.each([
    ["pull-request", [{ json: done }], "rocket"],
    ["no-changes", [{ json: job("completed") }], "+1"],
    ["failed", [{ json: job("failed") }], "confused"],
    ["archived", [{ json: job("archived") }], "confused"],
    ["error", [{ status: 404, json: {} }], "confused"],
    ["timeout", [{ json: job("active") }], "eyes"],
  ])("%s is a reaction on it", async (result, replies, reaction) => {
    const stage = new AgentStage();
    const { end } = await stage.act({ comment: command, service: { ...creates, [routes.get]: replies } });
    expect(end.result).toBe(result);
    const expected = reaction === "eyes" ? ["eyes"] : ["eyes", reaction];
    expect(stage.gitHub.reactions).toEqual(expected.map((one) => `issues/comments/41 ${one}`));
  });
});

describe("the changed files", () => {
  const pull = (body: string) => ({
    name: "pull_request",
    payload: {
      action: "opened",
      pull_request: { number: 7, title: "Add a limit", body, user: { login: "maintainer" } },
    },
  });
  const prompt = (outputs: [string, string][]) => outputs.find(([name]) => name === "prompt")?.[1] ?? "";

  test("go with the prompt, with how many more there are", async () => {
    const stage = new AgentStage();
    stage.gitHub.files = [{ filename: "src/limit.ts", status: "modified", patch: "+limit" }];
    const act = { event: pull(command), with: { context: "diff" }, service: creates };
    expect(prompt((await stage.act(act)).outputs)).toContain(
      "Changed files:\nsrc/limit.ts (modified)\n+limit",
    );
  });

  test.each(["none", "reference"])("are not asked for with context: %s", async (context) => {
    const act = { event: pull(command), with: { context }, service: creates };
    const { requests } = await new AgentStage().act(act);
    expect(requests.filter((request) => request.includes("files"))).toEqual([]);
  });

  test("are not asked for in an issue", async () => {
    const act = { comment: command, with: { context: "diff" }, service: creates };
    const { requests, lines } = await new AgentStage().act(act);
    expect(requests.filter((request) => request.includes("files"))).toEqual([]);
    expect(lines.filter((line) => line.startsWith("warning"))).toEqual([]);
  });

  test("that cannot be read are left out with a warning", async () => {
    const stage = new AgentStage();
    stage.gitHub.refuse({ path: /files/, status: 403 });
    const act = { event: pull(command), with: { context: "diff" }, service: creates };
    const { lines, outputs } = await stage.act(act);
    expect(lines).toContain(
      "warning: Changed files not read: The prompt goes without the changed files of #7 (HTTP 403). Give the workflow's job “permissions: pull-requests: read”.",
    );
    expect(prompt(outputs)).toContain(`Description:\n${command}`);
    expect(prompt(outputs)).not.toContain("Changed files");
  });

  test("that cannot be read for another reason than permissions are no matter of those", async () => {
    const stage = new AgentStage();
    stage.gitHub.refuse({ path: /files/, status: 422 });
    const { lines } = await stage.act({
      event: pull(command),
      with: { context: "diff" },
      service: creates,
    });
    expect(lines).toContain(
      "warning: Changed files not read: The prompt goes without the changed files of #7 (HTTP 422).",
    );
  });
});

describe("without a token", () => {
  test("a prompt of a workflow is carried out, with what the event itself says", async () => {
    const { end, outputs } = await new AgentStage().act({
      event: {
        name: "pull_request_target",
        payload: { action: "closed", pull_request: { number: 7, title: "Add a limit", body: "It limits." } },
      },
      with: { prompt: "Document it", context: "diff", "github-token": "" },
      service: creates,
    });
    expect(end.result).toBe("pull-request");
    expect(outputs.find(([name]) => name === "prompt")?.[1]).toContain("Description:\nIt limits.");
  });
});

describe("issue-number", () => {
  test("of another thread has it read as what it is: an issue whose comments nobody has counted", async () => {
    const pull = payloads["pull_request_review_comment"];
    const event = {
      name: "pull_request_review_comment",
      payload: changed(changed(pull, ["pull_request", "comments"], 250), ["comment", "body"], command),
    };
    const stage = new AgentStage();
    const { requests } = await stage.act({ event, with: { "issue-number": "9" }, service: creates });
    expect(requests.filter((request) => /comments/.test(request) && !/reactions/.test(request))).toEqual([
      "GitHub GET /issues/9/comments?per_page=100&page=1",
      "GitHub POST /issues/9/comments",
      "GitHub PATCH /issues/comments/101",
      "GitHub PATCH /issues/comments/101",
    ]);
    expect(stage.gitHub.reactions).toEqual(["pulls/comments/41 eyes", "pulls/comments/41 rocket"]);
  });
});

describe("without a thread", () => {
  test.each(["none", "reference", "diff"])("a prompt goes alone, with context: %s", async (context) => {
    const { end, outputs } = await new AgentStage().act({
      event: { name: "schedule", payload: {} },
      with: { prompt: "Document it", context },
      service: creates,
    });
    expect(end.result).toBe("pull-request");
    expect(outputs.find(([name]) => name === "prompt")).toEqual(["prompt", "Document it"]);
  });
});
