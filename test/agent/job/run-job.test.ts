import { describe, expect, test } from "vitest";
import { says } from "../../says.ts";
import { done, job, type Reply, reset, routes } from "../../service/fake-service.ts";
import {
  AgentHarness,
  cancelledUnsent,
  command,
  commentOf,
  creates,
  down,
  follows,
  markersOf,
  posted,
  prLink,
  pullRequest,
  push,
  type RunOptions,
} from "../agent-harness.ts";

const reads: Record<string, Reply[]> = { [routes.get]: [{ json: done }] };
const watch: RunOptions = { event: push, with: { "job-id": "job_7f3a" }, service: reads };
const neverEnds = { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("active") }] };
/** A second command in the thread. */
const second = commentOf(42, "/docs-agent Shorter");
/** The run of a command that stops waiting before its job ends. */
const unfinished: RunOptions = { comment: command, with: { "timeout-minutes": "1" }, service: neverEnds };
/** A run of a workflow with a prompt, in pull request 7. */
const workflowRun: RunOptions = { event: pullRequest("It limits."), with: { prompt: "Document it" } };

describe("the log and the outputs", () => {
  test("a run logs the prompt, the request and the status, and sets each output once", async () => {
    const { log, outputs } = await new AgentHarness().run({ comment: "/docs-agent x", service: creates });
    expect(log).toEqual([
      "group: Prompt (1 character)",
      "x",
      "Creating a job …",
      "The service accepted the request: job job_7f3a is active.",
      "2 s: the job's status is completed.",
    ]);
    expect(outputs.filter(([name]) => name === "jobId")).toEqual([["jobId", "job_7f3a"]]);
    expect(outputs.filter(([name]) => name === "prompt")).toHaveLength(1);
  });

  test("a run that only watches a job has neither a prompt nor a duration", async () => {
    const { log, outputs, result } = await new AgentHarness().run(watch);
    expect(log).toEqual(["Watching job job_7f3a …", "0 s: the job's status is completed."]);
    expect(outputs.map(([name]) => name)).not.toContain("prompt");
    expect(result).toMatchObject({ prompt: "", jobId: "job_7f3a", prLink, tookMs: undefined });
  });

  test("a run that only watches a job reads no changed files, and diff-paths does not hold it back", async () => {
    const given = { ...watch.with, "diff-paths": "docs/**" };
    const event = pullRequest("It limits.");
    const { outcome, requests } = await new AgentHarness().run({ ...watch, event, with: given });
    expect(outcome.result).toBe("pull-request");
    expect(requests.filter((request) => request.includes("/files"))).toEqual([]);
  });

  test.each<[string, Reply[]]>([
    ["not known yet", [{ ...down, headers: { "retry-after": "40" } }, { json: done }]],
    ["active", [{ json: job("active") }, { json: done, ms: 40_000 }]],
  ])("a silent run logs the status every 30 seconds: %s", async (status, replies) => {
    const { log } = await new AgentHarness().run({ ...watch, service: { [routes.get]: replies } });
    expect(log.filter((line) => line.startsWith("25 s:") || line.startsWith("30 s:"))).toEqual([
      expect.stringMatching(new RegExp(`^\\d+ s: the job's status is ${status}\\.$`)),
    ]);
  });

  test("a run that waits for the service says so every 30 seconds", async () => {
    const service = { ...creates, [routes.create]: [{ json: job("active"), ms: 40_000 }] };
    const { log } = await new AgentHarness().run({ comment: command, service });
    expect(log).toContain("Waiting for a response …");
  });

  test("the log is silent after an internal error ended the run", async () => {
    const harness = new AgentHarness();
    const onRetry = () => {
      throw new TypeError("a mistake");
    };
    const { outcome } = await harness.run({ ...watch, service: { [routes.get]: [down] }, onRetry });
    expect(outcome).toMatchObject({
      ...{ result: "error", reason: "internal" },
      message: "Unexpected error in the action: a mistake",
    });
    harness.clock.advance(120_000);
    expect(harness.log).toEqual(["Watching job job_7f3a …"]);
  });

  test("a job without optional fields sets no outputs for them", async () => {
    const minimal = (status: string) => [{ json: { id: "job_7f3a", status } }];
    const harness = new AgentHarness();
    const { outcome, outputs } = await harness.run({
      comment: command,
      service: { [routes.create]: minimal("active"), [routes.get]: minimal("completed") },
    });
    expect(outcome.result).toBe("no-changes");
    expect(outputs.map(([name]) => name)).not.toContain("repository");
    expect(harness.gitHub.own()[0]?.body).toContain("<sub>2 s · job `job_7f3a` · [workflow run]");
  });
});

