import { describe, expect, test } from "vitest";
import { creates, done, follows, job, jobRoutes, routes } from "./fake-service.ts";
import type { Scenario } from "./harness.ts";
import { sent, Thread, visible, writes } from "./thread.ts";

const docs = "acme/docs#3";
const lastComment = (thread: Thread) => visible(thread.gitHub.own().at(-1)?.body);

describe("a thread is one conversation", () => {
  test("a command below a workflow's run continues its job, and --status finds it", async () => {
    const thread = new Thread();
    thread.gitHub.pulls.set(docs, {});
    const workflow = await thread.push({ service: creates });
    expect(writes(workflow.requests)).toMatchInlineSnapshot(`
      [
        "GitHub POST /issues/7/comments",
        "POST /v2/agent/acme/job "Document this change"",
        "GitHub PATCH /issues/comments/101",
        "GitHub PATCH /issues/comments/101",
      ]
    `);
    const status = await thread.comment("/docs-agent --status", {
      service: { [routes.get]: [{ json: done }] },
    });
    expect(writes(status.requests)).toMatchInlineSnapshot(`
      [
        "GitHub POST /issues/comments/102/reactions eyes",
        "GitHub POST /issues/7/comments",
      ]
    `);
    const command = await thread.comment("/docs-agent Shorter, please.", { service: follows });
    expect(writes(command.requests)).toMatchInlineSnapshot(`
      [
        "GitHub POST /issues/7/comments",
        "POST /v2/agent/acme/job/job_7f3a/message "Shorter, please."",
        "GitHub POST /issues/comments/104/reactions eyes",
        "GitHub PATCH /issues/comments/105",
        "GitHub PATCH /issues/comments/105",
        "GitHub POST /issues/comments/104/reactions rocket",
      ]
    `);
    expect(status.outputs).toMatchObject({ result: "answered", jobId: "job_7f3a", status: "completed" });
    const next = await thread.push({ service: follows });
    expect(sent(next.requests)).toEqual([`${routes.message} "Document this change"`]);
    // The workflow's comment, the reply to --status, and the command's comment.
    expect(thread.gitHub.own()).toHaveLength(3);
  });

  test("a run that only watches a job makes it the thread's", async () => {
    const thread = new Thread();
    const watched = { "job-id": "job_7f3a", prompt: "" };
    await thread.push({ with: watched, service: { [routes.get]: [{ json: done }] } });
    const { requests } = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
  });

  test("conversation: new starts a fresh job in a comment of its own, which commands continue", async () => {
    const thread = new Thread();
    await thread.push({ service: creates });
    const fresh = await thread.push({ with: { conversation: "new" }, service: jobRoutes("job_2") });
    expect(writes(fresh.requests)).toMatchInlineSnapshot(`
      [
        "GitHub POST /issues/7/comments",
        "POST /v2/agent/acme/job "Document this change"",
        "GitHub PATCH /issues/comments/102",
        "GitHub PATCH /issues/comments/102",
      ]
    `);
    expect(thread.gitHub.own()).toHaveLength(2);
    const { requests } = await thread.comment("/docs-agent Shorter", { service: jobRoutes("job_2") });
    expect(sent(requests)).toEqual(['POST /v2/agent/acme/job/job_2/message "Shorter"']);
  });

  test("comment: new writes a comment for every run and continues the job", async () => {
    const thread = new Thread();
    const scene = { with: { comment: "new" } };
    await thread.push({ ...scene, service: creates });
    const again = await thread.push({ ...scene, service: follows });
    expect(writes(again.requests)).toMatchInlineSnapshot(`
      [
        "GitHub POST /issues/7/comments",
        "POST /v2/agent/acme/job/job_7f3a/message "Document this change"",
        "GitHub PATCH /issues/comments/102",
        "GitHub PATCH /issues/comments/102",
      ]
    `);
    expect(thread.gitHub.own()).toHaveLength(2);
  });
});

