import { describe, expect, test } from "vitest";
import { payloads } from "../../github/payloads.ts";
import { says } from "../../says.ts";
import { done, job, type Reply, routes } from "../../service/fake-service.ts";
import {
  AgentHarness,
  codec,
  command,
  commentBy,
  commentOf,
  creates,
  down,
  follows,
  markersOf,
  posted,
  prLink,
  pullRequest,
  type RunOptions,
  type RunRecord,
} from "../agent-harness.ts";

/** A run of a workflow with a prompt, in pull request 7. */
const workflow: RunOptions = {
  event: pullRequest("It limits."),
  with: { prompt: "Document it" },
  env: { GITHUB_WORKFLOW: "Docs", GITHUB_JOB: "docs", GITHUB_RUN_ID: "1" },
};
const runId = (id: string) => ({ env: { ...workflow.env, GITHUB_RUN_ID: id } });

const first = commentOf(41, command);
const second = commentOf(42, "/docs-agent Shorter");

const sentPrompt = ({ outputs }: RunRecord) => outputs.find(([name]) => name === "prompt")?.[1];
const bodies = (harness: AgentHarness) => harness.gitHub.own().map(({ body }) => body);

describe("one thread is one conversation", () => {
  test.each<[string, RunOptions, RunOptions, string[]]>([
    ["a command continues a workflow's job", workflow, second, [routes.message]],
    ["a workflow continues a command's job", first, workflow, [routes.message]],
    ["a second command continues the first one's job", first, second, [routes.message]],
    [
      "a named conversation has a job of its own",
      first,
      { ...workflow, with: { ...workflow.with, conversation: "leg-a" } },
      [routes.create],
    ],
    [
      "conversation: new starts another job",
      workflow,
      { ...workflow, ...runId("2"), with: { ...workflow.with, conversation: "new" } },
      [routes.create],
    ],
    ["--new starts another job", first, commentOf(42, "/docs-agent --new Again"), [routes.create]],
  ])("%s", async (_, one, other, expected) => {
    const harness = new AgentHarness();
    await harness.run({ ...one, service: creates });
    expect(posted((await harness.run({ ...other, service: follows })).requests)).toEqual(expected);
  });

  test("a fresh job becomes the current one of its thread", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...workflow, with: { ...workflow.with, conversation: "new" }, service: creates });
    expect(posted((await harness.run({ ...second, service: follows })).requests)).toEqual([routes.message]);
  });

  test.each<[string, Partial<NonNullable<RunOptions["with"]>>, number]>([
    ["edits the comment of the earlier run", {}, 1],
    ["with comment: new writes one of its own", { comment: "new" }, 2],
    ["with conversation: new writes one of its own", { conversation: "new" }, 2],
    ["in another conversation writes one of its own", { conversation: "leg-a" }, 2],
  ])("a workflow %s", async (_, given, count) => {
    const harness = new AgentHarness();
    await harness.run({ ...workflow, service: creates });
    await harness.run({ ...workflow, ...runId("2"), with: { ...workflow.with, ...given }, service: follows });
    expect(harness.gitHub.own()).toHaveLength(count);
  });
});