describe("the status comment comes before the request", () => {
  test("a run with the input prompt writes its comment before it posts the job", async () => {
    const { requests } = await new AgentHarness().run({ ...workflowRun, service: creates });
    const comment = requests.indexOf("GitHub POST /issues/7/comments");
    expect(comment).toBeGreaterThan(-1);
    expect(comment).toBeLessThan(requests.indexOf(routes.create));
  });

  test("a first attempt whose comment GitHub refuses sends its request without one", async () => {
    const harness = new AgentHarness();
    harness.gitHub.refuse({ method: "POST", path: /comments/, status: 403 });
    const { outcome, requests } = await harness.run({ ...workflowRun, service: creates });
    expect([outcome.result, posted(requests)]).toEqual(["pull-request", [routes.create]]);
  });

  test("a follow-up of a workflow is marked as sent before it is sent", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...workflowRun, service: creates });
    const states: unknown[] = [];
    const onOutput = (name: string) => {
      // The output is set when the service has accepted the request.
      if (name === "jobId") states.push(markersOf(harness)[0]?.request.state);
    };
    await harness.run({ ...workflowRun, env: { GITHUB_RUN_ID: "1002" }, service: follows, onOutput });
    expect(states).toEqual([{ kind: "sent", to: "job_7f3a" }]);
  });

  test("a command gets its comment and 👀 while the diff is read", async () => {
    const harness = new AgentHarness();
    // The diff takes three requests, one after the other.
    harness.gitHub.refuse({ path: /files/, status: 502, times: 2 });
    const { requests } = await harness.run({
      event: pullRequest(),
      with: { context: "diff" },
      service: creates,
    });
    const comment = requests.indexOf("GitHub POST /issues/7/comments");
    expect(comment).toBeGreaterThan(-1);
    expect(comment).toBeLessThan(requests.findLastIndex((request) => request.includes("/files")));
    expect(harness.gitHub.reactions).toEqual(["issues/7 eyes", "issues/7 rocket"]);
  });

  test("a command with --new searches the thread too, because another run may have sent it", async () => {
    const comment = "/docs-agent --new Another page";
    const { requests, outcome } = await new AgentHarness().run({ comment, service: follows });
    expect(outcome.result).toBe("pull-request");
    // Once at the same time as it replies, and once after that.
    expect(requests.filter((request) => /^GitHub GET .*comments/.test(request))).toHaveLength(2);
  });

  test.each([1, 2])("attempt %i at a command runs without a repository to write to", async (attempt) => {
    const { outcome, requests } = await new AgentHarness().run({
      ...{ comment: command, attempt, service: creates },
      env: { GITHUB_REPOSITORY: "" },
    });
    expect(outcome.result).toBe("pull-request");
    expect(requests.filter((request) => /comments|reactions/.test(request))).toEqual([]);
  });
});