describe("named conversations", () => {
  /** The runner's variables are the same in each: GitHub does not tell them apart. */
  const named = (conversation: string, service: Scenario["service"] = {}): Scenario => ({
    with: { conversation, prompt: `Document it in the ${conversation}` },
    service,
  });

  test("keep the legs of a matrix, or two callers of one reusable workflow, apart on every run", async () => {
    const thread = new Thread();
    const first = await thread.push(named("handbook", creates));
    const second = await thread.push(named("api", jobRoutes("job_2")));
    expect([first, second].map(({ requests }) => writes(requests))).toMatchInlineSnapshot(`
      [
        [
          "GitHub POST /issues/7/comments",
          "POST /v2/agent/acme/job "Document it in the handbook"",
          "GitHub PATCH /issues/comments/101",
          "GitHub PATCH /issues/comments/101",
        ],
        [
          "GitHub POST /issues/7/comments",
          "POST /v2/agent/acme/job "Document it in the api"",
          "GitHub PATCH /issues/comments/102",
          "GitHub PATCH /issues/comments/102",
        ],
      ]
    `);
    const service = { ...jobRoutes("job_2"), ...follows };
    const followUps = [
      await thread.push(named("handbook", service)),
      await thread.push(named("api", service)),
    ];
    expect(followUps.map(({ requests }) => writes(requests))).toMatchInlineSnapshot(`
      [
        [
          "GitHub PATCH /issues/comments/101",
          "POST /v2/agent/acme/job/job_7f3a/message "Document it in the handbook"",
          "GitHub PATCH /issues/comments/101",
          "GitHub PATCH /issues/comments/101",
        ],
        [
          "GitHub PATCH /issues/comments/102",
          "POST /v2/agent/acme/job/job_2/message "Document it in the api"",
          "GitHub PATCH /issues/comments/102",
          "GitHub PATCH /issues/comments/102",
        ],
      ]
    `);
    expect(thread.gitHub.own()).toHaveLength(2);
    const [handbook, api] = thread.gitHub.own().map(({ body }) => visible(body));
    expect(handbook).toContain("job_7f3a");
    expect(api).toContain("job_2");
  });

  test("a command continues the job of the only name", async () => {
    const thread = new Thread();
    await thread.push(named("handbook", creates));
    const command = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(command.requests)).toEqual([`${routes.message} "Shorter"`]);
  });

  test("of several, a command names one, or starts a job of the thread", async () => {
    const thread = new Thread();
    await thread.push(named("handbook", creates));
    await thread.push(named("api", jobRoutes("job_2")));
    const named2 = await thread.comment("/docs-agent Shorter", {
      with: { conversation: "api" },
      service: jobRoutes("job_2"),
    });
    expect(sent(named2.requests)).toEqual(['POST /v2/agent/acme/job/job_2/message "Shorter"']);
    const own = await thread.comment("/docs-agent Another", { service: jobRoutes("job_3") });
    expect(sent(own.requests)).toEqual([`${routes.create} "Another"`]);
  });

  test("a run without a command does not continue the job of another name", async () => {
    const thread = new Thread();
    await thread.push(named("handbook", creates));
    const { requests } = await thread.push({ service: jobRoutes("job_2") });
    expect(sent(requests)).toEqual([`${routes.create} "Document this change"`]);
  });
});

describe("job-id without a prompt", () => {
  const body = "/docs-agent Document it";

  test.each([
    ["pull_request", (thread: Thread) => ({ pull_request: { ...thread.subject(), body } })],
    ["issues", (thread: Thread) => ({ issue: { ...thread.subject(), body } })],
    [
      "issue_comment",
      (thread: Thread) => ({
        issue: thread.subject(),
        comment: { id: 41, body, html_url: "", user: { login: "outsider", type: "User" } },
      }),
    ],
  ])("watches the job on %s, whatever the text says", async (name, payload) => {
    const thread = new Thread(name === "issues" ? "issue" : "pull request");
    const action = name === "issue_comment" ? "created" : "opened";
    const watched = await thread.event(
      { name, payload: { action, ...payload(thread) } },
      {
        with: { "job-id": "job_7f3a" },
        service: { [routes.get]: [{ json: job("active") }, { json: done }] },
      },
    );
    expect(watched.outputs).toMatchObject({ result: "pull-request", jobId: "job_7f3a" });
    const edit = "GitHub PATCH /issues/comments/101";
    expect(writes(watched.requests)).toEqual(["GitHub POST /issues/7/comments", edit, edit]);
    expect(lastComment(thread)).toContain("Pull request ready");
    expect(thread.gitHub.reactions).toEqual([]);
  });
});

