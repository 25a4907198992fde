import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderSummary } from "../../src/agent/summary.ts";
import { plainUrl } from "../../src/text/markdown.ts";
import { changed, payloads } from "../github/payloads.ts";
import { runs } from "../runs.ts";
import { job, type Reply, routes } from "../service/fake-service.ts";
import { hostile } from "../text/hostile.ts";
import {
  AgentHarness,
  cancelledUnsent,
  command,
  commentBy,
  creates,
  down,
  prLink,
  type RunOptions,
} from "./agent-harness.ts";
import { expectInert } from "./inert.ts";

const serviceRequests = (requests: readonly string[]) =>
  requests.filter((request) => !request.startsWith("GitHub"));

describe("--help", () => {
  test("is answered in a reply that names the trigger phrase", async () => {
    const harness = new AgentHarness();
    const { outcome } = await harness.run({ comment: "@docs", with: { "trigger-phrase": "@docs" } });
    expect(outcome).toEqual({
      result: "answered",
      reason: "",
      message: "The reply shows what @docs can do.",
      advice: "",
    });
    expect(harness.gitHub.own()[0]?.body).toContain("`@docs --help`");
    expect(harness.gitHub.reactions).toEqual(["issues/comments/41 eyes"]);
  });

  test.each<[string, RunOptions]>([
    ["with comment: never", { with: { comment: "never" } }],
    ["with dry-run", { with: { "dry-run": "true" } }],
    ["without a repository", { env: { GITHUB_REPOSITORY: "" } }],
  ])("%s refers to the README, because there is no reply", async (_, options) => {
    const harness = new AgentHarness();
    const { outcome, requests } = await harness.run({ comment: "/docs-agent --help", ...options });
    expect(outcome).toMatchObject({
      result: "answered",
      message: "This run writes no comments. The README shows what /docs-agent can do.",
    });
    expect(harness.gitHub.own()).toEqual([]);
    expect(requests.filter((request) => /comments$/.test(request))).toEqual([]);
  });
});

describe("a command that starts no job", () => {
  test.each<[string, string, string]>([
    [
      "/docs-agent --stauts",
      "**Did you mean `--status`?** `--stauts` is no flag, so nothing was sent. If so, reply `/docs-agent --status`.",
      "--stauts is no flag, so nothing was sent. Did you mean --status? The reply shows what /docs-agent can do.",
    ],
    [
      "/docs-agent —delete everything",
      "**Docs Agent did not understand `—delete`**, so nothing was sent.",
      "—delete was not understood, so nothing was sent. The reply shows what /docs-agent can do.",
    ],
    [
      "/docs-agent Document it --dry-run",
      "**Flags come first**, so nothing was sent.",
      "Flags come first, and --dry-run is last, so nothing was sent. The reply shows what /docs-agent can do.",
    ],
    [
      "/docs-agent thanks a lot",
      "**Nothing was sent**, because `thanks a lot` asks for no change. If you want one, reply `/docs-agent` with the page and the change.",
      "thanks a lot asks for no change, so nothing was sent. The reply shows what /docs-agent can do.",
    ],
    [
      "/docs-agent cancel update",
      "**A job cannot be stopped from here:** the service has no way to cancel one. Close its pull request if you do not want it. If you asked for a change, name the page and the change.",
      "A job cannot be stopped from here: the service has no way to cancel one. Close its pull request if you do not want it.",
    ],
    [
      "/docs-agent --cancel",
      "**A job cannot be stopped from here:** the service has no way to cancel one. Close its pull request if you do not want it.",
      "A job cannot be stopped from here: the service has no way to cancel one. Close its pull request if you do not want it.",
    ],
  ])("is answered in a reply, and nothing is asked of the service: %s", async (comment, reply, message) => {
    const harness = new AgentHarness();
    const { outcome, requests } = await harness.run({ comment });
    expect(outcome).toEqual({ result: "answered", reason: "", message, advice: "" });
    expect(harness.gitHub.own().map(({ body }) => body.split("\n\n")[1])).toEqual([reply]);
    expect(harness.gitHub.reactions).toEqual(["issues/comments/41 eyes"]);
    expect(serviceRequests(requests)).toEqual([]);
  });
});

