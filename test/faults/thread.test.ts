import { describe, expect, test } from "vitest";
import { sent, Thread, visible } from "../runs/thread.ts";
import { says } from "../says.ts";
import { creates, done, follows, job, reset, routes } from "../service/fake-service.ts";

const command = "/docs-agent Document the limit";
const warnings = (stdout: string) => stdout.match(/^::warning .*$/gm) ?? [];

describe("GitHub refusing", () => {
  test("comments is a warning with the advice for it; the job continues", async () => {
    const thread = new Thread();
    thread.gitHub.refuse({ method: "POST", path: /7\/comments$/, status: 403 });
    const { exitCode, outputs, stdout } = await thread.comment(command, { service: creates });
    expect([exitCode, outputs["result"]]).toEqual([0, "pull-request"]);
    expect(warnings(stdout)).toHaveLength(1);
    expect(stdout).toContain("issues: write, pull-requests: write");
    expect(thread.gitHub.reactions).toHaveLength(2);
    expect(outputs).not.toHaveProperty("commentUrl");
  });

  test("a refused reaction is a warning, and comment and job continue", async () => {
    const thread = new Thread();
    thread.gitHub.refuse({ path: /reactions$/, status: 403 });
    const { exitCode, outputs, stdout } = await thread.comment(command, { service: creates });
    expect([exitCode, outputs["result"]]).toEqual([0, "pull-request"]);
    expect(warnings(stdout)).toHaveLength(1);
    expect(thread.gitHub.own()[0]?.body).toContain(says.ready);
  });

  test("a refused list of comments starts a new job, with a warning", async () => {
    const thread = new Thread();
    await thread.comment(command, { service: creates });
    thread.gitHub.refuse({ method: "GET", path: /comments/, status: 403 });
    const { outputs, requests, stdout } = await thread.comment("/docs-agent Shorter", { service: creates });
    expect(sent(requests)).toEqual([`${routes.create} "Shorter"`]);
    expect(outputs["result"]).toBe("pull-request");
    expect(warnings(stdout)).toEqual([expect.stringContaining("so its earlier jobs are not known")]);
  });

  test("a refused list of changed files sends the prompt without them", async () => {
    const thread = new Thread();
    thread.gitHub.refuse({ path: /files/, status: 403 });
    const { outputs, stdout } = await thread.comment(command, {
      with: { context: "diff" },
      service: creates,
    });
    expect(outputs["result"]).toBe("pull-request");
    expect(outputs["prompt"]).toContain("Description:\nIt limits.");
    expect(warnings(stdout)).toEqual([expect.stringContaining("pull-requests: read")]);
  });

  test("with all comments and reactions refused, a job and its outputs remain", async () => {
    const thread = new Thread();
    thread.gitHub.refuse({ path: /comments|reactions/, status: 403 });
    const { exitCode, outputs } = await thread.comment(command, { service: creates });
    expect([exitCode, outputs["result"], outputs["jobId"]]).toEqual([0, "pull-request", "job_7f3a"]);
  });
});

describe("when GitHub fails for a while", () => {
  test("every request is retried, and nothing is lost or doubled", async () => {
    const thread = new Thread();
    for (const path of [/permission$/, /comments\?/, /7\/comments$/, /comments\/102$/, /reactions$/])
      thread.gitHub.refuse({ path, status: 502, times: 2 });
    const { exitCode, outputs, stdout } = await thread.comment(command, { service: creates });
    expect([exitCode, outputs["result"]]).toEqual([0, "pull-request"]);
    expect(warnings(stdout)).toEqual([]);
    expect(thread.gitHub.own()).toHaveLength(1);
    expect(thread.gitHub.reactions).toHaveLength(2);
  });

  test("broken connections are retried", async () => {
    const thread = new Thread();
    thread.gitHub.refuse({ path: /./, error: new Error("read ECONNRESET"), times: 3 });
    const { outputs } = await thread.comment(command, { service: creates });
    expect(outputs["result"]).toBe("pull-request");
  });

  test("a longer failure costs the comment, not the job", async () => {
    const thread = new Thread();
    thread.gitHub.refuse({ path: /comments/, status: 502 });
    const { exitCode, outputs, stdout } = await thread.comment(command, { service: creates });
    expect([exitCode, outputs["result"]]).toEqual([0, "pull-request"]);
    expect(stdout).toContain("HTTP 502");
  });

  test("a short rate limit costs a wait that the log tells, and not the comment", async () => {
    const thread = new Thread();
    const message = "You have exceeded a secondary rate limit";
    const headers = { "retry-after": "5" };
    thread.gitHub.refuse({ path: /7\/comments$/, method: "POST", status: 403, message, headers, times: 1 });
    const { outputs, stdout } = await thread.comment(command, { service: creates });
    expect(outputs["result"]).toBe("pull-request");
    expect(stdout).toContain("it asks to wait 5 s");
    expect(thread.gitHub.own()).toHaveLength(1);
  });
});