describe("before a follow-up, the job is looked at", () => {
  const begun = async () => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document the limit", { service: creates });
    return thread;
  };

  const open = { state: "open" } as const;
  const link = "A new one, because [acme/docs&#35;&#8203;3](<https://github.com/acme/docs/pull/3>)";
  test.each([
    ["its pull request was merged", { state: "closed", merged: true }, { json: done }, `${link} was merged.`],
    ["its pull request was closed", { state: "closed" }, { json: done }, `${link} was closed.`],
    ["it failed", open, { json: job("failed") }, "A new job, because the earlier one failed."],
    ["it was archived", open, { json: job("archived") }, "A new job, because the earlier one was archived."],
    ["it is gone", open, { status: 404, json: {} }, "A new job, because the earlier one no longer exists."],
  ] as const)("%s: a new job takes its place, and the comment says why", async (_, pull, reply, why) => {
    const thread = await begun();
    thread.gitHub.pulls.set(docs, pull);
    const followUp = await thread.comment("/docs-agent Shorter", {
      service: { ...jobRoutes("job_2"), [routes.get]: [reply] },
    });
    expect(sent(followUp.requests)).toEqual([`${routes.create} "Shorter"`]);
    expect(lastComment(thread)).toContain(`${why} @maintainer, to change something, reply`);
    thread.gitHub.pulls.set(docs, {});
    const next = await thread.comment("/docs-agent Longer", { service: jobRoutes("job_2") });
    expect(sent(next.requests)).toEqual(['POST /v2/agent/acme/job/job_2/message "Longer"']);
  });

  test("it is still at work: the comment says that the follow-up may interrupt it", async () => {
    const thread = await begun();
    thread.gitHub.pulls.set(docs, {});
    const before = thread.gitHub.written.length;
    const followUp = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(sent(followUp.requests)).toEqual([`${routes.message} "Shorter"`]);
    expect(thread.gitHub.written.slice(before).map(visible).join("\n")).toContain(
      "The agent was still busy with the previous request, and this one may interrupt it.",
    );
    expect(lastComment(thread)).toContain("Follow-up finished");
  });

  test("it has ended, and its pull request is open: nothing is said about interrupting", async () => {
    const thread = await begun();
    thread.gitHub.pulls.set(docs, {});
    const before = thread.gitHub.written.length;
    const service = { ...follows, [routes.get]: [{ json: done }, { json: job("active") }, { json: done }] };
    const { requests } = await thread.comment("/docs-agent Shorter", { service });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
    expect(thread.gitHub.written.slice(before).join("\n")).not.toContain("may interrupt");
  });

  test.each([
    ["the pull request", () => ({ path: /repos\/acme\/docs\/pulls/, status: 403 }), { json: done }],
    ["the job", () => undefined, { status: 500, json: {} }],
  ])("%s cannot be read: that changes nothing", async (_, refusal, reply) => {
    const thread = await begun();
    const refused = refusal();
    if (refused !== undefined) thread.gitHub.refuse(refused);
    const service = {
      ...follows,
      [routes.get]: [reply, reply, reply, { json: job("active") }, { json: done }],
    };
    const { requests, outputs } = await thread.comment("/docs-agent Shorter", { service });
    expect(sent(requests)).toEqual([`${routes.message} "Shorter"`]);
    expect(outputs["result"]).toBe("pull-request");
  });

  test("an explicit job-id is not looked at", async () => {
    const inputs = { "job-id": "job_7f3a", prompt: "Shorter" };
    const { requests } = await new Thread().push({ with: inputs, service: follows });
    expect(requests.filter((request) => / \/v2/.test(request))[0]).toBe(`${routes.message} "Shorter"`);
  });
});

describe("who is told", () => {
  test.each([
    ["the commenter", {}, "maintainer", "@maintainer, to change something"],
    ["nobody with mention: false", { mention: "false" }, "maintainer", "\n\nTo change something"],
    ["no bot", { "allowed-users": "renovate[bot]" }, "renovate[bot]", "\n\nTo change something"],
  ])("the last edit mentions %s", async (_, inputs, login, text) => {
    const thread = new Thread();
    await thread.comment("/docs-agent Document it", { with: inputs, service: creates }, login);
    expect(lastComment(thread)).toContain(text);
    expect(thread.gitHub.written.slice(0, -1).join("\n")).not.toContain(`@${login}`);
  });
});

describe("context: auto", () => {
  test("sends the description and the patches with a new job, and a reference with a follow-up", async () => {
    const thread = new Thread();
    thread.gitHub.files = [{ filename: "src/limit.ts", status: "modified", patch: "+limit = 3" }];
    const first = await thread.comment("/docs-agent Document this change", { service: creates });
    expect(first.outputs["prompt"]).toContain("+limit = 3");
    expect(first.outputs["prompt"]).toContain("It limits.");
    const next = await thread.comment("/docs-agent Shorter", { service: follows });
    expect(next.outputs["prompt"]).toContain("https://github.com/acme/site/pull/7");
    expect(next.outputs["prompt"]).not.toContain("limit = 3");
  });

  test("sends an issue's description with a new job", async () => {
    const { outputs } = await new Thread("issue").comment("/docs-agent Document this", { service: creates });
    expect(outputs["prompt"]).toContain("It limits.");
  });
});
