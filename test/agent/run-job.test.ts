import { describe, expect, test } from "vitest";
import { runJob } from "../../src/agent/run-job.ts";
import { getRunContext } from "../../src/run-context.ts";
import { silentLog } from "../fake-log.ts";
import { payloads } from "../github/payloads.ts";
import { type Given, load } from "../given-inputs.ts";
import { job } from "../scenarios/scenario.ts";
import { onMock } from "../service/service-under-test.ts";
import { AgentStage, command, creates, done, down, pr, routes } from "./run-job-harness.ts";

const push = { name: "push", payload: {} };
const opened = { name: "pull_request", payload: payloads["pull_request"] };
const read = (requests: readonly string[]) =>
  requests.filter((request) => /^GitHub GET .*comments/.test(request));

describe("what a run tells while it lasts", () => {
  test("is all of it in the log", async () => {
    const { lines, outputs } = await new AgentStage().act({ comment: "/docs-agent x", service: creates });
    expect(lines).toEqual([
      "group: Prompt (1 character)",
      "x",
      "Creating a job …",
      "The service accepted it: job job_7f3a is active.",
      "2 s: the job's status is completed.",
    ]);
    expect(outputs.filter(([name]) => name === "jobId")).toEqual([["jobId", "job_7f3a"]]);
    expect(outputs.filter(([name]) => name === "prompt")).toHaveLength(1);
  });

  test("of a job that is only watched is neither a prompt nor how long it took", async () => {
    const { lines, outputs, report } = await new AgentStage().act({
      event: push,
      with: { "job-id": "job_7f3a" },
      service: { [routes.get]: [{ json: done }] },
    });
    expect(lines).toEqual(["Watching job job_7f3a …", "0 s: the job's status is completed."]);
    expect(outputs.map(([name]) => name)).not.toContain("prompt");
    expect(report).toMatchObject({ prompt: "", jobId: "job_7f3a", prLink: pr, elapsedMs: undefined });
  });

  test.each([
    ["not known yet", { [routes.get]: [{ ...down, headers: { "retry-after": "40" } }, { json: done }] }],
    ["active", { [routes.get]: [{ json: job("active") }, { json: done, ms: 40_000 }] }],
  ])("fills a silence with the status: %s", async (status, service) => {
    const { lines } = await new AgentStage().act({ event: push, with: { "job-id": "job_7f3a" }, service });
    expect(lines.filter((line) => line.startsWith("25 s:") || line.startsWith("30 s:"))).toEqual([
      expect.stringMatching(new RegExp(`^\\d+ s: the job's status is ${status}\\.$`)),
    ]);
  });

  test("of a job of which the service says hardly anything is as little", async () => {
    const bare = (status: string) => [{ json: { id: "job_7f3a", status } }];
    const stage = new AgentStage();
    const { end, outputs } = await stage.act({
      comment: command,
      service: { [routes.create]: bare("active"), [routes.get]: bare("completed") },
    });
    expect(end.result).toBe("no-changes");
    expect(outputs.map(([name]) => name)).not.toContain("repository");
    expect(stage.gitHub.own()[0]?.body).toContain("<sub>took 2 s · job `job_7f3a` · [see the run]");
  });

  test("ends with the run, also where an error of the action itself ends it", async () => {
    const { service, clock } = onMock();
    const lines: string[] = [];
    const info = (text: string) => void lines.push(text);
    const running = runJob(
      {
        prompt: "x",
        jobId: undefined,
        fresh: false,
        command: true,
        context: () => Promise.reject(new TypeError("a mistake")),
      },
      load({ prompt: "x" }),
      {
        ...{ service, clock, runContext: getRunContext({}), statusComment: undefined, setOutput() {} },
        signal: new AbortController().signal,
        log: { ...silentLog, info, group() {} },
      },
    );
    await expect(running).rejects.toThrow(new TypeError("a mistake"));
    clock.advance(120_000);
    expect(lines).toEqual([]);
  });
});

describe("a run whose prompt is an input", () => {
  test("shows itself in the thread before anything is sent", async () => {
    const stage = new AgentStage();
    const { requests } = await stage.act({ with: { prompt: "Go" }, event: opened, service: creates });
    const shown = requests.findIndex((request) => /^GitHub POST .*comments/.test(request));
    const sent = requests.findIndex((request) => request.startsWith("POST"));
    expect(shown).toBeGreaterThanOrEqual(0);
    expect(sent).toBeGreaterThan(shown);
  });
});

describe("dry-run", () => {
  test("names service and project, and watches where nothing is to be sent", async () => {
    const stage = new AgentStage();
    const { end } = await stage.act({ comment: command, with: { "dry-run": "true" } });
    expect(end.message).toBe(
      "Nothing was sent; without dry-run, a new job would go to https://docs.example.com, project docs-1.",
    );
    const watched = await stage.act({
      event: push,
      with: { "job-id": "job_7f3a", "dry-run": "true" },
      service: { [routes.get]: [{ json: done }] },
    });
    expect(watched.end.result).toBe("pull-request");
  });

  test("of a job of one's own choice that is gone is an error", async () => {
    const { end } = await new AgentStage().act({
      comment: command,
      with: { "job-id": "job_7f3a", "dry-run": "true" },
      service: { [routes.get]: [{ status: 404, json: {} }] },
    });
    expect(end).toMatchObject({ result: "error", reason: "not-found" });
  });
});