describe("a status comment that is deleted during the run", () => {
  test("is written again with the result and its marker", async () => {
    const thread = new Thread();
    const remove = () => thread.gitHub.delete(102);
    thread.gitHub.refuse({ path: /101\/reactions$/, times: 1, meanwhile: remove });
    const { outputs, stdout } = await thread.comment(command, { service: creates });
    expect(outputs["result"]).toBe("pull-request");
    expect(warnings(stdout)).toEqual([]);
    expect(thread.gitHub.own()).toHaveLength(1);
    expect(thread.gitHub.own()[0]?.body).toContain(says.ready);
    const next = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(next.requests)).toEqual([`${routes.message} "Shorter"`]);
  });
});

describe("results in the thread", () => {
  const ends = (status: string, more = {}) => ({
    [routes.create]: [{ json: job("active") }],
    [routes.get]: [{ json: job(status, more) }],
  });

  test.each([
    ["no-changes", ends("completed"), 0, "+1", "**Finished without a pull request.**"],
    ["failed", ends("failed"), 1, "confused", says.failed],
    ["archived", ends("archived"), 0, "confused", says.archived],
    ["timeout", ends("active"), 1, "eyes", says.timedOut],
  ])(
    "a run that ends as %s says so by its comment and its reaction",
    async (result, service, exitCode, reaction, text) => {
      const thread = new Thread();
      const ended = await thread.comment(command, { service });
      expect([ended.exitCode, ended.outputs["result"]]).toEqual([exitCode, result]);
      expect(thread.gitHub.reactions.at(-1)).toBe(`issues/comments/101 ${reaction}`);
      expect(visible(thread.gitHub.own()[0]?.body)).toContain(text);
      expect(ended.postState).toBe("");
    },
  );

  test("started: the comment says so with wait: false", async () => {
    const thread = new Thread();
    const { outputs } = await thread.comment(command, { with: { wait: "false" }, service: creates });
    expect(outputs["result"]).toBe("started");
    expect(visible(thread.gitHub.own()[0]?.body)).toContain(
      "⏳ **The agent is working on it.** This run does not wait for it.",
    );
  });

  test.each([
    ["api-key", { status: 401, json: {} }],
    ["service", { status: 503, json: {}, headers: { "retry-after": "60" } }],
    ["uncertain", { status: 503, json: {} }],
    ["uncertain", { error: reset() }],
  ])("an error (%s) is shown in the thread", async (reason, answer) => {
    const thread = new Thread();
    const { exitCode, outputs } = await thread.comment(command, { service: { [routes.create]: [answer] } });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ result: "error", reason });
    expect(thread.gitHub.reactions.at(-1)).toBe("issues/comments/101 confused");
    expect(visible(thread.gitHub.own()[0]?.body)).not.toContain(says.working);
  });

  test("cancelled: comment and outputs say so, and a re-run resumes the job", async () => {
    const thread = new Thread();
    const { exitCode, outputs, postState } = await thread.comment(command, {
      service: ends("active"),
      cancelAfterMs: 30_000,
    });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ result: "cancelled", jobId: "job_7f3a" });
    expect(visible(thread.gitHub.own()[0]?.body)).toContain(says.cancelled);
    expect(postState).toBe("");
    const next = await thread.rerun({ service: { [routes.get]: [{ json: done }] } });
    expect([sent(next.requests), next.outputs["result"]]).toEqual([[], "pull-request"]);
  });
});

describe("the post step", () => {
  test("does nothing after a run whose comment shows its result", async () => {
    const thread = new Thread();
    const { postState } = await thread.comment(command, { service: creates });
    expect(postState).toBe("");
    expect(await thread.post(postState)).toMatchObject({ exitCode: 0, requests: [], stdout: "" });
  });

  test("writes the result that a failing GitHub did not take", async () => {
    const thread = new Thread();
    thread.gitHub.refuse({ method: "PATCH", path: /comments\/102$/, status: 502 });
    const { postState } = await thread.comment(command, { service: creates });
    expect(visible(thread.gitHub.own()[0]?.body)).toContain(says.working);
    thread.gitHub.allowAll();
    const post = await thread.post(postState);
    expect(post.requests).toEqual(["GitHub PATCH /issues/comments/102"]);
    expect(post.exitCode).toBe(0);
    expect(visible(thread.gitHub.own()[0]?.body)).toContain(says.ready);
    const next = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(next.requests)).toEqual([`${routes.message} "Shorter"`]);
  });

  test("never holds a cancellation once the result is known, even while older edits are under way", async () => {
    const { saved } = await new Thread().comment(command, { service: creates });
    const states = saved.map(([, state]) => state);
    const known = states.findIndex((state) => state.includes(says.ready));
    expect(states.slice(0, known).some((state) => state.includes(says.interrupted))).toBe(true);
    for (const state of states.slice(known)) expect(state).not.toContain(says.interrupted);
    expect(states.at(-1)).toBe("");
  });

  test("warns when its edit is refused, and stays green", async () => {
    const thread = new Thread();
    const { exitCode, stdout } = await thread.post(JSON.stringify({ place: "issue", id: 9, body: "x" }));
    expect(exitCode).toBe(0);
    expect(warnings(stdout)).toHaveLength(1);
  });
});