describe("a command that another run has sent", () => {
  const other = { env: { GITHUB_WORKFLOW: "Other", GITHUB_RUN_ID: "2" } };

  test("is skipped by a re-run, also where the other replied after the re-run had looked", async () => {
    const harness = new AgentHarness();
    const { gitHub } = harness;
    await harness.run({ ...first, ...other, service: creates });
    // Its comment is there again once the re-run is about to reply.
    const others = gitHub.own();
    for (const { id } of others) gitHub.delete(id);
    const { outcome, requests } = await harness.run({
      ...{ ...first, attempt: 2, service: follows },
      onOutput: (name) => void (name === "prompt" && gitHub.issueComments.push(...others)),
    });
    expect([outcome.reason, posted(requests)]).toEqual(["duplicate", []]);
    expect(bodies(harness)).toContainEqual(expect.stringContaining("Another workflow has answered"));
  });

  test("is skipped without a reply by a re-run that finds the other's", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...first, ...other, service: creates });
    const { outcome, requests } = await harness.run({ ...first, attempt: 2, service: follows });
    expect([outcome.reason, posted(requests)]).toEqual(["duplicate", []]);
    expect(harness.gitHub.own()).toHaveLength(1);
  });

  test("is sent in another conversation", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...first, service: creates });
    const next = { ...first, ...other, with: { conversation: "leg-a" }, service: creates };
    expect(posted((await harness.run(next)).requests)).toEqual([routes.create]);
  });

  test("is sent when the other run could not send it", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...first, service: { [routes.create]: [{ status: 400, json: {} }] } });
    expect(posted((await harness.run({ ...first, ...other, service: creates })).requests)).toEqual([
      routes.create,
    ]);
  });

  test("while a re-run announces what it could not send before, is not sent by the re-run", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...first, service: { [routes.create]: [{ status: 400, json: {} }] } });
    const [found] = markersOf(harness);
    if (found === undefined) throw new Error("there is no status comment");
    const others = { ...found, request: { ...found.request, runId: "2" } };
    const meanwhile = () => void harness.gitHub.write("docs[bot]", codec.encodeFirst("issue", others).marker);
    harness.gitHub.refuse({ method: "PATCH", path: /comments/, times: 1, meanwhile });
    const { outcome, requests } = await harness.run({ ...first, attempt: 2, service: creates });
    expect([outcome.reason, posted(requests)]).toEqual(["duplicate", []]);
  });

  test("does not keep a re-run of this one from its own job", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...first, service: creates });
    // Both runs began before either of them had sent the command.
    const [earlier] = harness.gitHub.own();
    const copy = harness.gitHub.write("docs[bot]", "");
    const found = markersOf(harness)[0];
    if (earlier === undefined || found === undefined) throw new Error("there is no status comment");
    const marker = codec.encode(
      { place: "issue", id: copy.id },
      { ...found, request: { ...found.request, runId: "2", time: found.request.time + 1 } },
    );
    copy.body = `<!-- docs-agent:v1 -->\n\n${marker}`;
    const { outcome, requests } = await harness.run({ ...first, attempt: 2, service: creates });
    expect([outcome.result, posted(requests)]).toEqual(["pull-request", []]);
    expect(harness.gitHub.own()).toHaveLength(2);
  });
});