describe("--dry-run", () => {
  const dryRun = "/docs-agent --dry-run Document the limit";

  test.each<[string, RunOptions[], string]>([
    ["a new job in an empty thread", [], "a new job would be created."],
    [
      "a follow-up to the thread's job",
      [{ comment: command, service: creates }],
      "a follow-up to job job_7f3a would be sent.",
    ],
  ])("says in one reply that it would send %s, and sends nothing", async (_, before, says) => {
    const harness = new AgentHarness();
    harness.gitHub.files = [{ filename: "secret-plan.ts", status: "added" }];
    for (const options of before) await harness.run(options);
    const count = harness.gitHub.own().length;
    const service = { [routes.get]: [{ json: job("completed", { prLink }) }] };
    const given = { "project-id": "secret-docs" };
    const { outcome, requests, result } = await harness.run({ comment: dryRun, with: given, service });
    expect(outcome).toEqual({
      ...{ result: "dry-run", reason: "", advice: "" },
      message: `Nothing was sent. Without the dry run, ${says}`,
    });
    expect(requests.filter((request) => /^(?:POST|GitHub (?:DELETE|PATCH))/.test(request))).toEqual([]);
    expect(result.prompt).toBe("Document the limit");
    const replies = harness.gitHub.own().slice(count);
    expect(replies).toHaveLength(1);
    const [, first, quote] = replies[0]?.body.split("\n\n") ?? [];
    expect(first).toContain("**Dry run.** Nothing was sent.");
    expect(first).toContain("Repeat the command without `--dry-run` to send it.");
    expect(quote).toBe("> Document the limit");
    // Strangers read the reply.
    expect(replies[0]?.body).not.toMatch(
      /secret-docs|docs\.example\.com|secret-plan|It limits|docs-agent:job/,
    );
  });

  test("says that the thread's job is replaced when it failed", async () => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates });
    const service = { [routes.get]: [{ json: job("failed") }] };
    expect((await harness.run({ comment: dryRun, service })).outcome.message).toContain(
      "a new job would be created",
    );
  });

  test("asks a failing service once more", async () => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates });
    const service = { [routes.get]: [down, { json: job("failed") }] };
    expect((await harness.run({ comment: dryRun, service })).outcome.message).toContain(
      "a new job would be created",
    );
  });

  test("that is cancelled while the job is read sent nothing", async () => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates });
    const service = { [routes.get]: [{ ...down, headers: { "retry-after": "30" } }] };
    const { outcome } = await harness.run({ comment: dryRun, cancelAfterMs: 3000, service });
    expect(outcome).toEqual(cancelledUnsent);
  });

  test("does not hide an internal error", async () => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates });
    const onRetry = () => {
      throw new TypeError("a mistake");
    };
    const run = harness.run({ comment: dryRun, service: { [routes.get]: [down] }, onRetry });
    await expect(run).rejects.toThrow(new TypeError("a mistake"));
  });

  test("leaves nothing behind that a later command could take for a job", async () => {
    const harness = new AgentHarness();
    await harness.run({ comment: dryRun });
    const { requests, outcome } = await harness.run({ comment: command, service: creates });
    expect(outcome.result).toBe("pull-request");
    expect(serviceRequests(requests)).toContain(routes.create);
  });

  test("that is cancelled while the thread is read writes no reply", async () => {
    const harness = new AgentHarness();
    harness.gitHub.refuse({ method: "GET", path: /comments/, times: 1, meanwhile: () => harness.cancel() });
    const { outcome } = await harness.run({ comment: dryRun });
    expect(outcome.result).toBe("cancelled");
    expect(harness.gitHub.written).toEqual([]);
  });

  test("needs the permission, as every command does", async () => {
    const harness = new AgentHarness();
    const { outcome, requests } = await harness.run({ event: commentBy("outsider", dryRun) });
    expect(outcome).toMatchObject({ result: "denied", reason: "permission" });
    expect([serviceRequests(requests), harness.gitHub.written]).toEqual([[], []]);
  });
});

describe("the reaction on a command", () => {
  test.each<[string, Reply, string[]]>([
    ["pull-request", { json: job("completed", { prLink }) }, ["eyes", "rocket"]],
    ["no-changes", { json: job("completed") }, ["eyes", "+1"]],
    ["failed", { json: job("failed") }, ["eyes", "confused"]],
    ["archived", { json: job("archived") }, ["eyes", "confused"]],
    ["error", { status: 404, json: {} }, ["eyes", "confused"]],
    ["timeout", { json: job("active") }, ["eyes"]],
  ])("shows the result %s", async (result, reply, reactions) => {
    const harness = new AgentHarness();
    const service = { ...creates, [routes.get]: [reply] };
    const { outcome } = await harness.run({ comment: command, service });
    expect(outcome.result).toBe(result);
    expect(harness.gitHub.reactions).toEqual(reactions.map((reaction) => `issues/comments/41 ${reaction}`));
  });
});

