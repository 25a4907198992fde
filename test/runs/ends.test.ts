import { expect, test } from "vitest";
import { job, routes } from "../service/fake-service.ts";
import { runScenario } from "./harness.ts";

const pr = "https://github.com/acme/docs/pull/7";

test("a prompt becomes a pull request", async () => {
  const { exitCode, stdout, summary, requests, outputs } = await runScenario({
    with: { prompt: "Document the limit parameter" },
    service: {
      [routes.create]: [{ status: 201, json: job("active") }],
      [routes.get]: [{ json: job("active") }, { json: job("completed", { prLink: pr }) }],
    },
  });
  expect(exitCode).toBe(0);
  expect(requests).toMatchInlineSnapshot(`
    [
      "POST /v2/agent/acme/job "Document the limit parameter"",
      "GET /v2/agent/acme/job/job_7f3a",
      "GET /v2/agent/acme/job/job_7f3a",
    ]
  `);
  expect(stdout).toMatchInlineSnapshot(`
    "::add-mask::mint_scenario_key
    ::group::Prompt (28 characters)
    Document the limit parameter
    ::endgroup::
    Creating a job …
    The service accepted the request: job job_7f3a is active.
    2 s: the job's status is active.
    4 s: the job's status is completed.
    Pull request ready: https://github.com/acme/docs/pull/7
    Review it. To change something, run a step with job-id: job_7f3a and a prompt that says what.
    "
  `);
  expect(outputs).toMatchObject({
    ...{ result: "pull-request", reason: "", status: "completed", jobId: "job_7f3a" },
    ...{ prLink: pr, prNumber: "7", prRepository: "acme/docs" },
  });
  expect(summary).toContain(`(<${pr}>)`);
});

test("a job without changes is a success, unless fail-on names it", async () => {
  const service = { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("completed") }] };
  const green = await runScenario({ with: { prompt: "x" }, service });
  expect(green.exitCode).toBe(0);
  expect(green.outputs["result"]).toBe("no-changes");
  expect(green.outputs).not.toHaveProperty("prLink");
  const red = await runScenario({ with: { prompt: "x", "fail-on": "no-changes" }, service });
  expect(red.exitCode).toBe(1);
  expect(red.stdout).toContain("::error title=Docs Agent%3A Finished without a pull request::");
});

test("a failed job fails the step by default, and only warns with fail-on: none", async () => {
  const service = { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("failed") }] };
  const red = await runScenario({ with: { prompt: "x" }, service });
  expect(red.exitCode).toBe(1);
  expect(red.stdout).toContain("::error title=Docs Agent%3A Job failed::");
  const green = await runScenario({ with: { prompt: "x", "fail-on": "none" }, service });
  expect(green.exitCode).toBe(0);
  expect(green.stdout).toContain("::warning title=Docs Agent%3A Job failed::");
  expect(green.outputs["result"]).toBe("failed");
});

test("an archived job only warns by default", async () => {
  const service = { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("archived") }] };
  const green = await runScenario({ with: { prompt: "x" }, service });
  expect(green.exitCode).toBe(0);
  expect(green.stdout).toContain("::warning title=Docs Agent%3A Job archived::");
  expect((await runScenario({ with: { prompt: "x", "fail-on": "archived" }, service })).exitCode).toBe(1);
});

test("the time limit ends the wait after a last poll, and the text says how to watch the job", async () => {
  const { exitCode, stdout, clock, outputs } = await runScenario({
    with: { prompt: "x", "timeout-minutes": "1" },
    service: { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("active") }] },
  });
  expect(exitCode).toBe(1);
  expect(clock.sleeps.reduce((sum, ms) => sum + ms)).toBe(60_000);
  expect(outputs["result"]).toBe("timeout");
  expect(outputs["status"]).toBe("active");
  expect(stdout).toContain("run a step with job-id: job_7f3a and no prompt");
});

test("the last poll at the time limit still sees the end", async () => {
  const { outputs } = await runScenario({
    with: { prompt: "x", "timeout-minutes": "0.05", "poll-interval-seconds": "60" },
    service: {
      [routes.create]: [{ json: job("active") }],
      [routes.get]: [{ json: job("completed", { prLink: pr }) }],
    },
  });
  expect(outputs["result"]).toBe("pull-request");
});

test("wait: false stops once the job is accepted", async () => {
  const { exitCode, requests, outputs } = await runScenario({
    with: { prompt: "x", wait: "false" },
    service: { [routes.create]: [{ json: job("active") }] },
  });
  expect(exitCode).toBe(0);
  expect(requests).toHaveLength(1);
  expect(outputs["result"]).toBe("started");
  expect(outputs["jobId"]).toBe("job_7f3a");
});

test("an unknown status is logged once and does not end the wait", async () => {
  const { exitCode, stdout } = await runScenario({
    with: { prompt: "x" },
    service: {
      [routes.create]: [{ json: job("queued") }],
      [routes.get]: [
        { json: job("queued") },
        { json: job("queued") },
        { json: job("completed", { prLink: pr }) },
      ],
    },
  });
  expect(exitCode).toBe(0);
  expect(stdout.match(/does not know/g)).toHaveLength(1);
});

test("a prLink that is no http(s) address counts as none, with a warning", async () => {
  const { stdout, summary, outputs } = await runScenario({
    with: { prompt: "x" },
    service: {
      [routes.create]: [{ json: job("active") }],
      [routes.get]: [{ json: job("completed", { prLink: "javascript:alert(1)" }) }],
    },
  });
  expect(outputs["result"]).toBe("no-changes");
  expect(stdout).toContain("::warning title=Pull request link left out::");
  expect(summary).not.toContain("javascript:");
});