describe("dry-run", () => {
  const dryRun = { "dry-run": "true" };
  const closed = { [routes.get]: [{ status: 404, json: {} }] };
  const target = "https://docs.example.com, project acme";

  test("names the service and the project, and sends nothing", async () => {
    const { outcome, requests } = await new AgentHarness().run({ comment: command, with: dryRun });
    expect(outcome.message).toBe(`Nothing was sent. Without the dry run, a new job would go to ${target}.`);
    // Neither to the service nor to GitHub, which would show a reaction.
    expect(requests.filter((request) => !request.startsWith("GitHub GET"))).toEqual([]);
  });

  test("logs all that would be sent, with its context", async () => {
    const given = { prompt: "Document it", ...dryRun };
    const { outputs, log } = await new AgentHarness().run({ event: pullRequest(""), with: given });
    const [, prompt = ""] = outputs.find(([name]) => name === "prompt") ?? [];
    expect(prompt).toMatch(/^Document it\n\n.*Add a limit/s);
    expect(log.join("\n")).toContain(`What would be sent (${prompt.length} characters)`);
    expect(log.join("\n")).toContain(prompt);
  });

  test.each<[string, Record<string, Reply[]>]>([
    ["a follow-up to job job_7f3a", reads],
    ["a new job", closed],
  ])("looks at the thread's job, and says %s", async (what, service) => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates });
    // A job may not be found at first.
    harness.clock.advance(60_000);
    const { outcome } = await harness.run({ comment: command, with: dryRun, service });
    expect(outcome.message).toBe(`Nothing was sent. Without the dry run, ${what} would go to ${target}.`);
  });

  test("watches a job, because that sends nothing", async () => {
    const { outcome } = await new AgentHarness().run({ ...watch, with: { ...watch.with, ...dryRun } });
    expect(outcome.result).toBe("pull-request");
  });

  test("looks nothing up for an explicit job-id", async () => {
    const given = { prompt: "x", "job-id": "job_7f3a", ...dryRun };
    const { outcome, requests } = await new AgentHarness().run({ event: push, with: given });
    expect(outcome.message).toBe(
      `Nothing was sent. Without the dry run, a follow-up to job job_7f3a would go to ${target}.`,
    );
    expect(requests).toEqual([]);
  });

  test("watches a job that is gone, which is an error", async () => {
    const given = { "job-id": "job_7f3a", ...dryRun };
    const { outcome } = await new AgentHarness().run({ event: push, with: given, service: closed });
    expect(outcome).toMatchObject({ result: "error", reason: "not-found" });
  });
});

describe("wait: false", () => {
  test("reports a watched job that has ended", async () => {
    const { outcome, result } = await new AgentHarness().run({
      ...watch,
      with: { ...watch.with, wait: "false" },
    });
    expect(outcome.result).toBe("pull-request");
    expect(result).toMatchObject({ prLink, tookMs: undefined });
  });

  test("reports a watched job that has failed", async () => {
    const { outcome } = await new AgentHarness().run({
      ...watch,
      with: { ...watch.with, wait: "false" },
      service: { [routes.get]: [{ json: job("failed") }] },
    });
    expect(outcome.result).toBe("failed");
  });

  test.each(["active", "later"])("says that a watched job is working, after one look: %s", async (status) => {
    const service = { [routes.get]: [{ json: job(status) }, { json: done }] };
    const { outcome, outputs } = await new AgentHarness().run({
      ...watch,
      ...{ with: { ...watch.with, wait: "false" }, service },
    });
    expect(outcome).toMatchObject({ result: "started", message: "Job job_7f3a is working." });
    expect(outputs).toContainEqual(["status", status]);
  });

  test("says so of a job that was created a moment ago and is not found yet", async () => {
    const harness = new AgentHarness();
    const given = { wait: "false" };
    await harness.run({ comment: command, with: given, service: creates });
    const service = { [routes.get]: [{ status: 404, json: {} }] };
    const { outcome } = await harness.run({ comment: command, attempt: 2, with: given, service });
    expect(outcome).toMatchObject({ result: "started", message: "Job job_7f3a is working." });
  });

  test("does not poll a new job, even when the service says that it has ended", async () => {
    const { outcome, outputs, requests } = await new AgentHarness().run({
      comment: command,
      with: { wait: "false", comment: "never" },
      service: { [routes.create]: [{ json: done }] },
    });
    expect(outcome).toMatchObject({ result: "started", message: "Job job_7f3a started." });
    expect(outputs).toContainEqual(["status", "completed"]);
    expect(requests).not.toContain(routes.get);
  });
});

