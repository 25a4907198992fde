import { describe, expect, test } from "vitest";
import { changed, payloads } from "../github/payloads.ts";
import { job } from "../scenarios/scenario.ts";
import { AgentStage, command, creates, down, leftJob, pr, routes } from "./run-job-harness.ts";

describe("--status", () => {
  const status = "/docs-agent --status";

  test("of a job without a pull request says so", async () => {
    const stage = new AgentStage();
    await stage.act({ comment: command, service: creates });
    const { end, outputs, report } = await stage.act({
      comment: status,
      service: { [routes.get]: [{ json: job("active", { prLink: null }) }] },
    });
    expect(end).toMatchObject({
      result: "answered",
      message: "Job job_7f3a is active. It has no pull request.",
      advice: "",
    });
    expect(outputs.filter(([name]) => name !== "commentUrl")).toEqual([
      ["jobId", "job_7f3a"],
      ["status", "active"],
    ]);
    expect(report).toMatchObject({ jobId: "job_7f3a", job: { status: "active" }, prLink: undefined });
  });

  test("of a job with one links it", async () => {
    const stage = new AgentStage();
    await stage.act({ comment: command, service: creates });
    const { end, outputs, report } = await stage.act({ comment: status, service: creates });
    expect(end.message).toBe(`Job job_7f3a is completed. Its pull request: ${pr}`);
    expect(outputs).toContainEqual(["prLink", pr]);
    expect(report).toMatchObject({ jobId: "job_7f3a", prLink: pr });
  });

  test("where no job is known asks the service nothing", async () => {
    const { end, requests, outputs } = await new AgentStage().act({ comment: status });
    expect(end.message).toBe("No job is known in this thread yet.");
    expect(requests.filter((request) => !request.startsWith("GitHub"))).toEqual([]);
    expect(outputs.map(([name]) => name)).toEqual(["commentUrl"]);
  });

  test("where the comments cannot be read says that", async () => {
    const stage = new AgentStage();
    stage.gitHub.refuse({ method: "GET", path: /comments/, status: 403 });
    const { end, lines } = await stage.act({ comment: status });
    expect(end.message).toBe("The comments of this thread cannot be read, so its job is not known.");
    expect(lines).toEqual([
      "warning: Thread not read: The comments of #7 cannot be read (HTTP 403), so what was done there before is not known. Give the workflow's job “permissions: issues: write”.",
    ]);
  });

  test("names the right that a pull request's comments need", async () => {
    const stage = new AgentStage();
    stage.gitHub.refuse({ method: "GET", path: /comments/, status: 403 });
    const written = changed(payloads["issue_comment"], ["comment", "body"], status);
    const event = { name: "issue_comment", payload: changed(written, ["issue", "pull_request"], {}) };
    const { lines } = await stage.act({ event });
    expect(lines).toEqual([
      expect.stringMatching(/Give the workflow's job “permissions: pull-requests: write”\.$/),
    ]);
  });

  test("without a thread that can be read knows no job", async () => {
    const { end, requests } = await new AgentStage().act({ comment: status, env: { GITHUB_REPOSITORY: "" } });
    expect(end.message).toBe("No job is known in this thread yet.");
    expect(requests).toHaveLength(1);
  });

  test("that fails is waited for a minute, and told with the job", async () => {
    const stage = new AgentStage();
    await stage.act({ comment: command, service: creates });
    const from = stage.clock.now();
    const { end, report } = await stage.act({ comment: status, service: { [routes.get]: [down] } });
    expect(end).toMatchObject({ result: "error", reason: "service" });
    expect(end.advice).toContain("Take job job_7f3a up again with job-id: job_7f3a.");
    expect(report.jobId).toBe("job_7f3a");
    expect(stage.clock.now() - from).toBeLessThan(65_000);
    expect(stage.clock.now() - from).toBeGreaterThan(40_000);
    expect(stage.gitHub.own().at(-1)?.body).toContain("**Status.** The service failed to read the job");
  });

  test("that is cancelled while the thread is read says nothing there", async () => {
    const stage = new AgentStage();
    await stage.act({ comment: command, service: creates });
    const before = stage.gitHub.written.length;
    stage.gitHub.refuse({ method: "GET", path: /comments/, times: 1, meanwhile: () => stage.cancel() });
    const { end, requests } = await stage.act({ comment: status, service: creates });
    expect(end).toMatchObject({
      result: "cancelled",
      message: "The run was cancelled before anything was sent.",
    });
    expect(requests).not.toContain(routes.get);
    expect(stage.gitHub.written).toHaveLength(before);
  });

  test("that is cancelled while the job is read names the job", async () => {
    const stage = new AgentStage();
    await stage.act({ comment: command, service: creates });
    const { end, report } = await stage.act({
      comment: status,
      cancelAfterMs: 3000,
      service: { [routes.get]: [down] },
    });
    expect(end).toMatchObject(leftJob);
    expect(report.jobId).toBe("job_7f3a");
    expect(stage.gitHub.own().at(-1)?.body).toContain("**Status.** The run was cancelled; job `job_7f3a`");
  });

  test("has mistakes of its own told as such", async () => {
    const stage = new AgentStage();
    await stage.act({ comment: command, service: creates });
    const onRetry = () => {
      throw new TypeError("a mistake");
    };
    const acting = stage.act({ comment: status, service: { [routes.get]: [down] }, onRetry });
    await expect(acting).rejects.toThrow(new TypeError("a mistake"));
  });
});
