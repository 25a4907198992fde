import { describe, expect, test } from "vitest";
import { runScenario, scenarioStart } from "../runs/harness.ts";
import { job, type Reply, refused, reset, routes } from "../service/fake-service.ts";

const posts = (requests: readonly string[]) =>
  requests.filter((request) => request.startsWith("POST")).length;

test.each([
  ["a reset", { error: reset() }],
  ["the wrong shape", { status: 201, json: { job: "job_7f3a" } }],
  ["503", { status: 503, text: "<html>" }],
])("a create that ends in %s is never sent twice and says that a job may exist", async (_, reply) => {
  const { exitCode, stdout, summary, requests, outputs } = await runScenario({
    with: { prompt: "x" },
    service: { [routes.create]: [reply] },
  });
  expect(exitCode).toBe(1);
  expect(posts(requests)).toBe(1);
  expect(outputs["reason"]).toBe("uncertain");
  expect(stdout).toContain("a job may exist");
  expect(summary).toContain("a job may exist");
});

test.each([
  ["a refused connection", { error: refused() }],
  ["429", { status: 429, json: { error: "Too many" } }],
  ["503 with Retry-After", { status: 503, text: "", headers: { "retry-after": "5" } }],
])("a create that ends in %s was not processed and is sent again", async (_, reply) => {
  const { exitCode, requests, stdout } = await runScenario({
    with: { prompt: "x" },
    service: {
      [routes.create]: [reply, reply, { status: 201, json: job("active") }],
      [routes.get]: [{ json: job("completed") }],
    },
  });
  expect(exitCode).toBe(0);
  expect(posts(requests)).toBe(3);
  expect(stdout.match(/retrying/g)).toHaveLength(2);
});

test("Retry-After is honoured up to five minutes", async () => {
  const later = (seconds: string) => ({
    status: 429,
    json: { error: "Too many" },
    headers: { "retry-after": seconds },
  });
  const soon = await runScenario({
    with: { prompt: "x", wait: "false" },
    service: { [routes.create]: [later("42"), { json: job("active") }] },
  });
  expect(soon.clock.sleeps).toEqual([42_000]);
  const late = await runScenario({ with: { prompt: "x" }, service: { [routes.create]: [later("3600")] } });
  expect(late.clock.sleeps).toEqual([]);
  expect(late.outputs["reason"]).toBe("rate-limit");
});

test("a certificate that nobody vouches for is not tried again, and the text names what helps", async () => {
  const untrusted = Object.assign(new Error("self-signed certificate"), {
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
  });
  const certificate = await runScenario({
    with: { prompt: "x" },
    service: { [routes.create]: [{ error: untrusted }] },
  });
  expect(certificate.clock.sleeps).toEqual([]);
  expect(certificate.stdout).toContain("NODE_EXTRA_CA_CERTS");
});

test("polls that fail for a while do not lose the job", async () => {
  const { exitCode, outputs } = await runScenario({
    with: { prompt: "x" },
    service: {
      [routes.create]: [{ json: job("active") }],
      [routes.get]: [
        { error: reset() },
        { status: 500, json: { error: "boom" } },
        { status: 200, text: "<html>" },
        { status: 408, text: "" },
        { json: job("active") },
        { status: 429, json: { error: "x" }, headers: { "retry-after": "Mon, 16 Nov 2026 09:02:00 GMT" } },
        { json: job("completed", { prLink: "https://github.com/acme/docs/pull/7" }) },
      ],
    },
  });
  expect(exitCode).toBe(0);
  expect(outputs["result"]).toBe("pull-request");
});

test("a run that gives up a service without one good response names the job", async () => {
  const { stdout, outputs } = await runScenario({
    with: { prompt: "x" },
    service: { [routes.create]: [{ json: job("active") }], [routes.get]: [{ status: 503, text: "" }] },
  });
  expect(outputs["reason"]).toBe("service");
  expect(stdout).toContain("job-id: job_7f3a");
});

