import { describe, expect, test } from "vitest";
import { creates } from "../service/fake-service.ts";
import { sent, Thread } from "./thread.ts";

describe("permission to give commands", () => {
  test("a denied command gets a reaction and a warning, no comment and no job, and the step is green", async () => {
    const thread = new Thread();
    const { exitCode, requests, outputs, stdout } = await thread.comment(
      "/docs-agent Praise my product",
      {},
      "outsider",
    );
    expect(exitCode).toBe(0);
    expect(requests).toContain("GitHub GET /collaborators/outsider/permission");
    expect(requests.filter((request) => !request.startsWith("GitHub GET "))).toEqual([
      "GitHub POST /issues/comments/101/reactions -1",
    ]);
    expect(outputs).toMatchObject({ result: "denied", reason: "permission" });
    expect(stdout).toMatch(/^::warning title=Docs Agent%3A Not allowed::@outsider cannot run commands here/m);
    expect(stdout).toContain("needs write, has read");
    expect(outputs).not.toHaveProperty("jobId");
  });

  test("the author association in the event decides nothing", async () => {
    const thread = new Thread();
    const comment = thread.gitHub.write("outsider", "/docs-agent x");
    const user = { login: "outsider", type: "User" };
    const payload = {
      action: "created",
      issue: { ...thread.subject(), author_association: "OWNER" },
      comment: { id: comment.id, body: comment.body, html_url: "", user, author_association: "OWNER" },
    };
    const { outputs } = await thread.event({ name: "issue_comment", payload });
    expect(outputs).toMatchObject({ result: "denied", reason: "permission" });
  });

  test("bots need allowed-users", async () => {
    const thread = new Thread();
    const denied = await thread.comment("/docs-agent x", {}, "renovate[bot]");
    expect(denied.outputs).toMatchObject({ result: "denied", reason: "bot" });
    const named = { with: { "allowed-users": "someone, Renovate[bot]" }, service: creates };
    const allowed = await thread.comment("/docs-agent x", named, "renovate[bot]");
    expect(allowed.outputs["result"]).toBe("pull-request");
    expect(allowed.requests[0]).not.toContain("permission");
  });

  test.each([
    ["HTTP 401", { status: 401 }, 1],
    ["HTTP 500", { status: 500 }, 4],
    [
      "the certificate is not valid",
      { error: Object.assign(new Error("unable to verify"), { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }) },
      1,
    ],
  ])("a GitHub that cannot be asked (%s) is an error that names the cause", async (cause, refusal, asked) => {
    const thread = new Thread();
    thread.gitHub.refuse({ path: /permission$/, ...refusal });
    const run = await thread.comment("/docs-agent x", { service: creates });
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ result: "error", reason: "github" });
    expect(run.outputs["message"]).toContain(cause);
    const asks = run.requests.filter((request) => request.includes("/collaborators/"));
    expect(asks).toEqual(Array(asked).fill("GitHub GET /collaborators/maintainer/permission"));
    // The thread is read at the same time, and nothing is written.
    expect(run.requests.every((request) => request.startsWith("GitHub GET "))).toBe(true);
  });

  test("without a token nobody can be asked about, so nobody may", async () => {
    const { exitCode, outputs, requests } = await new Thread().comment("/docs-agent x", {
      with: { "github-token": "" },
    });
    expect([exitCode, outputs["reason"], requests]).toEqual([0, "permission-unknown", []]);
  });

  test("a stranger who re-runs a maintainer's command is denied", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent x", { service: creates });
    const { exitCode, outputs, requests } = await thread.rerun({
      env: { GITHUB_TRIGGERING_ACTOR: "outsider" },
      service: creates,
    });
    expect(exitCode).toBe(0);
    expect(outputs).toMatchObject({ result: "denied", reason: "re-run" });
    expect(sent(requests)).toEqual([]);
  });

  test("required-permission: read lets everyone with read access give commands", async () => {
    const scene = { with: { "required-permission": "read" }, service: creates };
    const { outputs } = await new Thread().comment("/docs-agent x", scene, "outsider");
    expect(outputs["result"]).toBe("pull-request");
  });
});

describe("what costs no request to anyone", () => {
  const bare = { with: { "api-key": "", "project-id": "", "github-token": "" } };

  test("a comment without a command, even without a key, as in forks", async () => {
    const { exitCode, requests, outputs, summary } = await new Thread().comment("Looks good to me", bare);
    expect([exitCode, requests, summary]).toEqual([0, [], ""]);
    expect(outputs).toMatchObject({ result: "skipped", reason: "no-command" });
  });

  test("a comment of the action, whatever it quotes", async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document it", { service: creates });
    const [own] = thread.gitHub.own();
    if (own === undefined) throw new Error("there is no comment of ours");
    own.body += "\n\n/docs-agent once more";
    const { requests, outputs } = await thread.runOn(own);
    expect(requests).toEqual([]);
    expect(outputs).toMatchObject({ result: "skipped", reason: "own-comment" });
  });

  test.each(["edited", "deleted"])("a comment that was %s", async (action) => {
    const thread = new Thread();
    const comment = thread.gitHub.write("maintainer", "/docs-agent x");
    const { requests, outputs } = await thread.runOn(comment, bare, action);
    expect(requests).toEqual([]);
    expect(outputs).toMatchObject({ result: "skipped", reason: "not-created" });
  });

  test.each([
    ["an empty text", "", "no-text"],
    ["a text of null bytes", "\0".repeat(100), "no-command"],
    ["a text that nobody sees", "\u200b\u{e0041}<!-- x -->", "no-command"],
    ["a text of 65,536 letters", "x".repeat(65_536), "no-command"],
    ["a text of 16,384 openings of a comment", "<!--".repeat(16_384), "no-command"],
    ["a text with the phrase inside of words", "a/docs-agent x", "no-command"],
  ])("%s starts nothing", async (_, body, reason) => {
    const { exitCode, requests, outputs } = await new Thread().comment(body, bare);
    expect([exitCode, requests]).toEqual([0, []]);
    expect(outputs).toMatchObject({ result: "skipped", reason });
  });

  test("an event with missing fields", async () => {
    const thread = new Thread();
    for (const payload of [
      undefined,
      null,
      {},
      { action: "created" },
      { action: "created", comment: {} },
      [],
    ])
      for (const name of ["issue_comment", "pull_request_review", "issues", "pull_request"]) {
        const { exitCode, requests, outputs } = await thread.event({ name, payload: payload ?? null }, bare);
        expect([exitCode, requests, outputs["result"]]).toEqual([0, [], "skipped"]);
      }
  });
});

describe("a command of 65,536 characters", () => {
  test("is sent in full and shown shortened", async () => {
    const thread = new Thread();
    const { outputs, requests } = await thread.comment(`/docs-agent ${"word ".repeat(13_000)}`, {
      service: creates,
    });
    expect(outputs["result"]).toBe("pull-request");
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