describe("issue-number", () => {
  test("of another thread is read as one of which nothing is known: it may be a pull request", async () => {
    const review = payloads["pull_request_review_comment"];
    const event = {
      name: "pull_request_review_comment",
      payload: changed(changed(review, ["pull_request", "comments"], 250), ["comment", "body"], command),
    };
    const harness = new AgentHarness();
    const { requests } = await harness.run({ event, with: { "issue-number": "9" }, service: creates });
    expect(requests.filter((request) => /comments/.test(request) && !/reactions/.test(request))).toEqual([
      "GitHub GET /issues/9/comments?per_page=100",
      "GitHub GET /pulls/9/comments?per_page=100",
      "GitHub POST /issues/9/comments",
      // Once more, for another run that replied at the same moment.
      "GitHub GET /issues/9/comments?per_page=100",
      "GitHub PATCH /issues/comments/101",
      "GitHub PATCH /issues/comments/101",
    ]);
    expect(harness.gitHub.reactions).toEqual(["pulls/comments/41 eyes", "pulls/comments/41 rocket"]);
  });
});

describe("--status", () => {
  const status = "/docs-agent --status";
  const afterJob = async () => {
    const harness = new AgentHarness();
    await harness.run({ comment: command, service: creates });
    return harness;
  };

  test.each<[string, unknown, string, [string, string][]]>([
    ["active", null, "No pull request yet.", []],
    [
      ...(["completed", prLink, `Pull request: ${prLink}`] as const),
      [
        ["prLink", prLink],
        ["prNumber", "3"],
        ["prRepository", "acme/docs"],
      ],
    ],
  ])(
    "of a job that is %s with the link %s says so, and sets every output that it learned",
    async (state, given, says, more) => {
      const harness = await afterJob();
      const service = { [routes.get]: [{ json: job(state, { prLink: given }) }] };
      const { outcome, outputs, result } = await harness.run({ comment: status, service });
      const message = `Job job_7f3a is ${state}. ${says}`;
      expect(outcome).toEqual({ result: "answered", reason: "", message, advice: "" });
      expect(outputs.filter(([name]) => name !== "commentUrl")).toEqual([
        ["jobId", "job_7f3a"],
        ["status", state],
        ["repository", "acme/docs"],
        ["ref", "main"],
        ["model", "sonnet"],
        ["createdAt", "2026-11-16T09:00:00Z"],
        ...more,
      ]);
      expect(result).toMatchObject({ jobId: "job_7f3a", job: { status: state }, prLink: given ?? undefined });
    },
  );

  test("says how long the job has been working, and on which request", async () => {
    const harness = new AgentHarness();
    const asked = "/docs-agent Document `--watch` for @octo & <others>";
    await harness.run({
      comment: asked,
      service: { ...creates, [routes.get]: [{ json: job("active", {}) }] },
      with: { wait: "false" },
    });
    harness.clock.advance(12 * 60_000);
    const service = { [routes.get]: [{ json: job("active", {}) }] };
    const { outcome } = await harness.run({ comment: status, service });
    expect(outcome.message).toBe("Job job_7f3a is active. No pull request yet.");
    const reply = harness.gitHub.own().at(-1)?.body.split("\n\n")[1];
    expect(reply).toMatch(
      /^⏳ \*\*Working for 12 min(?: \d+ s)?\*\* on “Document `--watch` for @&#8203;octo &amp; &lt;others&gt;”$/,
    );
  });

  test.each<[string, RunOptions, string[]]>([
    ["without a job", {}, ["commentUrl"]],
    ["that cannot be read without a repository", { env: { GITHUB_REPOSITORY: "" } }, []],
  ])("in a thread %s asks the service nothing", async (_, options, outputNames) => {
    const { outcome, requests, outputs } = await new AgentHarness().run({ comment: status, ...options });
    expect(outcome.message).toBe("This thread has no job yet.");
    expect(serviceRequests(requests)).toEqual([]);
    expect(outputs.map(([name]) => name)).toEqual(outputNames);
  });

  test("says that the comments cannot be read", async () => {
    const harness = new AgentHarness();
    harness.gitHub.refuse({ method: "GET", path: /comments/, status: 403 });
    const { outcome, requests } = await harness.run({ comment: status });
    expect(outcome.message).toBe("The comments of this thread cannot be read, so its job is not known.");
    expect(serviceRequests(requests)).toEqual([]);
  });

  test("waits for a failing service for a minute, and names the job in its reply", async () => {
    const harness = await afterJob();
    const start = harness.clock.now();
    const { outcome, result } = await harness.run({ comment: status, service: { [routes.get]: [down] } });
    expect(outcome).toMatchObject({ result: "error", reason: "service" });
    expect(outcome.advice).toContain("To continue job job_7f3a, run a step with job-id: job_7f3a.");
    expect(result.jobId).toBe("job_7f3a");
    expect(harness.clock.now() - start).toBeLessThan(65_000);
    expect(harness.clock.now() - start).toBeGreaterThan(40_000);
    const reply = harness.gitHub.own().at(-1)?.body;
    expect(reply).toContain("❌ **The job's status could not be read.** The service failed");
    expect(reply).toContain("HTTP 503");
    // What a step could do is for those who write workflows.
    expect(reply).not.toContain("job-id");
  });

  test.each([
    ["within a minute is not shown yet", 0, "answered", "The service does not show it yet."],
    ["after that is an error", 2, "error", "No such job"],
  ])("for a job that the service does not find, %s", async (_, minutes, expected, message) => {
    const harness = await afterJob();
    harness.clock.advance(minutes * 60_000);
    const service = { [routes.get]: [{ status: 404, json: {} }] };
    const { outcome, result } = await harness.run({ comment: status, service });
    expect(outcome.result).toBe(expected);
    expect(outcome.message).toContain(message);
    expect(result.jobId).toBe("job_7f3a");
  });

  test("that is cancelled while the thread is read writes no reply", async () => {
    const harness = await afterJob();
    const before = harness.gitHub.written.length;
    harness.gitHub.refuse({ method: "GET", path: /comments/, times: 1, meanwhile: () => harness.cancel() });
    const { outcome, requests } = await harness.run({ comment: status, service: creates });
    expect(outcome).toEqual(cancelledUnsent);
    expect(serviceRequests(requests)).toEqual([]);
    expect(harness.gitHub.written).toHaveLength(before);
  });

  test("that is cancelled while the job is read names the job", async () => {
    const harness = await afterJob();
    const service = { [routes.get]: [down] };
    const { outcome, result } = await harness.run({ comment: status, cancelAfterMs: 3000, service });
    expect(outcome).toMatchObject({
      result: "cancelled",
      message: "The run was cancelled. The agent is still working on job job_7f3a.",
      advice: "Reply /docs-agent --status later to see how it went.",
    });
    expect(result.jobId).toBe("job_7f3a");
    expect(harness.gitHub.own().at(-1)?.body).toContain("**Status.** The run was cancelled.");
  });

  test("does not hide an internal error", async () => {
    const harness = await afterJob();
    const onRetry = () => {
      throw new TypeError("a mistake");
    };
    const run = harness.run({ comment: status, service: { [routes.get]: [down] }, onRetry });
    await expect(run).rejects.toThrow(new TypeError("a mistake"));
  });

  test("shows the service's text as inert text with one link", async () => {
    const statuses = hostile.filter((text) => /^[^\p{C}]{1,64}$/u.test(text));
    const links = fc.oneof(
      hostile.map((rest) => `https://evil.example/${rest}`),
      hostile,
    );
    const runUrl = "https://github.com/acme/site/actions/runs/1001";
    const { gitHub } = await afterJob();
    const [statusComment] = gitHub.own();
    if (statusComment === undefined) throw new Error("there is no status comment");
    await fc.assert(
      fc.asyncProperty(statuses, links, async (jobStatus, link) => {
        const harness = new AgentHarness();
        harness.gitHub.write("docs[bot]", statusComment.body);
        const { result, outputs } = await harness.run({
          comment: status,
          service: { [routes.get]: [{ json: { id: "job_7f3a", status: jobStatus, prLink: link } }] },
        });
        expect(result.outcome.result).toBe("answered");
        const { written } = harness.gitHub;
        expect(written).toHaveLength(1);
        expect(written[0]?.startsWith("<!-- docs-agent:v1 -->")).toBe(true);
        for (const text of [...written, renderSummary(result)]) expectInert(text, runUrl, plainUrl(link));
        expect(outputs).toContainEqual(["status", jobStatus]);
        expect(outputs.find(([name]) => name === "prLink")?.[1]).toBe(plainUrl(link));
      }),
      runs(25),
    );
  });
});