test("a time limit before the five minutes of a failing service is a timeout, not an error", async () => {
  const { outputs } = await runScenario({
    with: { prompt: "x", "timeout-minutes": "2" },
    service: { [routes.create]: [{ json: job("active") }], [routes.get]: [{ status: 503, text: "" }] },
  });
  expect(outputs["result"]).toBe("timeout");
});

test.each([
  [401, "api-key"],
  [410, "refused"],
])("a poll answered with %i ends the wait", async (status, reason) => {
  const { exitCode, requests, outputs } = await runScenario({
    with: { prompt: "x" },
    service: {
      [routes.create]: [{ json: job("active") }],
      [routes.get]: [{ status, json: { error: "no" } }],
    },
  });
  expect(exitCode).toBe(1);
  expect(requests).toHaveLength(2);
  expect(outputs["reason"]).toBe(reason);
  expect(outputs["jobId"]).toBe("job_7f3a");
});

describe("a 404 of the job", () => {
  const poll = (replies: Reply[]) =>
    runScenario({
      with: { prompt: "x" },
      service: { [routes.create]: [{ json: job("active") }], [routes.get]: replies },
    });

  test("for good ends it after a minute", async () => {
    const { exitCode, outputs, clock } = await poll([{ status: 404, json: { error: "no" } }]);
    expect(exitCode).toBe(1);
    expect(outputs["reason"]).toBe("not-found");
    expect(outputs["jobId"]).toBe("job_7f3a");
    expect(clock.now() - scenarioStart).toBeGreaterThan(60_000);
    expect(clock.now() - scenarioStart).toBeLessThan(70_000);
  });
});

test("a cancel ends the wait and keeps the job", async () => {
  const { exitCode, stdout, clock, outputs } = await runScenario({
    with: { prompt: "x" },
    cancelAfterMs: 3100,
    service: { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("active") }] },
  });
  expect(exitCode).toBe(1);
  expect(clock.now() - Date.parse("2026-11-16T09:00:00Z")).toBe(3100);
  expect(outputs["result"]).toBe("cancelled");
  expect(stdout).toContain("job-id: job_7f3a");
});

test("a cancel between retries sends nothing more", async () => {
  const { exitCode, stdout, requests } = await runScenario({
    with: { prompt: "x" },
    cancelAfterMs: 100,
    service: { [routes.create]: [{ status: 429, text: "" }] },
  });
  expect(exitCode).toBe(1);
  expect(requests).toHaveLength(1);
  expect(stdout).toContain("The run was cancelled. Nothing was sent.");
});

test("hostile texts of service and prompt stay inert in log and summary, and the key is nowhere", async () => {
  const evil = "::set-output name=prLink::x\n\u0085::error::y\r##[error]z <img src=x> @octo #1";
  const { stdout, summary } = await runScenario({
    with: { prompt: evil },
    service: {
      [routes.create]: [
        { status: 400, json: { error: `${evil} mint_scenario_key`, details: [{ message: "::debug::a" }] } },
      ],
    },
  });
  const [mask, ...lines] = stdout.split(/\r\n|\r|\n/);
  expect(mask).toBe("::add-mask::mint_scenario_key");
  const commands = lines.filter((line) => /^[\s\u0085]*::|##\[/.test(line));
  expect(commands.map((line) => line.slice(0, 24))).toEqual([
    "::group::Prompt (70 char",
    "::endgroup::",
    "::error title=Docs Agent",
  ]);
  expect(lines.join("\n")).not.toContain("mint_scenario_key");
  expect(lines.join("\n")).toContain("***");
  expect(summary).not.toMatch(/<img|@octo|#1|mint_scenario_key|https?:\/\//);
});

test("a missing secret reads the same in log and summary", async () => {
  const { stdout, summary } = await runScenario({ with: { prompt: "x", "api-key": "" }, service: {} });
  for (const shown of [stdout, summary]) expect(shown).toContain("A secret is empty in runs from forks");
});