describe("a job of the thread that is over is replaced by a new one", () => {
  test.each<[string, Reply, string]>([
    ["failed", { json: job("failed") }, "This was a new job, because the earlier one failed."],
    ["archived", { json: job("archived") }, "This was a new job, because the earlier one was archived."],
    ["gone", { status: 404, json: {} }, "This was a new job, because the earlier one no longer exists."],
  ])("when it is %s, and the comment says why", async (_, reply, why) => {
    const harness = new AgentHarness();
    await harness.run({ ...first, service: creates });
    // A job may not be found at first.
    harness.clock.advance(60_000);
    const service = { ...follows, [routes.get]: [reply, reply, { json: done }] };
    expect(posted((await harness.run({ ...second, service })).requests)).toEqual([routes.create]);
    expect(bodies(harness)[1]).toContain(why);
  });

  test("when its pull request was merged, which is read together with the job", async () => {
    const harness = new AgentHarness();
    harness.gitHub.pulls.set("acme/docs#3", { state: "closed", merged: true });
    await harness.run({ ...first, service: creates });
    const { requests } = await harness.run({ ...second, service: follows });
    expect(posted(requests)).toEqual([routes.create]);
    expect(requests).toContain("GitHub GET /repos/acme/docs/pulls/3");
    expect(bodies(harness)[1]).toMatch(/A new one, because \[acme\/docs.*was merged\./);
  });

  test("when it refuses the message, and the comment forgets it before the new one is created", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...first, service: creates });
    const service = { ...creates, [routes.message]: [{ status: 410, json: {} }] };
    const { log, requests } = await harness.run({ ...second, service });
    expect(log).toContain("Job job_7f3a accepts no more messages (HTTP 410). Creating a new one.");
    const writes = requests.filter((request) =>
      /^(?:POST|GitHub (?:POST|PATCH)).*(?:job|message|\/\d+\/?(?:comments)?)$/.test(request),
    );
    expect(writes.slice(0, 4)).toEqual([
      "GitHub POST /issues/7/comments",
      routes.message,
      `GitHub PATCH /issues/comments/${harness.gitHub.own()[1]?.id}`,
      routes.create,
    ]);
    const forgotten = harness.gitHub.written.flatMap((body) =>
      harness.gitHub
        .own()
        .map(({ id }) => codec.decode({ id, place: "issue", url: "", login: undefined, body })),
    );
    expect(forgotten).toContainEqual(
      expect.objectContaining({
        ...{ job: undefined, command: "issue-comment:42" },
        request: expect.objectContaining({ state: { kind: "sent", to: undefined } }),
      }),
    );
    expect(bodies(harness)[1]).toContain(
      "This was a new job, because the earlier one accepts no more messages.",
    );
  });

  test("only once: a run that is lost while it does so leaves an unknown request", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...first, service: creates });
    const refuses = { ...follows, [routes.message]: [{ status: 410, json: {} }] };
    // GitHub takes the edit that forgets the old job, and nothing after that.
    harness.gitHub.refuse({ method: "PATCH", path: /comments/, times: 1 });
    harness.gitHub.refuse({ method: "PATCH", path: /comments/, status: 403 });
    await harness.run({ ...second, service: refuses });
    harness.gitHub.allowAll();
    const { outcome, requests } = await harness.run({ ...second, attempt: 2, service: follows });
    expect([outcome.reason, posted(requests)]).toEqual(["uncertain", []]);
  });

  describe("that is said not to exist", () => {
    const missing: Reply = { status: 404, json: {} };
    const answered =
      (get: Reply[], message: Reply[], minutes = 2) =>
      async () => {
        const harness = new AgentHarness();
        await harness.run({ ...first, service: creates });
        harness.clock.advance(minutes * 60_000);
        const service = { ...follows, [routes.get]: get, [routes.message]: message };
        const { outcome, requests } = await harness.run({ ...second, service });
        return [outcome.result, outcome.reason, posted(requests)];
      };
    const there: Reply = { json: done };

    test("once, though it is there, gets the message again", async () => {
      const run = answered([there, there, there], [missing, { json: job("active") }]);
      expect(await run()).toEqual(["pull-request", "", [routes.message, routes.message]]);
    });

    test("twice, though it is there, ends the run, and no new job is created", async () => {
      const run = answered([there, there], [missing, missing]);
      expect(await run()).toEqual(["error", "not-found", [routes.message, routes.message]]);
    });

    test("by the message and by two reads is replaced", async () => {
      const run = answered([there, missing, missing, there], [missing]);
      expect(await run()).toEqual(["pull-request", "", [routes.message, routes.create]]);
    });

    test("within a minute of its creation is not replaced", async () => {
      const run = answered([there, missing, missing], [missing], 0);
      expect(await run()).toEqual(["error", "not-found", [routes.message]]);
    });

    test("is not replaced when it cannot be read", async () => {
      const run = answered([there, { status: 400, json: {} }], [missing]);
      expect(await run()).toEqual(["error", "refused", [routes.message]]);
    });
  });

  test("unless the step names the job itself: then the refusal of the message is an error", async () => {
    const { outcome, outputs, requests } = await new AgentHarness().run({
      ...workflow,
      with: { ...workflow.with, "job-id": "job_7f3a" },
      service: { ...creates, [routes.message]: [{ status: 409, json: {} }] },
    });
    expect([outcome.result, posted(requests)]).toEqual(["error", [routes.message]]);
    expect(requests).not.toContain(routes.get);
    expect(outputs).toContainEqual(["jobId", "job_7f3a"]);
  });
});