test("poll-interval-seconds is the time between two polls", async () => {
  const service = { ...creates, [routes.get]: [{ json: job("active") }, { json: done }] };
  const given = { "poll-interval-seconds": "7" };
  const { log } = await new AgentHarness().run({ comment: command, with: given, service });
  expect(log.slice(-2)).toEqual(["7 s: the job's status is active.", "14 s: the job's status is completed."]);
});

describe("the time limit", () => {
  test("bounds the single read of wait: false, and a cancellation ends it", async () => {
    const harness = new AgentHarness();
    const start = harness.clock.now();
    const options: RunOptions = {
      event: push,
      with: { "job-id": "job_7f3a", wait: "false", "timeout-minutes": "1" },
      service: { [routes.get]: [down] },
    };
    expect((await harness.run(options)).outcome).toMatchObject({ result: "error", reason: "service" });
    const middle = harness.clock.now();
    expect(middle - start).toBeLessThan(65_000);
    expect((await harness.run({ ...options, cancelAfterMs: 3000 })).outcome).toMatchObject({
      result: "cancelled",
      message: "The run was cancelled. The agent is still working on job job_7f3a.",
    });
    expect(harness.clock.now() - middle).toBeLessThan(5000);
  });

  test.each<[string, RunOptions, string]>([
    ["a command", { comment: command }, "Reply /docs-agent --status later to see how it went."],
    [
      "a workflow in a thread",
      workflowRun,
      "Re-run the workflow to keep waiting: the request is not sent a second time.",
    ],
    [
      "a run without a comment",
      { comment: command, with: { comment: "never" } },
      "To continue waiting, run a step with job-id: job_7f3a and no prompt.",
    ],
  ])("tells %s how to continue", async (_, options, advice) => {
    const given = { ...options.with, "timeout-minutes": "1" };
    const { outcome } = await new AgentHarness().run({ ...options, with: given, service: neverEnds });
    expect(outcome).toEqual({
      result: "timeout",
      reason: "",
      message: "The job is active after 1 min. This run stopped waiting; the agent has not stopped.",
      advice,
    });
  });
});

