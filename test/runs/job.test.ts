import { describe, expect, test } from "vitest";
import {
  active,
  done,
  job,
  type Reply,
  routes,
  type ServiceReplies,
} from "../service/fake-service.ts";
import { runScenario } from "./harness.ts";

const prLink = "https://github.com/acme/docs/pull/3";

/** A service that takes a job, about which these looks tell. */
const service = (...looks: Reply[]): ServiceReplies => ({
  [routes.create]: [active],
  [routes.get]: looks,
});
const run = (given: Record<string, string>, replies: ServiceReplies) =>
  runScenario({ with: { prompt: "Go", ...given }, service: replies });
const onJob = { "job-id": "job_7f3a" };

test("a prompt becomes a pull request", async () => {
  const { stdout, summary, requests, outputs } = await run(
    { prompt: "Document the limit parameter" },
    service(active, { json: done }),
  );
  expect(requests).toEqual([
    `${routes.create} "Document the limit parameter"`,
    routes.get,
    routes.get,
  ]);
  expect(stdout).toMatchInlineSnapshot(`
    "::add-mask::mint_scenario_key
    ::group::Prompt (28 characters)
    Document the limit parameter
    ::endgroup::
    Sending the request …
    The request was accepted: job job_7f3a is active.
    2 s: the job's status is active.
    4 s: the job's status is completed.
    Pull request ready: https://github.com/acme/docs/pull/3
    To change something, edit the pull request.
    "
  `);
  expect(outputs).toMatchObject({
    result: "pull-request",
    reason: "",
    status: "completed",
    jobId: "job_7f3a",
    prLink,
    prNumber: "3",
    prRepository: "acme/docs",
  });
  expect(summary).toContain(`(<${prLink}>)`);
});

test("how long a job took is counted from its acceptance to its end", async () => {
  const { summary } = await run(
    {},
    {
      [routes.create]: [{ status: 429, json: {}, headers: { "retry-after": "90" } }, active],
      [routes.get]: [active, { json: done }],
    },
  );
  expect(summary).toContain("Took: 4 s");
});

test("the log tells of each retry why and when", async () => {
  const limited = { status: 429, json: {} };
  const { stdout } = await run(
    { wait: "false" },
    {
      [routes.create]: [limited, limited, { ...limited, headers: { "retry-after": "90" } }, active],
    },
  );
  expect(stdout.match(/^Request failed.*/gm)).toEqual(
    ["in 1 s", "in 1 s", "in 1 min 30 s"].map(
      (when) => `Request failed (HTTP 429); retrying ${when}.`,
    ),
  );
});

describe("job-id", () => {
  test("with a prompt sends it to that job, of which nothing is read before", async () => {
    const { requests, outputs } = await run(onJob, {
      [routes.message]: [active],
      [routes.get]: [active, { json: done }],
    });
    expect(requests.slice(0, 3)).toEqual([`${routes.message} "Go"`, routes.get, routes.get]);
    expect(outputs).toMatchObject({ result: "pull-request", prLink });
  });

  test("without a prompt only watches, and looks without waiting first", async () => {
    const { clock, requests, outputs, summary } = await run(
      { ...onJob, prompt: "" },
      { [routes.get]: [active, { json: done }] },
    );
    expect(requests).toEqual([routes.get, routes.get]);
    expect(clock.sleeps).toEqual([0, 2000]);
    expect(outputs).not.toHaveProperty("prompt");
    expect(outputs["result"]).toBe("pull-request");
    expect(summary).not.toContain("Took");
  });

  test("with wait: false is looked at once", async () => {
    const given = { ...onJob, wait: "false", prompt: "" };
    const { requests, outputs } = await run(given, { [routes.get]: [active] });
    expect(requests).toEqual([routes.get]);
    expect(outputs).toMatchObject({ result: "started", status: "active" });
  });

  test("that refuses the prompt is an error, and no new job", async () => {
    const refusal = { status: 409, json: { error: "Job is archived" } };
    const { stdout, requests, outputs } = await run(onJob, {
      [routes.message]: [refusal],
    });
    expect(requests).toHaveLength(1);
    expect(outputs).toMatchObject({ reason: "refused", jobId: "job_7f3a" });
    expect(stdout).toMatch(
      /^::error title=.*Job is archived.* Re-run the workflow when the agent has finished\./m,
    );
  });
});

test("dry-run says what it would send and where, and asks nobody", async () => {
  for (const [given, what] of [
    [{}, "start a new paid job"],
    [onJob, "go as a follow-up to the job that job-id names"],
  ] as const) {
    const { requests, outputs, stdout } = await run({ ...given, "dry-run": "true" }, {});
    expect([requests, outputs["result"]]).toEqual([[], "dry-run"]);
    expect(stdout).toContain(`would ${what}.`);
    expect(stdout).toContain("What would be sent to project acme at https://docs.example.com");
  }
});

test("outside a runner, a file of the prompt is looked for in the current folder", async () => {
  const given = { "prompt-file": "LICENSE", "dry-run": "true" };
  const { outputs } = await runScenario({ with: given, env: { GITHUB_WORKSPACE: "" } });
  expect(outputs["prompt"]).toContain("MIT License");
});

test("an answer that holds a workflow command runs none when a workflow prints an output", async () => {
  const link = `${prLink}##[stop-commands]x`;
  const source = { repository: "acme/docs##[debug]", ref: "main##[error]x" };
  const { outputs } = await run({}, service({ json: job("completed", { prLink: link, source }) }));
  expect(outputs["prLink"]).toBe(`${prLink}##%5Bstop-commands%5Dx`);
  expect(Object.values(outputs).join("\n")).not.toContain("##[");
});