describe("wait: false", () => {
  test("on a watched job that has ended says how", async () => {
    const { end, report } = await new AgentStage().act({
      event: push,
      with: { "job-id": "job_7f3a", wait: "false" },
      service: { [routes.get]: [{ json: done }] },
    });
    expect(end).toMatchObject({
      result: "pull-request",
      message: `The agent's pull request is ready: ${pr}`,
    });
    expect(report).toMatchObject({ prLink: pr, elapsedMs: undefined });
  });

  test("on what was sent asks no more, even where its answer was final", async () => {
    const { end, requests } = await new AgentStage().act({
      comment: command,
      with: { wait: "false", comment: "never" },
      service: { [routes.create]: [{ json: done }] },
    });
    expect(end).toMatchObject({ result: "started", message: "Job job_7f3a has begun." });
    expect(requests).not.toContain(routes.get);
  });
});

describe("a run that only reads", () => {
  test.each<[string, Given]>([
    ["dry-run", { prompt: "x", "job-id": "job_7f3a", "dry-run": "true" }],
    ["wait: false", { "job-id": "job_7f3a", wait: "false" }],
  ])("with %s keeps to the time limit, and to a cancellation", async (_, given) => {
    const stage = new AgentStage();
    const from = stage.clock.now();
    const act = {
      event: push,
      with: { ...given, "timeout-minutes": "1" },
      service: { [routes.get]: [down] },
    };
    expect((await stage.act(act)).end).toMatchObject({ result: "error", reason: "service" });
    const middle = stage.clock.now();
    expect(middle - from).toBeLessThan(65_000);
    expect((await stage.act({ ...act, cancelAfterMs: 3000 })).end.result).toBe("cancelled");
    expect(stage.clock.now() - middle).toBeLessThan(5000);
  });
});

describe("a first attempt at a command", () => {
  test("says that it was heard before it has read what it needs", async () => {
    const stage = new AgentStage();
    const { requests } = await stage.act({
      event: {
        name: "pull_request",
        payload: {
          action: "opened",
          pull_request: { number: 7, body: command, user: { login: "maintainer" } },
        },
      },
      with: { context: "diff" },
      service: creates,
    });
    const heard = requests.indexOf("GitHub POST /issues/7/comments");
    expect(heard).toBeGreaterThan(-1);
    expect(heard).toBeLessThan(requests.indexOf(routes.create));
    expect(stage.gitHub.reactions).toEqual(["issues/7 eyes", "issues/7 rocket"]);
  });

  test.each([
    ["--new", "/docs-agent --new Another page", {}],
    ["job-id", command, { "job-id": "job_7f3a" }],
  ])("does not look through the thread with %s", async (_, comment, inputs) => {
    const service = { ...creates, [routes.message]: [{ json: job("active") }] };
    const { requests, end } = await new AgentStage().act({ comment, with: inputs, service });
    expect(end.result).toBe("pull-request");
    expect(read(requests)).toEqual([]);
  });

  test("in no thread that can be written to is carried out all the same, and so is a re-run", async () => {
    for (const attempt of [1, 2]) {
      const { end, requests } = await new AgentStage().act({
        comment: command,
        attempt,
        env: { GITHUB_REPOSITORY: "" },
        service: creates,
      });
      expect(end.result).toBe("pull-request");
      expect(requests.filter((request) => /comments|reactions/.test(request))).toEqual([]);
    }
  });
});

describe("a job that takes no more messages", () => {
  test("is named in the log beside the one that replaces it", async () => {
    const stage = new AgentStage();
    await stage.act({ comment: command, service: creates });
    const { lines } = await stage.act({
      comment: "/docs-agent Shorter",
      service: { ...creates, [routes.message]: [{ status: 409, json: {} }] },
    });
    expect(lines).toContain("Job job_7f3a takes no more messages (HTTP 409); creating a new one.");
  });
});

describe("the time limit", () => {
  test("in a thread is told with every way to go on", async () => {
    const { end } = await new AgentStage().act({
      comment: command,
      with: { "timeout-minutes": "1" },
      service: { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("active") }] },
    });
    expect(end).toMatchObject({
      message: "The job was active after 1 min and goes on at the service.",
      advice:
        "Take it up again by re-running this job, with --status in the thread, or with job-id: job_7f3a. Or raise timeout-minutes.",
    });
  });

  test("without one only with what works there", async () => {
    const { end } = await new AgentStage().act({
      comment: command,
      with: { "timeout-minutes": "1", comment: "never" },
      service: { [routes.create]: [{ json: job("active") }], [routes.get]: [{ json: job("active") }] },
    });
    expect(end.advice).toBe("Take it up again with job-id: job_7f3a. Or raise timeout-minutes.");
  });
});