describe("a re-run", () => {
  const reactions = (harness: AgentHarness) => harness.gitHub.reactions.map((one) => one.split(" ")[1]);

  test("resumes the job that the first attempt left, and reacts to the command again", async () => {
    const harness = new AgentHarness();
    await harness.run(unfinished);
    const { log, requests, outcome } = await harness.run({
      ...{ comment: command, attempt: 2, service: creates },
    });
    expect([posted(requests), outcome.result]).toEqual([[], "pull-request"]);
    expect(log).toContain("An earlier attempt of this run sent the request to job job_7f3a. Waiting for it.");
    expect(reactions(harness)).toEqual(["eyes", "eyes", "rocket"]);
  });

  test("with wait: false looks once at the job that the first attempt left", async () => {
    const harness = new AgentHarness();
    await harness.run(unfinished);
    const { outcome, requests } = await harness.run({
      ...{ comment: command, attempt: 2, with: { wait: "false" }, service: creates },
    });
    expect([outcome.result, posted(requests)]).toEqual(["pull-request", []]);
    expect(requests.filter((request) => request === routes.get)).toHaveLength(1);
  });

  test.each<[string, Reply[], string]>([
    ["whatever the service says now", [{ json: job("failed") }], "failed"],
    [
      "although the service no longer knows the job",
      [{ status: 404, json: {} }],
      "The job cannot be read any more: No such job or project (HTTP 404",
    ],
    [
      "although the service is down, for which it waits for seconds only",
      [down],
      "The job cannot be read any more: The service failed to read the job (HTTP 503",
    ],
  ])("tells the end that the first attempt told, %s", async (_, replies, told) => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates });
    const start = harness.clock.now();
    const service = { [routes.get]: replies };
    const again = { comment: command, attempt: 2, service };
    const { outcome, requests, outputs, log } = await harness.run(again);
    expect(outcome.result).toBe("pull-request");
    expect(posted(requests)).toEqual([]);
    expect(outputs).toContainEqual(["prLink", prLink]);
    expect(log).toContain("An earlier attempt of this run told how job job_7f3a ended.");
    expect([...log, ...outputs.map(([, value]) => value)]).toContainEqual(expect.stringContaining(told));
    expect(harness.clock.now() - start).toBeLessThan(10_000);
    expect(harness.gitHub.own()).toHaveLength(1);
  });

  test.each([
    ["failed", "sends the request again, to a new job", [routes.create]],
    ["completed", "sends nothing", []],
  ])("after an end that was told as %s %s", async (status, _, expected) => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: { ...creates, [routes.get]: [{ json: job(status) }] } });
    const service = { ...creates, [routes.get]: [{ json: job(status) }, { json: done }] };
    const { requests, log } = await harness.run({ comment: command, attempt: 2, service });
    expect(posted(requests)).toEqual(expected);
    expect(log.filter((line) => line.startsWith("warning"))).toEqual([]);
  });

  test("that tells an end names no pull request of a newer job in the same comment", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...workflowRun, service: creates });
    const newer = { ...done, id: "job_2", prLink: prLink.replace("3", "4") };
    await harness.run({
      ...{ ...workflowRun, env: { GITHUB_RUN_ID: "1002" } },
      service: {
        [routes.get]: [{ json: job("failed") }],
        ...{ [routes.create]: [{ json: newer }], "GET /v2/agent/acme/job/job_2": [{ json: newer }] },
      },
    });
    const service = { [routes.get]: [{ status: 404, json: {} }] };
    const { outcome, outputs } = await harness.run({ ...workflowRun, attempt: 2, service });
    expect(outcome.message).toBe("Pull request ready.");
    expect(outputs.map(([name]) => name)).not.toContain("prLink");
  });

  test("tells a job that failed unseen first, and only the attempt after that starts another", async () => {
    const harness = new AgentHarness();
    await harness.run(unfinished);
    const failed = { ...creates, [routes.get]: [{ json: job("failed") }] };
    const told = await harness.run({ comment: command, attempt: 2, service: failed });
    expect([told.outcome.result, posted(told.requests)]).toEqual(["failed", []]);
    const next = await harness.run({
      ...{ comment: command, attempt: 3 },
      service: { ...creates, [routes.get]: [{ json: job("failed") }, { json: done }] },
    });
    expect([next.outcome.result, posted(next.requests)]).toEqual(["pull-request", [routes.create]]);
  });

  test("whose job the service does not know is not-found, and sends nothing", async () => {
    const harness = new AgentHarness();
    await harness.run(unfinished);
    const service = { [routes.get]: [{ status: 404, json: {} }] };
    const { outcome, requests } = await harness.run({ comment: command, attempt: 2, service });
    expect([outcome.reason, posted(requests)]).toEqual(["not-found", []]);
  });

  test("of a lost follow-up is uncertain, sends nothing, and leaves no comment working", async () => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates });
    const lost = { ...follows, [routes.message]: [{ error: reset() }] };
    // The last edit is lost with the runner, so the comment still says that the run is working.
    harness.gitHub.refuse({ method: "PATCH", path: /comments/, status: 403 });
    await harness.run({ ...second, service: lost });
    harness.gitHub.allowAll();
    expect(harness.gitHub.own()[1]?.body).toContain("**Working on it.**");
    const { outcome, requests } = await harness.run({ ...second, attempt: 2, service: follows });
    expect([outcome.reason, posted(requests)]).toEqual(["uncertain", []]);
    expect(harness.gitHub.own()[1]?.body).toContain("**It is not known whether the agent got this");
  });

  test("of a lost follow-up names the pull request that the service told before it", async () => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates, with: { wait: "false" } });
    await harness.run({ ...second, service: { ...follows, [routes.message]: [{ error: reset() }] } });
    expect(harness.gitHub.own()[1]?.body).toContain("look at [acme/docs&#35;&#8203;3]");
  });

  test("of a lost follow-up names the pull request of its job, but not that of a newer job", async () => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates });
    await harness.run({ ...second, service: { ...follows, [routes.message]: [{ error: reset() }] } });
    const rerun = async (attempt: number) => {
      const { outcome } = await harness.run({ ...second, attempt, service: follows });
      expect(outcome.reason).toBe("uncertain");
      return harness.gitHub.own()[1]?.body;
    };
    expect(await rerun(2)).toContain("look at [acme/docs&#35;&#8203;3]");
    const newer = { ...done, id: "job_2", prLink: prLink.replace("3", "4") };
    await harness.run({
      ...commentOf(43, "/docs-agent --new Another page"),
      service: { [routes.create]: [{ json: newer }], "GET /v2/agent/acme/job/job_2": [{ json: newer }] },
    });
    expect(await rerun(3)).toContain("look at the documentation first");
  });

  test("sends nothing and writes no comment when it cannot read the comments", async () => {
    const harness = new AgentHarness();
    harness.gitHub.refuse({ method: "GET", path: /comments/, status: 403 });
    const { outcome, requests } = await harness.run({ comment: command, attempt: 2, service: creates });
    expect(outcome).toMatchObject({
      result: "error",
      reason: "uncertain",
      message:
        "It is unknown whether a job was created: what an earlier attempt did cannot be read from the comments.",
    });
    expect([posted(requests), harness.gitHub.written]).toEqual([[], []]);
  });

  test.each<[string, NonNullable<RunOptions["with"]>, string]>([
    ["only watches a job", { "job-id": "job_7f3a" }, "pull-request"],
    ["is a dry run", { prompt: "Document it", "dry-run": "true" }, "dry-run"],
  ])("that %s needs no comments, as it sends nothing", async (_, given, result) => {
    const harness = new AgentHarness();
    harness.gitHub.refuse({ method: "GET", path: /comments/, status: 403 });
    const options = { event: pullRequest("It limits."), with: given, attempt: 2, service: reads };
    expect((await harness.run(options)).outcome.result).toBe(result);
  });

  test("that cannot read its job stops at its own time limit, and the next attempt resumes it", async () => {
    const harness = new AgentHarness();
    await harness.run(unfinished);
    const start = harness.clock.now();
    const failed = await harness.run({
      ...{ comment: command, attempt: 2, service: { [routes.get]: [down] } },
      with: { "timeout-minutes": "1" },
    });
    expect(failed.outcome.result).toBe("timeout");
    expect(failed.outputs).toContainEqual(["jobId", "job_7f3a"]);
    expect(harness.clock.now() - start).toBeLessThan(65_000);
    const { requests, outcome } = await harness.run({ comment: command, attempt: 3, service: creates });
    expect([posted(requests), outcome.result]).toEqual([[], "pull-request"]);
  });
});

