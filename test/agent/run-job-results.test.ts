import { describe, expect, test } from "vitest";
import { payloads } from "../github/payloads.ts";
import { job, reset } from "../scenarios/scenario.ts";
import { AgentStage, command, creates, done, down, leftJob, routes } from "./run-job-harness.ts";

const sent = (requests: readonly string[]) => requests.filter((request) => request.startsWith("POST"));

describe("a re-run", () => {
  test("reacts as the first attempt did, and says whose job it goes on with", async () => {
    const stage = new AgentStage();
    await stage.act({ comment: command, service: creates });
    const { lines } = await stage.act({ comment: command, attempt: 2, service: creates });
    expect(lines).toContain("An earlier attempt of this run has begun job job_7f3a; taking it up again.");
    expect(stage.gitHub.reactions.map((reaction) => reaction.split(" ")[1])).toEqual([
      "eyes",
      "rocket",
      "eyes",
      "rocket",
    ]);
  });

  test("that cannot read the comments says what is uncertain, and writes no comment", async () => {
    const stage = new AgentStage();
    stage.gitHub.refuse({ method: "GET", path: /comments/, status: 403 });
    const { end } = await stage.act({ comment: command, attempt: 2, service: creates });
    expect(end).toMatchObject({
      result: "error",
      reason: "uncertain",
      message:
        "It is unknown whether a job was created: what an earlier attempt did cannot be read from the comments.",
    });
    expect(stage.gitHub.written).toEqual([]);
  });

  test("whose service is down names its job, and leaves it to the next attempt", async () => {
    const stage = new AgentStage();
    await stage.act({ comment: command, service: creates });
    const from = stage.clock.now();
    const lost = await stage.act({
      comment: command,
      attempt: 2,
      with: { "timeout-minutes": "1" },
      service: { [routes.get]: [down] },
    });
    expect(lost.end).toMatchObject({ result: "error", reason: "service" });
    expect(lost.outputs).toContainEqual(["jobId", "job_7f3a"]);
    expect(stage.clock.now() - from).toBeLessThan(65_000);
    const { requests, end } = await stage.act({ comment: command, attempt: 3, service: creates });
    expect([sent(requests), end.result]).toEqual([[], "pull-request"]);
  });

  test("that waits for its job to be read is cancelled at once", async () => {
    const stage = new AgentStage();
    await stage.act({ comment: command, service: creates });
    const from = stage.clock.now();
    const { end } = await stage.act({
      comment: command,
      attempt: 2,
      cancelAfterMs: 3000,
      service: { [routes.get]: [down] },
    });
    expect(end).toMatchObject(leftJob);
    expect(stage.clock.now() - from).toBeLessThan(5000);
  });
});

describe("a cancellation", () => {
  test("before anything was sent is remembered as that, so a re-run sends it", async () => {
    const stage = new AgentStage();
    stage.gitHub.refuse({
      method: "GET",
      path: /issues\/7\/comments/,
      times: 1,
      meanwhile: () => void setImmediate(() => stage.cancel()),
    });
    const { end, requests } = await stage.act({ comment: command, service: creates });
    expect(end).toMatchObject({
      result: "cancelled",
      message: "The run was cancelled before anything was sent.",
      advice: "",
    });
    expect(sent(requests)).toEqual([]);
    const again = await stage.act({ comment: command, attempt: 2, service: creates });
    expect([sent(again.requests), again.end.result]).toEqual([[routes.create], "pull-request"]);
  });

  test("before a follow-up was sent does not take the thread's job away", async () => {
    const stage = new AgentStage();
    await stage.act({ comment: command, service: creates });
    stage.gitHub.refuse({
      method: "GET",
      path: /issues\/7\/comments/,
      times: 1,
      meanwhile: () => void setImmediate(() => stage.cancel()),
    });
    const cut = await stage.act({ comment: "/docs-agent Longer", service: creates });
    expect([cut.end.result, sent(cut.requests)]).toEqual(["cancelled", []]);
    const follows = { [routes.message]: [{ json: job("active") }], [routes.get]: [{ json: done }] };
    const next = await stage.act({ comment: "/docs-agent Shorter", service: follows });
    expect(sent(next.requests)).toEqual([routes.message]);
  });

  test("once a follow-up was announced, and before it was sent, is remembered as that", async () => {
    const stage = new AgentStage();
    const push = { name: "pull_request", payload: payloads["pull_request"] };
    const act = { event: push, with: { prompt: "Document it" } };
    await stage.act({ ...act, service: creates });
    stage.gitHub.refuse({
      method: "PATCH",
      path: /comments/,
      times: 1,
      status: 502,
      meanwhile: () => void setImmediate(() => stage.cancel()),
    });
    const follows = { [routes.message]: [{ json: job("active") }], [routes.get]: [{ json: done }] };
    const cut = await stage.act({ ...act, env: { GITHUB_RUN_ID: "1002" }, service: follows });
    expect([cut.end.result, sent(cut.requests)]).toEqual(["cancelled", []]);
    const again = await stage.act({ ...act, attempt: 2, env: { GITHUB_RUN_ID: "1002" }, service: follows });
    expect(sent(again.requests)).toEqual([routes.message]);
  });

  test("of a create whose fate is unknown is remembered as that, so a re-run sends nothing", async () => {
    const stage = new AgentStage();
    const { end } = await stage.act({
      comment: command,
      cancelAfterMs: 3000,
      service: { [routes.create]: [{ error: reset(), ms: 4000 }] },
    });
    expect(end).toMatchObject({
      result: "cancelled",
      message: "The run was cancelled before the service answered, so a job may exist.",
    });
    const { requests, end: again } = await stage.act({ comment: command, attempt: 2, service: creates });
    expect([sent(requests), again.reason]).toEqual([[], "uncertain"]);
  });

  test("of a create that was refused before is remembered as not sent", async () => {
    const stage = new AgentStage();
    const { end } = await stage.act({
      comment: command,
      cancelAfterMs: 3000,
      service: { [routes.create]: [down] },
    });
    expect(end.message).toBe("The run was cancelled before anything was sent.");
    const { requests } = await stage.act({ comment: command, attempt: 2, service: creates });
    expect(sent(requests)).toEqual([routes.create]);
  });

  test("during a poll ends the wait with it", async () => {
    const stage = new AgentStage();
    const { end } = await stage.act({
      comment: command,
      cancelAfterMs: 10_000,
      service: {
        [routes.create]: [{ json: job("active") }],
        [routes.get]: [{ json: job("active") }, { error: reset(), ms: 20_000 }],
      },
    });
    expect(end.result).toBe("cancelled");
    expect(stage.gitHub.own()[0]?.body).toContain("**Cancelled.** The run was cancelled; job `job_7f3a`");
  });
});