test.each<[string, Reply, boolean]>([
  ["that is still at work", { json: job("active") }, true],
  ["that is completed", { json: done }, false],
])("a follow-up to a job %s says whether that may stay unfinished: %s", async (_, reply, interrupts) => {
  const harness = new AgentHarness();
  await harness.run({ ...first, service: creates });
  await harness.run({ ...second, service: { ...follows, [routes.get]: [reply, { json: done }] } });
  const told = harness.gitHub.written.some((body) => body.includes("may stay unfinished"));
  expect(told).toBe(interrupts);
  expect(bodies(harness)[1]).toContain("**Follow-up finished: ");
});

test("a follow-up that the service refuses is told as one, with the job that it was for", async () => {
  const harness = new AgentHarness();
  await harness.run({ ...first, service: creates });
  const service = { ...follows, [routes.message]: [{ status: 422, json: {} }] };
  const { outcome, result, log } = await harness.run({ ...second, service });
  expect([outcome.reason, result.jobId]).toEqual(["refused", "job_7f3a"]);
  expect(log).toContain("Sending a follow-up to job job_7f3a …");
  expect(bodies(harness)[1]).toContain("**The follow-up was refused.**");
});

describe("the pull request of the thread's job is remembered", () => {
  const unfinished = { with: { wait: "false" } };
  const job = (harness: AgentHarness) => markersOf(harness).at(-1)?.job;

  test("by the run that learns of it when it looks at the job, although it does not wait", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...first, ...unfinished, service: creates });
    expect(job(harness)).toEqual({ id: "job_7f3a", at: expect.any(Number) });
    await harness.run({ ...second, ...unfinished, service: follows });
    expect(job(harness)).toMatchObject({ id: "job_7f3a", prLink });
  });

  test("by a re-run that cannot read the job, which it resumes", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...first, service: creates });
    await harness.run({ ...second, ...unfinished, service: follows });
    const given = { "timeout-minutes": "1" };
    const service = { [routes.get]: [down] };
    const { outcome } = await harness.run({ ...second, attempt: 2, with: given, service });
    expect(outcome.result).toBe("timeout");
    expect(job(harness)).toMatchObject({ id: "job_7f3a", prLink });
  });

  test("but not as that of a new job beside it", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...first, service: creates });
    const create = [{ json: { id: "job_2", status: "active" } }];
    await harness.run({
      ...commentOf(42, "/docs-agent --new x"),
      ...{ ...unfinished, service: { [routes.create]: create } },
    });
    expect(job(harness)).toEqual({ id: "job_2", at: expect.any(Number) });
  });
});

describe("context: auto", () => {
  const files = [{ filename: "src/limit.ts", status: "modified", patch: "+limit" }];

  test("sends the diff of a pull request with the prompt that starts a job, and the reference after that", async () => {
    const harness = new AgentHarness();
    harness.gitHub.files = files;
    const created = await harness.run({ ...workflow, service: creates });
    expect(sentPrompt(created)).toContain("Patch of src/limit.ts:\n+limit");
    const next = { ...workflow, ...runId("2"), with: { prompt: "Shorter" } };
    const continued = await harness.run({ ...next, service: follows });
    expect(posted(continued.requests)).toEqual([routes.message]);
    expect(sentPrompt(continued)).toContain("Pull request #7: Add a limit");
    expect(sentPrompt(continued)).not.toMatch(/Changed files|Description/);
  });

  test("sends the diff with the job that replaces one", async () => {
    const harness = new AgentHarness();
    harness.gitHub.files = files;
    await harness.run({ ...workflow, service: creates });
    const service = { ...creates, [routes.message]: [{ status: 409, json: {} }] };
    const { requests, outputs } = await harness.run({ ...workflow, ...runId("2"), service });
    expect(posted(requests)).toEqual([routes.message, routes.create]);
    expect(outputs.findLast(([name]) => name === "prompt")?.[1]).toContain("Changed files");
  });

  test("sends the description of an issue with the prompt that starts a job", async () => {
    const harness = new AgentHarness();
    const created = await harness.run({ ...first, service: creates });
    expect(sentPrompt(created)).toContain("Description:\nIt limits.");
    expect(sentPrompt(await harness.run({ ...second, service: follows }))).not.toContain("Description:");
  });
});