describe("a cancellation", () => {
  /** Cancels the run at its first request of this kind, which GitHub does not answer well. */
  const cancelAt = (harness: AgentHarness, method: string, path: RegExp) => {
    const meanwhile = () => void setImmediate(() => harness.cancel());
    harness.gitHub.refuse({ method, path, times: 1, status: 502, meanwhile });
  };
  const stillWorking = {
    result: "cancelled",
    message: "The run was cancelled. The agent is still working on job job_7f3a.",
    advice: "Reply /docs-agent --status later to see how it went.",
  };

  test("before anything is sent lets a re-run send the request", async () => {
    const harness = new AgentHarness();
    cancelAt(harness, "GET", /issues\/7\/comments/);
    const { outcome, requests } = await harness.run({ comment: command, service: creates });
    expect(outcome).toEqual(cancelledUnsent);
    expect(posted(requests)).toEqual([]);
    const again = await harness.run({ comment: command, attempt: 2, service: creates });
    expect([posted(again.requests), again.outcome.result]).toEqual([[routes.create], "pull-request"]);
  });

  test("before a follow-up is sent keeps the thread's job", async () => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates });
    cancelAt(harness, "GET", /issues\/7\/comments/);
    const cancelled = await harness.run({ ...commentOf(43, "/docs-agent Longer"), service: follows });
    expect([cancelled.outcome.result, posted(cancelled.requests)]).toEqual(["cancelled", []]);
    const next = await harness.run({ ...second, service: follows });
    expect(posted(next.requests)).toEqual([routes.message]);
  });

  test("after a follow-up is marked as sent, but before it is sent, lets a re-run send it", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...workflowRun, service: creates });
    cancelAt(harness, "PATCH", /comments/);
    const second = { ...workflowRun, env: { GITHUB_RUN_ID: "1002" }, service: follows };
    const cancelled = await harness.run(second);
    expect([cancelled.outcome, posted(cancelled.requests)]).toEqual([cancelledUnsent, []]);
    const again = await harness.run({ ...second, attempt: 2 });
    expect(posted(again.requests)).toEqual([routes.message]);
  });

  test.each<[string, Reply, string, string[]]>([
    [
      "whose connection broke may have created a job",
      { error: reset(), ms: 4000 },
      "a job may or may not",
      [],
    ],
    ["that the service refused created no job", { status: 429 }, "before anything was sent", [routes.create]],
  ])("of a request %s, which the re-run knows", async (_, reply, message, resent) => {
    const harness = new AgentHarness();
    const service = { [routes.create]: [reply] };
    const { outcome } = await harness.run({ comment: command, cancelAfterMs: 3000, service });
    expect(outcome).toMatchObject({ result: "cancelled", message: expect.stringContaining(message) });
    const again = await harness.run({ comment: command, attempt: 2, service: creates });
    expect(posted(again.requests)).toEqual(resent);
    expect(again.outcome.reason).toBe(resent.length === 0 ? "uncertain" : "");
    const told = resent.length === 0 ? `**${says.uncertain}.**` : says.ready;
    expect(harness.gitHub.own()[0]?.body).toContain(told);
  });

  test("while a re-run reads its job ends the run at once", async () => {
    const harness = new AgentHarness();
    await harness.run(unfinished);
    const start = harness.clock.now();
    const service = { [routes.get]: [down] };
    const { outcome } = await harness.run({ comment: command, attempt: 2, cancelAfterMs: 3000, service });
    expect(outcome).toMatchObject(stillWorking);
    expect(harness.clock.now() - start).toBeLessThan(5000);
  });

  test("while a re-run reads the job of an end that was told does not take the end back", async () => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates });
    const start = harness.clock.now();
    const service = { [routes.get]: [{ ...down, headers: { "retry-after": "40" } }] };
    const { outcome } = await harness.run({ comment: command, attempt: 2, cancelAfterMs: 3000, service });
    expect(outcome.result).toBe("pull-request");
    expect(harness.gitHub.own()[0]?.body).toContain(says.ready);
    expect(harness.clock.now() - start).toBeLessThan(5000);
  });

  test("during a poll ends the wait, and the comment says that the agent still works", async () => {
    const harness = new AgentHarness();
    const { outcome } = await harness.run({
      comment: command,
      cancelAfterMs: 10_000,
      service: {
        [routes.create]: [{ json: job("active") }],
        [routes.get]: [{ json: job("active") }, { error: reset(), ms: 20_000 }],
      },
    });
    expect(outcome).toMatchObject(stillWorking);
    expect(harness.gitHub.own()[0]?.body).toContain("**The run was cancelled.** The agent is still working.");
  });
});

describe("an unforeseen error in the comment queue", () => {
  const mistake = () => {
    throw new TypeError("a mistake");
  };

  test.each<[string, Partial<RunOptions>]>([
    ["in every update", { onOutput: (name) => name === "commentUrl" && mistake() }],
    ["in saving the post state", { onPostState: mistake }],
  ])("%s is one warning, and the run waits for its job to the end", async (_, faults) => {
    const { outcome, log, requests } = await new AgentHarness().run({
      ...{ comment: command, service: creates },
      ...faults,
    });
    expect(outcome.result).toBe("pull-request");
    expect(posted(requests)).toEqual([routes.create]);
    expect(log.filter((line) => line.startsWith("warning"))).toEqual([
      "warning: Status comment not updated: The run continues without this update: a mistake",
    ]);
  });
});
