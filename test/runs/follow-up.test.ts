import { expect, test } from "vitest";
import { job, routes } from "../service/fake-service.ts";
import { runScenario } from "./harness.ts";

const pr = "https://github.com/acme/docs/pull/7";
const done = job("completed", { prLink: pr });

test("job-id with a prompt sends a follow-up to that job", async () => {
  const { exitCode, requests, outputs } = await runScenario({
    with: { prompt: "Shorter, please", "job-id": "job_7f3a" },
    service: {
      [routes.message]: [{ json: job("active") }],
      [routes.get]: [{ json: job("active") }, { json: done }],
    },
  });
  expect(exitCode).toBe(0);
  expect(requests[0]).toBe(`${routes.message} "Shorter, please"`);
  expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
  expect(outputs["prLink"]).toBe(pr);
});

test("a final status from before the message does not count until the job was seen in another", async () => {
  const { clock, requests, stdout, outputs } = await runScenario({
    with: { prompt: "x", "job-id": "job_7f3a" },
    service: {
      [routes.message]: [{ json: done }],
      [routes.get]: [{ json: done }, { json: done }, { json: job("active", { prLink: pr }) }, { json: done }],
    },
  });
  expect(requests).toHaveLength(5);
  expect(clock.sleeps).toEqual([2000, 2000, 2000, 2000]);
  expect(stdout).toContain("It may be from before the message");
  expect(outputs["result"]).toBe("pull-request");
});

test("a final status that does not change counts after a minute", async () => {
  const { clock, exitCode } = await runScenario({
    with: { prompt: "x", "job-id": "job_7f3a" },
    service: { [routes.message]: [{ json: done }], [routes.get]: [{ json: done }] },
  });
  expect(exitCode).toBe(0);
  const waited = clock.sleeps.reduce((sum, ms) => sum + ms);
  expect(waited).toBeGreaterThanOrEqual(60_000);
  expect(waited).toBeLessThan(64_000);
});

test("job-id without a prompt only watches, and polls without waiting first", async () => {
  const { clock, requests, outputs } = await runScenario({
    with: { "job-id": "job_7f3a" },
    service: {
      [routes.get]: [{ json: job("active", { createdAt: "2026-11-16T08:00:00Z" }) }, { json: done }],
    },
  });
  expect(requests).toEqual([routes.get, routes.get]);
  // The job has been running for an hour, so the wait is the longest.
  expect(clock.sleeps).toEqual([0, 10_000]);
  expect(outputs).not.toHaveProperty("prompt");
  expect(outputs["result"]).toBe("pull-request");
});

test("wait: false polls a watched job once", async () => {
  const { requests, outputs } = await runScenario({
    with: { "job-id": "job_7f3a", wait: "false" },
    service: { [routes.get]: [{ json: job("active") }] },
  });
  expect(requests).toEqual([routes.get]);
  expect(outputs["result"]).toBe("started");
  expect(outputs["status"]).toBe("active");
});

test("a refused follow-up to job-id is an error, and no new job", async () => {
  const { exitCode, stdout, requests, outputs } = await runScenario({
    with: { prompt: "x", "job-id": "job_7f3a" },
    service: { [routes.message]: [{ status: 409, json: { error: "Job is archived" } }] },
  });
  expect(exitCode).toBe(1);
  expect(requests).toHaveLength(1);
  expect(outputs["reason"]).toBe("refused");
  expect(outputs["jobId"]).toBe("job_7f3a");
  expect(stdout).toContain("Job is archived");
});

test("dry-run changes nothing and says what it would send and where", async () => {
  const fresh = await runScenario({ with: { prompt: "x", "dry-run": "true" }, service: {} });
  expect(fresh.exitCode).toBe(0);
  expect(fresh.requests).toEqual([]);
  expect(fresh.outputs["result"]).toBe("dry-run");
  expect(fresh.stdout).toContain("would go to a new job in project acme at https://docs.example.com");
  // With an explicit job nothing is looked up.
  const followUp = await runScenario({
    with: { prompt: "x", "job-id": "job_7f3a", "dry-run": "true" },
    service: {},
  });
  expect(followUp.requests).toEqual([]);
  expect(followUp.stdout).toContain(
    "would go as a follow-up to job job_7f3a in project acme at https://docs.example.com",
  );
});
