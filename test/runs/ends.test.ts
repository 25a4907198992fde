import { expect, test } from "vitest";
import { job, routes } from "./fake-service.ts";
import { runScenario } from "./harness.ts";

const pr = "https://github.com/acme/docs/pull/7";

test("a prompt becomes a pull request", async () => {
  const { exitCode, stdout, summary, requests } = await runScenario({
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

    ::set-output name=prompt::Document the limit parameter
    Creating a job …

    ::set-output name=jobId::job_7f3a

    ::set-output name=status::active

    ::set-output name=repository::acme/docs

    ::set-output name=ref::main

    ::set-output name=model::sonnet

    ::set-output name=createdAt::2026-11-16T09:00:00Z
    The service accepted the request: job job_7f3a is active.
    2 s: the job's status is active.
    4 s: the job's status is completed.

    ::set-output name=status::completed

    ::set-output name=prLink::https://github.com/acme/docs/pull/7

    ::set-output name=prNumber::7

    ::set-output name=prRepository::acme/docs

    ::set-output name=result::pull-request

    ::set-output name=reason::

    ::set-output name=message::Pull request ready: https://github.com/acme/docs/pull/7
    Pull request ready: https://github.com/acme/docs/pull/7
    Review it. To change something, send a follow-up.
    "
  `);
  expect(summary).toMatchInlineSnapshot(`
    "### Docs Agent: Pull request ready

    Pull request ready: [acme/docs&#35;&#8203;7](<https://github.com/acme/docs/pull/7>)

    | Job | Documentation | Model | Took |
    | :-- | :-- | :-- | :-- |
    | \`job_7f3a\` (completed) | \`acme/docs\` at \`main\` | \`sonnet\` | 4 s |

    Review it. To change something, send a follow-up.

    > Document the limit parameter
    "
  `);
});

test("a job without changes is a success, unless fail-on names it", async () => {
  const service = { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("completed") }] };
  const green = await runScenario({ with: { prompt: "x" }, service });
  expect(green.exitCode).toBe(0);
  expect(green.stdout).toContain("::set-output name=result::no-changes");
  expect(green.stdout).not.toContain("::set-output name=prLink");
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
  expect(green.stdout).toContain("::set-output name=result::failed");
});

test("an archived job only warns by default", async () => {
  const service = { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("archived") }] };
  const green = await runScenario({ with: { prompt: "x" }, service });
  expect(green.exitCode).toBe(0);
  expect(green.stdout).toContain("::warning title=Docs Agent%3A Job archived::");
  expect((await runScenario({ with: { prompt: "x", "fail-on": "archived" }, service })).exitCode).toBe(1);
});

test("the time limit ends the wait after a last poll, and the text says how to watch the job", async () => {
  const { exitCode, stdout, clock } = await runScenario({
    with: { prompt: "x", "timeout-minutes": "1" },
    service: { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("active") }] },
  });
  expect(exitCode).toBe(1);
  expect(clock.sleeps.reduce((sum, ms) => sum + ms)).toBe(60_000);
  expect(stdout).toContain("::set-output name=result::timeout");
  expect(stdout).toContain("::set-output name=status::active");
  expect(stdout).toContain("run a step with job-id: job_7f3a and no prompt");
});

test("the last poll at the time limit still sees the end", async () => {
  const { stdout } = await runScenario({
    with: { prompt: "x", "timeout-minutes": "0.05", "poll-interval-seconds": "60" },
    service: {
      [routes.create]: [{ json: job("active") }],
      [routes.get]: [{ json: job("completed", { prLink: pr }) }],
    },
  });
  expect(stdout).toContain("::set-output name=result::pull-request");
});

test("wait: false stops once the job is accepted", async () => {
  const { exitCode, stdout, requests } = await runScenario({
    with: { prompt: "x", wait: "false" },
    service: { [routes.create]: [{ json: job("active") }] },
  });
  expect(exitCode).toBe(0);
  expect(requests).toHaveLength(1);
  expect(stdout).toContain("::set-output name=result::started");
  expect(stdout).toContain("::set-output name=jobId::job_7f3a");
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
  const { stdout, summary } = await runScenario({
    with: { prompt: "x" },
    service: {
      [routes.create]: [{ json: job("active") }],
      [routes.get]: [{ json: job("completed", { prLink: "javascript:alert(1)" }) }],
    },
  });
  expect(stdout).toContain("::set-output name=result::no-changes");
  expect(stdout).toContain("::warning title=Pull request link left out::");
  expect(summary).not.toContain("javascript:");
});

test("the log has a line at least every 30 seconds", async () => {
  const { clock, stdout } = await runScenario({
    with: { prompt: "x", "poll-interval-seconds": "300" },
    service: { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("completed") }] },
  });
  expect(clock.sleeps).toEqual([300_000]);
  expect(stdout.match(/: the job's status is /g)?.length).toBeGreaterThanOrEqual(10);
});