describe("the last edit mentions whoever gave the command", () => {
  const mentions = (harness: AgentHarness) =>
    harness.gitHub.written.map((body) => [...body.matchAll(/(?<![\w&;])@[\w-]+/g)].map(([login]) => login));

  test.each<[string, Record<string, Reply[]>]>([
    ["pull-request", creates],
    ["no-changes", { ...creates, [routes.get]: [{ json: job("completed") }] }],
    ["failed", { ...creates, [routes.get]: [{ json: job("failed") }] }],
    ["timeout", { ...creates, [routes.get]: [{ json: job("active") }] }],
    ["error", { [routes.create]: [{ status: 401, json: {} }] }],
  ])("and no edit before it: %s", async (result, service) => {
    const harness = new AgentHarness();
    const { outcome } = await harness.run({ ...first, with: { "timeout-minutes": "1" }, service });
    expect(outcome.result).toBe(result);
    const all = mentions(harness);
    expect([all.slice(0, -1).flat(), all.at(-1)]).toEqual([[], ["@maintainer"]]);
  });

  test.each<[string, RunOptions]>([
    ["with mention: false", { ...first, with: { mention: "false" } }],
    [
      "when a bot gave it",
      {
        event: commentBy("renovate[bot]", command, "Bot"),
        with: { "allowed-users": "renovate[bot]" },
      },
    ],
    [
      "when a bot with the login of a person gave it",
      { event: commentBy("Copilot", command, "Bot"), with: { "allowed-users": "Copilot" } },
    ],
    [
      "when its login is longer than GitHub gives to people",
      { event: commentBy("a".repeat(40), command), with: { "allowed-users": "a".repeat(40) } },
    ],
    ["when a workflow asked", workflow],
  ])("but nobody %s", async (_, options) => {
    const harness = new AgentHarness();
    const { outcome } = await harness.run({ ...options, service: creates });
    expect(outcome.result).toBe("pull-request");
    expect(mentions(harness).flat()).toEqual([]);
  });
});

describe("a re-run tells the time", () => {
  const shown = ({ gitHub }: AgentHarness, from: number) => gitHub.written.slice(from).join("\n\n");

  test("from the acceptance, when it resumes its job", async () => {
    const harness = new AgentHarness();
    const active = { ...creates, [routes.get]: [{ json: job("active") }] };
    await harness.run({ ...first, with: { "timeout-minutes": "1" }, service: active });
    const before = harness.gitHub.written.length;
    await harness.run({ ...first, attempt: 2, service: creates });
    const text = shown(harness, before);
    expect(text).toContain("**Working on it.** Started 12:00 UTC;");
    expect(text).toContain("<sub>1 min 1 s · job `job_7f3a`");
  });

  test("not at all, when it tells an end of which the time is not known", async () => {
    const harness = new AgentHarness();
    await harness.run({ ...first, service: creates });
    const before = harness.gitHub.written.length;
    harness.clock.advance(3_600_000);
    const { result } = await harness.run({ ...first, attempt: 2, service: creates });
    expect(shown(harness, before)).toContain(says.ready);
    expect(shown(harness, before)).not.toMatch(/Started|\d (?:h|s|min)\b/);
    expect(result.tookMs).toBeUndefined();
  });
});

test.each([
  ["a review", "pull_request_review", "review:6"],
  ["the description of a pull request", "pull_request", "pull-request:7"],
])("%s is a command of its own kind", async (_, name, expected) => {
  const harness = new AgentHarness();
  await harness.run({ event: { name, payload: payloads[name] }, service: creates });
  expect(markersOf(harness)[0]?.command).toBe(expected);
});
